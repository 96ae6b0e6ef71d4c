//! What the markup around a leaf says about its meaning: tag, itemprop, class and id words.

use crate::html::{NodeId, Tree};

/// How many elements above a leaf are asked.
const LEVELS: usize = 3;

/// How much of a class, an id or an itemprop is kept. Every leaf below repeats it, so that a page of one long class
/// and many leaves took memory with the square of its length. The longest class of the development corpora but one
/// has 874 bytes.
const LONGEST: usize = 1024;

/// An attribute as part of a hint.
fn part(value: &str) -> String {
    value[..value.floor_char_boundary(LONGEST)].replace('\t', " ")
}

/// Tag, nearest itemprop and nearest class or id of a leaf's element, joined by tabs.
pub fn hint(tree: &Tree<'_>, node: NodeId) -> String {
    let elements = || {
        let ancestors = std::iter::successors(Some(node), |&node| tree.parent(node));
        ancestors.filter(|&node| tree.is_element(node)).take(LEVELS)
    };
    let tag = elements().next().map_or("", |element| tree.tag(element));
    let nearest = |names: &[&str]| {
        let mut found =
            elements().flat_map(|element| names.iter().filter_map(move |name| tree.attribute(element, name)));
        found.find(|value| !value.trim().is_empty()).map(|value| part(&value)).unwrap_or_default()
    };
    let heading = elements().map(|element| tree.tag(element)).find(|tag| matches!(*tag, "h1" | "title"));
    format!("{}\t{}\t{}", heading.unwrap_or(tag), nearest(&["itemprop"]), nearest(&["class", "id"]))
}

/// Tag, itemprop, class and id of one element, joined by tabs.
pub fn element_hint(tree: &Tree<'_>, element: NodeId) -> String {
    let value = |name: &str| tree.attribute(element, name).map(|value| part(&value)).unwrap_or_default();
    format!("{}\t{}\t{}\t{}", tree.tag(element), value("itemprop"), value("class"), value("id"))
}
