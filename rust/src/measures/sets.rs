//! Similarities of sets of hashes: common paths, path Jaccard, shingles, style.
//!
//! Sets are sorted arrays; one walk along both is enough.

use super::similarity::{of_empty, share};

/// The number of members that two sorted arrays share; of repeated members, as many as both have.
#[must_use]
pub fn common(first: &[u64], second: &[u64]) -> usize {
    let (mut left, mut right, mut shared) = (0, 0, 0);
    while left < first.len() && right < second.len() {
        let (a, b) = (first[left], second[right]);
        shared += usize::from(a == b);
        left += usize::from(a <= b);
        right += usize::from(a >= b);
    }
    shared
}

/// Shared members over the larger set: common paths, path shingles and tag sequence shingles.
#[must_use]
pub fn overlap_similarity(first: &[u64], second: &[u64]) -> f64 {
    of_empty(first.is_empty(), second.is_empty())
        .unwrap_or_else(|| share(common(first, second), first.len().max(second.len())))
}

/// Shared members over all members: path Jaccard and style.
#[must_use]
pub fn jaccard_similarity(first: &[u64], second: &[u64]) -> f64 {
    of_empty(first.is_empty(), second.is_empty()).unwrap_or_else(|| {
        let shared = common(first, second);
        share(shared, first.len() + second.len() - shared)
    })
}

/// A weighted mean of structure and style (Gowda and Mattmann 2016): `kappa` is the weight of structure.
#[must_use]
pub fn structure_style_similarity(structure: f64, style: f64, kappa: f64) -> f64 {
    super::similarity::unit(kappa * structure + (1.0 - kappa) * style)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overlap_and_jaccard() {
        let (first, second) = ([1, 2, 3], [1, 3, 4, 5]);
        assert_eq!(overlap_similarity(&first, &second), 0.5);
        assert_eq!(jaccard_similarity(&first, &second), 0.4);
        assert_eq!(common(&[1, 1, 2], &[1, 1, 1]), 2);
    }

    #[test]
    fn empty_sets() {
        assert_eq!(overlap_similarity(&[], &[]), 1.0);
        assert_eq!(jaccard_similarity(&[], &[7]), 0.0);
    }

    #[test]
    fn kappa_weighs_structure() {
        assert_eq!(structure_style_similarity(0.8, 0.4, 1.0), 0.8);
        assert_eq!(structure_style_similarity(0.8, 0.4, 0.25), 0.5);
    }
}
