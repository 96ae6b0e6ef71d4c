//! Records: what a template finds on a page, as columns of flat tables.
//!
//! A [`CompiledTemplate`] is a template made ready to be applied to many pages. On each page the leaves with its keys
//! are found, every field takes the first of its selectors that finds something, the cells of tables are put into their
//! rows, and the values are read by their types. Only what a field takes is copied, and where it stands is only written
//! down if somebody asks.

mod choice;
mod columns;
mod documents;
mod explain;
mod layout;
mod markdown;
mod page;
mod score;
mod template;

pub use columns::{Column, TypedColumn};
pub use documents::{DocumentColumn, DocumentWriter, Documents};
pub use explain::{Explained, ShownRow, Spot};
pub use markdown::Markup;
pub use page::{Applied, PageInput, RecordBatch, TableRowsOut};
pub use template::{CompiledTemplate, Field, FieldSource, Selector, Table, Take};
