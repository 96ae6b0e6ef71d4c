//! Hashes for tables in memory: foldhash, seeded anew in every process, so that nobody can write a page whose strings
//! collide and make a table crawl. They are never stored and never decide about an order; those that are, are in
//! `hash.rs`.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::LazyLock;

use foldhash::SharedSeed;
use foldhash::fast::{FoldHasher, SeedableRandomState};

static SHARED: LazyLock<SharedSeed> = LazyLock::new(|| SharedSeed::from_u64(random(1)));
static SEED: LazyLock<Seed> = LazyLock::new(|| Seed {
    first: random(2),
    second: random(3),
    strings: SeedableRandomState::with_seed(random(4), &SHARED),
});

/// From the randomness of the standard library, which is the system's; foldhash's own is the clock and addresses.
fn random(number: u64) -> u64 {
    RandomState::new().hash_one(number)
}

/// What the hashes of this process depend on.
#[derive(Clone, Debug)]
pub struct Seed {
    first: u64,
    second: u64,
    strings: SeedableRandomState,
}

impl Default for Seed {
    fn default() -> Self {
        SEED.clone()
    }
}

impl BuildHasher for Seed {
    type Hasher = FoldHasher<'static>;

    #[inline]
    fn build_hasher(&self) -> Self::Hasher {
        self.strings.build_hasher()
    }
}

impl Seed {
    /// The hash of one number: one multiplication, both halves of its product. A hasher that takes anything needs more
    /// than that, by which the features of a page took 5 % longer.
    #[inline]
    pub fn hash_word(&self, word: u64) -> u64 {
        let product = u128::from(word ^ self.first) * u128::from(self.second);
        product as u64 ^ (product >> 64) as u64
    }

    /// The hash of a string.
    #[inline]
    pub fn hash_bytes(&self, bytes: &[u8]) -> u64 {
        let mut hasher = self.build_hasher();
        hasher.write(bytes);
        hasher.finish()
    }
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
        let other = Seed { first: 1, second: 3, ..Seed::default() };
        assert_ne!(Seed::default().hash_word(7), other.hash_word(7));
    }
}
