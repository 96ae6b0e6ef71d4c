//! Headers: what is at the top of each column of a table names the cells below it.

use super::rows::span;
use super::values::push_collapsed;
use crate::hash::{WordMap, extend};
use crate::html::{Kind, Name, NodeId, Tree};

/// Longer texts at the top of a column are data.
const LONGEST: usize = 60;

/// The headers of the cells below them, by the node of the `td`.
pub fn column_headers(tree: &Tree<'_>) -> WordMap<NodeId, String> {
    let mut headers: WordMap<u64, String> = WordMap::default();
    let mut columns: WordMap<NodeId, u32> = WordMap::default();
    let mut found: WordMap<NodeId, String> = WordMap::default();
    // Asked once for each row: a row of many cells would else be walked by each of them.
    let mut header_rows: WordMap<NodeId, bool> = WordMap::default();
    for node in 1..tree.len() as NodeId {
        let name = tree.name(node);
        if !tree.is_element(node) || !matches!(name, Name::TD | Name::TH) {
            continue;
        }
        let Some((row, table)) = row_and_table(tree, node) else { continue };
        let column = columns.entry(row).or_insert(0);
        let place = extend(u64::from(table), u64::from(*column));
        *column += span(tree, node);
        if name == Name::TH {
            // A `th` beside a `td` names its row, not its column.
            if *header_rows.entry(row).or_insert_with(|| is_header_row(tree, row)) {
                headers.entry(place).or_insert_with(|| text_of(tree, node));
            }
        } else if let Some(header) = headers.get(&place).filter(|header| !header.is_empty()) {
            found.insert(node, header.clone());
        }
    }
    found
}

fn row_and_table(tree: &Tree<'_>, cell: NodeId) -> Option<(NodeId, NodeId)> {
    let row = tree.parent(cell).filter(|&row| tree.name(row) == Name::TR)?;
    let mut above = std::iter::successors(tree.parent(row), |&node| tree.parent(node));
    above.find(|&node| tree.name(node) == Name::TABLE).map(|table| (row, table))
}

/// Whether all cells of a row are `th`, and there are several.
fn is_header_row(tree: &Tree<'_>, row: NodeId) -> bool {
    let mut headers = 0;
    for cell in tree.children(row) {
        match tree.name(cell) {
            Name::TH if tree.is_element(cell) => headers += 1,
            Name::TD if tree.is_element(cell) => return false,
            _ => {}
        }
    }
    headers >= 2
}

/// The text of a header; empty if it is too long for one.
fn text_of(tree: &Tree<'_>, node: NodeId) -> String {
    let mut text = String::new();
    for below in node..tree.subtree_end(node) {
        if tree.kind(below) == Kind::Text {
            push_collapsed(&tree.text(below), &mut text, 0);
        }
    }
    let text = text.trim();
    if text.len() <= LONGEST { text.to_owned() } else { String::new() }
}
