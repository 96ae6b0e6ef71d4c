//! The ordered labelled tree that all tree measures take, independent of any HTML parser.
//!
//! It is built from labels with parents or depths, in preorder, as flat arrays. A subtree is a contiguous range of
//! preorder positions, so that children, subtrees and their sizes are found without pointers.

use std::fmt;

use crate::hash::extend;

/// Marks the root in an array of parents.
pub const NO_PARENT: u32 = u32::MAX;

/// What a node is; data leaves (text, images) are compared by kind or by content, elements by label.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NodeKind {
    /// An element, known by its label.
    #[default]
    Element,
    /// A piece of text.
    Text,
    /// An image, known by its source.
    Image,
}

/// Whether data leaves match by kind alone or only when their content is equal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MatchMode {
    /// All text leaves are alike, and so are all images.
    #[default]
    Structural,
    /// Data leaves match only with equal content.
    Textual,
}

/// Why arrays do not describe a tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TreeError {
    /// Two arrays that must describe the same nodes differ in length.
    Lengths {
        /// The number of labels.
        labels: usize,
        /// The length of the other array.
        other: usize,
    },
    /// The node at this position cannot follow its predecessor in preorder.
    NotPreorder(usize),
    /// The node at this position is a second root.
    SecondRoot(usize),
    /// A data node at this position has children.
    DataWithChildren(usize),
    /// More nodes than positions can be numbered.
    TooLarge(usize),
}

impl fmt::Display for TreeError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Lengths { labels, other } => {
                write!(formatter, "{labels} labels, but another array has {other} entries")
            }
            Self::NotPreorder(at) => write!(formatter, "node {at} breaks the preorder"),
            Self::SecondRoot(at) => write!(formatter, "node {at} is a second root"),
            Self::DataWithChildren(at) => write!(formatter, "data node {at} has children"),
            Self::TooLarge(nodes) => write!(formatter, "{nodes} nodes are too many"),
        }
    }
}

impl std::error::Error for TreeError {}

/// An ordered, rooted, labelled tree in preorder; it may have no node at all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LabelledTree {
    labels: Vec<u32>,
    parents: Vec<u32>,
    sizes: Vec<u32>,
    /// Empty where all nodes are elements.
    kinds: Vec<NodeKind>,
    contents: Vec<u64>,
}

impl LabelledTree {
    /// Builds a tree from labels and parents in preorder; the root's parent is [`NO_PARENT`].
    ///
    /// # Errors
    /// If the arrays differ in length or are not the preorder of one tree.
    pub fn from_parents(labels: Vec<u32>, parents: Vec<u32>) -> Result<Self, TreeError> {
        check_lengths(labels.len(), parents.len())?;
        let mut sizes = vec![1; labels.len()];
        check_preorder(&parents)?;
        for node in (1..parents.len()).rev() {
            sizes[parents[node] as usize] += sizes[node];
        }
        Ok(Self { labels, parents, sizes, ..Self::default() })
    }

    /// Builds a tree from labels and depths in preorder; the root has depth 0.
    ///
    /// # Errors
    /// If the arrays differ in length, a second node has depth 0, or a depth skips a level.
    pub fn from_depths(labels: Vec<u32>, depths: &[u32]) -> Result<Self, TreeError> {
        check_lengths(labels.len(), depths.len())?;
        let mut path: Vec<u32> = Vec::new();
        let mut parents = Vec::with_capacity(depths.len());
        for (node, &depth) in depths.iter().enumerate() {
            if depth as usize > path.len() {
                return Err(TreeError::NotPreorder(node));
            }
            path.truncate(depth as usize);
            parents.push(path.last().copied().unwrap_or(NO_PARENT));
            path.push(node as u32);
        }
        Self::from_parents(labels, parents)
    }

    /// Says which nodes are data leaves and what they contain (a hash; ignored for elements).
    ///
    /// # Errors
    /// If an array has another length than the tree, or a data node has children.
    pub fn with_data(mut self, kinds: Vec<NodeKind>, contents: Vec<u64>) -> Result<Self, TreeError> {
        check_lengths(self.len(), kinds.len())?;
        check_lengths(self.len(), contents.len())?;
        let inner_data = (0..self.len()).find(|&node| kinds[node] != NodeKind::Element && self.sizes[node] > 1);
        if let Some(node) = inner_data {
            return Err(TreeError::DataWithChildren(node));
        }
        self.kinds = kinds;
        self.contents = contents;
        Ok(self)
    }

