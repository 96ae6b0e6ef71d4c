//! Siblings that are alike: how many come before an element, and which is the first.

use crate::hash::WordMap;
use crate::html::{NodeId, Tree};

/// Kinds among the children of one element that are looked through one by one; more are hashed.
const FEW: usize = 16;

/// For each element its position among the siblings that are alike, counted from 1, and the first of them.
#[derive(Default)]
pub(super) struct Alike(Vec<(u32, NodeId)>);

/// Counts the children of one element by their kinds.
#[derive(Default)]
struct Counter {
    few: Vec<(u64, u32, NodeId)>,
    many: WordMap<u64, (u32, NodeId)>,
}

impl Counter {
    fn clear(&mut self) {
        self.few.clear();
        if !self.many.is_empty() {
            self.many.clear();
        }
    }

    /// The position of a child among those of its kind, and the first of them.
    fn count(&mut self, kind: u64, child: NodeId) -> (u32, NodeId) {
        if let Some((_, count, first)) = self.few.iter_mut().find(|(known, ..)| *known == kind) {
            *count += 1;
            return (*count, *first);
        }
        if self.few.len() < FEW {
            self.few.push((kind, 1, child));
            return (1, child);
        }
        let (count, first) = self.many.entry(kind).or_insert((0, child));
        *count += 1;
        (*count, *first)
    }
}

impl Alike {
    /// Finds which siblings of a page are alike: those of the same kind, in several ways to tell kinds.
    pub fn read<const WAYS: usize>(found: [&mut Self; WAYS], tree: &Tree<'_>, kinds: impl Fn(NodeId) -> [u64; WAYS]) {
        let mut found = found.map(|alike| &mut alike.0);
        // What an earlier page left is overwritten for all elements, and nobody asks about other nodes.
        found.iter_mut().for_each(|found| found.resize(tree.len(), (0, 0)));
        let mut counters = [(); WAYS].map(|()| Counter::default());
        for parent in 0..tree.len() as NodeId {
            if tree.first_child(parent).is_none() {
                continue;
            }
            counters.iter_mut().for_each(Counter::clear);
            for child in tree.children(parent).filter(|&child| tree.is_element(child)) {
                for ((kind, counter), found) in kinds(child).into_iter().zip(&mut counters).zip(&mut found) {
                    found[child as usize] = counter.count(kind, child);
                }
            }
        }
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
        let mut alike = Alike::default();
        Alike::read([&mut alike], &tree, |node| [kind(node)]);
        let items: Vec<NodeId> = (0..tree.len() as NodeId).filter(|&node| tree.tag(node) == "i").collect();
        assert_eq!(items.len(), 61);
        for number in 0..30 {
            assert_eq!(alike.of(items[number]), (1, items[number]));
            assert_eq!(alike.of(items[number + 30]), (2, items[number]));
        }
        assert_eq!(alike.of(items[60]), (1, items[60]));
    }
}
