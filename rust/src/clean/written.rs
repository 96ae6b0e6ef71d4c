//! Reads a cleaned page again: what is in it must be on the lists, however it was written.

use super::css_tokens::{Token, Tokens};
use super::elements::{Fate, Use, attribute_use, fate};
use super::{LINK, MARK};
use crate::html::{Kind, Name, NodeId, Tree};

/// Whether everything in the tree of a cleaned page is what the lists allow.
pub fn is_clean(tree: &Tree<'_>) -> bool {
    (1..tree.len() as NodeId).all(|node| !tree.is_element(node) || is_clean_element(tree, node))
}

fn is_clean_element(tree: &Tree<'_>, node: NodeId) -> bool {
    let is_html = tree.kind(node) == Kind::Html;
    match fate(tree, node) {
        Fate::Kept => tree.attributes(node).all(|attribute| {
            let name = attribute.name();
            let is_source = is_html && tree.name(node) == Name::IMG && name == "src";
            name == MARK || name == LINK || is_source || is_listed(tree, node, &name, &attribute.value())
        }),
        Fate::Sheet => {
            let mut css = String::new();
            tree.text_content(node, &mut css);
            tree.attributes(node).all(|attribute| attribute.name() == "media") && !has_escape(&css)
        }
        Fate::Dropped => is_html && tree.name(node) == Name::LINK && is_clean_link(tree, node),
        Fate::Becomes(_) => false,
    }
}

/// Whether an attribute is one that is written, with a value that would be.
fn is_listed(tree: &Tree<'_>, node: NodeId, name: &str, value: &str) -> bool {
    match attribute_use(tree.kind(node), tree.tag(node), name) {
        Use::Dropped => false,
        Use::Fragment => value.starts_with('#'),
        Use::Declarations | Use::CssValue => !has_escape(value),
        Use::Plain | Use::InputType => true,
    }
}

/// Whether CSS says `url` in a way that is never written: without quotes, or by an escape.
fn has_escape(css: &str) -> bool {
    let mut tokens = Tokens::new(css);
    let mut named = 0;
    while let Some(token) = tokens.next() {
        match token {
            Token::Url(_) => return true,
            Token::Function(name) if name.eq_ignore_ascii_case("url") => named += 1,
            _ => {}
        }
    }
    named > css.matches("url(\"").count()
}

fn is_clean_link(tree: &Tree<'_>, node: NodeId) -> bool {
    tree.attributes(node).all(|attribute| match &*attribute.name() {
        "rel" => attribute.value() == "stylesheet",
        "href" | "media" => true,
        _ => false,
    })
}
