//! Numbers for values: the same number is the same text, whatever page it is on.

use crate::hash::WordMap;
use crate::leaves::Leaves;

/// The numbers of the values of all pages, and of cells that hold several.
#[derive(Clone, Debug, Default)]
pub struct ValueNumbers {
    of_leaves: Vec<Vec<u32>>,
    /// By number the page and the leaf that says it first.
    firsts: Vec<(u32, u32)>,
}

impl ValueNumbers {
    /// Numbers the values of pages in the order in which they first occur.
    pub fn new(pages: &[&Leaves]) -> Self {
        let mut known: WordMap<&str, u32> = WordMap::default();
        let mut numbers = ValueNumbers::default();
        for (page, leaves) in (0..).zip(pages) {
            let mut own = Vec::with_capacity(leaves.leaves.len());
            for (leaf, value) in (0..).zip(leaves.values.iter()) {
                let next = numbers.firsts.len() as u32;
                let number = *known.entry(value).or_insert(next);
                if number == next {
                    numbers.firsts.push((page, leaf));
                }
                own.push(number);
            }
            numbers.of_leaves.push(own);
        }
        numbers
    }

    /// The number of what a leaf says.
    pub fn of(&self, page: u32, leaf: u32) -> u32 {
        self.of_leaves[page as usize][leaf as usize]
    }

    /// How many values differ.
    pub fn len(&self) -> usize {
        self.firsts.len()
    }

    /// Whether there is no value.
    pub fn is_empty(&self) -> bool {
        self.firsts.is_empty()
    }

    /// By number the page and the leaf that says the value first.
    pub fn firsts(&self) -> &[(u32, u32)] {
        &self.firsts
    }
}
