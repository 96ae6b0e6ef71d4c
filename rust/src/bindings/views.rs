//! Views of pages for Python.

use pyo3::prelude::*;
use pyo3::types::PyBytes;

use super::error::{CoreError, Result};
use super::numbers::Numbers;
use super::sparse::PySparseRows;
use crate::views::{self, View};

/// The hashes of pages in some views, numbered.
#[pyclass(name = "Views", module = "unmold._core", frozen)]
pub struct PyViews(Vec<View>);

#[pymethods]
impl PyViews {
    /// Views from their hashes (u64) and the offsets of pages (i64).
    #[new]
    fn new(py: Python<'_>, columns: Vec<(Numbers<u64>, Numbers<i64>)>) -> Result<Self> {
        let number = || columns.iter().map(|(values, offsets)| View::new(&values.0, &offsets.0)).collect();
        let views: Option<Vec<View>> = py.detach(number);
        views.map(PyViews).ok_or_else(|| CoreError::internal("offsets do not fit the values"))
    }

    /// For each hash of a view, ascending, on how many pages it is (i64).
    fn counts<'py>(&self, py: Python<'py>, view: usize) -> Result<Bound<'py, PyBytes>> {
        let view = self.0.get(view).ok_or_else(|| CoreError::internal("there is no such view"))?;
        Ok(PyBytes::new(py, bytemuck::cast_slice(&view.counts)))
    }

    /// A row for each page, by the weights (f64) of the hashes of each view; one below 0 leaves a hash out.
    fn rows(&self, py: Python<'_>, weights: Vec<Numbers<f64>>) -> Result<PySparseRows> {
        let weights: Vec<Vec<f64>> = weights.into_iter().map(|own| own.0).collect();
        let rows = py.detach(|| views::make_rows(&self.0, &weights));
        rows.map(PySparseRows).ok_or_else(|| CoreError::internal("weights do not fit the views"))
    }
}
