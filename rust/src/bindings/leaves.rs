//! The leaves of pages for Python.

use std::collections::HashSet;
use std::collections::hash_map::Entry;

use pyo3::prelude::*;
use pyo3::types::{PyList, PyString, PyTuple};
use rayon::prelude::*;

use super::batch::{on_threads, page_bytes};
use super::error::{CoreError, Result};
use super::settings::{self, PyLimits};
use crate::encoding::decode;
use crate::hash::WordMap;
use crate::html::{Parser, Tree};
use crate::leaves::{
    Leaf, LeafKind, Leaves, MaxRows, Places, Spellings, column_headers, data_leaves, element_hints, glued_blocks,
    leaf_hints, leaves, own_label_id, plain_text_id, rows_behind, shorten_lists, text_id,
};
use crate::patterns::content::ContentTree;
use crate::seeded::Seed;

/// Position, label or -1, text before or -1, six keys.
type DataRow = (u32, i64, i64, [u64; 6]);

/// A position, -1 for none.
pub(super) fn position(at: Option<u32>) -> i64 {
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
    is_shortened: bool,
}

/// What templates are learned from, and not needed to apply them.
struct Markup {
    /// Of each leaf.
    hints: Spellings,
    /// Of each leaf: the header of its column.
    headers: Spellings,
    /// Of each leaf: what the first row of its table says above it, if there is no header.
    tops: Spellings,
    /// Of each element, by node; empty for other nodes.
    elements: Spellings,
    /// What the pattern tree of the sample is made of, if this page is one of those.
    content: Option<ContentTree>,
    /// What the page says it is written in.
    language: String,
}

/// What a page has, as a dictionary of tuples by leaf. Hints and headers are empty if the markup was not kept.
///
/// Python's garbage collector forgets tuples of texts and numbers; it would look through lists again and again.
#[derive(IntoPyObject)]
struct Contents<'py> {
    values: Bound<'py, PyTuple>,
    /// The names of meta elements and the paths of JSON-LD values; empty for other leaves.
    names: Bound<'py, PyTuple>,
    /// Tag, itemprop and class of each leaf's element.
    hints: Bound<'py, PyTuple>,
    /// The header of each leaf's column in a table.
    headers: Bound<'py, PyTuple>,
    /// What the first row of words of a table without headers says above each leaf.
    tops: Bound<'py, PyTuple>,
    /// The node of each leaf.
    nodes: Bound<'py, PyTuple>,
    /// The block that each leaf is in, or -1.
    blocks: Bound<'py, PyTuple>,
    kinds: Bound<'py, PyTuple>,
    /// The leaves of each kind.
    by_kind: Bound<'py, PyTuple>,
    text_ids: Bound<'py, PyTuple>,
    /// The identity of each text wherever it is; 0 where it can be no template text.
    plain_text_ids: Bound<'py, PyTuple>,
    /// The language that the page says it is written in, or empty.
    language: &'py str,
}

/// What a page has by node.
#[derive(IntoPyObject)]
struct NodeContents<'py> {
    /// Tag, itemprop, class and id of each element; empty for what is no element, and if the markup was not kept.
    elements: Bound<'py, PyTuple>,
    parents: Bound<'py, PyTuple>,
}

/// For each leaf the name of the nearest cell around it that has one.
fn above(by_cell: &WordMap<u32, String>, found: &Leaves) -> Spellings {
    if by_cell.is_empty() {
        return Spellings { distinct: vec![String::new()], positions: vec![0; found.leaves.len()] };
    }
    let name = |node| found.rows.ancestors(node).find_map(|element| by_cell.get(&element));
    Spellings::new(found.leaves.iter().map(|leaf| name(leaf.node).map_or("", String::as_str)))
}

/// The text of each place, one object for each spelling.
fn texts<'py>(spellings: Option<&Spellings>, python: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
    let Some(spellings) = spellings else { return Ok(PyTuple::empty(python)) };
    let distinct: Vec<_> = spellings.distinct.iter().map(|text| PyString::new(python, text)).collect();
    PyTuple::new(python, spellings.positions.iter().map(|&position| &distinct[position as usize]))
}

/// Rows of a list that the pattern tree of a page is made of: it says what repeats, and takes the square of their number
/// in time. Six pages of 250 rows each took 2.2 s, of 50 0.2 s, of 30 0.05 s, and gave the same pattern.
const PATTERN_ROWS: MaxRows = MaxRows { all: 30, wide: 30 };

impl Markup {
    fn new(tree: &Tree<'_>, found: &Leaves, content: Option<ContentTree>) -> Self {
        let named = column_headers(tree);
        let root = (1..tree.len() as u32).find(|&node| tree.is_element(node));
        let language = root.and_then(|root| tree.attribute(root, "lang"));
        let elements = element_hints(tree);
        Markup {
            language: language.unwrap_or_default().trim().to_owned(),
            hints: leaf_hints(tree, found.leaves.iter().map(|leaf| leaf.node), &elements),
            headers: above(&named.headers, found),
            tops: above(&named.tops, found),
            elements,
            content,
        }
    }
}

