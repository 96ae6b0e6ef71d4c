//! The kinds of rows of a sample for Python.

use std::collections::HashSet;

use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::error::{CoreError, Result};
use super::sample::PySample;
use crate::induction::{CellOfRow, RowAt, RowKind};
use crate::seeded::Seed;

/// The key of a kind, how many leaves its rows have, how many rows there are, whether the template names them, whether
/// they are in sections.
type KindFacts = (u64, usize, usize, bool, bool);

/// The kinds of rows that repeat in a sample, each by its number.
#[pyclass(name = "RowKinds", module = "unmold._core", frozen)]
pub struct PyRowKinds {
    sample: Py<PySample>,
    kinds: Vec<RowKind>,
}

impl PyRowKinds {
    pub fn new(sample: Py<PySample>, kinds: Vec<RowKind>) -> Self {
        PyRowKinds { sample, kinds }
    }

    fn kind(&self, number: usize) -> Result<&RowKind> {
        self.kinds.get(number).ok_or_else(|| CoreError::internal("no such kind of rows"))
    }
}

#[pymethods]
impl PyRowKinds {
    /// For each kind its key, how many leaves and rows it has, whether the template names its rows, and whether they
    /// are under different texts of it.
    fn facts(&self) -> Vec<KindFacts> {
        let facts = |kind: &RowKind| (kind.key, kind.total(), kind.rows.len(), kind.is_named, kind.is_sectioned);
        self.kinds.iter().map(facts).collect()
    }

    /// The rows of a kind, page and node, with the kind and the row around each.
    fn rows<'py>(&self, python: Python<'py>, number: usize) -> PyResult<Bound<'py, PyDict>> {
        let rows = PyDict::new(python);
        for row in &self.kind(number)?.rows {
            rows.set_item(row.at, row.around)?;
        }
        Ok(rows)
    }

    /// The leaves in rows of a kind.
    fn leaves(&self, number: usize) -> Result<HashSet<(u32, u32), Seed>> {
        Ok(self.kind(number)?.leaves().collect())
    }

    /// The cells that most rows of a kind have and that vary, without what is in rows of some other kinds: for each its
    /// leaves by row.
    fn own_cells<'py>(
        &self,
        python: Python<'py>,
        number: usize,
        without: Vec<usize>,
    ) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let mut inside: HashSet<(u32, u32), Seed> = HashSet::default();
        for other in without {
            inside.extend(self.kind(other)?.leaves());
        }
        let kind = self.kind(number)?;
        let cells = kind.own_cells(self.sample.get().sample(), &inside);
        cells.iter().map(|cell| by_row(python, kind, cell)).collect()
    }
}

fn by_row<'py>(python: Python<'py>, kind: &RowKind, cell: &[CellOfRow]) -> PyResult<Bound<'py, PyDict>> {
    let rows = PyDict::new(python);
    for (row, leaves) in cell {
        let at: RowAt = kind.rows[*row as usize].at;
        rows.set_item(at, leaves)?;
    }
    Ok(rows)
}
