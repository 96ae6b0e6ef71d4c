//! Strict extraction: a page either belongs to the pattern's language, and gives its values, or it does not.
//!
//! In contrast to the published procedure, which only returns to optionals, every choice is returned to (a greedy set
//! fails on `X+ X` otherwise), yet no pair of subpattern and subtree is looked at twice. Open elements are on a list,
//! not on the call stack.

use super::content::ContentTree;
use super::outcome::{PageMatch, Value};
use super::pattern::PatternKind;
use super::program::{CompiledPattern, Instruction};
use super::search::{Fork, Progress, Search, State, Steps, silent_steps};
use super::view::{Fit, PageView};
use crate::hash::WordMap;
use crate::measures::budget::{Budget, Meter, OverBudget};

/// Matches a page strictly; `None` if it is not in the pattern's language.
///
/// # Errors
/// If the budget does not suffice.
pub fn match_strictly(
    compiled: &CompiledPattern,
    page: &ContentTree,
    budget: Budget,
) -> Result<Option<PageMatch>, OverBudget> {
    let view = PageView::new(page, &compiled.pattern);
    let mut meter = Meter::new(budget);
    let mut matcher = StrictMatcher::new(compiled, &view);
    if !matcher.fits(0, view.subtrees[0], &mut meter)? {
        return Ok(None);
    }
    let mut found = PageMatch::new(compiled, page);
    let mut open = vec![Pair { pattern: 0, node: 0, turns: Vec::new() }];
    while let Some(pair) = open.pop() {
        matcher.derive(&pair, &mut open, &mut found.values, &mut meter)?;
    }
    Ok(Some(found.finish()))
}

/// An element of the pattern, the page's element that fits it, and the turns of the sets around it.
#[derive(Clone, Debug)]
pub struct Pair {
    /// The element of the pattern.
    pub pattern: u32,
    /// The element of the page's content.
    pub node: u32,
    /// See [`Value::turns`].
    pub turns: Vec<u32>,
}

/// Knows which subtrees of a page fit which subpatterns.
pub struct StrictMatcher<'a> {
    compiled: &'a CompiledPattern,
    view: &'a PageView<'a>,
    known: WordMap<u64, bool>,
}

struct Frame {
    pattern: u32,
    subtree: u32,
    search: Search,
}

impl<'a> StrictMatcher<'a> {
    /// Nothing known yet.
    #[must_use]
    pub fn new(compiled: &'a CompiledPattern, view: &'a PageView<'a>) -> Self {
        Self { compiled, view, known: WordMap::default() }
    }

    /// Whether a subtree of the page is in the language of a node of the pattern.
    ///
    /// # Errors
    /// If the budget does not suffice.
    pub fn fits(&mut self, pattern: u32, subtree: u32, meter: &mut Meter) -> Result<bool, OverBudget> {
        if let Some(answer) = self.immediate(pattern, subtree) {
            return Ok(answer);
        }
        let mut frames = vec![self.frame(pattern, subtree)];
        let mut answer = false;
        while let Some(mut frame) = frames.pop() {
            let progress = frame.search.run(meter, |state| self.steps(frame.subtree, state))?;
            if let Progress::Waiting(item, child) = progress {
                let child = self.view.trees.children(frame.subtree)[child as usize];
                frames.push(frame);
                frames.push(self.frame(item, child));
                continue;
            }
            answer = matches!(progress, Progress::Found);
            self.known.insert(self.code(frame.pattern, frame.subtree), answer);
        }
        Ok(answer)
    }

    fn frame(&self, pattern: u32, subtree: u32) -> Frame {
        let children = self.view.trees.children(subtree).len();
        Frame { pattern, subtree, search: Search::new(self.compiled, pattern, children) }
    }

