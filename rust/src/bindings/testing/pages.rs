//! Pages for tests and benchmarks: parsed and counted, compared from arrays, grouped by given neighbours.

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList};
use rayon::prelude::*;

use super::trees::PyLabelledTree;
use crate::bindings::batch::{in_runs, on_threads, page_bytes};
use crate::bindings::content::PyContentTree;
use crate::bindings::error::Result;
use crate::bindings::numbers::Numbers;
use crate::bindings::pairs::PyComparand;
use crate::bindings::pool::Pool;
use crate::bindings::settings::{self, PyComparison, PyLimits};
use crate::bindings::tree::Tree;
use crate::encoding;
use crate::hash::hash_bytes;
use crate::html::{Limits, Parser, Problems};
use crate::measures::comparand::Comparand;
use crate::patterns::content::ContentTree;

static PARSERS: Pool<Parser> = Pool::new();

/// What a batch reports of one page.
#[derive(Clone, Copy)]
struct Counts {
    nodes: u32,
    arena_bytes: u64,
    max_depth: u32,
    problems: u8,
}

/// Decodes and parses pages and gives, as little-endian arrays, the number of nodes (`nodes`, u32), the bytes of
/// each tree (`arena_bytes`, u64), its depth (`max_depth`, u32) and the caps that were hit (`problems`, u8).
#[pyfunction]
#[pyo3(signature = (pages, jobs=0, limits=None))]
pub fn parse_pages<'py>(
    python: Python<'py>,
    pages: &Bound<'py, PyList>,
    jobs: usize,
    limits: Option<PyLimits>,
) -> Result<Bound<'py, PyDict>> {
    let held = page_bytes(pages)?;
    let bytes: Vec<&[u8]> = held.iter().map(|page| page.as_bytes()).collect();
    let limits = settings::limits(limits);
    let counts = python.detach(|| in_runs(jobs, &bytes, |run| count_all(run, limits)))?.concat();
    let arrays = PyDict::new(python);
    arrays.set_item("nodes", array(python, &counts, |page| page.nodes.to_le_bytes()))?;
    arrays.set_item("arena_bytes", array(python, &counts, |page| page.arena_bytes.to_le_bytes()))?;
    arrays.set_item("max_depth", array(python, &counts, |page| page.max_depth.to_le_bytes()))?;
    arrays.set_item("problems", array(python, &counts, |page| page.problems.to_le_bytes()))?;
    Ok(arrays)
}

fn count_all(pages: &[&[u8]], limits: Limits) -> Vec<Counts> {
    let mut parser = PARSERS.take(Parser::default);
    parser.set_limits(limits);
    let counts = pages.iter().map(|page| count(&mut parser, page)).collect();
    let bytes = parser.capacity();
    PARSERS.put_back(parser, bytes);
    counts
}

fn count(parser: &mut Parser, page: &[u8]) -> Counts {
    let decoded = encoding::decode(page, None);
    let tree = parser.parse(&decoded.text);
    let counts = Counts {
        nodes: tree.len() as u32,
        arena_bytes: tree.arena_bytes() as u64,
        max_depth: tree.max_depth(),
        problems: tree.problems().bits(),
    };
    parser.recycle(tree);
    counts
}

fn array<'py, const WIDTH: usize>(
    python: Python<'py>,
    counts: &[Counts],
    value: impl Fn(&Counts) -> [u8; WIDTH],
) -> Bound<'py, PyBytes> {
    let bytes: Vec<u8> = counts.iter().flat_map(value).collect();
    PyBytes::new(python, &bytes)
}

/// Decodes and parses pages and gives the content of each, on `jobs` threads.
#[pyfunction]
#[pyo3(signature = (pages, jobs=0, limits=None))]
pub fn content_trees(
    python: Python<'_>,
    pages: &Bound<'_, PyList>,
    jobs: usize,
    limits: Option<PyLimits>,
) -> Result<Vec<PyContentTree>> {
    let held = page_bytes(pages)?;
    let bytes: Vec<&[u8]> = held.iter().map(|page| page.as_bytes()).collect();
    let limits = settings::limits(limits);
    let parsed = python.detach(|| on_threads(jobs, || bytes.par_iter().map(|page| read(page, limits)).collect()));
    let wrap = |(tree, content): (Tree, ContentTree)| Ok(PyContentTree { content, page: Some(Py::new(python, tree)?) });
    parsed.and_then(|parsed: Vec<_>| parsed.into_iter().map(wrap).collect())
}

fn read(page: &[u8], limits: Limits) -> (Tree, ContentTree) {
    let tree = Tree::of_bytes(page, None, limits);
    let content = ContentTree::from_page(tree.arena());
    (tree, content)
}

/// A page ready to be compared, made from arrays; labels of the element tree and tags are indices of `names`.
#[pyfunction]
#[pyo3(signature = (tree, tags, class_names, names, settings=None))]
pub fn comparand(
    py: Python<'_>,
    tree: &PyLabelledTree,
    tags: Numbers<u32>,
    class_names: Vec<String>,
    names: Vec<String>,
    settings: Option<PyComparison>,
) -> Result<PyComparand> {
    let windows = PyComparison::windows(settings.as_ref())?;
    let style = class_names.iter().map(|name| hash_bytes(name.as_bytes())).collect();
    let tree = tree.0.clone();
    let prepared = py.detach(|| Comparand::new(tree, tags.0, style, &names, windows))?;
    Ok(PyComparand(prepared, Problems::default()))
}
