//! `unmold._core.ContentTree`: what pattern trees see of a page.

use pyo3::prelude::*;
use pyo3::types::PyList;
use rayon::prelude::*;

use super::batch::{on_threads, page_bytes};
use super::measures::mistake;
use super::tree::{Tree, limits};
use crate::html::{Limits, XPaths};
use crate::patterns::content::ContentTree;
use crate::patterns::pattern::PatternTree;

/// The content of a page; it keeps the page's tree, if it has one.
#[pyclass(name = "ContentTree", module = "unmold._core", frozen)]
pub(super) struct PyContentTree {
    pub content: ContentTree,
    page: Option<Py<Tree>>,
}

impl PyContentTree {
    /// The XPaths of nodes, in their order; none where the content was not made from a page.
    pub fn xpaths(&self, nodes: impl Iterator<Item = u32>) -> Vec<Option<String>> {
        let Some(page) = &self.page else { return nodes.map(|_| None).collect() };
        let mut xpaths = XPaths::new(page.get().arena());
        nodes.map(|node| Some(xpaths.xpath(self.content.nodes()[node as usize].origin))).collect()
    }
}

#[pymethods]
impl PyContentTree {
    /// The content of a parsed page.
    #[staticmethod]
    fn of(python: Python<'_>, page: Py<Tree>) -> Self {
        let content = python.detach(|| ContentTree::from_page(page.get().arena()));
        Self { content, page: Some(page) }
    }

    /// The content that a line in the notation of patterns describes.
    #[staticmethod]
    fn parse(notation: &str) -> PyResult<Self> {
        Ok(Self { content: notation.parse().map_err(mistake)?, page: None })
    }

    /// The values of all texts and images, in document order.
    fn texts(&self) -> Vec<&str> {
        let is_data = |node: &u32| self.content.nodes()[*node as usize].kind != Default::default();
        (0..self.content.len() as u32).filter(is_data).map(|node| self.content.value(node)).collect()
    }

    fn __len__(&self) -> usize {
        self.content.len()
    }

    fn __str__(&self) -> String {
        PatternTree::of_content(&self.content).to_string()
    }

    fn __repr__(&self) -> String {
        format!("<ContentTree of {} nodes>", self.content.len())
    }
}

/// Decodes and parses pages and gives the content of each, on so many threads.
#[pyfunction]
#[pyo3(signature = (pages, jobs=0, *, max_bytes=None, max_nodes=None, max_depth=None, max_attributes=None, max_growth=None))]
#[expect(clippy::too_many_arguments, reason = "keywords with defaults in Python")]
fn content_trees(
    python: Python<'_>,
    pages: &Bound<'_, PyList>,
    jobs: usize,
    max_bytes: Option<usize>,
    max_nodes: Option<usize>,
    max_depth: Option<usize>,
    max_attributes: Option<usize>,
    max_growth: Option<usize>,
) -> PyResult<Vec<PyContentTree>> {
    let held = page_bytes(pages)?;
    let bytes: Vec<&[u8]> = held.iter().map(|page| page.as_bytes()).collect();
    let limits = limits(max_bytes, max_nodes, max_depth, max_attributes, max_growth);
    let parsed = python.detach(|| on_threads(jobs, || bytes.par_iter().map(|page| read(page, limits)).collect()));
    let wrap = |(tree, content): (Tree, ContentTree)| Ok(PyContentTree { content, page: Some(Py::new(python, tree)?) });
    parsed.and_then(|parsed: Vec<_>| parsed.into_iter().map(wrap).collect())
}

fn read(page: &[u8], limits: Limits) -> (Tree, ContentTree) {
    let tree = Tree::of_bytes(page, None, limits);
    let content = ContentTree::from_page(tree.arena());
    (tree, content)
}

pub(super) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<PyContentTree>()?;
    module.add_function(wrap_pyfunction!(content_trees, module)?)
}
