//! Which text of the template names the values of a column.

use super::Sample;
use super::joining::text_family;
use crate::hash::WordMap;
use crate::leaves::{LeafKind, Leaves};

/// What names a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Label {
    /// The page and the leaf of a text that says it.
    pub place: (u32, u32),
    /// Whether it is written as a label.
    pub is_labelling: bool,
    /// How many leaves after its label the column is, on the first page.
    pub distance: u32,
    /// Whether on most pages nothing of its kind is between its label and it.
    pub is_next: bool,
}

/// The number of what a label says and whether it is written as one, how often it is there, and where it was first.
type Counted = ((u32, bool), u32, (u32, u32));

/// The labels of the data leaves of a sample.
pub struct Labels<'sample> {
    sample: &'sample Sample,
    pages: &'sample [&'sample Leaves],
    /// By page and leaf.
    labels: Vec<Vec<Option<u32>>>,
    blocks: Vec<Vec<i64>>,
    /// By page, label and kind the first leaf behind the label; all texts are of one kind.
    next: WordMap<(u32, u32, u8), u32>,
}

impl<'sample> Labels<'sample> {
    /// Notes which leaves have labels.
    pub fn new(sample: &'sample Sample, pages: &'sample [&'sample Leaves]) -> Self {
        let mut next = WordMap::default();
        let mut labels = Vec::with_capacity(pages.len());
        for ((page, leaves), data) in (0..).zip(pages).zip(&sample.data) {
            let mut own = vec![None; leaves.leaves.len()];
            for leaf in data {
                own[leaf.index as usize] = leaf.label;
                if let Some(label) = leaf.label {
                    let kind = text_family(leaves.leaves[leaf.index as usize].kind);
                    next.entry((page, label, kind as u8)).or_insert(leaf.index);
                }
            }
            labels.push(own);
        }
        Labels { sample, pages, labels, blocks: pages.iter().map(|page| page.blocks()).collect(), next }
    }

    /// The template text that most often names a column, whose first leaf on each of its pages is given.
    pub fn find(&self, firsts: impl Iterator<Item = (u32, u32)>) -> Option<Label> {
        let mut counts: Vec<Counted> = Vec::new();
        let (mut distance, mut following, mut total) = (0, 0, 0);
        for (page, leaf) in firsts {
            let Some(label) = self.labels[page as usize][leaf as usize] else { continue };
            distance = if distance == 0 { leaf - label } else { distance };
            let key = (self.sample.values.of(page, label), self.is_labelling(page, label));
            match counts.iter_mut().find(|(known, _, _)| *known == key) {
                Some((_, times, _)) => *times += 1,
                None => counts.push((key, 1, (page, label))),
            }
            let kind = text_family(self.kind(page, leaf));
            let nearest = self.next.get(&(page, label, kind as u8)).copied();
            let block = self.blocks[page as usize][leaf as usize];
            following += u32::from(nearest.is_some_and(|nearest| nearest == leaf || i64::from(nearest) == block));
            total += 1;
        }
        // Of several that are as frequent, the first counts.
        let ((_, is_labelling), _, place) = *counts.iter().rev().max_by_key(|(_, times, _)| times)?;
        Some(Label { place, is_labelling, distance, is_next: f64::from(following) > 0.5 * f64::from(total) })
    }

    fn kind(&self, page: u32, leaf: u32) -> LeafKind {
        self.pages[page as usize].leaves[leaf as usize].kind
    }

    /// Whether a leaf is written as a label; a colon alone is none.
    fn is_labelling(&self, page: u32, leaf: u32) -> bool {
        let leaves = self.pages[page as usize];
        let value = leaves.values.get(leaf as usize);
        leaves.leaves[leaf as usize].is_label || (value.len() > 1 && value.ends_with(':'))
    }
}
