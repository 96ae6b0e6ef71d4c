//! How alike two pages are: every measure over plain arrays, independent of the HTML parser.
//!
//! They take features: a labelled tree, a tag sequence, sets of hashes. All similarities are symmetric, lie in [0,
//! 1], are 1 for identical sides and for two empty ones and 0 if exactly one is empty; none is ever NaN. What could
//! take more than linear time has a [`budget`] and, over it, yields a reason instead.

pub mod budget;
pub mod classes;
pub mod comparand;
pub mod compare;
pub mod digest;
pub mod edit_distance;
pub mod fingerprint;
pub mod pairs;
pub mod pq_grams;
pub mod rtdm;
pub mod sets;
pub mod shingles;
pub mod similarity;
pub mod subsequence;
pub mod tag_vector;
mod top_down;
pub mod tree;
pub mod tree_matching;
