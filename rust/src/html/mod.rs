//! HTML as the standard reads it: text in, a flat tree out.
//!
//! Tokenizer and tree builder run as one pass over the text; nothing recurses, nothing is decoded before it is
//! asked for, and caps act while the tree is built.

mod arena;
mod attribute_notes;
mod builder;
mod decode;
mod foreign;
mod interner;
mod names;
mod parser;
mod problems;
mod references;
mod scan;
mod serialize;
mod tag_reader;
mod tokenizer;
mod tokens;
mod xpath;
mod xpath_batch;

pub use arena::{Attribute, Doctype, Kind, NONE, NodeId, QuirksMode, Tree};
pub(crate) use arena::{CHAINED, Node};
pub(crate) use attribute_notes::{Noted, Notes};
pub(crate) use decode::attribute_value;
pub use names::{KNOWN, Name, traits};
pub use parser::{Limits, Parser, parse};
pub use problems::Problems;
pub(crate) use scan::{last_visible, word};
pub(crate) use serialize::html_of;
pub use serialize::outer_html;
pub use tag_reader::{SourceTag, TagReader};
pub use tokenizer::Model;
pub use tokens::{Token, tokenize};
pub use xpath::{Style, node_at, push_step, xpath};
pub use xpath_batch::XPaths;
