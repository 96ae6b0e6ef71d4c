//! What a page holds for features, read in one walk over its nodes: elements with their paths and looks, and where
//! texts, links and labels are.
//!
//! The walk makes short lists of numbers; the files beside this one make features of them. Nothing is decoded here
//! but ids, roles and new classes.

use std::borrow::Cow;

use super::facts::{self, facts_of};
use super::known_paths::KnownPaths;
use super::looks::Looks;
use super::names::Names;
use super::region::{IdSays, Ids, Marks, Signs};
use super::siblings::Siblings;
use super::steps::{Found, From, Step, Steps};
use crate::html::{CHAINED, Kind, NONE, Name, Node, NodeId, Noted, Notes, Tree, last_visible};

/// An element that is part of the page.
#[derive(Clone, Copy, Debug)]
pub(super) struct Element {
    pub node: NodeId,
    /// The position of the parent in the outline; `NONE` for the root.
    pub parent: u32,
    /// The number of its path in [`Outline::paths`].
    pub path: u32,
    /// The number of its tag and class attribute in [`Outline::looks`].
    pub look: u32,
    /// Its position among the siblings of its name and namespace, from 1 on, where these are counted.
    pub index: u32,
    pub name: Name,
    /// The number of elements above it.
    pub depth: u32,
    pub kind: Kind,
    /// The [`facts`] about it.
    facts: u8,
    /// Whether no element is below it.
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

/// A text that a reader sees.
#[derive(Clone, Copy, Debug)]
pub(super) struct TextAt {
    pub node: NodeId,
    /// The element that it is directly in.
    pub element: u32,
    /// Where it is in the source, without white space around it; empty for a text from several places.
    pub start: u32,
    pub length: u32,
    /// Whether white space was left out before and behind it.
    pub is_apart: [bool; 2],
    /// Whether a blank text is between this one and the last.
    pub is_after_blank: bool,
}

/// A place where a label may be.
#[derive(Clone, Copy, Debug)]
pub(super) enum LabelAt {
    /// A text node.
    Text(NodeId),
    /// A text node that is a label if it ends with a colon.
    Colon(NodeId),
    /// An attribute of the tree.
    Attribute(u32),
}

/// What of a page is read besides its elements and labels, because it is wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Extras {
    /// Visible texts and links.
    pub texts: bool,
    /// Positions among siblings.
    pub positions: bool,
}

impl Extras {
    pub const ALL: Extras = Extras { texts: true, positions: true };
}

/// The outline of a page. The same memory serves one page after the other.
#[derive(Default)]
pub(super) struct Outline {
    pub names: Names,
    /// The elements in document order, without what is inside `template`.
    pub elements: Vec<Element>,
    /// The paths of tags from the root, of this page and of earlier ones.
    pub paths: KnownPaths,
    /// The looks of this page and of earlier ones.
    pub looks: Looks,
    steps: Steps,
    ids: Ids,
    /// The visible texts but blank ones, in document order.
    pub texts: Vec<TextAt>,
    /// Elements that are links, each with its `href` attribute.
    pub links: Vec<(u32, u32)>,
    /// Where labels may be, in document order, each with its element.
    pub labels: Vec<(u32, LabelAt)>,
    /// The first `href` of a `base` element.
    pub base: Option<u32>,
    /// Whether an element lies in `main` or its like.
    pub has_main: bool,
    /// For each node that is an element of this page its position among `elements`; what others have is left over from
    /// earlier pages. A stack would know parents as well, but nobody can guess how many elements end before a node.
    numbers: Vec<u32>,
    siblings: Siblings,
    /// The elements that are open, each with the state of [`Siblings`] when it was entered, where positions are wanted.
    open: Vec<(u32, u32)>,
    extras: Extras,
    is_after_blank: bool,
}

/// What an element must know of the one above it.
#[derive(Clone, Copy)]
struct Above {
    /// Its position in the outline; `NONE` for the document.
    element: u32,
    /// The number of its path; `NONE` for that of the document, which is empty.
    path: u32,
    /// The depth of what is directly in it.
    depth: u32,
    facts: u8,
    marks: Marks,
}

