//! A page as the bounds need it: how often each label occurs, and the labels in two orders.
//!
//! Only different pages have profiles: pages with equal trees and equal class names have the same neighbours, so one
//! stands for all of them.

use crate::hash::WordMap;
use crate::measures::classes::{ClassedTree, subtree_classes};
use crate::measures::comparand::Comparand;
use crate::measures::tree::{LabelledTree, MatchMode};

/// What the bounds ask of a page.
pub struct Profile<'a> {
    /// The page.
    pub page: &'a Comparand,
    /// The class of every subtree, numbered over all pages.
    pub classes: Vec<u32>,
    /// The labels in preorder, numbered over all pages.
    pub preorder: Vec<u32>,
    /// The labels in postorder.
    pub postorder: Vec<u32>,
    /// How often each label occurs, by ascending label.
    pub label_counts: Vec<(u32, u32)>,
}

impl<'a> Profile<'a> {
    /// The number of nodes.
    #[must_use]
    pub fn nodes(&self) -> usize {
        self.preorder.len()
    }

    /// The tree with its subtree classes.
    #[must_use]
    pub fn tree(&self) -> ClassedTree<'_> {
        ClassedTree { tree: &self.page.tree, classes: &self.classes }
    }

    fn new(page: &'a Comparand, classes: Vec<u32>, numbers: &mut WordMap<u64, u32>) -> Self {
        let preorder = number_labels(&page.tree, numbers);
        Self {
            postorder: in_postorder(&page.tree, &preorder),
            label_counts: count_labels(&preorder),
            page,
            classes,
            preorder,
        }
    }
}

/// Different pages, and which of them each page equals.
pub struct DistinctPages<'a> {
    /// One for each different page, in the order of first pages.
    pub profiles: Vec<Profile<'a>>,
    /// For every page, its profile.
    pub profile_of: Vec<u32>,
}

impl<'a> DistinctPages<'a> {
    /// Profiles of pages.
    #[must_use]
    pub fn of(pages: &[&'a Comparand]) -> Self {
        let trees: Vec<&LabelledTree> = pages.iter().map(|page| &page.tree).collect();
        let mut numbers = WordMap::default();
        let mut known: std::collections::HashMap<(Option<u32>, &[u64]), u32> = std::collections::HashMap::new();
        let mut distinct = Self { profiles: Vec::new(), profile_of: Vec::with_capacity(pages.len()) };
        for (&page, classes) in pages.iter().zip(subtree_classes(&trees, MatchMode::Structural)) {
            let next = distinct.profiles.len() as u32;
            // The class of the root says all about the tree.
            let number = *known.entry((classes.first().copied(), &page.style)).or_insert(next);
            if number == next {
                distinct.profiles.push(Profile::new(page, classes, &mut numbers));
            }
            distinct.profile_of.push(number);
        }
        distinct
    }
}

fn number_labels(tree: &LabelledTree, numbers: &mut WordMap<u64, u32>) -> Vec<u32> {
    let number = |node| {
        let next = numbers.len() as u32;
        *numbers.entry(tree.key(node, MatchMode::Structural)).or_insert(next)
    };
    (0..tree.len()).map(number).collect()
}

/// A node's place in postorder: all that ends before its subtree does, without its ancestors.
fn in_postorder(tree: &LabelledTree, preorder: &[u32]) -> Vec<u32> {
    let mut depths = vec![0; tree.len()];
    let mut labels = vec![0; tree.len()];
    for node in 0..tree.len() {
        if node > 0 {
            depths[node] = depths[tree.parents()[node] as usize] + 1;
        }
        labels[node + tree.sizes()[node] as usize - 1 - depths[node]] = preorder[node];
    }
    labels
}

fn count_labels(labels: &[u32]) -> Vec<(u32, u32)> {
    let mut sorted = labels.to_vec();
    sorted.sort_unstable();
    sorted.chunk_by(|a, b| a == b).map(|run| (run[0], run.len() as u32)).collect()
}
