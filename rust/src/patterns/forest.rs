//! All training pages in one place, every distinct subtree once, with its *shape*: the subtree without its text.
//!
//! Two subtrees have the same shape exactly when they differ in nothing but the content of their data leaves; peer
//! recognition compares shapes first. Shapes may be *folded*: children of the same shape in a row count once, so that
//! a table of nine rows has the shape of one of five, at whatever depth.

use super::content::ContentTree;
use super::shared::{Label, SharedTrees};
use super::strings::Strings;
use crate::measures::tree::NodeKind;

/// The subtrees of many pages.
#[derive(Clone, Debug, Default)]
pub struct Forest {
    /// Tags, texts and image sources of all pages.
    pub strings: Strings,
    /// Subtrees with their content.
    pub exact: SharedTrees,
    /// Subtrees without their content.
    pub shapes: SharedTrees,
    /// The shape of every exact subtree.
    shape_of: Vec<u32>,
    folds_repeats: bool,
}

impl Forest {
    /// No page yet; says whether repeated children count once in shapes.
    #[must_use]
    pub fn new(folds_repeats: bool) -> Self {
        Self { folds_repeats, ..Self::default() }
    }

    /// Adds a page and gives the number of its whole tree.
    pub fn add(&mut self, page: &ContentTree) -> u32 {
        let mut numbers = vec![0; page.len()];
        let (mut children, mut shapes) = (Vec::new(), Vec::new());
        for node in (0..page.len() as u32).rev() {
            children.clear();
            children.extend(page.children(node).map(|child| numbers[child as usize]));
            let kind = page.nodes()[node as usize].kind;
            let label = Label { kind, value: self.strings.intern(page.value(node)) };
            numbers[node as usize] = self.intern(label, &children, &mut shapes);
        }
        numbers[0]
    }

    fn intern(&mut self, label: Label, children: &[u32], shapes: &mut Vec<u32>) -> u32 {
        let number = self.exact.intern(label, children);
        if number as usize == self.shape_of.len() {
            shapes.clear();
            shapes.extend(children.iter().map(|&child| self.shape_of[child as usize]));
            if self.folds_repeats {
                shapes.dedup();
            }
            let bare = match label.kind {
                NodeKind::Element => label,
                kind => Label { kind, value: 0 },
            };
            self.shape_of.push(self.shapes.intern(bare, shapes));
        }
        number
    }

    /// The shape of an exact subtree.
    #[must_use]
    pub fn shape(&self, exact: u32) -> u32 {
        self.shape_of[exact as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_subtrees_share_a_number_and_alike_ones_a_shape() {
        let mut forest = Forest::default();
        let pages = ["p(b('x') b('y'))", "p(b('x') b('y'))", "p(b('y') b('z'))", "p(b('x') i('y'))"];
        let roots = pages.map(|page| forest.add(&page.parse().unwrap()));
        assert_eq!(roots[0], roots[1]);
        assert_ne!(roots[0], roots[2]);
        assert_eq!(forest.shape(roots[0]), forest.shape(roots[2]));
        assert_ne!(forest.shape(roots[0]), forest.shape(roots[3]));
        assert_eq!(forest.exact.size(roots[0]), 5);
    }

    #[test]
    fn folded_shapes_do_not_count_repeats() {
        for (folds_repeats, is_same) in [(false, false), (true, true)] {
            let mut forest = Forest::new(folds_repeats);
            let pages = ["p(b('x') i() i())", "p(b('x') b('y') i())", "p(b('x') i() b('y') i())"];
            let shapes = pages.map(|page| forest.add(&page.parse().unwrap())).map(|root| forest.shape(root));
            assert_eq!(shapes[0] == shapes[1], is_same);
            assert_ne!(shapes[0], shapes[2]);
        }
    }
}
