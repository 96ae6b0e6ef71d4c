//! Forest tables along the heaviest path, after Klein (1998) and Demaine et al. (2009).
//!
//! Walking up the path from its leaf, the forest grows by all nodes left of the path, all nodes right of it, and the
//! next path node. It is compared with *every* forest of the other subtree that remains after cutting nodes off
//! either end. More expensive than the outer paths for most pairs, but it never takes more than cubic time, and
//! zigzag trees need it.
//!
//! A forest of the column tree is named by two counts: the first `y` nodes in postorder (what the right cut
//! leaves) that are also among the last `x` nodes in preorder (what the left cut leaves).

use super::gains::Rows;
use super::outer::Workbench;
use super::rows::Columns;
use super::side::{Path, Side, View};

/// The column subtree with all its forests.
struct ColumnTree<'a> {
    side: &'a Side,
    root: usize,
    size: usize,
    /// `forests[y * (size + 1) + x]`: the gain of the row forest against forest (x, y).
    forests: Vec<u32>,
}

/// Work done for one pair: the rows' nodes times all pairs of cuts, each at about twice the price of a cell
/// of an outer table because forests must be fetched and put back.
pub(super) fn cells(rows: u64, columns: u64) -> u64 {
    rows * columns * (columns + 1)
}

/// Fills in the gains of all nodes on the heavy path of one class against all nodes of another.
pub(super) fn fill_tables(bench: &mut Workbench<'_>, rows: Rows, classes: (u32, u32)) {
    let (row_side, column_side, row_class, column_class) = match rows {
        Rows::First => (bench.first, bench.second, classes.0, classes.1),
        Rows::Second => (bench.second, bench.first, classes.1, classes.0),
    };
    let root = row_side.class_nodes[row_class as usize] as usize;
    let path: Vec<usize> = row_side.path(root, Path::Heavy).collect();
    let mut columns = ColumnTree::new(column_side, column_class);
    for (step, &node) in path.iter().enumerate().rev() {
        if let Some(&child) = path.get(step + 1) {
            columns.add_left_of_path(bench, rows, row_side, node, child);
            columns.add_right_of_path(bench, rows, row_side, node, child);
        }
        columns.add_path_node(bench, rows, row_side.classes[node]);
    }
}

impl<'a> ColumnTree<'a> {
    fn new(side: &'a Side, class: u32) -> Self {
        let root = side.class_nodes[class as usize] as usize;
        let size = side.sizes[root] as usize;
        Self { side, root, size, forests: vec![0; (size + 1) * (size + 1)] }
    }

    /// The count `y` at which a node is the last one.
    fn postorder_count(&self, node: usize) -> usize {
        let first = self.side.postorder[self.root] as usize + 1 - self.size;
        self.side.postorder[node] as usize - first + 1
    }

    /// The count `x` at which a node is the first one.
    fn preorder_count(&self, node: usize) -> usize {
        self.root + self.size - node
    }

    fn index(&self, x: usize, y: usize) -> usize {
        y * (self.size + 1) + x
    }

    /// The largest x that leaves nothing of the first y nodes, for the y whose last node is this one.
    fn empty_x(&self, node: usize) -> usize {
        self.preorder_count(node) - self.side.sizes[node] as usize
    }

    /// The largest y that leaves nothing of the last x nodes, for the x whose first node is this one.
    fn empty_y(&self, node: usize) -> usize {
        self.postorder_count(node) - self.side.sizes[node] as usize
    }

    fn nodes(&self) -> std::ops::Range<usize> {
        self.root..self.root + self.size
    }

    /// The columns of a view after some count, where the ancestors of a node take no part: they are cut off
    /// as long as the node is the last one left.
    fn columns_without_ancestors(
        &self,
        view: &View,
        node: usize,
        skip: usize,
        count: impl Fn(usize) -> usize,
    ) -> (Vec<u32>, Vec<u32>) {
        let range = view.range(self.side.classes[self.root]);
        let mut classes = view.classes[range.clone()][skip..].to_vec();
        let mut sizes = view.sizes[range][skip..].to_vec();
        let mut ancestor = node;
        while ancestor != self.root {
            ancestor = self.side.parents[ancestor] as usize;
            classes[count(ancestor) - 1 - skip] = self.side.class_count() as u32;
            sizes[count(ancestor) - 1 - skip] = 1;
        }
        (classes, sizes)
    }

