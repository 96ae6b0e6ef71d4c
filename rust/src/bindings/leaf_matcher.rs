//! What a template looks for on every page, and what it finds among the leaves.

use pyo3::prelude::*;

use super::error::{CoreError, Result};
use super::leaves::{PyLeaves, position};
use crate::leaves::{CELL_KEYS, Matcher, NO_ROW, Row, TableRows};

/// Position, row, keys of the cell, label or -1.
type AssignedCell = (u32, u32, [u64; CELL_KEYS], i64);
/// Number of the key, leaf, row or -1.
type Hit = (u32, u32, i64);
/// Table, node, row around it or -1.
type FoundRow = (u32, u32, i64);

/// How the rows of a table are found, as Python gives it.
#[derive(FromPyObject)]
struct PyRowKeys {
    keys: Vec<u64>,
    after: u64,
    until: Vec<u64>,
}

/// A table as Python gives it: how its rows are found, whether they are siblings together, the table around or -1, and
/// whether labels in its rows are data, as other texts of the template in them are.
#[derive(FromPyObject)]
pub struct PyTable {
    rows: PyRowKeys,
    is_group: bool,
    pub parent: i64,
    takes_labels: bool,
}

impl PyTable {
    /// The rows that the core looks for; the first key is the table's number in the keys of its cells.
    fn into_rows(self) -> Result<TableRows> {
        let id = *self.rows.keys.first().ok_or_else(|| CoreError::internal("a table without keys"))?;
        Ok(TableRows {
            id,
            keys: self.rows.keys,
            after: self.rows.after,
            until: self.rows.until.into_iter().collect(),
            is_group: self.is_group,
            parent: u32::try_from(self.parent).unwrap_or(NO_ROW),
            takes_labels: self.takes_labels,
            families: [true; CELL_KEYS],
        })
    }
}

/// What a template looks for on every page: its texts and its keys, each by number, and the rows of its tables.
#[pyclass(name = "LeafMatcher", module = "unmold._core", frozen)]
pub struct LeafMatcher(Matcher);

#[pymethods]
impl LeafMatcher {
    #[new]
    fn new(texts: Vec<u64>, keys: Vec<u64>, tables: Vec<PyTable>) -> Result<Self> {
        Ok(LeafMatcher(Matcher::new(texts, keys, table_rows(tables)?)))
    }

    /// The numbers of the texts that the page has; for each key found its number, the leaf and the row (or -1); the
    /// rows.
    fn find(&self, page: &PyLeaves) -> (Vec<u32>, Vec<Hit>, Vec<FoundRow>) {
        let found = self.0.find(page.found());
        let hits = found.hits.iter().map(|hit| (hit.key, hit.leaf, row_number(hit.row))).collect();
        (found.texts, hits, found_rows(&found.rows))
    }

    /// For each page the leaves that are in rows and are no labels, each in its innermost row, and the rows.
    fn assign(&self, pages: Vec<PyRef<'_, PyLeaves>>) -> Vec<(Vec<AssignedCell>, Vec<FoundRow>)> {
        let assign = |page: &PyLeaves| {
            let (cells, rows) = self.0.assign(page.found());
            let cells = cells.iter().map(|cell| (cell.leaf, cell.row, cell.keys, position(cell.label))).collect();
            (cells, found_rows(&rows))
        };
        pages.iter().map(|page| assign(page)).collect()
    }
}

impl LeafMatcher {
    /// The matcher itself.
    pub fn matcher(&self) -> &Matcher {
        &self.0
    }
}

/// The tables of a template, outer ones first.
pub fn table_rows(tables: Vec<PyTable>) -> Result<Vec<TableRows>> {
    let mut rows = Vec::with_capacity(tables.len());
    for table in tables {
        if table.parent >= rows.len() as i64 {
            return Err(CoreError::internal("a table must come before those inside it"));
        }
        rows.push(table.into_rows()?);
    }
    Ok(rows)
}

fn found_rows(rows: &[Row]) -> Vec<FoundRow> {
    rows.iter().map(|row| (row.table, row.node, row_number(row.parent))).collect()
}

fn row_number(row: u32) -> i64 {
    if row == NO_ROW { -1 } else { i64::from(row) }
}
