//! The columns of child tables: what the cells of their rows have in common.
//!
//! Columns are sparse: a key has the rows that it stands in, and one that stands in too few makes no column.

use super::drafts::Take;
use super::key_index::{Place, Selector};
use super::positions::{Positions, choose_positions};
use super::value_numbers::ValueNumbers;
use crate::hash::WordMap;
use crate::leaves::{CELL_KEYS, RowLeaf};

/// The share of rows that fill a column worth having. A guess.
const MIN_CELL_SHARE: f64 = 0.08;
/// More leaves in each row are a list, not columns. A guess.
const MAX_FIXED: usize = 12;
/// With fewer leaves in a cell on average, several are an accident. A guess.
const LIST_MEAN: f64 = 1.2;
/// The share of rows on which two columns that are one must agree. A guess.
const AGREEMENT: f64 = 0.95;
/// The family of keys that distinguish leaves of the same steps by their positions.
const PLACE: usize = 1;

/// The number of a row, and leaves in it.
pub type RowLeaves = (u32, Vec<u32>);

/// The leaves of one table, each with its row.
#[derive(Clone, Debug, Default)]
pub struct TableLeaves {
    /// Page and element of each row.
    pub rows: Vec<(u32, u32)>,
    leaves: Vec<(u32, RowLeaf)>,
}

/// A column of a table.
#[derive(Clone, Debug)]
pub struct TableColumn {
    /// How it is found; the first is the most exact.
    pub selectors: Vec<Selector>,
    /// The number of each of its rows, and its leaves there.
    pub cells: Vec<RowLeaves>,
    /// The page and the leaf of the label that most cells have in their row.
    pub label: Option<Place>,
    said: Vec<u32>,
}

/// The keys of one family in the order in which they first occur, each with its leaves by row.
struct Family {
    numbers: WordMap<u64, usize>,
    groups: Vec<(u64, Vec<RowLeaves>)>,
}

impl Family {
    fn new(leaves: &[(u32, RowLeaf)], family: usize) -> Self {
        let mut found = Family { numbers: WordMap::default(), groups: Vec::new() };
        let mut places: WordMap<(u64, u32), usize> = WordMap::default();
        for (row, leaf) in leaves.iter().filter(|(_, leaf)| leaf.keys[family] != 0) {
            let key = leaf.keys[family];
            let number = *found.numbers.entry(key).or_insert(found.groups.len());
            if number == found.groups.len() {
                found.groups.push((key, Vec::new()));
            }
            let rows = &mut found.groups[number].1;
            let place = *places.entry((key, *row)).or_insert(rows.len());
            match rows.get_mut(place) {
                Some((_, own)) => own.push(leaf.leaf),
                None => rows.push((*row, vec![leaf.leaf])),
            }
        }
        found
    }

    fn get(&self, key: u64) -> &[RowLeaves] {
        self.numbers.get(&key).map_or(&[], |&number| &self.groups[number].1)
    }
}

impl TableLeaves {
    /// Adds a row; its number.
    pub fn add_row(&mut self, page: u32, node: u32) -> u32 {
        self.rows.push((page, node));
        self.rows.len() as u32 - 1
    }

    /// Adds a leaf to a row.
    pub fn add(&mut self, row: u32, leaf: RowLeaf) {
        self.leaves.push((row, leaf));
    }

    /// Page and position of all leaves.
    pub fn places(&self) -> impl Iterator<Item = Place> {
        self.leaves.iter().map(|(row, leaf)| (self.page(*row), leaf.leaf))
    }

    fn page(&self, row: u32) -> u32 {
        self.rows[row as usize].0
    }

    /// The columns that enough rows fill and that vary, fall-backs joined.
    pub fn columns(&self, values: &ValueNumbers) -> Vec<TableColumn> {
        let mut numbers = Numbers { values, several: WordMap::default() };
        let mut columns = self.primary(&mut numbers);
        self.join_fallbacks(&mut columns, &mut numbers);
        let labelled = self.leaves.iter().filter_map(|(row, leaf)| Some(((self.page(*row), leaf.leaf), leaf.label?)));
        let labels: WordMap<Place, u32> = labelled.collect();
        for column in &mut columns {
            column.label = self.label(column, &labels, values);
        }
        columns
    }

    fn primary(&self, numbers: &mut Numbers<'_>) -> Vec<TableColumn> {
        let cells = Family::new(&self.leaves, 0);
        let places = Family::new(&self.leaves, PLACE);
        let place_of: WordMap<Place, u64> =
            self.leaves.iter().map(|(row, leaf)| ((self.page(*row), leaf.leaf), leaf.keys[PLACE])).collect();
        let mut found = Vec::new();
        for (key, rows) in &cells.groups {
            if let Some(take) = take(rows) {
                found.extend(self.column((0, *key, take), rows, numbers));
                continue;
            }
            let leaves = rows.iter().flat_map(|(row, own)| own.iter().map(|&leaf| (self.page(*row), leaf)));
            let mut own: Vec<u64> = leaves.filter_map(|place| place_of.get(&place).copied()).collect();
            own.sort_unstable();
            own.dedup();
            for place in own {
                found.extend(self.column((PLACE, place, Take::First), places.get(place), numbers));
            }
        }
        found
    }

