//! Distinct fingerprints of one width, each kept once and numbered in the order of their first sight.

use super::key_table::KeyTable;
use super::part::Part;

/// The fingerprints, and a table to find them again.
#[derive(Clone, Debug)]
pub(super) struct Store {
    width: usize,
    entries: Vec<u8>,
    table: KeyTable,
}

impl Store {
    pub fn new(width: usize) -> Self {
        Self { width, entries: Vec::new(), table: KeyTable::default() }
    }

    pub fn width(&self) -> usize {
        self.width
    }

    pub fn len(&self) -> usize {
        self.entries.len() / self.width
    }

    /// All fingerprints, one after the other.
    pub fn entries(&self) -> &[u8] {
        &self.entries
    }

    #[inline]
    pub fn get(&self, number: u32) -> &[u8] {
        let start = number as usize * self.width;
        &self.entries[start..start + self.width]
    }

    /// The number of a fingerprint, if it is here.
    pub fn find(&self, print: &[u8]) -> Option<u32> {
        self.table.find(Part::Whole.hash(print), |number| self.get(number) == print)
    }

    /// The number of a fingerprint, which is kept if it is new.
    pub fn insert(&mut self, print: &[u8]) -> u32 {
        self.find(print).unwrap_or_else(|| self.push(print))
    }

    fn push(&mut self, print: &[u8]) -> u32 {
        let number = self.len() as u32;
        self.entries.extend_from_slice(print);
        let (entries, width) = (&self.entries, self.width);
        let hash_of = |number: u32| Part::Whole.hash(&entries[number as usize * width..][..width]);
        self.table.make_room(number as usize + 1, hash_of);
        self.table.replace(hash_of(number), number, |_| false);
        number
    }

    /// The bytes that fingerprints and table take.
    pub fn bytes(&self) -> usize {
        self.entries.capacity() + self.table.bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_fingerprints_are_kept_once() {
        let mut store = Store::new(2);
        let numbers: Vec<u32> = [b"ab", b"cd", b"ab", b"ef", b"cd"].map(|print| store.insert(print)).into();
        assert_eq!(numbers, [0, 1, 0, 2, 1]);
        assert_eq!(store.entries(), b"abcdef");
        assert_eq!(store.find(b"ef"), Some(2));
        assert_eq!(store.find(b"xy"), None);
    }
}
