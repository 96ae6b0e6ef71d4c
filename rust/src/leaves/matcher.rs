//! What a template looks for on every page: its texts and its keys, each by number, and the rows of its tables.

use std::sync::atomic::{AtomicU64, Ordering};

use super::collect::{LeafKind, Leaves};
use super::key_table::KeyTable;
use super::matching::{CELL_KEYS, NamedCell, NamedLeaf, SHARED_KEYS, is_labelling, label_in_row, visit_data_leaves};
use super::row_finder::{NO_ROW, Row, RowFinder, TableRows};

/// A leaf with one of the keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hit {
    /// The number of the key.
    pub key: u32,
    /// The leaf.
    pub leaf: u32,
    /// The row that it stands in, for a key of cells; else [`NO_ROW`].
    pub row: u32,
}

/// A leaf that stands in a row and is no label.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowLeaf {
    /// The leaf.
    pub leaf: u32,
    /// Its innermost row.
    pub row: u32,
    /// Its keys as a cell; 0 for those that nobody looks for.
    pub keys: [u64; CELL_KEYS],
    /// The text that labels it.
    pub label: Option<u32>,
}

/// The keys that leaves of one group have, of those that somebody looks for: leaves behind each other are mostly named
/// by the same, and to compare that is quicker than to make their keys.
#[derive(Clone, Copy, Debug, Default)]
struct SharedHits {
    /// What names the leaves that had these keys last.
    names: Option<[u64; 2]>,
    keys: [u32; SHARED_KEYS],
    count: usize,
}

impl SharedHits {
    /// The numbers of the keys that a leaf of this group shares with others.
    #[inline]
    fn of(&mut self, leaf: &NamedLeaf<'_>, known: &KeyTable<u32>) -> &[u32] {
        if self.names != Some(leaf.names) {
            self.names = Some(leaf.names);
            self.count = 0;
            for number in leaf.shared_keys().iter().filter_map(|&key| known.get(key)) {
                self.keys[self.count] = *number;
                self.count += 1;
            }
        }
        &self.keys[..self.count]
    }
}

/// The keys of cells with one path, of those that somebody looks for: the rows of a table have the same cells.
#[derive(Clone, Copy, Debug, Default)]
struct CellHits {
    /// The cell that had these keys last.
    cell: Option<NamedCell>,
    keys: [u32; CELL_KEYS],
    count: usize,
}

/// Cells of which the keys are kept, at the most; hardly any template has more. A guess.
const KNOWN_CELLS: usize = 256;

impl CellHits {
    /// The numbers of the keys of a cell.
    #[inline]
    fn of(&mut self, cell: &NamedCell, known: &KeyTable<u32>) -> &[u32] {
        if !self.cell.as_ref().is_some_and(|last| last.has_keys_of(cell)) {
            self.cell = Some(*cell);
            self.count = 0;
            let keys = cell.keys();
            for number in keys.iter().filter(|&&key| key != 0).filter_map(|&key| known.get(key)) {
                self.keys[self.count] = *number;
                self.count += 1;
            }
        }
        &self.keys[..self.count]
    }
}

/// What was found on a page.
#[derive(Clone, Debug, Default)]
pub struct Matches {
    /// The numbers of the texts that the page has, each once.
    pub texts: Vec<u32>,
    /// Those of leaves, in the order of the page, then those of cells.
    pub hits: Vec<Hit>,
    /// All rows, in the order of the page.
    pub rows: Vec<Row>,
}

/// What was found on a page, and the arrays in which it was found, for the next page.
#[derive(Debug, Default)]
pub struct MatchRoom {
    found: Matches,
    /// By number of a text whether the page has it.
    seen: Vec<bool>,
    data: Vec<(u32, Option<u32>)>,
    shared: Vec<SharedHits>,
    /// The cells of rows on earlier pages, too: those of one template are alike.
    cells: Vec<CellHits>,
    /// Whose cells these are: the number of the matcher.
    owner: u64,
}

impl MatchRoom {
    /// About how many bytes the arrays hold.
    pub fn capacity(&self) -> usize {
        self.found.hits.capacity() * size_of::<Hit>()
            + self.data.capacity() * size_of::<(u32, Option<u32>)>()
            + self.shared.capacity() * size_of::<SharedHits>()
    }
}

/// A template's texts, keys and tables.
#[derive(Clone, Debug)]
pub struct Matcher {
    /// Its own among all of this process, from 1 on.
    number: u64,
    texts: KeyTable<u32>,
    text_count: usize,
    keys: KeyTable<u32>,
    tables: RowFinder,
}

impl Matcher {
    /// Looks for these texts and keys, which are numbered by their positions, and the rows of these tables.
    pub fn new(texts: Vec<u64>, keys: Vec<u64>, tables: Vec<TableRows>) -> Self {
        static LAST: AtomicU64 = AtomicU64::new(0);
        Matcher {
            number: LAST.fetch_add(1, Ordering::Relaxed) + 1,
            text_count: texts.len(),
            texts: KeyTable::numbered(&texts),
            keys: KeyTable::numbered(&keys),
            tables: RowFinder::new(tables),
        }
    }

    /// Whether a text is one of the template's.
    pub fn is_text(&self, text: u64) -> bool {
        self.texts.get(text).is_some()
    }

    /// All texts, keys and rows that stand on a page.
    pub fn find(&self, page: &Leaves) -> Matches {
        let mut room = MatchRoom::default();
        self.find_in(page, &mut room);
        room.found
    }

