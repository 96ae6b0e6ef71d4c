//! What finds the leaves of pages, kept from one batch to the next.

use super::pool::Pool;
use crate::html::{Limits, Parser};
use crate::leaves::{LeafFinder, MatchRoom};

/// Parses pages and finds their leaves, one page after the other in the same arrays.
#[derive(Default)]
pub struct LeafMachine {
    pub parser: Parser,
    pub finder: LeafFinder,
    /// For each template its own.
    pub rooms: Vec<MatchRoom>,
}

static MACHINES: Pool<LeafMachine> = Pool::new();

impl LeafMachine {
    /// Lends a machine that may have worked before.
    pub fn lend<T>(limits: Limits, work: impl FnOnce(&mut LeafMachine) -> T) -> T {
        let mut machine = MACHINES.take(LeafMachine::default);
        machine.parser.set_limits(limits);
        let result = work(&mut machine);
        let bytes = machine.parser.capacity()
            + machine.finder.capacity()
            + machine.rooms.iter().map(MatchRoom::capacity).sum::<usize>();
        MACHINES.put_back(machine, bytes);
        result
    }
}
