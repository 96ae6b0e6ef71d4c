//! RTDM, the restricted top-down mapping distance of Reis et al. (2004), with unit costs.
//!
//! A node may be mapped only if its parent is, and a renamed node has no mapped descendants. As a similarity the
//! distance is divided by the number of nodes of both trees.

use super::budget::{Budget, Meter, OverBudget};
use super::classes::{ClassedTree, subtree_classes};
use super::similarity::{of_empty, unit};
use super::top_down::{NodeGains, TopDownAlignment};
use super::tree::{LabelledTree, MatchMode};

/// Mapping equal nodes saves a deletion and an insertion, renaming saves one of them.
const GAINS: NodeGains = NodeGains { same: 2, different: 1 };

/// The RTDM distance of two trees.
///
/// # Errors
/// If the budget does not suffice.
pub fn rtdm_distance(first: &LabelledTree, second: &LabelledTree, budget: Budget) -> Result<u64, OverBudget> {
    let classes = subtree_classes(&[first, second], MatchMode::Structural);
    let classed = |tree, index: usize| ClassedTree { tree, classes: &classes[index] };
    rtdm_distance_classed(classed(first, 0), classed(second, 1), budget)
}

/// The same for trees whose subtree classes were numbered together before.
///
/// # Errors
/// If the budget does not suffice.
pub fn rtdm_distance_classed(
    first: ClassedTree<'_>,
    second: ClassedTree<'_>,
    budget: Budget,
) -> Result<u64, OverBudget> {
    let nodes = (first.tree.len() + second.tree.len()) as u64;
    if first.tree.is_empty() || second.tree.is_empty() {
        return Ok(nodes);
    }
    let mut meter = Meter::new(budget);
    let mode = MatchMode::Structural;
    let gain = TopDownAlignment::new(first, second, mode, GAINS, &mut meter).gain(0, 0)?;
    Ok(nodes - u64::from(gain))
}

/// `1 - distance / (n + m)`.
#[must_use]
pub fn rtdm_similarity(distance: u64, nodes: (usize, usize)) -> f64 {
    of_empty(nodes.0 == 0, nodes.1 == 0).unwrap_or_else(|| unit(1.0 - distance as f64 / (nodes.0 + nodes.1) as f64))
}
