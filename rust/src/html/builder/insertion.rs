//! Inserting nodes: the appropriate place, foster parenting, the depth cap, attributes that come late.

use std::collections::HashSet;

use super::growth::Place;
use super::{
    AttributeRange, Builder, Kind, Mode, NONE, Name, NodeId, OpenElement, Problems, RawAttribute, Tag, Text, traits,
};

/// No cap closes the first elements of the stack, `html` and `body` or `head`.
const MIN_OPEN: usize = 2;

impl Builder<'_> {
    /// The attributes of a start tag.
    #[inline]
    pub(super) fn attributes_of(&self, tag: Tag) -> AttributeRange {
        let first = tag.first_attribute();
        let count = (self.tokenizer.attributes.len() - first) as u32;
        AttributeRange::new(first as u32, count, tag.notes())
    }

    /// Insert an HTML element for a tag.
    #[inline]
    pub(super) fn insert_html(&mut self, tag: Tag) -> NodeId {
        self.insert_element(tag.name(), Kind::Html, self.attributes_of(tag))
    }

    /// Insert an HTML element that has no content, and close it at once.
    #[inline]
    pub(super) fn insert_void(&mut self, tag: Tag) {
        self.insert_html(tag);
        self.open.pop();
    }

    /// Insert an HTML element that the page does not write.
    pub(super) fn insert_implied(&mut self, name: Name) -> NodeId {
        self.insert_element(name, Kind::Html, AttributeRange::NONE)
    }

    #[inline]
    pub(super) fn insert_element(&mut self, name: Name, kind: Kind, attributes: AttributeRange) -> NodeId {
        match self.open.last() {
            Some(&top) if !self.foster_parenting && usize::from(top.depth) < self.limits.max_depth => {
                let place = Place::LastChildOf(top.node);
                let node = self.arena.insert_element(place, name, kind, attributes);
                self.push_below(top.depth, node, name, kind);
                node
            }
            _ => self.insert_element_anywhere(name, kind, attributes),
        }
    }

    #[cold]
    fn insert_element_anywhere(&mut self, name: Name, kind: Kind, attributes: AttributeRange) -> NodeId {
        if self.current_depth() >= self.limits.max_depth && self.open.len() > MIN_OPEN {
            self.close_for_depth();
        }
        let place = self.current_place();
        let node = self.arena.insert_element(place, name, kind, attributes);
        self.push_open(node, name, kind);
        node
    }

    #[inline]
    fn current_depth(&self) -> usize {
        self.open.last().map_or(0, |element| usize::from(element.depth))
    }

    /// Puts a node that was just inserted on the stack.
    pub(super) fn push_open(&mut self, node: NodeId, name: Name, kind: Kind) {
        self.push_below(self.current_depth() as u16, node, name, kind);
    }

    /// The same below an element of this depth.
    #[inline]
    fn push_below(&mut self, depth: u16, node: NodeId, name: Name, kind: Kind) {
        let depth = depth.saturating_add(1);
        self.arena.max_depth = self.arena.max_depth.max(depth);
        self.open.push(OpenElement::new(node, name, kind, depth));
    }

    /// Insert a character, for a whole run of them.
    #[inline]
    pub(super) fn insert_text(&mut self, text: Text) {
        if !self.foster_parenting
            && let Some(target) = self.open.last()
            && self.arena.append_text(target.node, text)
        {
            return;
        }
        self.insert_text_anywhere(text);
    }

    #[inline(never)]
    fn insert_text_anywhere(&mut self, text: Text) {
        let place = self.current_place();
        self.arena.insert_text(place, text);
    }

    /// Insert a comment at the current place.
    pub(super) fn insert_comment(&mut self, text: Text) {
        let place = self.current_place();
        let comment = self.arena.create_comment(text);
        self.arena.insert(place, comment);
    }

    /// Insert a comment as the last child of an element further up, or of the document.
    pub(super) fn insert_late_comment(&mut self, parent: NodeId, text: Text) {
        let comment = self.arena.create_comment(text);
        self.arena.append_late_comment(parent, comment);
    }

    /// The appropriate place for inserting a node, the current node being the target.
    #[inline]
    fn current_place(&mut self) -> Place {
        let Some(&target) = self.open.last() else {
            return Place::LastChildOf(0);
        };
        self.appropriate_place(target)
    }

    /// The appropriate place for inserting a node into this target.
    #[inline]
    pub(super) fn appropriate_place(&mut self, target: OpenElement) -> Place {
        if self.foster_parenting { self.perhaps_foster_place(target) } else { Place::LastChildOf(target.node) }
    }

    #[cold]
    fn perhaps_foster_place(&mut self, target: OpenElement) -> Place {
        let is_fostering = target.has(traits::TABLE_CONTEXT) && target.name != Name::TEMPLATE;
        if is_fostering { self.foster_place() } else { Place::LastChildOf(target.node) }
    }

    fn foster_place(&mut self) -> Place {
        self.arena.link();
        let last_table = self.open.last_position(Name::TABLE);
        if let Some(template) = self.open.last_position(Name::TEMPLATE)
            && last_table.is_none_or(|table| template > table)
        {
            return Place::LastChildOf(self.open[template].node);
        }
        let Some(table) = last_table else {
            return Place::LastChildOf(self.open[0].node);
        };
        let node = self.open[table].node;
        if self.arena.parent(node) != NONE {
            return Place::Before(node);
        }
        Place::LastChildOf(self.open[table.saturating_sub(1)].node)
    }

    /// The generic raw text and RCDATA element parsing algorithms.
    pub(super) fn insert_raw_text(&mut self, tag: Tag, model: super::Model) -> super::Flow {
        self.insert_html(tag);
        self.tokenizer.model = model;
        self.original_mode = self.mode;
        self.mode = Mode::Text;
        super::Flow::Done
    }

    /// Keeps the attributes of a later `<html>` or `<body>` tag for the element there is.
    pub(super) fn add_late_attributes(&mut self, node: NodeId, tag: Tag) {
        let first = tag.first_attribute();
        let added = self.tokenizer.attributes.drain(first..).map(|attribute| (node, attribute));
        self.late_attributes.extend(added);
    }

    /// Gives `html` and `body` the attributes of later tags that they do not have yet.
    pub(super) fn keep_late_attributes(&mut self) {
        let late = std::mem::take(&mut self.late_attributes);
        let mut nodes: Vec<NodeId> = late.iter().map(|(node, _)| *node).collect();
        nodes.dedup();
        nodes.sort_unstable();
        nodes.dedup();
        for node in nodes {
            let added = late.iter().filter(|(owner, _)| *owner == node).map(|(_, attribute)| *attribute);
            self.join_attributes(node, added);
        }
    }

    fn join_attributes(&mut self, node: NodeId, added: impl Iterator<Item = RawAttribute>) {
        let mut joined = self.arena.attributes(node).of(&self.tokenizer.attributes).to_vec();
        let name_of = |attribute: &RawAttribute| self.tokenizer.attribute_name(attribute).to_ascii_lowercase();
        let mut names: HashSet<Vec<u8>> = joined.iter().map(name_of).collect();
        for attribute in added {
            if names.contains(&name_of(&attribute)) {
                continue;
            }
            if joined.len() >= self.limits.max_attributes {
                self.problems.insert(Problems::ATTRIBUTES);
                break;
            }
            names.insert(name_of(&attribute));
            joined.push(attribute);
        }
        let (first, count) = (self.tokenizer.attributes.len() as u32, joined.len() as u32);
        self.arena.set_attributes(node, AttributeRange::new(first, count, joined.iter().collect()));
        self.tokenizer.attributes.extend(joined);
    }
}
