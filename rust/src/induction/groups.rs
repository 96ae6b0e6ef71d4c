//! The data leaves of a sample by the keys of one family.

use std::ops::Range;

use crate::hash::WordMap;
use crate::leaves::DataLeaf;

/// The keys of one family in the order in which they first occur, each with its leaves in the order of the sample.
#[derive(Clone, Debug, Default)]
pub struct Groups {
    places: Vec<(u32, u32)>,
    groups: Vec<(u64, Range<usize>)>,
}

impl Groups {
    /// Groups leaves by their keys of a family.
    pub fn new(data: &[Vec<DataLeaf>], family: usize) -> Self {
        let mut known: WordMap<u64, u32> = WordMap::default();
        let mut groups: Vec<(u64, Range<usize>)> = Vec::new();
        let mut numbers = Vec::with_capacity(data.iter().map(Vec::len).sum());
        for leaf in data.iter().flatten() {
            let key = leaf.keys[family];
            let next = groups.len() as u32;
            let number = *known.entry(key).or_insert(next);
            if number == next {
                groups.push((key, 0..0));
            }
            groups[number as usize].1.end += 1;
            numbers.push(number);
        }
        let mut start = 0;
        for (_, range) in &mut groups {
            let length = range.end;
            *range = start..start;
            start += length;
        }
        let mut places = vec![(0, 0); start];
        let leaves = (0..).zip(data).flat_map(|(page, own)| own.iter().map(move |leaf| (page, leaf.index)));
        for (number, place) in numbers.into_iter().zip(leaves) {
            let range = &mut groups[number as usize].1;
            places[range.end] = place;
            range.end += 1;
        }
        Groups { places, groups }
    }

    /// Each key with the pages and positions of its leaves.
    pub fn iter(&self) -> impl Iterator<Item = (u64, &[(u32, u32)])> {
        self.groups.iter().map(|(key, range)| (*key, &self.places[range.clone()]))
    }
}

/// Leaves by page: they are in the order of the sample.
pub fn by_page(places: &[(u32, u32)]) -> impl Iterator<Item = &[(u32, u32)]> {
    places.chunk_by(|one, other| one.0 == other.0)
}
