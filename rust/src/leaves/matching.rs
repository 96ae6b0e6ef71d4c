//! Keys that distinguish data: what is between template texts, and which of them names it.
//!
//! Each leaf that is no template text has six extractor keys, from tolerant to exact, and the keys of the table cells
//! that it may be.

use super::collect::{Leaf, LeafKind, Leaves};
use super::rows::{CellPath, RowMarks, RowPlace};
use crate::hash::{extend, hash_bytes};
use crate::html::NodeId;

/// The number of keys of a cell: steps, places, nearest step, label; each with the label.
pub const CELL_KEYS: usize = 4;

/// Of the keys of a leaf those that it shares with others of its group.
pub(super) const SHARED_KEYS: usize = 4;

/// Template texts are short.
const MAX_TEXT: usize = 60;
/// A label at the beginning of a text is no sentence.
const MAX_OWN_LABEL: usize = 40;
/// With more words it is one, too. A guess.
const MAX_LABEL_WORDS: usize = 4;
/// What tells the label of a text from a text.
const OWN_LABEL: u64 = 0x6c61_6265_6c3a_2020;
/// What stands for the label of a leaf that has none.
const NO_LABEL: u64 = 0;

/// A leaf that is no template text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DataLeaf {
    /// The position of the leaf.
    pub index: u32,
    /// The position of the template text before it whose scope it is in.
    pub label: Option<u32>,
    /// The position of the template text before it, near or far.
    pub before: Option<u32>,
    /// Tail and label, tail and text before, path and label, class path, text before and distance, place.
    pub keys: [u64; 6],
}

/// A cell of a row that a leaf may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The row.
    pub place: RowPlace,
    /// Row, place in it, and label in it.
    pub key: u64,
}

/// The identity of a template text: the text and the tail of its element. None for what cannot be one.
pub fn text_id(found: &Leaves, index: usize) -> Option<u64> {
    let leaf = &found.leaves[index];
    (leaf.text != 0).then_some(leaf.identity)
}

/// The hash of a text; 0 for one that is too long to be the template's.
pub(super) fn text_hash(value: &str) -> u64 {
    let is_short = value.len() <= MAX_TEXT || (value.len() <= 4 * MAX_TEXT && value.chars().count() <= MAX_TEXT);
    if is_short { hash_bytes(value.as_bytes()) } else { 0 }
}

/// The hash of what a leaf says.
fn value_hash(found: &Leaves, index: usize) -> u64 {
    match found.leaves[index].text {
        0 => hash_bytes(found.values.get(index).as_bytes()),
        hash => hash,
    }
}

/// The identity of a text wherever it is. None for what is too long to be the template's.
pub fn plain_text_id(found: &Leaves, index: usize) -> Option<u64> {
    let text = found.leaves[index].text;
    (text != 0).then_some(text)
}

/// The label that a text begins with, as `Date posted:` in `Date posted: 3 May`; empty if it has none.
fn own_label(value: &str) -> &str {
    let start = &value.as_bytes()[..value.len().min(MAX_OWN_LABEL)];
    let colon = memchr::memchr(b':', start);
    let Some(sign) = colon.or_else(|| equals_sign(start)) else {
        return "";
    };
    let (label, rest) = value.split_at(sign + 1);
    let is_set_off = rest.starts_with(' ') && rest.len() > 1;
    let is_named = label.chars().filter(|character| character.is_alphabetic()).count() > 1;
    let is_one = !label.contains(['.', ',', ';', '!', '?']) && label.split(' ').count() <= MAX_LABEL_WORDS;
    if is_set_off && is_named && is_one { label } else { "" }
}

/// Where an equals sign with blanks around it stands.
fn equals_sign(text: &[u8]) -> Option<usize> {
    let mut signs = memchr::memchr_iter(b'=', text);
    signs.find(|&at| at > 0 && text[at - 1] == b' ' && text.get(at + 1) == Some(&b' '))
}

/// The identity of the label that a text begins with: the label and the tail of its element. None without one.
pub fn own_label_id(found: &Leaves, index: usize) -> Option<u64> {
    let label = found.leaves[index].own_label;
    (label != 0).then_some(label)
}

/// The identity of the label that a text begins with; 0 without one.
pub(super) fn own_label_hash(value: &str, tail: u64) -> u64 {
    let label = own_label(value);
    if label.is_empty() { 0 } else { label_id(label, tail) }
}

