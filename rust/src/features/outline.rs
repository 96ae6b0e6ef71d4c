//! The elements of a page in document order, each with its path and the attributes that features ask for.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::OnceLock;

use crate::hash::{PATH_START, extend, hash_bytes};
use crate::html::{KNOWN, Kind, NONE, Name, NodeId, Tree};

/// An element that is part of the page.
#[derive(Clone, Debug)]
pub(super) struct Element<'page> {
    pub node: NodeId,
    /// The position of the parent in the outline; `NONE` for the root.
    pub parent: u32,
    pub name: Name,
    pub kind: Kind,
    /// The hash of the tag.
    pub tag: u64,
    /// The hash of the path of tags from the root.
    pub path: u64,
    /// Whether no element stands below it.
    pub is_leaf: bool,
    pub class: Cow<'page, str>,
    pub id: Cow<'page, str>,
    pub role: Cow<'page, str>,
}

impl Element<'_> {
    /// Whether it is the HTML element of this name.
    #[inline]
    pub fn is_html(&self, name: Name) -> bool {
        self.name == name && self.kind == Kind::Html
    }
}

/// The elements of a page, without what stands inside `template`.
pub(super) struct Outline<'page> {
    pub tree: &'page Tree<'page>,
    pub elements: Vec<Element<'page>>,
    /// For each node of the tree, the position of the element that it is; `NONE` for other nodes.
    pub positions: Vec<u32>,
}

impl<'page> Outline<'page> {
    pub fn new(tree: &'page Tree<'page>) -> Self {
        let mut outline =
            Outline { tree, elements: Vec::with_capacity(tree.len() / 2), positions: vec![NONE; tree.len()] };
        let mut tags = TagHashes::default();
        let mut node = 1;
        let end = tree.len() as NodeId;
        while node < end {
            if tree.is_element(node) {
                outline.push(node, &mut tags);
            }
            let is_template = tree.kind(node) == Kind::Html && tree.name(node) == Name::TEMPLATE;
            node = if is_template { tree.subtree_end(node) } else { node + 1 };
        }
        outline
    }

    fn push(&mut self, node: NodeId, tags: &mut TagHashes) {
        let tree = self.tree;
        let position = self.elements.len() as u32;
        let parent = tree.parent(node).map_or(NONE, |parent| self.positions[parent as usize]);
        let tag = tags.hash(tree, node);
        let mut path = PATH_START;
        if let Some(above) = self.elements.get_mut(parent as usize) {
            above.is_leaf = false;
            path = above.path;
        }
        let mut element = Element {
            node,
            parent,
            name: tree.name(node),
            kind: tree.kind(node),
            tag,
            path: extend(path, tag),
            is_leaf: true,
            class: Cow::Borrowed(""),
            id: Cow::Borrowed(""),
            role: Cow::Borrowed(""),
        };
        for attribute in tree.attributes(node) {
            match attribute.raw_name().len() {
                5 if attribute.is_named("class") => element.class = attribute.value(),
                2 if attribute.is_named("id") => element.id = attribute.value(),
                4 if attribute.is_named("role") => element.role = attribute.value(),
                _ => {}
            }
        }
        self.positions[node as usize] = position;
        self.elements.push(element);
    }

    /// The leaves of the element tree.
    pub fn leaves(&self) -> impl Iterator<Item = &Element<'page>> {
        self.elements.iter().filter(|element| element.is_leaf)
    }

    /// The element that a text stands directly in; `None` inside `template`.
    pub fn element_of_text(&self, text: NodeId) -> Option<&Element<'page>> {
        let parent = self.tree.parent(text)?;
        self.elements.get(self.positions[parent as usize] as usize)
    }

    /// The parent of an element.
    pub fn parent(&self, element: &Element<'page>) -> Option<&Element<'page>> {
        self.elements.get(element.parent as usize)
    }
}

/// The stable hashes of tag names.
#[derive(Default)]
pub(super) struct TagHashes {
    custom: HashMap<(Name, bool), u64>,
}

impl TagHashes {
    #[inline]
    fn hash(&mut self, tree: &Tree<'_>, node: NodeId) -> u64 {
        let name = tree.name(node);
        match known_tag_hash(name) {
            Some(hash) => hash,
            None => *self
                .custom
                .entry((name, tree.kind(node) == Kind::Svg))
                .or_insert_with(|| tag_hash(&tree.tag(node).to_ascii_lowercase())),
        }
    }
}

/// The stable hash of a tag: that of its lower-case name, whatever its namespace.
pub(super) fn tag_hash(name: &str) -> u64 {
    hash_bytes(name.as_bytes())
}

/// The stable hash of a name that is known at compile time.
#[inline]
pub(super) fn known_tag_hash(name: Name) -> Option<u64> {
    static HASHES: OnceLock<Vec<u64>> = OnceLock::new();
    let hashes = HASHES.get_or_init(|| {
        (0..KNOWN as u16).map(|number| tag_hash(Name(number).known_text().unwrap_or_default())).collect()
    });
    hashes.get(name.0 as usize).copied()
}
