//! Forest tables along the leftmost path, after Zhang and Shasha (1989); along the rightmost in the mirror.
//!
//! One table compares a subtree of the first tree with a subtree of the second and yields the gains of all
//! pairs of nodes on their leftmost paths. All other pairs inside must be known before.

use super::EditCosts;
use super::gains::{Gains, Rows};
use super::rows::{Columns, RowStack};
use super::side::{Side, View};

/// What a table is filled with.
pub(super) struct Workbench<'a> {
    pub first: &'a Side,
    pub second: &'a Side,
    pub costs: EditCosts,
    pub gains: Gains,
    pub stack: RowStack,
}

impl Workbench<'_> {
    /// What mapping a node of one class to a node of another gains.
    pub fn node_gain(&self, first: u32, second: u32) -> u32 {
        let (first, second) = (first as usize, second as usize);
        self.costs.gain(self.first.class_keys[first] == self.second.class_keys[second])
    }
}

/// Fills the table of two classes in two views of the same direction.
pub(super) fn fill_table(bench: &mut Workbench<'_>, views: (&View, &View), classes: (u32, u32)) {
    let rows = views.0.range(classes.0);
    let range = views.1.range(classes.1);
    let columns = Columns { classes: &views.1.classes[range.clone()], sizes: &views.1.sizes[range] };
    let path_columns = path_columns(columns);
    bench.stack.start_empty(columns.classes.len());
    for position in rows.clone() {
        let size = views.0.sizes[position] as usize;
        let class = views.0.classes[position];
        if size == 1 {
            bench.stack.open_leaf();
        }
        if position + 1 - size == rows.start {
            fold_path_row(bench, columns, &path_columns, class);
        } else {
            bench.stack.fold(columns, bench.gains.row(Rows::First, class));
            if !views.0.is_first[position] {
                bench.stack.close_path();
            }
        }
    }
}

/// The columns whose forest is one whole tree: those on the leftmost path.
fn path_columns(columns: Columns<'_>) -> Vec<usize> {
    (0..columns.sizes.len()).filter(|&column| columns.sizes[column] as usize == column + 1).collect()
}

/// The row of a node on the leftmost path: its forest is one whole tree, too. Where a column's is as well,
/// their roots may be mapped to each other, and the cell is the gain of the two subtrees.
fn fold_path_row(bench: &mut Workbench<'_>, columns: Columns<'_>, path: &[usize], class: u32) {
    let node_gains: Vec<u32> = path.iter().map(|&column| bench.node_gain(class, columns.classes[column])).collect();
    let gains = bench.gains.row(Rows::First, class);
    let row = bench.stack.current();
    let (mut best, mut start, mut before) = (0, 0, 0);
    let mut found = Vec::with_capacity(path.len());
    for (&column, &node_gain) in path.iter().zip(&node_gains) {
        before = fold_trees(&mut row[start + 1..=column], columns, start, gains, &mut best, before);
        let cell = &mut row[column + 1];
        best = best.max(*cell).max(before + node_gain);
        before = std::mem::replace(cell, best);
        found.push((columns.classes[column], best));
        start = column + 1;
    }
    for (column, gain) in found {
        bench.gains.set(Rows::First, class, column, gain);
    }
}

/// The cells between two path columns: the row's whole tree goes with one column's whole subtree, or it
/// does not take that column's node. Returns what the last cell held before.
fn fold_trees(
    cells: &mut [u32],
    columns: Columns<'_>,
    start: usize,
    gains: &[u32],
    best: &mut u32,
    before: u32,
) -> u32 {
    let mut before = before;
    for (cell, &class) in cells.iter_mut().zip(&columns.classes[start..]) {
        *best = (*best).max(*cell).max(gains[class as usize]);
        before = std::mem::replace(cell, *best);
    }
    before
}
