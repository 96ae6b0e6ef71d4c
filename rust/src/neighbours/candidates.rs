//! Pairs of pages worth a look, from an index instead of from all pairs: approximate.
//!
//! Finds for every page those with smaller numbers that share a band of the MinHash signatures of their leaf paths
//! (Broder 1997; Indyk and Motwani 1998). Pages with Jaccard similarity `s` of their paths are missed with
//! probability `(1 - s^rows)^bands`: 1 pair in 265 at 0.4, 1 in 10,000 at 0.5.

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
        }
    }
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
}
