//! Classes: the set of class names (Gowda & Mattmann 2016), and single `tag` and `tag.class` tokens.

use super::columns::Ragged;
use super::outline::Outline;

/// Appends the set of class names of a page.
pub(super) fn push_classes(outline: &Outline, classes: &mut Ragged<u64>) {
    outline.looks.classes().for_each(|of_look| classes.values.extend_from_slice(of_look));
    classes.close_as_set(&mut Vec::new());
}

/// Appends the set of its tokens.
pub(super) fn push_tokens(outline: &mut Outline, tokens: &mut Ragged<u64>) {
    outline.looks.push_tokens(tokens);
}
