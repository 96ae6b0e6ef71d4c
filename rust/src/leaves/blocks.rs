//! Which elements are inline, so that a text with markup inside reads as one value.

use crate::html::{Kind, Name, Node, NodeId, Tree};

/// Whether an element marks up text inside a line.
pub(crate) fn is_inline(tree: &Tree<'_>, element: NodeId) -> bool {
    tree.kind(element) == Kind::Html
        && matches!(
            tree.name(element),
            Name::A
                | Name::ABBR
                | Name::ACRONYM
                | Name::B
                | Name::BDI
                | Name::BDO
                | Name::BIG
                | Name::BR
                | Name::CITE
                | Name::CODE
                | Name::DATA
                | Name::DEL
                | Name::DFN
                | Name::EM
                | Name::FONT
                | Name::I
                | Name::INS
                | Name::KBD
                | Name::MARK
                | Name::NOBR
                | Name::Q
                | Name::S
                | Name::SAMP
                | Name::SMALL
                | Name::SPAN
                | Name::STRIKE
                | Name::STRONG
                | Name::SUB
                | Name::SUP
                | Name::TIME
                | Name::TT
                | Name::U
                | Name::VAR
                | Name::WBR
        )
}

/// Whether an element is a control in a line, as the box to tick off an item of a list is, or what that is called.
fn is_control(tree: &Tree<'_>, element: NodeId) -> bool {
    tree.kind(element) == Kind::Html && matches!(tree.name(element), Name::INPUT | Name::LABEL)
}

/// Whether an element says something to machines alone, as `<meta itemprop=...>` in a line does.
fn is_note(tree: &Tree<'_>, element: NodeId) -> bool {
    tree.kind(element) == Kind::Html && matches!(tree.name(element), Name::META | Name::LINK)
}

/// Whether text in this element is not shown.
pub(crate) fn is_hidden(tree: &Tree<'_>, element: NodeId) -> bool {
    matches!(
        tree.name(element),
        Name::SCRIPT | Name::STYLE | Name::NOSCRIPT | Name::TEMPLATE | Name::NOFRAMES | Name::NOEMBED | Name::IFRAME
    )
}

/// What is below a node.
#[derive(Clone, Copy, Debug, Default)]
struct Content {
    texts: u32,
    elements: u32,
    has_blocks: bool,
    /// How many children have texts in them or are some, up to two.
    filled: u8,
}

/// The block leaves of a page: elements not inline themselves, with text and markup in them, all of it inline.
///
/// Paragraphs and list items are blocks without markup, too: of several, some have a word set off and others have none,
/// and they are one list all the same.
#[derive(Default)]
pub(super) struct Blocks(Vec<Content>);

/// What shows that a label further off names nothing here: content in so many children.
const BRANCHES: u8 = 2;

impl Blocks {
    /// Finds those of a page, in place of those of an earlier one; and where each node ends, in the same pass from the
    /// end of the page to its beginning.
    pub fn read(&mut self, tree: &Tree<'_>, shown: &[bool], ends: &mut Vec<NodeId>) {
        let contents = &mut self.0;
        contents.clear();
        contents.resize(tree.len(), Content::default());
        ends.clear();
        ends.extend(1..=tree.len() as NodeId);
        for node in (1..tree.len() as NodeId).rev() {
            let Some(parent) = tree.parent(node) else { continue };
            ends[parent as usize] = ends[parent as usize].max(ends[node as usize]);
            let own = contents[node as usize];
            let above = &mut contents[parent as usize];
            above.filled = (above.filled + u8::from(own.texts > 0 || shown[node as usize])).min(BRANCHES);
            if tree.is_element(node) {
                let is_note = is_note(tree, node);
                above.has_blocks |= own.has_blocks || !(is_inline(tree, node) || is_control(tree, node) || is_note);
                above.elements += own.elements + u32::from(!is_note);
                above.texts += own.texts;
            } else if shown[node as usize] {
                above.texts += 1;
            }
        }
    }

    /// Whether there are texts in several children of a node.
    pub fn is_branching(&self, node: NodeId) -> bool {
        self.0[node as usize].filled >= BRANCHES
    }

    /// Whether an element is a block leaf.
    pub fn has(&self, tree: &Tree<'_>, element: NodeId) -> bool {
        let Content { texts, elements, has_blocks, .. } = self.0[element as usize];
        texts > 0
            && !has_blocks
            && (elements > 0 && texts > 1 || matches!(tree.name(element), Name::P | Name::LI))
            && !is_inline(tree, element)
            && !is_hidden(tree, element)
    }
}

