//! Regions: the text of one part of a page, in reading order.
//!
//! Free text has no form that a key per paragraph could know. It is found by the element that holds it; what is in
//! some elements inside, and what the template itself says, is left out.

use std::cell::{Cell, OnceCell};
use std::collections::HashSet;
use std::ops::Range;

use super::collect::{Leaf, LeafKind, Leaves};
use super::matching::{paragraph_text_id, plain_text_id, text_id};
use super::rows::ROW_KEYS;
use crate::hash::WordSet;
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
    pub until: WordSet,
    /// The keys of elements inside that are no part of it.
    pub without: WordSet,
}

impl Region {
    /// The region on a page.
    pub fn on<'page>(&'page self, found: &'page Leaves) -> RegionFinder<'page> {
        RegionFinder {
            region: self,
            found,
            holders: self.holders(found),
            ranks: found.rows.container_ranks(&self.keys),
            last: Cell::default(),
            left_out: OnceCell::new(),
        }
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
}

/// A region on one page, on all of it or in its rows.
#[derive(Debug)]
pub struct RegionFinder<'page> {
    region: &'page Region,
    found: &'page Leaves,
    holders: HashSet<NodeId>,
    /// By shape of elements the rank of the best of the region's keys.
    ranks: Vec<usize>,
    /// The element that was looked into last, and its first leaf.
    last: Cell<(NodeId, usize)>,
    /// By shape of elements whether they are left out, once somebody asks: on many pages there is no region.
    left_out: OnceCell<Vec<bool>>,
}

