//! Hashes and sets that Python itself compares.

use pyo3::prelude::*;

use super::numbers::Numbers;
use crate::hash;
use crate::measures::sets;

/// The stable hash of bytes.
#[pyfunction]
pub fn hash_bytes(data: &[u8]) -> u64 {
    hash::hash_bytes(data)
}

/// The stable hash of a path, given its steps.
#[pyfunction]
pub fn hash_path(steps: Vec<String>) -> u64 {
    let step_hash = |step: &String| hash::hash_bytes(step.as_bytes());
    steps.iter().map(step_hash).fold(hash::PATH_START, hash::extend)
}

/// Shared members over all members.
#[pyfunction]
pub fn jaccard_similarity(first: Numbers<u64>, second: Numbers<u64>) -> f64 {
    sets::jaccard_similarity(&hash::sorted_set(first.0), &hash::sorted_set(second.0))
}
