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

/// The keys and steps of all elements of a page, by node, and which siblings have the same signature; other nodes have
/// the keys of their parent.
pub(super) fn keys(tree: &Tree<'_>) -> (Vec<Keys>, Vec<Step>, Alike) {
    let mut steps: Vec<Step> = vec![Step::default(); tree.len()];
    let mut keys: Vec<Keys> = vec![Keys::default(); tree.len()];
    keys[0] = Keys { tail: PATH_START, class_path: PATH_START, path: PATH_START, place: PATH_START };
    let mut reader = Steps::default();
    for node in (1..tree.len() as NodeId).filter(|&node| tree.is_element(node)) {
        steps[node as usize] = reader.step(tree, node);
    }
    let kinds = |node: NodeId| [steps[node as usize].tag, steps[node as usize].signature];
    let [alike, same_signature] = Alike::new(tree, kinds);
    for node in 1..tree.len() as NodeId {
        let Some(parent) = tree.parent(node) else { continue };
        let above = keys[parent as usize];
        if !tree.is_element(node) {
            keys[node as usize] = above;
            continue;
        }
        let step = steps[node as usize];
        let (position, _) = alike.of(node);
        keys[node as usize] = Keys {
            tail: tail(tree, &steps, node),
            class_path: extend(above.class_path, step.classes),
            path: extend(above.path, step.tag),
            place: extend(above.place, step.tag ^ u64::from(position).rotate_left(48)),
        };
    }
    (keys, steps, same_signature)
}

fn tail(tree: &Tree<'_>, steps: &[Step], node: NodeId) -> u64 {
    let ancestors = std::iter::successors(Some(node), |&node| tree.parent(node));
    let elements = ancestors.filter(|&node| tree.kind(node) != Kind::Document);
    elements.take(TAIL).fold(PATH_START, |hash, node| extend(hash, steps[node as usize].full))
}
