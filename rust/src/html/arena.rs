//! The tree of a page: three flat arrays over the page's text.
//!
//! Nodes are in document order (pre-order), so that most walks are one linear loop: the first child of
//! node `i`, if it has one, is `i + 1`. Text, comments and attributes are ranges of the source that are
//! decoded when somebody asks for them.

use std::borrow::Cow;

use super::attribute_notes::{Noted, Notes};
use super::decode::{self, Rules};
use super::foreign;
use super::names::Name;
use super::problems::Problems;

/// The position of a node in its tree; the document is node 0.
pub type NodeId = u32;

/// The id that stands for "no node".
pub const NONE: NodeId = u32::MAX;

/// What a node is; for an element this includes its namespace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Kind {
    /// The document itself, or the fragment that was parsed.
    Document,
    /// The doctype, of which a document has at most one.
    Doctype,
    /// A comment.
    Comment,
    /// A run of text.
    Text,
    /// An HTML element.
    Html,
    /// An SVG element.
    Svg,
    /// A MathML element.
    MathMl,
}

impl Kind {
    /// Whether the node is an element of any namespace.
    pub fn is_element(self) -> bool {
        matches!(self, Kind::Html | Kind::Svg | Kind::MathMl)
    }
}

/// One node in 20 bytes. The meaning of `start` and `extent` follows from `kind`: first attribute and number
/// of attributes of an element, byte range of a text or comment, first and last piece of a chained text. So does that
/// of `flags`: the [`Notes`] of an element, the [`Rules`] of a text or comment.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub parent: NodeId,
    pub next: NodeId,
    pub name: Name,
    pub kind: Kind,
    pub flags: u8,
    pub start: u32,
    pub extent: u32,
}

/// [`Node::flags`]: the text consists of several pieces of the source.
pub(crate) const CHAINED: u8 = 1 << 7;

/// A part of a text that the parser put together from several places of the source.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Piece {
    pub start: u32,
    pub length: u32,
    pub next: u32,
    pub rules: Rules,
}

/// One attribute as ranges of the source.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct RawAttribute {
    pub name_start: u32,
    pub value_start: u32,
    pub value_length: u32,
    pub name_length: u16,
    pub noted: Noted,
}

/// The attributes of one element among those of the whole tree. In one register, as tokens are and for the same reason.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct AttributeRange(u64);

impl AttributeRange {
    /// No element may have more attributes.
    pub const MAX_COUNT: usize = (1 << 24) - 1;

    pub const NONE: AttributeRange = AttributeRange(0);

    #[inline]
    pub fn new(first: u32, count: u32, notes: Notes) -> Self {
        AttributeRange(u64::from(first) | u64::from(count) << 32 | u64::from(notes.bits()) << 56)
    }

    #[inline]
    pub fn first(self) -> u32 {
        self.0 as u32
    }

    #[inline]
    pub fn count(self) -> u32 {
        (self.0 >> 32) as u32 & AttributeRange::MAX_COUNT as u32
    }

    #[inline]
    pub fn notes(self) -> Notes {
        Notes::from_bits((self.0 >> 56) as u8)
    }

    /// The attributes, all of the tree being given.
    pub fn of(self, attributes: &[RawAttribute]) -> &[RawAttribute] {
        &attributes[self.first() as usize..(self.first() + self.count()) as usize]
    }
}

/// The doctype of a document.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Doctype {
    /// The name, lower-cased.
    pub name: String,
    /// The public identifier, if the page gives one.
    pub public_id: Option<String>,
    /// The system identifier, if the page gives one.
    pub system_id: Option<String>,
}

/// Whether and how much a page asks for the habits of old browsers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum QuirksMode {
    /// A page with a modern doctype.
    #[default]
    NoQuirks,
    /// A page with a transitional doctype.
    LimitedQuirks,
    /// A page without a doctype, or with an old one.
    Quirks,
}

/// The tree of a page.
#[derive(Clone, Debug, Default)]
pub struct Tree<'source> {
    pub(crate) source: Cow<'source, str>,
    pub(crate) nodes: Vec<Node>,
    pub(crate) attributes: Vec<RawAttribute>,
    pub(crate) pieces: Vec<Piece>,
    pub(crate) custom_names: Vec<Box<str>>,
    pub(crate) tag_log: Option<Vec<Name>>,
    pub(crate) doctype: Option<Doctype>,
    pub(crate) quirks: QuirksMode,
    pub(crate) problems: Problems,
    pub(crate) max_depth: u32,
}

