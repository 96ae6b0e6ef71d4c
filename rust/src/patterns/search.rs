//! Backtracking that never takes the same step twice: the search for a way through an element's program.
//!
//! Finds the preferred way that reads all children, if there is one, asking an oracle which steps are open. Every
//! pair of instruction and child is visited at most once, so that a way is found in time proportional to their number
//! however many optionals and sets there are, and a set whose body matched nothing cannot go round for ever.

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

/// What the oracle says about the steps that leave a state.
pub enum Steps {
    /// These, the preferred one first.
    Open(Fork),
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

/// At most three steps, the preferred one first.
#[derive(Clone, Copy)]
pub struct Fork {
    steps: [State; 3],
    length: usize,
}

impl Fork {
    /// No step: a dead end.
    pub const DEAD_END: Self = Self { steps: [State { instruction: 0, read: 0 }; 3], length: 0 };

    /// These steps; more than three are not kept.
    pub fn of(steps: impl IntoIterator<Item = State>) -> Self {
        let mut fork = Self::DEAD_END;
        for (place, step) in fork.steps.iter_mut().zip(steps) {
            *place = step;
            fork.length += 1;
        }
        fork
    }

    /// The steps.
    #[must_use]
    pub fn steps(&self) -> &[State] {
        &self.steps[..self.length]
    }
}

/// A search under way.
pub struct Search {
    open: Vec<(State, u64)>,
    visited: Visited,
    end: Option<State>,
}

impl Search {
    /// Starts at the first instruction of the program of an element, which has that number of children to read.
    #[must_use]
    pub fn new(compiled: &CompiledPattern, element: u32, children: usize) -> Self {
        let program = compiled.program(element);
        let visited = Visited::new(program.start, children as u64 + 1, program.len() as u64);
        let open = vec![(State { instruction: program.start, read: 0 }, Visited::NOWHERE)];
        Self { open, visited, end: None }
    }

    /// Goes on until a way is found, none is left, or the oracle has to learn something.
    ///
    /// # Errors
    /// If the budget does not suffice.
    pub fn run(&mut self, meter: &mut Meter, mut oracle: impl FnMut(State) -> Steps) -> Result<Progress, OverBudget> {
        while let Some((state, from)) = self.open.pop() {
            if self.visited.before(state).is_some() {
                continue;
            }
            meter.charge(1)?;
            match oracle(state) {
                Steps::Ask(item, child) => {
                    self.open.push((state, from));
                    return Ok(Progress::Waiting(item, child));
                }
                Steps::Open(fork) => {
                    self.visited.visit(state, from);
                    let code = self.visited.code(state);
                    self.open.extend(fork.steps().iter().rev().map(|&next| (next, code)));
                }
                Steps::Arrived => {
                    self.visited.visit(state, from);
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
        self.end.map_or_else(Vec::new, |end| self.visited.way_to(end))
    }
}

/// For every visited state of one program the state before it, both as codes.
pub struct Visited {
    start: u32,
    width: u64,
    before: Before,
}

/// Small programs have a table; of large ones most states are never visited.
enum Before {
    Table(Vec<u32>),
    Map(WordMap<u64, u64>),
}

const NOT_VISITED: u32 = u32::MAX;
const LARGEST_TABLE: u64 = 1 << 10;

impl Visited {
    /// Where the first state came from.
    pub const NOWHERE: u64 = NOT_VISITED as u64 - 1;

    /// No state visited, of a program that starts there, reads one child less than `width` and is so long.
    #[must_use]
    pub fn new(start: u32, width: u64, length: u64) -> Self {
        let before = match length * width <= LARGEST_TABLE {
            true => Before::Table(vec![NOT_VISITED; (length * width) as usize]),
            false => Before::Map(WordMap::default()),
        };
        Self { start, width, before }
    }

    /// The number of a state.
    #[must_use]
    pub fn code(&self, state: State) -> u64 {
        u64::from(state.instruction - self.start) * self.width + u64::from(state.read)
    }

    /// The code of the state before; none where the state was not visited.
    #[must_use]
    pub fn before(&self, state: State) -> Option<u64> {
        self.before_code(self.code(state))
    }

    fn before_code(&self, code: u64) -> Option<u64> {
        match &self.before {
            Before::Table(table) => Some(table[code as usize]).filter(|&from| from != NOT_VISITED).map(u64::from),
            Before::Map(map) => map.get(&code).copied(),
        }
    }

    /// Notes that a state was reached from another.
    pub fn visit(&mut self, state: State, from: u64) {
        let code = self.code(state);
        match &mut self.before {
            Before::Table(table) => table[code as usize] = from as u32,
            Before::Map(map) => _ = map.insert(code, from),
        }
    }

    /// The states on the way to a visited one, which is the last.
    #[must_use]
    pub fn way_to(&self, end: State) -> Vec<State> {
        let mut way = Vec::new();
        let mut next = Some(self.code(end));
        while let Some(code) = next {
            let instruction = self.start + (code / self.width) as u32;
            way.push(State { instruction, read: (code % self.width) as u32 });
            next = self.before_code(code).filter(|&from| from != Self::NOWHERE);
        }
        way.reverse();
        way
    }
}

/// The steps of instructions that read nothing.
#[must_use]
pub fn silent_steps(instruction: Instruction, state: State) -> Fork {
    let at = |instruction| State { instruction, ..state };
    match instruction {
        Instruction::Maybe(end) => Fork::of([at(state.instruction + 1), at(end)]),
        Instruction::Again(start) => Fork::of([at(start), at(state.instruction + 1)]),
        Instruction::Enter(_) | Instruction::Turn(_) => Fork::of([at(state.instruction + 1)]),
        Instruction::Item(_) | Instruction::Accept => Fork::DEAD_END,
    }
}