/// Told from the identity of a text that is nothing but the label.
fn label_id(label: &str, tail: u64) -> u64 {
    extend(extend(hash_bytes(label.as_bytes()), tail), OWN_LABEL)
}

/// The identity of a label without the value that is in one text with it on other pages.
fn bare_label_id(found: &Leaves, index: usize) -> Option<u64> {
    let leaf = &found.leaves[index];
    (leaf.has_colon && leaf.kind == LeafKind::Text).then(|| label_id(found.values.get(index), leaf.keys[0]))
}

/// The identity of the text that a paragraph without markup holds: if that is a template text, the paragraph is no data.
pub(super) fn paragraph_text_id(found: &Leaves, index: usize) -> Option<u64> {
    let text = found.leaves[index].whole_text;
    (text != 0).then_some(text)
}

/// A leaf that is no template text, and what names it: its keys follow from that.
pub(super) struct NamedLeaf<'page> {
    /// The position of the leaf.
    pub index: u32,
    pub leaf: &'page Leaf,
    /// The position of the template text before it whose scope it is in.
    pub label: Option<u32>,
    /// The position of the template text before it, near or far.
    pub before: Option<u32>,
    /// What names it, in its scope and wherever it is.
    pub names: [u64; 2],
    /// The text before it, and how far that is.
    pub distance: u64,
}

impl NamedLeaf<'_> {
    /// The keys that leaves of its group share if the same names them: tail and label, tail and text before, path and
    /// label, class path.
    #[inline]
    pub fn shared_keys(&self) -> [u64; SHARED_KEYS] {
        let ([tail, class_path, path, _], [near, far]) = (self.leaf.keys, self.names);
        let parts = [extend(tail, near), extend(tail, far), extend(path, near), class_path];
        std::array::from_fn(|number| extend(parts[number], number as u64 + 1))
    }

    /// The others: text before and distance, place.
    #[inline]
    pub fn own_keys(&self) -> [u64; 2] {
        let distance = extend(self.distance, self.leaf.kind as u64);
        [extend(distance, SHARED_KEYS as u64 + 1), self.leaf.place_key]
    }

    fn keys(&self) -> [u64; 6] {
        let ([first, second, third, fourth], [distance, place]) = (self.shared_keys(), self.own_keys());
        [first, second, third, fourth, distance, place]
    }
}

/// The key of a leaf by its place.
pub(super) fn place_key(place: u64) -> u64 {
    extend(place, SHARED_KEYS as u64 + 2)
}

/// The leaves that are no template text, with their keys; `is_text` is asked once for each short text and each label
/// that a text begins with.
pub fn data_leaves(found: &Leaves, is_text: impl FnMut(u64) -> bool) -> Vec<DataLeaf> {
    let mut data = Vec::with_capacity(found.leaves.len());
    visit_data_leaves(found, is_text, |leaf| {
        let NamedLeaf { index, label, before, .. } = leaf;
        data.push(DataLeaf { index, label, before, keys: leaf.keys() });
    });
    data
}

