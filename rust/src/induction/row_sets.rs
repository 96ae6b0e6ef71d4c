//! Kinds of rows: all rows of a sample that share a key, with their leaves by cell.

use std::collections::{HashMap, HashSet};

use super::Sample;
use crate::hash::WordMap;
use crate::leaves::{LeafKind, Leaves, RowMarks, cells, text_id};
use crate::seeded::Seed;

/// How many rows around a leaf are looked at, nearest first.
const NESTING: usize = 6;
/// The share of pages on which an element must repeat. A guess.
const MIN_PAGE_SHARE: f64 = 0.1;
/// Of the pages that have rows, the share that has several. A guess.
const REPEATED_SHARE: f64 = 0.25;
/// The share of rows that begin with a text of the template, if it names them. A guess.
const NAMED_SHARE: f64 = 0.4;
/// The share of rows that have a cell, if it is a column of its own. A guess.
const CELL_SHARE: f64 = 0.5;

/// A page and the node of the element that a row is or begins with.
pub type RowAt = (u32, u32);

/// A row of a set.
#[derive(Clone, Copy, Debug)]
pub struct KindRow {
    /// Where it is.
    pub at: RowAt,
    /// The set of the row around it, and where that is.
    pub around: Option<(u64, RowAt)>,
    /// The leaf with which it begins.
    begins: u32,
    /// Its first text that is data.
    first_text: Option<u32>,
}

/// The leaves of one cell in one row.
pub type CellOfRow = (u32, Vec<u32>);

/// All rows of one key, in the order of the sample.
#[derive(Clone, Debug, Default)]
pub struct RowSet {
    /// The key of the set as rows are known by.
    pub key: u64,
    /// Its rows.
    pub rows: Vec<KindRow>,
    /// Whether the template names most rows: they are its sections or labelled values.
    pub is_named: bool,
    /// Whether the rows are under different texts of the template, each a list of its own.
    pub is_sectioned: bool,
    /// For each cell, in the order in which they first occur, its leaves, each behind the number of its row.
    cells: Vec<Vec<(u32, u32)>>,
    numbers: WordMap<u64, u32>,
    on_page: WordMap<u32, u32>,
    named: HashSet<u32, Seed>,
    headed: Vec<(u32, Vec<u64>)>,
}

impl RowSet {
    /// Notes a leaf of a row, which is the row at a node of a page.
    fn add(&mut self, at: RowAt, leaf: (u32, LeafKind), cell: u64, around: Option<(u64, RowAt)>) {
        let next = self.rows.len() as u32;
        let row = match self.rows.last() {
            // Most leaves stand in the row of the leaf before.
            Some(last) if last.at == at => next - 1,
            _ => *self.on_page.entry(at.1).or_insert(next),
        };
        if row == next {
            self.rows.push(KindRow { at, around, begins: leaf.0, first_text: None });
        }
        if leaf.1 == LeafKind::Text {
            self.rows[row as usize].first_text.get_or_insert(leaf.0);
        }
        let next = self.cells.len() as u32;
        let cell = *self.numbers.entry(cell).or_insert(next);
        if cell == next {
            self.cells.push(Vec::new());
        }
        self.cells[cell as usize].push((row, leaf.0));
    }

    /// Whether there are several rows on enough pages.
    fn repeats(&self, pages: usize) -> bool {
        let (mut on_pages, mut repeated) = (0usize, 0usize);
        for own in self.rows.chunk_by(|one, other| one.at.0 == other.at.0) {
            on_pages += 1;
            repeated += usize::from(own.len() > 1);
        }
        let enough = (MIN_PAGE_SHARE * pages as f64).max(REPEATED_SHARE * on_pages as f64).max(1.0);
        self.rows.len() >= 3 && repeated as f64 >= enough
    }

    /// Notes what names the rows of a page that began with these, once all their leaves are known.
    fn close_page(&mut self, first: usize, page: &Leaves, before: &[Option<u32>]) {
        let mut last = None;
        let mut texts = Vec::new();
        for row in &self.rows[first..] {
            let (parent, text) = (page.rows.parent(row.at.1), before[row.begins as usize]);
            let is_above = |text: u32| page.leaves[text as usize].node < row.at.1;
            if let Some(text) = text.filter(|&text| last != Some(parent) && is_above(text)) {
                texts.push(text_id(page, text as usize).unwrap_or(0));
            }
            last = Some(parent);
        }
        if let (Some(row), false) = (self.rows.get(first), texts.is_empty()) {
            self.headed.push((row.at.0, texts));
        }
        self.on_page.clear();
    }

    fn close(&mut self) {
        self.is_named = self.named.len() as f64 >= NAMED_SHARE * self.rows.len() as f64;
        let several: Vec<&Vec<u64>> = self.headed.iter().map(|(_, texts)| texts).filter(|one| one.len() > 1).collect();
        let is_apart = |texts: &&&Vec<u64>| {
            let different: HashSet<u64, Seed> = texts.iter().copied().collect();
            different.len() as f64 > 0.5 * texts.len() as f64
        };
        let apart = several.iter().filter(is_apart).count();
        self.is_sectioned =
            several.len() as f64 > 0.3 * self.headed.len() as f64 && apart as f64 > 0.5 * several.len() as f64;
        self.numbers = WordMap::default();
        self.on_page = WordMap::default();
    }

    /// How many leaves the rows have.
    pub fn total(&self) -> usize {
        self.cells.iter().map(Vec::len).sum()
    }

    /// All leaves in its rows, by page; a leaf may be in several.
    pub fn leaves(&self) -> impl Iterator<Item = (u32, u32)> {
        self.cells.iter().flatten().map(|&(row, leaf)| (self.rows[row as usize].at.0, leaf))
    }

