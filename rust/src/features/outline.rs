//! The elements of a page in document order, each with its path, its look, and the attributes that features ask for.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::OnceLock;

use super::bag::Bag;
use super::words::fold_digits;
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
    /// Whether no element stands below it.
    pub is_leaf: bool,
    /// The hash of the tag.
    pub tag: u64,
    /// The number of its path among [`Outline::paths`].
    pub path: u32,
    /// The number of its tag and class attribute among [`Outline::looks`].
    pub look: u32,
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

/// A tag with a class attribute: a page has far fewer of these than elements, so that what depends on both is
/// computed once for each.
#[derive(Clone, Copy, Debug)]
pub(super) struct Look {
    /// The first element that looks so.
    pub position: u32,
    /// The hash of `tag.class` with the first class, digits folded.
    pub step: u64,
}

/// The elements of a page, without what stands inside `template`.
pub(super) struct Outline<'page> {
    pub tree: &'page Tree<'page>,
    pub elements: Vec<Element<'page>>,
    /// The hashes of the different paths of tags from the root, in the order in which they are met.
    pub paths: Vec<u64>,
    /// For each path, the hash of the path above it.
    pub path_parents: Vec<u64>,
    /// The different looks, in the order in which they are met.
    pub looks: Vec<Look>,
    /// For each node of the tree, the position of the element that it is; `NONE` for other nodes.
    pub positions: Vec<u32>,
}

/// Memory that is used again for the next page.
#[derive(Default)]
pub(super) struct Scratch {
    paths: Bag,
    looks: Bag,
    tags: TagHashes,
}

impl<'page> Outline<'page> {
    pub fn new(tree: &'page Tree<'page>, scratch: &mut Scratch) -> Self {
        let mut outline = Outline {
            tree,
            elements: Vec::with_capacity(tree.len() / 2),
            paths: Vec::new(),
            path_parents: Vec::new(),
            looks: Vec::new(),
            positions: vec![NONE; tree.len()],
        };
        let mut node = 1;
        let end = tree.len() as NodeId;
        while node < end {
            if tree.is_element(node) {
                outline.push(node, scratch);
            }
            let is_template = tree.kind(node) == Kind::Html && tree.name(node) == Name::TEMPLATE;
            node = if is_template { tree.subtree_end(node) } else { node + 1 };
        }
        scratch.paths.clear();
        scratch.looks.clear();
        scratch.tags.custom.clear();
        outline
    }

    fn push(&mut self, node: NodeId, scratch: &mut Scratch) {
        let tree = self.tree;
        let parent = tree.parent(node).map_or(NONE, |parent| self.positions[parent as usize]);
        let name = tree.name(node);
        let tag = scratch.tags.of_name(tree, name);
        let path = self.number_path(parent, tag, scratch);
        let [mut class, mut id, mut role] = [const { Cow::Borrowed("") }; 3];
        for attribute in tree.attributes(node) {
            match attribute.raw_name().len() {
                5 if attribute.is_named("class") => class = attribute.value(),
                2 if attribute.is_named("id") => id = attribute.value(),
                4 if attribute.is_named("role") => role = attribute.value(),
                _ => {}
            }
        }
        let look = self.number_look(tag, &class, scratch);
        self.positions[node as usize] = self.elements.len() as u32;
        let kind = tree.kind(node);
        self.elements.push(Element { node, parent, name, kind, is_leaf: true, tag, path, look, class, id, role });
    }

    fn number_path(&mut self, parent: u32, tag: u64, scratch: &mut Scratch) -> u32 {
        let mut above = PATH_START;
        if let Some(element) = self.elements.get_mut(parent as usize) {
            element.is_leaf = false;
            above = self.paths[element.path as usize];
        }
        let path = extend(above, tag);
        let number = scratch.paths.number(path);
        if number as usize == self.paths.len() {
            self.paths.push(path);
            self.path_parents.push(above);
        }
        number
    }

    fn number_look(&mut self, tag: u64, class: &str, scratch: &mut Scratch) -> u32 {
        let number = scratch.looks.number(tag ^ quick_hash(class.as_bytes()));
        if number as usize == self.looks.len() {
            let first = class.split_ascii_whitespace().next().unwrap_or("");
            let step = extend(tag, hash_bytes(fold_digits(first).as_bytes()));
            self.looks.push(Look { position: self.elements.len() as u32, step });
        }
        number
    }

    /// The hash of an element's path.
    #[inline]
    pub fn path(&self, element: &Element<'page>) -> u64 {
        self.paths[element.path as usize]
    }

    /// The hash of an element's `tag.class`.
    #[inline]
    pub fn step(&self, element: &Element<'page>) -> u64 {
        self.looks[element.look as usize].step
    }

    /// The element that a text stands directly in; `None` inside `template`.
    #[inline]
    pub fn element_of_text(&self, text: NodeId) -> Option<&Element<'page>> {
        let parent = self.tree.parent(text)?;
        self.elements.get(self.positions[parent as usize] as usize)
    }

    /// The parent of an element.
    #[inline]
    pub fn parent(&self, element: &Element<'page>) -> Option<&Element<'page>> {
        self.elements.get(element.parent as usize)
    }
}

/// A hash that is used within one page only: cheaper than the stable one.
#[inline]
pub(super) fn quick_hash(bytes: &[u8]) -> u64 {
    let (words, rest) = bytes.as_chunks::<8>();
    let last = rest.iter().fold(bytes.len() as u64, |word, &byte| word << 8 | u64::from(byte));
    let words = words.iter().map(|word| u64::from_le_bytes(*word)).chain([last]);
    let mixed = words.fold(0u64, |hash, word| (hash.rotate_left(5) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95));
    mixed ^ mixed >> 32
}

/// The stable hashes of tag names.
#[derive(Default)]
pub(super) struct TagHashes {
    custom: HashMap<Name, u64>,
}

impl TagHashes {
    /// The hash of a name of this tree.
    #[inline]
    pub fn of_name(&mut self, tree: &Tree<'_>, name: Name) -> u64 {
        match known_tag_hash(name) {
            Some(hash) => hash,
            None => *self.custom.entry(name).or_insert_with(|| tag_hash(tree.name_text(name))),
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
