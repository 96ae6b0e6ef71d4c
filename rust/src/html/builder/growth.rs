//! The arena while it grows: creating, inserting and moving nodes, texts that grow together.
//!
//! As long as every node is appended at the end of the document so far, the order in which nodes are made *is*
//! document order and nothing but a last-child table is needed. The few pages that move nodes (misnested
//! formatting, text in tables, content after `</body>`) get full sibling links from that moment on, and are
//! put into document order at the end.

use std::collections::HashMap;

use super::{AttributeRange, Kind, NONE, Name, Node, NodeId, Piece, Problems, Rules, Text};
use crate::html::arena::CHAINED;
use crate::html::attribute_notes::Notes;

/// Where a node is inserted.
#[derive(Clone, Copy, Debug)]
pub(super) enum Place {
    LastChildOf(NodeId),
    Before(NodeId),
}

/// The nodes while they are being built.
pub(super) struct Arena {
    nodes: Vec<Node>,
    pieces: Vec<Piece>,
    last_children: Vec<NodeId>,
    links: Option<Links>,
    /// Nodes are linked, or a late comment is where the next node ought to be: appending is not all there is.
    is_irregular: bool,
    pub max_depth: u16,
}

/// What unlinking and inserting in the middle need.
#[derive(Default)]
struct Links {
    first_children: Vec<NodeId>,
    previous: Vec<NodeId>,
}

/// A node, or the document instead of none.
#[inline]
fn or_document(node: NodeId) -> NodeId {
    if node == NONE { 0 } else { node }
}

impl Arena {
    /// An arena that holds the document and reuses these buffers.
    pub fn new(nodes: Vec<Node>, pieces: Vec<Piece>, last_children: Vec<NodeId>) -> Self {
        let mut arena = Arena { nodes, pieces, last_children, links: None, is_irregular: false, max_depth: 0 };
        arena.create(Kind::Document, Name::NONE, 0, (0, 0));
        arena
    }

    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    pub fn into_parts(self) -> (Vec<Node>, Vec<Piece>, Vec<NodeId>) {
        (self.nodes, self.pieces, self.last_children)
    }

    pub fn parent(&self, node: NodeId) -> NodeId {
        self.nodes[node as usize].parent
    }

    pub fn last_child(&self, node: NodeId) -> NodeId {
        self.last_children[node as usize]
    }

    #[inline]
    fn create(&mut self, kind: Kind, name: Name, flags: u8, (start, extent): (u32, u32)) -> NodeId {
        let node = self.nodes.len() as NodeId;
        self.nodes.push(Node { parent: NONE, next: NONE, name, kind, flags, start, extent });
        self.last_children.push(NONE);
        node
    }

    #[inline]
    pub fn create_element(&mut self, name: Name, kind: Kind, attributes: AttributeRange) -> NodeId {
        self.create(kind, name, attributes.notes().bits(), (attributes.first(), attributes.count()))
    }

    /// Creates a node as the last child of another, which is where nearly all nodes begin.
    #[inline]
    fn create_last_child(
        &mut self,
        parent: NodeId,
        kind: Kind,
        name: Name,
        flags: u8,
        (start, extent): (u32, u32),
    ) -> NodeId {
        let node = self.nodes.len() as NodeId;
        let last = std::mem::replace(&mut self.last_children[parent as usize], node);
        // Without a branch, because no processor guesses which children are first ones: those are noted where nobody
        // looks before it is put right.
        self.nodes[or_document(last) as usize].next = node;
        self.nodes.push(Node { parent, next: NONE, name, kind, flags, start, extent });
        self.last_children.push(NONE);
        node
    }

    /// Creates an element at a place.
    #[inline]
    pub fn insert_element(&mut self, place: Place, name: Name, kind: Kind, attributes: AttributeRange) -> NodeId {
        if let (Place::LastChildOf(parent), false) = (place, self.is_irregular) {
            let range = (attributes.first(), attributes.count());
            return self.create_last_child(parent, kind, name, attributes.notes().bits(), range);
        }
        self.insert_irregular(place, name, kind, attributes)
    }

    #[cold]
    fn insert_irregular(&mut self, place: Place, name: Name, kind: Kind, attributes: AttributeRange) -> NodeId {
        let node = self.create_element(name, kind, attributes);
        self.insert(place, node);
        node
    }

    pub fn create_doctype(&mut self) -> NodeId {
        self.create(Kind::Doctype, Name::NONE, 0, (0, 0))
    }

    pub fn create_comment(&mut self, text: Text) -> NodeId {
        self.create(Kind::Comment, Name::NONE, text.rules().bits(), (text.start(), text.length()))
    }

    /// A copy of an element, without its children, that is not yet in the tree.
    pub fn clone_element(&mut self, node: NodeId) -> NodeId {
        let Node { name, kind, flags, start, extent, .. } = self.nodes[node as usize];
        self.create(kind, name, flags, (start, extent))
    }

    pub fn insert(&mut self, place: Place, node: NodeId) {
        match place {
            Place::LastChildOf(parent) => self.append(parent, node),
            Place::Before(sibling) => self.insert_before(sibling, node),
        }
    }

