//! The index over distinct fingerprints, in both variants, and the clusters that follow from it.

use rayon::prelude::*;

use super::buckets::Buckets;
use super::components::Components;
use super::error::IndexError;
use super::key_table::MOST_NUMBERS;
use super::part::{Part, is_near};
use super::store::Store;

/// Under which parts fingerprints are filed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variant {
    /// Under the entries before this position and under the others.
    Split(usize),
    /// Under all entries but one, for each one.
    Masked,
}

/// What a lookup found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The fingerprint itself, if it is in the index.
    pub equal: Option<u32>,
    /// All fingerprints at a distance of at most one, in ascending order, the equal one included.
    pub near: Vec<u32>,
    /// How many fingerprints were compared, an equal one once.
    pub candidates: usize,
}

/// Distinct fingerprints with their documents, filed so that near ones are found.
#[derive(Clone, Debug)]
pub struct IndexedFingerprints {
    variant: Variant,
    store: Store,
    buckets: Vec<Buckets>,
    /// For every document, in the order of adding, the number of its fingerprint.
    documents: Vec<u32>,
    components: Components,
}

impl IndexedFingerprints {
    /// An empty index of fingerprints with `width` entries.
    ///
    /// # Errors
    /// If there can be no such fingerprints, or a split leaves one side empty.
    pub fn new(width: usize, variant: Variant) -> Result<Self, IndexError> {
        if !(1..=255).contains(&width) {
            return Err(IndexError::Width(width));
        }
        let parts: Vec<Part> = match variant {
            Variant::Split(split) if (1..width).contains(&split) => vec![Part::Before(split), Part::From(split)],
            Variant::Split(split) => return Err(IndexError::Split { split, width }),
            Variant::Masked => (0..width).map(Part::Without).collect(),
        };
        Ok(Self {
            variant,
            store: Store::new(width),
            buckets: parts.into_iter().map(Buckets::new).collect(),
            documents: Vec::new(),
            components: Components::default(),
        })
    }

    /// The entries of a fingerprint.
    #[must_use]
    pub fn width(&self) -> usize {
        self.store.width()
    }

    /// The number of distinct fingerprints.
    #[must_use]
    pub fn len(&self) -> usize {
        self.store.len()
    }

    /// Whether there are no fingerprints.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The distinct fingerprints, one after the other.
    #[must_use]
    pub fn entries(&self) -> &[u8] {
        self.store.entries()
    }

    /// For every document, in the order of adding, the number of its fingerprint.
    #[must_use]
    pub fn documents(&self) -> &[u32] {
        &self.documents
    }

    /// Adds one document for each fingerprint; the fingerprints are one after the other.
    ///
    /// # Errors
    /// If the bytes are no whole number of fingerprints, or the index is full; nothing is added then.
    pub fn add(&mut self, entries: &[u8]) -> Result<&[u32], IndexError> {
        self.check_length(entries)?;
        self.check_room(entries.len() / self.width())?;
        let first = self.documents.len();
        let prints = entries.chunks_exact(self.width());
        self.documents.extend(prints.map(|print| self.store.insert(print)));
        self.file();
        Ok(&self.documents[first..])
    }

    /// Adds the documents of another index after those of this one.
    ///
    /// # Errors
    /// If the widths differ, or the index is full; nothing is added then.
    pub fn merge(&mut self, other: &Self) -> Result<(), IndexError> {
        if self.width() != other.width() {
            return Err(IndexError::Mixed(self.width(), other.width()));
        }
        self.check_room(other.documents.len())?;
        let numbers: Vec<u32> =
            other.entries().chunks_exact(self.width()).map(|print| self.store.insert(print)).collect();
        self.documents.extend(other.documents.iter().map(|&number| numbers[number as usize]));
        self.file();
        Ok(())
    }

    /// Looks fingerprints up that are one after the other.
    ///
    /// # Errors
    /// If the bytes are no whole number of fingerprints.
    pub fn find(&self, entries: &[u8]) -> Result<Vec<Found>, IndexError> {
        self.check_length(entries)?;
        Ok(entries.par_chunks_exact(self.width()).map(|print| self.find_one(print)).collect())
    }

    /// The cluster of every distinct fingerprint: connected components of near fingerprints, numbered in the
    /// order of their first fingerprints.
    pub fn clusters(&mut self) -> Vec<u32> {
        let connected = self.components.len();
        self.components.extend_to(self.store.len());
        for buckets in &self.buckets {
            for number in connected as u32..self.store.len() as u32 {
                connect(&mut self.components, &self.store, buckets, self.variant, number);
            }
        }
        self.components.labels()
    }

