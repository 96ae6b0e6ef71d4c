//! Keys that are looked for on every page: nearly all keys of a page are none of them, which a few bits tell.

use crate::hash::WordMap;

/// Bits of the filter: 64 KB of keys in 8 KB of memory, so that it stays in the nearest cache.
const BITS: usize = 1 << 16;

/// Values by key. Keys are hashes already, whose lowest bits are as good as any.
#[derive(Clone, Debug)]
pub(super) struct KeyTable<Value> {
    bits: Vec<u64>,
    values: WordMap<u64, Value>,
}

impl<Value> Default for KeyTable<Value> {
    fn default() -> Self {
        KeyTable { bits: vec![0; BITS / 64], values: WordMap::default() }
    }
}

impl<Value> KeyTable<Value> {
    /// The place of a new value, or of the one that the key has.
    pub fn entry(&mut self, key: u64) -> std::collections::hash_map::Entry<'_, u64, Value> {
        let bit = key as usize % BITS;
        self.bits[bit / 64] |= 1 << (bit % 64);
        self.values.entry(key)
    }

    /// The value of a key.
    #[inline]
    pub fn get(&self, key: u64) -> Option<&Value> {
        let bit = key as usize % BITS;
        if self.bits[bit / 64] & 1 << (bit % 64) == 0 {
            return None;
        }
        self.values.get(&key)
    }
}

impl KeyTable<u32> {
    /// Numbers keys by their positions; of two that are equal the last counts.
    pub fn numbered(keys: &[u64]) -> Self {
        let mut table = KeyTable::default();
        for (&key, number) in keys.iter().zip(0..) {
            table.entry(key).insert_entry(number);
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
}