    #[inline]
    pub fn append(&mut self, parent: NodeId, node: NodeId) {
        if self.is_irregular {
            self.link();
        }
        self.append_here(parent, node);
    }

    #[inline]
    fn append_here(&mut self, parent: NodeId, node: NodeId) {
        let last = std::mem::replace(&mut self.last_children[parent as usize], node);
        self.nodes[node as usize].parent = parent;
        if last != NONE {
            self.nodes[last as usize].next = node;
        }
        if self.is_irregular {
            self.link_appended(parent, node, last);
        }
    }

    #[cold]
    fn link_appended(&mut self, parent: NodeId, node: NodeId, last: NodeId) {
        if self.links.is_some() {
            let links = self.links();
            links.previous[node as usize] = last;
            if last == NONE {
                links.first_children[parent as usize] = node;
            }
        }
    }

    /// Appends a comment to an ancestor of the current node: what comes next may have to go before it.
    pub fn append_late_comment(&mut self, parent: NodeId, comment: NodeId) {
        if self.is_irregular && parent != 0 {
            self.link();
        }
        self.append_here(parent, comment);
        self.is_irregular = true;
    }

    /// From here on nodes may be moved: gives every node its full links.
    pub fn link(&mut self) {
        if self.links.is_some() {
            return;
        }
        self.nodes[0].next = NONE;
        let mut links = Links { first_children: vec![NONE; self.nodes.len()], previous: vec![NONE; self.nodes.len()] };
        for (index, node) in self.nodes.iter().enumerate() {
            if node.next != NONE {
                links.previous[node.next as usize] = index as NodeId;
            }
        }
        for (index, node) in self.nodes.iter().enumerate() {
            if node.parent != NONE && links.previous[index] == NONE {
                links.first_children[node.parent as usize] = index as NodeId;
            }
        }
        self.links = Some(links);
        self.is_irregular = true;
    }

    /// The links, with room for the nodes that were made since they were last used.
    fn links(&mut self) -> &mut Links {
        self.link();
        let links = self.links.get_or_insert_default();
        links.first_children.resize(self.nodes.len(), NONE);
        links.previous.resize(self.nodes.len(), NONE);
        links
    }

    fn insert_before(&mut self, sibling: NodeId, node: NodeId) {
        let parent = self.parent(sibling);
        let links = self.links();
        let previous = std::mem::replace(&mut links.previous[sibling as usize], node);
        links.previous[node as usize] = previous;
        if previous == NONE {
            links.first_children[parent as usize] = node;
        } else {
            self.nodes[previous as usize].next = node;
        }
        self.nodes[node as usize].parent = parent;
        self.nodes[node as usize].next = sibling;
    }

    /// Takes a node out of its parent, if it has one.
    pub fn detach(&mut self, node: NodeId) {
        let parent = self.parent(node);
        if parent == NONE {
            return;
        }
        let next = self.nodes[node as usize].next;
        let links = self.links();
        let previous = std::mem::replace(&mut links.previous[node as usize], NONE);
        if next != NONE {
            links.previous[next as usize] = previous;
        }
        if previous == NONE {
            links.first_children[parent as usize] = next;
        } else {
            self.nodes[previous as usize].next = next;
        }
        if next == NONE {
            self.last_children[parent as usize] = previous;
        }
        self.nodes[node as usize].parent = NONE;
        self.nodes[node as usize].next = NONE;
    }

    /// Moves all children of one node to another, which has none.
    pub fn move_children(&mut self, from: NodeId, to: NodeId) {
        let first = std::mem::replace(&mut self.links().first_children[from as usize], NONE);
        self.links().first_children[to as usize] = first;
        self.last_children[to as usize] = std::mem::replace(&mut self.last_children[from as usize], NONE);
        let mut child = first;
        while child != NONE {
            self.nodes[child as usize].parent = to;
            child = self.nodes[child as usize].next;
        }
    }

    /// Appends characters as a new last child; false if there is more to it, as where they belong to the text before them.
    #[inline]
    pub fn append_text(&mut self, parent: NodeId, text: Text) -> bool {
        let before = self.last_children[parent as usize];
        if self.is_irregular | (self.nodes[or_document(before) as usize].kind == Kind::Text) {
            return false;
        }
        let range = (text.start(), text.length());
        self.create_last_child(parent, Kind::Text, Name::NONE, text.rules().bits(), range);
        true
    }

    /// Inserts characters: into the text that is before the place, or else as a new node.
    pub fn insert_text(&mut self, place: Place, text: Text) {
        let before = match place {
            Place::LastChildOf(parent) => self.last_children[parent as usize],
            Place::Before(sibling) => self.links().previous[sibling as usize],
        };
        if before != NONE && self.nodes[before as usize].kind == Kind::Text {
            return self.extend_text(before, text);
        }
        let (flags, range) = (text.rules().bits(), (text.start(), text.length()));
        if let (Place::LastChildOf(parent), false) = (place, self.is_irregular) {
            self.create_last_child(parent, Kind::Text, Name::NONE, flags, range);
            return;
        }
        let node = self.create(Kind::Text, Name::NONE, flags, range);
        self.insert(place, node);
    }

