//! The XPaths of many nodes of one page: the children of a node are counted once, not once for each of them.

use std::collections::HashMap;

use super::arena::{NodeId, Tree};
use super::xpath::{Test, push_test, test_of};
use crate::hash::WordMap;

/// Writes canonical XPaths, in time that does not grow with the number of siblings asked for.
pub struct XPaths<'tree> {
    tree: &'tree Tree<'tree>,
    positions: WordMap<NodeId, u32>,
}

impl<'tree> XPaths<'tree> {
    /// Nothing counted yet.
    #[must_use]
    pub fn new(tree: &'tree Tree<'tree>) -> Self {
        Self { tree, positions: WordMap::default() }
    }

    /// The canonical XPath of a node, as [`super::xpath`] gives it.
    pub fn xpath(&mut self, node: NodeId) -> String {
        let mut chain = Vec::new();
        let mut ancestor = node;
        while let Some(parent) = self.tree.parent(ancestor) {
            if !self.positions.contains_key(&ancestor) {
                self.count_children(parent);
            }
            chain.push(ancestor);
            ancestor = parent;
        }
        if chain.is_empty() {
            return "/".to_owned();
        }
        let mut path = String::new();
        for step in chain.into_iter().rev() {
            path.push('/');
            push_test(test_of(self.tree, step), &mut path);
            path.push_str(&format!("[{}]", self.positions[&step]));
        }
        path
    }

    /// An XPath finds HTML elements by their bare name, other elements by a test that HTML elements pass as well.
    fn count_children(&mut self, parent: NodeId) {
        let mut counts: HashMap<Test<'_>, u32> = HashMap::new();
        for child in self.tree.children(parent) {
            let position = match test_of(self.tree, child) {
                Test::AnyNamespace(name) => {
                    let same = [Test::AnyNamespace(name), Test::Html(name)];
                    same.iter().map(|test| counts.get(test).copied().unwrap_or(0)).sum::<u32>()
                }
                test => counts.get(&test).copied().unwrap_or(0),
            };
            *counts.entry(test_of(self.tree, child)).or_insert(0) += 1;
            self.positions.insert(child, position + 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Style, parse, xpath};
    use super::*;

    #[test]
    fn the_same_xpaths_as_one_by_one() {
        let tree =
            parse("<p>a<b>x</b>c<p><svg><a>t</a><g/></svg><a>z</a><math><a/></math><o:p>m</o:p><!--c--><a'\"b>q");
        let mut batch = XPaths::new(&tree);
        for node in (0..tree.len() as NodeId).rev() {
            assert_eq!(batch.xpath(node), xpath(&tree, node, Style::Canonical));
        }
        let mixed = parse("<div><svg></svg><x-y></x-y><svg></svg></div><svg><svg/><font></font></svg>");
        let mut batch = XPaths::new(&mixed);
        for node in 0..mixed.len() as NodeId {
            assert_eq!(batch.xpath(node), xpath(&mixed, node, Style::Canonical));
        }
    }
}
