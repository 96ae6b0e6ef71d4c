//! The gains of pairs of subtree classes found so far.
//!
//! Once a pair is set, so are all pairs of their subtrees: that is the invariant which lets every part of
//! the algorithm skip what another part has done.

const UNKNOWN: u32 = u32::MAX;

/// A table from pairs of classes to gains, kept in both orientations because rows are read one after the
/// other. Every row ends with a zero: the gain of a column that takes no part.
pub(super) struct Gains {
    forward: Vec<u32>,
    backward: Vec<u32>,
    forward_width: usize,
    backward_width: usize,
}

/// Which tree gives the rows of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rows {
    First,
    Second,
}

impl Gains {
    pub fn new(first_classes: usize, second_classes: usize) -> Self {
        Self {
            forward: unknown_rows(first_classes, second_classes),
            backward: unknown_rows(second_classes, first_classes),
            forward_width: second_classes + 1,
            backward_width: first_classes + 1,
        }
    }

    pub fn is_known(&self, first: u32, second: u32) -> bool {
        self.get(first, second) != UNKNOWN
    }

    pub fn get(&self, first: u32, second: u32) -> u32 {
        self.forward[first as usize * self.forward_width + second as usize]
    }

    pub fn set(&mut self, rows: Rows, row: u32, column: u32, gain: u32) {
        let (first, second) = match rows {
            Rows::First => (row as usize, column as usize),
            Rows::Second => (column as usize, row as usize),
        };
        self.forward[first * self.forward_width + second] = gain;
        self.backward[second * self.backward_width + first] = gain;
    }

    /// All gains of one class, indexed by the other tree's classes.
    pub fn row(&self, rows: Rows, class: u32) -> &[u32] {
        let (table, width) = match rows {
            Rows::First => (&self.forward, self.forward_width),
            Rows::Second => (&self.backward, self.backward_width),
        };
        &table[class as usize * width..][..width]
    }
}

fn unknown_rows(rows: usize, columns: usize) -> Vec<u32> {
    let mut table = vec![UNKNOWN; rows * (columns + 1)];
    for row in table.chunks_mut(columns + 1) {
        row[columns] = 0;
    }
    table
}