/// The content of a page, with the first rows of its lists if rows are limited at all.
fn content_of(tree: &Tree<'_>, has_few_rows: bool) -> ContentTree {
    let left_out = if has_few_rows { rows_behind(tree, PATTERN_ROWS) } else { None };
    ContentTree::without(tree, |node| left_out.as_ref().is_some_and(|left_out| left_out[node as usize]))
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

    /// What templates are learned from, by leaf.
    fn contents<'py>(&'py self, python: Python<'py>) -> PyResult<Contents<'py>> {
        let found = &self.found;
        let leaves = 0..found.leaves.len();
        let markup = self.markup.as_ref();
        let plain_text_ids: Vec<u64> = leaves.map(|index| plain_text_id(found, index).unwrap_or(0)).collect();
        Ok(Contents {
            values: PyTuple::new(python, self.values())?,
            names: PyTuple::new(python, found.names.iter().collect::<Vec<_>>())?,
            hints: texts(markup.map(|markup| &markup.hints), python)?,
            headers: texts(markup.map(|markup| &markup.headers), python)?,
            tops: texts(markup.map(|markup| &markup.tops), python)?,
            nodes: PyTuple::new(python, found.leaves.iter().map(|leaf| leaf.node))?,
            blocks: PyTuple::new(python, found.blocks())?,
            kinds: PyTuple::new(python, self.kinds(python)?)?,
            by_kind: self.by_kind(python)?,
            text_ids: PyTuple::new(python, self.text_ids())?,
            plain_text_ids: PyTuple::new(python, plain_text_ids)?,
            language: markup.map_or("", |markup| &markup.language),
        })
    }

    /// What the page has by node: many times more than leaves, and most of it is never asked for.
    fn node_contents<'py>(&'py self, python: Python<'py>) -> PyResult<NodeContents<'py>> {
        let rows = &self.found.rows;
        let parents: Vec<u32> = (0..rows.len() as u32).map(|node| rows.parent(node)).collect();
        let elements = texts(self.markup.as_ref().map(|markup| &markup.elements), python)?;
        Ok(NodeContents { elements, parents: PyTuple::new(python, parents)? })
    }

    /// Tag, itemprop, class and id of a node's element and those around it, nearest first; none if the markup was not
    /// kept.
    fn ancestors(&self, node: u32) -> Result<Vec<&str>> {
        self.check_node(node)?;
        let Some(markup) = &self.markup else { return Ok(Vec::new()) };
        let around = self.found.rows.ancestors(node);
        Ok(around.map(|element| markup.elements.get(element as usize)).collect())
    }

    /// The parent of a node; the document is its own.
    fn parent(&self, node: u32) -> Result<u32> {
        self.check_node(node)?;
        Ok(self.found.rows.parent(node))
    }

    /// A node and those that it stands in, the nearest first, `most` at the most.
    fn nodes_around(&self, node: u32, most: usize) -> Result<Vec<u32>> {
        self.check_node(node)?;
        let rows = &self.found.rows;
        let above = |&node: &u32| (node != 0).then(|| rows.parent(node));
        Ok(std::iter::successors(Some(node), above).take(most).collect())
    }

    /// Whether text is directly in a node.
    fn has_text(&self, node: u32) -> Result<bool> {
        self.check_node(node)?;
        Ok(self.found.rows.has_text(node))
    }

    /// For each leaf the identity of the label that its text begins with; 0 where there is none.
    fn own_label_ids(&self) -> Vec<u64> {
        (0..self.found.leaves.len()).map(|index| own_label_id(&self.found, index).unwrap_or(0)).collect()
    }

    /// For each leaf its kind, and whether it is in a label element.
    fn kinds<'py>(&self, python: Python<'py>) -> PyResult<Vec<Bound<'py, PyTuple>>> {
        // There are few of them: each is one object.
        let mut known: WordMap<(u8, bool), Bound<'py, PyTuple>> = WordMap::default();
        let kind = |leaf: &Leaf| match known.entry((leaf.kind as u8, leaf.is_label)) {
            Entry::Occupied(entry) => Ok(entry.get().clone()),
            Entry::Vacant(entry) => {
                let made = (leaf.kind as u8, leaf.is_label).into_pyobject(python)?;
                Ok(entry.insert(made).clone())
            }
        };
        self.found.leaves.iter().map(kind).collect()
    }

    /// The leaves of each kind, a tuple for each.
    fn by_kind<'py>(&self, python: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let mut found = vec![Vec::new(); LeafKind::Json as usize + 1];
        for (index, leaf) in self.found.leaves.iter().enumerate() {
            found[leaf.kind as usize].push(index);
        }
        let tuples = found.iter().map(|leaves| PyTuple::new(python, leaves)).collect::<PyResult<Vec<_>>>()?;
        PyTuple::new(python, tuples)
    }

    /// For each leaf the identity of the template text that it could be; 0 where it can be none.
    fn text_ids(&self) -> Vec<u64> {
        (0..self.found.leaves.len()).map(|index| text_id(&self.found, index).unwrap_or(0)).collect()
    }

    /// The blocks of which two texts may meet without a blank, each a word there; all that do are among them.
    fn glued_blocks(&self) -> HashSet<u32, Seed> {
        glued_blocks(&self.found)
    }

    /// The leaves that are none of these template texts.
    fn data(&self, texts: HashSet<u64>) -> Vec<DataRow> {
        let data = data_leaves(&self.found, |text| texts.contains(&text));
        data.iter().map(|leaf| (leaf.index, position(leaf.label), position(leaf.before), leaf.keys)).collect()
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

    /// Whether a pattern tree can be made of the page.
    #[getter]
    fn has_pattern(&self) -> bool {
        self.content().is_some()
    }

    /// Whether rows of long lists were left out.
    #[getter]
    fn is_shortened(&self) -> bool {
        self.is_shortened
    }
}

