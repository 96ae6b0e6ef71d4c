//! Simple tree matching (Yang 1991): the number of node pairs in the largest matching of two trees that
//! keeps order and levels, and three ways to make a similarity of it.
//!
//! Peer recognition of pattern trees is the main user.

use std::collections::BTreeMap;

use super::budget::{Budget, Meter, OverBudget};
use super::classes::{ClassedTree, subtree_classes};
use super::similarity::{of_empty, unit};
use super::top_down::{NodeGains, TopDownAlignment};
use super::tree::{LabelledTree, MatchMode};

const GAINS: NodeGains = NodeGains { same: 1, different: 0 };

/// How a count of matched pairs becomes a similarity.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Normalisation {
    /// Divided by the larger tree's size.
    Max,
    /// Divided by the mean of both sizes.
    Average,
    /// Children of the roots compared tag by tag, so that lists of different length stay alike.
    #[default]
    SetAware,
}

/// The number of node pairs in the largest matching.
///
/// # Errors
/// If the budget does not suffice.
pub fn simple_tree_matching(
    first: &LabelledTree,
    second: &LabelledTree,
    mode: MatchMode,
    budget: Budget,
) -> Result<u64, OverBudget> {
    let classes = subtree_classes(&[first, second], mode);
    let mut meter = Meter::new(budget);
    let trees = classed_pair(first, second, &classes);
    matched_pairs(trees, mode, &mut meter)
}

/// The similarity of two trees by simple tree matching.
///
/// # Errors
/// If the budget does not suffice.
pub fn matching_similarity(
    first: &LabelledTree,
    second: &LabelledTree,
    mode: MatchMode,
    normalisation: Normalisation,
    budget: Budget,
) -> Result<f64, OverBudget> {
    let classes = subtree_classes(&[first, second], mode);
    let trees = classed_pair(first, second, &classes);
    matching_similarity_classed(trees, mode, normalisation, budget)
}

/// The same for trees whose subtree classes were numbered together before, in the same mode.
///
/// # Errors
/// If the budget does not suffice.
pub fn matching_similarity_classed(
    trees: (ClassedTree<'_>, ClassedTree<'_>),
    mode: MatchMode,
    normalisation: Normalisation,
    budget: Budget,
) -> Result<f64, OverBudget> {
    let (first, second) = (trees.0.tree.len(), trees.1.tree.len());
    if let Some(similarity) = of_empty(first == 0, second == 0) {
        return Ok(similarity);
    }
    let mut meter = Meter::new(budget);
    let scale = match normalisation {
        Normalisation::Max => first.max(second) as f64,
        Normalisation::Average => (first + second) as f64 / 2.0,
        Normalisation::SetAware => return set_aware_similarity(trees, mode, &mut meter),
    };
    Ok(unit(matched_pairs(trees, mode, &mut meter)? as f64 / scale))
}

fn classed_pair<'a>(
    first: &'a LabelledTree,
    second: &'a LabelledTree,
    classes: &'a [Vec<u32>],
) -> (ClassedTree<'a>, ClassedTree<'a>) {
    let classed = |tree, index: usize| ClassedTree { tree, classes: &classes[index] };
    (classed(first, 0), classed(second, 1))
}

fn matched_pairs(
    trees: (ClassedTree<'_>, ClassedTree<'_>),
    mode: MatchMode,
    meter: &mut Meter,
) -> Result<u64, OverBudget> {
    if trees.0.tree.is_empty() || trees.1.tree.is_empty() {
        return Ok(0);
    }
    let mut alignment = TopDownAlignment::new(trees.0, trees.1, mode, GAINS, meter);
    alignment.gain(0, 0).map(u64::from)
}

/// The children of both roots that share a tag.
type Group = (Vec<usize>, Vec<usize>);

/// The mean over all tags of the mean over all children of how well each finds a partner on the other side.
fn set_aware_similarity(
    trees: (ClassedTree<'_>, ClassedTree<'_>),
    mode: MatchMode,
    meter: &mut Meter,
) -> Result<f64, OverBudget> {
    if trees.0.tree.key(0, mode) != trees.1.tree.key(0, mode) {
        return Ok(0.0);
    }
    let groups = children_by_tag(trees.0.tree, trees.1.tree);
    if groups.is_empty() {
        return Ok(1.0);
    }
    let pairs = groups.iter().map(|group| (group.0.len() * group.1.len()) as u64);
    meter.charge(pairs.sum())?;
    let mut alignment = TopDownAlignment::new(trees.0, trees.1, mode, GAINS, meter);
    let mut total = 0.0;
    for group in &groups {
        total += group_similarity(&mut alignment, (trees.0.tree, trees.1.tree), group)?;
    }
    Ok(unit(total / groups.len() as f64))
}

fn children_by_tag(first: &LabelledTree, second: &LabelledTree) -> Vec<Group> {
    let mut groups: BTreeMap<u64, Group> = BTreeMap::new();
    for child in first.children(0) {
        let group = groups.entry(first.key(child, MatchMode::Structural)).or_default();
        group.0.push(child);
    }
    for child in second.children(0) {
        let group = groups.entry(second.key(child, MatchMode::Structural)).or_default();
        group.1.push(child);
    }
    groups.into_values().collect()
}

fn group_similarity(
    alignment: &mut TopDownAlignment<'_>,
    trees: (&LabelledTree, &LabelledTree),
    (left, right): &Group,
) -> Result<f64, OverBudget> {
    let mut best_of_left = vec![0.0_f64; left.len()];
    let mut best_of_right = vec![0.0_f64; right.len()];
    for (&left_child, left_best) in left.iter().zip(&mut best_of_left) {
        for (&right_child, right_best) in right.iter().zip(&mut best_of_right) {
            let larger = trees.0.sizes()[left_child].max(trees.1.sizes()[right_child]);
            let matched = alignment.gain(left_child, right_child)?;
            let similarity = f64::from(matched) / f64::from(larger);
            *left_best = left_best.max(similarity);
            *right_best = right_best.max(similarity);
        }
    }
    let total: f64 = best_of_left.iter().chain(&best_of_right).sum();
    Ok(total / (left.len() + right.len()) as f64)
}
