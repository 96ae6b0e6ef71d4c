//! Shingles: sets of windows over tag sequences and paths, as sorted arrays of stable hashes.
//!
//! They are made of a tag sequence, the paths of a tree, or a tree, for [`super::sets::overlap_similarity`]. Path
//! shingles have two readings: windows of steps inside each path, so that paths that differ in one step still share
//! some; or windows of whole paths in document order (Buttler 2004).

use super::tree::LabelledTree;
use crate::hash::{PATH_START, extend, hash_sequence, sorted_set};

/// All windows of a sequence; one that is shorter than the window is its own only shingle.
#[must_use]
pub fn sequence_shingles(words: &[u64], width: usize) -> Vec<u64> {
    if words.is_empty() {
        return Vec::new();
    }
    let width = width.clamp(1, words.len());
    let windows = words.windows(width).map(|window| hash_sequence(window.iter().copied()));
    sorted_set(windows.collect())
}

/// The hash of every node's path from the root; `names` gives each label its stable hash.
#[must_use]
pub fn node_paths(tree: &LabelledTree, names: impl Fn(u32) -> u64) -> Vec<u64> {
    let mut paths: Vec<u64> = Vec::with_capacity(tree.len());
    for node in 0..tree.len() {
        let above = match node {
            0 => PATH_START,
            _ => paths[tree.parents()[node] as usize],
        };
        paths.push(extend(above, names(tree.labels()[node])));
    }
    paths
}

/// The hashes of all root-to-leaf paths, in document order, repeats included.
#[must_use]
pub fn leaf_path_sequence(tree: &LabelledTree, names: impl Fn(u32) -> u64) -> Vec<u64> {
    let paths = node_paths(tree, names);
    (0..tree.len()).filter(|&node| tree.is_leaf(node)).map(|node| paths[node]).collect()
}

/// Windows of steps inside root-to-leaf paths. Every node lies on some such path, so there is one window for
/// every node that is deep enough to end one; a shorter path is its own shingle.
#[must_use]
pub fn path_step_shingles(tree: &LabelledTree, width: usize, names: impl Fn(u32) -> u64) -> Vec<u64> {
    let width = width.max(1);
    let mut shingles = Vec::with_capacity(tree.len());
    let mut steps = Vec::with_capacity(width);
    for node in 0..tree.len() {
        collect_steps(tree, node, width, &mut steps);
        if steps.len() == width || tree.is_leaf(node) {
            let names = steps.iter().rev().map(|&step| names(tree.labels()[step]));
            shingles.push(hash_sequence(names));
        }
    }
    sorted_set(shingles)
}

/// A node and its nearest ancestors, upwards, at most `width` in all.
fn collect_steps(tree: &LabelledTree, node: usize, width: usize, steps: &mut Vec<usize>) {
    steps.clear();
    steps.push(node);
    let mut current = node;
    while current > 0 && steps.len() < width {
        current = tree.parents()[current] as usize;
        steps.push(current);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measures::sets::overlap_similarity;

    #[test]
    fn windows_of_a_sequence() {
        let first = sequence_shingles(&[1, 2, 3, 4], 2);
        let second = sequence_shingles(&[2, 3, 4, 5], 2);
        assert_eq!(overlap_similarity(&first, &second), 2.0 / 3.0);
        assert_eq!(sequence_shingles(&[1, 2], 4).len(), 1);
        assert!(sequence_shingles(&[], 4).is_empty());
    }

    #[test]
    fn steps_of_short_and_long_paths() {
        let tree = LabelledTree::from_depths(vec![1, 2, 3, 4, 5], &[0, 1, 2, 3, 1]).unwrap();
        let names = u64::from;
        let expected = [vec![1, 2, 3], vec![2, 3, 4], vec![1, 5]];
        let expected = expected.into_iter().map(hash_sequence).collect();
        assert_eq!(path_step_shingles(&tree, 3, names), sorted_set(expected));
        assert_eq!(leaf_path_sequence(&tree, names).len(), 2);
    }
}
