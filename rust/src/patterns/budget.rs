//! What induction may cost, and what it did instead where a step would have cost more.
//!
//! Work is counted in steps, not seconds, so that the same pages give the same pattern on every machine. No step
//! fails over its budget: it takes a cheaper way that still accepts all training pages, and says so.

use std::fmt;

use super::similarity::Similarities;
use crate::measures::tree_matching::Normalisation;

/// How many steps each part of an induction may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InductionBudget {
    /// Table cells for one comparison of two subtrees.
    pub cells_per_pair: u64,
    /// Table cells for all comparisons.
    pub cells: u64,
    /// Comparisons of texts with leaders.
    pub comparisons: u64,
    /// Looks into other columns while rows are aligned.
    pub alignment: u64,
    /// Pairs of neighbouring blocks that mining looks at.
    pub mining: u64,
    /// Nodes of the pattern.
    pub pattern_nodes: u64,
}

impl Default for InductionBudget {
    /// Twenty pages of a real site mostly need less than a tenth; what is left is spent within seconds.
    fn default() -> Self {
        Self {
            cells_per_pair: 4_000_000,
            cells: 100_000_000,
            comparisons: 1_000_000,
            alignment: 50_000_000,
            mining: 50_000_000,
            pattern_nodes: 1_000_000,
        }
    }
}

/// A step that took the cheaper way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Problem {
    /// Subtrees were not compared: by structure they count as alike if their tags are equal, by text as different.
    Similarity,
    /// Rows were aligned without looking ahead.
    Alignment,
    /// Repeats were not searched to the end.
    Mining,
    /// The pattern would have become too large: parts that are in several places were not generalised together.
    PatternSize,
}

impl Problem {
    /// A stable code.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::Similarity => "similarity-budget",
            Self::Alignment => "alignment-budget",
            Self::Mining => "mining-budget",
            Self::PatternSize => "pattern-size",
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Similarity => "some parts were too large to compare and were taken by their tags",
            Self::Alignment => "some lists were too long to align and were put side by side",
            Self::Mining => "some lists were too long to search for repeats",
            Self::PatternSize => "the pattern grew too large and was induced without repeats",
        })
    }
}

/// The budget while it is spent, with the similarities that are worth remembering.
pub struct Work {
    /// Similarities without text.
    pub shapes: Similarities,
    /// Similarities with text.
    pub texts: Similarities,
    left: InductionBudget,
    problems: Vec<Problem>,
}

impl Work {
    /// Nothing spent.
    #[must_use]
    pub fn new(normalisation: Normalisation, budget: InductionBudget) -> Self {
        let similarities = || Similarities::new(normalisation, budget.cells_per_pair, budget.cells);
        Self { shapes: similarities(), texts: similarities(), left: budget, problems: Vec::new() }
    }

    /// Remembers that a step took the cheaper way.
    pub fn note(&mut self, problem: Problem) {
        if !self.problems.contains(&problem) {
            self.problems.push(problem);
        }
    }

    /// The steps that took the cheaper way.
    #[must_use]
    pub fn problems(mut self) -> Vec<Problem> {
        self.problems.sort_unstable();
        self.problems
    }

    /// Counts a comparison of texts; whether it was the last one allowed.
    pub fn is_over_comparisons(&mut self) -> bool {
        let (left, is_over) = spend(self.left.comparisons, 1);
        self.left.comparisons = left;
        if is_over {
            self.note(Problem::Similarity);
        }
        is_over
    }

    /// Counts looks into other columns; whether there are enough left.
    pub fn may_align(&mut self, looks: usize) -> bool {
        let (left, is_over) = spend(self.left.alignment, looks);
        self.left.alignment = left;
        if is_over {
            self.note(Problem::Alignment);
        }
        !is_over
    }

    /// Counts comparisons of blocks; whether there are enough left.
    pub fn may_mine(&mut self, steps: usize) -> bool {
        let (left, is_over) = spend(self.left.mining, steps);
        self.left.mining = left;
        if is_over {
            self.note(Problem::Mining);
        }
        !is_over
    }
}

fn spend(left: u64, steps: usize) -> (u64, bool) {
    (left.saturating_sub(steps as u64), left < steps as u64)
}
