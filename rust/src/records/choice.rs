//! Which leaves of a page fill which cells.

use std::ops::Range;

use super::template::{CompiledTemplate, Field, FieldSource, Selector};
use crate::html::NodeId;
use crate::leaves::{Hit, LeafKind, Leaves, Matches, NO_ROW, Row};

/// A cell: a column in a row, and the leaves that fill it.
#[derive(Clone, Debug)]
pub(super) struct Cell {
    pub column: usize,
    /// [`NO_ROW`] for the record itself.
    pub row: u32,
    leaves: Range<usize>,
    /// The items of the column that the cell became.
    pub items: Range<usize>,
}

/// All cells of a page, in the order of rows (the record first) and columns.
#[derive(Clone, Debug, Default)]
pub(super) struct Choice {
    leaves: Vec<u32>,
    pub cells: Vec<Cell>,
    /// Whether each row, or a row inside it, holds anything.
    pub is_filled: Vec<bool>,
    /// Where the cells of each row begin, and those of the last end.
    starts: Vec<usize>,
}

impl Choice {
    /// The leaves of a cell.
    pub fn leaves(&self, cell: &Cell) -> &[u32] {
        &self.leaves[cell.leaves.clone()]
    }

    /// The cells of the record itself.
    pub fn own_cells(&self) -> Range<usize> {
        0..self.starts[0]
    }

    /// The cells of a row.
    pub fn cells_of(&self, row: u32) -> Range<usize> {
        self.starts[row as usize]..self.starts[row as usize + 1]
    }

    /// Sorts all cells by their rows, and finds those of each: in a row they are in the order of columns already, in
    /// which they were added.
    fn sort(&mut self) {
        if self.is_filled.is_empty() {
            self.starts = vec![self.cells.len()];
            return;
        }
        // The number of no row is the largest of all; adding one makes it the first.
        let row_of = |cell: &Cell| cell.row.wrapping_add(1) as usize;
        let mut starts = vec![0; self.is_filled.len() + 2];
        for cell in &self.cells {
            starts[row_of(cell) + 1] += 1;
        }
        for row in 1..starts.len() {
            starts[row] += starts[row - 1];
        }
        let mut order = vec![0; self.cells.len()];
        for (number, cell) in self.cells.iter().enumerate() {
            let next = &mut starts[row_of(cell)];
            order[*next] = number;
            *next += 1;
        }
        self.cells = order.iter().map(|&number| self.cells[number].clone()).collect();
        // Each start has become the end of its row.
        starts.pop();
        self.starts = starts;
    }

    /// Of the leaves that were added since `start` keeps those that say something.
    fn keep_said(&mut self, start: usize, is_said: impl Fn(u32) -> bool) {
        let mut end = start;
        for at in start..self.leaves.len() {
            if is_said(self.leaves[at]) {
                self.leaves[end] = self.leaves[at];
                end += 1;
            }
        }
        self.leaves.truncate(end);
    }

    fn add(&mut self, column: usize, row: u32, leaves: &[u32]) {
        let start = self.leaves.len();
        self.leaves.extend_from_slice(leaves);
        self.close(column, row, start);
    }

    /// Adds a cell of the leaves that were added since `start`.
    fn close(&mut self, column: usize, row: u32, start: usize) {
        self.cells.push(Cell { column, row, leaves: start..self.leaves.len(), items: 0..0 });
    }
}

/// Leaves and their rows, by number of the key.
struct KeyedHits {
    starts: Vec<u32>,
    hits: Vec<(u32, u32)>,
}

impl KeyedHits {
    fn new(hits: &[Hit], keys: usize) -> Self {
        let mut starts = vec![0u32; keys + 2];
        for hit in hits {
            starts[hit.key as usize + 2] += 1;
        }
        for at in 2..starts.len() {
            starts[at] += starts[at - 1];
        }
        let mut sorted = vec![(0, 0); hits.len()];
        for hit in hits {
            let next = &mut starts[hit.key as usize + 1];
            sorted[*next as usize] = (hit.leaf, hit.row);
            *next += 1;
        }
        KeyedHits { starts, hits: sorted }
    }

    fn of(&self, key: u32) -> &[(u32, u32)] {
        let key = key as usize;
        &self.hits[self.starts[key] as usize..self.starts[key + 1] as usize]
    }
}

impl CompiledTemplate {
    /// The cells of a page.
    pub(super) fn choose(&self, page: &Leaves, found: &Matches) -> Choice {
        let hits = KeyedHits::new(&found.hits, self.keys);
        let mut choice = Choice { is_filled: vec![false; found.rows.len()], ..Choice::default() };
        for column in self.root.clone() {
            let Some(field) = &self.columns[column] else { continue };
            let start = choice.leaves.len();
            self.add_leaves_of(field, page, &hits, &mut choice.leaves);
            if field.is_line && choice.leaves.len() > start {
                choice.leaves.truncate(start + 1);
                choice.leaves[start] = whole_line(choice.leaves[start], page);
            }
            choice.keep_said(start, |leaf| field.is_said_in(page, leaf));
            if choice.leaves.len() > start {
                choice.close(column, NO_ROW, start);
            }
        }
        if !found.rows.is_empty() {
            self.choose_cells(page, &hits, &found.rows, &mut choice);
        }
        choice.sort();
        for row in (0..found.rows.len()).rev() {
            let parent = found.rows[row].parent;
            if choice.is_filled[row] && parent != NO_ROW {
                choice.is_filled[parent as usize] = true;
            }
        }
        choice
    }

