//! Tolerant extraction: every page is aligned with the pattern at the least cost, and says what did not fit.
//!
//! Leaving out a part of the page costs the nodes it has, leaving out a part of the pattern the fewest nodes it
//! stands for, and constant data that says something else costs 1. At cost 0 this is strict matching, values
//! included. Costs are searched for pairs of distinct subpatterns and distinct subtrees, cheap ones first, so that
//! most pairs of a page that fits are never looked at.

use super::cheapest::{CheapestSearch, Cost, PairCosts, Pause};
use super::content::ContentTree;
use super::outcome::{Misfit, MisfitKind, PageMatch, Value};
use super::pattern::PatternKind;
use super::program::{CompiledPattern, Instruction};
use super::search::State;
use super::strict::{Pair, StrictMatcher, Turns};
use super::view::{Fit, PageView};
use crate::hash::WordMap;
use crate::measures::budget::{Budget, Meter, OverBudget};

/// Aligns a page with a pattern at the least cost.
///
/// # Errors
/// If the budget does not suffice.
pub fn match_tolerantly(
    compiled: &CompiledPattern,
    page: &ContentTree,
    budget: Budget,
) -> Result<PageMatch, OverBudget> {
    let view = PageView::new(page, &compiled.pattern);
    let mut meter = Meter::new(budget);
    let mut found = PageMatch::new(compiled, page);
    if view.fit(&compiled.pattern, 0, view.subtrees[0]) != Fit::Element {
        return Ok(leave_out_everything(compiled, found));
    }
    let mut open = vec![Pair { pattern: 0, node: 0, turns: Vec::new() }];
    let mut strict = StrictMatcher::new(compiled, &view);
    if strict.fits(0, view.subtrees[0], &mut meter)? {
        while let Some(pair) = open.pop() {
            strict.derive(&pair, &mut open, &mut found.values, &mut meter)?;
        }
        return Ok(found.finish());
    }
    let mut matcher = TolerantMatcher { compiled, view: &view, searches: Vec::new(), known: WordMap::default() };
    let root = matcher.find(0, view.subtrees[0]);
    found.cost = u64::from(matcher.run(root, &mut meter)?);
    while let Some(pair) = open.pop() {
        matcher.trace(&pair, &mut open, &mut found);
    }
    Ok(found.finish())
}

/// Another root: nothing of the page and nothing of the pattern is used.
fn leave_out_everything(compiled: &CompiledPattern, mut found: PageMatch) -> PageMatch {
    let missing = compiled.minimal_sizes[0];
    let extra = found.scale as u32 - missing;
    found.cost = found.scale;
    found.misfits.push(Misfit { kind: MisfitKind::Extra, pattern: 0, node: 0, cost: extra });
    found.misfits.push(Misfit { kind: MisfitKind::Missing, pattern: 0, node: 0, cost: missing });
    found
}

/// A search, absent while it runs, and what it has shown so far.
struct PairSearch {
    search: Option<CheapestSearch>,
    cost: Cost,
}

/// All searches for cheapest ways that one page needed.
struct TolerantMatcher<'a> {
    compiled: &'a CompiledPattern,
    view: &'a PageView<'a>,
    searches: Vec<PairSearch>,
    /// The search for a subpattern and a subtree.
    known: WordMap<u64, u32>,
}

impl PairCosts for TolerantMatcher<'_> {
    fn find(&mut self, element: u32, subtree: u32) -> u32 {
        let code = u64::from(self.compiled.shapes[element as usize]) << 32 | u64::from(subtree);
        let fresh = self.searches.len() as u32;
        let pair = *self.known.entry(code).or_insert(fresh);
        if pair == fresh {
            let search = CheapestSearch::new(self.compiled, self.view, element, subtree);
            self.searches.push(PairSearch { cost: search.cost(), search: Some(search) });
        }
        pair
    }

    fn cost(&self, pair: u32) -> Cost {
        self.searches[pair as usize].cost
    }
}

impl TolerantMatcher<'_> {
    /// Runs a search to its end, and every other search as far as it needs them.
    fn run(&mut self, pair: u32, meter: &mut Meter) -> Result<u32, OverBudget> {
        let mut waiting = vec![(pair, u32::MAX)];
        while let Some((pair, limit)) = waiting.pop() {
            if let Pause::Needs(other, other_limit) = self.advance(pair, limit, meter)? {
                waiting.push((pair, limit));
                waiting.push((other, other_limit));
            }
        }
        Ok(self.cost(pair).nodes)
    }

    fn advance(&mut self, pair: u32, limit: u32, meter: &mut Meter) -> Result<Pause, OverBudget> {
        let Some(mut search) = self.searches[pair as usize].search.take() else { return Ok(Pause::Done) };
        let pause = search.run(self.compiled, self.view, self, limit, meter);
        self.searches[pair as usize] = PairSearch { cost: search.cost(), search: Some(search) };
        pause
    }

    /// Goes through a pair along its cheapest way and collects what it finds.
    fn trace(&mut self, pair: &Pair, open: &mut Vec<Pair>, found: &mut PageMatch) {
        let number = self.find(pair.pattern, self.view.subtrees[pair.node as usize]);
        let Some(search) = &self.searches[number as usize].search else { return };
        // The search may have been made for an equal subpattern, whose program is the same elsewhere.
        let start = self.compiled.program(pair.pattern).start;
        let other_start = self.compiled.program(search.element()).start;
        let children: Vec<u32> = self.view.page.children(pair.node).collect();
        let mut turns = Turns::new(pair.turns.clone());
        for step in search.way().windows(2) {
            let here = (step[0].instruction - other_start + start) as usize;
            let instruction = self.compiled.instructions()[here];
            match (instruction, children.get(step[0].read as usize)) {
                (Instruction::Item(item), Some(&child)) if is_taken(step) => {
                    self.collect(item, child, &turns, open, found);
                }
                (_, Some(&child)) if step[1].read > step[0].read => {
                    let cost = self.view.page.nodes()[child as usize].size;
                    found.misfits.push(Misfit { kind: MisfitKind::Extra, pattern: pair.pattern, node: child, cost });
                }
                (Instruction::Item(item), _) => {
                    let cost = self.compiled.minimal_sizes[item as usize];
                    found.misfits.push(Misfit { kind: MisfitKind::Missing, pattern: item, node: pair.node, cost });
                }
                _ => turns.follow(search_instruction(self.compiled, step[0]), step[1].instruction),
            }
        }
    }

    fn collect(&self, item: u32, node: u32, turns: &Turns, open: &mut Vec<Pair>, found: &mut PageMatch) {
        let subtree = self.view.subtrees[node as usize];
        match self.compiled.pattern.node(item).kind {
            PatternKind::Fixed => open.push(Pair { pattern: item, node, turns: turns.now() }),
            PatternKind::Variant => found.values.push(Value { pattern: item, node, turns: turns.now() }),
            _ if self.view.fit(&self.compiled.pattern, item, subtree) == Fit::OtherData => {
                found.misfits.push(Misfit { kind: MisfitKind::Changed, pattern: item, node, cost: 1 });
            }
            _ => {}
        }
    }
}

/// The instruction of a state as the search saw it, targets included.
fn search_instruction(compiled: &CompiledPattern, state: State) -> Instruction {
    compiled.instructions()[state.instruction as usize]
}

fn is_taken(step: &[State]) -> bool {
    step[1].read > step[0].read && step[1].instruction > step[0].instruction
}
