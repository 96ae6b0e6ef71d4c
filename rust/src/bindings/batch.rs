//! `unmold._core.parse_pages`: many pages at once, on all cores, numbers out.

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList};
use rayon::prelude::*;

use super::pool::Pool;
use super::tree::limits;
use crate::encoding;
use crate::html::{Limits, Parser};

static PARSERS: Pool<Parser> = Pool::new();

/// Enough runs that a thread with large pages is not the last to finish.
const RUNS_PER_THREAD: usize = 8;

/// What a batch reports of one page.
#[derive(Clone, Copy)]
struct Counts {
    nodes: u32,
    arena_bytes: u64,
    max_depth: u32,
    problems: u8,
}

/// The bytes of a list of pages, borrowed while Python keeps them alive.
pub fn page_bytes<'py>(pages: &Bound<'py, PyList>) -> PyResult<Vec<Bound<'py, PyBytes>>> {
    pages.iter().map(|page| Ok(page.cast_into::<PyBytes>()?)).collect()
}

/// Runs work on a pool of this many threads; 0 means all cores.
pub fn on_threads<T: Send>(jobs: usize, work: impl FnOnce() -> T + Send) -> PyResult<T> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(jobs).build();
    pool.map(|pool| pool.install(work)).map_err(|error| pyo3::exceptions::PyOSError::new_err(error.to_string()))
}

/// Works through items in runs of neighbours, on this many threads; the results keep the order of the items.
pub fn in_runs<Item: Sync, Output: Send>(
    jobs: usize,
    items: &[Item],
    work: impl Fn(&[Item]) -> Output + Send + Sync,
) -> PyResult<Vec<Output>> {
    if jobs == 1 {
        // Another thread would only cost.
        return Ok(vec![work(items)]);
    }
    on_threads(jobs, || {
        let runs = rayon::current_num_threads() * RUNS_PER_THREAD;
        items.par_chunks(items.len().div_ceil(runs).max(1)).map(work).collect()
    })
}

/// Decodes and parses pages and gives, as little-endian arrays, the number of nodes (`nodes`, u32), the bytes of
/// each tree (`arena_bytes`, u64), its depth (`max_depth`, u32) and the caps that were hit (`problems`, u8).
#[pyfunction]
#[pyo3(signature = (pages, jobs=0, *, max_bytes=None, max_nodes=None, max_depth=None, max_attributes=None, max_growth=None))]
#[expect(clippy::too_many_arguments, reason = "keywords with defaults in Python")]
pub fn parse_pages<'py>(
    python: Python<'py>,
    pages: &Bound<'py, PyList>,
    jobs: usize,
    max_bytes: Option<usize>,
    max_nodes: Option<usize>,
    max_depth: Option<usize>,
    max_attributes: Option<usize>,
    max_growth: Option<usize>,
) -> PyResult<Bound<'py, PyDict>> {
    let held = page_bytes(pages)?;
    let bytes: Vec<&[u8]> = held.iter().map(|page| page.as_bytes()).collect();
    let limits = limits(max_bytes, max_nodes, max_depth, max_attributes, max_growth);
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
