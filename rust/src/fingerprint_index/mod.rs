//! Template fingerprints by the million: who is at most one substitution away (Hachenberg and Gottron 2013).
//!
//! Each distinct fingerprint is kept once. Two fingerprints of equal length that differ in one place agree in
//! everything but that place. So an index files every fingerprint under some of its parts, and a lookup walks only
//! through those filed under the same part:
//!
//! | variant | filed under | a lookup walks through |
//! |---|---|---|
//! | split, the paper's | the first l entries; the other entries | all that share either, however many |
//! | masked | all entries but one, for each one | near fingerprints and nothing else |
//!
//! | what | file |
//! |---|---|
//! | distinct fingerprints, numbered in the order of their first sight | `store.rs` |
//! | parts of a fingerprint, and when two fingerprints agree in one | `part.rs` |
//! | a hash table of numbers, four bytes each | `key_table.rs` |
//! | fingerprints that agree in one part, chained | `buckets.rs` |
//! | both variants of the index | `index.rs` |
//! | connected components: clusters | `components.rs` |

mod buckets;
mod components;
mod error;
mod index;
mod key_table;
mod part;
mod store;

pub use components::Components;
pub use error::IndexError;
pub use index::{Found, IndexedFingerprints, Variant};
pub use part::is_near;