/// Hands each of `data_leaves` to somebody, instead of keeping all.
pub(super) fn visit_data_leaves(
    found: &Leaves,
    mut is_text: impl FnMut(u64) -> bool,
    mut visit: impl FnMut(NamedLeaf<'_>),
) {
    let mut known: Option<(u32, u64)> = None;
    // Words that are set off in a paragraph name nothing behind it: its end, and what was before it.
    let mut paragraph: Option<(NodeId, Option<(u32, u64)>)> = None;
    let mut since = 0u64;
    for (index, leaf) in found.leaves.iter().enumerate() {
        if let Some((_, outside)) = paragraph.take_if(|&mut (end, _)| leaf.node >= end) {
            known = outside;
        }
        if leaf.is_paragraph {
            paragraph = Some((leaf.end, known));
        }
        let is_known = text_id(found, index).is_some_and(&mut is_text);
        if is_known || bare_label_id(found, index).is_some_and(&mut is_text) {
            let is_whole = index > 0 && paragraph_text_id(found, index - 1).is_some();
            if is_whole || is_labelling(found, index) {
                paragraph = None;
            }
            known = Some((index as u32, value_hash(found, index)));
            since = 0;
            continue;
        }
        if paragraph_text_id(found, index).is_some_and(&mut is_text) {
            continue;
        }
        since += u64::from(leaf.kind == LeafKind::Text);
        let before = known.filter(|_| !leaf.kind.is_named());
        let label = before.filter(|&(at, _)| found.leaves[at as usize].node >= leaf.scope);
        // A label in the same text says more than any before it.
        let own = own_label_id(found, index).filter(|&label| is_text(label));
        let hash = |found: Option<(u32, u64)>| found.map_or(NO_LABEL, |(_, hash)| hash);
        let named = |found: Option<(u32, u64)>| own.unwrap_or(hash(found));
        let position = |found: Option<(u32, u64)>| found.map(|(at, _)| at);
        visit(NamedLeaf {
            index: index as u32,
            leaf,
            label: position(label),
            before: position(before),
            names: [named(label), named(before)],
            distance: extend(hash(before), since),
        });
        // A label that the template does not know ends what the one before it names.
        if position(label).is_some_and(|at| is_label_beside(found, index, at as usize)) {
            known = Some((index as u32, value_hash(found, index)));
            since = 0;
        }
    }
}

/// Whether a text is written as a label, with a colon and in the same markup as another one.
fn is_label_beside(found: &Leaves, index: usize, known: usize) -> bool {
    let (leaf, label) = (&found.leaves[index], &found.leaves[known]);
    leaf.has_colon && label.has_colon && leaf.kind == LeafKind::Text && leaf.keys[0] == label.keys[0]
}

/// Whether a leaf is written as a label. In a row only such texts count as one: others may be values that rows share.
pub fn is_labelling(found: &Leaves, index: usize) -> bool {
    found.leaves[index].is_label || found.leaves[index].has_colon
}

/// Which keys of cells somebody looks for, in their order.
pub type CellFamilies = [bool; CELL_KEYS];

/// A leaf as a cell of a row, and what names it there: its keys follow from that.
#[derive(Clone, Copy, Debug)]
pub(super) struct NamedCell {
    /// The table's own number, and the keys that somebody looks for.
    id: u64,
    families: CellFamilies,
    kind: LeafKind,
    path: CellPath,
    /// The text that labels it, and its hash.
    pub label: Option<u32>,
    name: u64,
}

impl NamedCell {
    pub fn new(
        found: &Leaves,
        label: Option<u32>,
        (id, families): (u64, CellFamilies),
        kind: LeafKind,
        path: CellPath,
    ) -> Self {
        let name = label.map_or(NO_LABEL, |at| value_hash(found, at as usize));
        NamedCell { id, families, kind, path, label, name }
    }

    /// A number that tells it from most others.
    #[inline]
    pub fn spread(&self) -> u64 {
        self.path.steps ^ self.name
    }

    /// Whether its keys are those of another cell.
    #[inline]
    pub fn has_keys_of(&self, other: &NamedCell) -> bool {
        let of = |cell: &NamedCell| (cell.id, cell.kind, cell.name, cell.label.is_some());
        self.path == other.path && of(self) == of(other) && self.families == other.families
    }

    /// Its keys as a cell: its steps, its places, its nearest step, its label alone (0 without one); 0 for those that
    /// nobody looks for.
    pub fn keys(&self) -> [u64; CELL_KEYS] {
        let key = |part: u64, family: usize| match self.families[family] {
            true => extend(extend(extend(self.id, part), self.name), family as u64 + 1),
            false => 0,
        };
        let CellPath { steps, places, nearest } = self.path;
        let by_label = self.label.map_or(0, |_| key(self.kind as u64, 3));
        [key(steps, 0), key(places, 1), key(nearest, 2), by_label]
    }
}

/// The template text before a leaf, if it labels it in its row.
pub fn label_in_row(found: &Leaves, before: Option<u32>, row: NodeId) -> Option<u32> {
    before.filter(|&at| found.leaves[at as usize].node > row && is_labelling(found, at as usize))
}

/// The cells that a leaf may be, of the nearest rows around it that are marked, nearest first; at most so many.
pub fn cells(
    found: &Leaves,
    index: u32,
    before: Option<u32>,
    marks: &RowMarks,
    most: usize,
) -> impl Iterator<Item = Cell> {
    let leaf = &found.leaves[index as usize];
    let places = match leaf.kind.is_named() {
        true => Vec::new(),
        false => found.rows.around(leaf.node, leaf.kind as u64, marks, most),
    };
    places.into_iter().map(move |place| {
        let label = label_in_row(found, before, place.node);
        let cell = NamedCell::new(found, label, (place.row, [true, false, false, false]), leaf.kind, place.cell);
        Cell { place, key: cell.keys()[0] }
    })
}
