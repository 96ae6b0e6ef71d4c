//! The leaves of a page, in document order.

use std::borrow::Cow;
use std::ops::Range;

use super::blocks::{Blocks, is_hidden, is_shown_text, read_shown_texts};
use super::keys::ElementKeys;
use super::linked::LinkedData;
use super::matching::{own_label_hash, place_key, text_hash};
use super::rows::Rows;
use super::scopes::Scopes;
use super::tidy::tidied;
use super::values::{Strings, push_collapsed};
use crate::hash::{extend, hash_bytes};
use crate::html::{Kind, Name, NodeId, Tree};

/// Where images that a script would load have their addresses, beside `src`.
pub const LAZY: [&str; 4] = ["data-src", "data-original", "data-lazy-src", "data-lazy"];

/// Where the value of a leaf is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum LeafKind {
    /// A text node.
    Text = 0,
    /// A block whose content is all inline: its whole text.
    Block = 1,
    /// The link of an `a`.
    Href = 2,
    /// The source of an image.
    Src = 3,
    /// The alternative text of an image.
    Alt = 4,
    /// A title attribute.
    Title = 5,
    /// A content, datetime or value attribute.
    Content = 6,
    /// A meta element, found by its name.
    Meta = 7,
    /// A value of a JSON-LD script, found by its path.
    Json = 8,
}

impl LeafKind {
    /// Whether leaves of this kind are found by their names, wherever they are.
    pub fn is_named(self) -> bool {
        matches!(self, LeafKind::Meta | LeafKind::Json)
    }
}

/// The kinds of leaves that are found by where they stand.
const PLACED_KINDS: usize = 7;

/// No group of leaves.
pub const NO_GROUP: u32 = u32::MAX;

/// One leaf; its value is the string of the same position.
#[derive(Clone, Copy, Debug)]
pub struct Leaf {
    /// The node that the value belongs to.
    pub node: NodeId,
    /// The first node behind it: for a block, behind all that is in it.
    pub end: NodeId,
    /// The first node that a label of this leaf may be.
    pub scope: NodeId,
    /// Where the value is.
    pub kind: LeafKind,
    /// Whether it is written as a label: in `th`, `dt`, `label`, or bold at the start of a pair.
    pub is_label: bool,
    /// Whether it is a whole paragraph or list item.
    pub is_paragraph: bool,
    /// Whether its value ends with a colon.
    pub has_colon: bool,
    /// The keys: tail, class path, path, place.
    pub keys: [u64; 4],
    /// The number of what shares all keys with it but the place; [`NO_GROUP`] for what is found by its name.
    pub group: u32,
    /// The key of its place among other keys of leaves.
    pub place_key: u64,
    /// The hash of a text that may be the template's; 0 for what is too long or no text.
    pub text: u64,
    /// Its identity there: the text and the tail of its element.
    pub identity: u64,
    /// The identity of the label that a text begins with; 0 where there is none.
    pub own_label: u64,
    /// Of a paragraph without markup, the identity of the text that it holds; 0 for others.
    pub whole_text: u64,
}

/// All leaves of a page.
#[derive(Clone, Debug, Default)]
pub struct Leaves {
    /// The leaves, in document order.
    pub leaves: Vec<Leaf>,
    /// Their values, white space collapsed.
    pub values: Strings,
    /// The names of the leaves whose kind is `Meta`, the paths of those whose kind is `Json`; empty for others.
    pub names: Strings,
    /// The elements that may be rows.
    pub rows: Rows,
    /// How many groups of leaves there are that share keys.
    pub groups: usize,
}

impl Leaves {
    /// Forgets the leaves of an earlier page; those of its rows are replaced.
    fn clear(&mut self) {
        self.leaves.clear();
        self.groups = 0;
        self.values.clear();
        self.names.clear();
    }

    /// The one text in a block, if it has only one.
    pub fn text_of_block(&self, leaf: u32) -> Option<u32> {
        let (block, inner) = (leaf as usize, leaf as usize + 1);
        let are = self.leaves.get(block)?.kind == LeafKind::Block && self.leaves.get(inner)?.kind == LeafKind::Text;
        (are && self.values.get(block) == self.values.get(inner)).then_some(leaf + 1)
    }

