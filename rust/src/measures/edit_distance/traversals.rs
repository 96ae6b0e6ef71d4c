//! A lower bound from traversals: two trees are no closer than their label sequences in preorder and in postorder.
//!
//! A mapping between trees keeps both orders, so it is also an alignment of the sequences, of the same cost (Guha et
//! al. 2002). Sequences are compared 64 rows of the table at a time (Myers 1999, in blocks after Hyyroe 2003).

use crate::hash::WordMap;

const WORD: usize = u64::BITS as usize;

/// A sequence prepared to be compared with many others.
pub struct SequencePattern<'a> {
    labels: &'a [u32],
    /// For every label, the positions where it is.
    masks: WordMap<u32, Vec<u64>>,
}

/// 64 rows of a column: where the value rises from one row to the next, and where it falls.
#[derive(Clone, Copy)]
struct Block {
    rises: u64,
    falls: u64,
}

impl<'a> SequencePattern<'a> {
    /// Notes where each label is.
    #[must_use]
    pub fn new(labels: &'a [u32]) -> Self {
        let words = labels.len().div_ceil(WORD);
        let mut masks: WordMap<u32, Vec<u64>> = WordMap::default();
        for (position, &label) in labels.iter().enumerate() {
            let mask = masks.entry(label).or_insert_with(|| vec![0; words]);
            mask[position / WORD] |= 1 << (position % WORD);
        }
        Self { labels, masks }
    }

    /// Whether more than `cutoff` insertions, deletions and substitutions lie between the two.
    #[must_use]
    pub fn is_beyond(&self, other: &[u32], cutoff: u64) -> bool {
        self.distance_within(other, cutoff).is_none()
    }

    /// The insertions, deletions and substitutions between the two, if they are not more than `cutoff`.
    #[must_use]
    pub fn distance_within(&self, other: &[u32], cutoff: u64) -> Option<u64> {
        if self.labels.is_empty() {
            return Some(other.len() as u64).filter(|&distance| distance <= cutoff);
        }
        let nothing = vec![0; self.labels.len().div_ceil(WORD)];
        let mut blocks = vec![Block { rises: u64::MAX, falls: 0 }; nothing.len()];
        let mut distance = self.labels.len() as i64;
        for (read, label) in other.iter().enumerate() {
            distance += advance(&mut blocks, self.masks.get(label).unwrap_or(&nothing), self.last_row());
            // Each label still to come makes up for one at best.
            let rest = (other.len() - read - 1) as i64;
            if distance - rest > cutoff as i64 {
                return None;
            }
        }
        Some(distance as u64).filter(|&distance| distance <= cutoff)
    }

    /// The bit of the last label in the last block.
    fn last_row(&self) -> u64 {
        1 << ((self.labels.len() - 1) % WORD)
    }
}

/// Goes on by one column; returns how the value in the last row changes.
fn advance(blocks: &mut [Block], mask: &[u64], last_row: u64) -> i64 {
    let last = blocks.len() - 1;
    // Against nothing, every label read costs one.
    let mut change = 1;
    for (index, (block, &equal)) in blocks.iter_mut().zip(mask).enumerate() {
        let bottom = if index == last { last_row } else { 1 << (WORD - 1) };
        change = block.advance(equal, change, bottom);
    }
    change
}

impl Block {
    fn advance(&mut self, equal: u64, change_above: i64, bottom: u64) -> i64 {
        let falls_above = u64::from(change_above < 0);
        let vertical = equal | self.falls;
        let equal = equal | falls_above;
        let horizontal = (((equal & self.rises).wrapping_add(self.rises)) ^ self.rises) | equal;
        let rises = self.falls | !(horizontal | self.rises);
        let falls = self.rises & horizontal;
        let change = i64::from(rises & bottom != 0) - i64::from(falls & bottom != 0);
        let rises = rises << 1 | u64::from(change_above > 0);
        let falls = falls << 1 | falls_above;
        self.rises = falls | !(vertical | rises);
        self.falls = rises & vertical;
        change
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hash::stir;
    use rapidfuzz::distance::levenshtein;

    fn random_labels(seed: u64, length: u64, kinds: u64) -> Vec<u32> {
        (0..length).map(|at| (stir(seed * 7919 + at) % kinds) as u32).collect()
    }

    #[test]
    fn it_says_what_rapidfuzz_says() {
        for seed in 0..300 {
            let first = random_labels(seed, seed % 200, 1 + seed % 5);
            let second = random_labels(seed + 1000, (seed * 7) % 190, 1 + seed % 5);
            let distance = levenshtein::distance(first.iter(), second.iter()) as u64;
            let pattern = SequencePattern::new(&first);
            assert_eq!(pattern.distance_within(&second, distance), Some(distance), "seed {seed}");
            assert!(distance == 0 || pattern.is_beyond(&second, distance - 1), "seed {seed}");
        }
    }
}