    /// Adds the leaves of a field of the record.
    fn add_leaves_of(&self, field: &Field, page: &Leaves, hits: &KeyedHits, leaves: &mut Vec<u32>) {
        match &field.source {
            FieldSource::Selectors(selectors) => {
                let mut chosen = selectors.iter().map(|selector| selector.take.choose(hits.of(selector.key)));
                let first = chosen.find(|chosen| !chosen.is_empty()).unwrap_or_default();
                leaves.extend(first.iter().map(|&(leaf, _)| leaf));
            }
            FieldSource::Joined(selectors) => {
                let all = selectors.iter().flat_map(|selector| hits.of(selector.key));
                let mut joined: Vec<u32> = all.map(|&(leaf, _)| leaf).collect();
                joined.sort_unstable();
                joined.dedup();
                leaves.append(&mut joined);
            }
            FieldSource::Text(region) => {
                leaves.append(&mut region.on(page).leaves(None, |text| self.matcher.is_text(text)));
            }
            FieldSource::Images(region) => leaves.append(&mut region.on(page).images(None)),
        }
    }

    /// Which leaves fill which cells of tables.
    fn choose_cells(&self, page: &Leaves, hits: &KeyedHits, rows: &[Row], choice: &mut Choice) {
        let mut taken = Taken::new(rows.len());
        for (number, table) in self.tables.iter().enumerate() {
            for column in table.columns.clone() {
                let Some(field) = &self.columns[column] else { continue };
                match &field.source {
                    FieldSource::Selectors(selectors) | FieldSource::Joined(selectors) => {
                        let is_said = |leaf| field.is_said_in(page, leaf);
                        choose_values((number, column), selectors, (hits, rows), is_said, &mut taken, choice);
                    }
                    FieldSource::Text(region) => {
                        let region = region.on(page);
                        let find = |node| region.leaves(Some(node), |text| self.matcher.is_text(text));
                        choose_texts(number, column, rows, find, &mut taken, choice);
                    }
                    FieldSource::Images(region) => {
                        let region = region.on(page);
                        let find = |node| region.images(Some(node));
                        choose_texts(number, column, rows, find, &mut taken, choice);
                    }
                }
            }
        }
    }
}

/// The rows of a table in which a selector finds a value that none has found before, and its leaves.
fn choose_values(
    (table, column): (usize, usize),
    selectors: &[Selector],
    (hits, rows): (&KeyedHits, &[Row]),
    is_said: impl Fn(u32) -> bool,
    taken: &mut Taken,
    choice: &mut Choice,
) {
    let mut own: Vec<(u32, u32)> = Vec::new();
    for selector in selectors {
        own.clear();
        // Tables whose rows look alike have the same keys.
        let is_own = |row: u32| row != NO_ROW && rows[row as usize].table as usize == table;
        own.extend(hits.of(selector.key).iter().filter(|&&(_, row)| is_own(row)).map(|&(leaf, row)| (row, leaf)));
        // Rows may stand in rows of the same table.
        own.sort_by_key(|&(row, _)| row);
        for in_row in own.chunk_by(|one, other| one.0 == other.0) {
            let row = in_row[0].0;
            if taken.is_taken(row, column) {
                continue;
            }
            let start = choice.leaves.len();
            let found = selector.take.choose(in_row).iter().map(|&(_, leaf)| leaf);
            choice.leaves.extend(found.filter(|&leaf| is_said(leaf)));
            if choice.leaves.len() > start && taken.take(row, column) {
                choice.is_filled[row as usize] = true;
                choice.close(column, row, start);
            }
        }
    }
}

/// The cells of one column that are filled already: of each row the last column that is. Columns are filled one behind
/// the other.
struct Taken(Vec<usize>);

impl Taken {
    fn new(rows: usize) -> Self {
        Taken(vec![usize::MAX; rows])
    }

    fn is_taken(&self, row: u32, column: usize) -> bool {
        self.0[row as usize] == column
    }

    /// Takes a cell; false if it is taken already.
    fn take(&mut self, row: u32, column: usize) -> bool {
        std::mem::replace(&mut self.0[row as usize], column) != column
    }
}

/// The rows of a table that have a text, and its leaves.
fn choose_texts(
    table: usize,
    column: usize,
    rows: &[Row],
    find: impl Fn(NodeId) -> Vec<u32>,
    taken: &mut Taken,
    choice: &mut Choice,
) {
    for (number, row) in (0..).zip(rows) {
        if row.table as usize != table {
            continue;
        }
        let found = find(row.node);
        if !found.is_empty() {
            choice.is_filled[number as usize] = true;
            if taken.take(number, column) {
                choice.add(column, number, &found);
            }
        }
    }
}

/// The block that begins with a text: here and there markup parts a single value.
fn whole_line(leaf: u32, page: &Leaves) -> u32 {
    let own = &page.leaves[leaf as usize];
    if own.kind == LeafKind::Block {
        return leaf;
    }
    let before = &page.leaves[..leaf as usize];
    let Some(block) = before.iter().rposition(|leaf| leaf.kind == LeafKind::Block) else { return leaf };
    let is_inside = own.node < before[block].end;
    let is_first = before[block + 1..].iter().all(|leaf| leaf.kind != LeafKind::Text);
    if is_inside && is_first { block as u32 } else { leaf }
}