    /// For each leaf the block that it is in, or -1.
    pub fn blocks(&self) -> Vec<i64> {
        let (mut block, mut end) = (-1, 0);
        let around = (0..).zip(&self.leaves).map(|(index, leaf)| {
            if leaf.kind == LeafKind::Block {
                (block, end) = (index, leaf.end);
                return -1;
            }
            if leaf.node < end { block } else { -1 }
        });
        around.collect()
    }
}

/// The leaves of a page.
pub fn leaves(tree: &Tree<'_>) -> Leaves {
    let mut finder = LeafFinder::default();
    finder.find(tree);
    finder.found
}

/// The keys that leaves of one kind share in elements of one shape, made once for all of them: a page has many rows and
/// few shapes.
#[derive(Default)]
struct GroupKeys {
    /// By shape and kind the number of the group; [`NO_GROUP`] until there is a leaf.
    numbers: Vec<u32>,
    /// By group its keys: tail, class path, path.
    keys: Vec<[u64; 3]>,
}

impl GroupKeys {
    /// Forgets the groups of an earlier page, and makes room for those of this many shapes.
    fn clear(&mut self, shapes: usize) {
        self.keys.clear();
        self.numbers.clear();
        self.numbers.resize(shapes * PLACED_KINDS, NO_GROUP);
    }

    /// The group of leaves of a kind in elements of a shape, and its keys.
    fn of(&mut self, elements: &ElementKeys, node: NodeId, kind: LeafKind, salt: u64) -> (u32, [u64; 3]) {
        let number = &mut self.numbers[elements.shape_of[node as usize] as usize * PLACED_KINDS + kind as usize];
        if *number == NO_GROUP {
            *number = self.keys.len() as u32;
            let shape = elements.shape(node);
            self.keys.push([shape.tail, shape.class_path, shape.path].map(|key| placed_key(key, kind, salt)));
        }
        (*number, self.keys[*number as usize])
    }
}

/// The key of a leaf by where it stands.
fn placed_key(place: u64, kind: LeafKind, salt: u64) -> u64 {
    extend(extend(place, kind as u64), salt)
}

/// Finds the leaves of pages, one after the other, in the same arrays: of all instructions of extraction, a fortieth
/// allocated them for every page.
#[derive(Default)]
pub struct LeafFinder {
    elements: ElementKeys,
    shown: Vec<bool>,
    scopes: Scopes,
    blocks: Blocks,
    pieces: Vec<(NodeId, Range<usize>)>,
    groups: GroupKeys,
    room: String,
    found: Leaves,
}

impl LeafFinder {
    /// About how many bytes the arrays hold.
    pub fn capacity(&self) -> usize {
        self.elements.capacity()
            + self.found.leaves.capacity() * size_of::<Leaf>()
            + self.found.values.text.capacity()
            + self.found.rows.capacity()
    }

    /// The leaves of a page, which the next one replaces.
    pub fn find(&mut self, tree: &Tree<'_>) -> &Leaves {
        let LeafFinder { elements, shown, scopes, blocks, pieces, groups, room, found } = self;
        pieces.clear();
        elements.read(tree);
        groups.clear(elements.shapes.len());
        read_shown_texts(tree, shown, room);
        found.clear();
        blocks.read(tree, shown, &mut found.rows.ends);
        scopes.read(tree, blocks);
        found.rows.read(tree, elements, shown);
        found.leaves.reserve(tree.len());
        let scripts: Vec<NodeId> = (1..tree.len() as NodeId).filter(|&node| is_linked_data(tree, node)).collect();
        let texts: Vec<String> = scripts.iter().map(|&script| text_of(tree, script)).collect();
        let linked = LinkedData::read(texts.iter().map(String::as_str));
        let mut collector = Collector { tree, elements, scopes, linked, groups, room, found, pieces, next_piece: 0 };
        let mut node = 1;
        while node < tree.len() as NodeId {
            if tree.is_element(node) && is_hidden(tree, node) {
                if let Ok(script) = scripts.binary_search(&node) {
                    collector.add_structured(node, script);
                }
                node = tree.subtree_end(node);
                continue;
            }
            match tree.kind(node) {
                Kind::Text if shown[node as usize] => collector.add_text(node),
                kind if kind.is_element() => {
                    if blocks.has(tree, node) {
                        collector.add_block(node);
                    }
                    collector.add_attributes(node);
                }
                _ => {}
            }
            node += 1;
        }
        self.found.groups = self.groups.keys.len();
        &self.found
    }
}

