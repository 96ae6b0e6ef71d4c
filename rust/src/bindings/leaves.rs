//! The leaves of pages for Python.

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList};
use rayon::prelude::*;

use super::batch::{on_threads, page_bytes};
use super::tree::limits;
use crate::encoding::decode;
use crate::html::{NodeId, Parser, Style, xpath};
use crate::leaves::{Leaves, leaves};

/// The leaves of one page: arrays of numbers, and values.
#[pyclass(name = "PageLeaves", module = "unmold._core", frozen)]
struct PyLeaves {
    found: Leaves,
    xpaths: Vec<String>,
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

    /// The names of meta elements; empty for other leaves.
    fn names(&self) -> Vec<&str> {
        self.found.names.iter().collect()
    }

    /// For each leaf its node, the first node of its scope, its kind, and whether it stands in a label element.
    fn places(&self) -> Vec<(u32, u32, u8, bool)> {
        self.found.leaves.iter().map(|leaf| (leaf.node, leaf.scope, leaf.kind as u8, leaf.is_label)).collect()
    }

    /// For each leaf its keys: tail, class path, path, place.
    fn keys(&self) -> Vec<[u64; 4]> {
        self.found.leaves.iter().map(|leaf| leaf.keys).collect()
    }

    /// The XPath of the node of each leaf.
    fn xpaths(&self) -> Vec<&str> {
        self.xpaths.iter().map(String::as_str).collect()
    }

    /// The keys as one buffer of 64-bit words, four a leaf.
    fn key_buffer<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let words: Vec<u64> = self.found.leaves.iter().flat_map(|leaf| leaf.keys).collect();
        PyBytes::new(py, bytemuck::cast_slice(&words))
    }
}

/// Decodes and parses pages on all cores and finds their leaves.
#[pyfunction]
#[pyo3(signature = (pages, charsets, jobs=0, *, with_xpaths=false))]
fn page_leaves(
    py: Python<'_>,
    pages: &Bound<'_, PyList>,
    charsets: Vec<Option<String>>,
    jobs: usize,
    with_xpaths: bool,
) -> PyResult<Vec<PyLeaves>> {
    let held = page_bytes(pages)?;
    let inputs: Vec<(&[u8], Option<String>)> = held.iter().map(|page| page.as_bytes()).zip(charsets).collect();
    let limits = limits(None, None, None, None);
    let find = |parser: &mut Parser, (page, charset): &(&[u8], Option<String>)| {
        let decoded = decode(page, charset.as_deref());
        let tree = parser.parse(&decoded.text);
        let found = leaves(&tree);
        let path = |node: NodeId| xpath(&tree, node, Style::Canonical);
        let xpaths = if with_xpaths { found.leaves.iter().map(|leaf| path(leaf.node)).collect() } else { Vec::new() };
        parser.recycle(tree);
        PyLeaves { found, xpaths }
    };
    let work = || inputs.par_iter().map_init(|| Parser::new(limits), find).collect();
    py.detach(|| on_threads(jobs, work))
}

pub(super) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<PyLeaves>()?;
    module.add_function(wrap_pyfunction!(page_leaves, module)?)
}
