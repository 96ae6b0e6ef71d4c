//! Matrix alignment: the children of several trees, one column each, are shifted down until every row agrees.
//!
//! The aligned rows have no blanks. For a row whose symbols differ, in this order:
//! - **R1**: the leftmost column whose symbol was seen less than its span above is shifted down by one;
//! - **R2**: the column whose symbol is nearest below in another column is shifted down to it;
//! - **R3**: a row of nothing but data is accepted as it is: its data varies;
//! - **R4**: the most frequent symbol keeps the row, everything else moves on to the next (the row is split).
//!
//! A column is one block that only ever slides down, so a position, not a matrix, is kept for each: rows count from
//! the columns' own beginning, and `splits` counts the rows that R4 added for all of them.

use std::collections::BTreeMap;

use super::budget::Work;
use super::spans::{Occurrences, occurrences, symbol_spans};
use crate::hash::WordMap;

/// One cell of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The column, that is the tree.
    pub column: u32,
    /// The position in the column, that is the child.
    pub position: u32,
    /// The child's symbol.
    pub symbol: u32,
}

/// A row of the aligned matrix without its blanks, by column; a row of blanks alone has no cell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Row {
    /// What is not blank.
    pub cells: Vec<Cell>,
    /// Whether R3 accepted the row.
    pub is_variant: bool,
}

/// Aligns columns of symbols; `is_data` says which symbols are texts or images. Neighbouring rows of blanks are
/// given as one.
pub fn align_columns(columns: &[Vec<u32>], is_data: &[bool], work: &mut Work) -> Vec<Row> {
    let mut alignment = Alignment::new(columns, is_data, work);
    let mut next_row = 0;
    while let Some((row, waiting)) = alignment.waiting.pop_first() {
        if row > next_row {
            alignment.rows.push(Row::default());
        }
        alignment.treat_row(row, waiting);
        next_row = row + 1;
    }
    alignment.rows
}

/// A column's next cell: its position in the column and the row it is in.
#[derive(Clone, Copy)]
struct Head {
    position: u32,
    row: u64,
}

struct Alignment<'a> {
    columns: &'a [Vec<u32>],
    is_data: &'a [bool],
    work: &'a mut Work,
    spans: Vec<u32>,
    occurrences: Vec<Vec<Occurrences>>,
    heads: Vec<Head>,
    /// The columns whose next cell is in a row.
    waiting: BTreeMap<u64, Vec<u32>>,
    /// The last row in which a symbol was placed, split rows counted.
    last_seen: WordMap<u32, u64>,
    splits: u64,
    rows: Vec<Row>,
}

impl<'a> Alignment<'a> {
    fn new(columns: &'a [Vec<u32>], is_data: &'a [bool], work: &'a mut Work) -> Self {
        let filled = (0..columns.len() as u32).filter(|&column| !columns[column as usize].is_empty());
        let waiting: Vec<u32> = filled.collect();
        Self {
            columns,
            is_data,
            work,
            spans: symbol_spans(columns, is_data.len()),
            occurrences: occurrences(columns, is_data.len()),
            heads: vec![Head { position: 0, row: 0 }; columns.len()],
            waiting: if waiting.is_empty() { BTreeMap::new() } else { BTreeMap::from([(0, waiting)]) },
            last_seen: WordMap::default(),
            splits: 0,
            rows: Vec::new(),
        }
    }

    fn treat_row(&mut self, row: u64, mut waiting: Vec<u32>) {
        waiting.sort_unstable();
        let cells = waiting.into_iter().map(|column| self.cell(column)).collect();
        let cells = self.apply_first_rule(row, cells);
        let cells = self.apply_second_rule(row, cells);
        self.place(row, cells);
    }

    fn cell(&self, column: u32) -> Cell {
        let position = self.heads[column as usize].position;
        Cell { column, position, symbol: self.columns[column as usize][position as usize] }
    }

    /// R1. What it asks of a column does not depend on the others, so one pass from left to right does.
    fn apply_first_rule(&mut self, row: u64, cells: Vec<Cell>) -> Vec<Cell> {
        let mut distinct = Tally::new(&cells);
        let mut kept = Vec::with_capacity(cells.len());
        for cell in cells {
            if !distinct.is_aligned() && self.is_expected_later(cell.symbol, row) {
                distinct.remove(cell.symbol);
                self.shift(cell.column, row, 1);
            } else {
                kept.push(cell);
            }
        }
        kept
    }

    fn is_expected_later(&self, symbol: u32, row: u64) -> bool {
        let span = u64::from(self.spans[symbol as usize]);
        span > 0 && self.last_seen.get(&symbol).is_some_and(|&above| row + self.splits - above < span)
    }