    /// The number of nodes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.labels.len()
    }

    /// Whether the tree has no node.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.labels.is_empty()
    }

    /// The labels in preorder.
    #[must_use]
    pub fn labels(&self) -> &[u32] {
        &self.labels
    }

    /// The parents in preorder.
    #[must_use]
    pub fn parents(&self) -> &[u32] {
        &self.parents
    }

    /// The number of nodes in each node's subtree, in preorder.
    #[must_use]
    pub fn sizes(&self) -> &[u32] {
        &self.sizes
    }

    /// The kind of a node.
    #[must_use]
    pub fn kind(&self, node: usize) -> NodeKind {
        self.kinds.get(node).copied().unwrap_or_default()
    }

    /// Whether a node has no children.
    #[must_use]
    pub fn is_leaf(&self, node: usize) -> bool {
        self.sizes[node] == 1
    }

    /// The children of a node, left to right.
    pub fn children(&self, node: usize) -> impl Iterator<Item = usize> + '_ {
        let end = node + self.sizes[node] as usize;
        let first = (node + 1 < end).then_some(node + 1);
        std::iter::successors(first, move |&child| {
            let next = child + self.sizes[child] as usize;
            (next < end).then_some(next)
        })
    }

    /// What two nodes must have in common to match: label, or kind, or kind and content.
    ///
    /// Keys of elements lie below 2^32, keys of data nodes above.
    #[must_use]
    pub fn key(&self, node: usize, mode: MatchMode) -> u64 {
        let kind = self.kind(node);
        match (kind, mode) {
            (NodeKind::Element, _) => u64::from(self.labels[node]),
            (_, MatchMode::Structural) => (kind as u64) << 32,
            // Stirred one after the other: their sum would take a text for the image of the number before.
            (_, MatchMode::Textual) => extend(extend(0, kind as u64), self.contents[node]) | 1 << 63,
        }
    }
}

fn check_lengths(labels: usize, other: usize) -> Result<(), TreeError> {
    match labels == other {
        true if labels < NO_PARENT as usize => Ok(()),
        true => Err(TreeError::TooLarge(labels)),
        false => Err(TreeError::Lengths { labels, other }),
    }
}

/// In preorder a node's parent is its predecessor or one of the predecessor's ancestors. Walking up from
/// the predecessor leaves nodes that no later node may hang under, so the walk is linear over the whole tree.
fn check_preorder(parents: &[u32]) -> Result<(), TreeError> {
    for (node, &parent) in parents.iter().enumerate() {
        match (node, parent) {
            (0, NO_PARENT) => continue,
            (0, _) => return Err(TreeError::NotPreorder(0)),
            (_, NO_PARENT) => return Err(TreeError::SecondRoot(node)),
            _ => {}
        }
        let mut ancestor = node as u32 - 1;
        while ancestor != parent {
            ancestor = parents[ancestor as usize];
            if ancestor == NO_PARENT {
                return Err(TreeError::NotPreorder(node));
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(parents: &[u32]) -> Result<LabelledTree, TreeError> {
        LabelledTree::from_parents(vec![0; parents.len()], parents.to_vec())
    }

    #[test]
    fn parents_and_depths_give_the_same_tree() {
        let labels = vec![1, 2, 3, 4, 5];
        let by_parents = LabelledTree::from_parents(labels.clone(), vec![NO_PARENT, 0, 1, 1, 0]).unwrap();
        let by_depths = LabelledTree::from_depths(labels, &[0, 1, 2, 2, 1]).unwrap();
        assert_eq!(by_parents, by_depths);
        assert_eq!(by_parents.sizes(), [5, 3, 1, 1, 1]);
        assert_eq!(by_parents.children(0).collect::<Vec<_>>(), [1, 4]);
        assert_eq!(by_parents.children(2).count(), 0);
    }

    #[test]
    fn no_node_is_a_tree() {
        assert!(tree(&[]).unwrap().is_empty());
    }

    #[test]
    fn what_is_no_preorder_is_refused() {
        assert_eq!(tree(&[0]), Err(TreeError::NotPreorder(0)));
        assert_eq!(tree(&[NO_PARENT, NO_PARENT]), Err(TreeError::SecondRoot(1)));
        assert_eq!(tree(&[NO_PARENT, 1]), Err(TreeError::NotPreorder(1)));
        assert_eq!(tree(&[NO_PARENT, 7]), Err(TreeError::NotPreorder(1)));
        assert_eq!(tree(&[NO_PARENT, 0, 0, 1]), Err(TreeError::NotPreorder(3)));
        let skipping = LabelledTree::from_depths(vec![0, 0], &[0, 2]);
        assert_eq!(skipping, Err(TreeError::NotPreorder(1)));
        let two_roots = LabelledTree::from_depths(vec![0, 0], &[0, 0]);
        assert_eq!(two_roots, Err(TreeError::SecondRoot(1)));
    }

    #[test]
    fn data_nodes_are_leaves_with_content() {
        let build = |kinds: [NodeKind; 2]| tree(&[NO_PARENT, 0]).unwrap().with_data(kinds.to_vec(), vec![0, 9]);
        let text = build([NodeKind::Element, NodeKind::Text]).unwrap();
        let image = build([NodeKind::Element, NodeKind::Image]).unwrap();
        assert_ne!(text.key(1, MatchMode::Structural), image.key(1, MatchMode::Structural));
        assert_ne!(text.key(1, MatchMode::Textual), text.key(1, MatchMode::Structural));
        let other = tree(&[NO_PARENT, 0]).unwrap().with_data(vec![NodeKind::Element, NodeKind::Text], vec![0, 10]);
        assert_ne!(image.key(1, MatchMode::Textual), other.unwrap().key(1, MatchMode::Textual));
        let refused = build([NodeKind::Text, NodeKind::Text]);
        assert_eq!(refused, Err(TreeError::DataWithChildren(0)));
    }
}
