//! What a page holds for features, read in one walk over its nodes: elements with their paths and looks, and where
//! texts, links and labels stand.
//!
//! The tree enters, short lists of numbers leave; the files beside this one make features of them. Nothing is decoded
//! here but ids, roles and new classes.

use std::borrow::Cow;

use super::attributes::{Attributes, Known};
use super::bag::Bag;
use super::names::Names;
use super::region::{Marks, Signs, has_chrome_word, names_region};
use super::siblings::Siblings;
use super::words::fold_digits;
use crate::hash::{PATH_START, extend, hash_bytes};
use crate::html::{CHAINED, Kind, NONE, Name, Node, NodeId, Tree};

/// An element that is part of the page.
#[derive(Clone, Copy, Debug)]
pub(super) struct Element {
    pub node: NodeId,
    /// The position of the parent in the outline; `NONE` for the root.
    pub parent: u32,
    /// The number of its path among [`Outline::paths`].
    pub path: u32,
    /// The number of its tag and class attribute among [`Outline::looks`].
    pub look: u32,
    /// Its position among the siblings of its name and namespace, from 1 on.
    pub index: u32,
    pub name: Name,
    /// The number of elements above it.
    pub depth: u32,
    pub kind: Kind,
    /// Whether no element stands below it.
    pub is_leaf: bool,
    /// Whether a sibling has its name and namespace.
    pub has_twins: bool,
    /// The regions it lies in.
    pub marks: Marks,
}

impl Element {
    /// Whether it is the HTML element of this name.
    #[inline]
    pub fn is_html(&self, name: Name) -> bool {
        self.name == name && self.kind == Kind::Html
    }

    /// Learns of the next sibling with its name, and gives that one's index.
    #[inline]
    fn add_twin(&mut self) -> u32 {
        self.has_twins = true;
        self.index + 1
    }
}

/// A tag with a class attribute: a page has far fewer of these than elements, so that what depends on both is
/// computed once for each.
#[derive(Clone, Copy, Debug)]
pub(super) struct Look {
    /// The name of the elements that look so.
    pub name: Name,
    /// The class attribute of one of them; `NONE` if they have none.
    pub class: u32,
    /// The hash of `tag.class` with the first class, digits folded.
    pub step: u64,
    is_chrome: bool,
}

/// A text that a reader sees.
#[derive(Clone, Copy, Debug)]
pub(super) struct TextAt {
    pub node: NodeId,
    /// The element that it stands directly in.
    pub element: u32,
    /// Where it stands in the source, without white space around it; empty for a text from several places.
    pub start: u32,
    pub length: u32,
    /// Whether white space was left out before and behind it.
    pub is_apart: [bool; 2],
    /// Whether a blank text stands between this one and the last.
    pub is_after_blank: bool,
}

/// A place where a label may stand.
#[derive(Clone, Copy, Debug)]
pub(super) enum LabelAt {
    /// A text node.
    Text(NodeId),
    /// A text node that is a label if it ends with a colon.
    Colon(NodeId),
    /// An attribute of the tree.
    Attribute(u32),
}

/// The outline of a page. The same memory serves one page after the other.
#[derive(Default)]
pub(super) struct Outline {
    pub names: Names,
    /// The elements in document order, without what stands inside `template`.
    pub elements: Vec<Element>,
    /// The hashes of the different paths of tags from the root, in the order in which they are met.
    pub paths: Vec<u64>,
    /// For each of these paths, the path above it.
    pub path_parents: Vec<u64>,
    /// The different looks, in the order in which they are met.
    pub looks: Vec<Look>,
    /// The visible texts but blank ones, in document order.
    pub texts: Vec<TextAt>,
    /// Elements that are links, each with its `href` attribute.
    pub links: Vec<(u32, u32)>,
    /// Where labels may stand, in document order, each with its element.
    pub labels: Vec<(u32, LabelAt)>,
    /// The first `href` of a `base` element.
    pub base: Option<u32>,
    /// Whether an element lies in `main` or its like.
    pub has_main: bool,
    path_numbers: Bag,
    look_numbers: Bag,
    siblings: Siblings,
    open: Vec<Open>,
    is_after_blank: bool,
}

/// An element while the walk is below it.
#[derive(Clone, Copy)]
struct Open {
    node: NodeId,
    element: u32,
    path: u64,
    /// The state of [`Siblings`] when it was entered.
    siblings: u32,
    duties: u8,
    marks: Marks,
}

/// [`Open::duties`]: what is asked of the texts directly in an element.
mod duties {
    /// They are shown to a reader: not so inside `script`, `style` and their like.
    pub const IS_VISIBLE: u8 = 1;
    /// They name other content.
    pub const NAMES_CONTENT: u8 = 1 << 1;
    /// They are labels if they end with a colon.
    pub const MAY_END_WITH_COLON: u8 = 1 << 2;
}

