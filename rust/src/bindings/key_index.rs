//! The keys by which columns, rows and holders of texts are found again, for Python.

use std::collections::{HashMap, HashSet};

use pyo3::prelude::*;

use super::error::{CoreError, Result};
use super::leaf_matcher::LeafMatcher;
use super::leaves::PyLeaves;
use super::sample::{FoundSelector, found, found_selector};
use crate::hash::WordMap;
use crate::induction::{ElementIndex, Entry, KeyIndex, NodeAt, Place, Ranges, Wanted, text_ranges};
use crate::leaves::{CELL_KEYS, data_leaves};
use crate::seeded::Seed;

/// How many families of keys the leaves of pages have.
const FAMILIES: usize = 6;

/// The number of a column to which nothing belongs.
const NO_COLUMN: i64 = -1;

/// Selectors, the share of entries they find, whether they answer together.
type FoundSelectors = (Vec<FoundSelector>, f64, bool);

/// The leaves of a column, by entry.
type WantedCells = Vec<(Entry, Vec<u32>)>;

/// Which leaves are wanted, and the number of the column that each belongs to; -1 for none.
#[pyclass(name = "Claims", module = "unmold._core", frozen)]
pub struct PyClaims(WordMap<Place, i64>);

#[pymethods]
impl PyClaims {
    #[new]
    fn new(claims: HashMap<Place, i64, Seed>) -> Self {
        PyClaims(claims)
    }

    /// The leaves of columns, each with its number and its cells by entry; the last of several columns has a leaf. What
    /// else says the same belongs to no column: the one text in a block, and other leaves that are given.
    #[staticmethod]
    fn of_columns(pages: Vec<Py<PyLeaves>>, columns: Vec<(i64, WantedCells)>, others: Vec<Place>) -> Result<Self> {
        let mut claims: WordMap<Place, i64> = WordMap::default();
        for (number, cells) in &columns {
            let places = cells.iter().flat_map(|((page, _), own)| own.iter().map(|&leaf| (*page, leaf)));
            claims.extend(places.map(|place| (place, *number)));
        }
        let mut inner = others;
        for &(page, leaf) in claims.keys() {
            let page_leaves = pages.get(page as usize).ok_or_else(|| CoreError::internal("no such page"))?;
            inner.extend(page_leaves.get().found().text_of_block(leaf).map(|text| (page, text)));
        }
        for place in inner {
            claims.entry(place).or_insert(NO_COLUMN);
        }
        Ok(PyClaims(claims))
    }
}

/// The leaves of the keys that wanted leaves have, by family and entry.
#[pyclass(name = "KeyIndex", module = "unmold._core", frozen)]
pub struct PyKeyIndex(KeyIndex);

#[pymethods]
impl PyKeyIndex {
    /// The data leaves of pages; each page is an entry.
    #[staticmethod]
    fn of_pages(pages: Vec<Py<PyLeaves>>, texts: HashSet<u64, Seed>, claims: &PyClaims) -> Self {
        let data: Vec<_> = found(&pages).iter().map(|page| data_leaves(page, |text| texts.contains(&text))).collect();
        let leaves = (0..)
            .zip(&data)
            .flat_map(|(page, own)| own.iter().map(move |leaf| ((page, -1), leaf.index, leaf.keys.as_slice())));
        PyKeyIndex(KeyIndex::new(FAMILIES, leaves, |place| claims.0.contains_key(&place)))
    }

    /// The leaves in the rows that a matcher finds; each row is an entry. For each table its index and its rows.
    #[staticmethod]
    fn of_rows(
        matcher: &LeafMatcher,
        tables: usize,
        pages: Vec<Py<PyLeaves>>,
        claims: &PyClaims,
    ) -> Result<Vec<(PyKeyIndex, HashSet<NodeAt, Seed>)>> {
        let mut rows: Vec<HashSet<NodeAt, Seed>> = vec![HashSet::default(); tables];
        let mut leaves: Vec<Vec<(Entry, u32, [u64; CELL_KEYS])>> = vec![Vec::new(); tables];
        let table_of = |number: u32| Some(number as usize).filter(|&number| number < tables);
        for (number, page) in (0..).zip(&pages) {
            let (cells, own) = matcher.matcher().assign(page.get().found());
            for row in &own {
                let table = table_of(row.table).ok_or_else(|| CoreError::internal("no such table"))?;
                rows[table].insert((number, row.node));
            }
            for cell in &cells {
                let row = &own[cell.row as usize];
                leaves[row.table as usize].push(((number, i64::from(row.node)), cell.leaf, cell.keys));
            }
        }
        let index = |leaves: Vec<(Entry, u32, [u64; CELL_KEYS])>| {
            let keyed = leaves.iter().map(|(entry, leaf, keys)| (*entry, *leaf, keys.as_slice()));
            PyKeyIndex(KeyIndex::new(CELL_KEYS, keyed, |place| claims.0.contains_key(&place)))
        };
        Ok(leaves.into_iter().map(index).zip(rows).collect())
    }

