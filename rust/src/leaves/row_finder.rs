//! The rows of a template's tables on a page: which elements are rows of which table, and which row each is inside.
//!
//! A table knows its rows by several keys, from exact to tolerant; on each page the first counts that finds any. Rows
//! nest as the tables do. A row is one element, or begins with one and goes on to the next such sibling.

use std::ops::Range;

use super::collect::Leaves;
use super::key_table::KeyTable;
use super::matching::CellFamilies;
use super::regions::is_said;
use super::rows::Rows;
use crate::hash::WordSet;
use crate::html::NodeId;

/// No row, and no table.
pub const NO_ROW: u32 = u32::MAX;

/// How the rows of one table are known.
#[derive(Clone, Debug)]
pub struct TableRows {
    /// The table's own number in keys of cells.
    pub id: u64,
    /// The keys of its rows, the most exact first.
    pub keys: Vec<u64>,
    /// The text behind which its rows are; 0 if they are anywhere.
    pub after: u64,
    /// The texts at which its rows end.
    pub until: WordSet,
    /// Whether a row goes on to the next sibling that begins one.
    pub is_group: bool,
    /// The table whose rows hold these rows, or [`NO_ROW`].
    pub parent: u32,
    /// Whether labels in its rows are data, too: they say what each row is about.
    pub takes_labels: bool,
    /// The keys of its cells that somebody looks for.
    pub families: CellFamilies,
}

impl TableRows {
    /// The nodes between which rows may be; `said` are the leaves that say anything which bounds some table.
    fn bounds(&self, leaves: &Leaves, said: &[usize]) -> Vec<Range<NodeId>> {
        if self.after == 0 {
            return std::iter::once(0..NodeId::MAX).collect();
        }
        let mut found = Vec::new();
        let mut start = None;
        for &index in said {
            let node = leaves.leaves[index].node;
            if is_said(leaves, index, |text| self.until.contains(&text)) {
                found.extend(start.take().map(|start| start..node));
            }
            if is_said(leaves, index, |text| text == self.after) {
                start.get_or_insert(node);
            }
        }
        found.extend(start.map(|start| start..NodeId::MAX));
        found
    }
}

fn is_within(bounds: &[Range<NodeId>], node: NodeId) -> bool {
    bounds.iter().any(|range| range.contains(&node))
}

/// A row on a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// The table.
    pub table: u32,
    /// The element that the row is or begins with.
    pub node: NodeId,
    /// The row around it, or [`NO_ROW`].
    pub parent: u32,
}

/// An element that has one of the keys of a table's rows.
#[derive(Clone, Copy, Debug)]
struct KnownElement {
    node: NodeId,
    table: u32,
    rank: u32,
}

/// The tables of a template, by the keys of their rows.
#[derive(Clone, Debug, Default)]
pub struct RowFinder {
    tables: Vec<TableRows>,
    by_key: KeyTable<Vec<(u32, u32)>>,
    /// The texts behind which rows of some table are, and those at which they end; `None` if there are none.
    bounds: Option<KeyTable<()>>,
}

/// The rows of a page, and the innermost row of each node.
#[derive(Clone, Debug, Default)]
pub struct FoundRows {
    /// All rows, in document order.
    pub rows: Vec<Row>,
    /// For each node its innermost row, or [`NO_ROW`]; empty where there is no row at all.
    pub of_node: Vec<u32>,
}

/// The rows around a node, on the way through a page.
#[derive(Default)]
struct OpenRows {
    /// The node up to which all have their row.
    at: NodeId,
    /// Where each row ends at the latest, and its number, the innermost last. A row of siblings ends with the next one,
    /// which lies above it here.
    rows: Vec<(NodeId, u32)>,
}

impl OpenRows {
    fn innermost(&self) -> u32 {
        self.rows.last().map_or(NO_ROW, |&(_, row)| row)
    }

    /// Goes on to a node, and gives those before it their rows.
    fn go_on(&mut self, node: NodeId, of_node: &mut [u32]) {
        while let Some(&(end, row)) = self.rows.last() {
            of_node[self.at as usize..end.clamp(self.at, node) as usize].fill(row);
            self.at = end.clamp(self.at, node);
            if end > node {
                return;
            }
            self.rows.pop();
        }
        self.at = node;
    }
}

