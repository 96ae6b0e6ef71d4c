//! How much the two sides of a split tell: the choice of l (section 3.4 of the paper, figure 2).
//!
//! Fingerprints of a sample of documents enter; for every l, the Shannon entropy of what stands before it and of
//! what follows leaves. Where the two are closest, chains of either side are shortest together.

use rayon::prelude::*;

use super::part::Part;

/// The entropies of one split, in bits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SplitEntropy {
    /// Of the entries before the split.
    pub before: f64,
    /// Of the entries from the split on.
    pub from: f64,
}

/// The entropies of all splits 1 to width - 1 of fingerprints that stand one after the other.
#[must_use]
pub fn split_entropies(entries: &[u8], width: usize) -> Vec<SplitEntropy> {
    (1..width)
        .into_par_iter()
        .map(|split| SplitEntropy {
            before: entropy(entries, width, Part::Before(split)),
            from: entropy(entries, width, Part::From(split)),
        })
        .collect()
}

fn entropy(entries: &[u8], width: usize, part: Part) -> f64 {
    let mut hashes: Vec<u64> = entries.chunks_exact(width).map(|print| part.hash(print)).collect();
    hashes.sort_unstable();
    let total = hashes.len() as f64;
    hashes.chunk_by(|a, b| a == b).map(|run| run.len() as f64 / total).map(|share| share * -share.log2()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_side_is_measured() {
        let entropies = split_entropies(b"aaxaaybaxbay", 3);
        assert_eq!(entropies[0], SplitEntropy { before: 1.0, from: 1.0 });
        assert_eq!(entropies[1], SplitEntropy { before: 1.0, from: 1.0 });
        let entropies = split_entropies(b"aaabaacaadaa", 3);
        assert_eq!(entropies[1], SplitEntropy { before: 2.0, from: 0.0 });
    }

    #[test]
    fn no_fingerprints_tell_nothing() {
        assert_eq!(split_entropies(b"", 2), [SplitEntropy { before: 0.0, from: 0.0 }]);
    }
}
