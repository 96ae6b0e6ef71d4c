//! Parts of a fingerprint: what two fingerprints must share to meet in an index.

use crate::hash::{extend, hash_bytes};

/// A part of a fingerprint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// Every entry.
    Whole,
    /// The entries before this position.
    Before(usize),
    /// The entries from this position on.
    From(usize),
    /// All entries but the one at this position.
    Without(usize),
}

impl Part {
    /// The hash of this part of a fingerprint.
    #[inline]
    pub fn hash(self, print: &[u8]) -> u64 {
        match self {
            Self::Whole => hash_bytes(print),
            Self::Before(split) => hash_bytes(&print[..split]),
            Self::From(split) => hash_bytes(&print[split..]),
            Self::Without(place) => extend(hash_bytes(&print[..place]), hash_bytes(&print[place + 1..])),
        }
    }

    /// Whether two fingerprints agree in this part.
    #[inline]
    pub fn is_shared(self, first: &[u8], second: &[u8]) -> bool {
        match self {
            Self::Whole => first == second,
            Self::Before(split) => first[..split] == second[..split],
            Self::From(split) => first[split..] == second[split..],
            Self::Without(place) => first[..place] == second[..place] && first[place + 1..] == second[place + 1..],
        }
    }
}

/// Whether two fingerprints of equal length differ in one place at most, that is, have an edit distance of at
/// most one: an insertion would need a deletion to keep the length.
#[inline]
#[must_use]
pub fn is_near(first: &[u8], second: &[u8]) -> bool {
    let mut pairs = first.iter().zip(second);
    let is_different = |(a, b): (&u8, &u8)| a != b;
    !(pairs.any(is_different) && pairs.any(is_different))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rapidfuzz::distance::levenshtein;

    fn within_one_edit(first: &[u8], second: &[u8]) -> bool {
        levenshtein::distance(first.iter(), second.iter()) <= 1
    }

    #[test]
    fn near_means_one_substitution() {
        assert!(is_near(b"abcd", b"abcd"));
        assert!(is_near(b"abcd", b"abed"));
        assert!(!is_near(b"abcd", b"bcda"));
        assert!(!is_near(b"abcd", b"abdc"));
    }

    /// All words of a length over three letters.
    fn words(length: u32) -> Vec<Vec<u8>> {
        let digit = |number: usize, place: u32| (number / 3_usize.pow(place) % 3) as u8;
        (0..3_usize.pow(length)).map(|number| (0..length).map(|place| digit(number, place)).collect()).collect()
    }

    #[test]
    fn for_equal_lengths_one_edit_is_one_substitution() {
        for length in 1..=4 {
            let words = words(length);
            for first in &words {
                for second in &words {
                    assert_eq!(is_near(first, second), within_one_edit(first, second));
                }
            }
        }
    }

    #[test]
    fn near_fingerprints_share_one_side_of_every_split() {
        let words = words(4);
        for (first, second) in words.iter().flat_map(|first| words.iter().map(move |second| (first, second))) {
            for split in 1..4 {
                let shared = Part::Before(split).is_shared(first, second) || Part::From(split).is_shared(first, second);
                assert!(shared || !is_near(first, second));
            }
        }
    }

    #[test]
    fn the_lemma_is_false_for_unequal_lengths() {
        let (shorter, longer) = (b"abcdefgh", b"Xabcdefgh");
        assert!(within_one_edit(shorter, longer));
        assert!(!Part::Before(5).is_shared(shorter, longer));
        assert!(!Part::From(5).is_shared(shorter, longer));
    }

    #[test]
    fn equal_parts_have_equal_hashes() {
        let (first, second) = (b"abcde", b"abXde");
        for (part, is_shared) in
            [(Part::Whole, false), (Part::Before(2), true), (Part::From(2), false), (Part::Without(2), true)]
        {
            assert_eq!(part.is_shared(first, second), is_shared);
            assert_eq!(part.hash(first) == part.hash(second), is_shared);
        }
    }
}