/// Finds out which nodes of a page are texts with something to read. Asked once: four passes over a page need it.
/// `room` is where texts are decoded.
pub(super) fn read_shown_texts(tree: &Tree<'_>, shown: &mut Vec<bool>, room: &mut String) {
    shown.clear();
    let is_text = |node: &Node| node.kind == Kind::Text;
    let all = (0..).zip(&tree.nodes);
    shown.extend(all.map(|(number, node)| is_text(node) && is_shown_in(tree, number, room)));
}

/// Whether a node is a text with something to read.
pub(super) fn is_shown_text(tree: &Tree<'_>, node: NodeId) -> bool {
    tree.kind(node) == Kind::Text && is_shown_in(tree, node, &mut String::new())
}

/// Whether a text says something to read.
fn is_shown_in(tree: &Tree<'_>, node: NodeId, room: &mut String) -> bool {
    match first_shown(tree.raw_text(node).as_bytes()) {
        // A reference may mean a blank, a null is left out, and another piece may follow.
        Some(b'&' | 0) => is_any_shown(tree.text_in(node, room)),
        None => tree.is_chained(node) && is_any_shown(tree.text_in(node, room)),
        Some(_) => true,
    }
}

fn is_any_shown(text: &str) -> bool {
    !text.trim_ascii_start().is_empty()
}

/// The first byte that is no white space. Most texts begin with it, and most others are a line's end and blanks, of
/// which a processor compares sixteen at once.
fn first_shown(text: &[u8]) -> Option<u8> {
    let is_shown = |byte: &u8| !byte.is_ascii_whitespace();
    let first = text.first().copied().filter(is_shown);
    if first.is_some() {
        return first;
    }
    let (pieces, _) = text.as_chunks::<16>();
    let is_blank = |piece: &&[u8; 16]| piece.iter().fold(true, |all, byte| all & matches!(byte, b' ' | b'\n' | b'\t'));
    let blank = 16 * pieces.iter().take_while(is_blank).count();
    text[blank..].iter().copied().find(is_shown)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html::parse;

    fn blocks(page: &str) -> Vec<String> {
        let tree = parse(page);
        let (mut shown, mut blocks) = (Vec::new(), Blocks::default());
        read_shown_texts(&tree, &mut shown, &mut String::new());
        blocks.read(&tree, &shown, &mut Vec::new());
        let elements = (1..tree.len() as NodeId).filter(|&node| tree.is_element(node));
        elements.filter(|&node| blocks.has(&tree, node)).map(|node| tree.tag(node).to_owned()).collect()
    }

    #[test]
    fn the_first_byte_to_read_is_found_behind_any_white_space() {
        for blanks in ["", " ", "\n\t  ", "\r\n\x0c", &" ".repeat(16), &"\n ".repeat(20), &"\r\n      ".repeat(9)] {
            assert_eq!(first_shown(blanks.as_bytes()), None);
            for text in ["x", "\0 ", "& ", "\x0b", "word behind the blanks"] {
                let found = first_shown(format!("{blanks}{text}").as_bytes());
                assert_eq!(found, Some(text.as_bytes()[0]), "{blanks:?}");
            }
        }
    }

    #[test]
    fn a_block_has_several_texts_and_inline_markup_alone() {
        assert_eq!(blocks("<div><p>a <b>b</b></p></div>"), ["p"]);
        assert_eq!(blocks("<p>a<br>b</p>"), ["p"]);
        assert!(blocks("<div>a</div>").is_empty());
        assert!(blocks("<div><b>a</b></div>").is_empty());
        assert!(blocks("<div><b>a</b> <i> </i></div>").is_empty());
        assert_eq!(blocks("<div>a<p>b</p></div>"), ["p"]);
    }

    #[test]
    fn a_paragraph_is_a_block_with_or_without_markup() {
        assert_eq!(blocks("<div><p>a</p><p>b <i>c</i></p></div>"), ["p", "p"]);
    }

    #[test]
    fn an_item_of_a_list_is_a_block_with_or_without_a_box_to_tick() {
        assert_eq!(blocks("<ul><li>a<li><label><input>b</label></ul>"), ["li", "li"]);
        assert!(blocks("<ul><li>a<ul></ul></ul>").is_empty());
    }

    #[test]
    fn what_is_said_to_machines_alone_divides_no_line() {
        assert_eq!(blocks("<div><b>16</b> May<meta itemprop=a content=b></div>"), ["div"]);
        assert_eq!(blocks("<div><link itemprop=a href=b>16 <i>May</i></div>"), ["div"]);
        assert!(blocks("<div>16<meta itemprop=a content=b></div>").is_empty());
    }

    #[test]
    fn inline_elements_and_foreign_ones_are_no_blocks_of_text() {
        assert!(blocks("<b>a<i>b</i></b>").iter().all(|tag| tag == "body"));
        assert!(blocks("<p>a<svg><a>b</a></svg></p>").is_empty());
        assert!(blocks("<template>a<b>b</b></template>").is_empty());
    }
}