    /// The same, in the arrays of an earlier page.
    pub fn find_in<'room>(&self, page: &Leaves, room: &'room mut MatchRoom) -> &'room Matches {
        let MatchRoom { found: Matches { texts, hits, rows }, seen, data, shared, cells, owner } = room;
        seen.clear();
        seen.resize(self.text_count, false);
        let is_text = |text| {
            let number = self.texts.get(text);
            if let Some(&number) = number {
                seen[number as usize] = true;
            }
            number.is_some()
        };
        hits.clear();
        data.clear();
        shared.clear();
        shared.resize(page.groups, SharedHits::default());
        visit_data_leaves(page, is_text, |leaf| {
            data.push((leaf.index, leaf.before));
            let mut add = |key| hits.push(Hit { key, leaf: leaf.index, row: NO_ROW });
            let mut alone = SharedHits::default();
            let group = shared.get_mut(leaf.leaf.group as usize).unwrap_or(&mut alone);
            for &key in group.of(&leaf, &self.keys) {
                add(key);
            }
            for key in leaf.own_keys() {
                if let Some(&key) = self.keys.get(key) {
                    add(key);
                }
            }
        });
        texts.clear();
        texts.extend((0u32..).zip(seen).filter_map(|(number, seen)| seen.then_some(number)));
        if *owner != self.number {
            cells.clear();
            *owner = self.number;
        }
        let found = self.visit_row_leaves(page, data.iter().copied(), |leaf, row, cell| {
            if cells.is_empty() {
                cells.resize(KNOWN_CELLS, CellHits::default());
            }
            let known = &mut cells[cell.spread() as usize % KNOWN_CELLS];
            for &key in known.of(&cell, &self.keys) {
                hits.push(Hit { key, leaf, row });
            }
        });
        if found.has_headers() {
            hits.retain(|hit| hit.row == NO_ROW || !found.are_headers[hit.row as usize]);
        }
        *rows = found.rows;
        &room.found
    }

    /// The leaves that stand in rows and are no labels, each in its innermost row, and the rows.
    pub fn assign(&self, page: &Leaves) -> (Vec<RowLeaf>, Vec<Row>) {
        let mut data = Vec::with_capacity(page.leaves.len());
        visit_data_leaves(page, |text| self.is_text(text), |leaf| data.push((leaf.index, leaf.before)));
        self.assign_leaves(page, data)
    }

    /// `assign`, where the leaves that are no texts are known already, each with the template text before it.
    pub fn assign_leaves(
        &self,
        page: &Leaves,
        data: impl IntoIterator<Item = (u32, Option<u32>)>,
    ) -> (Vec<RowLeaf>, Vec<Row>) {
        let mut cells = Vec::new();
        let found = self.visit_row_leaves(page, data, |leaf, row, cell| {
            cells.push(RowLeaf { leaf, row, keys: cell.keys(), label: cell.label });
        });
        cells.retain(|cell: &RowLeaf| !found.are_headers[cell.row as usize]);
        (cells, found.rows)
    }

    /// Hands each leaf that stands in a row and is no label to somebody, those of header rows, too: only at its end it
    /// is known whether a row is one.
    fn visit_row_leaves(
        &self,
        page: &Leaves,
        data: impl IntoIterator<Item = (u32, Option<u32>)>,
        mut visit: impl FnMut(u32, u32, NamedCell),
    ) -> RowsRead {
        let found = self.tables.find(page);
        if found.rows.is_empty() {
            return RowsRead::default();
        }
        // By row how many texts it says, and how many of them are the template's own.
        let mut said = vec![(0u32, 0u32); found.rows.len()];
        let mut data = data.into_iter().peekable();
        let mut before = None;
        for (index, leaf) in (0..).zip(&page.leaves) {
            let known = data.next_if(|&(data, _)| data == index);
            let is_text = known.is_none();
            if let Some((_, text)) = known {
                before = text;
            }
            let number = found.of_node[leaf.node as usize];
            if number == NO_ROW || leaf.kind.is_named() {
                continue;
            }
            if leaf.kind == LeafKind::Text {
                let (all, own) = &mut said[number as usize];
                *all += 1;
                *own += u32::from(is_text);
            }
            let row = found.rows[number as usize];
            let table = self.tables.table(row.table);
            if is_text && !table.takes_labels && is_labelling(page, index as usize) {
                continue;
            }
            let [steps, places, nearest, by_label] = table.families;
            if !(steps || places || nearest || by_label) {
                continue;
            }
            // Where labels are data they label nothing.
            let label = label_in_row(page, before.filter(|_| !table.takes_labels), row.node);
            let path = page.rows.cell(leaf.node, leaf.kind as u64, (row.node, table.is_group), places);
            visit(index, number, NamedCell::new(page, label, (table.id, table.families), leaf.kind, path));
        }
        let is_header = |(row, (all, own)): (&Row, (u32, u32))| {
            let may_head = page.rows.has_cells(row.node) && !self.tables.table(row.table).takes_labels;
            // Of header cells one may say what is a value elsewhere.
            let is_marked = own > 0 && 2 * own >= all && page.rows.has_heads_only(row.node);
            may_head && (own == all && own >= HEADERS || is_marked)
        };
        let are_headers = found.rows.iter().zip(said).map(is_header).collect();
        RowsRead { rows: found.rows, are_headers }
    }
}

/// The rows of a page, and which of them head the others.
#[derive(Default)]
struct RowsRead {
    rows: Vec<Row>,
    are_headers: Vec<bool>,
}

impl RowsRead {
    fn has_headers(&self) -> bool {
        self.are_headers.contains(&true)
    }
}

/// A row of cells with this number of the template's texts, and none of its own, heads the others.
const HEADERS: u32 = 3;