    /// The selectors that find the cells of a column, given by entry; None if no key does.
    fn find_selectors(
        &self,
        cells: WantedCells,
        claims: &PyClaims,
        column: i64,
        is_list: bool,
    ) -> Option<FoundSelectors> {
        let is_other = |page, leaf| claims.0.get(&(page, leaf)).is_some_and(|&owner| owner >= 0 && owner != column);
        let found = self.0.find(&Wanted { cells: &cells, is_list, is_other })?;
        Some((found.selectors.into_iter().map(found_selector).collect(), found.covered, found.is_joined))
    }

    /// The page and the position of the first leaf with a key of a family.
    fn first(&self, family: usize, key: u64) -> Option<Place> {
        self.0.first(family, key)
    }
}

/// Sets of nodes, each sorted.
#[pyclass(name = "NodeSets", module = "unmold._core", frozen)]
pub struct PyNodeSets(Vec<Vec<u32>>);

#[pymethods]
impl PyNodeSets {
    #[new]
    fn new(mut nodes: Vec<Vec<u32>>) -> Self {
        nodes.iter_mut().for_each(|own| own.sort_unstable());
        PyNodeSets(nodes)
    }
}

/// The elements of the pages of a sample by their keys, as rows or as containers of text.
#[pyclass(name = "ElementIndex", module = "unmold._core", frozen)]
pub struct PyElementIndex {
    pages: Vec<Py<PyLeaves>>,
    index: ElementIndex,
    all_rows: HashSet<NodeAt, Seed>,
}

#[pymethods]
impl PyElementIndex {
    /// `nodes` are the elements of each page, `all_rows` those that are rows of any table.
    #[new]
    fn new(
        pages: Vec<Py<PyLeaves>>,
        mut nodes: Vec<Vec<u32>>,
        are_rows: bool,
        all_rows: HashSet<NodeAt, Seed>,
    ) -> Result<Self> {
        for own in &mut nodes {
            own.sort_unstable();
            own.dedup();
        }
        let places = (0..).zip(&nodes).flat_map(|(page, own)| own.iter().map(move |&node| (page, node)));
        check_nodes(&pages, places.chain(all_rows.iter().copied()))?;
        let index = ElementIndex::new(&found(&pages), &nodes, are_rows);
        Ok(PyElementIndex { pages, index, all_rows })
    }

    /// The keys by which rows are found, the best first, the share of pages they are right on, and whether they are on most.
    #[pyo3(signature = (rows, ranges=None))]
    fn find_row_keys(&self, mut rows: Vec<NodeAt>, ranges: Option<Ranges>) -> Result<(Vec<u64>, f64, bool)> {
        check_nodes(&self.pages, rows.iter().copied())?;
        if ranges.as_ref().is_some_and(|ranges| ranges.len() != self.pages.len()) {
            return Err(CoreError::internal("not as many ranges as pages"));
        }
        rows.sort_unstable();
        Ok(self.index.find_row_keys(&found(&self.pages), &rows, &self.all_rows, ranges.as_ref()))
    }

    /// Keys whose first element on a page, or among some nodes of it, is the wanted one: page and node, -1 for none.
    #[pyo3(signature = (wanted, inside=None, anchor=0))]
    fn find_container_keys(
        &self,
        wanted: Vec<(u32, i64)>,
        inside: Option<&PyNodeSets>,
        anchor: u64,
    ) -> Result<Vec<u64>> {
        let nodes = wanted.iter().map(|&(page, node)| (page, u32::try_from(node).unwrap_or(0)));
        check_nodes(&self.pages, nodes)?;
        if inside.is_some_and(|inside| inside.0.len() != wanted.len()) {
            return Err(CoreError::internal("not as many sets of nodes as elements"));
        }
        let elements: Vec<_> = wanted
            .iter()
            .enumerate()
            .map(|(at, &(page, node))| (page, u32::try_from(node).ok(), inside.map(|inside| inside.0[at].as_slice())))
            .collect();
        Ok(self.index.find_container_keys(&found(&self.pages), &elements, anchor))
    }

    /// For each page the nodes that stand behind a text and before those that end it: first and behind the last.
    fn text_ranges(&self, after: u64, until: HashSet<u64>) -> Ranges {
        text_ranges(&found(&self.pages), after, &until)
    }
}

/// An error for what is no node of its page.
fn check_nodes(pages: &[Py<PyLeaves>], nodes: impl Iterator<Item = NodeAt>) -> Result<()> {
    for (page, node) in nodes {
        let page = pages.get(page as usize).ok_or_else(|| CoreError::internal("no such page"))?;
        page.get().check_node(node)?;
    }
    Ok(())
}
