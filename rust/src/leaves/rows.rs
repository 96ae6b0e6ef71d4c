//! Rows: elements that repeat among their siblings, and where in them a leaf stands.

use super::keys::Keys;
use super::steps::Step;
use crate::hash::{PATH_START, WordMap, extend};
use crate::html::{NodeId, Tree};

/// One ancestor of a leaf, which may be a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowPlace {
    /// The element.
    pub node: NodeId,
    /// What kind of row it is: the tags above it, its own tag and first class.
    pub row: u64,
    /// Where in the row the leaf stands: the steps between them, and the kind of the leaf.
    pub cell: u64,
    /// Whether there is another one like it among its siblings.
    pub repeats: bool,
}

/// What is known of the elements of a page as rows, by node.
#[derive(Clone, Debug, Default)]
pub struct Rows {
    parents: Vec<NodeId>,
    keys: Vec<u64>,
    classes: Vec<u64>,
    repeats: Vec<bool>,
}

impl Rows {
    pub(super) fn new(tree: &Tree<'_>, steps: &[Step], keys: &[Keys]) -> Self {
        let mut first: WordMap<u64, NodeId> = WordMap::default();
        let count = tree.len();
        let mut rows = Rows {
            parents: vec![0; count],
            keys: vec![0; count],
            classes: vec![0; count],
            repeats: vec![false; count],
        };
        for node in 1..count as NodeId {
            let Some(parent) = tree.parent(node) else { continue };
            let at = node as usize;
            rows.parents[at] = parent;
            if !tree.is_element(node) {
                continue;
            }
            let step = steps[at];
            rows.keys[at] = extend(keys[parent as usize].path, step.signature);
            rows.classes[at] = step.classes;
            let earlier = *first.entry(extend(u64::from(parent), step.signature)).or_insert(node);
            if earlier != node {
                rows.repeats[earlier as usize] = true;
                rows.repeats[at] = true;
            }
        }
        rows
    }

    /// The elements around a leaf, nearest first; its own element is one if it has one.
    pub fn around(&self, node: NodeId, kind: u64) -> impl Iterator<Item = RowPlace> {
        let ancestors = std::iter::successors(Some(node), |&node| (node != 0).then(|| self.parents[node as usize]));
        let elements = ancestors.filter(|&node| node != 0 && self.keys[node as usize] != 0);
        elements.scan(extend(PATH_START, kind), |cell, node| {
            let at = node as usize;
            let place = RowPlace { node, row: self.keys[at], cell: *cell, repeats: self.repeats[at] };
            *cell = extend(*cell, self.classes[at]);
            Some(place)
        })
    }
}