impl Outline {
    /// Reads a page; what the last one left is gone.
    pub fn read(&mut self, tree: &Tree<'_>, extras: Extras) {
        self.start(tree);
        self.extras = extras;
        // Compiled twice, because most pages are read for nothing else.
        if extras == Extras::default() { self.read_nodes::<false>(tree) } else { self.read_nodes::<true>(tree) }
    }

    /// Reads all nodes, with what else is wanted or without any of it.
    fn read_nodes<const EXTRAS: bool>(&mut self, tree: &Tree<'_>) {
        let mut id = 1;
        while let Some(node) = tree.nodes.get(id as usize) {
            let here = id;
            id += 1;
            match node.kind {
                Kind::Text if EXTRAS => self.read_text(tree, here, node),
                Kind::Text => self.read_label(tree, here, node),
                Kind::Html | Kind::Svg | Kind::MathMl => {
                    let facts = self.read_element::<EXTRAS>(tree, here, node);
                    if facts & facts::IS_TEMPLATE != 0 {
                        id = tree.subtree_end(here);
                    }
                }
                _ => {}
            }
        }
    }

    /// About how many bytes are held.
    pub fn capacity(&self) -> usize {
        self.elements.capacity() * size_of::<Element>()
            + self.texts.capacity() * size_of::<TextAt>()
            + self.numbers.capacity() * size_of::<u32>()
    }

    fn start(&mut self, tree: &Tree<'_>) {
        self.names.read(tree);
        self.siblings.start(self.names.len());
        self.elements.clear();
        let is_forgotten = self.paths.start_page() | self.looks.start_page();
        self.steps.start_page(is_forgotten);
        self.texts.clear();
        self.links.clear();
        self.labels.clear();
        self.open.clear();
        // Nobody asks for a number that was not written before.
        if self.numbers.len() < tree.len() {
            self.numbers.resize(tree.len(), NONE);
        }
        self.numbers[0] = NONE;
        (self.base, self.has_main, self.is_after_blank) = (None, false, false);
    }

    /// What is above a node with this parent.
    #[inline]
    fn above(&self, parent: NodeId) -> Above {
        let element = self.numbers[parent as usize];
        match self.elements.get(element as usize) {
            Some(above) => {
                let Element { path, depth, facts, marks, .. } = *above;
                Above { element, path, depth: depth + 1, facts, marks }
            }
            None => Above { element: NONE, path: NONE, depth: 0, facts: 0, marks: Marks::default() },
        }
    }

    #[inline]
    fn read_element<const EXTRAS: bool>(&mut self, tree: &Tree<'_>, id: NodeId, node: &Node) -> u8 {
        let above = self.above(node.parent);
        let (name, kind) = (node.name, node.kind);
        let number = self.elements.len() as u32;
        let notes = Notes::from_bits(node.flags);
        let step = self.step(tree, node, &above, tree.class_at(node));
        let (index, has_twins) =
            if EXTRAS && self.extras.positions { self.count(above.element, number, node) } else { (1, false) };
        if let Some(parent) = self.elements.get_mut(above.element as usize) {
            parent.is_leaf = false;
        }
        let Step { path, look, facts, .. } = step;
        let element = Element {
            node: id,
            parent: above.element,
            path,
            look,
            index,
            name,
            depth: above.depth,
            kind,
            facts,
            is_leaf: true,
            has_twins,
            marks: self.marks(tree, above.marks, node, &step),
        };
        self.elements.push(element);
        self.numbers[id as usize] = number;
        if EXTRAS && facts & facts::HAS_ADDRESS != 0 {
            self.note_address(tree, number, node);
        }
        if notes.has(Notes::LABELS) && facts & facts::HIDES_ALL == 0 {
            self.note_labels(tree, number, node);
        }
        facts
    }

    /// The step from what is above to an element with this class attribute.
    #[inline]
    fn step(&mut self, tree: &Tree<'_>, node: &Node, above: &Above, class: u32) -> Step {
        let (start, length) = match tree.attributes.get(class as usize) {
            Some(attribute) => (attribute.value_start, attribute.value_length),
            None => (0, 0),
        };
        let is_hidden = above.facts & facts::HIDES_ALL != 0;
        let from = From { above: above.path, name: node.name, kind: node.kind, is_hidden, length };
        match self.steps.find(&from, tree.source().as_bytes(), start as usize, &self.looks) {
            Found::OfPage(step) => step,
            Found::OfOther(step) => {
                self.paths.note(step.path);
                self.looks.note(step.look);
                step
            }
            Found::None => self.first_step(tree, from, above.facts, class),
        }
    }

