//! Paths of tags from the root: of leaves and of all elements, with or without positions.

use super::columns::Features;
use super::outline::Outline;
use crate::hash::{PATH_START, extend};

/// How often a path of the page is used.
#[derive(Clone, Copy, Default)]
struct Use {
    leaves: u32,
    is_main: bool,
}

/// Memory for [`push_path_sets`] that is used again for the next page.
#[derive(Default)]
pub(super) struct PathScratch {
    /// By number of the path; all zero between pages.
    uses: Vec<Use>,
    sorted: Vec<u32>,
}

/// Appends the paths of all elements, of leaves, and of leaves in the main region: all as ascending sets.
pub(super) fn push_path_sets(outline: &mut Outline, scratch: &mut PathScratch, features: &mut Features) {
    let PathScratch { uses, sorted } = scratch;
    uses.resize(outline.paths.len(), Use::default());
    for element in &outline.elements {
        // Without a branch: no processor could guess which elements are leaves.
        let path = &mut uses[element.path as usize];
        path.leaves += u32::from(element.is_leaf);
        path.is_main |= element.is_leaf & element.marks.is_in_region(outline.has_main);
    }
    outline.paths.sort(sorted);
    for &number in sorted.iter() {
        let (path, used) = (outline.paths.hash(number), std::mem::take(&mut uses[number as usize]));
        features.element_paths.values.push(path);
        features.element_path_parents.values.push(outline.paths.parent(number));
        if used.leaves > 0 {
            features.leaf_paths.values.push(path);
            features.leaf_path_counts.values.push(used.leaves);
        }
        if used.is_main {
            features.main_paths.values.push(path);
        }
    }
    features.element_paths.close();
    features.element_path_parents.close();
    features.leaf_paths.close();
    features.leaf_path_counts.close();
    features.main_paths.close();
}

/// Appends the leaf paths with positions among siblings of the same tag, in document order; no two are equal.
pub(super) fn push_indexed_leaf_paths(outline: &Outline, leaves: &mut Vec<u64>) {
    // The paths of the element and of those above it.
    let mut open = vec![PATH_START];
    for element in &outline.elements {
        let depth = element.depth as usize;
        open.truncate(depth + 1);
        let step = outline.names.hash(element.name).rotate_left(32) ^ u64::from(element.index);
        let path = extend(open[depth], step);
        open.push(path);
        if element.is_leaf {
            leaves.push(path);
        }
    }
}
