//! Classes: the set of class names (Gowda & Mattmann 2016), and single `tag` and `tag.class` tokens.

use super::columns::Ragged;
use super::outline::Outline;

/// Appends the set of class names of a page, and the set of its tokens.
pub(super) fn push_style(outline: &Outline, classes: &mut Ragged<u64>, tokens: &mut Ragged<u64>) {
    for (look_classes, look_tokens) in outline.looks.of_page() {
        classes.values.extend_from_slice(look_classes);
        tokens.values.extend_from_slice(look_tokens);
    }
    classes.close_as_set();
    tokens.close_as_set();
}
