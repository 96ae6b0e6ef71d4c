//! Classes: the set of class names (Gowda & Mattmann 2016), and single `tag` and `tag.class` tokens.

use std::borrow::Cow;

use super::columns::Ragged;
use super::outline::Outline;
use super::words::fold_digits;
use crate::hash::{extend, hash_bytes};
use crate::html::{NONE, Name, Tree};

/// Where `tag.class` tokens start, so that they differ from paths.
const TOKEN_START: u64 = 0x082e_fa98_ec4e_6c89;

/// Appends the set of class names of a page, and the set of its single tokens `tag` and `tag.class`: there digits become
/// `#`, and classes of `html` and `body` are left out, because they often name the page or its kind.
#[inline(never)]
pub(super) fn push_style(tree: &Tree<'_>, outline: &Outline, classes: &mut Ragged<u64>, tokens: &mut Ragged<u64>) {
    for look in &outline.looks {
        let tag = extend(TOKEN_START, outline.names.hash(look.name));
        tokens.values.push(tag);
        if look.class == NONE {
            continue;
        }
        for class in tree.attribute_at(look.class).value().split_ascii_whitespace() {
            let hash = hash_bytes(class.as_bytes());
            classes.values.push(hash);
            if !matches!(look.name, Name::HTML | Name::BODY) {
                let folded = match fold_digits(class) {
                    Cow::Borrowed(_) => hash,
                    Cow::Owned(folded) => hash_bytes(folded.as_bytes()),
                };
                tokens.values.push(extend(tag, folded));
            }
        }
    }
    classes.close_as_set();
    tokens.close_as_set();
}
