//! Pages without what others share, for Python.

use pyo3::prelude::*;
use pyo3::types::PyList;
use rayon::prelude::*;

use super::batch::{on_threads, page_bytes};
use super::error::Result;
use super::numbers::Numbers;
use super::settings::{self, PyLimits};
use crate::encoding::decode;
use crate::features::{PathSet, strip_page};
use crate::html::Parser;

/// Decodes and parses pages on all cores and leaves out of each what is shared: paths of elements and contents. For
/// each page, its HTML, its lines of text, and the caps that were hit as bits.
#[pyfunction]
#[pyo3(signature = (pages, charsets, shared, jobs=0, limits=None))]
pub fn strip_pages(
    py: Python<'_>,
    pages: &Bound<'_, PyList>,
    charsets: Vec<Option<String>>,
    shared: Numbers<u64>,
    jobs: usize,
    limits: Option<PyLimits>,
) -> Result<Vec<(String, Vec<String>, u8)>> {
    let held = page_bytes(pages)?;
    let inputs: Vec<(&[u8], Option<String>)> = held.iter().map(|page| page.as_bytes()).zip(charsets).collect();
    let limits = settings::limits(limits);
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
