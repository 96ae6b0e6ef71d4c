//! The keys of an element: hashes of its last steps, of all its steps, and of its place.

use super::steps::{Step, Steps};
use crate::hash::{PATH_START, WordMap, extend};
use crate::html::{Kind, NodeId, Tree};

/// How many steps a tail has.
const TAIL: usize = 5;

/// The hashes by which the leaves of an element are found again.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Keys {
    /// The last five steps with classes, id and itemprop.
    pub tail: u64,
    /// All steps with classes.
    pub class_path: u64,
    /// All tags.
    pub path: u64,
    /// All tags with positions.
    pub place: u64,
}

/// The keys and steps of all elements of a page, by node; other nodes have the keys of their parent.
pub(super) fn keys(tree: &Tree<'_>) -> (Vec<Keys>, Vec<Step>) {
    let mut steps: Vec<Step> = vec![Step::default(); tree.len()];
    let mut keys: Vec<Keys> = vec![Keys::default(); tree.len()];
    keys[0] = Keys { tail: PATH_START, class_path: PATH_START, path: PATH_START, place: PATH_START };
    let mut positions = Positions::default();
    let mut reader = Steps::default();
    for node in 1..tree.len() as NodeId {
        let Some(parent) = tree.parent(node) else { continue };
        let above = keys[parent as usize];
        if !tree.is_element(node) {
            keys[node as usize] = above;
            continue;
        }
        let step = reader.step(tree, node);
        steps[node as usize] = step;
        let position = positions.next(parent, step.tag);
        keys[node as usize] = Keys {
            tail: tail(tree, &steps, node),
            class_path: extend(above.class_path, step.classes),
            path: extend(above.path, step.tag),
            place: extend(above.place, step.tag ^ u64::from(position).rotate_left(48)),
        };
    }
    (keys, steps)
}

fn tail(tree: &Tree<'_>, steps: &[Step], node: NodeId) -> u64 {
    let ancestors = std::iter::successors(Some(node), |&node| tree.parent(node));
    let elements = ancestors.filter(|&node| tree.kind(node) != Kind::Document);
    elements.take(TAIL).fold(PATH_START, |hash, node| extend(hash, steps[node as usize].full))
}

/// Counts siblings of the same tag.
#[derive(Default)]
struct Positions {
    counts: WordMap<u64, u32>,
}

impl Positions {
    fn next(&mut self, parent: NodeId, tag: u64) -> u32 {
        let count = self.counts.entry(extend(u64::from(parent), tag)).or_insert(0);
        *count += 1;
        *count
    }
}
