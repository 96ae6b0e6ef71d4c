//! Telling hashes apart: a page has a thousand elements and a hundred different paths, so sorting comes last.

use crate::seeded::Seed;

/// A set of 64-bit hashes, numbered as they come.
pub(super) struct Bag {
    /// Hash and number, counted from 1; zero marks a free slot.
    slots: Vec<(u64, u32)>,
    /// The slots in use, so that emptying costs what filling did.
    used: Vec<u32>,
    /// Stable hashes are known to all; without a seed, a page could be written whose hashes all want the same slot.
    seed: Seed,
}

const FIRST_SLOTS: usize = 1024;

impl Default for Bag {
    fn default() -> Self {
        Bag { slots: vec![(0, 0); FIRST_SLOTS], used: Vec::new(), seed: Seed::default() }
    }
}

impl Bag {
    /// The number of a hash: how many different ones were numbered before it.
    #[inline]
    pub fn number(&mut self, hash: u64) -> u32 {
        if self.used.len() * 4 >= self.slots.len() {
            self.grow();
        }
        let slot = self.slot_of(hash);
        let (key, number) = &mut self.slots[slot];
        if *number == 0 {
            self.used.push(slot as u32);
            (*key, *number) = (hash, self.used.len() as u32);
        }
        *number - 1
    }

    /// Empties the bag.
    pub fn clear(&mut self) {
        for slot in self.used.drain(..) {
            self.slots[slot as usize] = (0, 0);
        }
    }

    /// The slot that holds the hash or is free for it.
    #[inline]
    fn slot_of(&self, hash: u64) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = self.seed.hash_word(hash) as usize & mask;
        loop {
            let (key, count) = self.slots[slot];
            if key == hash || count == 0 {
                return slot;
            }
            slot = (slot + 1) & mask;
        }
    }

    #[cold]
    fn grow(&mut self) {
        let old = std::mem::take(&mut self.slots);
        self.slots = vec![(0, 0); old.len() * 2];
        for index in 0..self.used.len() {
            let (key, count) = old[self.used[index] as usize];
            let slot = self.slot_of(key);
            self.slots[slot] = (key, count);
            self.used[index] = slot as u32;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers() {
        let mut bag = Bag::default();
        let numbers: Vec<u32> = (0..3000u64).map(|hash| bag.number((hash % 1500) << 3)).collect();
        assert_eq!(numbers, (0..3000u32).map(|number| number % 1500).collect::<Vec<_>>());
        bag.clear();
        assert_eq!(bag.number(7), 0);
    }

    /// Hashes that would all be in one slot if their low bits, or their high ones, were the slot.
    #[test]
    fn nobody_can_make_hashes_collide() {
        for shift in [0, 20, 44] {
            let mut bag = Bag::default();
            for number in 0..50_000u64 {
                bag.number(number << shift);
            }
            let mask = bag.slots.len() - 1;
            let distance = |&slot: &u32| {
                let home = bag.seed.hash_word(bag.slots[slot as usize].0) as usize;
                (slot as usize).wrapping_sub(home) & mask
            };
            let walked: usize = bag.used.iter().map(distance).sum();
            assert!(walked < 10 * 50_000, "{walked} slots in vain");
        }
    }
}