impl PyLeaves {
    /// The leaves themselves.
    pub fn found(&self) -> &Leaves {
        &self.found
    }

    /// Where its nodes are.
    pub fn places(&self) -> &Places {
        &self.places
    }

    /// The caps that were hit.
    pub fn problem_bits(&self) -> u8 {
        self.problems
    }

    /// Tag, itemprop, classes and id of elements, each spelling once, and which of them each node has; empty for other
    /// nodes.
    pub fn elements(&self) -> Option<(&[String], &[u32])> {
        self.markup.as_ref().map(|markup| (markup.elements.distinct.as_slice(), markup.elements.positions.as_slice()))
    }

    /// Tag, itemprop and class of the elements of leaves, each spelling once, and which of them each leaf has; none if
    /// the markup was not kept.
    pub fn hints(&self) -> (&[String], &[u32]) {
        let hints = self.markup.as_ref().map(|markup| &markup.hints);
        hints.map_or((&[], &[]), |hints| (hints.distinct.as_slice(), hints.positions.as_slice()))
    }

    /// The content of the page, if it was kept.
    pub fn content(&self) -> Option<&ContentTree> {
        self.markup.as_ref().and_then(|markup| markup.content.as_ref())
    }

    /// Whether microdata names a leaf.
    pub fn has_property(&self, leaf: u32) -> bool {
        let hint = self.markup.as_ref().map_or("", |markup| markup.hints.get(leaf as usize));
        hint.split('\t').nth(1).is_some_and(|property| !property.is_empty())
    }

    /// An error for what is no node of the page.
    pub fn check_node(&self, node: u32) -> Result<()> {
        let is_there = (node as usize) < self.found.rows.len();
        is_there.then_some(()).ok_or_else(|| CoreError::internal("no such node"))
    }

    fn check(&self, index: usize) -> Result<()> {
        let is_there = index < self.found.leaves.len();
        is_there.then_some(()).ok_or_else(|| CoreError::internal("no such leaf"))
    }
}

/// Decodes and parses pages on all cores and finds their leaves; of lists at most that many rows, and at most that many
/// of records, if numbers are given. With the markup, the content of pages is kept for their pattern tree; if a number of
/// patterns is given, of that many pages, the first.
#[expect(clippy::too_many_arguments, reason = "keywords with defaults in Python")]
#[pyfunction]
#[pyo3(signature = (pages, charsets, jobs=0, *, with_markup=false, limits=None, max_rows=None, patterns=None))]
pub fn page_leaves(
    py: Python<'_>,
    pages: &Bound<'_, PyList>,
    charsets: Vec<Option<String>>,
    jobs: usize,
    with_markup: bool,
    limits: Option<PyLimits>,
    max_rows: Option<(usize, usize)>,
    patterns: Option<usize>,
) -> Result<Vec<PyLeaves>> {
    let held = page_bytes(pages)?;
    let inputs: Vec<(&[u8], Option<String>)> = held.iter().map(|page| page.as_bytes()).zip(charsets).collect();
    let limits = settings::limits(limits);
    let find = |parser: &mut Parser, (number, (page, charset)): (usize, &(&[u8], Option<String>))| {
        let decoded = decode(page, charset.as_deref());
        let mut tree = parser.parse(&decoded.text);
        let is_shortened = max_rows.is_some_and(|(all, wide)| shorten_lists(&mut tree, MaxRows { all, wide }));
        let found = leaves(&tree);
        let has_pattern = patterns.is_none_or(|patterns| number < patterns);
        let markup = with_markup.then(|| {
            let content = has_pattern.then(|| content_of(&tree, max_rows.is_some()));
            Markup::new(&tree, &found, content)
        });
        let places = Places::new(&tree);
        let (nodes, problems) = (tree.len() as u32, tree.problems().bits());
        parser.recycle(tree);
        PyLeaves { found, places, markup, nodes, problems, is_shortened }
    };
    let work = || inputs.par_iter().enumerate().map_init(|| Parser::new(limits), find).collect();
    py.detach(|| on_threads(jobs, work))
}
