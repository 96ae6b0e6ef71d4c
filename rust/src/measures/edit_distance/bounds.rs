//! Bounds and normalisations of the tree edit distance.

use super::super::sets::common;
use super::super::similarity::{of_empty, unit};
use super::super::tree::{LabelledTree, MatchMode};
use super::EditCosts;

/// A lower bound of the unit-cost distance in linear time: no mapping avoids inserting the surplus nodes,
/// nor renaming, inserting or deleting the nodes whose label has no partner.
#[must_use]
pub fn size_and_label_bound(first: &LabelledTree, second: &LabelledTree) -> u64 {
    let (left, right) = (sorted_keys(first), sorted_keys(second));
    let shared = common(&left, &right);
    (left.len().max(right.len()) - shared) as u64
}

fn sorted_keys(tree: &LabelledTree) -> Vec<u64> {
    let mut keys: Vec<u64> = (0..tree.len()).map(|node| tree.key(node, MatchMode::Structural)).collect();
    keys.sort_unstable();
    keys
}

/// `1 - distance / (largest cost * (n + m))`; reaches 0 only if nothing at all can be mapped.
#[must_use]
pub fn sum_similarity(distance: u64, nodes: (usize, usize), costs: EditCosts) -> f64 {
    of_empty(nodes.0 == 0, nodes.1 == 0).unwrap_or_else(|| normalised(distance, nodes.0 + nodes.1, costs))
}

/// `1 - distance / (largest cost * max(n, m))`, cut at 0 because the quotient can exceed 1.
#[must_use]
pub fn max_similarity(distance: u64, nodes: (usize, usize), costs: EditCosts) -> f64 {
    of_empty(nodes.0 == 0, nodes.1 == 0).unwrap_or_else(|| normalised(distance, nodes.0.max(nodes.1), costs))
}

fn normalised(distance: u64, nodes: usize, costs: EditCosts) -> f64 {
    let scale = nodes as f64 * f64::from(costs.largest());
    match scale > 0.0 {
        true => unit(1.0 - distance as f64 / scale),
        false => 1.0,
    }
}
