//! A hash table that holds numbers and no keys: four bytes a slot, so that 25 tables fit into memory.
//!
//! A number stands for something stored elsewhere, from which its key and hash follow. As a table has more slots than
//! there are numbers, the number leaves bits of its slot free; they hold bits of the hash, so that most unequal keys
//! are found to differ without a look at what is stored.

/// No table holds more numbers than this: two bits of every slot are left for the hash.
pub(super) const MOST_NUMBERS: usize = 1 << 29;

const FIRST_SLOTS: usize = 16;
const EMPTY: u32 = 0;

/// Numbers below a growing limit, at most one for each key.
#[derive(Clone, Debug)]
pub(super) struct KeyTable {
    /// Empty, or hash bits above, and below them the number plus one.
    slots: Vec<u32>,
}

impl Default for KeyTable {
    fn default() -> Self {
        Self { slots: vec![EMPTY; FIRST_SLOTS] }
    }
}

impl KeyTable {
    /// The number that is filed under a key.
    pub fn find(&self, hash: u64, has_key: impl Fn(u32) -> bool) -> Option<u32> {
        let slot = self.slots[self.position(hash, has_key)];
        (slot != EMPTY).then(|| self.number(slot))
    }

    /// Files a number under a key and gives the number that was filed there before. The number must be below the
    /// limit that was last given to [`KeyTable::make_room`].
    pub fn replace(&mut self, hash: u64, number: u32, has_key: impl Fn(u32) -> bool) -> Option<u32> {
        let position = self.position(hash, has_key);
        let before = self.slots[position];
        self.slots[position] = self.slot(hash, number);
        (before != EMPTY).then(|| self.number(before))
    }

    /// Makes room for all numbers below a limit.
    pub fn make_room(&mut self, limit: usize, hash_of: impl Fn(u32) -> u64) {
        let wanted = (limit * 4 / 3 + 1).next_power_of_two();
        if wanted <= self.slots.len() {
            return;
        }
        let mut wider = Self { slots: vec![EMPTY; wanted] };
        for &slot in self.slots.iter().filter(|&&slot| slot != EMPTY) {
            let number = self.number(slot);
            let hash = hash_of(number);
            // Keys differ, so the first empty slot is the right one.
            let position = wider.position(hash, |_| false);
            wider.slots[position] = wider.slot(hash, number);
        }
        *self = wider;
    }

    /// The bytes that the slots take.
    pub fn bytes(&self) -> usize {
        self.slots.len() * size_of::<u32>()
    }

    /// Where a key is, or the empty slot where it would be.
    fn position(&self, hash: u64, has_key: impl Fn(u32) -> bool) -> usize {
        let mask = self.slots.len() - 1;
        let number_bits = self.number_mask();
        let tag = self.tag(hash);
        let mut position = hash as usize & mask;
        loop {
            let slot = self.slots[position];
            if slot == EMPTY || (slot & !number_bits == tag && has_key(self.number(slot))) {
                return position;
            }
            position = (position + 1) & mask;
        }
    }

    fn number_mask(&self) -> u32 {
        self.slots.len() as u32 - 1
    }

    fn number(&self, slot: u32) -> u32 {
        (slot & self.number_mask()) - 1
    }

    /// The upper half of the hash: its lower bits chose the slot.
    fn tag(&self, hash: u64) -> u32 {
        (hash >> 32) as u32 & !self.number_mask()
    }

    fn slot(&self, hash: u64, number: u32) -> u32 {
        self.tag(hash) | (number + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hash::hash_sequence;

    #[test]
    fn numbers_are_found_again_whatever_the_hashes() {
        let good: fn(u32) -> u64 = |key| hash_sequence([u64::from(key)]);
        let poor: fn(u32) -> u64 = |key| u64::from(key % 3) << 40;
        for hash_of in [good, poor] {
            let mut table = KeyTable::default();
            for number in 0..500 {
                table.make_room(number as usize + 1, hash_of);
                assert_eq!(table.replace(hash_of(number), number, |other| other == number), None);
            }
            for number in 0..500 {
                assert_eq!(table.find(hash_of(number), |other| other == number), Some(number));
            }
            assert_eq!(table.find(hash_of(500), |other| other == 500), None);
        }
    }

    #[test]
    fn the_last_number_of_a_key_stays() {
        let mut table = KeyTable::default();
        table.make_room(9, |_| 7);
        assert_eq!(table.replace(7, 3, |_| true), None);
        assert_eq!(table.replace(7, 8, |_| true), Some(3));
        assert_eq!(table.find(7, |_| true), Some(8));
    }
}
