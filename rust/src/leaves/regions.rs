//! Regions: the text of one part of a page, in reading order.
//!
//! Free text has no form that a key per paragraph could know. It is found by the element that holds it; what is in
//! some elements inside, and what the template itself says, is left out.

use std::collections::HashSet;

use super::collect::{Leaf, LeafKind, Leaves};
use super::matching::{paragraph_text_id, plain_text_id, text_id};
use crate::html::NodeId;

/// Where a text is on the pages of a template.
#[derive(Clone, Debug, Default)]
pub struct Region {
    /// The keys of the element that holds it; the first that is on a page counts there.
    pub keys: Vec<u64>,
    /// A template text that is in the element, where others of its kind have another; 0 if it needs none. Here
    /// and below a text may be meant with its place or wherever it is.
    pub anchor: u64,
    /// The template text behind which it begins; 0 if it begins with its element.
    pub after: u64,
    /// The template texts at which it ends.
    pub until: HashSet<u64>,
    /// The keys of elements inside that are no part of it.
    pub without: HashSet<u64>,
}

impl Region {
    /// The element that holds the text on a page, inside `row` if one is given: the first of the page or of the row. A
    /// row may go on with the siblings up to the next like it.
    pub fn container(&self, found: &Leaves, row: Option<NodeId>) -> Option<NodeId> {
        let Some(row) = row else { return self.first(found, |_| true) };
        let is_inside = |node| found.rows.ancestors(node).any(|element| element == row);
        self.first(found, is_inside).or_else(|| {
            let parent = found.rows.parent(row);
            let is_alike = |&node: &NodeId| {
                found.rows.parent(node) == parent && found.rows.keys(node)[0] == found.rows.keys(row)[0]
            };
            let end = (row + 1..found.rows.len() as NodeId).find(is_alike).unwrap_or(NodeId::MAX);
            self.first(found, |node| {
                (row..end).contains(&node) && found.rows.ancestors(node).any(|element| element == parent)
            })
        })
    }

    /// The first element with one of the keys, and the anchor in it.
    fn first(&self, found: &Leaves, is_meant: impl Fn(NodeId) -> bool) -> Option<NodeId> {
        let holders = self.holders(found);
        let is_anchored = |node: &NodeId| self.anchor == 0 || holders.contains(node);
        let elements =
            || (1..found.rows.len() as NodeId).filter(|&node| found.rows.is_element(node)).filter(is_anchored);
        let has = |node: NodeId, key: &u64| found.rows.container_keys(node).contains(key);
        self.keys.iter().find_map(|key| elements().find(|&node| has(node, key) && is_meant(node)))
    }

    /// The elements around the anchor.
    fn holders(&self, found: &Leaves) -> HashSet<NodeId> {
        if self.anchor == 0 {
            return HashSet::new();
        }
        let is_anchor = |index: &usize| is_said(found, *index, |text| text == self.anchor);
        let anchors = (0..found.leaves.len()).filter(is_anchor);
        anchors.flat_map(|index| found.rows.ancestors(found.leaves[index].node)).collect()
    }

    /// The images in the region, in the order of the page.
    pub fn images(&self, found: &Leaves, row: Option<NodeId>) -> Vec<u32> {
        let Some(container) = self.container(found, row) else { return Vec::new() };
        let is_image = |(_, leaf): &(u32, &Leaf)| leaf.kind == LeafKind::Src && self.holds(found, container, leaf.node);
        (0..).zip(&found.leaves).filter(is_image).map(|(index, _)| index).collect()
    }

    /// The paragraphs and single texts of the region, in reading order; `is_text` says which are the template's own.
    pub fn leaves(&self, found: &Leaves, row: Option<NodeId>, is_text: impl Fn(u64) -> bool) -> Vec<u32> {
        let Some(container) = self.container(found, row) else { return Vec::new() };
        let mut chosen = Vec::new();
        let mut is_on = self.after == 0;
        let mut block_end = 0;
        for (index, leaf) in found.leaves.iter().enumerate() {
            if !matches!(leaf.kind, LeafKind::Text | LeafKind::Block) || !self.holds(found, container, leaf.node) {
                continue;
            }
            let identity = text_id(found, index).or_else(|| paragraph_text_id(found, index));
            if !self.until.is_empty() && is_said(found, index, |text| self.until.contains(&text)) {
                is_on = false;
            }
            if is_on && leaf.node >= block_end {
                if leaf.kind == LeafKind::Block {
                    block_end = leaf.end;
                }
                if !identity.is_some_and(&is_text) {
                    chosen.push(index as u32);
                }
            }
            if self.after != 0 && is_said(found, index, |text| text == self.after) {
                is_on = true;
            }
        }
        chosen
    }

    /// Whether a node is in the container and in none of the elements that are left out.
    fn holds(&self, found: &Leaves, container: NodeId, node: NodeId) -> bool {
        for element in found.rows.ancestors(node) {
            if element == container {
                return true;
            }
            if !self.without.is_empty()
                && found.rows.container_keys(element).iter().any(|key| self.without.contains(key))
            {
                return false;
            }
        }
        false
    }
}

/// Whether a leaf is one of some texts, each meant with its place or wherever it is.
pub(super) fn is_said(found: &Leaves, index: usize, is_meant: impl Fn(u64) -> bool) -> bool {
    let with_place = text_id(found, index).or_else(|| paragraph_text_id(found, index));
    with_place.is_some_and(&is_meant) || plain_text_id(found, index).is_some_and(&is_meant)
}
