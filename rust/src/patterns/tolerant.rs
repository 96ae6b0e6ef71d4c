//! Tolerant extraction: every page is aligned with the pattern at the least cost, and says what did not fit.
//!
//! A compiled pattern and a page enter; the best alignment leaves. Leaving out a part of the page costs the nodes it
//! has, leaving out a part of the pattern the fewest nodes it stands for, and constant data that says something
//! else costs 1. At cost 0 this is strict matching, values included. Costs are computed for pairs of distinct
//! subpatterns and distinct subtrees, children first; a pair that fits strictly costs nothing and is not entered.

use super::content::ContentTree;
use super::outcome::{Misfit, MisfitKind, PageMatch, Value};
use super::pattern::PatternKind;
use super::program::{CompiledPattern, Instruction};
use super::search::{Progress, Search, State, Steps};
use super::strict::{Pair, StrictMatcher, Turns};
use super::table::CostTable;
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
    let strict = StrictMatcher::new(compiled, &view);
    let mut matcher = TolerantMatcher { compiled, view: &view, strict, costs: WordMap::default() };
    let mut found = PageMatch::new(compiled, page);
    if view.fit(&compiled.pattern, 0, view.subtrees[0]) != Fit::Element {
        return Ok(leave_out_everything(compiled, found));
    }
    found.cost = u64::from(matcher.cost(0, view.subtrees[0], &mut meter)?);
    let mut open = vec![Pair { pattern: 0, node: 0, turns: Vec::new() }];
    while let Some(pair) = open.pop() {
        matcher.trace(&pair, &mut open, &mut found, &mut meter)?;
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

/// Knows what it costs to fit subtrees into subpatterns.
struct TolerantMatcher<'a> {
    compiled: &'a CompiledPattern,
    view: &'a PageView<'a>,
    strict: StrictMatcher<'a>,
    costs: WordMap<u64, u32>,
}

impl TolerantMatcher<'_> {
    /// What it costs to fit an element into an element of the pattern that has its tag.
    fn cost(&mut self, element: u32, subtree: u32, meter: &mut Meter) -> Result<u32, OverBudget> {
        let mut pairs = self.pairs_needed(element, subtree, meter)?;
        pairs.sort_unstable();
        for (subtree, element) in pairs {
            let cost = self.table(element, subtree, meter)?.total();
            self.costs.insert(self.code(element, subtree), cost);
        }
        Ok(self.costs[&self.code(element, subtree)])
    }

    /// All pairs of elements that do not fit strictly and may come to stand against each other.
    fn pairs_needed(
        &mut self,
        element: u32,
        subtree: u32,
        meter: &mut Meter,
    ) -> Result<Vec<(u32, u32)>, OverBudget> {
        let mut pairs = Vec::new();
        self.note(element, subtree, &mut pairs, meter)?;
        let mut next = 0;
        while next < pairs.len() {
            let (subtree, element) = pairs[next];
            for at in self.compiled.program(element) {
                let Instruction::Item(item) = self.compiled.instructions()[at as usize] else { continue };
                for &child in self.view.trees.children(subtree) {
                    meter.charge(1)?;
                    if self.view.fit(&self.compiled.pattern, item, child) == Fit::Element {
                        self.note(item, child, &mut pairs, meter)?;
                    }
                }
            }
            next += 1;
        }
        Ok(pairs)
    }

    fn note(
        &mut self,
        element: u32,
        subtree: u32,
        pairs: &mut Vec<(u32, u32)>,
        meter: &mut Meter,
    ) -> Result<(), OverBudget> {
        let code = self.code(element, subtree);
        if self.costs.insert(code, 0).is_none() && !self.strict.fits(element, subtree, meter)? {
            pairs.push((subtree, element));
        }
        Ok(())
    }

    fn code(&self, pattern: u32, subtree: u32) -> u64 {
        u64::from(self.compiled.shapes[pattern as usize]) << 32 | u64::from(subtree)
    }

    /// What it costs to put a child into the place of an item, if it can be put there.
    fn cost_of_taking(&self, item: u32, child: u32) -> Option<u32> {
        match self.view.fit(&self.compiled.pattern, item, child) {
            Fit::Never => None,
            Fit::Data => Some(0),
            Fit::OtherData => Some(1),
            Fit::Element => Some(self.costs[&self.code(item, child)]),
        }
    }

    fn table(&self, element: u32, subtree: u32, meter: &mut Meter) -> Result<CostTable<'_>, OverBudget> {
        let children = self.view.trees.children(subtree);
        let sizes: Vec<u32> = children.iter().map(|&child| self.view.trees.size(child)).collect();
        CostTable::fill(self.compiled, element, &sizes, meter, |item, at| self.cost_of_taking(item, children[at]))
    }

    /// Goes through a pair along the best alignment and collects what it finds.
    fn trace(
        &mut self,
        pair: &Pair,
        open: &mut Vec<Pair>,
        found: &mut PageMatch,
        meter: &mut Meter,
    ) -> Result<(), OverBudget> {
        let subtree = self.view.subtrees[pair.node as usize];
        if self.strict.fits(pair.pattern, subtree, meter)? {
            return self.strict.derive(pair, open, &mut found.values, meter);
        }
        let table = self.table(pair.pattern, subtree, meter)?;
        let mut search = Search::new(self.compiled, pair.pattern);
        let progress = search.run(meter, |state| self.best_steps(&table, subtree, state))?;
        debug_assert!(matches!(progress, Progress::Found), "a table's costs are reached");
        let children: Vec<u32> = self.view.page.children(pair.node).collect();
        let mut turns = Turns::new(pair.turns.clone());
        for step in search.way().windows(2) {
            let instruction = self.compiled.instructions()[step[0].instruction as usize];
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
                _ => turns.follow(instruction, step[1].instruction),
            }
        }
        Ok(())
    }

    /// The steps that lie on a best alignment, in the order in which strict matching prefers them.
    fn best_steps(&self, table: &CostTable, subtree: u32, state: State) -> Steps {
        let children = self.view.trees.children(subtree);
        let instruction = self.compiled.instructions()[state.instruction as usize];
        if instruction == Instruction::Accept && state.read as usize == children.len() {
            return Steps::Arrived;
        }
        let steps = table.steps(instruction, state, |item, at| self.cost_of_taking(item, children[at]));
        let left = table.cost(state);
        let is_best = |&(next, cost): &(State, u32)| table.cost(next).saturating_add(cost) == left;
        Steps::Open(steps.into_iter().filter(is_best).map(|(next, _)| next).collect())
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

fn is_taken(step: &[State]) -> bool {
    step[1].read > step[0].read && step[1].instruction > step[0].instruction
}
