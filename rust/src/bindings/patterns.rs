//! `unmold._core.PatternTree` and its induction, for Python.

use std::sync::OnceLock;

use pyo3::prelude::*;
use rayon::prelude::*;

use super::batch::on_threads;
use super::content::PyContentTree;
use super::error::{CoreError, Result};
use super::pattern_match::{Mode, Outcome, PyPatternMatch};
use super::settings::normalisation;
use crate::patterns::budget::InductionBudget;
use crate::patterns::content::{ContentTree, NO_NODE};
use crate::patterns::merge;
use crate::patterns::paths::PatternPaths;
use crate::patterns::pattern::PatternTree;
use crate::patterns::peers::Thresholds;
use crate::patterns::program::CompiledPattern;
use crate::patterns::settings::{InductionSettings, Mining, Variant};

/// What the pages of a template have in common.
#[pyclass(name = "PatternTree", module = "unmold._core", frozen)]
pub struct PyPatternTree {
    pub compiled: CompiledPattern,
    paths: OnceLock<PatternPaths>,
}

impl PyPatternTree {
    pub fn new(pattern: PatternTree) -> Self {
        Self { compiled: CompiledPattern::new(pattern), paths: OnceLock::new() }
    }

    pub fn paths(&self) -> &PatternPaths {
        self.paths.get_or_init(|| PatternPaths::new(&self.compiled.pattern))
    }
}

/// A node as Python sees it: its type, its tag or data, and its parent.
type NodeRow = (&'static str, String, Option<u32>);

#[pymethods]
impl PyPatternTree {
    /// The pattern that a line describes.
    #[staticmethod]
    fn parse(notation: &str) -> Result<Self> {
        Ok(Self::new(notation.parse()?))
    }

    /// All nodes in preorder: type, tag or data, parent.
    fn nodes(&self) -> Vec<NodeRow> {
        let pattern = &self.compiled.pattern;
        let row = |(at, node): (u32, &crate::patterns::pattern::PatternNode)| {
            (node.kind.name(), pattern.value(at).to_owned(), Some(node.parent).filter(|&parent| parent != NO_NODE))
        };
        (0..).zip(pattern.nodes()).map(row).collect()
    }

    /// The path of a node.
    fn path(&self, node: u32) -> Result<String> {
        match (node as usize) < self.compiled.pattern.len() {
            true => Ok(self.paths().path(node)),
            false => Err(CoreError::internal(format!("the pattern has no node {node}"))),
        }
    }

    /// The fewest nodes a matching page has.
    #[getter]
    fn minimal_size(&self) -> u32 {
        self.compiled.minimal_sizes[0]
    }

    /// Matches pages on `jobs` threads.
    #[pyo3(signature = (pages, *, mode="strict", tolerance=0.2, max_steps=None, jobs=0))]
    fn match_pages(
        slf: &Bound<'_, Self>,
        pages: Vec<Py<PyContentTree>>,
        mode: &str,
        tolerance: f64,
        max_steps: Option<u64>,
        jobs: usize,
    ) -> Result<Vec<PyPatternMatch>> {
        let python = slf.py();
        let mode = Mode::named(mode, tolerance, max_steps)?;
        let contents: Vec<&ContentTree> = pages.iter().map(|page| &page.get().content).collect();
        let compiled = &slf.get().compiled;
        let run = || contents.par_iter().map(|page| mode.run(compiled, page)).collect::<Vec<Outcome>>();
        // A single page is not worth a pool of threads.
        let outcomes = match contents.len() {
            1 => vec![python.detach(|| mode.run(compiled, contents[0]))],
            _ => python.detach(|| on_threads(jobs, run))?,
        };
        let pairs = outcomes.into_iter().zip(pages);
        Ok(pairs.map(|(outcome, page)| PyPatternMatch::new(slf.clone().unbind(), page, outcome)).collect())
    }

    fn __len__(&self) -> usize {
        self.compiled.pattern.len()
    }

    fn __str__(&self) -> String {
        self.compiled.pattern.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<PatternTree of {} nodes>", self.compiled.pattern.len())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| other.get().compiled.pattern == self.compiled.pattern)
    }

    fn __hash__(&self) -> u64 {
        crate::hash::hash_bytes(self.compiled.pattern.to_string().as_bytes())
    }
}

/// The attributes of the settings that Python keeps.
#[derive(FromPyObject)]
pub struct Settings {
    structure_delta: f64,
    text_delta: f64,
    normalisation: String,
    fold_repeats: bool,
    variant: String,
    mining: String,
    cells_per_pair: u64,
    cells: u64,
    comparisons: u64,
    alignment_steps: u64,
    mining_steps: u64,
    pattern_nodes: u64,
}

impl Settings {
    pub fn read(&self) -> Result<InductionSettings> {
        let variant = match self.variant.as_str() {
            "strict-seed" => Variant::StrictSeed,
            "extended" => Variant::Extended,
            other => return Err(CoreError::usage(format!("no variant of pattern trees: {other}"))),
        };
        let mining = match self.mining.as_str() {
            "containment" => Mining::Containment,
            "collapse" => Mining::Collapse,
            other => return Err(CoreError::usage(format!("no kind of mining: {other}"))),
        };
        let budget = InductionBudget {
            cells_per_pair: self.cells_per_pair,
            cells: self.cells,
            comparisons: self.comparisons,
            alignment: self.alignment_steps,
            mining: self.mining_steps,
            pattern_nodes: self.pattern_nodes,
        };
        let thresholds = Thresholds { structure: self.structure_delta, text: self.text_delta };
        let normalisation = normalisation(&self.normalisation)?;
        let folds_repeats = self.fold_repeats;
        Ok(InductionSettings { thresholds, normalisation, folds_repeats, variant, mining, budget })
    }
}

/// A pattern, and for each step that took a cheaper way its code and what it means.
type InducedPattern = (PyPatternTree, Vec<(&'static str, String)>);

/// Induces the pattern of pages.
#[pyfunction]
pub fn induce_pattern(python: Python<'_>, pages: Vec<Py<PyContentTree>>, settings: Settings) -> Result<InducedPattern> {
    let settings = settings.read()?;
    let contents: Vec<&ContentTree> = pages.iter().map(|page| &page.get().content).collect();
    let induction = python.detach(|| merge::induce_pattern(&contents, settings))?;
    let problems = induction.problems.iter().map(|problem| (problem.code(), problem.to_string())).collect();
    Ok((PyPatternTree::new(induction.pattern), problems))
}
