//! Tree edit distance between ordered labelled trees: the least total cost of insertions, deletions and
//! renamings that turn one tree into the other. Exact, never recursive, within a budget.
//!
//! Two trees enter; a distance, or the reason why there is none, leaves. After Zhang and Shasha (1989) and
//! Pawlik and Augsten (RTED 2011, APTED 2016), with two additions that web pages repay: equal subtrees are
//! computed once ([`super::classes`]), and what both pages share around one spot is cut away first ([`trim`]).
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

mod bounds;
mod gains;
mod inner;
mod outer;
mod rows;
mod run;
mod side;
mod strategy;
mod trim;

pub use bounds::{max_similarity, size_and_label_bound, sum_similarity};

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

impl Default for EditCosts {
    fn default() -> Self {
        Self {
            insert: 1,
            delete: 1,
            rename: 1,
        }
    }
}

impl EditCosts {
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
    let classed = |tree, index: usize| ClassedTree {
        tree,
        classes: &classes[index],
    };
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
            run::distance(&left, &right, costs, &mut Meter::new(budget))
        }
    }
}

#[cfg(test)]
mod tests;
