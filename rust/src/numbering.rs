//! Numbers values in the order in which they come.

use crate::seeded::Seed;

/// Open addressing, since a value is looked for a million times.
pub(crate) struct Numbering {
    seed: Seed,
    /// What is there, and one more than its number; 0 where nothing is. Together, since what is asked for is mostly in
    /// no cache.
    slots: Vec<(u64, u32)>,
    values: Vec<u64>,
}

/// Of a table of nothing. A guess.
const SLOTS: usize = 1024;

impl Default for Numbering {
    fn default() -> Self {
        Numbering { seed: Seed::default(), slots: vec![(0, 0); SLOTS], values: Vec::new() }
    }
}

impl Numbering {
    /// The number of a value, a new one if it is new.
    #[inline]
    pub fn number(&mut self, value: u64) -> u32 {
        let slot = self.find(value);
        if self.slots[slot].1 != 0 {
            return self.slots[slot].1 - 1;
        }
        self.values.push(value);
        self.slots[slot] = (value, self.values.len() as u32);
        if 2 * self.values.len() > self.slots.len() {
            self.grow();
        }
        self.values.len() as u32 - 1
    }

    /// The values by their numbers.
    pub fn values(&self) -> &[u64] {
        &self.values
    }

    /// Where a value is, or would be.
    fn find(&self, value: u64) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = self.seed.hash_word(value) as usize & mask;
        while self.slots[slot].1 != 0 && self.slots[slot].0 != value {
            slot = (slot + 1) & mask;
        }
        slot
    }

    fn grow(&mut self) {
        let wider = vec![(0, 0); 2 * self.slots.len()];
        for known in std::mem::replace(&mut self.slots, wider).into_iter().filter(|known| known.1 != 0) {
            let slot = self.find(known.0);
            self.slots[slot] = known;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_values_have_numbers_of_their_own() {
        let values: Vec<u64> = (0..5000).rev().collect();
        let mut numbering = Numbering::default();
        for _ in 0..2 {
            let numbers: Vec<u32> = values.iter().map(|&value| numbering.number(value)).collect();
            assert_eq!(numbers, (0..5000).collect::<Vec<u32>>());
        }
        assert_eq!(numbering.values(), values);
    }
}
