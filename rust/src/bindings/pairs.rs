//! The comparison of many pairs of pages for Python.

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList};

use super::batch::{in_runs, page_bytes};
use super::error::{CoreError, Result};
use super::numbers::Numbers;
use super::settings::{self, PyComparison, PyLimits};
use super::workspace::Machine;
use crate::encoding::decode;
use crate::html::Problems;
use crate::measures::comparand::Comparand;
use crate::measures::compare::{Measure, Score};
use crate::measures::pairs;
use crate::neighbours::packed;

/// A page ready to be compared with others, and what had to be cut from it.
#[pyclass(name = "Comparand", module = "unmold._core", frozen)]
pub struct PyComparand(pub Comparand, pub Problems);

#[pymethods]
impl PyComparand {
    /// The codes of the caps that cut the page.
    #[getter]
    fn problems(&self) -> Vec<&'static str> {
        self.1.codes().collect()
    }

    /// The number of nodes of the element tree.
    #[getter]
    fn nodes(&self) -> usize {
        self.0.tree.len()
    }

    /// The tree and the class names as bytes, which are equal for pages that are the same in structure and style.
    fn pack<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &packed::pack(&self.0))
    }
}

/// Decodes and parses pages on all cores and prepares each for comparison.
#[pyfunction]
#[pyo3(signature = (pages, charsets, jobs=0, settings=None, limits=None))]
pub fn prepare_pages(
    py: Python<'_>,
    pages: &Bound<'_, PyList>,
    charsets: Vec<Option<String>>,
    jobs: usize,
    settings: Option<PyComparison>,
    limits: Option<PyLimits>,
) -> Result<Vec<PyComparand>> {
    let windows = PyComparison::windows(settings.as_ref())?;
    let limits = settings::limits(limits);
    let held = page_bytes(pages)?;
    if charsets.len() != held.len() {
        return Err(CoreError::internal("every page needs a charset, if only None"));
    }
    let inputs: Vec<(&[u8], Option<String>)> = held.iter().map(|page| page.as_bytes()).zip(charsets).collect();
    let prepare = |machine: &mut Machine, (page, charset): &(&[u8], Option<String>)| {
        let decoded = decode(page, charset.as_deref());
        let tree = machine.parser.parse(&decoded.text);
        let prepared = PyComparand(machine.extractor.comparand(&tree, windows), tree.problems());
        machine.parser.recycle(tree);
        prepared
    };
    let prepare = |run: &[_]| -> Vec<PyComparand> {
        Machine::lend(limits, |machine| run.iter().map(|page| prepare(machine, page)).collect())
    };
    let runs = py.detach(|| in_runs(jobs, &inputs, prepare))?;
    Ok(runs.into_iter().flatten().collect())
}

/// The names of all measures.
#[pyfunction]
pub fn measure_names() -> Vec<&'static str> {
    Measure::ALL.iter().map(|measure| measure.name()).collect()
}

/// The scores of many pairs: for every measure one column of values, some of which may be missing.
#[pyclass(name = "PairScores", module = "unmold._core", frozen)]
pub struct PyPairScores {
    measures: Vec<Measure>,
    /// Row by row, one row a pair.
    scores: Vec<Score>,
}

impl PyPairScores {
    fn column(&self, measure: &str) -> Result<impl Iterator<Item = &Score>> {
        let index = self.measures.iter().position(|known| known.name() == measure);
        let index = index.ok_or_else(|| CoreError::usage(format!("not among the measures: {measure}")))?;
        Ok(self.scores.iter().skip(index).step_by(self.measures.len()))
    }
}

#[pymethods]
impl PyPairScores {
    /// The values of one measure, None where there is none.
    fn values(&self, measure: &str) -> Result<Vec<Option<f64>>> {
        Ok(self.column(measure)?.map(|score| score.ok()).collect())
    }

    /// The values of one measure as native doubles, 0 where there is none.
    fn buffer<'py>(&self, py: Python<'py>, measure: &str) -> Result<Bound<'py, PyBytes>> {
        let doubles = self.column(measure)?.map(|score| score.unwrap_or(0.0).to_ne_bytes());
        Ok(PyBytes::new(py, &doubles.flatten().collect::<Vec<u8>>()))
    }

    /// One byte for every value of one measure: 1 where there is a value, 0 where there is none.
    fn validity<'py>(&self, py: Python<'py>, measure: &str) -> Result<Bound<'py, PyBytes>> {
        let valid = self.column(measure)?.map(|score| u8::from(score.is_ok()));
        Ok(PyBytes::new(py, &valid.collect::<Vec<u8>>()))
    }

    /// For every missing value: the position of its pair and the reason.
    fn reasons(&self, measure: &str) -> Result<Vec<(usize, String)>> {
        let column = self.column(measure)?.enumerate();
        Ok(column.filter_map(|(pair, score)| Some((pair, score.err()?.to_string()))).collect())
    }
}

/// Compares pages pairwise: page `firsts[i]` with page `seconds[i]`, by each of the measures.
#[pyfunction]
#[pyo3(signature = (pages, firsts, seconds, measures, settings=None, *, jobs=0, max_table=None))]
#[expect(clippy::too_many_arguments, reason = "keywords with defaults in Python")]
pub fn compare_pairs(
    py: Python<'_>,
    pages: Vec<Py<PyComparand>>,
    firsts: Numbers<u32>,
    seconds: Numbers<u32>,
    measures: Vec<String>,
    settings: Option<PyComparison>,
    jobs: usize,
    max_table: Option<u64>,
) -> Result<PyPairScores> {
    if firsts.0.len() != seconds.0.len() {
        return Err(CoreError::internal("every pair needs two pages"));
    }
    let settings = PyComparison::comparison(settings.as_ref(), max_table)?;
    let measures = measures.iter().map(|name| measure(name)).collect::<Result<Vec<_>>>()?;
    let pages: Vec<&Comparand> = pages.iter().map(|page| &page.get().0).collect();
    let pairs: Vec<(u32, u32)> = firsts.0.into_iter().zip(seconds.0).collect();
    let scores = py.detach(|| pairs::compare_pairs(&pages, &pairs, &measures, &settings, jobs))?;
    Ok(PyPairScores { measures, scores: scores.into_iter().flatten().collect() })
}

pub fn measure(name: &str) -> Result<Measure> {
    name.parse().map_err(|()| CoreError::usage(format!("no such measure: {name}")))
}