/// Whether a node is a script of JSON-LD.
fn is_linked_data(tree: &Tree<'_>, node: NodeId) -> bool {
    let is_json = |value: &str| {
        value.split(';').next().is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/ld+json"))
    };
    tree.is_element(node)
        && tree.name(node) == Name::SCRIPT
        && tree.attribute(node, "type").is_some_and(|value| is_json(&value))
}

fn text_of(tree: &Tree<'_>, node: NodeId) -> String {
    let mut text = String::new();
    tree.text_content(node, &mut text);
    text
}

struct Collector<'page> {
    tree: &'page Tree<'page>,
    elements: &'page ElementKeys,
    scopes: &'page Scopes,
    linked: LinkedData,
    groups: &'page mut GroupKeys,
    /// Where texts are decoded.
    room: &'page mut String,
    found: &'page mut Leaves,
    /// The texts of the last block, each with where it stands in the value of the block.
    pieces: &'page mut Vec<(NodeId, Range<usize>)>,
    /// The piece at which the next text of the block is looked for.
    next_piece: usize,
}

impl Collector<'_> {
    fn add_text(&mut self, node: NodeId) {
        let text = &mut self.found.values.text;
        let start = text.len();
        // What a block says is read once, and its texts are parts of it.
        while self.pieces.get(self.next_piece).is_some_and(|&(piece, _)| piece < node) {
            self.next_piece += 1;
        }
        match self.pieces.get(self.next_piece) {
            Some((piece, range)) if *piece == node => {
                let is_apart = text[range.clone()].starts_with(' ');
                text.extend_from_within(range.start + usize::from(is_apart)..range.end);
            }
            _ => push_collapsed(self.tree.text_in(node, self.room), text, start),
        }
        self.close(start, node, LeafKind::Text, 0, "");
    }

    fn add_block(&mut self, node: NodeId) {
        let start = self.found.values.text.len();
        self.pieces.clear();
        self.next_piece = 0;
        for below in node..self.tree.subtree_end(node) {
            if self.tree.kind(below) == Kind::Text {
                let from = self.found.values.text.len();
                push_collapsed(self.tree.text_in(below, self.room), &mut self.found.values.text, start);
                self.pieces.push((below, from..self.found.values.text.len()));
            } else if self.tree.name(below) == Name::BR && self.tree.is_element(below) {
                push_collapsed(" ", &mut self.found.values.text, start);
            }
        }
        self.close(start, node, LeafKind::Block, 0, "");
        // Blanks at the end of a block are cut.
        let end = self.found.values.text.len();
        for (_, range) in self.pieces.iter_mut().rev().take_while(|(_, range)| range.end > end) {
            *range = range.start.min(end)..end;
        }
    }

    fn add_attributes(&mut self, node: NodeId) {
        if self.tree.kind(node) == Kind::Html && self.tree.name(node) == Name::META {
            return self.add_meta(node);
        }
        let mut lazy = lazy_source(self.tree, node);
        for attribute in self.tree.attributes(node) {
            let kind = match attribute.name_length() {
                4 if attribute.is_named("href") => LeafKind::Href,
                3 if attribute.is_named("src") => LeafKind::Src,
                3 if attribute.is_named("alt") => LeafKind::Alt,
                5 if attribute.is_named("title") => LeafKind::Title,
                7 if attribute.is_named("content") => LeafKind::Content,
                8 if attribute.is_named("datetime") => LeafKind::Content,
                _ => continue,
            };
            let real = if kind == LeafKind::Src { lazy.take() } else { None };
            let mut room = std::mem::take(self.room);
            self.add_attribute(node, kind, real.as_deref().unwrap_or_else(|| attribute.value_in(&mut room)));
            *self.room = room;
        }
        if let Some(address) = lazy {
            self.add_attribute(node, LeafKind::Src, &address);
        }
    }

    fn add_attribute(&mut self, node: NodeId, kind: LeafKind, value: &str) {
        if kind == LeafKind::Href && is_script(value) {
            return;
        }
        let start = self.found.values.text.len();
        push_collapsed(value, &mut self.found.values.text, start);
        self.close(start, node, kind, kind as u64, "");
    }

    /// A meta element is found by its name, wherever it is.
    fn add_meta(&mut self, node: NodeId) {
        let named = ["property", "name", "itemprop", "http-equiv"];
        let name = named.into_iter().find_map(|attribute| self.tree.attribute(node, attribute));
        let (Some(name), Some(content)) = (name, self.tree.attribute(node, "content")) else { return };
        let name = name.trim().to_ascii_lowercase();
        let start = self.found.values.text.len();
        push_collapsed(&tidied(&content), &mut self.found.values.text, start);
        self.close(start, node, LeafKind::Meta, hash_bytes(name.as_bytes()), &name);
    }

    /// The values of a JSON-LD script are found by their paths, wherever it is.
    fn add_structured(&mut self, node: NodeId, script: usize) {
        for entry in self.linked.entries(script) {
            let start = self.found.values.text.len();
            push_collapsed(&entry.value, &mut self.found.values.text, start);
            self.close(start, node, LeafKind::Json, hash_bytes(entry.path.as_bytes()), &entry.path);
        }
    }

    /// Ends the value that was written, if it says anything, and adds its leaf.
    fn close(&mut self, start: usize, node: NodeId, kind: LeafKind, salt: u64, name: &str) {
        let values = &mut self.found.values;
        while values.text.len() > start && values.text.ends_with(' ') {
            values.text.pop();
        }
        if values.text.len() == start {
            return;
        }
        values.close();
        self.found.names.push(name);
        let (group, keys) = if kind.is_named() {
            (NO_GROUP, [extend(salt, kind as u64); 4])
        } else {
            let (group, [tail, class_path, path]) = self.groups.of(self.elements, node, kind, salt);
            (group, [tail, class_path, path, placed_key(self.elements.places[node as usize], kind, salt)])
        };
        let value = self.found.values.get(self.found.leaves.len());
        let has_colon = value.as_bytes().last() == Some(&b':');
        let (text, own_label) = match kind {
            LeafKind::Text => (text_hash(value), own_label_hash(value, keys[0])),
            _ => (0, 0),
        };
        let identity = extend(text, keys[0]);
        if text != 0 {
            self.note_whole_text(identity);
        }
        let is_label = kind == LeafKind::Text && is_label(self.tree, node);
        let is_paragraph = kind == LeafKind::Block && matches!(self.tree.name(node), Name::P | Name::LI);
        let end = if kind == LeafKind::Block { self.tree.subtree_end(node) } else { node + 1 };
        self.found.leaves.push(Leaf {
            node,
            end,
            scope: self.scopes.of(node),
            kind,
            is_label,
            is_paragraph,
            has_colon,
            keys,
            group,
            place_key: place_key(keys[3]),
            text,
            identity,
            own_label,
            whole_text: 0,
        });
    }

    /// Notes of the paragraph before a text that it holds nothing else. The value of the text is the last.
    fn note_whole_text(&mut self, identity: u64) {
        let Leaves { leaves, values, .. } = &mut *self.found;
        let at = leaves.len();
        if let Some(before) = leaves.last_mut()
            && before.kind == LeafKind::Block
            && values.get(at - 1) == values.get(at)
        {
            before.whole_text = identity;
        }
    }
}

