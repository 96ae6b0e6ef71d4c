//! Scopes: how far a label may be from what it names.
//!
//! A level with one child says nothing about nearness, so only *branching* elements count: those with content in two
//! children or more. A label names a leaf if both are below the second branching element above the leaf.

use super::blocks::Blocks;
use crate::html::{NodeId, Tree};

/// For each node of a page the nearest branching element above it, and the one above that.
#[derive(Default)]
pub(super) struct Scopes(Vec<(NodeId, NodeId)>);

impl Scopes {
    /// Finds those of a page, in place of those of an earlier one.
    pub fn read(&mut self, tree: &Tree<'_>, blocks: &Blocks) {
        let above = &mut self.0;
        above.clear();
        above.push((0, 0));
        for node in 1..tree.len() as NodeId {
            let parent = tree.parent(node).unwrap_or(0);
            let (first, second) = above[parent as usize];
            above.push(if blocks.is_branching(parent) { (parent, first) } else { (first, second) });
        }
    }

    /// The first node of a node's scope.
    pub fn of(&self, node: NodeId) -> NodeId {
        self.0[node as usize].1
    }
}

#[cfg(test)]
mod tests {
    use super::super::blocks::read_shown_texts;
    use super::*;
    use crate::html::parse;

    /// The tag of the element whose content the scope of the text `x` is.
    fn scope(body: &str) -> String {
        let page = format!("<body>{body}");
        let tree = parse(&page);
        let mut shown = Vec::new();
        read_shown_texts(&tree, &mut shown, &mut String::new());
        let (mut scopes, mut blocks) = (Scopes::default(), Blocks::default());
        blocks.read(&tree, &shown, &mut Vec::new());
        scopes.read(&tree, &blocks);
        let mut texts = (1..tree.len() as NodeId).filter(|&node| shown[node as usize]);
        let text = texts.find(|&node| tree.text(node) == "x").expect("the text");
        tree.tag(scopes.of(text)).to_owned()
    }

    #[test]
    fn the_second_branching_element_above_counts() {
        assert_eq!(scope("<main>a<div>b<p>c<i>x</i></p></div></main>"), "div");
    }

    #[test]
    fn levels_with_one_child_are_free() {
        assert_eq!(scope("<main>a<div>b<p><b><i>x</i></b></p></div></main>"), "main");
        assert_eq!(scope("<main>a<div>b<p> <i>x</i> <br></p></div></main>"), "main");
    }

    #[test]
    fn without_two_such_elements_the_scope_is_the_page() {
        assert_eq!(scope("<p>a<i>x</i></p>"), "");
        assert_eq!(scope("<p>x</p>"), "");
    }
}
