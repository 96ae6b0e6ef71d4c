//! Hashes for tables in memory: quick, and seeded anew in every process, so that nobody can write a page whose strings
//! collide and make a table crawl. They are never stored and never decide about an order; those that are, are in
//! `hash.rs`.

use std::hash::{BuildHasher, RandomState};
use std::sync::LazyLock;

static SEED: LazyLock<Seed> = LazyLock::new(|| {
    let random = RandomState::new();
    Seed { first: random.hash_one(1), second: random.hash_one(2) }
});

/// The golden ratio as a 64-bit fraction.
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

/// What the hashes of this process depend on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seed {
    first: u64,
    second: u64,
}

impl Default for Seed {
    fn default() -> Self {
        *SEED
    }
}

impl Seed {
    /// The hash of one number.
    #[inline]
    pub fn hash_word(self, word: u64) -> u64 {
        fold(word ^ self.first, self.second)
    }

    /// The hash of a string.
    #[inline]
    pub fn hash_bytes(self, bytes: &[u8]) -> u64 {
        let (blocks, rest) = bytes.as_chunks::<16>();
        // Spread over all bits, so that no byte of the string takes the length back.
        let start = self.first.wrapping_add((bytes.len() as u64).wrapping_mul(SPREAD));
        let state = blocks.iter().fold(start, |state, block| {
            let words = u128::from_le_bytes(*block);
            fold(state ^ words as u64, self.second ^ (words >> 64) as u64)
        });
        let [low, high] = last_words(rest);
        fold(state ^ low, self.second ^ high)
    }
}

/// Both halves of a product: every bit of the factors reaches the result.
#[inline]
fn fold(left: u64, right: u64) -> u64 {
    let product = u128::from(left) * u128::from(right);
    product as u64 ^ (product >> 64) as u64
}

/// Fewer than sixteen bytes as two numbers. What is read from both ends may overlap: the length is hashed, too.
#[inline]
fn last_words(rest: &[u8]) -> [u64; 2] {
    if let (Some(first), Some(last)) = (rest.first_chunk(), rest.last_chunk()) {
        return [u64::from_le_bytes(*first), u64::from_le_bytes(*last)];
    }
    if let (Some(first), Some(last)) = (rest.first_chunk(), rest.last_chunk()) {
        return [u64::from(u32::from_le_bytes(*first)), u64::from(u32::from_le_bytes(*last))];
    }
    let last = rest.iter().fold(0, |word, &byte| word << 8 | u64::from(byte));
    [last, 0]
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn strings_of_every_length_differ() {
        let seed = Seed::default();
        let text: Vec<u8> = (1..=255).collect();
        let prefixes = (0..100).map(|length| seed.hash_bytes(&text[..length]));
        let zeros = (1..100).map(|length| seed.hash_bytes(&vec![0; length]));
        let flipped = (0..40 * 8).map(|bit| {
            let mut changed = text[..40].to_vec();
            changed[bit / 8] ^= 1 << (bit % 8);
            seed.hash_bytes(&changed)
        });
        let hashes: HashSet<u64> = prefixes.chain(zeros).chain(flipped).collect();
        assert_eq!(hashes.len(), 100 + 99 + 320);
    }

    #[test]
    fn a_process_has_one_seed() {
        assert_eq!(Seed::default().hash_word(7), Seed::default().hash_word(7));
        assert_ne!(Seed::default().hash_word(7), Seed { first: 1, second: 3 }.hash_word(7));
    }
}