    /// A column, if enough rows fill it and it varies.
    fn column(&self, selector: Selector, rows: &[RowLeaves], numbers: &mut Numbers<'_>) -> Option<TableColumn> {
        if (rows.len() as f64) < (MIN_CELL_SHARE * self.rows.len() as f64).max(2.0) {
            return None;
        }
        let chosen = |(row, leaves): &RowLeaves| {
            let first = if selector.2 == Take::First { &leaves[..1] } else { leaves.as_slice() };
            (*row, first.to_vec())
        };
        let mut cells: Vec<RowLeaves> = rows.iter().map(chosen).collect();
        cells.sort_unstable_by_key(|(row, _)| *row);
        let said: Vec<u32> = cells.iter().map(|(row, own)| numbers.of(self.page(*row), own)).collect();
        let varies = said.iter().any(|one| *one != said[0]);
        varies.then(|| TableColumn { selectors: vec![selector], cells, label: None, said })
    }

    /// Lets less exact keys of a cell answer where they never say anything else.
    fn join_fallbacks(&self, columns: &mut [TableColumn], numbers: &mut Numbers<'_>) {
        let mut by_value: WordMap<(u32, u32), Vec<usize>> = WordMap::default();
        for (number, column) in columns.iter().enumerate() {
            for ((row, _), said) in column.cells.iter().zip(&column.said) {
                by_value.entry((*row, *said)).or_default().push(number);
            }
        }
        for family in PLACE + 1..CELL_KEYS {
            for (key, rows) in &Family::new(&self.leaves, family).groups {
                let is_single = rows.iter().all(|(_, leaves)| leaves.len() == 1);
                let take = if is_single { Take::First } else { Take::All };
                let mut agreed: WordMap<usize, usize> = WordMap::default();
                for (row, leaves) in rows {
                    let said = numbers.of(self.page(*row), leaves);
                    for &column in by_value.get(&(*row, said)).into_iter().flatten() {
                        *agreed.entry(column).or_default() += 1;
                    }
                }
                for (column, times) in agreed {
                    let is_enough = times as f64 >= AGREEMENT * rows.len() as f64;
                    if is_enough && times == columns[column].cells.len() {
                        columns[column].selectors.push((family, *key, take));
                    }
                }
            }
        }
    }

    /// The label that most cells of a column have in their row.
    fn label(&self, column: &TableColumn, labels: &WordMap<Place, u32>, values: &ValueNumbers) -> Option<Place> {
        let mut counts: Vec<(usize, Place)> = Vec::new();
        let mut places: WordMap<u32, usize> = WordMap::default();
        let mut total = 0u32;
        for (row, own) in &column.cells {
            let page = self.page(*row);
            let Some(&label) = labels.get(&(page, own[0])) else { continue };
            let at = *places.entry(values.of(page, label)).or_insert(counts.len());
            if at == counts.len() {
                counts.push((0, (page, label)));
            }
            counts[at].0 += 1;
            total += 1;
        }
        // Of several that are as frequent, the first counts.
        let (_, place) = counts.into_iter().rev().max_by_key(|(times, _)| *times)?;
        (f64::from(total) > 0.5 * column.cells.len() as f64).then_some(place)
    }
}

/// Numbers of what cells say: equal for equal values in the same order.
struct Numbers<'sample> {
    values: &'sample ValueNumbers,
    several: WordMap<Vec<u32>, u32>,
}

impl Numbers<'_> {
    fn of(&mut self, page: u32, leaves: &[u32]) -> u32 {
        if let [leaf] = leaves {
            return self.values.of(page, *leaf);
        }
        let said = leaves.iter().map(|&leaf| self.values.of(page, leaf)).collect();
        let next = (self.values.len() + self.several.len()) as u32;
        *self.several.entry(said).or_insert(next)
    }
}

/// How the leaves of a cell are taken; None if each is a column of its own.
fn take(rows: &[RowLeaves]) -> Option<Take> {
    let counts: Vec<usize> = rows.iter().map(|(_, leaves)| leaves.len()).collect();
    match choose_positions(&counts) {
        Positions::All => Some(Take::All),
        Positions::Each(2..=MAX_FIXED) => None,
        // A list in some rows only by accident, or really a list.
        _ if (counts.iter().sum::<usize>() as f64) < LIST_MEAN * counts.len() as f64 => Some(Take::First),
        _ => Some(Take::All),
    }
}
