//! Where the values of a record stand: which letters of which leaves each cell took.

use std::ops::Range;

use super::layout::lay_out_rows;
use super::template::{CompiledTemplate, Field, FieldSource};
use crate::leaves::{Leaves, Row, data_leaves};
use crate::values::ValueType;

/// A part of a leaf's value that is, or belongs to, one value of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spot {
    /// The column.
    pub column: usize,
    /// The row among all rows of the page, or [`NO_ROW`](crate::leaves::NO_ROW).
    pub row: u32,
    /// Which of the column's values in this row.
    pub item: usize,
    /// The leaf.
    pub leaf: u32,
    /// What of its value.
    pub part: Range<usize>,
}

/// A row that holds anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShownRow {
    /// Its number among all rows of the page.
    pub number: u32,
    /// The row.
    pub row: Row,
    /// Its position in its table and record.
    pub position: u32,
}

/// What a template reads of a page, and where.
#[derive(Clone, Debug, Default)]
pub struct Explained {
    /// The values, in the order of rows and columns.
    pub spots: Vec<Spot>,
    /// The rows, table by table.
    pub rows: Vec<ShownRow>,
    /// For each leaf whether it is one of the template's own texts.
    pub is_fixed: Vec<bool>,
}

impl CompiledTemplate {
    /// Finds the places of all values that [`CompiledTemplate::apply`] reads.
    pub fn explain(&self, page: &Leaves) -> Explained {
        let found = self.matcher.find(page);
        let choice = self.choose(page, &found);
        let mut explained = Explained { is_fixed: self.fixed_leaves(page), ..Explained::default() };
        for cell in &choice.cells {
            let Some(field) = &self.columns[cell.column] else { continue };
            let is_text = matches!(field.source, FieldSource::Text(_)) && field.kind == ValueType::Text;
            let chosen = choice.leaves(cell);
            let taken = if field.is_list || is_text { chosen } else { &chosen[..1] };
            for (at, &leaf) in taken.iter().enumerate() {
                let value = page.values.get(leaf as usize);
                let (item, part) = if is_text { (0, 0..value.len()) } else { (at, field.letters_of(value)) };
                explained.spots.push(Spot { column: cell.column, row: cell.row, item, leaf, part });
            }
        }
        for placed in lay_out_rows(&self.tables, &found.rows, &choice.is_filled) {
            explained.rows.extend((0..).zip(placed).map(|(position, placed)| ShownRow {
                number: placed.row,
                row: found.rows[placed.row as usize],
                position,
            }));
        }
        explained
    }

    /// For each leaf whether the template itself says it.
    fn fixed_leaves(&self, page: &Leaves) -> Vec<bool> {
        let mut is_fixed = vec![true; page.leaves.len()];
        for leaf in data_leaves(page, |text| self.matcher.is_text(text)) {
            is_fixed[leaf.index as usize] = false;
        }
        is_fixed
    }
}

impl Field {
    /// What of a leaf's value is the value of this field.
    fn letters_of(&self, value: &str) -> Range<usize> {
        let raw = self.part_of(value);
        let part = self.value_of(raw);
        // Both only cut, so that the part stands in the value.
        let start = (part.as_ptr() as usize).saturating_sub(value.as_ptr() as usize).min(value.len());
        start..(start + part.len()).min(value.len())
    }
}
