//! Pattern trees: the template of some pages as a tree of fixed, repeated, optional and variant parts.
//!
//! [`merge`] makes a pattern from the [`content`] of pages; [`strict`], [`paper`] and [`tolerant`] read the data of
//! further pages by it. After Agarwal and Totla, *Extracting variant data from templatized web pages* (2011), with
//! the errors of its listings repaired; every file says which step it is.

pub mod alignment;
pub mod budget;
pub mod cheapest;
pub mod collapse;
pub mod compression;
pub mod containment;
pub mod content;
mod draft;
pub mod forest;
pub mod merge;
pub mod mining;
mod notation;
pub mod optionals;
pub mod outcome;
pub mod paper;
mod parser;
pub mod paths;
pub mod pattern;
pub mod peers;
pub mod program;
pub mod repeats;
pub mod search;
pub mod sequence;
pub mod settings;
pub mod shared;
pub mod similarity;
pub mod spans;
pub mod strict;
pub mod strings;
pub mod tolerant;
pub mod view;

pub use parser::{MAX_WRAPPERS, NotationError};

#[cfg(test)]
mod tests;
