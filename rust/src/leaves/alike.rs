//! Siblings that are alike: how many come before an element, and which is the first.

use crate::hash::WordMap;
use crate::html::{NodeId, Tree};

/// Kinds among the children of one element that are looked through one by one; more are hashed.
const FEW: usize = 16;

/// An element's position among the siblings that are alike, counted from 1, and the first of them.
pub(super) type Position = (u32, NodeId);

/// Counts the children of one element by their kinds.
#[derive(Default)]
struct Counter {
    few: Vec<(u64, u32, NodeId)>,
    /// The one of them that was counted last: siblings are mostly of the kind of the one before.
    last: usize,
    many: WordMap<u64, Position>,
}

impl Counter {
    fn clear(&mut self) {
        self.few.clear();
        if !self.many.is_empty() {
            self.many.clear();
        }
    }

    /// The position of a child among those of its kind, and the first of them.
    #[inline]
    fn count(&mut self, kind: u64, child: NodeId) -> Position {
        let is_it = |(known, ..): &(u64, u32, NodeId)| *known == kind;
        if !self.few.get(self.last).is_some_and(is_it) {
            self.last = self.few.iter().position(is_it).unwrap_or(self.few.len());
        }
        match self.few.get_mut(self.last) {
            Some((_, count, first)) => {
                *count += 1;
                (*count, *first)
            }
            None => self.count_new(kind, child),
        }
    }

    /// The same for a child of none of the few kinds.
    fn count_new(&mut self, kind: u64, child: NodeId) -> Position {
        if self.few.len() < FEW {
            self.few.push((kind, 1, child));
            return (1, child);
        }
        let (count, first) = self.many.entry(kind).or_insert((0, child));
        *count += 1;
        (*count, *first)
    }
}

/// Finds which siblings of a page are alike, those of the same kind, in several ways to tell kinds: each child is handed
/// to somebody behind its parent, elements with their positions.
pub(super) fn visit_alike<const WAYS: usize>(
    tree: &Tree<'_>,
    kinds: impl Fn(NodeId) -> [u64; WAYS],
    mut visit: impl FnMut(NodeId, NodeId, Option<[Position; WAYS]>),
) {
    let mut counters = [(); WAYS].map(|()| Counter::default());
    for parent in 0..tree.len() as NodeId {
        if tree.first_child(parent).is_none() {
            continue;
        }
        counters.iter_mut().for_each(Counter::clear);
        for child in tree.children(parent) {
            let found = tree.is_element(child).then(|| {
                let kinds = kinds(child);
                std::array::from_fn(|way| counters[way].count(kinds[way], child))
            });
            visit(parent, child, found);
        }
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
        let mut alike = vec![(0, 0); tree.len()];
        visit_alike(
            &tree,
            |node| [kind(node)],
            |_, child, found| alike[child as usize] = found.map_or((0, 0), |[it]| it),
        );
        let items: Vec<NodeId> = (0..tree.len() as NodeId).filter(|&node| tree.tag(node) == "i").collect();
        assert_eq!(items.len(), 61);
        for number in 0..30 {
            assert_eq!(alike[items[number] as usize], (1, items[number]));
            assert_eq!(alike[items[number + 30] as usize], (2, items[number]));
        }
        assert_eq!(alike[items[60] as usize], (1, items[60]));
    }
}