impl Tree<'_> {
    /// The number of nodes, the document included.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether the page gave no node but the document.
    pub fn is_empty(&self) -> bool {
        self.nodes.len() <= 1
    }

    /// The text that was parsed.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// The names of all start and end tags in the order of the source, if the parser was asked to keep them.
    pub fn tag_log(&self) -> &[Name] {
        self.tag_log.as_deref().unwrap_or_default()
    }

    /// The doctype, if the page has one.
    pub fn doctype(&self) -> Option<&Doctype> {
        self.doctype.as_ref()
    }

    /// The quirks mode that the doctype asked for.
    pub fn quirks(&self) -> QuirksMode {
        self.quirks
    }

    /// What was cut because the page went over a cap.
    pub fn problems(&self) -> Problems {
        self.problems
    }

    /// How deep the deepest open element was, the `html` element being at depth 1.
    pub fn max_depth(&self) -> u32 {
        self.max_depth
    }

    /// The bytes that the arrays of the tree hold, the source not counted.
    pub fn arena_bytes(&self) -> usize {
        size_of_val(&self.nodes[..])
            + size_of_val(&self.attributes[..])
            + size_of_val(&self.pieces[..])
            + self.custom_names.iter().map(|name| name.len()).sum::<usize>()
    }

    /// A copy that owns its source, for those who keep a tree longer than the page.
    pub fn into_owned(self) -> Tree<'static> {
        Tree { source: Cow::Owned(self.source.into_owned()), ..self }
    }

    /// What the node is.
    pub fn kind(&self, id: NodeId) -> Kind {
        self.nodes[id as usize].kind
    }

    /// Whether the node is an element.
    pub fn is_element(&self, id: NodeId) -> bool {
        self.kind(id).is_element()
    }

    /// The interned local name of an element, lower-cased.
    pub fn name(&self, id: NodeId) -> Name {
        self.nodes[id as usize].name
    }

    /// The local name of an element as the standard spells it (`div`, `foreignObject`); empty for other nodes.
    pub fn tag(&self, id: NodeId) -> &str {
        let node = &self.nodes[id as usize];
        match node.kind {
            Kind::Svg => foreign::svg_tag(self.name_text(node.name)),
            kind if kind.is_element() => self.name_text(node.name),
            _ => "",
        }
    }

    /// The text of an interned name.
    pub fn name_text(&self, name: Name) -> &str {
        name.known_text().unwrap_or_else(|| &self.custom_names[name.custom_index()])
    }

    /// The names that are this page's own, in the order of their numbers.
    pub(crate) fn custom_names(&self) -> impl Iterator<Item = &str> {
        self.custom_names.iter().map(|name| &**name)
    }

    /// The parent, or `None` for the document.
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        some(self.nodes[id as usize].parent)
    }

    /// The first child.
    pub fn first_child(&self, id: NodeId) -> Option<NodeId> {
        let next = self.nodes.get(id as usize + 1)?;
        (next.parent == id).then_some(id + 1)
    }

    /// The next sibling.
    pub fn next_sibling(&self, id: NodeId) -> Option<NodeId> {
        some(self.nodes[id as usize].next)
    }

    /// The children, in order.
    pub fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        std::iter::successors(self.first_child(id), |&child| self.next_sibling(child))
    }

    /// The id after the last node below `id`: the nodes below it are `id + 1 .. subtree_end(id)`.
    pub fn subtree_end(&self, id: NodeId) -> NodeId {
        let mut ancestor = id;
        loop {
            let node = &self.nodes[ancestor as usize];
            if node.next != NONE {
                return node.next;
            }
            if node.parent == NONE {
                return self.nodes.len() as NodeId;
            }
            ancestor = node.parent;
        }
    }

    /// The `html` element; a fragment and an empty arena have none.
    pub fn root(&self) -> Option<NodeId> {
        if self.nodes.is_empty() {
            return None;
        }
        self.children(0).find(|&child| self.is_element(child))
    }

    /// The text of a text or comment node; empty for other nodes.
    pub fn text(&self, id: NodeId) -> Cow<'_, str> {
        let node = &self.nodes[id as usize];
        match node.kind {
            Kind::Text if node.flags & CHAINED != 0 => Cow::Owned(self.chained_text(node.start)),
            Kind::Text | Kind::Comment => {
                decode::text(self.range(node.start, node.extent), Rules::from_bits(node.flags))
            }
            _ => Cow::Borrowed(""),
        }
    }

    /// The text of a text node, in a room that is lent where it does not stand for itself in the page.
    pub fn text_in<'text>(&'text self, id: NodeId, room: &'text mut String) -> &'text str {
        let node = &self.nodes[id as usize];
        match node.kind {
            Kind::Text if node.flags & CHAINED != 0 => {
                *room = self.chained_text(node.start);
                room
            }
            Kind::Text => decode::text_in(self.range(node.start, node.extent), Rules::from_bits(node.flags), room),
            _ => "",
        }
    }

    /// The source of a text or comment node, not decoded; of a text that was put together, the first piece.
    pub fn raw_text(&self, id: NodeId) -> &str {
        let node = &self.nodes[id as usize];
        match node.kind {
            Kind::Text if node.flags & CHAINED != 0 => {
                let piece = &self.pieces[node.start as usize];
                self.range(piece.start, piece.length)
            }
            Kind::Text | Kind::Comment => self.range(node.start, node.extent),
            _ => "",
        }
    }

    /// Whether a text was put together from several places of the page.
    pub fn is_chained(&self, id: NodeId) -> bool {
        let node = &self.nodes[id as usize];
        node.kind == Kind::Text && node.flags & CHAINED != 0
    }

    /// All text below a node (or of it, if it is a text), appended to `out`.
    pub fn text_content(&self, id: NodeId, out: &mut String) {
        for node in id..self.subtree_end(id) {
            if self.kind(node) == Kind::Text {
                out.push_str(&self.text(node));
            }
        }
    }

    fn chained_text(&self, first: u32) -> String {
        let mut text = String::new();
        let mut index = first;
        while index != NONE {
            let piece = &self.pieces[index as usize];
            text.push_str(&decode::text(self.range(piece.start, piece.length), piece.rules));
            index = piece.next;
        }
        text
    }

    /// The attributes of an element, in the order of the page.
    pub fn attributes(&self, id: NodeId) -> impl ExactSizeIterator<Item = Attribute<'_>> {
        let node = &self.nodes[id as usize];
        self.raw_attributes(node).iter().map(move |raw| Attribute { tree: self, kind: node.kind, raw: *raw })
    }

    /// The attributes of an element as ranges; the first is number `node.start` among those of the whole tree.
    #[inline]
    pub(crate) fn raw_attributes(&self, node: &Node) -> &[RawAttribute] {
        if !node.kind.is_element() {
            return &[];
        }
        &self.attributes[node.start as usize..(node.start + node.extent) as usize]
    }

    /// The position of an element's class attribute among those of the whole tree; `NONE` if it has none.
    #[inline]
    pub(crate) fn class_at(&self, node: &Node) -> u32 {
        let place = Notes::from_bits(node.flags).class(self.raw_attributes(node));
        place.map_or(NONE, |place| node.start + place as u32)
    }

    /// The attribute at a position among those of the whole tree, as one of an HTML element.
    #[inline]
    pub(crate) fn attribute_at(&self, position: u32) -> Attribute<'_> {
        Attribute { tree: self, kind: Kind::Html, raw: self.attributes[position as usize] }
    }

    /// The value of the attribute with this lower-case name.
    pub fn attribute(&self, id: NodeId, name: &str) -> Option<Cow<'_, str>> {
        self.attributes(id).find(|attribute| attribute.is_named(name)).map(|attribute| attribute.value())
    }

    /// Leaves out some nodes; all below one that is left out are left out, too.
    pub fn leave_out(&mut self, dropped: &[bool]) {
        let mut numbers = vec![NONE; self.nodes.len()];
        let mut kept = 0;
        for id in (0..self.nodes.len()).filter(|&id| !dropped[id]) {
            let mut node = self.nodes[id];
            while node.next != NONE && dropped[node.next as usize] {
                node.next = self.nodes[node.next as usize].next;
            }
            numbers[id] = kept as NodeId;
            self.nodes[kept] = node;
            kept += 1;
        }
        self.nodes.truncate(kept);
        let number = |id: NodeId| if id == NONE { NONE } else { numbers[id as usize] };
        for node in &mut self.nodes {
            (node.parent, node.next) = (number(node.parent), number(node.next));
        }
    }

    fn range(&self, start: u32, length: u32) -> &str {
        &self.source[start as usize..(start + length) as usize]
    }
}

