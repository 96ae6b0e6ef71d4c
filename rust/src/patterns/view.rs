//! A page as a pattern sees it: tags and texts that the pattern does not know are all the same to it.
//!
//! Every node gets the number of its subtree, equal subtrees equal numbers. As unknown texts count as equal, the many
//! rows of a table mostly become one, and are matched once.

use super::content::ContentTree;
use super::pattern::{PatternKind, PatternTree};
use super::shared::{Label, SharedTrees};
use crate::measures::tree::NodeKind;

/// The value of what the pattern does not know; other values are those of the pattern's strings, plus one.
const UNKNOWN: u32 = 0;

/// A page seen through a pattern.
pub struct PageView<'a> {
    /// The page.
    pub page: &'a ContentTree,
    /// Its distinct subtrees.
    pub trees: SharedTrees,
    /// The subtree of each node.
    pub subtrees: Vec<u32>,
}

impl<'a> PageView<'a> {
    /// Looks at a page through a pattern.
    #[must_use]
    pub fn new(page: &'a ContentTree, pattern: &PatternTree) -> Self {
        let translate = |string: u32| pattern.strings().find(page.strings().get(string)).map_or(UNKNOWN, |at| at + 1);
        let values: Vec<u32> = (0..page.strings().len() as u32).map(translate).collect();
        let mut trees = SharedTrees::default();
        let mut subtrees = vec![0; page.len()];
        let mut children = Vec::new();
        for node in (0..page.len() as u32).rev() {
            children.clear();
            children.extend(page.children(node).map(|child| subtrees[child as usize]));
            let content = page.nodes()[node as usize];
            let label = Label { kind: content.kind, value: values[content.value as usize] };
            subtrees[node as usize] = trees.intern(label, &children);
        }
        Self { page, trees, subtrees }
    }

    /// How the root of a subtree fits a node of the pattern, its children aside.
    #[must_use]
    pub fn fit(&self, pattern: &PatternTree, at: u32, subtree: u32) -> Fit {
        let (node, label) = (pattern.node(at), self.trees.label(subtree));
        let is_same = label.value == node.value + 1;
        match (node.kind, label.kind) {
            (PatternKind::Variant, NodeKind::Text | NodeKind::Image) => Fit::Data,
            (PatternKind::Text, NodeKind::Text) | (PatternKind::Image, NodeKind::Image) if is_same => Fit::Data,
            (PatternKind::Text, NodeKind::Text) | (PatternKind::Image, NodeKind::Image) => Fit::OtherData,
            (PatternKind::Fixed, NodeKind::Element) if is_same => Fit::Element,
            _ => Fit::Never,
        }
    }
}

/// How a node fits into a place of the pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fit {
    /// Not at all.
    Never,
    /// Data that belongs here.
    Data,
    /// Data of the right kind that says something else.
    OtherData,
    /// An element of the right tag; its children decide.
    Element,
}
