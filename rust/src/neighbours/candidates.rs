//! Pairs of pages worth a look: all, those of an index, or those of two blocks.
//!
//! The index is approximate. It finds for every page those with smaller numbers that share a band of the MinHash signatures of their leaf paths
//! (Broder 1997; Indyk and Motwani 1998). Pages with Jaccard similarity `s` of their paths are missed with
//! probability `(1 - s^rows)^bands`: 1 pair in 265 at 0.4, 1 in 10,000 at 0.5.

use super::criterion::Kappa;
use super::profile::Profile;
use crate::hash::{WordMap, extend};

/// Bands of a signature; pages meet that have one in common.
const BANDS: u64 = 32;

/// Hashes in a band.
const ROWS: u64 = 2;

/// Which pairs are looked at.
pub enum Candidates {
    /// All pairs.
    All,
    /// For every page, those with smaller numbers that an index found, ascending.
    Indexed(Vec<Vec<u32>>),
    /// Pairs of pages of different blocks; here is the block of each page.
    Between(Vec<u8>),
}

impl Candidates {
    /// Looks pages up in an index of their paths.
    #[must_use]
    pub fn from_index(profiles: &[Profile<'_>]) -> Self {
        let bands: Vec<[u64; BANDS as usize]> =
            profiles.iter().map(|profile| bands(profile.page.leaf_paths())).collect();
        let mut buckets: WordMap<u64, Vec<u32>> = WordMap::default();
        let mut found = Vec::with_capacity(profiles.len());
        for (page, bands) in bands.iter().enumerate() {
            let mut met = Vec::new();
            let mut seen = vec![false; page];
            for &band in bands {
                let bucket = buckets.entry(band).or_default();
                met.extend(bucket.iter().filter(|&&other| !std::mem::replace(&mut seen[other as usize], true)));
                bucket.push(page as u32);
            }
            met.sort_unstable();
            found.push(met);
        }
        Self::Indexed(found)
    }

    /// The partners of a page with smaller numbers.
    #[must_use]
    pub fn of(&self, page: u32) -> Box<dyn Iterator<Item = u32> + '_> {
        match self {
            Self::All => Box::new(0..page),
            Self::Indexed(found) => Box::new(found[page as usize].iter().copied()),
            Self::Between(blocks) => {
                let own = blocks[page as usize];
                Box::new((0..page).filter(move |&other| blocks[other as usize] != own))
            }
        }
    }
}

/// The pairs of blocks in which some pages may be alike, each block with itself included: `nodes` says how large the
/// smallest and the largest tree of each block is. Trees of very different sizes are never alike.
#[must_use]
pub fn block_pairs(nodes: &[(u32, u32)], threshold: f64, kappa: Kappa) -> Vec<(u32, u32)> {
    let may_be_alike = |first: (u32, u32), second: (u32, u32)| {
        let (below, above) = if first.0 <= second.0 { (first, second) } else { (second, first) };
        // The nearest sizes of both, and all class names in common.
        let sizes = (below.1.min(above.0) as usize, above.0 as usize);
        kappa.cutoff(threshold, sizes, 1.0).is_some_and(|cutoff| sizes.1.abs_diff(sizes.0) as u64 <= cutoff)
    };
    let numbers = 0..nodes.len() as u32;
    let pairs = numbers.clone().flat_map(|second| (0..=second).map(move |first| (first, second)));
    pairs.filter(|&(first, second)| may_be_alike(nodes[first as usize], nodes[second as usize])).collect()
}

/// The keys of a page's bands: each of the smallest hashes of its paths, under hash functions of the band's own.
fn bands(paths: &[u64]) -> [u64; BANDS as usize] {
    std::array::from_fn(|band| {
        let smallest = |row: u64| paths.iter().map(|&path| extend(band as u64 * ROWS + row, path)).min();
        (0..ROWS).fold(band as u64, |key, row| extend(key, smallest(row).unwrap_or(u64::MAX)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn meet(first: &[u64], second: &[u64]) -> bool {
        bands(first).iter().zip(bands(second)).any(|(a, b)| *a == b)
    }

    #[test]
    fn alike_sets_meet_and_strangers_do_not() {
        let number = |start: u64, end: u64| (start..end).map(|path| path * 0x5851_f42d).collect::<Vec<u64>>();
        assert!(meet(&number(0, 40), &number(0, 40)));
        assert!(meet(&number(0, 40), &number(10, 50)));
        assert!(!meet(&number(0, 40), &number(100, 140)));
        assert!(meet(&[], &[]));
        assert!(!meet(&[], &number(0, 3)));
    }

    #[test]
    fn pairs_of_two_blocks() {
        let candidates = Candidates::Between(vec![0, 1, 1, 0]);
        let partners: Vec<Vec<u32>> = (0..4).map(|page| candidates.of(page).collect()).collect();
        assert_eq!(partners, [vec![], vec![0], vec![0], vec![1, 2]]);
    }

    #[test]
    fn blocks_of_very_different_sizes_do_not_meet() {
        let nodes = [(1, 10), (11, 40), (90, 100), (100, 400)];
        // By structure alone trees of 10 and 11 nodes may be alike, those of 40 and 90 not.
        assert_eq!(block_pairs(&nodes, 0.85, Kappa(1.0)), [(0, 0), (0, 1), (1, 1), (2, 2), (2, 3), (3, 3)]);
        assert_eq!(block_pairs(&nodes, 0.85, Kappa(0.0)).len(), 10);
        assert_eq!(block_pairs(&[], 0.85, Kappa(0.5)), []);
        // An inner block lies in the range of the other, whichever comes first.
        assert_eq!(block_pairs(&[(1, 400), (90, 100)], 1.0, Kappa(1.0)).len(), 3);
    }

    #[test]
    fn no_pair_is_lost_between_blocks() {
        for (first, second) in (1_u32..60).flat_map(|first| (1_u32..60).map(move |second| (first, second))) {
            let kappa = Kappa(0.5);
            let sizes = (first as usize, second as usize);
            let is_alike = kappa.cutoff(0.85, sizes, 1.0).is_some_and(|most| u64::from(first.abs_diff(second)) <= most);
            let blocks = [(first, first + 3), (second, second + 5)];
            assert!(!is_alike || block_pairs(&blocks, 0.85, kappa).len() == 3);
        }
    }
}
