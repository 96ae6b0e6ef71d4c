//! What the markup around a leaf says about its meaning: tag, itemprop, class and id words.

use super::spellings::Spellings;
use crate::hash::WordMap;
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
fn hint(tree: &Tree<'_>, node: NodeId) -> String {
    let tag = elements_around(tree, node).next().map_or("", |element| tree.tag(element));
    let nearest = |names: &[&str]| {
        let mut found = elements_around(tree, node)
            .flat_map(|element| names.iter().filter_map(move |name| tree.attribute(element, name)));
        found.find(|value| !value.trim().is_empty()).map(|value| part(&value)).unwrap_or_default()
    };
    let mut tags = elements_around(tree, node).map(|element| tree.tag(element));
    let heading = tags.find(|tag| matches!(*tag, "h1" | "title"));
    format!("{}\t{}\t{}", heading.unwrap_or(tag), nearest(&["itemprop"]), nearest(&["class", "id"]))
}

/// The nearest elements around a leaf that are asked.
fn elements_around<'tree>(tree: &'tree Tree<'_>, node: NodeId) -> impl Iterator<Item = NodeId> + 'tree {
    let ancestors = std::iter::successors(Some(node), |&node| tree.parent(node));
    ancestors.filter(|&node| tree.is_element(node)).take(LEVELS)
}

/// Tag, itemprop, class and id of each element, joined by tabs; empty for other nodes.
pub fn element_hints(tree: &Tree<'_>) -> Spellings {
    let mut hint = String::new();
    // Half of the nodes are texts, and most others have no attributes.
    let mut no_element: Option<u32> = None;
    let mut bare: WordMap<&str, u32> = WordMap::default();
    Spellings::by_number(0..tree.len() as NodeId, |node, numbers| {
        if !tree.is_element(node) {
            return *no_element.get_or_insert_with(|| numbers.number(""));
        }
        let mut number = || {
            hint.clear();
            write_element_hint(tree, node, &mut hint);
            numbers.number(&hint)
        };
        if tree.attributes(node).len() > 0 { number() } else { *bare.entry(tree.tag(node)).or_insert_with(number) }
    })
}

/// The hints of the leaves at these nodes; `elements` are those of the elements around them, which decide.
pub fn leaf_hints(tree: &Tree<'_>, nodes: impl Iterator<Item = NodeId>, elements: &Spellings) -> Spellings {
    let mut known: WordMap<[u32; LEVELS], u32> = WordMap::default();
    Spellings::by_number(nodes, |node, numbers| {
        let mut around = [u32::MAX; LEVELS];
        for (place, element) in around.iter_mut().zip(elements_around(tree, node)) {
            *place = elements.positions[element as usize];
        }
        *known.entry(around).or_insert_with(|| numbers.number(&hint(tree, node)))
    })
}

fn write_element_hint(tree: &Tree<'_>, element: NodeId, hint: &mut String) {
    hint.push_str(tree.tag(element));
    for name in ["itemprop", "class", "id"] {
        hint.push('\t');
        if let Some(value) = tree.attribute(element, name) {
            let kept = &value[..value.floor_char_boundary(LONGEST)];
            let start = hint.len();
            hint.push_str(kept);
            if kept.contains('\t') {
                hint.truncate(start);
                hint.extend(kept.chars().map(|sign| if sign == '\t' { ' ' } else { sign }));
            }
        }
    }
}
