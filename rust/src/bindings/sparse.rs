//! Sparse rows for Python.

use pyo3::prelude::*;
use pyo3::types::PyBytes;

use super::error::{CoreError, Result};
use super::numbers::Numbers;
use crate::sparse::Rows;
use crate::{centroids, one_sided};

/// Rows with a number in some of their columns.
#[pyclass(name = "SparseRows", module = "unmold._core", frozen)]
pub struct PySparseRows(pub Rows);

#[pymethods]
impl PySparseRows {
    /// Rows from the columns (u32), ascending in each row, and the values (f64) of all; offsets (u64) say where those of
    /// each row begin, and where the last end.
    #[new]
    fn new(offsets: Numbers<u64>, columns: Numbers<u32>, values: Numbers<f64>) -> Result<Self> {
        let rows = Rows { offsets: offsets.0, columns: columns.0, values: values.0 };
        if !rows.are_sound() {
            return Err(CoreError::internal("the parts of sparse rows do not fit"));
        }
        Ok(PySparseRows(rows))
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }

    /// Offsets (u64), columns (u32) and values (f64).
    fn parts<'py>(&self, py: Python<'py>) -> [Bound<'py, PyBytes>; 3] {
        let Rows { offsets, columns, values } = &self.0;
        let parts: [&[u8]; 3] =
            [bytemuck::cast_slice(offsets), bytemuck::cast_slice(columns), bytemuck::cast_slice(values)];
        parts.map(|part| PyBytes::new(py, part))
    }

    /// Some of the rows (i64), in the order given.
    fn take(&self, py: Python<'_>, rows: Numbers<i64>) -> Result<Self> {
        let taken = py.detach(|| self.0.take(&rows.0));
        taken.map(PySparseRows).ok_or_else(|| CoreError::internal("there is no such row"))
    }

    /// The squared length of each row (f64).
    fn squares<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, bytemuck::cast_slice(&self.0.squares()))
    }

    /// The dot products (f64) of each row with each of others, row by row.
    fn dots<'py>(&self, py: Python<'py>, others: &PySparseRows) -> Bound<'py, PyBytes> {
        let dots = py.detach(|| self.0.dots_with(&others.0));
        PyBytes::new(py, bytemuck::cast_slice(&dots))
    }

    /// For each of so many groups the sum of its rows, each times its weight (f64), by the group (i64) of each row; those
    /// of group -1 are in none.
    fn sums(&self, py: Python<'_>, groups: Numbers<i64>, weights: Numbers<f64>, count: usize) -> Result<Self> {
        let sums = py.detach(|| self.0.sums(&groups.0, &weights.0, count));
        sums.map(PySparseRows).ok_or_else(|| CoreError::internal("groups and weights do not fit the rows"))
    }

    /// Rows with the same columns are one: the first row of each kind, the kind of each row, and how many rows each kind
    /// has (u32).
    fn distinct<'py>(&self, py: Python<'py>) -> [Bound<'py, PyBytes>; 3] {
        let found = py.detach(|| self.0.distinct());
        [found.first, found.kinds, found.sizes].map(|numbers| PyBytes::new(py, bytemuck::cast_slice(&numbers)))
    }

    /// For each row the number of the first row of its cluster (u32): the clusters whose centroids are most alike are
    /// merged while they are at least so alike. Sizes (f64) say how many pages a row stands for.
    fn merge<'py>(&self, py: Python<'py>, sizes: Numbers<f64>, least: f64) -> Result<Bound<'py, PyBytes>> {
        if sizes.0.len() != self.0.len() {
            return Err(CoreError::internal("every row needs a size"));
        }
        let merged = py.detach(|| centroids::merge_rows(&self.0, &sizes.0, least));
        Ok(PyBytes::new(py, bytemuck::cast_slice(&merged)))
    }

    /// For each cluster the first that it was merged with (u32), as they differ by optional blocks only. Rows are the paths
    /// of pages; `clusters` (i64) has the cluster of each page, `parents` (i64) the path above each; -1 is none.
    fn merge_one_sided<'py>(
        &self,
        py: Python<'py>,
        clusters: Numbers<i64>,
        parents: Numbers<i64>,
    ) -> Result<Bound<'py, PyBytes>> {
        let merged = py.detach(|| one_sided::merge_one_sided(&self.0, &clusters.0, &parents.0));
        let merged = merged.ok_or_else(|| CoreError::internal("clusters and parents do not fit the rows"))?;
        Ok(PyBytes::new(py, bytemuck::cast_slice(&merged)))
    }
}
