//! Paths of tags from the root: of leaves and of all elements, with or without positions.

use super::outline::Outline;
use crate::hash::{PATH_START, extend};
use crate::html::NONE;

/// The sets of paths of a page, ascending.
#[derive(Default)]
pub(super) struct PathSets {
    pub elements: Vec<u64>,
    /// For each element path, the path above it.
    pub parents: Vec<u64>,
    pub leaves: Vec<u64>,
    /// How many leaves have each leaf path.
    pub leaf_counts: Vec<u32>,
    /// The leaf paths of the main region.
    pub main: Vec<u64>,
}

/// The paths of all elements, of leaves, and of leaves in the main region.
pub(super) fn path_sets(outline: &Outline<'_>, region: &[bool]) -> PathSets {
    // Per path, by its number: leaves with it, and whether one of them is in the main region.
    let mut uses = vec![(0u32, false); outline.paths.len()];
    for (element, is_main) in outline.elements.iter().zip(region) {
        if element.is_leaf {
            let (leaves, has_main) = &mut uses[element.path as usize];
            *leaves += 1;
            *has_main |= is_main;
        }
    }
    let mut paths: Vec<(u64, u32, bool, u64)> = uses
        .into_iter()
        .enumerate()
        .map(|(number, (leaves, has_main))| (outline.paths[number], leaves, has_main, outline.path_parents[number]))
        .collect();
    paths.sort_unstable_by_key(|(path, ..)| *path);
    let leaves = || paths.iter().filter(|(_, leaves, ..)| *leaves > 0);
    PathSets {
        elements: paths.iter().map(|(path, ..)| *path).collect(),
        parents: paths.iter().map(|(.., parent)| *parent).collect(),
        leaves: leaves().map(|(path, ..)| *path).collect(),
        leaf_counts: leaves().map(|(_, leaves, ..)| *leaves).collect(),
        main: leaves().filter(|(_, _, has_main, _)| *has_main).map(|(path, ..)| *path).collect(),
    }
}

/// The leaf paths with positions among siblings of the same tag, in document order; no two are equal.
pub(super) fn indexed_leaf_paths(outline: &Outline<'_>, positions: &[Position]) -> Vec<u64> {
    let mut paths: Vec<u64> = Vec::with_capacity(outline.elements.len());
    for (element, position) in outline.elements.iter().zip(positions) {
        let above = if element.parent == NONE { PATH_START } else { paths[element.parent as usize] };
        paths.push(extend(above, element.tag.rotate_left(32) ^ u64::from(position.index)));
    }
    let leaves = outline.elements.iter().zip(paths).filter(|(element, _)| element.is_leaf);
    leaves.map(|(_, path)| path).collect()
}

/// Where an element stands among the siblings of its name.
#[derive(Clone, Copy, Debug)]
pub(super) struct Position {
    /// From 1 on.
    pub index: u32,
    /// Whether there is no other.
    pub is_only: bool,
}

/// The position of each element among its siblings of the same name and namespace.
pub(super) fn sibling_positions(outline: &Outline<'_>) -> Vec<Position> {
    let elements = &outline.elements;
    let mut positions = vec![Position { index: 1, is_only: true }; elements.len()];
    // For each parent, the last child so far of each name; parents have few names, so a short list does.
    let mut chains: Vec<Chain> = Vec::new();
    let mut heads = vec![NONE; elements.len() + 1];
    for (position, element) in elements.iter().enumerate() {
        let owner = if element.parent == NONE { elements.len() } else { element.parent as usize };
        let key = (element.name.0, element.kind as u8);
        let mut link = heads[owner];
        while link != NONE && chains[link as usize].key != key {
            link = chains[link as usize].next;
        }
        if link == NONE {
            chains.push(Chain { key, last: position as u32, next: heads[owner] });
            heads[owner] = chains.len() as u32 - 1;
            continue;
        }
        let last = std::mem::replace(&mut chains[link as usize].last, position as u32) as usize;
        positions[last].is_only = false;
        positions[position] = Position { index: positions[last].index + 1, is_only: false };
    }
    positions
}

struct Chain {
    key: (u16, u8),
    last: u32,
    next: u32,
}
