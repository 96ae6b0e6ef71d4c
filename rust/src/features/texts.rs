//! The visible texts of a page, white space collapsed, with the paths at which they are.

use super::columns::{Ragged, Strings};
use super::outline::{Outline, TextAt};
use super::words::{plain_length, push_collapsed};
use crate::html::Tree;

/// Where the collapsed form of a text is among all texts, for those who put several together.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    pub start: usize,
    pub end: usize,
    /// Whether white space is between this text and the one before it.
    pub is_apart: bool,
}

/// Appends the texts of a page and their paths; `spans` gets one entry for each text of the outline.
pub(super) fn push_texts(
    tree: &Tree<'_>,
    outline: &Outline,
    texts: &mut Strings,
    paths: &mut Ragged<u64>,
    spans: &mut Vec<Span>,
) {
    spans.clear();
    let mut was_apart = false;
    for text in &outline.texts {
        let start = texts.text.len();
        let [before, behind] = push_text(tree, text, &mut texts.text);
        let end = texts.text.len();
        let is_apart = was_apart || text.is_after_blank || before;
        spans.push(Span { start, end, is_apart });
        // A text of white space alone separates what is around it.
        was_apart = behind || (start == end && is_apart);
        if start < end {
            texts.close();
            paths.values.push(outline.path(&outline.elements[text.element as usize]));
        }
    }
    paths.close();
}

/// Appends one text and says whether there was white space before and behind it.
#[inline]
fn push_text(tree: &Tree<'_>, text: &TextAt, out: &mut String) -> [bool; 2] {
    match plain_text(tree, text) {
        Some(source) => {
            out.push_str(source);
            text.is_apart
        }
        None => push_collapsed(&tree.text(text.node), out),
    }
}

/// One text with its white space collapsed, in a room that is lent where it is not written so.
#[inline]
pub(super) fn collapsed<'text>(tree: &'text Tree<'_>, text: &TextAt, room: &'text mut String) -> &'text str {
    match plain_text(tree, text) {
        Some(source) => source,
        None => {
            room.clear();
            push_collapsed(&tree.text(text.node), room);
            room
        }
    }
}

/// The source of a text, if nothing of it is to be collapsed or decoded.
#[inline]
fn plain_text<'page>(tree: &'page Tree<'_>, text: &TextAt) -> Option<&'page str> {
    let start = text.start as usize;
    let source = &tree.source()[start..start + text.length as usize];
    (!source.is_empty() && plain_length(source.as_bytes()) == source.len()).then_some(source)
}
