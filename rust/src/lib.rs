//! The native core of unmold: what touches every byte or every node of a page.
//!
//! "Rust knows a page; Python knows a site." The bytes of a page become text ([`encoding`]), then a tree ([`html`]);
//! Python gets what it needs as arrays, and [`measures`] say how alike two pages are. Nothing here recurses on the
//! depth of a page, and nothing here is unsafe.
#![forbid(unsafe_code)]

pub mod centroids;
pub mod clean;
pub mod encoding;
pub mod features;
pub mod fingerprint_index;
pub mod grouping;
pub mod hash;
pub mod html;
pub mod induction;
pub mod leaves;
pub mod measures;
pub mod nearest_merges;
pub mod neighbours;
mod numbering;
pub mod one_sided;
pub mod page_files;
pub mod patterns;
pub mod records;
pub mod search;
mod seeded;
pub mod skim;
pub mod sparse;
pub mod values;
pub mod views;

#[cfg(feature = "python")]
mod bindings;