impl Outline {
    /// Reads a page; what the last one left is gone.
    pub fn read(&mut self, tree: &Tree<'_>) {
        self.start(tree);
        // Nodes before this one stand inside `template`.
        let mut next = 1;
        for (id, node) in (0..).zip(&tree.nodes) {
            if id < next {
                continue;
            }
            match node.kind {
                Kind::Text => self.read_text(tree, id, node),
                Kind::Html | Kind::Svg | Kind::MathMl => {
                    self.read_element(tree, id, node);
                    if node.name == Name::TEMPLATE && node.kind == Kind::Html {
                        next = tree.subtree_end(id);
                    }
                }
                _ => {}
            }
        }
    }

    fn start(&mut self, tree: &Tree<'_>) {
        self.names.read(tree);
        self.siblings.start(self.names.len());
        self.elements.clear();
        self.paths.clear();
        self.path_parents.clear();
        self.looks.clear();
        self.texts.clear();
        self.links.clear();
        self.labels.clear();
        self.path_numbers.clear();
        self.look_numbers.clear();
        self.open.clear();
        self.open.push(Open {
            node: 0,
            element: NONE,
            path: PATH_START,
            siblings: 0,
            duties: 0,
            marks: Marks::default(),
        });
        (self.base, self.has_main, self.is_after_blank) = (None, false, false);
    }

    /// Leaves elements until the parent of the next node is the one that is open.
    #[inline]
    fn return_to(&mut self, parent: NodeId) -> Open {
        loop {
            let open = self.open[self.open.len() - 1];
            if open.node == parent || self.open.len() == 1 {
                return open;
            }
            self.siblings.leave(open.siblings);
            self.open.pop();
        }
    }

    #[inline]
    fn read_element(&mut self, tree: &Tree<'_>, id: NodeId, node: &Node) {
        let above = self.return_to(node.parent);
        let (name, kind) = (node.name, node.kind);
        let number = self.elements.len() as u32;
        let attributes = Attributes::read(tree, node);
        let hash = self.names.hash(name);
        let path = extend(above.path, hash);
        let look = self.number_look(tree, name, hash, attributes.class);
        let (index, has_twins) = match self.siblings.replace(above.element, number, name, kind) {
            Some(twin) => (self.elements[twin as usize].add_twin(), true),
            None => (1, false),
        };
        if let Some(parent) = self.elements.get_mut(above.element as usize) {
            parent.is_leaf = false;
        }
        let element = Element {
            node: id,
            parent: above.element,
            path: self.number_path(above.path, path),
            look,
            index,
            name,
            depth: self.open.len() as u32 - 1,
            kind,
            is_leaf: true,
            has_twins,
            marks: self.marks(tree, above.marks, node, look, &attributes),
        };
        self.elements.push(element);
        self.note_links(number, node, &attributes);
        if attributes.has_labels {
            self.note_labels(tree, number, node);
        }
        let (siblings, duties) = (self.siblings.enter(), duties_of(name, kind));
        self.open.push(Open { node: id, element: number, path, siblings, duties, marks: element.marks });
    }

    #[inline]
    fn number_path(&mut self, above: u64, path: u64) -> u32 {
        let number = self.path_numbers.number(path);
        if number as usize == self.paths.len() {
            self.paths.push(path);
            self.path_parents.push(above);
        }
        number
    }

    #[inline]
    fn number_look(&mut self, tree: &Tree<'_>, name: Name, hash: u64, class: u32) -> u32 {
        let source = if class == NONE { "" } else { tree.attribute_at(class).raw_value() };
        let number = self.look_numbers.number(hash ^ quick_hash(source.as_bytes()));
        if number as usize == self.looks.len() {
            self.push_look(tree, name, hash, class);
        }
        number
    }

    fn push_look(&mut self, tree: &Tree<'_>, name: Name, hash: u64, class: u32) {
        let value = if class == NONE { Default::default() } else { tree.attribute_at(class).value() };
        let first = value.split_ascii_whitespace().next().unwrap_or("");
        let step = extend(hash, hash_bytes(fold_digits(first).as_bytes()));
        let is_chrome = !self.has_main && has_chrome_word(&value);
        self.looks.push(Look { name, class, step, is_chrome });
    }

    #[inline]
    fn marks(&mut self, tree: &Tree<'_>, above: Marks, node: &Node, look: u32, attributes: &Attributes) -> Marks {
        let has_chrome_class = self.looks[look as usize].is_chrome;
        if attributes.id == NONE && attributes.role == NONE && !has_chrome_class && !names_region(node.name) {
            return above;
        }
        let value = |attribute: u32| {
            if attribute == NONE { Cow::Borrowed("") } else { tree.attribute_at(attribute).value() }
        };
        let (id, role) = (&value(attributes.id), &value(attributes.role));
        let signs = Signs { name: node.name, kind: node.kind, id, role, has_chrome_class };
        // A page with a main region is not asked where its chrome is.
        let marks = signs.marks(above, !self.has_main);
        self.has_main |= marks.has(Marks::MAIN);
        marks
    }

