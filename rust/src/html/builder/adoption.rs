//! The adoption agency algorithm: what an end tag of a formatting element does to misnested content.

use super::open_elements::OpenElement;
use super::{Builder, Flow, Kind, Name, Tag};

/// The outer loop's bound in the standard.
const OUTER_LIMIT: usize = 8;
/// The inner loop's bound in the standard.
const INNER_LIMIT: usize = 3;

impl Builder<'_> {
    /// The adoption agency algorithm for an end tag.
    pub(super) fn adopt(&mut self, tag: Tag) -> Flow {
        let subject = tag.name();
        if let Some(&current) = self.open.last()
            && current.is_html(subject)
        {
            if self.formatting.last().is_some_and(|entry| entry.node == current.node) {
                // Nothing is misnested, as nearly always.
                self.open.pop();
                self.formatting.pop();
                return Flow::Done;
            }
            if self.formatting_position_of(current.node).is_none() {
                self.open.pop();
                return Flow::Done;
            }
        }
        for _ in 0..OUTER_LIMIT {
            let Some(entry) = self.formatting_position(subject) else {
                return self.any_other_end_tag(subject);
            };
            if !self.adopt_once(entry) {
                break;
            }
        }
        Flow::Done
    }

    /// One round for the formatting element at this position of the list; false if the algorithm is over.
    fn adopt_once(&mut self, entry: usize) -> bool {
        let formatting_node = self.formatting[entry].node;
        let Some(position) = self.open.position_of(formatting_node) else {
            self.formatting.remove(entry);
            return false;
        };
        if !self.open.has_node_in_scope(formatting_node) {
            return false;
        }
        let furthest_block = (position + 1..self.open.len()).find(|&index| self.open[index].is_special());
        let Some(furthest_block) = furthest_block else {
            while self.open.len() > position && self.open.pop().is_some() {}
            self.formatting.remove(entry);
            return false;
        };
        if !self.may_adopt(position, furthest_block) {
            self.formatting.remove(entry);
            return false;
        }
        self.move_furthest_block(entry, position, furthest_block);
        true
    }

    /// Pays for the copies that one round makes: of the formatting element, and of those the inner loop keeps.
    fn may_adopt(&mut self, position: usize, furthest_block: usize) -> bool {
        let first = furthest_block.saturating_sub(INNER_LIMIT).max(position + 1);
        (first..furthest_block).chain([position]).all(|index| {
            let entry = self.formatting_position_of(self.open[index].node);
            entry.is_none_or(|entry| self.may_repeat(self.formatting[entry]))
        })
    }

    fn move_furthest_block(&mut self, entry: usize, position: usize, furthest_block: usize) {
        self.arena.link();
        let block = self.open[furthest_block];
        let common_ancestor = self.open[position - 1];
        let formatting = self.formatting[entry];
        let (last_node, bookmark) = self.clone_between(entry, position, furthest_block);

        self.arena.detach(last_node);
        let place = self.appropriate_place(common_ancestor);
        self.arena.insert(place, last_node);

        let clone = self.arena.clone_element(formatting.node);
        self.arena.move_children(block.node, clone);
        self.arena.append(block.node, clone);

        self.formatting.insert(bookmark.min(self.formatting.len()), formatting.with_node(clone));
        if let Some(old) = self.formatting_position_of(formatting.node) {
            self.formatting.remove(old);
        }
        if let Some(old) = self.open.position_of(formatting.node) {
            self.open.remove(old);
        }
        let below_block = self.open.position_of(block.node).map_or(self.open.len(), |index| index + 1);
        self.open.insert(below_block, OpenElement { node: clone, ..formatting_element(formatting.name, block.depth) });
    }

    /// The inner loop: clones the formatting elements between the block and the formatting element, each
    /// holding the one below it. Returns the topmost node of that chain, and the bookmark.
    fn clone_between(&mut self, entry: usize, position: usize, furthest_block: usize) -> (u32, usize) {
        let block = self.open[furthest_block].node;
        let mut last_node = block;
        let mut bookmark = entry + 1;
        let mut inner = 0;
        for index in (position + 1..furthest_block).rev() {
            inner += 1;
            let element = self.open[index];
            let mut listed = self.formatting_position_of(element.node);
            if inner > INNER_LIMIT
                && let Some(at) = listed.take()
            {
                self.formatting.remove(at);
                bookmark -= usize::from(at < bookmark);
            }
            let Some(at) = listed else {
                self.open.remove(index);
                continue;
            };
            let clone = self.arena.clone_element(element.node);
            self.formatting[at] = self.formatting[at].with_node(clone);
            self.open.replace(index, OpenElement { node: clone, ..element });
            if last_node == block {
                bookmark = at + 1;
            }
            self.arena.detach(last_node);
            self.arena.append(clone, last_node);
            last_node = clone;
        }
        (last_node, bookmark)
    }
}

fn formatting_element(name: Name, depth: u16) -> OpenElement {
    OpenElement::new(super::NONE, name, Kind::Html, depth.saturating_add(1))
}