impl RegionFinder<'_> {
    /// The element that holds the text on a page, inside `row` if one is given: the first of the page or of the row. A
    /// row may go on with the siblings up to the next like it.
    fn container(&self, row: Option<NodeId>) -> Option<NodeId> {
        let rows = &self.found.rows;
        let Some(row) = row else { return self.first(1..rows.len() as NodeId) };
        self.first(row..rows.end(row)).or_else(|| {
            let parent = rows.parent(row);
            if parent == 0 || !rows.is_element(parent) {
                return None;
            }
            let is_sibling = |&node: &NodeId| rows.parent(node) == parent && rows.is_element(node);
            let leader = rows.keys(row);
            let is_leader = |node: NodeId| rows.keys(node)[ROW_KEYS - 1] == leader[ROW_KEYS - 1];
            let is_of_kind = |node: NodeId| rows.keys(node)[0] == leader[0];
            // Of the two rows of a table that are one post, the first may only differ by what is in it.
            let next = (rows.end(row)..rows.end(parent)).find(is_sibling);
            let is_pair = next.is_some_and(|node| is_of_kind(node) && !is_leader(node));
            let is_alike = |node: &NodeId| is_sibling(node) && is_of_kind(*node) && (!is_pair || is_leader(*node));
            let end = (row + 1..rows.end(parent)).find(is_alike).unwrap_or(rows.end(parent));
            self.first(row..end)
        })
    }

    /// The first element with the first of the keys that any of these has, and the anchor in it.
    fn first(&self, nodes: Range<NodeId>) -> Option<NodeId> {
        let mut best = None;
        let mut left = self.region.keys.as_slice();
        for node in nodes {
            if !self.found.rows.is_element(node) || self.region.anchor != 0 && !self.holders.contains(&node) {
                continue;
            }
            let rank = self.found.rows.container_rank(node, left, &self.ranks);
            if rank < left.len() {
                best = Some(node);
                left = &left[..rank];
                if left.is_empty() {
                    break;
                }
            }
        }
        best
    }

    /// The images in the region, in the order of the page.
    pub fn images(&self, row: Option<NodeId>) -> Vec<u32> {
        let Some(container) = self.container(row) else { return Vec::new() };
        let inside = self.inside(container);
        inside.filter(|&index| self.found.leaves[index].kind == LeafKind::Src).map(|index| index as u32).collect()
    }

    /// The paragraphs and single texts of the region, in reading order; `is_text` says which are the template's own.
    pub fn leaves(&self, row: Option<NodeId>, is_text: impl Fn(u64) -> bool) -> Vec<u32> {
        let Some(container) = self.container(row) else { return Vec::new() };
        let (region, found) = (self.region, self.found);
        let mut chosen = Vec::new();
        let mut is_on = region.after == 0;
        let mut block_end = 0;
        let mut block = None;
        for index in self.inside(container) {
            let leaf = &found.leaves[index];
            if !matches!(leaf.kind, LeafKind::Text | LeafKind::Block) {
                continue;
            }
            if leaf.kind == LeafKind::Block {
                block = Some(index);
            }
            let heading = block.filter(|&around| is_most_of(found, index, around));
            if !region.until.is_empty() && is_said(found, index, |text| region.until.contains(&text)) {
                is_on = false;
                if heading.is_some() && chosen.last().map(|&last| last as usize) == heading {
                    chosen.pop();
                }
            }
            if is_on && leaf.node >= block_end {
                if leaf.kind == LeafKind::Block {
                    block_end = leaf.end;
                }
                let identity = text_id(found, index).or_else(|| paragraph_text_id(found, index));
                if !identity.is_some_and(&is_text) && !leads_on(found.values.get(index)) {
                    chosen.push(index as u32);
                }
            }
            if region.after != 0 && is_said(found, index, |text| text == region.after) {
                is_on = true;
                block_end = heading.map_or(block_end, |around| found.leaves[around].end);
            }
        }
        chosen
    }

    /// The leaves in an element and in none of those that are left out.
    fn inside(&self, container: NodeId) -> impl Iterator<Item = usize> {
        let leaves = &self.found.leaves;
        let end = self.found.rows.end(container);
        // Rows come one behind the other.
        let (before, from) = self.last.get();
        let first = end_of(leaves, if before <= container { from } else { 0 }, container);
        self.last.set((container, first));
        let last = end_of(leaves, first, end);
        let mut without = self.left_out(container + 1..end).into_iter().peekable();
        (first..last).filter(move |&index| {
            let node = leaves[index].node;
            while without.next_if(|range| range.end <= node).is_some() {}
            without.peek().is_none_or(|range| !range.contains(&node))
        })
    }

    /// The elements among these that are no part of the region, as ranges of nodes.
    fn left_out(&self, nodes: Range<NodeId>) -> Vec<Range<NodeId>> {
        let (rows, without) = (&self.found.rows, &self.region.without);
        let mut ranges = Vec::new();
        if without.is_empty() {
            return ranges;
        }
        let shapes = self.left_out.get_or_init(|| rows.containers_with(without));
        let mut node = nodes.start;
        while node < nodes.end {
            if rows.is_element(node) && rows.is_container_with(node, without, shapes) {
                ranges.push(node..rows.end(node));
                node = rows.end(node);
            } else {
                node += 1;
            }
        }
        ranges
    }
}

/// The first leaf from `first` on that is not before a node: it is mostly near. All before `first` are.
fn end_of(leaves: &[Leaf], first: usize, node: NodeId) -> usize {
    let is_before = |leaf: &Leaf| leaf.node < node;
    let (mut from, mut step) = (first, 1);
    while leaves.get(from + step).is_some_and(is_before) {
        from += step;
        step *= 2;
    }
    let to = (from + step).min(leaves.len());
    from + leaves[from..to].partition_point(is_before)
}

/// Whether a text is nothing but an arrow: a link to another page.
fn leads_on(text: &str) -> bool {
    text.chars().all(|sign| matches!(sign, '»' | '›' | '→' | '▸' | '▶' | '►' | '➤'))
}

/// Whether a text is most of what a block says: `Career` in a heading that says `[edit] Career`.
fn is_most_of(found: &Leaves, index: usize, block: usize) -> bool {
    let is_inside = index != block && found.leaves[index].node < found.leaves[block].end;
    is_inside && 2 * found.values.get(index).len() >= found.values.get(block).len()
}

/// Whether a leaf is one of some texts, each meant with its place or wherever it is.
pub(super) fn is_said(found: &Leaves, index: usize, is_meant: impl Fn(u64) -> bool) -> bool {
    let with_place = text_id(found, index).or_else(|| paragraph_text_id(found, index));
    with_place.is_some_and(&is_meant) || plain_text_id(found, index).is_some_and(&is_meant)
}