    /// The bytes that the index takes in memory.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let buckets: usize = self.buckets.iter().map(Buckets::bytes).sum();
        self.store.bytes() + buckets + (self.documents.capacity() + self.components.len()) * size_of::<u32>()
    }

    fn check_length(&self, entries: &[u8]) -> Result<(), IndexError> {
        match entries.len().is_multiple_of(self.width()) {
            true => Ok(()),
            false => Err(IndexError::Length { bytes: entries.len(), width: self.width() }),
        }
    }

    /// Documents bound the number of fingerprints, so that room for them is room for all.
    fn check_room(&self, documents: usize) -> Result<(), IndexError> {
        match self.documents.len() + documents <= MOST_NUMBERS {
            true => Ok(()),
            false => Err(IndexError::Full),
        }
    }

    fn file(&mut self) {
        let store = &self.store;
        self.buckets.par_iter_mut().for_each(|buckets| buckets.catch_up(store));
    }

    fn find_one(&self, print: &[u8]) -> Found {
        let equal = self.store.find(print);
        let mut found = Found { equal, near: equal.into_iter().collect(), candidates: usize::from(equal.is_some()) };
        for buckets in &self.buckets {
            // An equal fingerprint is in every chain, and is known already.
            for number in buckets.sharing(&self.store, print).filter(|&number| Some(number) != equal) {
                found.candidates += 1;
                if is_near(self.store.get(number), print) {
                    found.near.push(number);
                }
            }
        }
        found.near.sort_unstable();
        found.near.dedup();
        found
    }
}

/// Joins a fingerprint with the older near ones in one of its chains.
fn connect(components: &mut Components, store: &Store, buckets: &Buckets, variant: Variant, number: u32) {
    match variant {
        // All in a chain are near each other, so the next one leads to the rest.
        Variant::Masked => buckets.older(number).take(1).for_each(|older| components.join(number, older)),
        Variant::Split(_) => {
            let print = store.get(number);
            let near = buckets.older(number).filter(|&older| is_near(store.get(older), print));
            near.for_each(|older| components.join(number, older));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hash::stir;

    const WIDTH: usize = 6;

    /// Fingerprints over few letters, so that many are near each other.
    fn prints(count: u64) -> Vec<u8> {
        let letter = |place: u64| (stir(place) % 3) as u8;
        (0..count * WIDTH as u64).map(letter).collect()
    }

    fn variants() -> Vec<Variant> {
        (1..WIDTH).map(Variant::Split).chain([Variant::Masked]).collect()
    }

    fn filled(variant: Variant, entries: &[u8]) -> IndexedFingerprints {
        let mut index = IndexedFingerprints::new(WIDTH, variant).unwrap();
        index.add(entries).unwrap();
        index
    }

    #[test]
    fn every_variant_finds_what_a_scan_finds() {
        let (entries, queries) = (prints(200), prints(260));
        for variant in variants() {
            let index = filled(variant, &entries);
            for (query, found) in queries.chunks_exact(WIDTH).zip(index.find(&queries).unwrap()) {
                let scan = || 0..index.len() as u32;
                let print = |number: &u32| index.store.get(*number);
                let near: Vec<u32> = scan().filter(|number| is_near(print(number), query)).collect();
                assert_eq!(found.near, near, "{variant:?}");
                assert_eq!(found.equal, scan().find(|number| print(number) == query));
            }
        }
    }

    #[test]
    fn masked_lookups_walk_through_near_fingerprints_only() {
        let entries = prints(300);
        for found in filled(Variant::Masked, &entries).find(&entries).unwrap() {
            assert_eq!(found.candidates, found.near.len());
        }
    }

    #[test]
    fn every_variant_gives_the_same_clusters_at_once_or_in_steps() {
        let entries = prints(120);
        let expected = filled(Variant::Masked, &entries).clusters();
        assert!(expected.iter().any(|&label| label > 0));
        for variant in variants() {
            assert_eq!(filled(variant, &entries).clusters(), expected);
            let mut index = IndexedFingerprints::new(WIDTH, variant).unwrap();
            for batch in entries.chunks(7 * WIDTH) {
                index.add(batch).unwrap();
                index.clusters();
            }
            assert_eq!(index.clusters(), expected);
        }
    }

    #[test]
    fn a_late_fingerprint_merges_clusters() {
        let mut index = IndexedFingerprints::new(4, Variant::Masked).unwrap();
        index.add(b"aaaaaabb").unwrap();
        assert_eq!(index.clusters(), [0, 1]);
        index.add(b"aaab").unwrap();
        assert_eq!(index.clusters(), [0, 0, 0]);
    }

    #[test]
    fn merging_appends_documents() {
        let entries = prints(50);
        let (first, second) = entries.split_at(20 * WIDTH);
        let mut merged = filled(Variant::Split(3), first);
        merged.merge(&filled(Variant::Masked, second)).unwrap();
        let mut whole = filled(Variant::Split(3), &entries);
        assert_eq!(merged.entries(), whole.entries());
        assert_eq!(merged.documents(), whole.documents());
        assert_eq!(merged.clusters(), whole.clusters());
    }

    #[test]
    fn mistakes_change_nothing() {
        assert_eq!(IndexedFingerprints::new(0, Variant::Masked).err(), Some(IndexError::Width(0)));
        let split = IndexError::Split { split: 6, width: 6 };
        assert_eq!(IndexedFingerprints::new(6, Variant::Split(6)).err(), Some(split));
        let mut index = filled(Variant::Masked, &prints(2));
        assert_eq!(index.add(b"abc").err(), Some(IndexError::Length { bytes: 3, width: WIDTH }));
        let other = IndexedFingerprints::new(5, Variant::Masked).unwrap();
        assert_eq!(index.merge(&other).err(), Some(IndexError::Mixed(WIDTH, 5)));
        assert_eq!(index.documents().len(), 2);
    }
}
