//! Telling hashes apart: a page has a thousand elements and a hundred different paths, so sorting comes last.

/// A set of 64-bit hashes, numbered as they come. They are already well mixed: their low bits are the slot.
pub(super) struct Bag {
    /// Hash and number, counted from 1; zero marks a free slot.
    slots: Vec<(u64, u32)>,
    /// The slots in use, so that emptying costs what filling did.
    used: Vec<u32>,
}

const FIRST_SLOTS: usize = 1024;

impl Default for Bag {
    fn default() -> Self {
        Bag { slots: vec![(0, 0); FIRST_SLOTS], used: Vec::new() }
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
        let mut slot = hash as usize & mask;
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
        for used in &mut self.used {
            let (key, count) = old[*used as usize];
            let mask = self.slots.len() - 1;
            let mut slot = key as usize & mask;
            while self.slots[slot].1 > 0 {
                slot = (slot + 1) & mask;
            }
            self.slots[slot] = (key, count);
            *used = slot as u32;
        }
    }

    /// Empties the bag into a list: its hashes in ascending order.
    pub fn take_set(&mut self, hashes: &mut Vec<u64>) {
        let start = hashes.len();
        let slots = &mut self.slots;
        hashes.extend(self.used.drain(..).map(|slot| std::mem::take(&mut slots[slot as usize]).0));
        hashes[start..].sort_unstable();
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

    #[test]
    fn sorts() {
        let mut bag = Bag::default();
        for hash in (0..2000u64).rev().map(|number| (number % 700) << 20) {
            bag.number(hash);
        }
        let mut hashes = vec![u64::MAX];
        bag.take_set(&mut hashes);
        assert_eq!(hashes[1..], (0..700u64).map(|number| number << 20).collect::<Vec<_>>());
        bag.take_set(&mut hashes);
        assert_eq!(hashes.len(), 701);
    }
}
