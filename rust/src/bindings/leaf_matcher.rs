//! What a template looks for on every page, and what it finds among the leaves.

use pyo3::prelude::*;

use super::error::{CoreError, Result};
use super::leaves::{PyLeaves, position};
use crate::leaves::{CELL_KEYS, Matcher, NO_ROW, Region, Row, TableRows};

/// Position, row, keys of the cell, label or -1.
type AssignedCell = (u32, u32, [u64; CELL_KEYS], i64);
/// Number of the key, leaf, row or -1.
type Hit = (u32, u32, i64);
/// Table, node, row around it or -1.
type FoundRow = (u32, u32, i64);
/// Number of the region, row or -1, leaves.
type FoundText = (u32, i64, Vec<u32>);

/// A region, as `unmold.templates.parts.Region` has it.
#[derive(FromPyObject)]
pub struct PyRegion {
    keys: Vec<u64>,
    anchor: u64,
    after: u64,
    until: Vec<u64>,
    without: Vec<u64>,
}

/// A region, the table in whose rows it is, and whether its images are meant.
struct AskedRegion {
    region: Region,
    table: Option<u32>,
    are_images: bool,
}

/// What a template looks for on every page: its texts and its keys, each by number, and the rows of its tables.
#[pyclass(name = "LeafMatcher", module = "unmold._core", frozen)]
pub struct LeafMatcher {
    matcher: Matcher,
    regions: Vec<AskedRegion>,
}

/// A table as Python hands it over: its id, the keys of its rows, whether they are siblings together, the table around
/// or -1, and whether labels in its rows are data, as other texts of the template in them are.
pub type PyTableRows = (u64, Vec<u64>, bool, i64, bool);

/// The tables of a template, outer ones first.
pub fn table_rows(tables: Vec<PyTableRows>) -> Result<Vec<TableRows>> {
    let mut rows = Vec::with_capacity(tables.len());
    for (id, keys, is_group, parent, takes_labels) in tables {
        let is_known = parent < rows.len() as i64;
        let parent = u32::try_from(parent).unwrap_or(NO_ROW);
        if !is_known {
            return Err(CoreError::internal("a table must stand before those inside it"));
        }
        // Behind a zero stand the text that begins the part of the page with its rows, and those that end it.
        let mut parts = keys.splitn(2, |&key| key == 0);
        let keys = parts.next().unwrap_or_default().to_vec();
        let bounds = parts.next().unwrap_or_default();
        let (after, until) = (bounds.first().copied().unwrap_or(0), bounds.iter().skip(1).copied().collect());
        rows.push(TableRows { id, keys, after, until, is_group, parent, takes_labels });
    }
    Ok(rows)
}

fn found_rows(rows: &[Row]) -> Vec<FoundRow> {
    rows.iter().map(|row| (row.table, row.node, row_number(row.parent))).collect()
}

fn row_number(row: u32) -> i64 {
    if row == NO_ROW { -1 } else { i64::from(row) }
}

#[pymethods]
impl LeafMatcher {
    /// A region is that of a text, the table in whose rows it is or -1, and whether its images are meant.
    #[new]
    #[pyo3(signature = (texts, keys, tables, regions=Vec::new()))]
    fn new(
        texts: Vec<u64>,
        keys: Vec<u64>,
        tables: Vec<PyTableRows>,
        regions: Vec<(PyRegion, i64, bool)>,
    ) -> Result<Self> {
        let regions = regions.into_iter().map(AskedRegion::new).collect();
        Ok(LeafMatcher { matcher: Matcher::new(texts, keys, table_rows(tables)?), regions })
    }

    /// The numbers of the texts that the page has; for each key found its number, the leaf and the row (or -1); the
    /// rows; and for each region found its number, the row (or -1) and the leaves.
    fn find(&self, page: &PyLeaves) -> (Vec<u32>, Vec<Hit>, Vec<FoundRow>, Vec<FoundText>) {
        let found = self.matcher.find(page.found());
        let hits = found.hits.iter().map(|hit| (hit.key, hit.leaf, row_number(hit.row))).collect();
        let rows = found_rows(&found.rows);
        let regions = self.find_regions(page, &rows);
        (found.texts, hits, rows, regions)
    }

    /// For each page the leaves that are in rows and are no labels, each in its innermost row, and the rows.
    fn assign(&self, pages: Vec<PyRef<'_, PyLeaves>>) -> Vec<(Vec<AssignedCell>, Vec<FoundRow>)> {
        let assign = |page: &PyLeaves| {
            let (cells, rows) = self.matcher.assign(page.found());
            let cells = cells.iter().map(|cell| (cell.leaf, cell.row, cell.keys, position(cell.label))).collect();
            (cells, found_rows(&rows))
        };
        pages.iter().map(|page| assign(page)).collect()
    }
}

impl LeafMatcher {
    /// The leaves of each region, on the page or in each row of its table; only where there are any.
    fn find_regions(&self, page: &PyLeaves, rows: &[FoundRow]) -> Vec<FoundText> {
        let mut found = Vec::new();
        for (number, asked) in (0..).zip(&self.regions) {
            let region = asked.region.on(page.found());
            let mut add = |row, node| {
                let leaves = match asked.are_images {
                    true => region.images(node),
                    false => region.leaves(node, |text| self.matcher.is_text(text)),
                };
                if !leaves.is_empty() {
                    found.push((number, row, leaves));
                }
            };
            match asked.table {
                None => add(-1, None),
                Some(table) => {
                    let own = (0..).zip(rows).filter(|(_, row)| row.0 == table);
                    own.for_each(|(row, &(_, node, _))| add(row, Some(node)));
                }
            }
        }
        found
    }
}

impl AskedRegion {
    fn new((given, table, are_images): (PyRegion, i64, bool)) -> Self {
        AskedRegion { region: given.into(), table: u32::try_from(table).ok(), are_images }
    }
}

impl From<PyRegion> for Region {
    fn from(given: PyRegion) -> Self {
        Region {
            keys: given.keys,
            anchor: given.anchor,
            after: given.after,
            until: given.until.into_iter().collect(),
            without: given.without.into_iter().collect(),
        }
    }
}
