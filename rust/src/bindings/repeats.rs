//! The pattern that the pages of a sample share, and the rows that its sets make on each of them, for Python.

use pyo3::prelude::*;
use rayon::prelude::*;

use super::error::Result;
use super::leaves::PyLeaves;
use super::patterns::{PyPatternTree, Settings};
use crate::measures::budget::Budget;
use crate::patterns::content::ContentTree;
use crate::patterns::merge;
use crate::patterns::repeats::find_turns;

/// A pattern, what was cut short, and for each page the turns of its sets: the set and its sibling elements.
type Repeats = (PyPatternTree, Vec<(&'static str, String)>, Vec<Option<Vec<(u32, Vec<u32>)>>>);

/// Induces the pattern of pages whose markup was kept, and finds the turns of its sets on each; none over the budget.
#[pyfunction]
pub fn pattern_repeats(
    python: Python<'_>,
    pages: Vec<Py<PyLeaves>>,
    settings: Settings,
    max_steps: u64,
) -> Result<Repeats> {
    let settings = settings.read()?;
    let contents: Vec<&ContentTree> = pages.iter().filter_map(|page| page.get().content()).collect();
    let induction = python.detach(|| merge::induce_pattern(&contents, settings))?;
    let problems = induction.problems.iter().map(|problem| (problem.code(), problem.to_string())).collect();
    let pattern = PyPatternTree::new(induction.pattern);
    let budget = Budget { cells: max_steps, ..Budget::default() };
    let turns = |page: &&ContentTree| {
        let found = find_turns(&pattern.compiled, page, budget).ok().flatten()?;
        Some(found.into_iter().map(|turn| (turn.set, turn.elements)).collect())
    };
    let repeats = python.detach(|| contents.par_iter().map(turns).collect());
    Ok((pattern, problems, repeats))
}
