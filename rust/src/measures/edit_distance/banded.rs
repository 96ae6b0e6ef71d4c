//! The unit-cost distance of two trees if it is small: forest tables of Zhang and Shasha, cut to a band.
//!
//! A mapping keeps the postorder, so it maps what is to the left of two subtrees, a prefix of each, and what follows the
//! prefixes each to the other, and pays at least for the differences in size. Cells where these exceed the cutoff
//! belong to no mapping that matters, and many tables have no other cells (after Touzet 2005, with all three parts).

use std::ops::RangeInclusive;

use super::super::budget::{Meter, OverBudget};
use super::trim::FlatTree;

/// More than any distance, and far from overflowing when added.
const FAR: u32 = u32::MAX / 4;

/// A tree in postorder.
struct Postorder {
    keys: Vec<u64>,
    /// For every node, the first node of its subtree: the number of nodes to its left as well.
    starts: Vec<u32>,
    /// Nodes that need tables of their own: the root, and all that do not come first among their siblings.
    key_roots: Vec<u32>,
}

impl Postorder {
    fn new(tree: &FlatTree) -> Self {
        let nodes = tree.sizes.len();
        let mut ordered = Self { keys: vec![0; nodes], starts: vec![0; nodes], key_roots: Vec::new() };
        let mut open: Vec<usize> = Vec::new();
        for node in 0..nodes {
            while open.last().is_some_and(|&last| last + tree.sizes[last] as usize <= node) {
                open.pop();
            }
            let size = tree.sizes[node];
            let place = node + size as usize - 1 - open.len();
            ordered.keys[place] = tree.keys[node];
            ordered.starts[place] = place as u32 + 1 - size;
            if open.last().is_none_or(|&parent| parent + 1 != node) {
                ordered.key_roots.push(place as u32);
            }
            open.push(node);
        }
        ordered.key_roots.sort_unstable();
        ordered
    }

    fn len(&self) -> usize {
        self.keys.len()
    }
}

/// By how much a prefix of the first subtree may exceed one of the second, in nodes.
type Band = RangeInclusive<i64>;

/// Two trees and the largest distance that matters.
pub(super) struct BandedTables {
    first: Postorder,
    second: Postorder,
    cutoff: i64,
    /// Distances of pairs of subtrees, as far as they matter.
    distances: Vec<u32>,
    /// The table being filled, band by band.
    cells: Vec<u32>,
}

impl BandedTables {
    pub fn new(first: &FlatTree, second: &FlatTree, cutoff: u64) -> Self {
        Self {
            first: Postorder::new(first),
            second: Postorder::new(second),
            cutoff: cutoff.min(u64::from(FAR)) as i64,
            distances: Vec::new(),
            cells: Vec::new(),
        }
    }

    /// The cells that there are to fill, at most; stops counting at `enough`.
    pub fn count_cells(&self, enough: u64) -> u64 {
        let mut cells = 0;
        for &first in &self.first.key_roots {
            for &second in &self.second.key_roots {
                cells += self.table_cells(first as usize, second as usize);
            }
            if cells >= enough {
                break;
            }
        }
        cells
    }

    /// The distance, if it is not beyond the cutoff.
    pub fn distance(mut self, meter: &mut Meter) -> Result<Option<u64>, OverBudget> {
        meter.reserve(self.first.len(), self.second.len())?;
        self.distances = vec![FAR; self.first.len() * self.second.len()];
        for first in 0..self.first.key_roots.len() {
            for second in 0..self.second.key_roots.len() {
                let roots = (self.first.key_roots[first] as usize, self.second.key_roots[second] as usize);
                meter.charge(self.table_cells(roots.0, roots.1))?;
                if let Some(band) = self.band(roots.0, roots.1) {
                    self.fill_table(roots, &band);
                }
            }
        }
        let distance = self.distances.last().map_or(0, |&distance| u64::from(distance));
        Ok((distance as i64 <= self.cutoff).then_some(distance))
    }

