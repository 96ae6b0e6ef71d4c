//! The cheapest way to fit one element of a page into one element of a pattern, searched for as far as it is needed.
//!
//! The search gives the least cost or a lower bound of it, and can be resumed later. Cheap ways come first
//! (Dijkstra), and among equally cheap ones those that strict matching prefers. What it costs to take a child is
//! another such search, on which this one waits.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use super::program::{CompiledPattern, Instruction};
use super::search::{State, Visited, silent_steps};
use super::view::{Fit, PageView};
use crate::measures::budget::{Meter, OverBudget};

/// The search for one pair of a subpattern and a subtree.
pub struct CheapestSearch {
    element: u32,
    subtree: u32,
    entries: BinaryHeap<Entry>,
    visited: Visited,
    pushed: u32,
    /// Once there is one, the least cost and the state in which it was reached.
    reached: Option<(u32, State)>,
    bound: u32,
}

/// What a search must be told about the pairs of items and children.
pub trait PairCosts {
    /// The number of the pair of an element of the pattern and a subtree with the same tag.
    fn find(&mut self, element: u32, subtree: u32) -> u32;

    /// What a pair costs, or costs at least.
    fn cost(&self, pair: u32) -> Cost;
}

/// A cost, or a lower bound of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cost {
    /// The number of nodes.
    pub nodes: u32,
    /// Whether it is the cost itself.
    pub is_final: bool,
}

/// Why a search paused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pause {
    /// It has its answer, or nothing cheaper than asked for is left.
    Done,
    /// This pair must be known up to this cost first.
    Needs(u32, u32),
}

/// A state to be reached, or an attempt to take a child at the end of which it will be.
struct Entry {
    /// The cost of reaching it, so far as it is known.
    cost: u32,
    order: u32,
    state: State,
    from: u64,
    attempt: Option<Attempt>,
}

/// A child that may be taken.
#[derive(Clone, Copy)]
struct Attempt {
    pair: u32,
    /// The cost before taking it.
    before: u32,
}

impl CheapestSearch {
    /// Starts at the first instruction of an element's program.
    #[must_use]
    pub fn new(compiled: &CompiledPattern, view: &PageView<'_>, element: u32, subtree: u32) -> Self {
        let program = compiled.program(element);
        let width = view.trees.children(subtree).len() as u64 + 1;
        let visited = Visited::new(program.start, width, program.len() as u64);
        let bound = least_cost(compiled, view, element, subtree);
        let mut search =
            Self { element, subtree, entries: BinaryHeap::new(), visited, pushed: 0, reached: None, bound };
        search.push(0, State { instruction: program.start, read: 0 }, Visited::NOWHERE, None);
        search
    }

    /// The element of the pattern whose program is searched.
    #[must_use]
    pub fn element(&self) -> u32 {
        self.element
    }

    /// The least cost, or what it is at least.
    #[must_use]
    pub fn cost(&self) -> Cost {
        match self.reached {
            Some((nodes, _)) => Cost { nodes, is_final: true },
            None => {
                let next = self.entries.peek().map_or(u32::MAX, |entry| entry.cost);
                Cost { nodes: next.max(self.bound), is_final: false }
            }
        }
    }

    /// Goes on as long as nothing more expensive than `limit` has to be looked at.
    ///
    /// # Errors
    /// If the budget does not suffice.
    pub fn run(
        &mut self,
        compiled: &CompiledPattern,
        view: &PageView<'_>,
        pairs: &mut impl PairCosts,
        limit: u32,
        meter: &mut Meter,
    ) -> Result<Pause, OverBudget> {
        while self.reached.is_none() && self.entries.peek().is_some_and(|entry| entry.cost <= limit) {
            let Some(entry) = self.entries.pop() else { break };
            if self.visited.before(entry.state).is_some() {
                continue;
            }
            meter.charge(1)?;
            match entry.attempt {
                None => {
                    self.visited.visit(entry.state, entry.from);
                    self.expand(compiled, view, pairs, &entry);
                }
                Some(attempt) => {
                    if let Some(pause) = self.retry(pairs, &entry, attempt, limit) {
                        return Ok(pause);
                    }
                }
            }
        }
        Ok(Pause::Done)
    }

