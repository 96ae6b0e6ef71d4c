//! The parts of a search index.

use std::path::PathBuf;

use pyo3::prelude::*;
use pyo3::types::PyList;

use super::batch::page_bytes;
use super::error::{CoreError, Result};
use crate::search::{SegmentError, write_segment};

/// Writes documents into the empty index of a folder.
#[pyfunction]
pub fn write_index_segment(py: Python<'_>, folder: PathBuf, documents: &Bound<'_, PyList>) -> Result<()> {
    let held = page_bytes(documents)?;
    let documents: Vec<&[u8]> = held.iter().map(|document| document.as_bytes()).collect();
    py.detach(|| write_segment(&folder, &documents)).map_err(|error| match error {
        SegmentError::Document(error) => CoreError::internal(error),
        SegmentError::Index(error) => CoreError::machine(error),
    })
}
