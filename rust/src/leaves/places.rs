//! The XPath of any node of a page, after the tree itself is gone.

use super::values::Strings;
use crate::hash::{WordMap, extend};
use crate::html::{Kind, NodeId, Tree, push_step};

/// The steps of all nodes of a page: enough to write their XPaths, in time that does not grow with siblings.
#[derive(Clone, Debug, Default)]
pub struct Places {
    parents: Vec<NodeId>,
    steps: Strings,
}

impl Places {
    /// The places of all nodes of a tree.
    pub fn new(tree: &Tree<'_>) -> Self {
        let mut places = Places::default();
        let mut counts: WordMap<u64, u32> = WordMap::default();
        for node in 0..tree.len() as NodeId {
            if let Some(parent) = tree.parent(node) {
                let count = counts.entry(extend(u64::from(parent), what(tree, node))).or_insert(0);
                *count += 1;
                push_step(tree, node, Some(*count), &mut places.steps.text);
                places.parents.push(parent);
            } else {
                places.parents.push(node);
            }
            places.steps.close();
        }
        places
    }

    /// The canonical XPath of a node.
    pub fn xpath(&self, node: NodeId) -> String {
        let mut chain = Vec::new();
        let mut at = node;
        while self.parents[at as usize] != at {
            chain.push(self.steps.get(at as usize));
            at = self.parents[at as usize];
        }
        chain.reverse();
        chain.concat()
    }
}

/// Nodes that one step could mean have the same word.
fn what(tree: &Tree<'_>, node: NodeId) -> u64 {
    match tree.kind(node) {
        Kind::Text => 1 << 40,
        kind if kind.is_element() => crate::hash::hash_bytes(tree.tag(node).as_bytes()) ^ u64::from(kind != Kind::Html),
        _ => 2 << 40,
    }
}
