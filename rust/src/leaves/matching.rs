//! Keys that tell data from data: what stands between template texts, and which of them names it.
//!
//! The leaves of a page and the texts of a template enter; for each leaf that is no template text its six extractor
//! keys leave, from tolerant to exact, and the keys of the table cells that it may be.

use super::collect::{LeafKind, Leaves};
use super::rows::RowPlace;
use crate::hash::{extend, hash_bytes};

/// Template texts are short.
const MAX_TEXT: usize = 60;
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
    let value = found.values.get(index);
    let is_short = value.len() <= MAX_TEXT || (value.len() <= 4 * MAX_TEXT && value.chars().count() <= MAX_TEXT);
    (leaf.kind == LeafKind::Text && is_short).then(|| extend(hash_bytes(value.as_bytes()), leaf.keys[0]))
}

/// The identity of the text that a paragraph without markup holds: if that is a template text, the paragraph is no data.
fn text_of_paragraph(found: &Leaves, index: usize) -> Option<u64> {
    let inner = index + 1;
    let is_same = found.leaves[index].kind == LeafKind::Block
        && found.leaves.get(inner).is_some_and(|leaf| leaf.kind == LeafKind::Text)
        && found.values.get(index) == found.values.get(inner);
    is_same.then(|| text_id(found, inner)).flatten()
}

/// The leaves that are no template text, with their keys; `is_text` is asked once for each short text.
pub fn data_leaves(found: &Leaves, mut is_text: impl FnMut(u64) -> bool) -> Vec<DataLeaf> {
    let mut before: Option<(u32, u64)> = None;
    let mut since = 0u64;
    let mut data = Vec::with_capacity(found.leaves.len());
    for (index, leaf) in found.leaves.iter().enumerate() {
        if text_id(found, index).is_some_and(&mut is_text) {
            before = Some((index as u32, hash_bytes(found.values.get(index).as_bytes())));
            since = 0;
            continue;
        }
        if text_of_paragraph(found, index).is_some_and(&mut is_text) {
            continue;
        }
        since += u64::from(leaf.kind == LeafKind::Text);
        let before = before.filter(|_| !leaf.kind.is_named());
        let label = before.filter(|&(at, _)| found.leaves[at as usize].node >= leaf.scope);
        let hash = |found: Option<(u32, u64)>| found.map_or(NO_LABEL, |(_, hash)| hash);
        let [tail, class_path, path, place] = leaf.keys;
        let distance = extend(extend(hash(before), since), leaf.kind as u64);
        let parts = [
            extend(tail, hash(label)),
            extend(tail, hash(before)),
            extend(path, hash(label)),
            class_path,
            distance,
            place,
        ];
        let mut keys = [0; 6];
        for (number, part) in parts.into_iter().enumerate() {
            keys[number] = extend(part, number as u64 + 1);
        }
        let position = |found: Option<(u32, u64)>| found.map(|(at, _)| at);
        data.push(DataLeaf { index: index as u32, label: position(label), before: position(before), keys });
    }
    data
}

/// Whether a leaf is written as a label. In a row only such texts count as one: others may be values that rows share.
fn is_labelling(found: &Leaves, index: usize) -> bool {
    found.leaves[index].is_label || found.values.get(index).ends_with(':')
}

/// The cells that a data leaf may be, of all elements around it that `is_row` accepts, nearest first.
pub fn cells(found: &Leaves, data: &DataLeaf, is_row: impl Fn(&RowPlace) -> bool) -> impl Iterator<Item = Cell> {
    let before = data.before;
    let leaf = &found.leaves[data.index as usize];
    let places = found.rows.around(leaf.node, leaf.kind as u64);
    places.filter(move |place| !leaf.kind.is_named() && is_row(place)).map(move |place| {
        let label =
            before.filter(|&at| found.leaves[at as usize].node > place.node && is_labelling(found, at as usize));
        let hash = label.map_or(NO_LABEL, |at| hash_bytes(found.values.get(at as usize).as_bytes()));
        Cell { place, key: extend(extend(place.row, place.cell), hash) }
    })
}
