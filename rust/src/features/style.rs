//! Classes: the set of class names (Gowda & Mattmann 2016), and single `tag` and `tag.class` tokens.

use super::bag::Bag;
use super::outline::Outline;
use super::words::fold_digits;
use crate::hash::{extend, hash_bytes};
use crate::html::Name;

/// Where `tag.class` tokens start, so that they differ from paths.
const TOKEN_START: u64 = 0x082e_fa98_ec4e_6c89;

/// The set of class names of all elements.
pub(super) fn classes(outline: &Outline<'_>, bag: &mut Bag) -> Vec<u64> {
    for element in &outline.elements {
        element.class.split_ascii_whitespace().for_each(|class| bag.add(class_hash(class)));
    }
    bag.take_set()
}

/// The stable hash of a class name.
pub(super) fn class_hash(class: &str) -> u64 {
    hash_bytes(class.as_bytes())
}

/// The set of single tokens `tag` and `tag.class`: digits become `#`, classes of `html` and `body` are left out, because
/// they often name the page or its kind.
pub(super) fn class_tokens(outline: &Outline<'_>, bag: &mut Bag) -> Vec<u64> {
    for element in &outline.elements {
        let tag = extend(TOKEN_START, element.tag);
        bag.add(tag);
        if !matches!(element.name, Name::HTML | Name::BODY) {
            let classes = element.class.split_ascii_whitespace();
            classes.for_each(|class| bag.add(extend(tag, class_hash(&fold_digits(class)))));
        }
    }
    bag.take_set()
}
