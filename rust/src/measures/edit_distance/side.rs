//! One tree as the tables need it: in postorder, mirrored, and by subtree classes.
//!
//! In postorder a subtree is a contiguous range that starts with its leftmost leaf. The mirror image's
//! postorder is the preorder read backwards, so that "rightmost" needs no code of its own.

use super::trim::FlatTree;
use crate::hash::WordMap;

/// Which way a root-to-leaf path goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Path {
    /// Always to the first child.
    Left,
    /// Always to the last child.
    Right,
    /// Always to the child with the largest subtree.
    Heavy,
}

pub(super) const PATHS: [Path; 3] = [Path::Left, Path::Right, Path::Heavy];

/// A tree in postorder, or its mirror image in postorder.
pub(super) struct View {
    pub classes: Vec<u32>,
    pub sizes: Vec<u32>,
    /// Whether the node starts its parent's row of children in this view.
    pub is_first: Vec<bool>,
    /// For every class, the position of the node that stands for it.
    pub positions: Vec<u32>,
}

/// One of the two trees. Nodes are preorder positions; classes are numbered from 0, children's classes
/// below their parents'.
pub(super) struct Side {
    pub left_view: View,
    pub right_view: View,
    pub parents: Vec<u32>,
    pub sizes: Vec<u32>,
    pub classes: Vec<u32>,
    pub postorder: Vec<u32>,
    /// The inverse of `postorder`.
    pub nodes_in_postorder: Vec<u32>,
    pub class_keys: Vec<u64>,
    pub class_sizes: Vec<u32>,
    /// For every class, the node that stands for it.
    pub class_nodes: Vec<u32>,
}

impl Side {
    pub fn new(tree: &FlatTree) -> Self {
        let (classes, class_nodes) = dense_classes(&tree.classes);
        let parents = parents(&tree.sizes);
        let postorder = postorder(&tree.sizes, &parents);
        let mut side = Self {
            left_view: View::empty(),
            right_view: View::empty(),
            class_keys: pick(&tree.keys, &class_nodes),
            class_sizes: pick(&tree.sizes, &class_nodes),
            sizes: tree.sizes.clone(),
            parents,
            classes,
            nodes_in_postorder: inverse(&postorder),
            postorder,
            class_nodes,
        };
        side.left_view = side.left_view();
        side.right_view = side.right_view();
        side
    }

    pub fn len(&self) -> usize {
        self.sizes.len()
    }

    pub fn class_count(&self) -> usize {
        self.class_keys.len()
    }

    pub fn children(&self, node: usize) -> impl Iterator<Item = usize> + '_ {
        let end = node + self.sizes[node] as usize;
        let first = (node + 1 < end).then_some(node + 1);
        std::iter::successors(first, move |&child| {
            let next = child + self.sizes[child] as usize;
            (next < end).then_some(next)
        })
    }

    /// The child on the path through a node, if the node has children.
    pub fn path_child(&self, node: usize, path: Path) -> Option<usize> {
        let mut children = self.children(node);
        match path {
            Path::Left => children.next(),
            Path::Right => children.last(),
            Path::Heavy => {
                children.reduce(|best, child| if self.sizes[child] > self.sizes[best] { child } else { best })
            }
        }
    }

    /// The nodes on the path from a node down to a leaf.
    pub fn path(&self, node: usize, path: Path) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(Some(node), move |&node| self.path_child(node, path))
    }

    fn left_view(&self) -> View {
        let is_first = |node: usize| node > 0 && self.parents[node] as usize == node - 1;
        View::new(self, &self.nodes_in_postorder, is_first)
    }

    fn right_view(&self) -> View {
        let order: Vec<u32> = (0..self.len() as u32).rev().collect();
        let end = |node: usize| node + self.sizes[node] as usize;
        let is_last = |node: usize| node > 0 && end(node) == end(self.parents[node] as usize);
        View::new(self, &order, is_last)
    }
}

impl View {
    fn empty() -> Self {
        Self { classes: Vec::new(), sizes: Vec::new(), is_first: Vec::new(), positions: Vec::new() }
    }

    fn new(side: &Side, order: &[u32], is_first: impl Fn(usize) -> bool) -> Self {
        Self {
            classes: pick(&side.classes, order),
            sizes: pick(&side.sizes, order),
            is_first: order.iter().map(|&node| is_first(node as usize)).collect(),
            positions: pick(&inverse(order), &side.class_nodes),
        }
    }

    /// The positions of the subtree that stands for a class.
    pub fn range(&self, class: u32) -> std::ops::Range<usize> {
        let last = self.positions[class as usize] as usize;
        last + 1 - self.sizes[last] as usize..last + 1
    }

    /// The subtrees that need a table of their own: the whole, and every one that does not start its
    /// parent's row. In postorder, so that inner ones come first.
    pub fn key_roots(&self, class: u32) -> impl Iterator<Item = u32> + '_ {
        let range = self.range(class);
        let last = range.end - 1;
        range
            .filter(move |&position| position == last || !self.is_first[position])
            .map(|position| self.classes[position])
    }
}

/// Numbers the classes from 0 in the order in which they are met from the end, so that children come first.
fn dense_classes(classes: &[u32]) -> (Vec<u32>, Vec<u32>) {
    let mut numbers = WordMap::default();
    let mut nodes = Vec::new();
    let mut dense = vec![0; classes.len()];
    for node in (0..classes.len()).rev() {
        dense[node] = *numbers.entry(classes[node]).or_insert_with(|| {
            nodes.push(node as u32);
            nodes.len() as u32 - 1
        });
    }
    (dense, nodes)
}

/// The parent of every node; the root is its own.
fn parents(sizes: &[u32]) -> Vec<u32> {
    let mut parents = vec![0; sizes.len()];
    for node in 0..sizes.len() {
        let end = node + sizes[node] as usize;
        let mut child = node + 1;
        while child < end {
            parents[child] = node as u32;
            child += sizes[child] as usize;
        }
    }
    parents
}

/// In postorder a node comes after its subtree and everything left of it, which is all that precedes the
/// end of its subtree in preorder except its ancestors.
fn postorder(sizes: &[u32], parents: &[u32]) -> Vec<u32> {
    let mut depths = vec![0; sizes.len()];
    for node in 1..sizes.len() {
        depths[node] = depths[parents[node] as usize] + 1;
    }
    (0..sizes.len()).map(|node| node as u32 + sizes[node] - 1 - depths[node]).collect()
}

fn pick<Value: Copy>(values: &[Value], nodes: &[u32]) -> Vec<Value> {
    nodes.iter().map(|&node| values[node as usize]).collect()
}

fn inverse(permutation: &[u32]) -> Vec<u32> {
    let mut inverse = vec![0; permutation.len()];
    for (position, &node) in permutation.iter().enumerate() {
        inverse[node as usize] = position as u32;
    }
    inverse
}