    /// Looks again at a child that may be taken, now that its turn has come.
    fn retry(&mut self, pairs: &impl PairCosts, entry: &Entry, attempt: Attempt, limit: u32) -> Option<Pause> {
        let cost = pairs.cost(attempt.pair);
        let now = attempt.before.saturating_add(cost.nodes);
        let next = self.entries.peek().map_or(u32::MAX, |entry| entry.cost);
        self.push(now, entry.state, entry.from, Some(attempt).filter(|_| !cost.is_final));
        // Known by now, or more expensive than it looked: something else may come first.
        if cost.is_final || now > entry.cost {
            return None;
        }
        Some(Pause::Needs(attempt.pair, limit.min(next) - attempt.before))
    }

    /// Adds the steps that leave a state, the preferred one last, which puts it first.
    fn expand(
        &mut self,
        compiled: &CompiledPattern,
        view: &PageView<'_>,
        pairs: &mut impl PairCosts,
        &Entry { cost, state, .. }: &Entry,
    ) {
        let from = self.visited.code(state);
        let child = view.trees.children(self.subtree).get(state.read as usize).copied();
        let instruction = compiled.instructions()[state.instruction as usize];
        if let (Instruction::Item(_) | Instruction::Accept, Some(child)) = (instruction, child) {
            let left_out = cost.saturating_add(view.trees.size(child));
            self.push(left_out, State { read: state.read + 1, ..state }, from, None);
        }
        match (instruction, child) {
            (Instruction::Accept, None) => self.reached = Some((cost, state)),
            (Instruction::Accept, Some(_)) => {}
            (Instruction::Item(item), child) => {
                let on = State { instruction: state.instruction + 1, ..state };
                self.push(cost.saturating_add(compiled.minimal_sizes[item as usize]), on, from, None);
                if let Some((more, attempt)) = child.and_then(|child| taking(compiled, view, pairs, item, child)) {
                    let attempt = attempt.map(|pair| Attempt { pair, before: cost });
                    self.push(cost.saturating_add(more), State { read: state.read + 1, ..on }, from, attempt);
                }
            }
            _ => {
                let fork = silent_steps(instruction, state);
                fork.steps().iter().rev().for_each(|&next| self.push(cost, next, from, None));
            }
        }
    }

    fn push(&mut self, cost: u32, state: State, from: u64, attempt: Option<Attempt>) {
        if self.visited.before(state).is_none() {
            self.entries.push(Entry { cost, order: self.pushed, state, from, attempt });
            self.pushed += 1;
        }
    }

    /// The cheapest way, from the first state to the last; empty where there is none yet.
    #[must_use]
    pub fn way(&self) -> Vec<State> {
        self.reached.map_or_else(Vec::new, |(_, end)| self.visited.way_to(end))
    }
}

/// What taking a child costs, so far as it is known, and the pair to be asked about the rest; none if it does not fit.
fn taking(
    compiled: &CompiledPattern,
    view: &PageView<'_>,
    pairs: &mut impl PairCosts,
    item: u32,
    child: u32,
) -> Option<(u32, Option<u32>)> {
    match view.fit(&compiled.pattern, item, child) {
        Fit::Never => None,
        Fit::Data => Some((0, None)),
        Fit::OtherData => Some((1, None)),
        Fit::Element => {
            let pair = pairs.find(item, child);
            let cost = pairs.cost(pair);
            Some((cost.nodes, Some(pair).filter(|_| !cost.is_final)))
        }
    }
}

/// What fitting in costs at least: the page's nodes for which the pattern has no room, or the pattern's for which
/// the page has none.
fn least_cost(compiled: &CompiledPattern, view: &PageView<'_>, element: u32, subtree: u32) -> u32 {
    let size = view.trees.size(subtree);
    let missing = compiled.minimal_sizes[element as usize].saturating_sub(size);
    missing.max(size.saturating_sub(compiled.maximal_sizes[element as usize]))
}

impl PartialEq for Entry {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Entry {}

impl PartialOrd for Entry {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Entry {
    /// The largest comes first: the cheapest, and of these the latest, as in a search in depth.
    fn cmp(&self, other: &Self) -> Ordering {
        other.cost.cmp(&self.cost).then(self.order.cmp(&other.order))
    }
}
