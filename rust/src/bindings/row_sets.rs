//! The sets of rows of a sample for Python.

use std::collections::HashSet;

use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::error::{CoreError, Result};
use super::sample::PySample;
use crate::induction::{CellOfRow, RowAt, RowSet};
use crate::seeded::Seed;

/// The key of a set, how many leaves its rows have, how many rows there are, whether the template names them, whether
/// they are in sections.
type SetFacts = (u64, usize, usize, bool, bool);

/// The first row of a cell, its first leaf there, how many rows have the cell and how many of them once, how many leaves
/// it usually has, and in how many rows that is.
type CellFacts = (RowAt, u32, usize, usize, (usize, usize));

/// Cells, and of the first of them page and first leaf in each row.
type OwnCells = (Vec<CellFacts>, Vec<(u32, u32)>);

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

    /// The first rows of a set, page and node, and at most that many.
    fn first_rows(&self, number: usize, most: usize) -> Result<Vec<RowAt>> {
        Ok(self.set(number)?.rows.iter().take(most).map(|row| row.at).collect())
    }

    /// The leaves in rows of a set.
    fn leaves(&self, number: usize) -> Result<HashSet<(u32, u32), Seed>> {
        Ok(self.set(number)?.leaves().collect())
    }

    /// The cells that most rows of a set have and that vary, without what is in rows of some other sets; and page and
    /// leaf of the first one in each row, by cell, of the cell that most rows have.
    fn own_cells(&self, number: usize, without: Vec<usize>) -> Result<OwnCells> {
        let mut inside: HashSet<(u32, u32), Seed> = HashSet::default();
        for other in without {
            inside.extend(self.set(other)?.leaves());
        }
        let set = self.set(number)?;
        let cells = set.own_cells(self.sample.get().sample(), &inside);
        let at = |row: u32| set.rows[row as usize].at;
        let firsts = cells.first().into_iter().flatten().map(|(row, leaves)| (at(*row).0, leaves[0]));
        Ok((cells.iter().filter_map(|cell| facts(cell, at)).collect(), firsts.collect()))
    }
}

/// What is asked of a cell, whose rows are at these places.
fn facts(cell: &[CellOfRow], at: impl Fn(u32) -> RowAt) -> Option<CellFacts> {
    let (row, leaves) = cell.first()?;
    // Of counts that are equally frequent, the one that comes first.
    let mut counts: Vec<(usize, usize)> = Vec::new();
    for (_, own) in cell {
        match counts.iter_mut().find(|(count, _)| *count == own.len()) {
            Some((_, times)) => *times += 1,
            None => counts.push((own.len(), 1)),
        }
    }
    let single = counts.iter().find(|(count, _)| *count == 1).map_or(0, |(_, times)| *times);
    let usual = counts.into_iter().rev().max_by_key(|(_, times)| *times)?;
    Some((at(*row), leaves[0], cell.len(), single, usual))
}
