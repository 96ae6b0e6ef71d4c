//! `unmold._core.Tree` and `Node`: a light, read-only view of a page's tree, for people and tests.

use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::settings::{self, PyLimits};
use crate::encoding;
use crate::html::{self, Kind, Limits, NodeId, Parser, QuirksMode, Style};

/// An entry of `Tree.events`: depth, kind, tag or text, attributes of an element.
type Event<'py> = (u32, &'static str, String, Option<Bound<'py, PyDict>>);

/// The tree of a page.
#[pyclass(frozen, module = "unmold")]
pub struct Tree {
    tree: html::Tree<'static>,
    encoding: &'static str,
    encoding_source: &'static str,
}

impl Tree {
    /// Decodes and parses a page.
    pub fn of_bytes(data: &[u8], http_charset: Option<&str>, limits: Limits) -> Self {
        let decoded = encoding::decode(data, http_charset);
        let tree = Parser::new(limits).parse(&decoded.text).into_owned();
        Tree { tree, encoding: decoded.encoding.name(), encoding_source: decoded.source.as_str() }
    }

    /// The native tree.
    pub fn arena(&self) -> &html::Tree<'static> {
        &self.tree
    }
}

#[pymethods]
impl Tree {
    /// Decodes and parses a page. There is always a tree; what was cut is in `problems`.
    #[staticmethod]
    #[pyo3(signature = (data, http_charset=None, limits=None))]
    fn parse(python: Python<'_>, data: &[u8], http_charset: Option<&str>, limits: Option<PyLimits>) -> Self {
        let limits = settings::limits(limits);
        python.detach(|| Tree::of_bytes(data, http_charset, limits))
    }

    /// The name of the encoding that the page was read in.
    #[getter]
    fn encoding(&self) -> &'static str {
        self.encoding
    }

    /// Who named the encoding: `bom`, `http`, `meta`, `detected` or `default`.
    #[getter]
    fn encoding_source(&self) -> &'static str {
        self.encoding_source
    }

    /// The codes of the caps that the page went over.
    #[getter]
    fn problems(&self) -> Vec<&'static str> {
        self.tree.problems().codes().collect()
    }

    /// Whether the page asks for quirks mode.
    #[getter]
    fn quirks(&self) -> bool {
        self.tree.quirks() == QuirksMode::Quirks
    }

    /// The bytes that the nodes and attributes take, the page itself not counted.
    #[getter]
    fn arena_bytes(&self) -> usize {
        self.tree.arena_bytes()
    }

    /// The depth of the deepest element; `html` is at depth 1.
    #[getter]
    fn max_depth(&self) -> u32 {
        self.tree.max_depth()
    }

    /// The document node.
    #[getter]
    fn document(slf: &Bound<'_, Self>) -> Node {
        Node { tree: slf.clone().unbind(), id: 0 }
    }

    /// The `html` element.
    #[getter]
    fn root(slf: &Bound<'_, Self>) -> Option<Node> {
        slf.get().tree.root().map(|id| Node { tree: slf.clone().unbind(), id })
    }

    fn __len__(&self) -> usize {
        self.tree.len()
    }

    fn __repr__(&self) -> String {
        format!("<Tree of {} nodes>", self.tree.len())
    }

    /// The node at an absolute XPath as `Node.xpath` writes it.
    fn node_at(slf: &Bound<'_, Self>, xpath: &str) -> Option<Node> {
        html::node_at(&slf.get().tree, xpath).map(|id| Node { tree: slf.clone().unbind(), id })
    }

    /// All nodes in document order: depth, kind, tag or text, attributes of an element.
    fn events<'py>(&self, python: Python<'py>) -> PyResult<Vec<Event<'py>>> {
        let mut depths: Vec<u32> = Vec::with_capacity(self.tree.len());
        let mut events = Vec::with_capacity(self.tree.len());
        for id in 0..self.tree.len() as NodeId {
            let depth = self.tree.parent(id).map_or(0, |parent| depths[parent as usize] + 1);
            depths.push(depth);
            let is_element = self.tree.is_element(id);
            let text = if is_element { self.tree.tag(id).to_owned() } else { self.tree.text(id).into_owned() };
            let attributes = if is_element { Some(attributes(&self.tree, id, python)?) } else { None };
            events.push((depth, kind_name(self.tree.kind(id)), text, attributes));
        }
        Ok(events)
    }
}

fn kind_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Document => "document",
        Kind::Doctype => "doctype",
        Kind::Comment => "comment",
        Kind::Text => "text",
        Kind::Html | Kind::Svg | Kind::MathMl => "element",
    }
}

