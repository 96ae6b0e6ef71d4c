//! The leaves of pages for Python, and what a template finds among them.

use std::collections::{HashMap, HashSet};

use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};
use rayon::prelude::*;

use super::batch::{on_threads, page_bytes};
use super::error::{CoreError, Result};
use super::settings::{self, PyLimits};
use crate::encoding::decode;
use crate::html::{Parser, Tree};
use crate::leaves::{
    CELL_KEYS, CONTAINER_KEYS, LeafKind, Leaves, Matcher, NO_ROW, Places, ROW_KEYS, Region, Row, TableRows, cells,
    column_headers, data_leaves, element_hint, hint, leaves, own_label_id, plain_text_id, text_id,
};
use crate::patterns::content::ContentTree;

/// How many rows around a leaf are looked at, nearest first.
const NESTING: usize = 6;

/// Position, label or -1, text before or -1, six keys.
type DataRow = (u32, i64, i64, [u64; 6]);
/// Position, row node, kind of row, key of the cell.
type CellRow = (u32, u32, u64, u64);
/// Position, row, keys of the cell, label or -1.
type AssignedCell = (u32, u32, [u64; CELL_KEYS], i64);
/// Number of the key, leaf, row or -1.
type Hit = (u32, u32, i64);
/// Table, node, row around it or -1.
type FoundRow = (u32, u32, i64);

fn position(at: Option<u32>) -> i64 {
    at.map_or(-1, i64::from)
}

/// The leaves of one page.
#[pyclass(name = "PageLeaves", module = "unmold._core", frozen)]
pub struct PyLeaves {
    found: Leaves,
    places: Places,
    markup: Option<Markup>,
    nodes: u32,
    problems: u8,
}

/// What templates are learned from, and not needed to apply them.
struct Markup {
    /// Of each leaf.
    hints: Shared,
    /// Of each leaf: the header of its column.
    headers: Shared,
    /// Of each element, by node.
    elements: Vec<String>,
    content: ContentTree,
    /// What the page says it is written in.
    language: String,
}

/// Many texts of which few differ, each kept once, here and in Python.
struct Shared {
    distinct: Vec<String>,
    positions: Vec<u32>,
}

impl Shared {
    fn new(texts: impl Iterator<Item = String>) -> Self {
        let mut known: HashMap<String, u32> = HashMap::new();
        let positions = texts
            .map(|text| {
                let next = known.len() as u32;
                *known.entry(text).or_insert(next)
            })
            .collect();
        let mut distinct = vec![String::new(); known.len()];
        for (text, position) in known {
            distinct[position as usize] = text;
        }
        Shared { distinct, positions }
    }

    fn to_python<'py>(&self, python: Python<'py>) -> Vec<Bound<'py, PyString>> {
        let distinct: Vec<_> = self.distinct.iter().map(|text| PyString::new(python, text)).collect();
        self.positions.iter().map(|&position| distinct[position as usize].clone()).collect()
    }
}

impl Markup {
    fn new(tree: &Tree<'_>, found: &Leaves) -> Self {
        let by_cell = column_headers(tree);
        let header = |node| found.rows.ancestors(node).find_map(|element| by_cell.get(&element).cloned());
        let element = |node| if tree.is_element(node) { element_hint(tree, node) } else { String::new() };
        let mut elements = (1..tree.len() as u32).filter(|&node| tree.is_element(node));
        let language = elements.next().and_then(|root| tree.attribute(root, "lang"));
        Markup {
            language: language.unwrap_or_default().trim().to_owned(),
            hints: Shared::new(found.leaves.iter().map(|leaf| hint(tree, leaf.node))),
            headers: Shared::new(found.leaves.iter().map(|leaf| header(leaf.node).unwrap_or_default())),
            elements: (0..tree.len() as u32).map(element).collect(),
            content: ContentTree::from_page(tree),
        }
    }
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
    fn value(&self, index: usize) -> Result<&str> {
        self.check(index)?;
        Ok(self.found.values.get(index))
    }

    /// The XPath of the node of one leaf.
    fn xpath(&self, index: usize) -> Result<String> {
        self.check(index)?;
        Ok(self.places.xpath(self.found.leaves[index].node))
    }

