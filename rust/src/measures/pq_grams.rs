//! pq-grams (Augsten, Böhlen, Gamper 2005, 2010): bags of small pieces that approximate the edit distance.
//!
//! A piece is a node with its `p - 1` nearest ancestors and a window of `q` neighbouring children, where missing
//! nodes count as blanks. The profile of a tree is a sorted bag of hashes; two profiles are compared in time linear
//! in the trees.

use super::sets::common;
use super::similarity::{of_empty, unit};
use super::tree::{LabelledTree, MatchMode};
use crate::hash::hash_sequence;

/// Stands for a missing ancestor or child; no label and no kind has this key.
const BLANK: u64 = u64::MAX;

/// How two bags are compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BagSimilarity {
    /// Twice the shared pieces over all pieces (2005).
    #[default]
    Dice,
    /// Shared over distinct pieces, whose complement obeys the triangle inequality (2010).
    Bag,
}

/// The profile of a tree: one hash for every pq-gram, sorted. `p` and `q` below 1 count as 1.
#[must_use]
pub fn pq_gram_profile(tree: &LabelledTree, p: usize, q: usize) -> Vec<u64> {
    let (p, q) = (p.max(1), q.max(1));
    let mut profile = Vec::with_capacity(2 * tree.len() + q * tree.len());
    let mut row = Vec::new();
    for node in 0..tree.len() {
        let stem = hash_sequence(stem_keys(tree, node, p));
        children_row(tree, node, q, &mut row);
        let bases = row.windows(q).map(|base| {
            let words = base.iter().copied();
            hash_sequence(std::iter::once(stem).chain(words))
        });
        profile.extend(bases);
    }
    profile.sort_unstable();
    profile
}

/// A node and its nearest ancestors, upwards.
fn stem_keys(tree: &LabelledTree, node: usize, p: usize) -> impl Iterator<Item = u64> + '_ {
    let mut next = Some(node);
    (0..p).map(move |_| {
        let Some(current) = next else {
            return BLANK;
        };
        next = (current > 0).then(|| tree.parents()[current] as usize);
        tree.key(current, MatchMode::Structural)
    })
}

/// The children of a node with blanks around them, so that each is at every place of some window.
fn children_row(tree: &LabelledTree, node: usize, q: usize, row: &mut Vec<u64>) {
    row.clear();
    row.resize(if tree.is_leaf(node) { q } else { q - 1 }, BLANK);
    if !tree.is_leaf(node) {
        row.extend(tree.children(node).map(|child| tree.key(child, MatchMode::Structural)));
        row.resize(row.len() + q - 1, BLANK);
    }
}

/// The similarity of two profiles.
#[must_use]
pub fn pq_gram_similarity(first: &[u64], second: &[u64], kind: BagSimilarity) -> f64 {
    if let Some(similarity) = of_empty(first.is_empty(), second.is_empty()) {
        return similarity;
    }
    let shared = common(first, second) as f64;
    let all = (first.len() + second.len()) as f64;
    match kind {
        BagSimilarity::Dice => unit(2.0 * shared / all),
        BagSimilarity::Bag => unit(1.0 - (all - 2.0 * shared) / (all - shared)),
    }
}