/// Whether a text is directly in an element that holds labels: `th`, `dt`, `label`, or bold as the first of two
/// parts of a list item or table row.
fn is_label(tree: &Tree<'_>, text: NodeId) -> bool {
    let Some(parent) = tree.parent(text).filter(|&parent| tree.is_element(parent)) else { return false };
    match tree.name(parent) {
        Name::TH | Name::DT => true,
        Name::LABEL => !holds_control(tree, parent),
        Name::B | Name::STRONG => tree.parent(parent).is_some_and(|holder| is_start_of_pair(tree, holder, parent)),
        _ => false,
    }
}

/// Whether a box to tick is in a label: then it names a choice of a list, not what follows.
fn holds_control(tree: &Tree<'_>, label: NodeId) -> bool {
    (label + 1..tree.subtree_end(label)).any(|node| tree.is_element(node) && tree.name(node) == Name::INPUT)
}

/// Whether an element begins a plain list item with one thing more in it, or is all of the first of two table cells.
fn is_start_of_pair(tree: &Tree<'_>, holder: NodeId, element: NodeId) -> bool {
    let mut content = tree.children(holder).filter(|&child| tree.is_element(child) || is_shown_text(tree, child));
    let is_first = content.next() == Some(element);
    let goes_on = content.next().is_some();
    let is_plain = |node| tree.attribute(node, "class").is_none();
    match tree.name(holder) {
        // With classes, or with more in it, the item is rather a record that begins with its title.
        Name::LI => is_first && goes_on && content.next().is_none() && is_plain(holder) && is_plain(element),
        Name::TD => {
            let cells = tree.parent(holder).map(|row| tree.children(row).filter(|&cell| tree.is_element(cell)));
            let mut cells = cells.into_iter().flatten();
            is_first && !goes_on && cells.next() == Some(holder) && cells.next().is_some() && cells.next().is_none()
        }
        _ => false,
    }
}

