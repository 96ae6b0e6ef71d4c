//! Grids: in which column of its table a cell stands, whatever cells before or above it cover.

use crate::hash::WordMap;
use crate::html::{Name, NodeId, Tree};

/// Columns behind that are not covered from above: wide cells would else cost more than the page is long.
pub(super) const MOST_COLUMNS: usize = 1000;

/// Where the next cell of a table stands.
#[derive(Default)]
pub(super) struct Grid {
    row: NodeId,
    /// The `tbody` or the like: no cell reaches out of it.
    section: NodeId,
    column: usize,
    /// How many rows below still are covered by a cell above, by column.
    covered: Vec<u32>,
}

/// A cell of a table.
#[derive(Clone, Copy)]
pub(super) struct Cell {
    pub row: NodeId,
    pub section: NodeId,
    pub table: NodeId,
    pub width: usize,
    height: u32,
}

impl Cell {
    /// A `td` or `th`; None for one that is in no table.
    pub fn new(tree: &Tree<'_>, node: NodeId) -> Option<Self> {
        let row = tree.parent(node).filter(|&row| tree.name(row) == Name::TR)?;
        let section = tree.parent(row)?;
        let mut above = std::iter::successors(Some(section), |&node| tree.parent(node));
        let table = above.find(|&node| tree.name(node) == Name::TABLE)?;
        Some(Cell { row, section, table, width: width(tree, node) as usize, height: height(tree, node) })
    }
}

impl Grid {
    /// The first column of a cell; those that it covers are kept free in the rows below.
    pub fn place(&mut self, cell: &Cell) -> usize {
        if cell.section != self.section {
            self.section = cell.section;
            self.covered.clear();
        }
        if cell.row != self.row {
            self.row = cell.row;
            self.column = 0;
            self.covered.iter_mut().for_each(|rows| *rows = rows.saturating_sub(1));
        }
        while self.covered.get(self.column).is_some_and(|&rows| rows > 0) {
            self.column += 1;
        }
        let first = self.column;
        self.column += cell.width;
        let end = self.column.min(MOST_COLUMNS);
        if cell.height > 1 && first < end {
            self.covered.resize(self.covered.len().max(end), 0);
            self.covered[first..end].fill(cell.height);
        }
        first
    }
}

/// The grids of all tables of a page.
#[derive(Default)]
pub(super) struct Grids(WordMap<NodeId, Grid>);

impl Grids {
    /// The column of a `td` or `th`; they are asked for in the order of the page.
    pub fn column(&mut self, tree: &Tree<'_>, node: NodeId) -> usize {
        Cell::new(tree, node).map_or(0, |cell| self.0.entry(cell.table).or_default().place(&cell))
    }
}

/// How many columns a table cell is wide.
pub(super) fn width(tree: &Tree<'_>, cell: NodeId) -> u32 {
    /// More than browsers allow is a mistake of the page.
    const MOST: u32 = 1000;
    let width = tree.attribute(cell, "colspan").and_then(|value| value.trim().parse().ok());
    width.unwrap_or(1).clamp(1, MOST)
}

/// How many rows a table cell is high.
fn height(tree: &Tree<'_>, cell: NodeId) -> u32 {
    /// More than browsers allow is a mistake of the page.
    const MOST: u32 = 65_534;
    let height = tree.attribute(cell, "rowspan").and_then(|value| value.trim().parse().ok());
    height.unwrap_or(1).clamp(1, MOST)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn columns(rows: &str) -> Vec<usize> {
        let html = format!("<table>{rows}</table>");
        let tree = crate::html::parse(&html);
        let mut grids = Grids::default();
        let cells = (1..tree.len() as NodeId).filter(|&node| matches!(tree.name(node), Name::TD | Name::TH));
        cells.map(|node| grids.column(&tree, node)).collect()
    }

    #[test]
    fn cells_move_behind_those_that_reach_down() {
        assert_eq!(columns("<tr><td>a<td>b<td>c<tr><td>d<td><td>f"), [0, 1, 2, 0, 1, 2]);
        assert_eq!(columns("<tr><td rowspan=2>a<td>b<td>c<tr><td>d<td>e<tr><td>f"), [0, 1, 2, 1, 2, 0]);
        assert_eq!(columns("<tr><td colspan=2>a<td rowspan=2>b<tr><td>c<td>d<td>e"), [0, 2, 0, 1, 3]);
    }

    #[test]
    fn no_cell_reaches_out_of_its_section() {
        assert_eq!(columns("<thead><tr><th rowspan=9>a<th>b<tbody><tr><td>c<td>d"), [0, 1, 0, 1]);
    }

    #[test]
    fn tables_in_cells_have_grids_of_their_own() {
        assert_eq!(columns("<tr><td>a<td><table><tr><td>b<td>c</table><td>d"), [0, 1, 0, 1, 2]);
    }
}
