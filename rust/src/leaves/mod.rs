//! The leaves of a page: every value that a template could fill in, and the keys by which it is found again.
//!
//! Leaves are in document order: texts, blocks of text with inline markup, attributes, meta elements. Each leaf has
//! several keys, from tolerant to exact, and the scope in which a label may be. Which key makes a stable column is
//! decided over many pages, in Python.

mod alike;
mod blocks;
mod collect;
mod glued;
mod grid;
mod headers;
mod hints;
mod json;
mod key_table;
mod keys;
mod letters;
mod linked;
mod long_lists;
mod matcher;
mod matching;
mod places;
mod regions;
mod row_finder;
mod rows;
mod scopes;
mod spellings;
mod steps;
mod tidy;
mod values;

pub(crate) use blocks::{is_hidden, is_inline};
pub use collect::{LAZY, Leaf, LeafFinder, LeafKind, Leaves, leaves};
pub use glued::glued_blocks;
pub use headers::column_headers;
pub use hints::{element_hints, leaf_hints};
pub use letters::{Letters, TextSpan};
pub use long_lists::{MaxRows, rows_behind, shorten_lists};
pub use matcher::{Hit, MatchRoom, Matcher, Matches, RowLeaf};
pub use matching::{
    CELL_KEYS, Cell, CellFamilies, DataLeaf, cells, data_leaves, is_labelling, own_label_id, plain_text_id, text_id,
};
pub use places::Places;
pub use regions::{Region, RegionFinder};
pub use row_finder::{FoundRows, NO_ROW, Row, RowFinder, TableRows};
pub use rows::{CONTAINER_KEYS, CellPath, ROW_KEYS, RowMarks, RowPlace, Rows};
pub use spellings::Spellings;
pub use values::Strings;