    /// The values of some leaves, each with the XPath of its node.
    fn values_and_xpaths(&self, indices: Vec<usize>) -> PyResult<Vec<(&str, String)>> {
        let cell = |&index: &usize| {
            self.check(index)?;
            Ok((self.found.values.get(index), self.places.xpath(self.found.leaves[index].node)))
        };
        indices.iter().map(cell).collect()
    }

    /// The names of meta elements and the paths of JSON-LD values; empty for other leaves.
    fn names(&self) -> Vec<&str> {
        self.found.names.iter().collect()
    }

    /// Tag, itemprop and class of each leaf's element, if the markup was kept.
    fn hints<'py>(&self, python: Python<'py>) -> Vec<Bound<'py, PyString>> {
        self.markup.as_ref().map_or_else(Vec::new, |markup| markup.hints.to_python(python))
    }

    /// The language that the page says it is written in, empty if it says none; if the markup was kept.
    #[getter]
    fn language(&self) -> &str {
        self.markup.as_ref().map_or("", |markup| &markup.language)
    }

    /// The header of each leaf's column in a table, if the markup was kept.
    fn headers<'py>(&self, python: Python<'py>) -> Vec<Bound<'py, PyString>> {
        self.markup.as_ref().map_or_else(Vec::new, |markup| markup.headers.to_python(python))
    }

    /// Tag, itemprop, class and id of an element and of those around it, if the markup was kept.
    fn around(&self, node: u32) -> Result<Vec<&str>> {
        self.check_node(node)?;
        let Some(markup) = &self.markup else { return Ok(Vec::new()) };
        Ok(self.found.rows.ancestors(node).map(|element| markup.elements[element as usize].as_str()).collect())
    }

    /// The node of each leaf.
    fn leaf_nodes(&self) -> Vec<u32> {
        self.found.leaves.iter().map(|leaf| leaf.node).collect()
    }

    /// For each node the tag, itemprop, class and id of its element, empty for what is no element; if the markup was
    /// kept.
    fn elements(&self) -> Vec<&str> {
        self.markup.iter().flat_map(|markup| &markup.elements).map(String::as_str).collect()
    }

    /// For each leaf the block that it stands in, or -1.
    fn blocks(&self) -> Vec<i64> {
        let (mut block, mut end) = (-1, 0);
        let around = (0..).zip(&self.found.leaves).map(|(index, leaf)| {
            if leaf.kind == LeafKind::Block {
                (block, end) = (index, leaf.end);
                return -1;
            }
            if leaf.node < end { block } else { -1 }
        });
        around.collect()
    }

    /// For each leaf the list item at most so many elements above it, or -1; if the markup was kept.
    fn items(&self, levels: usize) -> Vec<i64> {
        let Some(markup) = &self.markup else { return Vec::new() };
        let is_item = |&element: &u32| markup.elements[element as usize].starts_with("li\t");
        let item = |node| self.found.rows.ancestors(node).take(levels).find(is_item);
        self.found.leaves.iter().map(|leaf| position(item(leaf.node))).collect()
    }

    /// The keys of elements as rows.
    fn row_keys(&self, nodes: Vec<u32>) -> Result<Vec<[u64; ROW_KEYS]>> {
        nodes.into_iter().map(|node| self.check_node(node).map(|()| self.found.rows.keys(node))).collect()
    }

    /// The keys of elements as containers of text.
    fn container_keys(&self, nodes: Vec<u32>) -> Result<Vec<[u64; CONTAINER_KEYS]>> {
        let keys = |node| self.check_node(node).map(|()| self.found.rows.container_keys(node));
        nodes.into_iter().map(keys).collect()
    }

    /// Those of some elements that have some keys as rows, once for each key.
    fn find_rows(&self, nodes: Vec<u32>, keys: HashSet<u64>) -> Result<Vec<(u64, u32)>> {
        self.find_elements(nodes, &keys, |node| self.found.rows.keys(node))
    }

    /// Those of some elements that have some keys as containers of text, once for each key.
    fn find_containers(&self, nodes: Vec<u32>, keys: HashSet<u64>) -> Result<Vec<(u64, u32)>> {
        self.find_elements(nodes, &keys, |node| self.found.rows.container_keys(node))
    }

    /// The leaves of a text: of the element with the first of these keys that is there and holds the anchor, in a row unless that is -1,
    /// behind one template text and up to some others, without some elements and the template's own texts.
    #[allow(clippy::too_many_arguments)]
    fn region(
        &self,
        keys: Vec<u64>,
        anchor: u64,
        after: u64,
        until: HashSet<u64>,
        without: HashSet<u64>,
        texts: HashSet<u64>,
        row: i64,
    ) -> Vec<u32> {
        let region = Region { keys, anchor, after, until, without };
        region.leaves(&self.found, u32::try_from(row).ok(), |text| texts.contains(&text))
    }

    /// The images of a region.
    fn region_images(&self, keys: Vec<u64>, anchor: u64, without: HashSet<u64>, row: i64) -> Vec<u32> {
        let region = Region { keys, anchor, without, ..Region::default() };
        region.images(&self.found, u32::try_from(row).ok())
    }

    /// The parents of nodes.
    fn parents(&self, nodes: Vec<u32>) -> Result<Vec<u32>> {
        nodes.into_iter().map(|node| self.check_node(node).map(|()| self.found.rows.parent(node))).collect()
    }

    /// Whether text stands beside each of these nodes, directly in its parent.
    fn in_text(&self, nodes: Vec<u32>) -> Result<Vec<bool>> {
        nodes.into_iter().map(|node| self.check_node(node).map(|()| self.found.rows.is_in_text(node))).collect()
    }

    /// The first keys of the elements that repeat among their siblings.
    fn repeated(&self) -> HashSet<u64> {
        self.found.rows.repeated()
    }

    /// For each leaf its kind, and whether it stands in a label element.
    fn kinds(&self) -> Vec<(u8, bool)> {
        self.found.leaves.iter().map(|leaf| (leaf.kind as u8, leaf.is_label)).collect()
    }

    /// For each leaf the identity of the template text that it could be; 0 where it can be none.
    fn text_ids(&self) -> Vec<u64> {
        (0..self.found.leaves.len()).map(|index| text_id(&self.found, index).unwrap_or(0)).collect()
    }

    /// For each leaf the identity of its text wherever it stands; 0 where it can be no template text.
    fn plain_text_ids(&self) -> Vec<u64> {
        (0..self.found.leaves.len()).map(|index| plain_text_id(&self.found, index).unwrap_or(0)).collect()
    }

    /// For each leaf the identity of the label that its text begins with; 0 where there is none.
    fn own_label_ids(&self) -> Vec<u64> {
        (0..self.found.leaves.len()).map(|index| own_label_id(&self.found, index).unwrap_or(0)).collect()
    }

    /// The leaves that are none of these template texts.
    fn data(&self, texts: HashSet<u64>) -> Vec<DataRow> {
        let data = data_leaves(&self.found, |text| texts.contains(&text));
        data.iter().map(|leaf| (leaf.index, position(leaf.label), position(leaf.before), leaf.keys)).collect()
    }

    /// The cells that those leaves may be of rows of these kinds, and of rows of siblings that begin with these; the
    /// outermost row of a leaf first.
    fn cells(&self, texts: HashSet<u64>, kinds: HashSet<u64>, leaders: HashSet<u64>) -> Vec<CellRow> {
        let groups = self.found.rows.groups(&leaders);
        let data = data_leaves(&self.found, |text| texts.contains(&text));
        let rows = data.iter().flat_map(|leaf| {
            let nearest = cells(&self.found, leaf.index, leaf.before, &kinds, &groups).take(NESTING);
            let places: Vec<_> = nearest.collect();
            places.into_iter().rev().map(|cell| (leaf.index, cell.place.node, cell.place.row, cell.key))
        });
        rows.collect()
    }

    /// The rows that these template texts stand in.
    fn text_rows(&self, texts: HashSet<u64>, kinds: HashSet<u64>, leaders: HashSet<u64>) -> Vec<CellRow> {
        let groups = self.found.rows.groups(&leaders);
        let known = (0..self.found.leaves.len()).filter_map(|index| {
            text_id(&self.found, index).filter(|text| texts.contains(text)).map(|text| (index as u32, text))
        });
        let rows = known.flat_map(|(index, text)| {
            let places = cells(&self.found, index, None, &kinds, &groups).take(NESTING);
            places.map(move |cell| (index, cell.place.node, cell.place.row, text))
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
    /// The leaves themselves.
    pub fn found(&self) -> &Leaves {
        &self.found
    }

    /// The caps that were hit, as bits.
    pub fn problem_bits(&self) -> u8 {
        self.problems
    }

    /// Where all nodes stand.
    pub fn places(&self) -> &Places {
        &self.places
    }

    /// The content of the page, if the markup was kept.
    pub fn content(&self) -> Option<&ContentTree> {
        self.markup.as_ref().map(|markup| &markup.content)
    }

    fn find_elements<const NUMBER: usize>(
        &self,
        nodes: Vec<u32>,
        asked: &HashSet<u64>,
        keys: impl Fn(u32) -> [u64; NUMBER],
    ) -> Result<Vec<(u64, u32)>> {
        let mut found = Vec::new();
        for node in nodes {
            self.check_node(node)?;
            found.extend(keys(node).into_iter().filter(|key| asked.contains(key)).map(|key| (key, node)));
        }
        Ok(found)
    }

    fn check_node(&self, node: u32) -> Result<()> {
        let is_there = (node as usize) < self.found.rows.len();
        is_there.then_some(()).ok_or_else(|| CoreError::internal("no such node"))
    }

    fn check(&self, index: usize) -> Result<()> {
        let is_there = index < self.found.leaves.len();
        is_there.then_some(()).ok_or_else(|| CoreError::internal("no such leaf"))
    }
}

/// What a template looks for on every page: its texts and its keys, each by number, and the rows of its tables.
#[pyclass(name = "LeafMatcher", module = "unmold._core", frozen)]
pub struct LeafMatcher(Matcher);

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
    #[new]
    fn new(texts: Vec<u64>, keys: Vec<u64>, tables: Vec<PyTableRows>) -> Result<Self> {
        Ok(LeafMatcher(Matcher::new(texts, keys, table_rows(tables)?)))
    }

    /// The numbers of the texts that the page has; for each key found its number, the leaf and the row (or -1); the
    /// rows.
    fn find(&self, page: &PyLeaves) -> (Vec<u32>, Vec<Hit>, Vec<FoundRow>) {
        let found = self.0.find(&page.found);
        let hits = found.hits.iter().map(|hit| (hit.key, hit.leaf, row_number(hit.row))).collect();
        (found.texts, hits, found_rows(&found.rows))
    }

    /// The leaves that stand in rows and are no labels, each in its innermost row, and the rows.
    fn assign(&self, page: &PyLeaves) -> (Vec<AssignedCell>, Vec<FoundRow>) {
        let (cells, rows) = self.0.assign(&page.found);
        let cells = cells.iter().map(|cell| (cell.leaf, cell.row, cell.keys, position(cell.label))).collect();
        (cells, found_rows(&rows))
    }
}

/// Decodes and parses pages on all cores and finds their leaves.
#[pyfunction]
#[pyo3(signature = (pages, charsets, jobs=0, *, with_markup=false, limits=None))]
pub fn page_leaves(
    py: Python<'_>,
    pages: &Bound<'_, PyList>,
    charsets: Vec<Option<String>>,
    jobs: usize,
    with_markup: bool,
    limits: Option<PyLimits>,
) -> Result<Vec<PyLeaves>> {
    let held = page_bytes(pages)?;
    let inputs: Vec<(&[u8], Option<String>)> = held.iter().map(|page| page.as_bytes()).zip(charsets).collect();
    let limits = settings::limits(limits);
    let find = |parser: &mut Parser, (page, charset): &(&[u8], Option<String>)| {
        let decoded = decode(page, charset.as_deref());
        let tree = parser.parse(&decoded.text);
        let found = leaves(&tree);
        let markup = with_markup.then(|| Markup::new(&tree, &found));
        let places = Places::new(&tree);
        let (nodes, problems) = (tree.len() as u32, tree.problems().bits());
        parser.recycle(tree);
        PyLeaves { found, places, markup, nodes, problems }
    };
    let work = || inputs.par_iter().map_init(|| Parser::new(limits), find).collect();
    py.detach(|| on_threads(jobs, work))
}
