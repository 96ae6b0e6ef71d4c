//! The comparison of many pairs of pages for Python.

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList};

use super::batch::{in_runs, page_bytes};
use super::measures::{PyLabelledTree, bag_similarity, budget, mistake, normalisation};
use super::numbers::Numbers;
use super::sequences::{check_kappa, check_width};
use super::tree::limits;
use super::workspace::Machine;
use crate::encoding::decode;
use crate::hash::hash_bytes;
use crate::html::Problems;
use crate::measures::comparand::{Comparand, PathReading, WindowSettings};
use crate::measures::compare::{ComparisonSettings, Measure, Score};
use crate::measures::edit_distance::EditCosts;
use crate::measures::pairs;

/// A page ready to be compared with others, and what had to be cut from it.
#[pyclass(name = "Comparand", module = "unmold._core", frozen)]
pub(super) struct PyComparand(pub(super) Comparand, Problems);

#[pymethods]
impl PyComparand {
    #[new]
    #[pyo3(signature = (
        tree, tags, class_names, names, *,
        path_reading="steps", path_width=3, tag_width=4, p=2, q=3,
    ))]
    #[expect(clippy::too_many_arguments, reason = "keywords with defaults in Python")]
    fn new(
        py: Python<'_>,
        tree: &PyLabelledTree,
        tags: Numbers<u32>,
        class_names: Vec<String>,
        names: Vec<String>,
        path_reading: &str,
        path_width: usize,
        tag_width: usize,
        p: u8,
        q: u8,
    ) -> PyResult<Self> {
        let windows = windows(path_reading, path_width, tag_width, p, q)?;
        let style = class_names.iter().map(|name| hash_bytes(name.as_bytes())).collect();
        let tree = tree.0.clone();
        let prepared = py.detach(|| Comparand::new(tree, tags.0, style, &names, windows)).map_err(mistake)?;
        Ok(PyComparand(prepared, Problems::default()))
    }

    /// The codes of the caps that cut the page.
    #[getter]
    fn problems(&self) -> Vec<&'static str> {
        self.1.codes().collect()
    }
}

/// Decodes and parses pages on all cores and prepares each for comparison.
#[pyfunction]
#[pyo3(signature = (
    pages, charsets, jobs=0, *, path_reading="steps", path_width=3, tag_width=4, p=2, q=3,
    max_bytes=None, max_nodes=None, max_depth=None, max_attributes=None, max_growth=None,
))]
#[expect(clippy::too_many_arguments, reason = "keywords with defaults in Python")]
fn prepare_pages(
    py: Python<'_>,
    pages: &Bound<'_, PyList>,
    charsets: Vec<Option<String>>,
    jobs: usize,
    path_reading: &str,
    path_width: usize,
    tag_width: usize,
    p: u8,
    q: u8,
    max_bytes: Option<usize>,
    max_nodes: Option<usize>,
    max_depth: Option<usize>,
    max_attributes: Option<usize>,
    max_growth: Option<usize>,
) -> PyResult<Vec<PyComparand>> {
    let windows = windows(path_reading, path_width, tag_width, p, q)?;
    let limits = limits(max_bytes, max_nodes, max_depth, max_attributes, max_growth);
    let held = page_bytes(pages)?;
    if charsets.len() != held.len() {
        return Err(mistake("every page needs a charset, if only None"));
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

fn windows(path_reading: &str, path_width: usize, tag_width: usize, p: u8, q: u8) -> PyResult<WindowSettings> {
    let path_reading = self::path_reading(path_reading)?;
    let windows = WindowSettings { path_reading, path_width, tag_width, p: p.into(), q: q.into() };
    for width in [windows.path_width, windows.tag_width, windows.p, windows.q] {
        check_width(width)?;
    }
    Ok(windows)
}

fn path_reading(name: &str) -> PyResult<PathReading> {
    match name {
        "steps" => Ok(PathReading::Steps),
        "sequence" => Ok(PathReading::Sequence),
        _ => Err(mistake(format!("no reading of path shingles: {name}"))),
    }
}

/// The names of all measures.
#[pyfunction]
fn measure_names() -> Vec<&'static str> {
    Measure::ALL.iter().map(|measure| measure.name()).collect()
}

/// The scores of many pairs: for every measure one column of values, some of which may be missing.
#[pyclass(name = "PairScores", module = "unmold._core", frozen)]
struct PyPairScores {
    measures: Vec<Measure>,
    /// Row by row, one row a pair.
    scores: Vec<Score>,
}

impl PyPairScores {
    fn column(&self, measure: &str) -> PyResult<impl Iterator<Item = &Score>> {
        let index = self.measures.iter().position(|known| known.name() == measure);
        let index = index.ok_or_else(|| mistake(format!("not among the measures: {measure}")))?;
        Ok(self.scores.iter().skip(index).step_by(self.measures.len()))
    }
}

#[pymethods]
impl PyPairScores {
    /// The values of one measure, None where there is none.
    fn values(&self, measure: &str) -> PyResult<Vec<Option<f64>>> {
        Ok(self.column(measure)?.map(|score| score.ok()).collect())
    }

    /// The values of one measure as native doubles, 0 where there is none.
    fn buffer<'py>(&self, py: Python<'py>, measure: &str) -> PyResult<Bound<'py, PyBytes>> {
        let doubles = self.column(measure)?.map(|score| score.unwrap_or(0.0).to_ne_bytes());
        Ok(PyBytes::new(py, &doubles.flatten().collect::<Vec<u8>>()))
    }

    /// One byte for every value of one measure: 1 where there is a value, 0 where there is none.
    fn validity<'py>(&self, py: Python<'py>, measure: &str) -> PyResult<Bound<'py, PyBytes>> {
        let valid = self.column(measure)?.map(|score| u8::from(score.is_ok()));
        Ok(PyBytes::new(py, &valid.collect::<Vec<u8>>()))
    }

    /// For every missing value: the position of its pair and the reason.
    fn reasons(&self, measure: &str) -> PyResult<Vec<(usize, String)>> {
        let column = self.column(measure)?.enumerate();
        Ok(column.filter_map(|(pair, score)| Some((pair, score.err()?.to_string()))).collect())
    }
}