    /// R2, as often as it applies.
    fn apply_second_rule(&mut self, row: u64, mut cells: Vec<Cell>) -> Vec<Cell> {
        let mut distinct = Tally::new(&cells);
        let mut nearest: WordMap<u32, Nearest> = WordMap::default();
        while !distinct.is_aligned() && self.work.may_align(cells.len()) {
            let mut best: Option<(u64, usize)> = None;
            for (index, cell) in cells.iter().enumerate() {
                let below = *nearest.entry(cell.symbol).or_insert_with(|| self.nearest_below(cell.symbol, row));
                let Some(target) = below.in_other_column(cell.column) else { continue };
                if best.is_none_or(|(nearest, _)| target < nearest) {
                    best = Some((target, index));
                }
            }
            let Some((target, index)) = best else { break };
            let moved = cells.remove(index);
            distinct.remove(moved.symbol);
            self.shift(moved.column, row, target - row);
            let slid = &self.columns[moved.column as usize][moved.position as usize..];
            self.work.may_align(slid.len());
            slid.iter().for_each(|symbol| _ = nearest.remove(symbol));
        }
        cells
    }

    /// The two nearest rows below in which a symbol is, in different columns.
    fn nearest_below(&mut self, symbol: u32, row: u64) -> Nearest {
        let heads = &self.heads;
        let mut nearest = Nearest::default();
        let holders = &mut self.occurrences[symbol as usize];
        if !self.work.may_align(holders.len()) {
            return nearest;
        }
        holders.retain_mut(|holder| {
            let head = heads[holder.column as usize];
            while holder.positions.get(holder.next).is_some_and(|&position| position < head.position) {
                holder.next += 1;
            }
            // A cell of this very row is not below it, but it will be once it is shifted.
            let is_here = head.row == row && holder.positions.get(holder.next) == Some(&head.position);
            if let Some(&position) = holder.positions.get(holder.next + usize::from(is_here)) {
                nearest.offer(head.row + u64::from(position - head.position), holder.column);
            }
            holder.next < holder.positions.len()
        });
        nearest
    }

    fn shift(&mut self, column: u32, row: u64, by: u64) {
        self.heads[column as usize].row = row + by;
        self.waiting.entry(row + by).or_default().push(column);
    }

    /// Writes what is left of a row: one row if it is aligned or all data (R3), else one for each symbol, the most
    /// frequent first (R4, ties to the left). Splitting moves everything below alike, so that R1 and R2, which
    /// failed for the row, fail for what is split off as well.
    fn place(&mut self, row: u64, cells: Vec<Cell>) {
        for cell in &cells {
            self.advance(cell.column, row);
        }
        let mut rest = groups_by_frequency(cells);
        rest.reverse();
        while rest.len() > 1 {
            let is_all_data = rest.iter().all(|group| self.is_data[group[0].symbol as usize]);
            if is_all_data {
                let mut cells: Vec<Cell> = rest.drain(..).flatten().collect();
                cells.sort_unstable_by_key(|cell| cell.column);
                self.write(row, cells, true);
            } else if let Some(group) = rest.pop() {
                self.write(row, group, false);
                self.splits += 1;
            }
        }
        if let Some(group) = rest.pop() {
            self.write(row, group, false);
        }
    }

    fn advance(&mut self, column: u32, row: u64) {
        let head = &mut self.heads[column as usize];
        *head = Head { position: head.position + 1, row: row + 1 };
        if (head.position as usize) < self.columns[column as usize].len() {
            self.waiting.entry(row + 1).or_default().push(column);
        }
    }

    fn write(&mut self, row: u64, cells: Vec<Cell>, is_variant: bool) {
        for cell in &cells {
            self.last_seen.insert(cell.symbol, row + self.splits);
        }
        self.rows.push(Row { cells, is_variant });
    }
}

/// The cells of each symbol, the most frequent symbol first, ties by the leftmost column.
fn groups_by_frequency(cells: Vec<Cell>) -> Vec<Vec<Cell>> {
    let mut index: WordMap<u32, usize> = WordMap::default();
    let mut groups: Vec<Vec<Cell>> = Vec::new();
    for cell in cells {
        let group = *index.entry(cell.symbol).or_insert(groups.len());
        match groups.get_mut(group) {
            Some(group) => group.push(cell),
            None => groups.push(vec![cell]),
        }
    }
    groups.sort_by_key(|group| std::cmp::Reverse(group.len()));
    groups
}

/// How often each symbol occurs in a row.
struct Tally(WordMap<u32, u32>);

impl Tally {
    fn new(cells: &[Cell]) -> Self {
        let mut counts = WordMap::default();
        for cell in cells {
            *counts.entry(cell.symbol).or_insert(0) += 1;
        }
        Self(counts)
    }

    fn is_aligned(&self) -> bool {
        self.0.len() <= 1
    }

    fn remove(&mut self, symbol: u32) {
        if let Some(count) = self.0.get_mut(&symbol) {
            *count -= 1;
            if *count == 0 {
                self.0.remove(&symbol);
            }
        }
    }
}

/// The nearest row in which a symbol is, with its column, and the nearest in any other column.
#[derive(Clone, Copy, Default)]
struct Nearest {
    first: Option<(u64, u32)>,
    other: Option<u64>,
}

impl Nearest {
    fn offer(&mut self, row: u64, column: u32) {
        match self.first {
            Some((nearest, _)) if nearest <= row => self.other = Some(self.other.map_or(row, |other| other.min(row))),
            former => {
                self.other = former.map(|(nearest, _)| nearest);
                self.first = Some((row, column));
            }
        }
    }

    fn in_other_column(&self, column: u32) -> Option<u64> {
        match self.first {
            Some((row, nearest)) if nearest != column => Some(row),
            _ => self.other,
        }
    }
}
