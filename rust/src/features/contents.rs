//! Content paths: the path of a text or an image together with what it says.
//!
//! A text is a step `#text` below its element and then its own words, an image a step `#src` and then its source. Two
//! pages share such a path where they say the same at the same place, which is what chrome does and content does not.

use super::columns::Ragged;
use super::outline::{Element, Outline};
use super::spread::sort_spread;
use super::texts::{Span, collapsed};
use crate::hash::{extend, hash_bytes};
use crate::html::{Name, Tree};

/// The hashes of the steps that lead from an element to what it says.
#[derive(Clone, Copy)]
pub(super) struct ContentSteps {
    text: u64,
    image: u64,
}

impl Default for ContentSteps {
    fn default() -> Self {
        ContentSteps { text: hash_bytes(b"#text"), image: hash_bytes(b"#src") }
    }
}

impl ContentSteps {
    /// The content path of a text that is directly in the element at `path`.
    #[inline]
    pub fn text(self, path: u64, text: &str) -> u64 {
        extend(extend(path, self.text), hash_bytes(text.as_bytes()))
    }

    /// The content path of an element that is an image with a source.
    #[inline]
    pub fn image(self, tree: &Tree<'_>, outline: &Outline, element: &Element) -> Option<u64> {
        if !element.is_html(Name::IMG) {
            return None;
        }
        let source = tree.attribute(element.node, "src")?;
        Some(extend(extend(outline.path(element), self.image), hash_bytes(source.trim().as_bytes())))
    }
}

/// Memory for [`push_contents`] that is used again for the next page.
#[derive(Default)]
pub(super) struct ContentScratch {
    found: Vec<(u64, u64)>,
    room: Vec<(u64, u64)>,
    text: String,
}

/// Appends the content paths of a page as an ascending set, and for each the path of its element. Where the page's texts
/// were made already, they are given, and `spans` say where each is.
pub(super) fn push_contents(
    tree: &Tree<'_>,
    outline: &Outline,
    made: Option<(&str, &[Span])>,
    scratch: &mut ContentScratch,
    (contents, parents): (&mut Ragged<u64>, &mut Ragged<u64>),
) {
    let steps = ContentSteps::default();
    let ContentScratch { found, room, text: lent } = scratch;
    found.clear();
    for (at, text) in outline.texts.iter().enumerate() {
        let words = match made {
            Some((texts, spans)) => &texts[spans[at].start..spans[at].end],
            None => collapsed(tree, text, lent),
        };
        if !words.is_empty() {
            let path = outline.path(&outline.elements[text.element as usize]);
            found.push((steps.text(path, words), path));
        }
    }
    for element in &outline.elements {
        found.extend(steps.image(tree, outline, element).map(|image| (image, outline.path(element))));
    }
    sort_spread(found, room, |&(content, _)| content);
    found.dedup();
    contents.values.extend(found.iter().map(|(content, _)| content));
    contents.close();
    parents.values.extend(found.iter().map(|(_, parent)| parent));
    parents.close();
}
