//! Rows: elements that repeat among their siblings, and where in them a leaf stands.

use super::keys::Keys;
use super::steps::Step;
use crate::hash::{PATH_START, WordMap, extend};
use crate::html::{NodeId, Tree};

/// How many repeated ancestors of a leaf are remembered, nearest first.
const NESTING: usize = 4;

/// One repeated ancestor of a leaf.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowPlace {
    /// The repeated element.
    pub node: NodeId,
    /// What kind of row it is: the tags above it, its own tag and first class.
    pub row: u64,
    /// Where in the row the leaf stands: the steps between them, and the kind of the leaf.
    pub cell: u64,
}

/// What is known of the repeated elements of a page.
pub(super) struct Rows {
    repeats: Vec<bool>,
}

impl Rows {
    pub(super) fn new(tree: &Tree<'_>, steps: &[Step]) -> Self {
        let mut first: WordMap<u64, NodeId> = WordMap::default();
        let mut repeats = vec![false; tree.len()];
        for node in 1..tree.len() as NodeId {
            let (Some(parent), true) = (tree.parent(node), tree.is_element(node)) else { continue };
            let earlier = *first.entry(extend(u64::from(parent), steps[node as usize].signature)).or_insert(node);
            if earlier != node {
                repeats[earlier as usize] = true;
                repeats[node as usize] = true;
            }
        }
        Rows { repeats }
    }

    /// Appends the repeated ancestors of a leaf, nearest first.
    pub(super) fn push_places(
        &self,
        tree: &Tree<'_>,
        steps: &[Step],
        keys: &[Keys],
        leaf: (NodeId, u64),
        out: &mut Vec<RowPlace>,
    ) {
        let (node, kind) = leaf;
        let start = out.len();
        let mut cell = extend(PATH_START, kind);
        let mut at = Some(node);
        while let Some(element) = at
            && out.len() < start + NESTING
        {
            let parent = tree.parent(element);
            let step = steps[element as usize];
            if self.repeats[element as usize]
                && let Some(parent) = parent
            {
                let row = extend(keys[parent as usize].path, step.signature);
                out.push(RowPlace { node: element, row, cell });
            }
            if tree.is_element(element) {
                cell = extend(cell, step.classes);
            }
            at = parent;
        }
    }
}
