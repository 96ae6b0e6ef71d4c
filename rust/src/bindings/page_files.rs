//! Files of pages for Python.

use std::path::PathBuf;

use pyo3::prelude::*;
use pyo3::types::PyBytes;

use super::pool::Pool;
use crate::page_files::FileBuffer;

static BUFFERS: Pool<FileBuffer> = Pool::new();

/// The contents of files with their stamps, None for each that takes a closer look: one that cannot be read, is no
/// regular file, has more than `most` bytes or grew meanwhile. Reading ends early, but not before the first file, once
/// `enough` bytes were read.
#[pyfunction]
pub fn read_files(
    py: Python<'_>,
    paths: Vec<PathBuf>,
    most: u64,
    enough: usize,
) -> Vec<Option<(Bound<'_, PyBytes>, u64)>> {
    let mut buffer = BUFFERS.take(FileBuffer::default);
    let mut places = Vec::with_capacity(paths.len());
    py.detach(|| {
        for path in &paths {
            places.push(buffer.read_plain(path, most));
            if buffer.len() >= enough {
                break;
            }
        }
    });
    let content = |(place, stamp)| (PyBytes::new(py, buffer.get(place)), stamp);
    let found = places.into_iter().map(|place| place.map(content)).collect();
    buffer.clear();
    let held = buffer.capacity();
    BUFFERS.put_back(buffer, held);
    found
}
