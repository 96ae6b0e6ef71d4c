//! Which pages are alike in structure and style, without measuring every pair.
//!
//! Finds the pairs that reach a similarity, or the nearest pages of every page, and from these clusters by the
//! neighbours that pages share. The similarity is that of Gowda and Mattmann (2016): a weighted mean of the tree edit
//! distance, over the sizes of both trees, and of the class names that both pages have. The answers are those of
//! measuring all pairs, but a tree edit distance is computed only for pairs that cheaper bounds leave in doubt.
//!
//! | file | holds |
//! |---|---|
//! | `profile` | a page as the bounds need it, and which pages are the same |
//! | `criterion` | how far apart two trees may be, given their pages' style |
//! | `verdict` | one pair, judged by ever more expensive means |
//! | `search` | all pairs that are alike |
//! | `candidates` | pairs worth a look: by an index, which is approximate, for many pages; or in blocks |
//! | `nearest` | the nearest pages of each |
//! | `shared` | clusters of pages whose neighbours overlap |
//! | `jarvis_patrick` | clusters of pages that share enough of their nearest |
//! | `packed` | pages as bytes, to be compared on other machines |

pub mod candidates;
pub mod criterion;
pub mod jarvis_patrick;
pub mod nearest;
pub mod packed;
pub mod profile;
pub mod search;
pub mod shared;
pub mod verdict;