fn some(id: NodeId) -> Option<NodeId> {
    (id != NONE).then_some(id)
}

/// An attribute of an element.
#[derive(Clone, Copy)]
pub struct Attribute<'tree> {
    tree: &'tree Tree<'tree>,
    kind: Kind,
    raw: RawAttribute,
}

impl<'tree> Attribute<'tree> {
    /// The name as it is written in the source.
    pub fn raw_name(&self) -> &'tree str {
        self.tree.range(self.raw.name_start, u32::from(self.raw.name_length))
    }

    /// How many bytes the name has: most names are told apart by that alone.
    #[inline]
    pub fn name_length(&self) -> usize {
        usize::from(self.raw.name_length)
    }

    /// The value as it is written in the source, character references and all.
    pub fn raw_value(&self) -> &'tree str {
        self.tree.range(self.raw.value_start, self.raw.value_length)
    }

    /// Whether the name equals this lower-case name, case ignored.
    pub fn is_named(&self, name: &str) -> bool {
        self.raw_name().eq_ignore_ascii_case(name)
    }

    /// The name in the standard's spelling: lower case, but `viewBox` on an SVG element.
    pub fn name(&self) -> Cow<'tree, str> {
        let lower = decode::attribute_name(self.raw_name());
        foreign::adjusted_attribute_name(self.kind, lower)
    }

    /// The namespace prefix (`xlink`, `xml`, `xmlns`) that a foreign element's attribute gets.
    pub fn prefix(&self) -> Option<&'static str> {
        foreign::attribute_prefix(self.kind, &decode::attribute_name(self.raw_name()))
    }

    /// The value, decoded.
    pub fn value(&self) -> Cow<'tree, str> {
        decode::attribute_value(self.raw_value())
    }

    /// The value, decoded in a room that is lent where that differs from what is written.
    pub fn value_in<'text>(&self, room: &'text mut String) -> &'text str
    where
        'tree: 'text,
    {
        decode::attribute_value_in(self.raw_value(), room)
    }
}
