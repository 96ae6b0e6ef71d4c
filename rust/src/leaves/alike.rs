//! Siblings that are alike: how many come before an element, and which is the first.

use crate::hash::WordMap;
use crate::html::{NodeId, Tree};

/// Kinds among the children of one element that are looked through one by one; more are hashed.
const FEW: usize = 16;

/// For each element its position among the siblings that are alike, counted from 1, and the first of them.
pub(super) struct Alike(Vec<(u32, NodeId)>);

impl Alike {
    /// Siblings are alike that have the same kind.
    pub fn new(tree: &Tree<'_>, kind: impl Fn(NodeId) -> u64) -> Self {
        let mut found = vec![(0, 0); tree.len()];
        let mut few: Vec<(u64, u32, NodeId)> = Vec::with_capacity(FEW);
        let mut many: WordMap<u64, (u32, NodeId)> = WordMap::default();
        for parent in 0..tree.len() as NodeId {
            few.clear();
            many.clear();
            for child in tree.children(parent).filter(|&child| tree.is_element(child)) {
                let own = kind(child);
                if let Some((_, count, first)) = few.iter_mut().find(|(known, ..)| *known == own) {
                    *count += 1;
                    found[child as usize] = (*count, *first);
                } else if few.len() < FEW {
                    few.push((own, 1, child));
                    found[child as usize] = (1, child);
                } else {
                    let (count, first) = many.entry(own).or_insert((0, child));
                    *count += 1;
                    found[child as usize] = (*count, *first);
                }
            }
        }
        Alike(found)
    }

    /// The position of an element among its siblings alike, and the first of them.
    pub fn of(&self, element: NodeId) -> (u32, NodeId) {
        self.0[element as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html::parse;

    #[test]
    fn few_and_many_kinds_are_counted_alike() {
        let body: String = (0..60).map(|number| format!("<i title={}>", number % 30) + "</i>").collect();
        let page = format!("<body><p>{body}<p><i title=0></i>");
        let tree = parse(&page);
        let kind = |node| tree.attribute(node, "title").and_then(|title| title.parse().ok()).unwrap_or(99);
        let alike = Alike::new(&tree, kind);
        let items: Vec<NodeId> = (0..tree.len() as NodeId).filter(|&node| tree.tag(node) == "i").collect();
        assert_eq!(items.len(), 61);
        for number in 0..30 {
            assert_eq!(alike.of(items[number]), (1, items[number]));
            assert_eq!(alike.of(items[number + 30]), (2, items[number]));
        }
        assert_eq!(alike.of(items[60]), (1, items[60]));
    }
}
