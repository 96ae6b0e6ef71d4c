//! The dictionary of a collection, into which those of its batches are merged.

use pyo3::prelude::*;
use pyo3::types::PyBytes;

use super::error::{CoreError, Result};
use super::numbers::Numbers;
use crate::features::Dictionary;

/// Different strings, each with a code, in the order in which they came; the first is the empty one.
#[pyclass(name = "Dictionary", module = "unmold._core")]
pub struct PyDictionary(Dictionary);

#[pymethods]
impl PyDictionary {
    #[new]
    fn new() -> Self {
        PyDictionary(Dictionary::with_room())
    }

    fn __len__(&self) -> usize {
        self.0.strings().len()
    }

    /// The codes of strings that lie in one buffer, as an array of u32; those that are new are added.
    fn add<'py>(&mut self, py: Python<'py>, buffer: &[u8], ends: Numbers<u64>) -> Result<Bound<'py, PyBytes>> {
        let text = std::str::from_utf8(buffer).map_err(CoreError::internal)?;
        let strings = cut(text, &ends.0)
            .ok_or_else(|| CoreError::internal("strings end in their order, inside the buffer, behind a character"))?;
        if self.0.strings().len() + strings.len() > u32::MAX as usize {
            return Err(CoreError::machine("more than four billion different strings"));
        }
        let codes = py.detach(|| self.0.codes(strings));
        Ok(PyBytes::new(py, bytemuck::cast_slice(&codes)))
    }

    /// Gives all strings away: their buffer, and where each ends, as an array of u64.
    fn take<'py>(&mut self, py: Python<'py>) -> (Bound<'py, PyBytes>, Bound<'py, PyBytes>) {
        let strings = std::mem::take(&mut self.0).into_strings();
        (PyBytes::new(py, strings.text.as_bytes()), PyBytes::new(py, bytemuck::cast_slice(&strings.ends)))
    }
}

/// A text cut at these ends; `None` if it cannot be.
fn cut<'text>(text: &'text str, ends: &[u64]) -> Option<Vec<&'text str>> {
    let starts = std::iter::once(0).chain(ends.iter().copied());
    starts.zip(ends).map(|(start, &end)| text.get(start as usize..end as usize)).collect()
}
