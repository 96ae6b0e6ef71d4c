//! The sets of rows of a sample for Python.

use std::collections::HashSet;

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use super::error::{CoreError, Result};
use super::sample::PySample;
use crate::induction::{CellOfRow, RowAt, RowSet};
use crate::seeded::Seed;

/// The key of a set, how many leaves its rows have, how many rows there are, whether the template names them, whether
/// they are in sections.
type SetFacts = (u64, usize, usize, bool, bool);

/// The sets of rows that repeat in a sample, each by its number.
#[pyclass(name = "RowSets", module = "unmold._core", frozen)]
pub struct PyRowSets {
    sample: Py<PySample>,
    sets: Vec<RowSet>,
}

impl PyRowSets {
    pub fn new(sample: Py<PySample>, sets: Vec<RowSet>) -> Self {
        PyRowSets { sample, sets }
    }

    fn set(&self, number: usize) -> Result<&RowSet> {
        self.sets.get(number).ok_or_else(|| CoreError::internal("no such set of rows"))
    }
}

#[pymethods]
impl PyRowSets {
    /// For each set its key, how many leaves and rows it has, whether the template names its rows, and whether they
    /// are under different texts of it.
    fn facts(&self) -> Vec<SetFacts> {
        let facts = |set: &RowSet| (set.key, set.total(), set.rows.len(), set.is_named, set.is_sectioned);
        self.sets.iter().map(facts).collect()
    }

    /// The rows of a set, page and node, with the set and the row around each.
    fn rows<'py>(&self, python: Python<'py>, number: usize) -> PyResult<Bound<'py, PyDict>> {
        let rows = PyDict::new(python);
        for row in &self.set(number)?.rows {
            rows.set_item(row.at, row.around)?;
        }
        Ok(rows)
    }

    /// The leaves in rows of a set.
    fn leaves(&self, number: usize) -> Result<HashSet<(u32, u32), Seed>> {
        Ok(self.set(number)?.leaves().collect())
    }

    /// The cells that most rows of a set have and that vary, without what is in rows of some other sets: for each its
    /// leaves by row.
    fn own_cells<'py>(
        &self,
        python: Python<'py>,
        number: usize,
        without: Vec<usize>,
    ) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let mut inside: HashSet<(u32, u32), Seed> = HashSet::default();
        for other in without {
            inside.extend(self.set(other)?.leaves());
        }
        let set = self.set(number)?;
        let cells = set.own_cells(self.sample.get().sample(), &inside);
        cells.iter().map(|cell| by_row(python, set, cell)).collect()
    }
}

fn by_row<'py>(python: Python<'py>, set: &RowSet, cell: &[CellOfRow]) -> PyResult<Bound<'py, PyDict>> {
    let rows = PyDict::new(python);
    for (row, leaves) in cell {
        let at: RowAt = set.rows[*row as usize].at;
        rows.set_item(at, PyTuple::new(python, leaves)?)?;
    }
    Ok(rows)
}
