//! `unmold._core.ContentTree`: what pattern trees see of a page.

use pyo3::prelude::*;

use super::error::Result;
use super::tree::Tree;
use crate::html::XPaths;
use crate::patterns::content::ContentTree;
use crate::patterns::pattern::PatternTree;

/// The content of a page; it keeps the page's tree, if it has one.
#[pyclass(name = "ContentTree", module = "unmold._core", frozen)]
pub struct PyContentTree {
    pub content: ContentTree,
    pub page: Option<Py<Tree>>,
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
    fn parse(notation: &str) -> Result<Self> {
        Ok(Self { content: notation.parse()?, page: None })
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
