//! What a template looks for on every page, and what it finds among the leaves.

use pyo3::prelude::*;

use super::error::{CoreError, Result};
use super::leaves::{PyLeaves, position};
use crate::hash::WordMap;
use crate::leaves::{CELL_KEYS, DataLeaf, NO_ROW, Region, RowFinder, TableRows, cell_keys, data_leaves, is_labelling};

/// Position, row, keys of the cell, label or -1.
type AssignedCell = (u32, u32, [u64; CELL_KEYS], i64);
/// Number of the key, leaf, row or -1.
type Hit = (u32, u32, i64);
/// Table, node, row around it or -1.
type FoundRow = (u32, u32, i64);
/// Number of the region, row or -1, leaves.
type FoundText = (u32, i64, Vec<u32>);

/// A region as Python gives it.
#[derive(FromPyObject)]
struct PyRegion {
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
    texts: WordMap<u64, u32>,
    keys: WordMap<u64, u32>,
    tables: RowFinder,
    regions: Vec<AskedRegion>,
}

#[pymethods]
impl LeafMatcher {
    /// A table is its id, the keys of its rows, whether they are siblings together, the table around or -1, and
    /// whether labels in its rows are data, as other texts of the template in them are.
    ///
    /// A region is that of a text, the table in whose rows it is or -1, and whether its images are meant.
    #[new]
    #[pyo3(signature = (texts, keys, tables, regions=Vec::new()))]
    fn new(
        texts: Vec<u64>,
        keys: Vec<u64>,
        tables: Vec<(u64, Vec<u64>, bool, i64, bool)>,
        regions: Vec<(PyRegion, i64, bool)>,
    ) -> Result<Self> {
        let number = |words: Vec<u64>| words.into_iter().zip(0..).collect();
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
        let regions = regions.into_iter().map(AskedRegion::new).collect();
        Ok(LeafMatcher { texts: number(texts), keys: number(keys), tables: RowFinder::new(rows), regions })
    }

    /// The numbers of the texts that the page has; for each key found its number, the leaf and the row (or -1); the
    /// rows; and for each region found its number, the row (or -1) and the leaves.
    fn find(&self, page: &PyLeaves) -> (Vec<u32>, Vec<Hit>, Vec<FoundRow>, Vec<FoundText>) {
        let mut texts = Vec::new();
        let data = data_leaves(page.found(), |text| {
            let number = self.texts.get(&text);
            texts.extend(number);
            number.is_some()
        });
        let (cells, rows) = self.assign_leaves(page, &data);
        let mut hits = Vec::new();
        for leaf in &data {
            hits.extend(leaf.keys.iter().filter_map(|key| self.keys.get(key)).map(|&key| (key, leaf.index, -1)));
        }
        for (index, row, keys, _) in cells {
            let known = keys.iter().filter(|&&key| key != 0).filter_map(|key| self.keys.get(key));
            hits.extend(known.map(|&key| (key, index, i64::from(row))));
        }
        texts.sort_unstable();
        texts.dedup();
        let regions = self.find_regions(page, &rows);
        (texts, hits, rows, regions)
    }

    /// For each page the leaves that are in rows and are no labels, each in its innermost row, and the rows.
    fn assign(&self, pages: Vec<PyRef<'_, PyLeaves>>) -> Vec<(Vec<AssignedCell>, Vec<FoundRow>)> {
        let assign = |page: &PyLeaves| {
            let data = data_leaves(page.found(), |text| self.texts.contains_key(&text));
            self.assign_leaves(page, &data)
        };
        pages.iter().map(|page| assign(page)).collect()
    }
}

impl LeafMatcher {
    /// The leaves of each region, on the page or in each row of its table; only where there are any.
    fn find_regions(&self, page: &PyLeaves, rows: &[FoundRow]) -> Vec<FoundText> {
        let mut found = Vec::new();
        for (number, asked) in (0..).zip(&self.regions) {
            let mut add = |row, node| {
                let leaves = self.find_region(page, asked, node);
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

    fn find_region(&self, page: &PyLeaves, asked: &AskedRegion, row: Option<u32>) -> Vec<u32> {
        match asked.are_images {
            true => asked.region.images(page.found(), row),
            false => asked.region.leaves(page.found(), row, |text| self.texts.contains_key(&text)),
        }
    }

    fn assign_leaves(&self, page: &PyLeaves, data: &[DataLeaf]) -> (Vec<AssignedCell>, Vec<FoundRow>) {
        let found = self.tables.find(page.found());
        let mut cells = Vec::new();
        let mut next = 0;
        let mut before = None;
        for (index, leaf) in (0..).zip(&page.found().leaves) {
            let is_text = data.get(next).is_none_or(|data| data.index != index);
            if !is_text {
                before = data[next].before;
                next += 1;
            }
            let number = found.of_node[leaf.node as usize];
            if number == NO_ROW || leaf.kind.is_named() {
                continue;
            }
            let row = found.rows[number as usize];
            let table = self.tables.table(row.table);
            if is_text && !table.takes_labels && is_labelling(page.found(), index as usize) {
                continue;
            }
            // Where labels are data they label nothing.
            let label = before.filter(|_| !table.takes_labels);
            let path = page.found().rows.cell(leaf.node, leaf.kind as u64, row.node, table.is_group);
            let keys = cell_keys(page.found(), label, row.node, table.id, leaf.kind, path);
            cells.push((index, number, keys.keys, position(keys.label)));
        }
        let parent = |row: u32| if row == NO_ROW { -1 } else { i64::from(row) };
        (cells, found.rows.iter().map(|row| (row.table, row.node, parent(row.parent))).collect())
    }
}

impl AskedRegion {
    fn new((given, table, are_images): (PyRegion, i64, bool)) -> Self {
        let region = Region {
            keys: given.keys,
            anchor: given.anchor,
            after: given.after,
            until: given.until.into_iter().collect(),
            without: given.without.into_iter().collect(),
        };
        AskedRegion { region, table: u32::try_from(table).ok(), are_images }
    }
}
