//! Many pages at once: their bytes without a copy, and threads to work on them.

use std::sync::{Arc, Mutex};

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList};
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use super::error::{CoreError, Result};

/// Enough runs that a thread with large pages is not the last to finish.
const RUNS_PER_THREAD: usize = 8;

/// The bytes of a list of pages, borrowed while Python keeps them alive.
pub fn page_bytes<'py>(pages: &Bound<'py, PyList>) -> Result<Vec<Bound<'py, PyBytes>>> {
    pages.iter().map(|page| Ok(page.cast_into::<PyBytes>().map_err(PyErr::from)?)).collect()
}

/// Threads that wait for work, so that they are not started anew for every batch.
struct Threads {
    /// Threads stay behind where a process is forked.
    process: u32,
    jobs: usize,
    pool: Arc<ThreadPool>,
}

static THREADS: Mutex<Option<Threads>> = Mutex::new(None);

/// The pool of this many threads that was used last, or a new one.
fn threads(jobs: usize) -> Result<Arc<ThreadPool>> {
    // Where a process was forked meanwhile, nobody may ever unlock it.
    let mut kept = THREADS.try_lock().ok();
    let process = std::process::id();
    if let Some(Some(threads)) = kept.as_deref()
        && (threads.process, threads.jobs) == (process, jobs)
    {
        return Ok(Arc::clone(&threads.pool));
    }
    let made = ThreadPoolBuilder::new().num_threads(jobs).build();
    let pool = Arc::new(made.map_err(|error| CoreError::machine(format!("cannot start threads: {error}")))?);
    if let Some(kept) = kept.as_deref_mut() {
        let before = kept.replace(Threads { process, jobs, pool: Arc::clone(&pool) });
        if let Some(before) = before.filter(|before| before.process != process) {
            // There are no threads to end.
            std::mem::forget(before);
        }
    }
    Ok(pool)
}

/// Runs work on a pool of this many threads; 0 means all cores.
pub fn on_threads<T: Send>(jobs: usize, work: impl FnOnce() -> T + Send) -> Result<T> {
    Ok(threads(jobs)?.install(work))
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
