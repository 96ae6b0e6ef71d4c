//! Rows of forest tables.
//!
//! A table compares growing forests of one tree (rows: nodes added in postorder) with growing forests of
//! the other (columns). A row needs its predecessor and the row from before its subtree began; the latter
//! is needed again only by the ancestors on the same first-child path. So the rows to remember form a stack
//! no deeper than the number of such paths that are open, and a table never exists as a whole.

/// The columns of a table: the class of every node and its subtree's size.
#[derive(Clone, Copy)]
pub(super) struct Columns<'a> {
    pub classes: &'a [u32],
    pub sizes: &'a [u32],
}

#[derive(Default)]
pub(super) struct RowStack {
    rows: Vec<Vec<u32>>,
    top: usize,
    /// For every open path, the row from before its first leaf.
    open: Vec<usize>,
}

impl RowStack {
    /// Starts a table with a row of zeros: nothing is gained against an empty forest.
    pub fn start_empty(&mut self, columns: usize) {
        let row = self.start();
        row.clear();
        row.resize(columns + 1, 0);
    }

    /// Starts a table with the row of a forest that is already known.
    pub fn start_with(&mut self, values: impl Iterator<Item = u32>) {
        let row = self.start();
        row.clear();
        row.extend(values);
    }

    fn start(&mut self) -> &mut Vec<u32> {
        self.top = 0;
        self.open.clear();
        if self.rows.is_empty() {
            self.rows.push(Vec::new());
        }
        &mut self.rows[0]
    }

    /// The newest row.
    pub fn current(&mut self) -> &mut [u32] {
        &mut self.rows[self.top]
    }

    /// Makes room for the row of the next node, filled with its predecessor.
    pub fn open_leaf(&mut self) {
        self.open.push(self.top);
        if self.rows.len() == self.top + 1 {
            self.rows.push(Vec::new());
        }
        let (below, above) = self.rows.split_at_mut(self.top + 1);
        above[0].clone_from(&below[self.top]);
        self.top += 1;
    }

    /// Turns the newest row into the row of a node whose gains against all column subtrees are known.
    pub fn fold(&mut self, columns: Columns<'_>, gains: &[u32]) {
        let base = self.open[self.open.len() - 1];
        let (below, above) = self.rows.split_at_mut(self.top);
        fold_row(&mut above[0], &below[base], columns, gains);
    }

    /// Forgets the row from before a path whose topmost node has been added.
    pub fn close_path(&mut self) {
        if let Some(base) = self.open.pop() {
            self.rows.swap(base, self.top);
            self.top = base;
        }
    }
}

/// Leave out the row's node, or the column's, or pair their subtrees and go on before both.
fn fold_row(row: &mut [u32], base: &[u32], columns: Columns<'_>, gains: &[u32]) {
    let mut best = 0;
    let cells = row[1..].iter_mut().zip(columns.classes).zip(columns.sizes);
    for (column, ((cell, &class), &size)) in cells.enumerate() {
        let paired = base[column + 1 - size as usize] + gains[class as usize];
        best = best.max(paired.max(*cell));
        *cell = best;
    }
}
