//! The 64-bit hash that unmold stores: fixed constants, little-endian words, the same on every machine.
//!
//! It takes bytes, paths, sequences and sets. Hashes are written to disk and compared with those of later versions,
//! so the function may never change; the golden values in the tests guard it.
//!
//! One primitive carries everything: [`extend`] multiplies the state, so that state and word never change
//! roles, adds the word and stirs the sum with the bit mixer known from the splitmix64 generator, which is a
//! bijection of 64-bit words. Two different inputs therefore collide only by chance, about once in 2^64
//! pairs. The hash is not meant to resist somebody who looks for collisions.

use crate::seeded::Seed;

/// The golden ratio as a 64-bit fraction: odd, so that multiplying by it loses nothing.
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// Where byte strings, sequences and paths start: three unrelated states (leading digits of pi), so that
/// a path of one tag, a sequence of one word and a string of eight bytes differ.
const BYTES_START: u64 = 0x243f_6a88_85a3_08d3;
const SEQUENCE_START: u64 = 0x1319_8a2e_0370_7344;

/// The hash of the empty path, which every root-to-leaf path grows from by [`extend`].
pub const PATH_START: u64 = 0xa409_3822_299f_31d0;

/// Stirs one word so that every input bit reaches every output bit.
#[inline]
#[must_use]
pub const fn stir(word: u64) -> u64 {
    let word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}

/// Adds one word to a running hash; the hash of a path is `extend(hash of the parent's path, hash of the tag)`.
#[inline]
#[must_use]
pub const fn extend(state: u64, word: u64) -> u64 {
    stir(state.wrapping_add(1).wrapping_mul(STEP).wrapping_add(word))
}

/// The hash of a byte string: its length, then its 8-byte little-endian words, the last filled with zeros.
#[must_use]
pub fn hash_bytes(bytes: &[u8]) -> u64 {
    let (words, rest) = bytes.as_chunks::<8>();
    let state = words
        .iter()
        .fold(extend(BYTES_START, bytes.len() as u64), |state, word| extend(state, u64::from_le_bytes(*word)));
    if rest.is_empty() {
        return state;
    }
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    extend(state, u64::from_le_bytes(last))
}

/// The hash of a sequence of words, order and length included.
#[must_use]
pub fn hash_sequence(words: impl IntoIterator<Item = u64>) -> u64 {
    let (state, length) =
        words.into_iter().fold((SEQUENCE_START, 0), |(state, length), word| (extend(state, word), length + 1));
    extend(state, length)
}

/// The hash of a set of words, whatever their order and however often each occurs.
#[must_use]
pub fn hash_set(words: impl IntoIterator<Item = u64>) -> u64 {
    hash_sequence(sorted_set(words.into_iter().collect()))
}

/// Sorts words and drops repeats: the form in which every set measure takes its sets.
#[must_use]
pub fn sorted_set(mut words: Vec<u64>) -> Vec<u64> {
    words.sort_unstable();
    words.dedup();
    words
}

/// A map whose hashes are seeded anew in every process: several times faster than the standard map, and no page can be
/// written whose numbers collide in it.
pub type WordMap<Key, Value> = std::collections::HashMap<Key, Value, Seed>;

/// A set of hashes, seeded as [`WordMap`] is.
pub type WordSet = std::collections::HashSet<u64, Seed>;

#[cfg(test)]
mod tests {
    use super::*;

    /// Stored hashes must stay readable: if one of these changes, the function must be put back.
    #[test]
    fn golden_values_never_change() {
        assert_eq!(stir(0), 0);
        assert_eq!(stir(1), 0x5692_161d_100b_05e5);
        assert_eq!(extend(0, 0), 0xe220_a839_7b1d_cdaf);
        assert_eq!(hash_bytes(b""), GOLDEN_EMPTY);
        assert_eq!(hash_bytes(b"div"), GOLDEN_DIV);
        assert_eq!(hash_bytes(b"template"), GOLDEN_TEMPLATE);
        assert_eq!(hash_bytes("données structurées".as_bytes()), GOLDEN_LONG);
        assert_eq!(hash_sequence([]), GOLDEN_NO_WORDS);
        assert_eq!(hash_sequence([1, 2, 3]), GOLDEN_WORDS);
        assert_eq!(hash_set([3, 1, 2, 3]), GOLDEN_WORDS);
        assert_eq!(extend(PATH_START, hash_bytes(b"html")), GOLDEN_PATH);
    }

    const GOLDEN_EMPTY: u64 = 0x4421_8fcc_10ec_51eb;
    const GOLDEN_DIV: u64 = 0x4020_7914_8d25_14b8;
    const GOLDEN_TEMPLATE: u64 = 0xc63b_de05_8e2a_1768;
    const GOLDEN_LONG: u64 = 0xf662_52e8_964d_1b92;
    const GOLDEN_NO_WORDS: u64 = 0xc518_3a5a_c602_0e7c;
    const GOLDEN_WORDS: u64 = 0xff41_92c3_fa23_4395;
    const GOLDEN_PATH: u64 = 0x722d_8f93_7cc5_dd11;

    #[test]
    fn length_and_order_count() {
        assert_ne!(hash_bytes(b"a"), hash_bytes(b"a\0"));
        assert_ne!(hash_sequence([1, 2]), hash_sequence([2, 1]));
        assert_ne!(hash_sequence([0]), hash_sequence([0, 0]));
        assert_ne!(hash_sequence([]), hash_bytes(b""));
        assert_ne!(extend(1, 2), extend(2, 1));
    }

    #[test]
    fn short_inputs_do_not_collide() {
        let hashes: Vec<u64> = (0..=u16::MAX).map(|number| hash_bytes(&number.to_le_bytes())).collect();
        assert_eq!(sorted_set(hashes).len(), 65_536);
    }
}
