//! Peer recognition: which children of different trees are the same part of the template.
//!
//! Every child of every tree gets a symbol S_kT_l. Children with the same k are alike in structure, with the same l
//! alike in text too. A child is compared with the first member (the leader) of each class, so that the outcome
//! depends on the pages' order and nothing else.

use super::budget::{Problem, Work};
use super::forest::Forest;
use crate::hash::WordMap;
use crate::measures::tree::NodeKind;

/// The symbols of one level. A symbol is its l, which no other k has.
#[derive(Debug, Default)]
pub struct Symbols {
    /// The k of each symbol.
    pub structures: Vec<u32>,
    /// Whether each symbol stands for a text or an image.
    pub is_data: Vec<bool>,
}

/// What two children must reach to be alike.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Thresholds {
    /// The similarity without text from which on the structure is the same.
    pub structure: f64,
    /// The similarity with text from which on the text is the same.
    pub text: f64,
}

/// Gives every child of every tree its symbol.
pub fn recognise_peers(
    forest: &Forest,
    columns: &[Vec<u32>],
    thresholds: Thresholds,
    work: &mut Work,
) -> (Vec<Vec<u32>>, Symbols) {
    let mut recognition = Recognition { forest, thresholds, work, classes: Classes::default() };
    let symbols = |column: &Vec<u32>| column.iter().map(|&child| recognition.symbol(child)).collect();
    let columns = columns.iter().map(symbols).collect();
    (columns, recognition.classes.symbols)
}

/// The classes found so far, with their leaders.
#[derive(Default)]
struct Classes {
    symbols: Symbols,
    symbol_of: WordMap<u32, u32>,
    structure_of: WordMap<u32, u32>,
    /// The structures that share a tag, each with its leader's shape.
    by_tag: WordMap<u32, Vec<(u32, u32)>>,
    /// For each structure its symbols with their leaders.
    members: Vec<Vec<(u32, u32)>>,
}

struct Recognition<'a> {
    forest: &'a Forest,
    thresholds: Thresholds,
    work: &'a mut Work,
    classes: Classes,
}

impl Recognition<'_> {
    fn symbol(&mut self, child: u32) -> u32 {
        if let Some(&symbol) = self.classes.symbol_of.get(&child) {
            return symbol;
        }
        let structure = self.structure(self.forest.shape(child));
        let known = self.alike_in_text(structure, child);
        let symbol = known.unwrap_or_else(|| self.new_symbol(structure, child));
        self.classes.symbol_of.insert(child, symbol);
        symbol
    }

    fn structure(&mut self, shape: u32) -> u32 {
        if let Some(&structure) = self.classes.structure_of.get(&shape) {
            return structure;
        }
        let structure = self.alike_in_structure(shape).unwrap_or_else(|| self.new_structure(shape));
        self.classes.structure_of.insert(shape, structure);
        structure
    }

    /// Over the budget, elements of the same tag count as alike: pages then share too much rather than nothing.
    fn alike_in_structure(&mut self, shape: u32) -> Option<u32> {
        let leaders = self.classes.by_tag.get(&tag_code(self.forest, shape))?;
        for &(structure, leader) in leaders {
            let reached = self.work.shapes.reach(&self.forest.shapes, leader, shape, self.thresholds.structure);
            if reached.is_err() {
                self.work.note(Problem::Similarity);
            }
            if reached.unwrap_or(true) {
                return Some(structure);
            }
        }
        None
    }

    fn new_structure(&mut self, shape: u32) -> u32 {
        let structure = self.classes.members.len() as u32;
        self.classes.members.push(Vec::new());
        let same_tag = self.classes.by_tag.entry(tag_code(self.forest, shape)).or_default();
        same_tag.push((structure, shape));
        structure
    }

    /// Texts and images are alike only if equal; over the budget, so are elements.
    fn alike_in_text(&mut self, structure: u32, child: u32) -> Option<u32> {
        if self.forest.exact.label(child).kind != NodeKind::Element {
            return None;
        }
        for &(symbol, leader) in &self.classes.members[structure as usize] {
            match self.work.texts.reach(&self.forest.exact, leader, child, self.thresholds.text) {
                Ok(true) => return Some(symbol),
                Ok(false) => {}
                Err(_) => self.work.note(Problem::Similarity),
            }
            if self.work.is_over_comparisons() {
                return None;
            }
        }
        None
    }

    fn new_symbol(&mut self, structure: u32, child: u32) -> u32 {
        let symbol = self.classes.symbols.structures.len() as u32;
        self.classes.symbols.structures.push(structure);
        self.classes.symbols.is_data.push(self.forest.exact.label(child).kind != NodeKind::Element);
        self.classes.members[structure as usize].push((symbol, child));
        symbol
    }
}

/// What shapes must share to be compared at all: the tag, or being text, or being an image.
fn tag_code(forest: &Forest, shape: u32) -> u32 {
    let label = forest.shapes.label(shape);
    match label.kind {
        NodeKind::Element => label.value,
        NodeKind::Text => u32::MAX,
        NodeKind::Image => u32::MAX - 1,
    }
}
