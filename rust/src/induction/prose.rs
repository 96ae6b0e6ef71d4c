//! What may be prose: blocks, and texts that are in none, by the classes of all elements around them.

use std::collections::HashSet;

use super::Sample;
use crate::hash::WordMap;
use crate::leaves::{LeafKind, Leaves};
use crate::seeded::Seed;

/// The family of keys by which paragraphs are found: no label has a part in it.
const CLASSES: usize = 3;

/// The leaves of one class path.
#[derive(Clone, Debug)]
pub struct PathTexts {
    /// Its key.
    pub key: u64,
    /// Page and position of each.
    pub leaves: Vec<(u32, u32)>,
    /// Characters.
    pub length: usize,
    /// Words, which are between blanks.
    pub words: usize,
}

/// Blocks, and texts that are in none, by class path, in the order in which they first occur; without some leaves.
pub fn texts_by_path(sample: &Sample, pages: &[&Leaves], without: &[HashSet<u32, Seed>]) -> Vec<PathTexts> {
    let mut numbers: WordMap<u64, usize> = WordMap::default();
    let mut found: Vec<PathTexts> = Vec::new();
    for ((page, leaves), data) in (0..).zip(pages).zip(&sample.data) {
        let blocks = leaves.blocks();
        let is_left_out = |leaf: &u32| without.get(page as usize).is_some_and(|own| own.contains(leaf));
        for leaf in data {
            let at = leaf.index as usize;
            let is_whole = match leaves.leaves[at].kind {
                LeafKind::Block => true,
                LeafKind::Text => blocks[at] < 0,
                _ => false,
            };
            if !is_whole || is_left_out(&leaf.index) {
                continue;
            }
            let key = leaf.keys[CLASSES];
            let number = *numbers.entry(key).or_insert(found.len());
            if number == found.len() {
                found.push(PathTexts { key, leaves: Vec::new(), length: 0, words: 0 });
            }
            let value = leaves.values.get(at);
            found[number].leaves.push((page, leaf.index));
            found[number].length += value.chars().count();
            found[number].words += value.matches(' ').count() + 1;
        }
    }
    found
}

/// Page, block or -1, and position of each text that is data.
pub fn texts_in_blocks(sample: &Sample, pages: &[&Leaves]) -> Vec<(u32, i64, u32)> {
    let mut found = Vec::new();
    for ((page, leaves), data) in (0..).zip(pages).zip(&sample.data) {
        let blocks = leaves.blocks();
        let texts = data.iter().filter(|leaf| leaves.leaves[leaf.index as usize].kind == LeafKind::Text);
        found.extend(texts.map(|leaf| (page, blocks[leaf.index as usize], leaf.index)));
    }
    found
}