    /// The answer that needs no search; none for an element of the right tag that was not met before.
    fn immediate(&self, pattern: u32, subtree: u32) -> Option<bool> {
        match self.view.fit(&self.compiled.pattern, pattern, subtree) {
            Fit::Never | Fit::OtherData => Some(false),
            Fit::Data => Some(true),
            Fit::Element => self.known.get(&self.code(pattern, subtree)).copied(),
        }
    }

    fn code(&self, pattern: u32, subtree: u32) -> u64 {
        u64::from(self.compiled.shapes[pattern as usize]) << 32 | u64::from(subtree)
    }

    fn steps(&self, subtree: u32, state: State) -> Steps {
        let children = self.view.trees.children(subtree);
        let instruction = self.compiled.instructions()[state.instruction as usize];
        match instruction {
            Instruction::Accept if state.read as usize == children.len() => Steps::Arrived,
            Instruction::Item(item) => match children.get(state.read as usize) {
                None => Steps::Open(Fork::DEAD_END),
                Some(&child) => match self.immediate(item, child) {
                    None => Steps::Ask(item, state.read),
                    Some(false) => Steps::Open(Fork::DEAD_END),
                    Some(true) => {
                        Steps::Open(Fork::of([State { instruction: state.instruction + 1, read: state.read + 1 }]))
                    }
                },
            },
            _ => Steps::Open(silent_steps(instruction, state)),
        }
    }

    /// Goes once more through a pair that is known to fit and collects its values; its elements' children follow.
    ///
    /// # Errors
    /// If the budget does not suffice.
    pub fn derive(
        &mut self,
        pair: &Pair,
        open: &mut Vec<Pair>,
        values: &mut Vec<Value>,
        meter: &mut Meter,
    ) -> Result<(), OverBudget> {
        let subtree = self.view.subtrees[pair.node as usize];
        let mut search = Search::new(self.compiled, pair.pattern, self.view.trees.children(subtree).len());
        // What was found by way of an equal subpattern was asked there; here the same questions may be new.
        while let Progress::Waiting(item, child) = search.run(meter, |state| self.steps(subtree, state))? {
            let child = self.view.trees.children(subtree)[child as usize];
            self.fits(item, child, meter)?;
        }
        let children: Vec<u32> = self.view.page.children(pair.node).collect();
        let mut turns = Turns::new(pair.turns.clone());
        for step in search.way().windows(2) {
            match self.compiled.instructions()[step[0].instruction as usize] {
                Instruction::Item(item) => {
                    let node = children[step[0].read as usize];
                    self.collect(item, node, &turns, open, values);
                }
                instruction => turns.follow(instruction, step[1].instruction),
            }
        }
        Ok(())
    }

    fn collect(&self, item: u32, node: u32, turns: &Turns, open: &mut Vec<Pair>, values: &mut Vec<Value>) {
        match self.compiled.pattern.node(item).kind {
            PatternKind::Fixed => open.push(Pair { pattern: item, node, turns: turns.now() }),
            PatternKind::Variant => values.push(Value { pattern: item, node, turns: turns.now() }),
            _ => {}
        }
    }
}

/// Counts the turns of the sets that are open along a way.
pub struct Turns {
    outer: Vec<u32>,
    /// Turns begun of each open set.
    open: Vec<u32>,
}

impl Turns {
    /// Inside the given turns.
    #[must_use]
    pub fn new(outer: Vec<u32>) -> Self {
        Self { outer, open: Vec::new() }
    }

    /// Follows an instruction to the next one.
    pub fn follow(&mut self, instruction: Instruction, next: u32) {
        match instruction {
            Instruction::Enter(_) => self.open.push(0),
            Instruction::Turn(_) => {
                if let Some(turns) = self.open.last_mut() {
                    *turns += 1;
                }
            }
            Instruction::Again(start) if next != start => _ = self.open.pop(),
            _ => {}
        }
    }

    /// The turns at this place.
    #[must_use]
    pub fn now(&self) -> Vec<u32> {
        self.outer.iter().copied().chain(self.open.iter().map(|turns| turns.saturating_sub(1))).collect()
    }
}
