//! Features: what methods compare, computed from one parsed page.
//!
//! They are sets and sequences of stable 64-bit hashes, with links and texts as strings. They are computed once and
//! kept, so that nothing but extraction has to parse a page again. What is inside a `template` element is not part of
//! the page and takes no part here.
//!
//! | feature | file |
//! |---|---|
//! | what a page holds for features, read in one walk, which all others start from | `outline.rs` |
//! | what that walk asks of names, attributes and siblings | `names.rs`, `facts.rs`, `siblings.rs` |
//! | tag sequences and the fingerprint scanner | `tags.rs` |
//! | leaf paths, element paths | `paths.rs`; `known_paths.rs` remembers them, `ranks.rs` sorts |
//! | sorting of hashes | `spread.rs` |
//! | what leads from an element to those below it, remembered | `steps.rs` |
//! | class set, `tag.class` tokens | `looks.rs`, `style.rs` |
//! | links with XPath and anchor text | `links.rs`, `addresses.rs` |
//! | main region | `region.rs` |
//! | visible texts | `texts.rs` |
//! | texts and images together with their places | `contents.rs`; a page without some of them, `stripped.rs` |
//! | label texts | `labels.rs` |
//! | everything of a page | `page.rs`, into the columns of `columns.rs`; for a person to read, `readable.rs` |

mod addresses;
mod bag;
mod columns;
mod contents;
mod facts;
mod known_paths;
mod labels;
mod links;
mod looks;
mod names;
mod outline;
mod page;
mod paths;
mod ranks;
mod readable;
mod region;
mod siblings;
mod spread;
mod steps;
mod stripped;
mod style;
mod tags;
mod texts;
mod words;

pub use addresses::Base;
pub use columns::{Column, Digests, Features, Groups, Part, Ragged, Strings, TextLists};
pub use links::{Link, Links};
pub use page::Extractor;
pub use readable::{ReadableFeatures, readable_features};
pub use stripped::{PathSet, Stripped, strip_page};
pub use tags::{TagScanner, scan_fingerprint};
pub(crate) use words::fold_digits;
