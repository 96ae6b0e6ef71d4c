//! Subtrees stored once: equal subtrees get the same number, so that they are compared by comparing numbers.
//!
//! Nodes are added children first. Children always have smaller numbers than their parents, which lets everything
//! above walk without recursion.

use crate::hash::{WordMap, extend};
use crate::measures::tree::NodeKind;

/// What a subtree's root is: its kind, and its tag, text or image source as a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Label {
    /// Element, text or image.
    pub kind: NodeKind,
    /// The number of the tag or content.
    pub value: u32,
}

/// Distinct subtrees, children before parents.
#[derive(Clone, Debug, Default)]
pub struct SharedTrees {
    labels: Vec<Label>,
    sizes: Vec<u32>,
    /// Where each subtree's children end in `children`; they begin where the predecessor's end.
    ends: Vec<u32>,
    children: Vec<u32>,
    by_hash: WordMap<u64, u32>,
}

impl SharedTrees {
    /// The number of the subtree with this root and these children.
    pub fn intern(&mut self, label: Label, children: &[u32]) -> u32 {
        let mut hash = children
            .iter()
            .fold(extend(label.kind as u64, u64::from(label.value)), |hash, &child| extend(hash, u64::from(child)));
        while let Some(&number) = self.by_hash.get(&hash) {
            if self.labels[number as usize] == label && self.children(number) == children {
                return number;
            }
            hash = extend(hash, 0);
        }
        self.add(label, children, hash)
    }

    fn add(&mut self, label: Label, children: &[u32], hash: u64) -> u32 {
        let number = self.labels.len() as u32;
        let below = children.iter().fold(0_u32, |sum, &child| sum.saturating_add(self.sizes[child as usize]));
        self.labels.push(label);
        self.sizes.push(below.saturating_add(1));
        self.children.extend_from_slice(children);
        self.ends.push(self.children.len() as u32);
        self.by_hash.insert(hash, number);
        number
    }

    /// The number of distinct subtrees.
    #[must_use]
    pub fn len(&self) -> usize {
        self.labels.len()
    }

    /// Whether there is no subtree.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.labels.is_empty()
    }

    /// What the root of a subtree is.
    #[must_use]
    pub fn label(&self, number: u32) -> Label {
        self.labels[number as usize]
    }

    /// How many nodes a subtree has.
    #[must_use]
    pub fn size(&self, number: u32) -> u32 {
        self.sizes[number as usize]
    }

    /// The children of a subtree's root, left to right.
    #[must_use]
    pub fn children(&self, number: u32) -> &[u32] {
        let start = number.checked_sub(1).map_or(0, |before| self.ends[before as usize]);
        &self.children[start as usize..self.ends[number as usize] as usize]
    }
}
