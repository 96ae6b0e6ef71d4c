//! Classes: the set of class names (Gowda & Mattmann 2016), and single `tag` and `tag.class` tokens.

use super::outline::Outline;
use super::words::fold_digits;
use crate::hash::{extend, hash_bytes, sorted_set};
use crate::html::Name;

/// Where `tag.class` tokens start, so that they differ from paths.
const TOKEN_START: u64 = 0x082e_fa98_ec4e_6c89;

/// The classes of a page.
pub(super) struct Style {
    /// The set of class names.
    pub classes: Vec<u64>,
    /// The set of single tokens `tag` and `tag.class`: digits become `#`, classes of `html` and `body` are left out,
    /// because they often name the page or its kind.
    pub tokens: Vec<u64>,
}

/// The class names and tokens of a page.
pub(super) fn style(outline: &Outline<'_>) -> Style {
    let (mut classes, mut tokens) = (Vec::new(), Vec::new());
    for look in &outline.looks {
        let element = &outline.elements[look.position as usize];
        let tag = extend(TOKEN_START, element.tag);
        tokens.push(tag);
        for class in element.class.split_ascii_whitespace() {
            classes.push(class_hash(class));
            if !matches!(element.name, Name::HTML | Name::BODY) {
                tokens.push(extend(tag, class_hash(&fold_digits(class))));
            }
        }
    }
    Style { classes: sorted_set(classes), tokens: sorted_set(tokens) }
}

/// The stable hash of a class name.
pub(super) fn class_hash(class: &str) -> u64 {
    hash_bytes(class.as_bytes())
}