/// Whether a link leads nowhere, but does something on the page.
fn is_script(address: &str) -> bool {
    address.trim_start().get(..SCRIPT.len()).is_some_and(|scheme| scheme.eq_ignore_ascii_case(SCRIPT))
}

const SCRIPT: &str = "javascript:";

/// The address of an image that a script would load: until then, `src` is missing or holds a placeholder.
fn lazy_source<'page>(tree: &'page Tree<'page>, node: NodeId) -> Option<Cow<'page, str>> {
    if tree.kind(node) != Kind::Html || tree.name(node) != Name::IMG {
        return None;
    }
    let is_address = |value: &str| !value.trim().is_empty() && !value.trim_start().starts_with("data:");
    let value = |name: &str| tree.attribute(node, name).filter(|value| is_address(value));
    if let Some(found) = LAZY.into_iter().find_map(value) {
        return Some(found);
    }
    if value("src").is_some() {
        return None;
    }
    let set = ["srcset", "data-srcset"].into_iter().find_map(value)?;
    let first = set.split_whitespace().next()?.trim_end_matches(',');
    Some(Cow::Owned(first.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html::parse;

    #[test]
    fn texts_are_parts_of_their_blocks() {
        let tree =
            parse("<p> a <b> b\u{a0}</b>\n<i>c</i><br> d <u>\u{a0}</u> </p><p>e &amp; f </p>g<p>h<b></b> <i>i</i>");
        let found = leaves(&tree);
        let of = |kind| found.leaves.iter().zip(found.values.iter()).filter(move |(leaf, _)| leaf.kind == kind);
        let values = |kind| of(kind).map(|(_, value)| value.to_owned()).collect::<Vec<_>>();
        assert_eq!(values(LeafKind::Block), ["a b c d", "e & f", "h i"]);
        assert_eq!(values(LeafKind::Text), ["a", "b", "c", "d", "e & f", "g", "h", "i"]);
    }

    #[test]
    fn nothing_is_left_of_the_page_before() {
        let large = "<table><tr><td>a<td class=x>b<tr><td>c</table><p>one <b>two</b><p title=t>three".repeat(9);
        let pages = [large.as_str(), "<ul><li><a href=x>a</a></ul>", "", "<dl><dt>k:<dd>v<p> w <br></p></dl>"];
        let mut finder = LeafFinder::default();
        for page in [pages, pages].concat() {
            let tree = parse(page);
            assert_eq!(format!("{:?}", finder.find(&tree)), format!("{:?}", leaves(&tree)), "{page}");
        }
    }

    #[test]
    fn the_only_text_of_a_block_says_what_the_block_says() {
        let tree = parse("<p>\n  <b> a\n b&nbsp;</b> <br></p><p>c <i>d</i></p><li>e");
        let found = leaves(&tree);
        assert_eq!(found.values.iter().collect::<Vec<_>>(), ["a b", "a b", "c d", "c", "d", "e", "e"]);
    }

    #[test]
    fn an_image_is_the_one_that_a_script_would_load() {
        let images = [
            ("<img src=/blank.gif data-src=/a.jpg>", vec!["/a.jpg"]),
            ("<img alt=A data-lazy-src=/b.jpg>", vec!["A", "/b.jpg"]),
            ("<img src='data:image/gif;base64,R0' srcset='/c.jpg 1x, /d.jpg 2x'>", vec!["/c.jpg"]),
            ("<img src=/e.jpg srcset='/f.jpg 2x' data-src='data:,x'>", vec!["/e.jpg"]),
        ];
        for (image, expected) in images {
            let tree = parse(image);
            assert_eq!(leaves(&tree).values.iter().collect::<Vec<_>>(), expected, "{image}");
        }
    }
}