    #[inline]
    fn note_links(&mut self, number: u32, node: &Node, attributes: &Attributes) {
        if attributes.href == NONE || node.kind != Kind::Html {
            return;
        }
        match node.name {
            Name::A | Name::AREA => self.links.push((number, attributes.href)),
            Name::BASE if self.base.is_none() => self.base = Some(attributes.href),
            _ => {}
        }
    }

    fn note_labels(&mut self, tree: &Tree<'_>, number: u32, node: &Node) {
        for (position, attribute) in (node.start..).zip(tree.raw_attributes(node)) {
            let is_label = match Known::of(tree, attribute) {
                Some(Known::Label) => true,
                Some(Known::Value) => is_submit(tree, self.elements[number as usize]),
                _ => false,
            };
            if is_label {
                self.labels.push((number, LabelAt::Attribute(position)));
            }
        }
    }

    #[inline]
    fn read_text(&mut self, tree: &Tree<'_>, id: NodeId, node: &Node) {
        let open = self.return_to(node.parent);
        if open.duties == 0 {
            return;
        }
        let is_whole = node.flags & CHAINED == 0;
        let raw = match is_whole {
            true => &tree.source().as_bytes()[node.start as usize..(node.start + node.extent) as usize],
            false => tree.raw_text(id).as_bytes(),
        };
        let behind = raw.trim_ascii_start();
        let text = behind.trim_ascii_end();
        let is_visible = open.duties & duties::IS_VISIBLE != 0;
        if text.is_empty() && is_whole {
            self.is_after_blank |= is_visible;
            return;
        }
        if open.duties & duties::NAMES_CONTENT != 0 {
            self.labels.push((open.element, LabelAt::Text(id)));
        } else if open.duties & duties::MAY_END_WITH_COLON != 0 && text.ends_with(b":") {
            self.labels.push((open.element, LabelAt::Colon(id)));
        }
        if is_visible {
            let before = (raw.len() - behind.len()) as u32;
            let (start, length) = if is_whole { (node.start + before, text.len() as u32) } else { (0, 0) };
            let is_apart = [before > 0, text.len() < behind.len()];
            let is_after_blank = std::mem::take(&mut self.is_after_blank);
            self.texts.push(TextAt { node: id, element: open.element, start, length, is_apart, is_after_blank });
        }
    }

    /// The hash of an element's path.
    #[inline]
    pub fn path(&self, element: &Element) -> u64 {
        self.paths[element.path as usize]
    }

    /// The parent of an element.
    #[inline]
    pub fn parent(&self, element: &Element) -> Option<&Element> {
        self.elements.get(element.parent as usize)
    }

    /// An element and those above it, from the inside out.
    pub fn ancestors(&self, element: u32) -> impl Iterator<Item = &Element> {
        std::iter::successors(self.elements.get(element as usize), |element| self.parent(element))
    }
}

fn is_submit(tree: &Tree<'_>, element: Element) -> bool {
    element.is_html(Name::INPUT)
        && tree.attribute(element.node, "type").is_some_and(|kind| kind.eq_ignore_ascii_case("submit"))
}

#[inline]
fn duties_of(name: Name, kind: Kind) -> u8 {
    use duties::{IS_VISIBLE, MAY_END_WITH_COLON, NAMES_CONTENT};
    match name {
        Name::SCRIPT | Name::STYLE | Name::NOSCRIPT => 0,
        Name::NOFRAMES | Name::NOEMBED | Name::IFRAME => MAY_END_WITH_COLON,
        Name::A | Name::TEXTAREA => IS_VISIBLE,
        Name::TH
        | Name::DT
        | Name::LABEL
        | Name::BUTTON
        | Name::LEGEND
        | Name::SUMMARY
        | Name::CAPTION
        | Name::OPTION
        | Name::H1
        | Name::H2
        | Name::H3
        | Name::H4
        | Name::H5
        | Name::H6
        | Name::TITLE
            if kind == Kind::Html =>
        {
            IS_VISIBLE | NAMES_CONTENT
        }
        _ => IS_VISIBLE | MAY_END_WITH_COLON,
    }
}

/// A hash that is used within one page only: cheaper than the stable one.
#[inline]
fn quick_hash(bytes: &[u8]) -> u64 {
    let (words, rest) = bytes.as_chunks::<8>();
    let last = rest.iter().fold(bytes.len() as u64, |word, &byte| word << 8 | u64::from(byte));
    let words = words.iter().map(|word| u64::from_le_bytes(*word)).chain([last]);
    let mixed = words.fold(0u64, |hash, word| (hash.rotate_left(5) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95));
    mixed ^ mixed >> 32
}
