//! The keys of an element: hashes of its last steps, of all its steps, and of its place.

use super::alike::Alike;
use super::steps::{Step, Steps};
use crate::hash::{PATH_START, extend};
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
#[derive(Default)]
pub(super) struct ElementKeys {
    pub keys: Vec<Keys>,
    pub steps: Vec<Step>,
    same_tag: Alike,
    /// Which siblings have the same signature.
    pub same_signature: Alike,
}

impl ElementKeys {
    /// Finds those of a page, in place of those of an earlier one.
    pub fn read(&mut self, tree: &Tree<'_>) {
        let ElementKeys { keys, steps, same_tag, same_signature } = self;
        let mut reader = Steps::default();
        steps.clear();
        steps.extend((0..tree.len() as NodeId).map(|node| {
            let is_element = tree.is_element(node);
            if is_element { reader.step(tree, node) } else { Step::default() }
        }));
        let kinds = |node: NodeId| [steps[node as usize].tag, steps[node as usize].signature];
        Alike::read([same_tag, same_signature], tree, kinds);
        keys.clear();
        keys.reserve(tree.len());
        keys.push(Keys { tail: PATH_START, class_path: PATH_START, path: PATH_START, place: PATH_START });
        for node in 1..tree.len() as NodeId {
            // Only the document is in nothing.
            let above = keys[tree.parent(node).unwrap_or(0) as usize];
            if !tree.is_element(node) {
                keys.push(above);
                continue;
            }
            let step = steps[node as usize];
            let (position, _) = same_tag.of(node);
            keys.push(Keys {
                tail: tail(tree, steps, node),
                class_path: extend(above.class_path, step.classes),
                path: extend(above.path, step.tag),
                place: extend(above.place, step.tag ^ u64::from(position).rotate_left(48)),
            });
        }
    }
}

fn tail(tree: &Tree<'_>, steps: &[Step], node: NodeId) -> u64 {
    let ancestors = std::iter::successors(Some(node), |&node| tree.parent(node));
    let elements = ancestors.filter(|&node| tree.kind(node) != Kind::Document);
    elements.take(TAIL).fold(PATH_START, |hash, node| extend(hash, steps[node as usize].full))
}
