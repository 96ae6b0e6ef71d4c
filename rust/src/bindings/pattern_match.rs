//! `unmold._core.PatternMatch`: what matching a pattern to a page gave, made into Python's things when asked for.

use pyo3::prelude::*;

use super::content::PyContentTree;
use super::error::{CoreError, Result};
use super::patterns::PyPatternTree;
use crate::measures::budget::{Budget, OverBudget};
use crate::patterns::content::ContentTree;
use crate::patterns::outcome::{MisfitKind, PageMatch};
use crate::patterns::paper::match_as_published;
use crate::patterns::program::CompiledPattern;
use crate::patterns::strict::match_strictly;
use crate::patterns::tolerant::match_tolerantly;

/// A way of matching.
#[derive(Clone, Copy)]
pub enum Mode {
    Strict(Budget),
    Paper(Budget),
    Tolerant(Budget, f64),
}

/// How a page came out: whether it was accepted, how it matched, or why it is not known.
pub type Outcome = std::result::Result<(bool, Option<PageMatch>), OverBudget>;

impl Mode {
    pub fn named(name: &str, tolerance: f64, max_steps: Option<u64>) -> Result<Self> {
        if !(0.0..=1.0).contains(&tolerance) {
            return Err(CoreError::usage(format!("the tolerance must lie between 0 and 1, not {tolerance}")));
        }
        let cells = max_steps.unwrap_or(200_000_000);
        let budget = Budget { cells, ..Budget::default() };
        match name {
            "strict" => Ok(Self::Strict(budget)),
            "paper" => Ok(Self::Paper(budget)),
            "tolerant" => Ok(Self::Tolerant(budget, tolerance)),
            _ => Err(CoreError::usage(format!("no way of matching: {name}"))),
        }
    }

    pub fn run(self, compiled: &CompiledPattern, page: &ContentTree) -> Outcome {
        let exact = |found: Option<PageMatch>| (found.is_some(), found);
        match self {
            Self::Strict(budget) => match_strictly(compiled, page, budget).map(exact),
            Self::Paper(budget) => match_as_published(compiled, page, budget).map(exact),
            Self::Tolerant(budget, tolerance) => {
                let found = match_tolerantly(compiled, page, budget)?;
                Ok((found.is_within(tolerance), Some(found)))
            }
        }
    }
}

/// A page that was matched.
#[pyclass(name = "PatternMatch", module = "unmold._core", frozen)]
pub struct PyPatternMatch {
    pattern: Py<PyPatternTree>,
    page: Py<PyContentTree>,
    outcome: Outcome,
}

impl PyPatternMatch {
    pub fn new(pattern: Py<PyPatternTree>, page: Py<PyContentTree>, outcome: Outcome) -> Self {
        Self { pattern, page, outcome }
    }

    fn found(&self) -> Option<&PageMatch> {
        self.outcome.as_ref().ok().and_then(|(_, found)| found.as_ref())
    }

    fn text(&self, node: u32) -> String {
        self.page.get().content.value(node).to_owned()
    }

    fn path(&self, pattern: u32) -> String {
        self.pattern.get().paths().path(pattern)
    }
}

#[pymethods]
impl PyPatternMatch {
    /// Whether the page belongs to the pattern, or comes near enough.
    #[getter]
    fn accepted(&self) -> bool {
        matches!(self.outcome, Ok((true, _)))
    }

    /// Why there is no answer; `None` where there is one.
    #[getter]
    fn reason(&self) -> Option<String> {
        self.outcome.as_ref().err().map(ToString::to_string)
    }

    /// The nodes that do not fit; `None` where the page was not aligned.
    #[getter]
    fn cost(&self) -> Option<u64> {
        self.found().map(|found| found.cost)
    }

    /// 1 where all fits, 0 where nothing does; `None` where the page was not aligned.
    #[getter]
    fn score(&self) -> Option<f64> {
        self.found().map(PageMatch::score)
    }

    /// The values in document order.
    #[getter]
    fn values(&self) -> Vec<PatternValue> {
        let Some(found) = self.found() else { return Vec::new() };
        let xpaths = self.page.get().xpaths(found.values.iter().map(|value| value.node));
        let row = |(value, xpath): (&crate::patterns::outcome::Value, Option<String>)| PatternValue {
            path: self.path(value.pattern),
            node: value.pattern,
            text: self.text(value.node),
            xpath,
            turns: value.turns.clone(),
        };
        found.values.iter().zip(xpaths).map(row).collect()
    }

    /// The texts of the values alone, in document order.
    fn texts(&self) -> Vec<String> {
        let values = self.found().map_or(&[][..], |found| &found.values);
        values.iter().map(|value| self.text(value.node)).collect()
    }

    /// What did not fit, and where.
    #[getter]
    fn misfits(&self) -> Vec<PatternMisfit> {
        let Some(found) = self.found() else { return Vec::new() };
        let xpaths = self.page.get().xpaths(found.misfits.iter().map(|misfit| misfit.node));
        let pattern = &self.pattern.get().compiled.pattern;
        let row = |(misfit, xpath): (&crate::patterns::outcome::Misfit, Option<String>)| PatternMisfit {
            kind: misfit.kind.name(),
            path: self.path(misfit.pattern),
            xpath,
            cost: misfit.cost,
            expected: (misfit.kind != MisfitKind::Extra).then(|| pattern.value(misfit.pattern).to_owned()),
            found: (misfit.kind != MisfitKind::Missing).then(|| self.text(misfit.node)),
        };
        found.misfits.iter().zip(xpaths).map(row).collect()
    }

    fn __repr__(&self) -> String {
        let values = self.found().map_or(0, |found| found.values.len());
        format!("<PatternMatch accepted={} of {values} values>", self.accepted())
    }
}

/// A value and where it was found.
#[pyclass(module = "unmold._core", frozen, get_all)]
pub struct PatternValue {
    /// The path of the variant node.
    path: String,
    /// The position of the variant node in the pattern.
    node: u32,
    /// The text, or the source of an image.
    text: String,
    /// Where on the page it is; `None` for content that was not made from a page.
    xpath: Option<String>,
    /// The turn of each set around it, the outermost first.
    turns: Vec<u32>,
}

#[pymethods]
impl PatternValue {
    fn __repr__(&self) -> String {
        format!("<PatternValue {} {:?}>", self.path, self.text)
    }
}

/// A place where a page and its pattern disagree.
#[pyclass(module = "unmold._core", frozen, get_all)]
pub struct PatternMisfit {
    /// `missing`, `extra` or `changed`.
    kind: &'static str,
    /// The missing or changed node of the pattern, or the element in which something is extra.
    path: String,
    /// The extra or changed node of the page, or the element in which something is missing.
    xpath: Option<String>,
    /// The number of nodes concerned.
    cost: u32,
    /// The tag or data that the pattern has here.
    expected: Option<String>,
    /// The tag or data that the page has here.
    found: Option<String>,
}

#[pymethods]
impl PatternMisfit {
    fn __repr__(&self) -> String {
        format!("<PatternMisfit {} {} cost={}>", self.kind, self.path, self.cost)
    }
}
