//! The leaves of pages for Python, and what a template finds among them.

use std::collections::HashSet;

use pyo3::prelude::*;
use pyo3::types::PyList;
use rayon::prelude::*;

use super::batch::{on_threads, page_bytes};
use super::tree::limits;
use crate::encoding::decode;
use crate::hash::WordMap;
use crate::html::Parser;
use crate::leaves::{Leaves, Places, cells, data_leaves, hint, leaves, text_id};

/// How many repeated elements around a leaf are looked at, nearest first.
const NESTING: usize = 4;

/// Position, label or -1, text before or -1, six keys.
type DataRow = (u32, i64, i64, [u64; 6]);
/// Position, row node, kind of row, key of the cell.
type CellRow = (u32, u32, u64, u64);

/// The leaves of one page.
#[pyclass(name = "PageLeaves", module = "unmold._core", frozen)]
struct PyLeaves {
    found: Leaves,
    places: Places,
    hints: Vec<String>,
    nodes: u32,
    problems: u8,
}

#[pymethods]
impl PyLeaves {
    fn __len__(&self) -> usize {
        self.found.leaves.len()
    }

    /// The values, white space collapsed.
    fn values(&self) -> Vec<&str> {
        self.found.values.iter().collect()
    }

    /// The value of one leaf.
    fn value(&self, index: usize) -> PyResult<&str> {
        self.check(index)?;
        Ok(self.found.values.get(index))
    }

    /// The XPath of the node of one leaf.
    fn xpath(&self, index: usize) -> PyResult<String> {
        self.check(index)?;
        Ok(self.places.xpath(self.found.leaves[index].node))
    }

    /// The names of meta elements and the paths of JSON-LD values; empty for other leaves.
    fn names(&self) -> Vec<&str> {
        self.found.names.iter().collect()
    }

    /// Tag, itemprop and class of each leaf's element, if they were asked for.
    fn hints(&self) -> Vec<&str> {
        self.hints.iter().map(String::as_str).collect()
    }

    /// For each leaf its kind, and whether it stands in a label element.
    fn kinds(&self) -> Vec<(u8, bool)> {
        self.found.leaves.iter().map(|leaf| (leaf.kind as u8, leaf.is_label)).collect()
    }

    /// For each leaf the identity of the template text that it could be; 0 where it can be none.
    fn text_ids(&self) -> Vec<u64> {
        (0..self.found.leaves.len()).map(|index| text_id(&self.found, index).unwrap_or(0)).collect()
    }

    /// The leaves that are none of these template texts.
    fn data(&self, texts: HashSet<u64>) -> Vec<DataRow> {
        let position = |at: Option<u32>| at.map_or(-1, i64::from);
        let data = data_leaves(&self.found, |text| texts.contains(&text));
        data.iter().map(|leaf| (leaf.index, position(leaf.label), position(leaf.before), leaf.keys)).collect()
    }

    /// The cells of repeated elements that those leaves may be.
    fn cells(&self, texts: HashSet<u64>) -> Vec<CellRow> {
        let data = data_leaves(&self.found, |text| texts.contains(&text));
        let rows = data.iter().flat_map(|leaf| {
            let repeated = cells(&self.found, leaf, |place| place.repeats).take(NESTING);
            repeated.map(|cell| (leaf.index, cell.place.node, cell.place.row, cell.key))
        });
        rows.collect()
    }

    /// How many nodes the page has.
    #[getter]
    fn nodes(&self) -> u32 {
        self.nodes
    }

    /// The caps that were hit, as bits.
    #[getter]
    fn problems(&self) -> u8 {
        self.problems
    }
}

impl PyLeaves {
    fn check(&self, index: usize) -> PyResult<()> {
        let is_there = index < self.found.leaves.len();
        is_there.then_some(()).ok_or_else(|| pyo3::exceptions::PyIndexError::new_err("no such leaf"))
    }
}

/// What a template looks for on every page: its texts and its keys, each by number, and its kinds of rows.
#[pyclass(name = "LeafMatcher", module = "unmold._core", frozen)]
struct LeafMatcher {
    texts: WordMap<u64, u32>,
    keys: WordMap<u64, u32>,
    rows: HashSet<u64>,
}

#[pymethods]
impl LeafMatcher {
    #[new]
    fn new(texts: Vec<u64>, keys: Vec<u64>, rows: HashSet<u64>) -> Self {
        let number = |words: Vec<u64>| words.into_iter().zip(0..).collect();
        LeafMatcher { texts: number(texts), keys: number(keys), rows }
    }

    /// The numbers of the texts that the page has, and for each key found its number, the leaf and the row (or 0).
    fn find(&self, page: &PyLeaves) -> (Vec<u32>, Vec<(u32, u32, u32)>) {
        let mut texts = Vec::new();
        let data = data_leaves(&page.found, |text| {
            let number = self.texts.get(&text);
            texts.extend(number);
            number.is_some()
        });
        let mut hits = Vec::new();
        for leaf in &data {
            hits.extend(leaf.keys.iter().filter_map(|key| self.keys.get(key)).map(|&key| (key, leaf.index, 0)));
            let found = cells(&page.found, leaf, |place| self.rows.contains(&place.row));
            hits.extend(found.filter_map(|cell| Some((*self.keys.get(&cell.key)?, leaf.index, cell.place.node))));
        }
        texts.sort_unstable();
        texts.dedup();
        (texts, hits)
    }
}

/// Decodes and parses pages on all cores and finds their leaves.
#[pyfunction]
#[pyo3(signature = (
    pages, charsets, jobs=0, *, with_hints=false, max_bytes=None, max_nodes=None, max_depth=None, max_attributes=None
))]
#[allow(clippy::too_many_arguments)]
fn page_leaves(
    py: Python<'_>,
    pages: &Bound<'_, PyList>,
    charsets: Vec<Option<String>>,
    jobs: usize,
    with_hints: bool,
    max_bytes: Option<usize>,
    max_nodes: Option<usize>,
    max_depth: Option<usize>,
    max_attributes: Option<usize>,
) -> PyResult<Vec<PyLeaves>> {
    let held = page_bytes(pages)?;
    let inputs: Vec<(&[u8], Option<String>)> = held.iter().map(|page| page.as_bytes()).zip(charsets).collect();
    let limits = limits(max_bytes, max_nodes, max_depth, max_attributes);
    let find = |parser: &mut Parser, (page, charset): &(&[u8], Option<String>)| {
        let decoded = decode(page, charset.as_deref());
        let tree = parser.parse(&decoded.text);
        let found = leaves(&tree);
        let hints =
            if with_hints { found.leaves.iter().map(|leaf| hint(&tree, leaf.node)).collect() } else { Vec::new() };
        let places = Places::new(&tree);
        let (nodes, problems) = (tree.len() as u32, tree.problems().bits());
        parser.recycle(tree);
        PyLeaves { found, places, hints, nodes, problems }
    };
    let work = || inputs.par_iter().map_init(|| Parser::new(limits), find).collect();
    py.detach(|| on_threads(jobs, work))
}

pub(super) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<PyLeaves>()?;
    module.add_class::<LeafMatcher>()?;
    module.add_function(wrap_pyfunction!(page_leaves, module)?)
}
