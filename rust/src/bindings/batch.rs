//! Many pages at once: their bytes without a copy, and threads to work on them.

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList};
use rayon::prelude::*;

use super::error::{CoreError, Result};

/// Enough runs that a thread with large pages is not the last to finish.
const RUNS_PER_THREAD: usize = 8;

/// The bytes of a list of pages, borrowed while Python keeps them alive.
pub fn page_bytes<'py>(pages: &Bound<'py, PyList>) -> Result<Vec<Bound<'py, PyBytes>>> {
    pages.iter().map(|page| Ok(page.cast_into::<PyBytes>().map_err(PyErr::from)?)).collect()
}

/// Runs work on a pool of this many threads; 0 means all cores.
pub fn on_threads<T: Send>(jobs: usize, work: impl FnOnce() -> T + Send) -> Result<T> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(jobs).build();
    pool.map(|pool| pool.install(work)).map_err(|error| CoreError::machine(format!("cannot start threads: {error}")))
}

/// Works through items in runs of neighbours, on this many threads; the results keep the order of the items.
pub fn in_runs<Item: Sync, Output: Send>(
    jobs: usize,
    items: &[Item],
    work: impl Fn(&[Item]) -> Output + Send + Sync,
) -> Result<Vec<Output>> {
    if jobs == 1 {
        // Another thread would only cost.
        return Ok(vec![work(items)]);
    }
    on_threads(jobs, || {
        let runs = rayon::current_num_threads() * RUNS_PER_THREAD;
        items.par_chunks(items.len().div_ceil(runs).max(1)).map(work).collect()
    })
}
