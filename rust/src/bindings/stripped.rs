//! Pages without what others share, for Python.

use pyo3::prelude::*;
use pyo3::types::PyList;
use rayon::prelude::*;

use super::batch::{on_threads, page_bytes};
use super::numbers::Numbers;
use super::tree::limits;
use crate::encoding::decode;
use crate::features::{PathSet, strip_page};
use crate::html::Parser;

/// Decodes and parses pages on all cores and leaves out of each what is shared: paths of elements and contents. For
/// each page, its HTML, its lines of text, and the caps that were hit as bits.
#[pyfunction]
#[pyo3(signature = (pages, charsets, shared, jobs=0, *, max_bytes=None, max_nodes=None, max_depth=None, max_attributes=None, max_growth=None))]
#[expect(clippy::too_many_arguments, reason = "keywords with defaults in Python")]
fn strip_pages(
    py: Python<'_>,
    pages: &Bound<'_, PyList>,
    charsets: Vec<Option<String>>,
    shared: Numbers<u64>,
    jobs: usize,
    max_bytes: Option<usize>,
    max_nodes: Option<usize>,
    max_depth: Option<usize>,
    max_attributes: Option<usize>,
    max_growth: Option<usize>,
) -> PyResult<Vec<(String, Vec<String>, u8)>> {
    let held = page_bytes(pages)?;
    let inputs: Vec<(&[u8], Option<String>)> = held.iter().map(|page| page.as_bytes()).zip(charsets).collect();
    let limits = limits(max_bytes, max_nodes, max_depth, max_attributes, max_growth);
    let shared: PathSet = shared.0.into_iter().map(|path| (path, ())).collect();
    let strip = |parser: &mut Parser, (page, charset): &(&[u8], Option<String>)| {
        let decoded = decode(page, charset.as_deref());
        let tree = parser.parse(&decoded.text);
        let stripped = strip_page(&tree, &shared);
        let problems = tree.problems().bits();
        parser.recycle(tree);
        (stripped.html, stripped.lines, problems)
    };
    let work = || inputs.par_iter().map_init(|| Parser::new(limits), strip).collect();
    py.detach(|| on_threads(jobs, work))
}

pub(super) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(strip_pages, module)?)
}
