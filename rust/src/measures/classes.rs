//! Names identical subtrees: two nodes get the same class exactly when their whole subtrees are equal.
//!
//! Class numbers are shared over all trees given. Tree edit distance, RTDM and simple tree matching use it to compute
//! every pair of equal subtrees once, or not at all. Classes are found by hashing but confirmed by comparison, so
//! that the measures stay exact.

use super::tree::{LabelledTree, MatchMode};
use crate::hash::{WordMap, extend};

/// A tree together with the class of every node.
#[derive(Clone, Copy)]
pub struct ClassedTree<'a> {
    /// The tree.
    pub tree: &'a LabelledTree,
    /// One class per node, in preorder; children's numbers lie below their parent's.
    pub classes: &'a [u32],
}

/// Numbers subtree classes over any number of trees.
pub struct ClassNumbering<'a> {
    mode: MatchMode,
    by_hash: WordMap<u64, u32>,
    /// For every class, the tree (by position in `trees`) and the node where it was first met.
    first_seen: Vec<(u32, u32)>,
    trees: Vec<&'a LabelledTree>,
    classes: Vec<Vec<u32>>,
}

/// The classes of all nodes of all given trees, one list a tree.
#[must_use]
pub fn subtree_classes(trees: &[&LabelledTree], mode: MatchMode) -> Vec<Vec<u32>> {
    let nodes = trees.iter().map(|tree| tree.len()).sum();
    let mut numbering = ClassNumbering {
        mode,
        by_hash: WordMap::with_capacity_and_hasher(nodes, Default::default()),
        first_seen: Vec::new(),
        trees: trees.to_vec(),
        classes: trees.iter().map(|tree| vec![0; tree.len()]).collect(),
    };
    for tree in 0..trees.len() {
        numbering.number_tree(tree);
    }
    numbering.classes
}

impl ClassNumbering<'_> {
    /// Children follow their parent in preorder, so going backwards meets them first.
    fn number_tree(&mut self, tree: usize) {
        for node in (0..self.trees[tree].len()).rev() {
            self.classes[tree][node] = self.class_of(tree, node);
        }
    }

    fn class_of(&mut self, tree: usize, node: usize) -> u32 {
        let mut hash = self.hash(tree, node);
        loop {
            let Some(&class) = self.by_hash.get(&hash) else {
                return self.new_class(hash, tree, node);
            };
            if self.is_member(class, tree, node) {
                return class;
            }
            hash = extend(hash, 0);
        }
    }

    fn new_class(&mut self, hash: u64, tree: usize, node: usize) -> u32 {
        let class = self.first_seen.len() as u32;
        self.first_seen.push((tree as u32, node as u32));
        self.by_hash.insert(hash, class);
        class
    }

    fn hash(&self, tree: usize, node: usize) -> u64 {
        let key = self.trees[tree].key(node, self.mode);
        self.child_classes(tree, node).fold(extend(0, key), |hash, class| extend(hash, u64::from(class)))
    }

    fn is_member(&self, class: u32, tree: usize, node: usize) -> bool {
        let (other_tree, other_node) = self.first_seen[class as usize];
        let (other_tree, other_node) = (other_tree as usize, other_node as usize);
        self.trees[tree].key(node, self.mode) == self.trees[other_tree].key(other_node, self.mode)
            && self.child_classes(tree, node).eq(self.child_classes(other_tree, other_node))
    }

    fn child_classes(&self, tree: usize, node: usize) -> impl Iterator<Item = u32> + '_ {
        self.trees[tree].children(node).map(move |child| self.classes[tree][child])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measures::tree::NO_PARENT;

    #[test]
    fn equal_subtrees_share_a_class_across_trees() {
        let parents = vec![NO_PARENT, 0, 1, 0, 3];
        let left = LabelledTree::from_parents(vec![9, 1, 2, 1, 2], parents.clone()).unwrap();
        let right = LabelledTree::from_parents(vec![9, 1, 2, 1, 3], parents).unwrap();
        let classes = subtree_classes(&[&left, &right], MatchMode::Structural);
        assert_eq!(classes[0][1], classes[0][3]);
        assert_eq!(classes[0][1], classes[1][1]);
        assert_ne!(classes[0][3], classes[1][3]);
        assert_ne!(classes[0][0], classes[1][0]);
    }

    #[test]
    fn children_are_numbered_below_their_parents() {
        let tree = LabelledTree::from_depths(vec![1; 6], &[0, 1, 2, 3, 1, 2]).unwrap();
        let classes = &subtree_classes(&[&tree], MatchMode::Structural)[0];
        for node in 1..tree.len() {
            assert!(classes[node] < classes[tree.parents()[node] as usize]);
        }
    }
}
