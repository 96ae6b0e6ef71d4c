//! Scopes: how far a label may be from what it names.
//!
//! A level with one child says nothing about nearness, so only *branching* elements count: those with content in two
//! children or more. A label names a leaf if both are below the second branching element above the leaf.

use crate::html::{NONE, NodeId, Tree};

/// For each node, the first node of its scope.
pub(super) fn scopes(tree: &Tree<'_>, shown: &[bool]) -> Vec<NodeId> {
    let branches = branching(tree, shown);
    // For each node the nearest branching element above it, and the one above that.
    let mut above: Vec<(NodeId, NodeId)> = vec![(0, 0); tree.len()];
    let mut scopes = vec![0; tree.len()];
    for node in 1..tree.len() as NodeId {
        let Some(parent) = tree.parent(node) else { continue };
        let (first, second) = above[parent as usize];
        above[node as usize] = if branches[parent as usize] { (parent, first) } else { (first, second) };
        scopes[node as usize] = above[node as usize].1;
    }
    scopes
}

/// Whether a node has content below two of its children or more.
fn branching(tree: &Tree<'_>, shown: &[bool]) -> Vec<bool> {
    let mut has_content = shown.to_vec();
    let mut filled = vec![0u8; tree.len()];
    for node in (1..tree.len() as NodeId).rev() {
        if has_content[node as usize]
            && let Some(parent) = tree.parent(node)
            && parent != NONE
        {
            has_content[parent as usize] = true;
            filled[parent as usize] = filled[parent as usize].saturating_add(1);
        }
    }
    filled.into_iter().map(|children| children >= 2).collect()
}

#[cfg(test)]
mod tests {
    use super::super::blocks::shown_texts;
    use super::*;
    use crate::html::parse;

    /// The tag of the element whose content the scope of the text `x` is.
    fn scope(body: &str) -> String {
        let page = format!("<body>{body}");
        let tree = parse(&page);
        let shown = shown_texts(&tree);
        let mut texts = (1..tree.len() as NodeId).filter(|&node| shown[node as usize]);
        let text = texts.find(|&node| tree.text(node) == "x").expect("the text");
        tree.tag(scopes(&tree, &shown)[text as usize]).to_owned()
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
