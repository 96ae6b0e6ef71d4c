//! The pattern tree: what the pages of one template have in common, and where they differ.
//!
//! Agarwal and Totla (2011) after FiVaTech. A node is *fixed* (an element, exactly once), a *set* (its children,
//! once or more), *optional* (its children, once or not at all), *variant* (any one text or image: the data to
//! extract) or *data* (this very text or image). Sets and optionals are wrappers without a tag of their own.
//! Induction makes pattern trees; matchers read them.

use super::content::{ContentTree, NO_NODE};
use super::strings::Strings;
use crate::measures::tree::NodeKind;

/// What a node of a pattern stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PatternKind {
    /// An element with this tag, once.
    Fixed,
    /// The children in their order, once or more.
    Set,
    /// The children in their order, or nothing.
    Optional,
    /// Any text or image.
    Variant,
    /// This text.
    Text,
    /// The image with this source.
    Image,
}

impl PatternKind {
    /// The name of the type: `fixed`, `set`, `optional`, `variant` or `data`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Fixed => "fixed",
            Self::Set => "set",
            Self::Optional => "optional",
            Self::Variant => "variant",
            Self::Text | Self::Image => "data",
        }
    }

    /// Whether the node stands for its children alone.
    #[must_use]
    pub fn is_wrapper(self) -> bool {
        matches!(self, Self::Set | Self::Optional)
    }

    fn of_content(kind: NodeKind) -> Self {
        match kind {
            NodeKind::Element => Self::Fixed,
            NodeKind::Text => Self::Text,
            NodeKind::Image => Self::Image,
        }
    }
}

/// One node of a pattern tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PatternNode {
    /// What the node stands for.
    pub kind: PatternKind,
    /// The tag, text or image source; 0 where there is none.
    pub value: u32,
    /// The parent's position, [`NO_NODE`] for the root.
    pub parent: u32,
    /// The number of nodes of the subtree.
    pub size: u32,
}

/// A pattern in preorder; its root is fixed.
#[derive(Clone, Debug)]
pub struct PatternTree {
    nodes: Vec<PatternNode>,
    strings: Strings,
}

impl PatternTree {
    /// The pattern that only this content matches.
    #[must_use]
    pub fn of_content(content: &ContentTree) -> Self {
        let mut builder = PatternBuilder::default();
        for node in content.nodes() {
            builder.add(PatternKind::of_content(node.kind), content.strings().get(node.value), node.parent);
        }
        builder.finish()
    }

    /// All nodes in preorder.
    #[must_use]
    pub fn nodes(&self) -> &[PatternNode] {
        &self.nodes
    }

    /// The number of nodes, wrappers included.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Always false: there is a root.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The tags, texts and image sources.
    #[must_use]
    pub fn strings(&self) -> &Strings {
        &self.strings
    }

    /// The node at a position.
    #[must_use]
    pub fn node(&self, at: u32) -> &PatternNode {
        &self.nodes[at as usize]
    }

    /// The tag, text or image source of a node; empty for sets, optionals and variants.
    #[must_use]
    pub fn value(&self, at: u32) -> &str {
        self.strings.get(self.nodes[at as usize].value)
    }

    /// The children of a node, left to right.
    pub fn children(&self, at: u32) -> impl Iterator<Item = u32> + '_ {
        let end = at + self.nodes[at as usize].size;
        let first = (at + 1 < end).then_some(at + 1);
        std::iter::successors(first, move |&child| {
            let next = child + self.nodes[child as usize].size;
            (next < end).then_some(next)
        })
    }

    /// The fewest nodes that match each subpattern: what a page lacks where the subpattern is missing.
    #[must_use]
    pub fn minimal_sizes(&self) -> Vec<u32> {
        let mut sizes = vec![0_u32; self.nodes.len()];
        for at in (0..self.nodes.len()).rev() {
            let node = &self.nodes[at];
            match node.kind {
                PatternKind::Optional => sizes[at] = 0,
                PatternKind::Set => {}
                _ => sizes[at] = sizes[at].saturating_add(1),
            }
            if node.parent != NO_NODE {
                sizes[node.parent as usize] = sizes[node.parent as usize].saturating_add(sizes[at]);
            }
        }
        sizes
    }
}

impl PatternTree {
    /// The most nodes that match each subpattern; `u32::MAX` where a set sets no limit.
    #[must_use]
    pub fn maximal_sizes(&self) -> Vec<u32> {
        let mut sizes = vec![0_u32; self.nodes.len()];
        for at in (0..self.nodes.len()).rev() {
            let node = &self.nodes[at];
            match node.kind {
                PatternKind::Set => sizes[at] = u32::MAX,
                PatternKind::Optional => {}
                _ => sizes[at] = sizes[at].saturating_add(1),
            }
            if node.parent != NO_NODE {
                sizes[node.parent as usize] = sizes[node.parent as usize].saturating_add(sizes[at]);
            }
        }
        sizes
    }
}

impl PartialEq for PatternTree {
    fn eq(&self, other: &Self) -> bool {
        let same = |(at, (left, right)): (usize, (&PatternNode, &PatternNode))| {
            let shape = (left.kind, left.size) == (right.kind, right.size);
            shape && self.value(at as u32) == other.value(at as u32)
        };
        self.len() == other.len() && self.nodes.iter().zip(&other.nodes).enumerate().all(same)
    }
}

/// Builds a pattern node by node, in preorder.
#[derive(Default)]
pub struct PatternBuilder {
    nodes: Vec<PatternNode>,
    strings: Strings,
}

impl PatternBuilder {
    /// Appends a node and gives its position.
    pub fn add(&mut self, kind: PatternKind, value: &str, parent: u32) -> u32 {
        let value = self.strings.intern(value);
        self.nodes.push(PatternNode { kind, value, parent, size: 1 });
        self.nodes.len() as u32 - 1
    }

    /// Says what a node stands for after all.
    pub fn set_kind(&mut self, at: u32, kind: PatternKind) {
        self.nodes[at as usize].kind = kind;
    }

    /// The nodes so far.
    #[must_use]
    pub fn nodes(&self) -> &[PatternNode] {
        &self.nodes
    }

    /// The finished pattern.
    #[must_use]
    pub fn finish(mut self) -> PatternTree {
        for at in (1..self.nodes.len()).rev() {
            let parent = self.nodes[at].parent as usize;
            self.nodes[parent].size += self.nodes[at].size;
        }
        PatternTree { nodes: self.nodes, strings: self.strings }
    }
}