    /// Adds the subtrees left of the path below a node: for every right cut, one table over all left cuts.
    fn add_left_of_path(&mut self, bench: &mut Workbench<'_>, rows: Rows, row_side: &Side, node: usize, child: usize) {
        let mirrored = |node: usize| row_side.len() - 1 - node;
        let added = mirrored(child) + 1..mirrored(node);
        if added.is_empty() {
            return;
        }
        for last in self.nodes() {
            let skip = self.empty_x(last);
            let line = self.index(skip, self.postorder_count(last));
            let (classes, sizes) =
                self.columns_without_ancestors(&self.side.right_view, last, skip, |node| self.preorder_count(node));
            let line = line..=line + classes.len();
            bench.stack.start_with(self.forests[line.clone()].iter().copied());
            let columns = Columns { classes: &classes, sizes: &sizes };
            add_nodes(bench, rows, &row_side.right_view, added.clone(), columns);
            self.forests[line].copy_from_slice(bench.stack.current());
        }
    }

    /// Adds the subtrees right of the path below a node: for every left cut, one table over all right cuts.
    fn add_right_of_path(&mut self, bench: &mut Workbench<'_>, rows: Rows, row_side: &Side, node: usize, child: usize) {
        let position = |node: usize| row_side.postorder[node] as usize;
        let added = position(child) + 1..position(node);
        if added.is_empty() {
            return;
        }
        for first in self.nodes() {
            let skip = self.empty_y(first);
            let x = self.preorder_count(first);
            let (classes, sizes) =
                self.columns_without_ancestors(&self.side.left_view, first, skip, |node| self.postorder_count(node));
            let lines = skip..=self.size;
            bench.stack.start_with(lines.clone().map(|y| self.forests[self.index(x, y)]));
            let columns = Columns { classes: &classes, sizes: &sizes };
            add_nodes(bench, rows, &row_side.left_view, added.clone(), columns);
            for (y, &gain) in lines.zip(bench.stack.current().iter()) {
                let index = self.index(x, y);
                self.forests[index] = gain;
            }
        }
    }

    /// Adds a path node, under which the whole row forest hangs: it goes with one whole subtree of the
    /// columns, or with none of their roots. Where the columns' forest is one tree, the roots may be mapped.
    fn add_path_node(&mut self, bench: &mut Workbench<'_>, rows: Rows, class: u32) {
        let mut tree_gains = vec![0; self.size + 1];
        for y in 1..=self.size {
            let last = self.node_at(y);
            let tree_x = self.preorder_count(last);
            let node_gain = self.node_gain(bench, rows, class, last);
            let line = self.index(0, y);
            let line = &mut self.forests[line..=line + self.size];
            let start = tree_x - self.side.sizes[last] as usize;
            let (mut best, mut before) = (0, 0);
            for x in start + 1..=self.size {
                let paired = match x == tree_x {
                    true => before + node_gain,
                    false => tree_gains[x],
                };
                best = best.max(line[x]).max(paired);
                before = std::mem::replace(&mut line[x], best);
                if x == tree_x {
                    tree_gains[x] = best;
                    bench.gains.set(rows, class, self.side.classes[last], best);
                }
            }
        }
    }

    /// The last of the first y nodes in postorder.
    fn node_at(&self, y: usize) -> usize {
        let first = self.side.postorder[self.root] as usize + 1 - self.size;
        self.side.nodes_in_postorder[first + y - 1] as usize
    }

    fn node_gain(&self, bench: &Workbench<'_>, rows: Rows, class: u32, node: usize) -> u32 {
        let column = self.side.classes[node];
        match rows {
            Rows::First => bench.node_gain(class, column),
            Rows::Second => bench.node_gain(column, class),
        }
    }
}

/// Adds whole subtrees to the row forest; all their gains are known.
fn add_nodes(bench: &mut Workbench<'_>, rows: Rows, view: &View, added: std::ops::Range<usize>, columns: Columns<'_>) {
    for position in added {
        if view.sizes[position] == 1 {
            bench.stack.open_leaf();
        }
        let gains = bench.gains.row(rows, view.classes[position]);
        bench.stack.fold(columns, gains);
        if !view.is_first[position] {
            bench.stack.close_path();
        }
    }
}
