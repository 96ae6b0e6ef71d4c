//! Writes the parts of a search index: one segment of Tantivy's for many documents at once.
//!
//! Tantivy reads the index and knows the layout of its files; which words are where is found out here ([`postings`]). Its
//! own writer makes words of a text once for each field that holds it, and looks every word up together with the name
//! of its field. Here a text becomes the numbers of its words ([`words`]) once, and fields are lists of numbers.

mod document;
mod places;
mod postings;
mod segment;
mod words;

pub use document::DocumentError;
pub(crate) use document::{write_number, write_text};
pub use segment::{SegmentError, write_segment};
