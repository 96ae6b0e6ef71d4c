//! The leaves of a page: every value that a template could fill in, and the keys by which it is found again.
//!
//! A tree enters; leaves in document order leave: texts, blocks of text with inline markup, attributes, meta
//! elements. Each leaf has several keys, from tolerant to exact, and the scope in which a label may stand. Which key
//! makes a stable column is decided over many pages, in Python.

mod blocks;
mod collect;
mod hints;
mod json;
mod keys;
mod matching;
mod places;
mod rows;
mod scopes;
mod steps;
mod values;

pub(crate) use blocks::{is_hidden, is_inline};
pub use collect::{Leaf, LeafKind, Leaves, leaves};
pub use hints::hint;
pub use matching::{Cell, DataLeaf, cells, data_leaves, text_id};
pub use places::Places;
pub use rows::{RowPlace, Rows};
pub use values::Strings;
