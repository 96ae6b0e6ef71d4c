//! Headers: what is at the top of each column of a table names the cells below it.

use super::grid::{Cell, Grid, MOST_COLUMNS, width};
use super::values::push_collapsed;
use crate::hash::WordMap;
use crate::html::{Kind, Name, NodeId, Tree};

/// Longer texts at the top of a column are data.
const LONGEST: usize = 60;
/// Cells with more nodes are no headers either: nested tables would else be walked once for each level.
const MOST_NODES: NodeId = 64;

/// Names of the cells of tables, by the node of the `td`.
#[derive(Default)]
pub struct ColumnHeaders {
    /// What the `th` above a cell says.
    pub headers: WordMap<NodeId, String>,
    /// Of tables without such: what the first row of several words says above a cell. Whether that heads anything, only
    /// other pages can say.
    pub tops: WordMap<NodeId, String>,
}

/// Where the next cell of a table stands, and what heads its columns.
#[derive(Default)]
struct Heads {
    grid: Grid,
    headers: Vec<Header>,
    /// The first row that may head the others, if no `th` does.
    top: Option<NodeId>,
}

#[derive(Clone, Default)]
struct Header {
    text: String,
    is_top: bool,
}

impl Heads {
    fn set(&mut self, first: usize, width: usize, text: &str, is_top: bool) {
        let end = (first + width).min(MOST_COLUMNS);
        if first >= end {
            return;
        }
        self.headers.resize(self.headers.len().max(end), Header::default());
        self.headers[first..end].fill(Header { text: text.to_owned(), is_top });
    }
}

/// The headers of the cells below them.
pub fn column_headers(tree: &Tree<'_>) -> ColumnHeaders {
    let mut tables: WordMap<NodeId, Heads> = WordMap::default();
    let mut found = ColumnHeaders::default();
    // Asked once for each row: a row of many cells would else be walked by each of them.
    let mut kinds: WordMap<NodeId, RowSet> = WordMap::default();
    for node in 1..tree.len() as NodeId {
        if !tree.is_element(node) || !matches!(tree.name(node), Name::TD | Name::TH) {
            continue;
        }
        let Some(cell) = Cell::new(tree, node) else { continue };
        let (row, width) = (cell.row, cell.width);
        let heads = tables.entry(cell.table).or_default();
        let first = heads.grid.place(&cell);
        let kind = *kinds.entry(row).or_insert_with(|| row_set(tree, row));
        if tree.name(node) == Name::TH {
            // A `th` beside a `td` names its row, not its column.
            if kind == RowSet::Headers {
                heads.set(first, width, &text_of(tree, node), false);
            }
            continue;
        }
        if kind == RowSet::Words && heads.headers.is_empty() {
            heads.top = Some(row);
        }
        if heads.top == Some(row) {
            heads.set(first, width, &text_of(tree, node), true);
        } else if let Some(header) = heads.headers.get(first).filter(|header| !header.text.is_empty()) {
            let named = if header.is_top { &mut found.tops } else { &mut found.headers };
            named.insert(node, header.text.clone());
        }
    }
    found
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum RowSet {
    /// All cells are `th`, and there are several.
    Headers,
    /// Three cells or more, each one column wide, and all but the first short words: two are a label and its value.
    Words,
    Other,
}

fn row_set(tree: &Tree<'_>, row: NodeId) -> RowSet {
    let mut headers = 0;
    let mut words = Vec::new();
    for cell in tree.children(row).filter(|&cell| tree.is_element(cell)) {
        match tree.name(cell) {
            Name::TH => headers += 1,
            Name::TD => words.push(width(tree, cell) == 1 && text_of(tree, cell).chars().any(char::is_alphabetic)),
            _ => {}
        }
    }
    if headers >= 2 && words.is_empty() {
        RowSet::Headers
    } else if headers == 0 && words.len() >= 3 && words[1..].iter().all(|&is_word| is_word) {
        RowSet::Words
    } else {
        RowSet::Other
    }
}

/// The text of a header; empty if it is too long for one.
fn text_of(tree: &Tree<'_>, node: NodeId) -> String {
    let mut text = String::new();
    let end = tree.subtree_end(node);
    if end - node > MOST_NODES {
        return text;
    }
    for below in node..end {
        if tree.kind(below) == Kind::Text {
            push_collapsed(&tree.text(below), &mut text, 0);
        }
    }
    let text = text.trim();
    if text.len() <= LONGEST { text.to_owned() } else { String::new() }
}
