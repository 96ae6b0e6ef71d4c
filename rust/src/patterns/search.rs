//! Backtracking that never takes the same step twice: the search for a way through an element's program.
//!
//! A program, the number of children and an oracle that says which steps are open enter; the preferred way that
//! reads all children leaves, if there is one. Every pair of instruction and child is visited at most once, so that
//! a way is found in time proportional to their number however many optionals and sets there are, and a set whose
//! body matched nothing cannot go round for ever.

use super::program::{CompiledPattern, Instruction};
use crate::hash::WordMap;
use crate::measures::budget::{Meter, OverBudget};

/// An instruction about to be carried out, and how many children have been read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    /// The position of the instruction.
    pub instruction: u32,
    /// The number of children read.
    pub read: u32,
}

impl State {
    fn code(self) -> u64 {
        u64::from(self.instruction) << 32 | u64::from(self.read)
    }

    fn of_code(code: u64) -> Self {
        Self { instruction: (code >> 32) as u32, read: code as u32 }
    }
}

/// What the oracle says about the steps that leave a state.
pub enum Steps {
    /// These, the preferred one first.
    Open(Vec<State>),
    /// All children are read: the search is over.
    Arrived,
    /// It must know first whether this node of the pattern matches the child at this place.
    Ask(u32, u32),
}

/// How far a search came.
pub enum Progress {
    /// There is a way.
    Found,
    /// There is no way.
    Failed,
    /// See [`Steps::Ask`]; the search can be continued.
    Waiting(u32, u32),
}

/// A search under way. Most states of a large program are never visited, so a map beats a table.
pub struct Search {
    open: Vec<(State, u64)>,
    /// For each visited state the one before it.
    came_from: WordMap<u64, u64>,
    end: Option<State>,
}

const NOWHERE: u64 = u64::MAX;

impl Search {
    /// Starts at the first instruction of an element's program.
    #[must_use]
    pub fn new(compiled: &CompiledPattern, element: u32) -> Self {
        let start = State { instruction: compiled.program(element).start, read: 0 };
        Self { open: vec![(start, NOWHERE)], came_from: WordMap::default(), end: None }
    }

    /// Goes on until a way is found, none is left, or the oracle has to learn something.
    ///
    /// # Errors
    /// If the budget does not suffice.
    pub fn run(&mut self, meter: &mut Meter, mut oracle: impl FnMut(State) -> Steps) -> Result<Progress, OverBudget> {
        while let Some((state, from)) = self.open.pop() {
            if self.came_from.contains_key(&state.code()) {
                continue;
            }
            meter.charge(1)?;
            match oracle(state) {
                Steps::Ask(item, child) => {
                    self.open.push((state, from));
                    return Ok(Progress::Waiting(item, child));
                }
                Steps::Open(next) => {
                    self.came_from.insert(state.code(), from);
                    self.open.extend(next.into_iter().rev().map(|next| (next, state.code())));
                }
                Steps::Arrived => {
                    self.came_from.insert(state.code(), from);
                    self.end = Some(state);
                    return Ok(Progress::Found);
                }
            }
        }
        Ok(Progress::Failed)
    }

    /// The way that was found, from the first state to the last.
    #[must_use]
    pub fn way(&self) -> Vec<State> {
        let mut way = Vec::new();
        let mut code = self.end.map_or(NOWHERE, State::code);
        while code != NOWHERE {
            way.push(State::of_code(code));
            code = self.came_from[&code];
        }
        way.reverse();
        way
    }
}

/// The steps of instructions that read nothing.
#[must_use]
pub fn silent_steps(instruction: Instruction, state: State) -> Vec<State> {
    let at = |instruction| State { instruction, ..state };
    match instruction {
        Instruction::Maybe(end) => vec![at(state.instruction + 1), at(end)],
        Instruction::Again(start) => vec![at(start), at(state.instruction + 1)],
        Instruction::Enter(_) | Instruction::Turn(_) => vec![at(state.instruction + 1)],
        Instruction::Item(_) | Instruction::Accept => Vec::new(),
    }
}