    /// The cells that most rows have and that vary, without some leaves; those of most rows first.
    pub fn own_cells(&self, sample: &Sample, inside: &HashSet<(u32, u32), Seed>) -> Vec<Vec<CellOfRow>> {
        let enough = (CELL_SHARE * self.rows.len() as f64).max(2.0);
        let page = |row: u32| self.rows[row as usize].at.0;
        let mut found: Vec<Vec<CellOfRow>> = Vec::new();
        for cell in self.cells.iter().filter(|cell| cell.len() as f64 > enough) {
            let cell = by_row(cell);
            if cell.len() as f64 <= enough {
                continue;
            }
            let left = cell.into_iter().filter_map(|(row, mut leaves)| {
                leaves.retain(|&leaf| !inside.contains(&(page(row), leaf)));
                (!leaves.is_empty()).then_some((row, leaves))
            });
            let own: Vec<CellOfRow> = left.collect();
            let mut values = own.iter().map(|(row, leaves)| sample.values.of(page(*row), leaves[0]));
            let first = values.next();
            if own.len() as f64 > enough && values.any(|value| Some(value) != first) {
                found.push(own);
            }
        }
        found.sort_by_key(|cell| std::cmp::Reverse(cell.len()));
        found
    }
}

/// The leaves of a cell by row, in the order in which rows first have one.
fn by_row(cell: &[(u32, u32)]) -> Vec<CellOfRow> {
    let mut found: Vec<CellOfRow> = Vec::new();
    let mut places: WordMap<u32, usize> = WordMap::default();
    // Rows come one behind the other, unless they are in each other.
    let are_sorted = cell.is_sorted_by_key(|&(row, _)| row);
    for own in cell.chunk_by(|one, other| one.0 == other.0) {
        let leaves = own.iter().map(|&(_, leaf)| leaf);
        let next = found.len();
        let place = if are_sorted { next } else { *places.entry(own[0].0).or_insert(next) };
        match found.get_mut(place) {
            Some((_, known)) => known.extend(leaves),
            None => found.push((own[0].0, leaves.collect())),
        }
    }
    found
}

/// The first keys of elements that repeat among their siblings, on enough pages.
pub fn repeated_keys(pages: &[&Leaves], enough: f64) -> HashSet<u64, Seed> {
    let mut times: WordMap<u64, u32> = WordMap::default();
    for key in pages.iter().flat_map(|page| page.rows.repeated()) {
        *times.entry(key).or_default() += 1;
    }
    times.into_iter().filter(|&(_, times)| f64::from(times) >= enough).map(|(key, _)| key).collect()
}

/// The sets of rows of a sample that repeat, in the order in which they first occur; those of siblings that begin with
/// leaders by the leader with all bits turned.
pub fn row_sets(
    sample: &Sample,
    pages: &[&Leaves],
    is_text: impl Fn(u64) -> bool,
    keys: &HashSet<u64, Seed>,
    leaders: &HashSet<u64>,
) -> Vec<RowSet> {
    let mut numbers: WordMap<u64, usize> = WordMap::default();
    let mut found: Vec<RowSet> = Vec::new();
    for ((number, page), data) in (0..).zip(pages).zip(&sample.data) {
        let marks = RowMarks::new(&page.rows, keys, leaders);
        let firsts: Vec<usize> = found.iter().map(|set| set.rows.len()).collect();
        let mut before = vec![None; page.leaves.len()];
        for leaf in data {
            before[leaf.index as usize] = leaf.before;
            let kind = page.leaves[leaf.index as usize].kind;
            let places: Vec<_> = cells(page, leaf.index, leaf.before, &marks, NESTING).collect();
            let mut around = None;
            for cell in places.into_iter().rev() {
                let key = cell.place.row;
                let at = *numbers.entry(key).or_insert(found.len());
                if at == found.len() {
                    found.push(RowSet { key, ..RowSet::default() });
                }
                found[at].add((number, cell.place.node), (leaf.index, kind), cell.key, around);
                around = Some((key, (number, cell.place.node)));
            }
        }
        name_rows(&mut found, &numbers, page, &is_text, &marks);
        for (at, set) in found.iter_mut().enumerate() {
            set.close_page(firsts.get(at).copied().unwrap_or(0), page, &before);
        }
    }
    found.retain(|set| set.repeats(pages.len()));
    found.iter_mut().for_each(RowSet::close);
    found
}

/// Marks rows that begin with a text of the template that begins no other row of the page.
fn name_rows(
    found: &mut [RowSet],
    numbers: &WordMap<u64, usize>,
    page: &Leaves,
    is_text: &impl Fn(u64) -> bool,
    marks: &RowMarks,
) {
    let mut begun: HashSet<(u64, u32), Seed> = HashSet::default();
    let mut rows: HashMap<(u64, u64), Vec<(u32, u32)>, Seed> = HashMap::default();
    for index in 0..page.leaves.len() as u32 {
        let Some(text) = text_id(page, index as usize).filter(|&text| is_text(text)) else { continue };
        for cell in cells(page, index, None, marks, NESTING) {
            if begun.insert((cell.place.row, cell.place.node)) {
                rows.entry((cell.place.row, text)).or_default().push((cell.place.node, index));
            }
        }
    }
    for ((key, _), rows) in rows {
        let (Some(&at), [(node, leaf)]) = (numbers.get(&key), rows.as_slice()) else { continue };
        let set = &mut found[at];
        let is_first = |row: &u32| set.rows[*row as usize].first_text.is_none_or(|text| *leaf < text);
        if let Some(row) = set.on_page.get(node).copied().filter(is_first) {
            set.named.insert(row);
        }
    }
}