    #[cold]
    fn extend_text(&mut self, id: NodeId, text: Text) {
        let node = self.nodes[id as usize];
        let is_chained = node.flags & CHAINED != 0;
        let rules = Rules::from_bits(node.flags);
        if !is_chained && node.start + node.extent == text.start() && rules == text.rules() {
            self.nodes[id as usize].extent += text.length();
            return;
        }
        let (first, last) = if is_chained {
            (node.start, node.extent)
        } else {
            let piece = self.push_piece(node.start, node.extent, rules);
            (piece, piece)
        };
        let piece = self.push_piece(text.start(), text.length(), text.rules());
        self.pieces[last as usize].next = piece;
        let node = &mut self.nodes[id as usize];
        (node.start, node.extent, node.flags) = (first, piece, node.flags | CHAINED);
    }

    fn push_piece(&mut self, start: u32, length: u32, rules: Rules) -> u32 {
        self.pieces.push(Piece { start, length, next: NONE, rules });
        self.pieces.len() as u32 - 1
    }

    /// Gives a node other attributes.
    pub fn set_attributes(&mut self, node: NodeId, attributes: AttributeRange) {
        let node = &mut self.nodes[node as usize];
        (node.start, node.extent, node.flags) = (attributes.first(), attributes.count(), attributes.notes().bits());
    }

    pub fn attributes(&self, node: NodeId) -> AttributeRange {
        let node = &self.nodes[node as usize];
        AttributeRange::new(node.start, node.extent, Notes::from_bits(node.flags))
    }

    pub fn name_of_element(&self, node: NodeId) -> Option<Name> {
        let node = &self.nodes[node as usize];
        node.kind.is_element().then_some(node.name)
    }

    /// The source bytes of a text or comment; those of a text from many places are not counted.
    pub fn text_length(&self, node: NodeId) -> usize {
        let node = &self.nodes[node as usize];
        if node.flags & CHAINED != 0 { 1 } else { node.extent as usize }
    }

    /// The node after this one in document order, the subtree of `root` being all there is.
    pub fn next_within(&mut self, node: NodeId, root: NodeId) -> NodeId {
        let first = self.links().first_children[node as usize];
        if first != NONE {
            return first;
        }
        let mut ancestor = node;
        while ancestor != root && ancestor != NONE {
            let next = self.nodes[ancestor as usize].next;
            if next != NONE {
                return next;
            }
            ancestor = self.parent(ancestor);
        }
        NONE
    }

    /// Replaces the children of one node by copies of all nodes below another.
    pub fn copy_children(&mut self, from: NodeId, to: NodeId) {
        while self.last_child(to) != NONE {
            self.detach(self.last_child(to));
        }
        let mut copies = HashMap::from([(from, to)]);
        let mut node = self.next_within(from, from);
        while node != NONE {
            let Node { parent, name, kind, flags, start, extent, .. } = self.nodes[node as usize];
            let copy = self.create(kind, name, flags, (start, extent));
            self.append_here(copies[&parent], copy);
            copies.insert(node, copy);
            node = self.next_within(node, from);
        }
    }

    pub fn is_html(&self, node: NodeId, name: Name) -> bool {
        let node = &self.nodes[node as usize];
        node.kind == Kind::Html && node.name == name
    }

    /// Brings moved nodes into document order, and says how deep the tree is.
    pub fn finish(&mut self, max_depth: usize, problems: &mut Problems) -> u32 {
        self.nodes[0].next = NONE;
        if self.links.is_some() {
            self.max_depth = self.renumber(max_depth, problems);
        }
        u32::from(self.max_depth)
    }

    /// Copies the nodes in document order. Moving may have nested them deeper than the cap: the surplus
    /// becomes siblings here.
    fn renumber(&mut self, max_depth: usize, problems: &mut Problems) -> u16 {
        let mut ordered: Vec<Node> = Vec::with_capacity(self.nodes.len());
        let mut depths: Vec<u16> = Vec::with_capacity(self.nodes.len());
        let mut new_ids = vec![NONE; self.nodes.len()];
        self.last_children.fill(NONE);
        let mut old = 0;
        while old != NONE {
            let mut node = self.nodes[old as usize];
            let id = ordered.len() as NodeId;
            let mut depth = 0;
            if node.parent != NONE {
                node.parent = new_ids[node.parent as usize];
                if usize::from(depths[node.parent as usize]) >= max_depth {
                    problems.insert(Problems::DEPTH);
                    node.parent = ordered[node.parent as usize].parent;
                }
                depth = depths[node.parent as usize] + u16::from(node.kind.is_element());
                let last = std::mem::replace(&mut self.last_children[node.parent as usize], id);
                if last != NONE {
                    ordered[last as usize].next = id;
                }
            }
            node.next = NONE;
            new_ids[old as usize] = id;
            ordered.push(node);
            depths.push(depth);
            old = self.next_within(old, 0);
        }
        self.nodes = ordered;
        depths.into_iter().max().unwrap_or(0)
    }
}