impl RowFinder {
    /// A finder of the rows of these tables.
    pub fn new(tables: Vec<TableRows>) -> Self {
        let mut by_key: KeyTable<Vec<(u32, u32)>> =
            KeyTable::for_keys(tables.iter().map(|table| table.keys.len()).sum());
        for (number, table) in (0..).zip(&tables) {
            for (rank, &key) in (0..).zip(&table.keys) {
                by_key.entry(key).push((number, rank));
            }
        }
        let mut bounds: Option<KeyTable<()>> = None;
        for table in tables.iter().filter(|table| table.after != 0) {
            let texts = bounds.get_or_insert_default();
            texts.entry(table.after);
            for &text in &table.until {
                texts.entry(text);
            }
        }
        RowFinder { tables, by_key, bounds }
    }

    /// The table at a number.
    pub fn table(&self, number: u32) -> &TableRows {
        &self.tables[number as usize]
    }

    /// The rows of all tables on a page.
    pub fn find(&self, leaves: &Leaves) -> FoundRows {
        let page = &leaves.rows;
        if self.tables.is_empty() {
            return FoundRows::default();
        }
        let said = self.saying_bounds(leaves);
        let bounds: Vec<_> = self.tables.iter().map(|table| table.bounds(leaves, &said)).collect();
        let known = self.known(page, &bounds);
        if known.is_empty() {
            return FoundRows::default();
        }
        let ranks = self.ranks(&known);
        let mut found = FoundRows { rows: Vec::new(), of_node: vec![NO_ROW; page.len()] };
        let mut open = OpenRows::default();
        for here in known.chunk_by(|one, other| one.node == other.node) {
            let node = here[0].node;
            open.go_on(node, &mut found.of_node);
            let Some((table, around)) = self.row_at(here, open.innermost(), &ranks, &found) else { continue };
            let row = found.rows.len() as u32;
            found.rows.push(Row { table, node, parent: around });
            // A row of siblings may reach to the end of their parent.
            open.rows.push((page.end(if self.table(table).is_group { page.parent(node) } else { node }), row));
        }
        open.go_on(page.len() as NodeId, &mut found.of_node);
        found
    }

    /// The leaves that say a text which bounds the rows of some table.
    fn saying_bounds(&self, leaves: &Leaves) -> Vec<usize> {
        let Some(texts) = &self.bounds else { return Vec::new() };
        let is_bound = |index: &usize| is_said(leaves, *index, |text| texts.get(text).is_some());
        (0..leaves.leaves.len()).filter(is_bound).collect()
    }

    /// The elements that have keys of rows, in the order of the page and of their keys.
    fn known(&self, page: &Rows, bounds: &[Vec<Range<NodeId>>]) -> Vec<KnownElement> {
        let mut known = Vec::new();
        for node in page.nodes_with(|keys| self.by_key.may_have_any(keys)) {
            for key in page.keys(node).into_iter().filter(|&key| key != 0) {
                let Some(tables) = self.by_key.get(key) else { continue };
                let inside = tables.iter().filter(|&&(table, _)| is_within(&bounds[table as usize], node));
                known.extend(inside.map(|&(table, rank)| KnownElement { node, table, rank }));
            }
        }
        known
    }

    /// For each table the rank of the first of its keys that is on the page.
    fn ranks(&self, known: &[KnownElement]) -> Vec<u32> {
        let mut ranks = vec![NO_ROW; self.tables.len()];
        for element in known {
            let rank = &mut ranks[element.table as usize];
            *rank = element.rank.min(*rank);
        }
        ranks
    }

    /// The table whose row begins at an element, of which this is known, and the row around it.
    fn row_at(&self, known: &[KnownElement], outside: u32, ranks: &[u32], found: &FoundRows) -> Option<(u32, u32)> {
        let mut tables = known.iter().filter(|known| ranks[known.table as usize] == known.rank);
        tables.find_map(|known| Some((known.table, self.row_around(known.table, outside, found)?)))
    }

    /// The row that a row of a table belongs into; `None` if there is none where there must be one.
    fn row_around(&self, table: u32, outside: u32, found: &FoundRows) -> Option<u32> {
        let wanted = self.table(table).parent;
        let mut row = outside;
        while row != NO_ROW && found.rows[row as usize].table != wanted {
            row = found.rows[row as usize].parent;
        }
        (row != NO_ROW || wanted == NO_ROW).then_some(row)
    }
}