/// Compares pages pairwise: page `firsts[i]` with page `seconds[i]`, by each of the measures.
#[pyfunction]
#[pyo3(signature = (
    pages, firsts, seconds, measures, *, jobs=0, kappa=0.5, pq_gram_kind="dice",
    matching_normalisation="setaware", max_cells=None, max_table=None,
))]
#[expect(clippy::too_many_arguments, reason = "keywords with defaults in Python")]
fn compare_pairs(
    py: Python<'_>,
    pages: Vec<Py<PyComparand>>,
    firsts: Numbers<u32>,
    seconds: Numbers<u32>,
    measures: Vec<String>,
    jobs: usize,
    kappa: f64,
    pq_gram_kind: &str,
    matching_normalisation: &str,
    max_cells: Option<u64>,
    max_table: Option<u64>,
) -> PyResult<PyPairScores> {
    check_kappa(kappa)?;
    if firsts.0.len() != seconds.0.len() {
        return Err(mistake("every pair needs two pages"));
    }
    let settings = ComparisonSettings {
        costs: EditCosts::default(),
        budget: budget(max_cells, max_table),
        kappa,
        bag: bag_similarity(pq_gram_kind)?,
        normalisation: normalisation(matching_normalisation)?,
    };
    let measures = measures.iter().map(|name| measure(name)).collect::<PyResult<Vec<_>>>()?;
    let pages: Vec<&Comparand> = pages.iter().map(|page| &page.get().0).collect();
    let pairs: Vec<(u32, u32)> = firsts.0.into_iter().zip(seconds.0).collect();
    let scores = py.detach(|| pairs::compare_pairs(&pages, &pairs, &measures, &settings, jobs)).map_err(mistake)?;
    Ok(PyPairScores { measures, scores: scores.into_iter().flatten().collect() })
}

fn measure(name: &str) -> PyResult<Measure> {
    name.parse().map_err(|()| mistake(format!("no such measure: {name}")))
}

pub(super) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<PyComparand>()?;
    module.add_class::<PyPairScores>()?;
    module.add_function(wrap_pyfunction!(measure_names, module)?)?;
    module.add_function(wrap_pyfunction!(prepare_pages, module)?)?;
    module.add_function(wrap_pyfunction!(compare_pairs, module)?)
}
