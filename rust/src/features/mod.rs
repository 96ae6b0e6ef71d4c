//! Features: what methods compare, computed from one parsed page.
//!
//! A page's tree enters; sets and sequences of stable 64-bit hashes leave, with links and texts as strings. They are
//! computed once and kept, so that nothing but extraction has to parse a page again. What stands inside a `template`
//! element is not part of the page and takes no part here.
//!
//! | feature | file |
//! |---|---|
//! | the elements of a page with their paths, which all others start from | `outline.rs` |
//! | tag sequences and the fingerprint scanner | `tags.rs` |
//! | leaf paths, element paths | `paths.rs` |
//! | class set, `tag.class` tokens | `style.rs` |
//! | links with XPath and anchor text | `links.rs`, `addresses.rs` |
//! | main region | `region.rs` |
//! | label texts | `labels.rs` |
//! | everything of one page | `page.rs`; for a person to read, `readable.rs` |

mod addresses;
mod bag;
mod labels;
mod links;
mod outline;
mod page;
mod paths;
mod readable;
mod region;
mod strings;
mod style;
mod tags;
mod words;

pub use addresses::Base;
pub use links::Link;
pub use page::{Extractor, PageFeatures, comparand};
pub use readable::{ReadableFeatures, readable_features};
pub use strings::Strings;
pub use tags::{TagScanner, scan_fingerprint};
pub(crate) use words::{fold_digits, push_collapsed};
