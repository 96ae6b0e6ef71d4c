//! The table of tolerant matching: from every instruction and every child the least cost of what is still to come.
//!
//! An element's program, its children's sizes and the costs of taking them enter. The table is filled from the last
//! child to the first; among the instructions of one column, sets lead backwards, so a column is gone through
//! until nothing changes, which takes as many turns as sets stand inside each other.

use super::program::{CompiledPattern, Instruction};
use super::search::State;
use crate::measures::budget::{Meter, OverBudget};

/// Costs from every state to the end.
pub struct CostTable<'a> {
    compiled: &'a CompiledPattern,
    start: u32,
    instructions: usize,
    sizes: Vec<u32>,
    cells: Vec<u32>,
}

impl<'a> CostTable<'a> {
    /// Fills the table of an element; `taking` gives the cost of putting a child into the place of an item.
    ///
    /// # Errors
    /// If the budget does not suffice.
    pub fn fill(
        compiled: &'a CompiledPattern,
        element: u32,
        sizes: &[u32],
        meter: &mut Meter,
        taking: impl Fn(u32, usize) -> Option<u32>,
    ) -> Result<Self, OverBudget> {
        let program = compiled.program(element);
        let (start, instructions) = (program.start, program.len());
        meter.reserve(instructions, sizes.len() + 1)?;
        let cells = vec![u32::MAX; instructions * (sizes.len() + 1)];
        let mut table = Self { compiled, start, instructions, sizes: sizes.to_vec(), cells };
        for read in (0..=sizes.len()).rev() {
            while {
                meter.charge(instructions as u64)?;
                table.pass(read, &taking)
            } {}
        }
        Ok(table)
    }

    /// Goes through one column from the last instruction to the first; whether a set has to be gone through again.
    fn pass(&mut self, read: usize, taking: &impl Fn(u32, usize) -> Option<u32>) -> bool {
        let mut is_changed = false;
        for offset in (0..self.instructions).rev() {
            let instruction = self.compiled.instructions()[self.start as usize + offset];
            let state = State { instruction: self.start + offset as u32, read: read as u32 };
            let best = match instruction {
                Instruction::Accept if read == self.sizes.len() => 0,
                _ => self.best(instruction, state, taking),
            };
            let index = self.index(state);
            if best < self.cells[index] {
                self.cells[index] = best;
                is_changed = true;
            }
        }
        is_changed && self.has_sets()
    }

    fn has_sets(&self) -> bool {
        let program = self.start as usize..self.start as usize + self.instructions;
        self.compiled.instructions()[program].iter().any(|instruction| matches!(instruction, Instruction::Again(_)))
    }

    fn best(&self, instruction: Instruction, state: State, taking: &impl Fn(u32, usize) -> Option<u32>) -> u32 {
        let steps = self.steps(instruction, state, taking);
        steps.into_iter().map(|(next, cost)| self.cost(next).saturating_add(cost)).min().unwrap_or(u32::MAX)
    }

    /// All steps that leave a state, with their costs, the preferred one first.
    pub fn steps(
        &self,
        instruction: Instruction,
        state: State,
        taking: impl Fn(u32, usize) -> Option<u32>,
    ) -> Vec<(State, u32)> {
        let on = State { instruction: state.instruction + 1, ..state };
        let leave_out = self.sizes.get(state.read as usize).map(|&size| (State { read: state.read + 1, ..state }, size));
        match instruction {
            Instruction::Item(item) => {
                let mut steps = Vec::with_capacity(3);
                if (state.read as usize) < self.sizes.len()
                    && let Some(cost) = taking(item, state.read as usize)
                {
                    steps.push((State { read: state.read + 1, ..on }, cost));
                }
                steps.push((on, self.compiled.minimal_sizes[item as usize]));
                steps.extend(leave_out);
                steps
            }
            Instruction::Maybe(end) => vec![(on, 0), (State { instruction: end, ..state }, 0)],
            Instruction::Again(start) => vec![(State { instruction: start, ..state }, 0), (on, 0)],
            Instruction::Enter(_) | Instruction::Turn(_) => vec![(on, 0)],
            Instruction::Accept => leave_out.into_iter().collect(),
        }
    }

    /// The least cost from a state to the end.
    #[must_use]
    pub fn cost(&self, state: State) -> u32 {
        self.cells[self.index(state)]
    }

    /// The least cost of the whole element.
    #[must_use]
    pub fn total(&self) -> u32 {
        self.cost(State { instruction: self.start, read: 0 })
    }

    fn index(&self, state: State) -> usize {
        state.read as usize * self.instructions + (state.instruction - self.start) as usize
    }
}
