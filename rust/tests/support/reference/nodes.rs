//! The tree of html5ever, flat, so that no page can exhaust the stack.

use std::ops::{Index, IndexMut};
use std::rc::Rc;

use html5ever::tendril::StrTendril;
use html5ever::{Attribute, QualName};
use unmold_core::html::Doctype;

/// "No node".
pub const NONE: usize = usize::MAX;
/// The first node of all.
pub const DOCUMENT: usize = 0;

/// What a node is.
pub enum Data {
    Document,
    Doctype(Doctype),
    Comment(StrTendril),
    Text(StrTendril),
    Element(Element),
}

pub struct Element {
    pub name: Rc<QualName>,
    pub attributes: Vec<Attribute>,
    /// The node that holds the contents of a template.
    pub contents: Option<usize>,
    pub is_integration_point: bool,
}

pub struct Node {
    pub data: Data,
    pub parent: usize,
    pub previous: usize,
    pub next: usize,
    pub first_child: usize,
    pub last_child: usize,
}

/// All nodes, in the order in which they were made.
pub struct Nodes(Vec<Node>);

impl Default for Nodes {
    fn default() -> Nodes {
        let mut nodes = Nodes(Vec::new());
        nodes.create(Data::Document);
        nodes
    }
}

impl Nodes {
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Makes a node that is not yet in the tree.
    pub fn create(&mut self, data: Data) -> usize {
        self.0.push(Node { data, parent: NONE, previous: NONE, next: NONE, first_child: NONE, last_child: NONE });
        self.0.len() - 1
    }

    pub fn children(&self, id: usize) -> impl Iterator<Item = usize> {
        let some = |id: usize| (id != NONE).then_some(id);
        std::iter::successors(some(self[id].first_child), move |&child| some(self[child].next))
    }

    /// The node before the place "under `parent`, before `next` or at the end".
    fn before(&self, parent: usize, next: usize) -> usize {
        if next == NONE { self[parent].last_child } else { self[next].previous }
    }

    /// Puts text under `parent`, before `next` or at the end; it joins text that stands before it.
    pub fn insert_text(&mut self, parent: usize, next: usize, text: StrTendril) {
        let before = self.before(parent, next);
        if let Some(Node { data: Data::Text(present), .. }) = self.0.get_mut(before) {
            present.push_tendril(&text);
        } else {
            let id = self.create(Data::Text(text));
            self.insert(parent, next, id);
        }
    }

    /// Puts a node under `parent`, before `next` or at the end.
    pub fn insert(&mut self, parent: usize, next: usize, id: usize) {
        self.remove(id);
        let previous = self.before(parent, next);
        self[id].parent = parent;
        self[id].previous = previous;
        self[id].next = next;
        match previous {
            NONE => self[parent].first_child = id,
            previous => self[previous].next = id,
        }
        match next {
            NONE => self[parent].last_child = id,
            next => self[next].previous = id,
        }
    }

    /// Takes a node out of the tree.
    pub fn remove(&mut self, id: usize) {
        let Node { parent, previous, next, .. } = self[id];
        if parent == NONE {
            return;
        }
        match previous {
            NONE => self[parent].first_child = next,
            previous => self[previous].next = next,
        }
        match next {
            NONE => self[parent].last_child = previous,
            next => self[next].previous = previous,
        }
        self[id].parent = NONE;
        self[id].previous = NONE;
        self[id].next = NONE;
    }
}

impl Index<usize> for Nodes {
    type Output = Node;

    fn index(&self, id: usize) -> &Node {
        &self.0[id]
    }
}

impl IndexMut<usize> for Nodes {
    fn index_mut(&mut self, id: usize) -> &mut Node {
        &mut self.0[id]
    }
}
