//! Which elements are inline, so that a text with markup inside reads as one value.

use crate::html::{Kind, Name, NodeId, Tree};

/// Whether an element marks up text inside a line.
pub(super) fn is_inline(tree: &Tree<'_>, element: NodeId) -> bool {
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

/// Whether text in this element is not shown.
pub(super) fn is_hidden(tree: &Tree<'_>, element: NodeId) -> bool {
    matches!(
        tree.name(element),
        Name::SCRIPT | Name::STYLE | Name::NOSCRIPT | Name::TEMPLATE | Name::NOFRAMES | Name::NOEMBED | Name::IFRAME
    )
}

/// For each element, whether it is a block leaf: not inline itself, with text and markup in it, all of it inline. A
/// paragraph is one without markup, too, so that a list of paragraphs is whole.
pub(super) fn block_leaves(tree: &Tree<'_>) -> Vec<bool> {
    let count = tree.len();
    // Per node: all elements below are inline; texts and elements below.
    let mut all_inline = vec![true; count];
    let mut texts = vec![0u32; count];
    let mut elements = vec![0u32; count];
    for node in (1..count as NodeId).rev() {
        let Some(parent) = tree.parent(node) else { continue };
        let (at, above) = (node as usize, parent as usize);
        if tree.is_element(node) {
            all_inline[above] &= all_inline[at] && is_inline(tree, node);
            elements[above] += elements[at] + 1;
            texts[above] += texts[at];
        } else if is_shown_text(tree, node) {
            texts[above] += 1;
        }
    }
    let is_block = |node: usize| {
        let id = node as NodeId;
        tree.is_element(id)
            && !is_inline(tree, id)
            && !is_hidden(tree, id)
            && all_inline[node]
            && (elements[node] > 0 && texts[node] > 1 || texts[node] > 0 && tree.name(id) == Name::P)
    };
    (0..count).map(is_block).collect()
}

/// Whether a node is a text with something to read.
pub(super) fn is_shown_text(tree: &Tree<'_>, node: NodeId) -> bool {
    tree.kind(node) == Kind::Text && !tree.text(node).trim_ascii_start().is_empty()
}
