//! Where the texts and elements of a page are in the cleaned one, as a browser has it.

use std::collections::HashMap;

use super::MARK;
use super::elements::{Fate, fate};
use super::page::clean_page;
use crate::html::{Kind, Name, NodeId, Parser, Tree};

/// Why something of a page cannot be seen in the frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unseen {
    /// It is in the head.
    Head,
    /// It is hidden by an attribute, or in an element that is never shown.
    Hidden,
    /// Its element is left out, or is read in another way.
    Unmarked,
}

impl Unseen {
    /// The reason in one word.
    pub fn as_str(self) -> &'static str {
        match self {
            Unseen::Head => "head",
            Unseen::Hidden => "hidden",
            Unseen::Unmarked => "unmarked",
        }
    }
}

/// A text of the frame: the mark of its element, and its position among the texts that are directly in that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FramedText {
    /// The mark of the element.
    pub mark: NodeId,
    /// The position of the text.
    pub position: u32,
}

/// The places of the nodes of a page in the frame.
#[derive(Clone, Debug)]
pub struct Frame {
    /// By node why it is not there; for those that are, nothing.
    unseen: Vec<Option<Unseen>>,
    /// By node of each text its position among those of its parent.
    positions: Vec<u32>,
}

impl Frame {
    /// Cleans a page and reads it again as a browser does.
    pub fn new(tree: &Tree<'_>, address: &str) -> Self {
        let clean = clean_page(tree, address, None);
        let mut parser = Parser::default();
        let framed = parser.parse(&clean.html);
        let mut frame = Frame { unseen: visibility(tree), positions: positions(tree) };
        frame.check(tree, &framed);
        frame
    }

    /// The mark of an element, or why it has none.
    pub fn element(&self, node: NodeId) -> Result<NodeId, Unseen> {
        self.unseen[node as usize].map_or(Ok(node), Err)
    }

    /// Where a text is, or why it is nowhere.
    pub fn text(&self, tree: &Tree<'_>, node: NodeId) -> Result<FramedText, Unseen> {
        let mark = tree.parent(node).ok_or(Unseen::Unmarked)?;
        self.unseen[node as usize].map_or(Ok(()), Err)?;
        Ok(FramedText { mark, position: self.positions[node as usize] })
    }

    /// Notes what is not where it should be: some pages are read in another way after they were written.
    fn check(&mut self, tree: &Tree<'_>, framed: &Tree<'_>) {
        let mut marked: HashMap<NodeId, Option<NodeId>> = HashMap::new();
        for node in (1..framed.len() as NodeId).filter(|&node| framed.is_element(node)) {
            let mark = framed.attribute(node, MARK).and_then(|mark| mark.parse().ok());
            if let Some(mark) = mark {
                // An element that is opened again has its mark twice: which is meant cannot be said.
                marked.entry(mark).and_modify(|first| *first = None).or_insert(Some(node));
            }
        }
        for node in 1..tree.len() as NodeId {
            let at = node as usize;
            if self.unseen[at].is_some() {
                continue;
            }
            let is_there = match tree.kind(node) {
                Kind::Text => {
                    let parent = tree.parent(node).and_then(|parent| marked.get(&parent).copied().flatten());
                    parent.is_some_and(|parent| is_same_text(tree, node, framed, parent, self.positions[at]))
                }
                _ => marked.get(&node).copied().flatten().is_some(),
            };
            if !is_there {
                self.unseen[at] = Some(Unseen::Unmarked);
            }
        }
    }
}

fn is_same_text(tree: &Tree<'_>, node: NodeId, framed: &Tree<'_>, parent: NodeId, position: u32) -> bool {
    let mut texts = framed.children(parent).filter(|&child| framed.kind(child) == Kind::Text);
    texts.nth(position as usize).is_some_and(|found| framed.text(found) == tree.text(node))
}

/// By node of each text how many come before it in the same parent.
fn positions(tree: &Tree<'_>) -> Vec<u32> {
    let mut counts = vec![0u32; tree.len()];
    let mut positions = vec![0u32; tree.len()];
    for node in 1..tree.len() as NodeId {
        if tree.kind(node) == Kind::Text && !tree.text(node).is_empty() {
            let count = &mut counts[tree.parent(node).unwrap_or(0) as usize];
            positions[node as usize] = *count;
            *count += 1;
        }
    }
    positions
}

/// By node why it cannot be seen, as far as the page says it itself.
fn visibility(tree: &Tree<'_>) -> Vec<Option<Unseen>> {
    let mut unseen = vec![None; tree.len()];
    for node in 1..tree.len() as NodeId {
        let above = tree.parent(node).and_then(|parent| unseen[parent as usize]);
        unseen[node as usize] = above.or_else(|| if tree.is_element(node) { reason(tree, node) } else { None });
    }
    unseen
}

fn reason(tree: &Tree<'_>, node: NodeId) -> Option<Unseen> {
    if tree.kind(node) == Kind::Html {
        match tree.name(node) {
            Name::HEAD | Name::TITLE | Name::META | Name::LINK => return Some(Unseen::Head),
            Name::OPTION | Name::SELECT | Name::TEXTAREA | Name::DATALIST => return Some(Unseen::Hidden),
            _ => {}
        }
    }
    match fate(tree, node) {
        Fate::Dropped | Fate::Sheet => Some(Unseen::Unmarked),
        _ => is_hidden(tree, node).then_some(Unseen::Hidden),
    }
}

/// Whether an element says itself that it is not shown.
fn is_hidden(tree: &Tree<'_>, node: NodeId) -> bool {
    let is_none = |style: &str| {
        style.split(';').filter_map(|one| one.split_once(':')).any(|(name, value)| {
            let value = value.trim().to_ascii_lowercase();
            name.trim().eq_ignore_ascii_case("display") && value.split(['!', ' ']).next() == Some("none")
        })
    };
    tree.attribute(node, "hidden").is_some() || tree.attribute(node, "style").is_some_and(|style| is_none(&style))
}