    /// The same where the step is not remembered.
    #[cold]
    fn first_step(&mut self, tree: &Tree<'_>, from: From, above: u8, class: u32) -> Step {
        let hash = self.names.hash(from.name);
        let class = (class != NONE).then_some(class);
        let look = self.looks.number(tree, from.name, hash, class);
        let step = Step {
            path: self.paths.below(from.above, hash),
            look,
            facts: facts::inherit(above, facts_of(from.name, from.kind)),
            is_chrome: self.looks.get(look).is_chrome,
        };
        let start = class.map_or(0, |class| tree.attributes[class as usize].value_start);
        self.steps.keep(from, tree.source().as_bytes(), start as usize, step, &self.looks);
        step
    }

    /// The position of an element among its siblings, and whether there was one before it.
    #[inline]
    fn count(&mut self, parent: u32, number: u32, node: &Node) -> (u32, bool) {
        while let Some(&(_, siblings)) = self.open.last().filter(|open| open.0 != parent) {
            self.siblings.leave(siblings);
            self.open.pop();
        }
        let found = match self.siblings.replace(parent, number, node.name, node.kind) {
            Some(twin) => (self.elements[twin as usize].add_twin(), true),
            None => (1, false),
        };
        self.open.push((number, self.siblings.enter()));
        found
    }

    #[inline]
    fn marks(&mut self, tree: &Tree<'_>, above: Marks, node: &Node, step: &Step) -> Marks {
        let has_place = Notes::from_bits(node.flags).has(Notes::PLACE);
        if has_place | step.is_chrome | (step.facts & facts::OPENS_REGION != 0) {
            return self.marks_of_place(tree, above, node, step.is_chrome);
        }
        above
    }

    fn marks_of_place(&mut self, tree: &Tree<'_>, above: Marks, node: &Node, has_chrome_class: bool) -> Marks {
        let (mut id, mut role) = (IdSays::default(), Cow::Borrowed(""));
        for (position, attribute) in (node.start..).zip(tree.raw_attributes(node)) {
            match attribute.noted {
                Noted::Id => id = self.ids.read(tree.attribute_at(position)),
                Noted::Role => role = tree.attribute_at(position).value(),
                _ => {}
            }
        }
        let signs = Signs { name: node.name, kind: node.kind, id, role: &role, has_chrome_class };
        // A page with a main region is not asked where its chrome is.
        let marks = signs.marks(above, !self.has_main);
        self.has_main |= marks.has(Marks::MAIN);
        marks
    }

    #[inline]
    fn note_address(&mut self, tree: &Tree<'_>, number: u32, node: &Node) {
        let href = attribute(tree, node, Noted::Href);
        if href == NONE {
            return;
        }
        if node.name != Name::BASE {
            self.links.push((number, href));
        } else if self.base.is_none() {
            self.base = Some(href);
        }
    }

    fn note_labels(&mut self, tree: &Tree<'_>, number: u32, node: &Node) {
        for (position, attribute) in (node.start..).zip(tree.raw_attributes(node)) {
            let is_label = match attribute.noted {
                Noted::Label => true,
                Noted::Value => is_submit(tree, self.elements[number as usize]),
                _ => false,
            };
            if is_label {
                self.labels.push((number, LabelAt::Attribute(position)));
            }
        }
    }

    /// Reads a text of which no more is wanted than whether it is a label.
    #[inline]
    fn read_label(&mut self, tree: &Tree<'_>, id: NodeId, node: &Node) {
        let number = self.numbers[node.parent as usize];
        let Some(&Element { facts, .. }) = self.elements.get(number as usize) else { return };
        if facts & facts::NAMES_CONTENT != 0 {
            let is_whole = node.flags & CHAINED == 0;
            if !is_whole || !tree.raw_text(id).as_bytes().trim_ascii().is_empty() {
                self.labels.push((number, LabelAt::Text(id)));
            }
        } else if facts & facts::MAY_END_WITH_COLON != 0 {
            let ends_with_colon = match node.flags & CHAINED {
                0 => {
                    ends_with_colon(tree.source().as_bytes(), node.start as usize, (node.start + node.extent) as usize)
                }
                _ => ends_with_colon(tree.raw_text(id).as_bytes(), 0, tree.raw_text(id).len()),
            };
            if ends_with_colon {
                self.labels.push((number, LabelAt::Colon(id)));
            }
        }
    }

