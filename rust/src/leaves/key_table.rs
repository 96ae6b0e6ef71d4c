//! Keys that are looked for on every page: nearly all keys of a page are none of them, which a few bits tell.

use crate::seeded::Seed;

/// Bits of the filter for each key: one of 32 other keys passes it. Of a template's 300 keys it takes 2 KB, so that the
/// filters of all of a template's tables stay in the nearest cache.
const BITS_PER_KEY: usize = 32;
/// Bits of the filter at least, and at most: more would not stay there.
const LEAST_BITS: usize = 1 << 10;
const MOST_BITS: usize = 1 << 16;
/// A slot that no key has taken.
const FREE: u32 = u32::MAX;

/// Values by key. Keys are hashes already, whose lowest bits are as good as any to tell them apart; where they lie is
/// another matter, so that nobody can write pages whose keys all want the same slot.
#[derive(Clone, Debug)]
pub(super) struct KeyTable<Value> {
    bits: Vec<u64>,
    /// Keys with the positions of their values, at least half of them free; the next slots have what found its own
    /// taken.
    slots: Vec<(u64, u32)>,
    values: Vec<Value>,
    seed: Seed,
}

impl<Value> Default for KeyTable<Value> {
    fn default() -> Self {
        KeyTable::for_keys(0)
    }
}

impl<Value> KeyTable<Value> {
    /// A table for about this many keys.
    pub fn for_keys(count: usize) -> Self {
        let bits = (count * BITS_PER_KEY).next_power_of_two().clamp(LEAST_BITS, MOST_BITS);
        KeyTable { bits: vec![0; bits / 64], slots: vec![(0, FREE); 16], values: Vec::new(), seed: Seed::default() }
    }

    /// Where the bit of a key is: the word, and the bit in it.
    #[inline]
    fn bit_of(&self, key: u64) -> (usize, u64) {
        // Their number is a power of two.
        ((key as usize / 64) & (self.bits.len() - 1), key % 64)
    }

    /// The slot of a key, or the free one where it would be.
    #[inline]
    fn slot(&self, key: u64) -> usize {
        // There are 16 slots, doubled some times.
        let mask = self.slots.len() - 1;
        let mut at = self.seed.hash_word(key) as usize & mask;
        while self.slots[at].1 != FREE && self.slots[at].0 != key {
            at = (at + 1) & mask;
        }
        at
    }

    /// The value of a key.
    #[inline]
    pub fn get(&self, key: u64) -> Option<&Value> {
        if self.bit(key) == 0 {
            return None;
        }
        self.values.get(self.slots[self.slot(key)].1 as usize)
    }

    /// Whether one of these keys may be there; hardly ever if none is.
    #[inline]
    pub fn may_have_any(&self, keys: &[u64]) -> bool {
        keys.iter().fold(0, |found, &key| found | self.bit(key)) != 0
    }

    #[inline]
    fn bit(&self, key: u64) -> u64 {
        let (word, bit) = self.bit_of(key);
        self.bits[word] >> bit & 1
    }

    fn grow(&mut self) {
        let taken = std::mem::take(&mut self.slots);
        self.slots = vec![(0, FREE); 2 * taken.len()];
        for (key, value) in taken.into_iter().filter(|&(_, value)| value != FREE) {
            let at = self.slot(key);
            self.slots[at] = (key, value);
        }
    }
}

impl<Value: Default> KeyTable<Value> {
    /// The value of a key; a new one if it has none.
    pub fn entry(&mut self, key: u64) -> &mut Value {
        let (word, bit) = self.bit_of(key);
        self.bits[word] |= 1 << bit;
        let mut at = self.slot(key);
        if self.slots[at].1 == FREE {
            if 2 * (self.values.len() + 1) > self.slots.len() {
                self.grow();
                at = self.slot(key);
            }
            self.slots[at] = (key, self.values.len() as u32);
            self.values.push(Value::default());
        }
        &mut self.values[self.slots[at].1 as usize]
    }
}

impl KeyTable<u32> {
    /// Numbers keys by their positions; of two that are equal the last counts.
    pub fn numbered(keys: &[u64]) -> Self {
        let mut table = KeyTable::for_keys(keys.len());
        for (&key, number) in keys.iter().zip(0..) {
            *table.entry(key) = number;
        }
        table
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_found_and_others_are_not() {
        let table = KeyTable::numbered(&[7, 1 << 16, 7, 9]);
        assert_eq!(
            [7, 1 << 16, 9, 0, 8, 7 + (1 << 16)].map(|key| table.get(key).copied()),
            [Some(2), Some(1), Some(3), None, None, None]
        );
    }
    #[test]
    fn many_keys_find_their_slots() {
        let keys: Vec<u64> = (0..1000u64).map(|number| number << 20).collect();
        let table = KeyTable::numbered(&keys);
        assert!(keys.iter().zip(0..).all(|(&key, number)| table.get(key) == Some(&number)));
        assert_eq!(table.get(1), None);
        assert!(table.may_have_any(&[1, 5 << 20]) && !table.may_have_any(&[1, 2, 3]));
    }
}
