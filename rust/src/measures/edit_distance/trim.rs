//! Cuts away what two trees share, before any table is filled.
//!
//! Where two roots have the same label, some best mapping maps them to each other, and where the first (or
//! the last) children are equal subtrees, some best mapping maps these to each other: any other mapping of
//! theirs can be exchanged without loss, since nothing is further left (right). What remains is a pair
//! of smaller trees, often by far: pages of one template share their head, header and footer.

use super::super::classes::ClassedTree;
use super::super::tree::MatchMode;

/// The class of a root that stands for a trimmed node and so occurs nowhere else.
const TRIMMED_ROOT: u32 = u32::MAX;

/// A tree as plain preorder arrays.
pub(super) struct FlatTree {
    pub keys: Vec<u64>,
    pub classes: Vec<u32>,
    pub sizes: Vec<u32>,
}

/// What is left after trimming.
pub(super) enum Trimmed {
    /// Nothing can be mapped any more: these nodes are deleted and inserted.
    OnlyEdits { deleted: u64, inserted: u64 },
    /// The distance of these two trees is the distance asked for.
    Rest(FlatTree, FlatTree),
}

pub(super) fn trim(first: ClassedTree<'_>, second: ClassedTree<'_>) -> Trimmed {
    if first.tree.is_empty() || second.tree.is_empty() {
        return only_edits(first.tree.len(), second.tree.len());
    }
    let (mut left, mut right) = (0, 0);
    loop {
        if first.classes[left] == second.classes[right] {
            return only_edits(0, 0);
        }
        if key(first, left) != key(second, right) {
            return Trimmed::Rest(whole(first, left), whole(second, right));
        }
        let (left_rest, right_rest) = differing_children(first, left, second, right);
        match (left_rest.as_slice(), right_rest.as_slice()) {
            ([], _) | (_, []) => {
                return only_edits(nodes(first, &left_rest), nodes(second, &right_rest));
            }
            (&[left_child], &[right_child]) => (left, right) = (left_child, right_child),
            _ => {
                return Trimmed::Rest(under_root(first, left, &left_rest), under_root(second, right, &right_rest));
            }
        }
    }
}

fn only_edits(deleted: usize, inserted: usize) -> Trimmed {
    Trimmed::OnlyEdits { deleted: deleted as u64, inserted: inserted as u64 }
}

fn key(side: ClassedTree<'_>, node: usize) -> u64 {
    side.tree.key(node, MatchMode::Structural)
}

/// The children of two nodes without the equal ones at either end.
fn differing_children(
    first: ClassedTree<'_>,
    left: usize,
    second: ClassedTree<'_>,
    right: usize,
) -> (Vec<usize>, Vec<usize>) {
    let mut left: Vec<usize> = first.tree.children(left).collect();
    let mut right: Vec<usize> = second.tree.children(right).collect();
    let equal = |(a, b): &(&usize, &usize)| first.classes[**a] == second.classes[**b];
    let ending = left.iter().rev().zip(right.iter().rev());
    let ending = ending.take_while(equal).count();
    left.truncate(left.len() - ending);
    right.truncate(right.len() - ending);
    let leading = left.iter().zip(&right).take_while(equal).count();
    (left.split_off(leading), right.split_off(leading))
}

fn nodes(side: ClassedTree<'_>, roots: &[usize]) -> usize {
    roots.iter().map(|&root| side.tree.sizes()[root] as usize).sum()
}

fn whole(side: ClassedTree<'_>, root: usize) -> FlatTree {
    let children: Vec<usize> = side.tree.children(root).collect();
    under_root(side, root, &children)
}

/// The tree of a node and some of its children.
fn under_root(side: ClassedTree<'_>, root: usize, children: &[usize]) -> FlatTree {
    let size = nodes(side, children) + 1;
    let mut flat = FlatTree { keys: vec![key(side, root)], classes: vec![TRIMMED_ROOT], sizes: vec![size as u32] };
    for &child in children {
        let range = child..child + side.tree.sizes()[child] as usize;
        flat.keys.extend(range.clone().map(|node| key(side, node)));
        flat.classes.extend_from_slice(&side.classes[range.clone()]);
        flat.sizes.extend_from_slice(&side.tree.sizes()[range]);
    }
    flat
}