    fn table_cells(&self, first: usize, second: usize) -> u64 {
        let rows = u64::from(first as u32 + 1 - self.first.starts[first]);
        let columns = u64::from(second as u32 + 1 - self.second.starts[second]);
        let width = |band: Band| (band.end() - band.start() + 1) as u64;
        self.band(first, second).map_or(0, |band| rows * columns.min(width(band)))
    }

    /// The differences of prefixes that leave something of the cutoff, for the table of two key roots.
    fn band(&self, first: usize, second: usize) -> Option<Band> {
        let left = i64::from(self.first.starts[first]) - i64::from(self.second.starts[second]);
        let surplus = self.first.len() as i64 - self.second.len() as i64 - left;
        // Prefixes and what follows them share the surplus; the rest may be spent in either direction and back.
        let spare = self.cutoff - left.abs() - surplus.abs();
        (spare >= 0).then(|| surplus.min(0) - spare / 2..=surplus.max(0) + spare / 2)
    }

    fn fill_table(&mut self, (first, second): (usize, usize), band: &Band) {
        let table = Table::new(self.first.starts[first], first, self.second.starts[second], second, band);
        self.cells.clear();
        self.cells.resize((table.rows + 1) * table.width(), FAR);
        for column in table.columns_of(0) {
            self.cells[table.place(0, column)] = column as u32;
        }
        for row in 1..=table.rows {
            for column in table.columns_of(row) {
                let here = table.place(row, column);
                self.cells[here] = match column {
                    0 => row as u32,
                    _ => self.cell(&table, row, column, here).min(FAR),
                };
            }
        }
    }

    /// The cell of two forests that each end with a node: delete the one, insert the other, or map something.
    fn cell(&mut self, table: &Table, row: usize, column: usize, here: usize) -> u32 {
        let (node, other) = (table.row_start + row - 1, table.column_start + column - 1);
        let edited = self.cells[here - table.width() + 1].min(self.cells[here - 1]) + 1;
        let pair = node * self.second.len() + other;
        let before_row = self.first.starts[node] as usize - table.row_start;
        let before_column = self.second.starts[other] as usize - table.column_start;
        if before_row == 0 && before_column == 0 {
            let renamed = u32::from(self.first.keys[node] != self.second.keys[other]);
            let distance = edited.min(self.cells[here - table.width()] + renamed).min(FAR);
            self.distances[pair] = distance;
            return distance;
        }
        match table.holds(before_row, before_column) {
            true => edited.min(self.cells[table.place(before_row, before_column)] + self.distances[pair]),
            false => edited,
        }
    }
}

/// Where the cells of a table are: row by row, each as wide as the band and a border on both sides, which stays far.
struct Table {
    row_start: usize,
    column_start: usize,
    rows: usize,
    columns: usize,
    least: i64,
    most: i64,
}

impl Table {
    fn new(row_start: u32, last_row: usize, column_start: u32, last_column: usize, band: &Band) -> Self {
        let (row_start, column_start) = (row_start as usize, column_start as usize);
        let (rows, columns) = (last_row + 1 - row_start, last_column + 1 - column_start);
        Self { row_start, column_start, rows, columns, least: *band.start(), most: *band.end() }
    }

    fn width(&self) -> usize {
        (self.most - self.least + 3) as usize
    }

    fn place(&self, row: usize, column: usize) -> usize {
        row * self.width() + (column as i64 - row as i64 + self.most + 1) as usize
    }

    fn holds(&self, row: usize, column: usize) -> bool {
        (self.least..=self.most).contains(&(row as i64 - column as i64))
    }

    /// The columns of a row that lie in the band.
    fn columns_of(&self, row: usize) -> std::ops::Range<usize> {
        let from = (row as i64 - self.most).max(0);
        let to = (row as i64 - self.least).min(self.columns as i64) + 1;
        from as usize..to.max(from) as usize
    }
}
