//! Which elements are inline, so that a text with markup inside reads as one value.

use crate::html::{Kind, Name, NodeId, Tree};

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

/// For each element, whether it is a block leaf: not inline itself, with text and markup in it, all of it inline.
///
/// Paragraphs and list items are blocks without markup, too: of several, some have a word set off and others have none,
/// and they are one list all the same.
pub(super) fn block_leaves(tree: &Tree<'_>, shown: &[bool]) -> Vec<bool> {
    let count = tree.len();
    // Per node: all elements below are inline; texts and elements below.
    let mut all_inline = vec![true; count];
    let mut texts = vec![0u32; count];
    let mut elements = vec![0u32; count];
    for node in (1..count as NodeId).rev() {
        let Some(parent) = tree.parent(node) else { continue };
        let (at, above) = (node as usize, parent as usize);
        if tree.is_element(node) {
            let is_note = is_note(tree, node);
            all_inline[above] &= all_inline[at] && (is_inline(tree, node) || is_control(tree, node) || is_note);
            elements[above] += elements[at] + u32::from(!is_note);
            texts[above] += texts[at];
        } else if shown[at] {
            texts[above] += 1;
        }
    }
    let is_block = |node: usize| {
        let id = node as NodeId;
        tree.is_element(id)
            && !is_inline(tree, id)
            && !is_hidden(tree, id)
            && all_inline[node]
            && texts[node] > 0
            && (elements[node] > 0 && texts[node] > 1 || matches!(tree.name(id), Name::P | Name::LI))
    };
    (0..count).map(is_block).collect()
}

/// For each node, whether it is a text with something to read. Asked once: four passes over a page need it.
pub(super) fn shown_texts(tree: &Tree<'_>) -> Vec<bool> {
    (0..tree.len() as NodeId).map(|node| is_shown_text(tree, node)).collect()
}

/// Whether a node is a text with something to read.
pub(super) fn is_shown_text(tree: &Tree<'_>, node: NodeId) -> bool {
    if tree.kind(node) != Kind::Text {
        return false;
    }
    match tree.raw_text(node).bytes().find(|byte| !byte.is_ascii_whitespace()) {
        // A reference may mean a blank, a null is left out, and another piece may follow.
        Some(b'&' | 0) | None => !tree.text(node).trim_ascii_start().is_empty(),
        Some(_) => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html::parse;

    fn blocks(page: &str) -> Vec<String> {
        let tree = parse(page);
        let found = block_leaves(&tree, &shown_texts(&tree));
        (1..tree.len()).filter(|&node| found[node]).map(|node| tree.tag(node as NodeId).to_owned()).collect()
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
