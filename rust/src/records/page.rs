//! Applying a template to pages: their cells are chosen, read and written to the columns of its tables.

use super::choice::Choice;
use super::columns::{Column, PageReader};
use super::documents::{DocumentWriter, Documents};
use super::layout::{PlacedRow, lay_out_rows};
use super::markdown::Markup;
use super::template::CompiledTemplate;
use crate::leaves::{Leaves, MatchRoom, Places, Row};
use crate::values::Address;

/// A page as templates are applied to it.
#[derive(Clone, Copy, Debug)]
pub struct PageInput<'page> {
    /// Its leaves.
    pub leaves: &'page Leaves,
    /// Where its nodes stand, if anybody wants to know.
    pub places: Option<&'page Places>,
    /// What its nodes are in Markdown, if texts are written so.
    pub markup: Option<&'page Markup>,
    /// Its address, against which links are resolved.
    pub address: &'page str,
    /// What comes first in the document of its record.
    pub head: &'page [u8],
}

/// The rows of one table, from all pages of a batch.
#[derive(Clone, Debug, Default)]
pub struct TableRowsOut {
    /// The record of each row, counted from 0.
    pub records: Vec<i64>,
    /// The position of the row around it in that row's table and record.
    pub parents: Vec<i64>,
    /// Its position in its table and record.
    pub rows: Vec<i64>,
    /// Its position among all rows of its page.
    pub places: Vec<i64>,
}

/// How well a page fits a template.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Applied {
    /// Between 0 and 1.
    pub score: f64,
    /// Whether the page fills anything.
    pub says_anything: bool,
    /// Whether it has a record.
    pub is_kept: bool,
}

/// What was found on the pages of a batch.
#[derive(Clone, Debug)]
pub struct RecordBatch {
    /// How well each page fits.
    pub pages: Vec<Applied>,
    /// How many records there are.
    pub records: usize,
    /// The rows of each table.
    pub tables: Vec<TableRowsOut>,
    /// All columns; `None` for those that are left out.
    pub columns: Vec<Option<Column>>,
    /// What can be searched of each record, if that was asked for.
    pub documents: Documents,
}

impl RecordBatch {
    /// A batch without pages, with room for so many.
    pub fn new(template: &CompiledTemplate, with_sources: bool, pages: usize) -> Self {
        let column = |field| Column::new(field, with_sources, pages);
        RecordBatch {
            pages: Vec::with_capacity(pages),
            records: 0,
            tables: vec![TableRowsOut::default(); template.tables.len()],
            columns: template.columns.iter().map(|field| field.as_ref().map(column)).collect(),
            documents: Documents::default(),
        }
    }

    /// Adds a row of the record or of a table: the cells of that row, which are the first of `cells`.
    fn push_row(
        &mut self,
        template: &CompiledTemplate,
        columns: std::ops::Range<usize>,
        choice: &mut Choice,
        cells: std::ops::Range<usize>,
        page: &mut PageReader<'_>,
    ) {
        let mut next = cells.start;
        for number in columns {
            let (Some(column), Some(field)) = (&mut self.columns[number], &template.columns[number]) else { continue };
            if next < cells.end && choice.cells[next].column == number {
                let start = column.values.len();
                column.push(field, choice.leaves(&choice.cells[next]), page);
                choice.cells[next].items = start..column.values.len();
                next += 1;
            } else {
                column.push_empty();
            }
        }
    }
}

impl CompiledTemplate {
    /// Adds what a page says to a batch, unless it scores less than `least`; `room` is what an earlier page was matched in.
    pub fn apply(
        &self,
        page: PageInput<'_>,
        least: f64,
        documents: Option<&DocumentWriter>,
        room: &mut MatchRoom,
        batch: &mut RecordBatch,
    ) -> Applied {
        let found = self.matcher.find_in(page.leaves, room);
        let mut choice = self.choose(page.leaves, found);
        let own = choice.cells[choice.own_cells()].iter();
        let weight = own.filter_map(|cell| self.columns[cell.column].as_ref()).map(|field| field.weight).sum();
        let says_anything = !choice.cells.is_empty() || choice.is_filled.contains(&true);
        let score = self.scorer.score(&found.texts, weight, says_anything);
        let applied = Applied { score, says_anything, is_kept: score >= least };
        batch.pages.push(applied);
        if applied.is_kept {
            self.write(page, &found.rows, &mut choice, batch);
            if let Some(writer) = documents {
                writer.write(page.head, &choice, &found.rows, &batch.columns, &mut batch.documents);
            }
            batch.records += 1;
        }
        applied
    }

    fn write(&self, page: PageInput<'_>, rows: &[Row], choice: &mut Choice, batch: &mut RecordBatch) {
        let PageInput { leaves, places, markup, address, .. } = page;
        let address = Address::new(address);
        let mut reader = PageReader { leaves, places, markup, address, readers: &self.readers };
        batch.push_row(self, self.root.clone(), choice, choice.own_cells(), &mut reader);
        let laid = lay_out_rows(&self.tables, rows, &choice.is_filled);
        for (number, placed) in laid.iter().enumerate() {
            for (position, &PlacedRow { row, parent }) in (0..).zip(placed) {
                let out = &mut batch.tables[number];
                out.records.push(batch.records as i64);
                out.parents.push(i64::from(parent));
                out.rows.push(position);
                out.places.push(i64::from(row));
                let columns = self.tables[number].columns.clone();
                batch.push_row(self, columns, choice, choice.cells_of(row), &mut reader);
            }
        }
    }
}
