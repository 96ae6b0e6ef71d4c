//! Fingerprints that agree in one part, chained from the newest to the oldest.

use super::key_table::KeyTable;
use super::part::Part;
use super::store::Store;

const END: u32 = u32::MAX;

/// Fingerprints that are hashed together: then several slots of the table are on their way from memory at once.
const BLOCK: usize = 256;

/// The chains of one part.
#[derive(Clone, Debug)]
pub(super) struct Buckets {
    part: Part,
    /// For every part that occurs, the newest fingerprint that has it.
    newest: KeyTable,
    /// For every fingerprint, the next older one in its chain.
    older: Vec<u32>,
}

impl Buckets {
    pub fn new(part: Part) -> Self {
        Self { part, newest: KeyTable::default(), older: Vec::new() }
    }

    /// Files all fingerprints of the store that are not filed yet.
    pub fn catch_up(&mut self, store: &Store) {
        let part = self.part;
        self.newest.make_room(store.len(), |number| part.hash(store.get(number)));
        self.older.reserve(store.len() - self.older.len());
        let mut hashes = Vec::with_capacity(BLOCK);
        while self.older.len() < store.len() {
            let numbers = self.older.len()..store.len().min(self.older.len() + BLOCK);
            hashes.clear();
            hashes.extend(numbers.clone().map(|number| part.hash(store.get(number as u32))));
            for (number, &hash) in numbers.zip(&hashes) {
                let print = store.get(number as u32);
                let shares = |other: u32| part.is_shared(store.get(other), print);
                let older = self.newest.replace(hash, number as u32, shares);
                self.older.push(older.unwrap_or(END));
            }
        }
    }

    /// All fingerprints that agree with this one in the part, the newest first.
    pub fn sharing<'a>(&'a self, store: &Store, print: &[u8]) -> impl Iterator<Item = u32> + use<'a> {
        let shares = |other: u32| self.part.is_shared(store.get(other), print);
        let newest = self.newest.find(self.part.hash(print), shares);
        self.chain(newest.unwrap_or(END))
    }

    /// The fingerprints older than this one that agree with it in the part, the newest first.
    pub fn older(&self, number: u32) -> impl Iterator<Item = u32> {
        self.chain(self.older[number as usize])
    }

    fn chain(&self, from: u32) -> impl Iterator<Item = u32> {
        let existing = |number: u32| (number != END).then_some(number);
        std::iter::successors(existing(from), move |&number| existing(self.older[number as usize]))
    }

    /// The bytes that table and chains take.
    pub fn bytes(&self) -> usize {
        self.newest.bytes() + self.older.capacity() * size_of::<u32>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chains_hold_all_that_share_a_part() {
        let mut store = Store::new(3);
        let mut buckets = Buckets::new(Part::Before(2));
        for print in [b"abx", b"cdx", b"aby"] {
            store.insert(print);
        }
        buckets.catch_up(&store);
        store.insert(b"abz");
        buckets.catch_up(&store);
        let sharing = |print: &[u8]| buckets.sharing(&store, print).collect::<Vec<u32>>();
        assert_eq!(sharing(b"ab?"), [3, 2, 0]);
        assert_eq!(sharing(b"cd?"), [1]);
        assert!(sharing(b"ef?").is_empty());
        assert_eq!(buckets.older(3).collect::<Vec<u32>>(), [2, 0]);
    }
}