    #[inline]
    fn read_text(&mut self, tree: &Tree<'_>, id: NodeId, node: &Node) {
        let open = self.above(node.parent);
        if open.facts & (facts::SHOWS_TEXT | facts::MAY_END_WITH_COLON) == 0 {
            return;
        }
        let is_whole = node.flags & CHAINED == 0;
        let raw = raw_text(tree, id, node);
        let behind = raw.trim_ascii_start();
        let text = behind.trim_ascii_end();
        let is_visible = open.facts & facts::SHOWS_TEXT != 0;
        if text.is_empty() && is_whole {
            self.is_after_blank |= is_visible;
            return;
        }
        if open.facts & facts::NAMES_CONTENT != 0 {
            self.labels.push((open.element, LabelAt::Text(id)));
        } else if open.facts & facts::MAY_END_WITH_COLON != 0 && text.ends_with(b":") {
            self.labels.push((open.element, LabelAt::Colon(id)));
        }
        if is_visible && self.extras.texts {
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
        self.paths.hash(element.path)
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

/// The position of the attribute of an element that is noted as this, among those of the whole tree; `NONE` if it has
/// none.
fn attribute(tree: &Tree<'_>, node: &Node, wanted: Noted) -> u32 {
    let place = tree.raw_attributes(node).iter().position(|attribute| attribute.noted == wanted);
    place.map_or(NONE, |place| node.start + place as u32)
}

/// The source of a text, of one from several places that of the first.
#[inline]
fn raw_text<'page>(tree: &'page Tree<'_>, id: NodeId, node: &Node) -> &'page [u8] {
    match node.flags & CHAINED {
        0 => &tree.source().as_bytes()[node.start as usize..(node.start + node.extent) as usize],
        _ => tree.raw_text(id).as_bytes(),
    }
}

/// Whether a colon is the last of a part of a text but for white space.
#[inline]
fn ends_with_colon(text: &[u8], start: usize, end: usize) -> bool {
    match text[start..end].last() {
        Some(&last) if last > b' ' => last == b':',
        _ => last_visible(text, start, end)
            .is_some_and(|at| text[at] == b':' && text[at + 1..end].trim_ascii_start().is_empty()),
    }
}

fn is_submit(tree: &Tree<'_>, element: Element) -> bool {
    element.is_html(Name::INPUT)
        && tree.attribute(element.node, "type").is_some_and(|kind| kind.eq_ignore_ascii_case("submit"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html::parse;

    #[test]
    fn what_earlier_pages_left_is_not_read() {
        let large = parse("<ul><li><b>a</b><li>b<i><u>c</u></i></ul><template><p>d</p></template><h1>e</h1>");
        let small = parse("<!-- a --><template><i>b</i><u></u></template><p>c<b>d</b><p>e");
        let parents = |outline: &Outline| -> Vec<_> {
            outline.elements.iter().map(|element| (element.parent, element.depth, outline.path(element))).collect()
        };
        let mut outline = Outline::default();
        for (tree, deepest) in [(&large, 5), (&small, 3), (&large, 5)] {
            outline.read(tree, Extras::ALL);
            let mut fresh = Outline::default();
            fresh.read(tree, Extras::default());
            assert_eq!(parents(&outline), parents(&fresh));
            assert_eq!(outline.elements.iter().map(|element| element.depth).max(), Some(deepest));
        }
    }

    #[test]
    fn white_space_may_follow_a_colon() {
        let with: [&[u8]; 4] = [b":", b"Price:", b"Price: \n", b"Price of this:\r\n\t                 "];
        assert!(with.iter().all(|text| ends_with_colon(text, 0, text.len())));
        assert!(ends_with_colon(b"Price: 12", 2, 7) && !ends_with_colon(b"Price: 12", 6, 8));
        let without: [&[u8]; 5] = [b"", b"            ", b"Price", b"a: b   ", b":\x0B"];
        assert!(!without.iter().any(|text| ends_with_colon(text, 0, text.len())));
    }
}