fn attributes<'py>(tree: &html::Tree<'_>, id: NodeId, python: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(python);
    for attribute in tree.attributes(id) {
        dict.set_item(attribute.name(), attribute.value())?;
    }
    Ok(dict)
}

/// A node of a tree; it keeps the tree alive.
#[pyclass(frozen, module = "unmold")]
pub struct Node {
    tree: Py<Tree>,
    id: NodeId,
}

impl Node {
    fn arena(&self) -> &html::Tree<'static> {
        &self.tree.get().tree
    }

    fn at(&self, python: Python<'_>, id: NodeId) -> Node {
        Node { tree: self.tree.clone_ref(python), id }
    }
}

#[pymethods]
impl Node {
    /// `document`, `doctype`, `element`, `text` or `comment`.
    #[getter]
    fn kind(&self) -> &'static str {
        kind_name(self.arena().kind(self.id))
    }

    /// The name of an element; `None` for other nodes.
    #[getter]
    fn tag(&self) -> Option<&str> {
        self.arena().is_element(self.id).then(|| self.arena().tag(self.id))
    }

    /// `html`, `svg` or `math` for an element; `None` for other nodes.
    #[getter]
    fn namespace(&self) -> Option<&'static str> {
        match self.arena().kind(self.id) {
            Kind::Html => Some("html"),
            Kind::Svg => Some("svg"),
            Kind::MathMl => Some("math"),
            _ => None,
        }
    }

    /// The attributes of an element, in the order of the page.
    #[getter]
    fn attributes<'py>(&self, python: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        attributes(self.arena(), self.id, python)
    }

    /// The text of a text or comment; all text below any other node.
    #[getter]
    fn text(&self) -> String {
        if self.arena().kind(self.id) == Kind::Comment {
            return self.arena().text(self.id).into_owned();
        }
        let mut text = String::new();
        self.arena().text_content(self.id, &mut text);
        text
    }

    /// The children, in document order.
    #[getter]
    fn children(&self, python: Python<'_>) -> Vec<Node> {
        self.arena().children(self.id).map(|id| self.at(python, id)).collect()
    }

    /// The parent; `None` for the document.
    #[getter]
    fn parent(&self, python: Python<'_>) -> Option<Node> {
        self.arena().parent(self.id).map(|id| self.at(python, id))
    }

    /// The next child of the same parent.
    #[getter]
    fn next_sibling(&self, python: Python<'_>) -> Option<Node> {
        self.arena().next_sibling(self.id).map(|id| self.at(python, id))
    }

    /// The absolute XPath, every index written.
    #[getter]
    fn xpath(&self) -> String {
        html::xpath(self.arena(), self.id, Style::Canonical)
    }

    /// The absolute XPath, an index only where the name is not unique among its siblings.
    #[getter]
    fn short_xpath(&self) -> String {
        html::xpath(self.arena(), self.id, Style::Short)
    }

    /// The node and everything below it as HTML.
    #[getter]
    fn outer_html(&self) -> String {
        html::outer_html(self.arena(), self.id)
    }

    /// All nodes below this one, in document order.
    fn iter(&self) -> NodeIterator {
        Python::attach(|python| NodeIterator {
            tree: self.tree.clone_ref(python),
            next: self.id + 1,
            end: self.arena().subtree_end(self.id),
        })
    }

    /// All elements of this name below this one, in document order.
    fn find_all(&self, python: Python<'_>, tag: &str) -> Vec<Node> {
        let arena = self.arena();
        let below = self.id + 1..arena.subtree_end(self.id);
        below.filter(|&id| arena.is_element(id) && arena.tag(id) == tag).map(|id| self.at(python, id)).collect()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Node>().is_ok_and(|other| other.get().tree.is(&self.tree) && other.get().id == self.id)
    }

    fn __hash__(&self) -> usize {
        self.tree.as_ptr() as usize ^ (self.id as usize).wrapping_mul(0x9E37_79B9)
    }

    fn __repr__(&self) -> String {
        format!("<Node {} {}>", self.kind(), self.xpath())
    }
}

/// Walks over the nodes below a node.
#[pyclass(module = "unmold")]
pub struct NodeIterator {
    tree: Py<Tree>,
    next: NodeId,
    end: NodeId,
}

#[pymethods]
impl NodeIterator {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&mut self, python: Python<'_>) -> Option<Node> {
        if self.next >= self.end {
            return None;
        }
        let id = self.next;
        self.next += 1;
        Some(Node { tree: self.tree.clone_ref(python), id })
    }
}
