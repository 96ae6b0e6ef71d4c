//! Tree edit distance between ordered labelled trees: the least total cost of insertions, deletions and
//! renamings that turn one tree into the other. Exact, never recursive, within a budget.
//!
//! Over the budget there is a reason instead of a distance. After Zhang and Shasha (1989) and Pawlik and Augsten
//! (RTED 2011, APTED 2016), with two additions that web pages repay: equal subtrees are computed once
//! ([`super::classes`]), and what both pages share around one spot is cut away first ([`trim`]).
//!
//! Inside, the *gain* of a mapping is counted instead of its cost: deleting one tree and inserting the other
//! costs `delete * n + insert * m`, and every mapped pair of nodes saves `insert + delete - rename`. All
//! tables then start from zero, all recurrences are maxima, and the distance is the full cost minus the gain.
//!
//! | file | holds |
//! |---|---|
//! | `trim` | what can be decided before any table is filled |
//! | `side` | one tree as the tables need it: postorder, its mirror image, classes |
//! | `strategy` | which path to follow for which pair of subtrees |
//! | `gains` | the gains of pairs of subtree classes found so far |
//! | `rows` | the row of a forest table, and the stack of rows that must be remembered |
//! | `outer` | forest tables along the leftmost or rightmost path |
//! | `inner` | forest tables along the heaviest path |
//! | `run` | all of it in order |
//! | `traversals` | a lower bound from the labels in preorder and postorder |
//! | `within`, `banded` | the distance unless it exceeds a cutoff |

mod banded;
mod bounds;
mod gains;
mod inner;
mod outer;
mod rows;
mod run;
mod side;
mod strategy;
mod traversals;
mod trim;
mod within;

pub use bounds::{max_similarity, size_and_label_bound, sum_similarity};
pub use traversals::SequencePattern;
pub use within::tree_edit_distance_within;

use super::budget::{Budget, Meter, OverBudget};
use super::classes::{ClassedTree, subtree_classes};
use super::tree::{LabelledTree, MatchMode};

/// What each edit costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EditCosts {
    /// Cost of inserting a node.
    pub insert: u32,
    /// Cost of deleting a node.
    pub delete: u32,
    /// Cost of renaming a node; renaming to the same label is free.
    pub rename: u32,
}

/// A cost was out of range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CostError;

impl std::fmt::Display for CostError {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "costs of edits must lie between 1 and {LARGEST_COST}")
    }
}

impl std::error::Error for CostError {}

impl Default for EditCosts {
    fn default() -> Self {
        Self { insert: 1, delete: 1, rename: 1 }
    }
}

/// The largest cost that keeps all sums within their type.
const LARGEST_COST: u32 = 1000;

/// The trees whose distance may be computed at all: gains of larger ones could leave their type.
const LARGEST_TREE: u64 = 2_000_000;

impl EditCosts {
    /// Costs, each from 1 to 1000.
    ///
    /// # Errors
    /// If a cost is 0 (different trees would be at distance 0) or too large.
    pub fn new(insert: u32, delete: u32, rename: u32) -> Result<Self, CostError> {
        match [insert, delete, rename].iter().all(|cost| (1..=LARGEST_COST).contains(cost)) {
            true => Ok(Self { insert, delete, rename }),
            false => Err(CostError),
        }
    }

    /// The largest of the three.
    #[must_use]
    pub fn largest(&self) -> u32 {
        self.insert.max(self.delete).max(self.rename)
    }

    /// What mapping one node to another saves over deleting the one and inserting the other.
    fn gain(&self, same_label: bool) -> u32 {
        let both = self.insert + self.delete;
        match same_label {
            true => both,
            false => both.saturating_sub(self.rename),
        }
    }
}

/// The tree edit distance between two trees.
///
/// # Errors
/// If the budget does not suffice.
pub fn tree_edit_distance(
    first: &LabelledTree,
    second: &LabelledTree,
    costs: EditCosts,
    budget: Budget,
) -> Result<u64, OverBudget> {
    let classes = subtree_classes(&[first, second], MatchMode::Structural);
    let classed = |tree, index: usize| ClassedTree { tree, classes: &classes[index] };
    tree_edit_distance_classed(classed(first, 0), classed(second, 1), costs, budget)
}

/// The same for trees whose subtree classes were numbered together before.
///
/// # Errors
/// If the budget does not suffice.
pub fn tree_edit_distance_classed(
    first: ClassedTree<'_>,
    second: ClassedTree<'_>,
    costs: EditCosts,
    budget: Budget,
) -> Result<u64, OverBudget> {
    match trim::trim(first, second) {
        trim::Trimmed::OnlyEdits { deleted, inserted } => {
            Ok(u64::from(costs.delete) * deleted + u64::from(costs.insert) * inserted)
        }
        trim::Trimmed::Rest(left, right) => {
            check_size(left.sizes.len().max(right.sizes.len()))?;
            run::distance(&left, &right, costs, &mut Meter::new(budget))
        }
    }
}

fn check_size(nodes: usize) -> Result<(), OverBudget> {
    match nodes as u64 <= LARGEST_TREE {
        true => Ok(()),
        false => Err(OverBudget::Table { needed: nodes as u64, allowed: LARGEST_TREE }),
    }
}

#[cfg(test)]
mod tests;
