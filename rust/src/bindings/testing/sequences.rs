//! Every measure of sets, sequences and digests by itself, and the hashes that they rest on.

use pyo3::prelude::*;
use pyo3::types::PyIterator;

use super::trees::{PyLabelledTree, ValueOrReason, value_or_reason};
use crate::bindings::error::{CoreError, Result};
use crate::bindings::numbers::Numbers;
use crate::bindings::settings::{budget, check_kappa, check_width, path_reading};
use crate::hash;
use crate::measures::comparand::PathReading;
use crate::measures::{digest, fingerprint as prints, sets, shingles, subsequence, tag_vector};

/// The stable hash of a sequence of hashes.
#[pyfunction]
pub fn hash_sequence(words: Numbers<u64>) -> u64 {
    hash::hash_sequence(words.0)
}

/// The stable hash of a set of hashes.
#[pyfunction]
pub fn hash_set(words: Numbers<u64>) -> u64 {
    hash::hash_set(words.0)
}

/// Shared members over the larger set.
#[pyfunction]
pub fn overlap_similarity(first: Numbers<u64>, second: Numbers<u64>) -> f64 {
    sets::overlap_similarity(&hash::sorted_set(first.0), &hash::sorted_set(second.0))
}

/// The weighted mean of a structural similarity and a similarity of style.
#[pyfunction]
#[pyo3(signature = (structure, style, kappa=0.5))]
pub fn structure_style_similarity(structure: f64, style: f64, kappa: f64) -> Result<f64> {
    check_kappa(kappa)?;
    Ok(sets::structure_style_similarity(structure, style, kappa))
}

fn name_hashes(tree: &PyLabelledTree, names: &[String]) -> Result<Vec<u64>> {
    let unnamed = tree.0.labels().iter().find(|&&label| label as usize >= names.len());
    match unnamed {
        Some(label) => Err(CoreError::internal(format!("label {label} has no name"))),
        None => Ok(names.iter().map(|name| hash::hash_bytes(name.as_bytes())).collect()),
    }
}

/// The hashes of all root-to-leaf paths in document order; labels are indices of `names`.
#[pyfunction]
pub fn leaf_paths(tree: &PyLabelledTree, names: Vec<String>) -> Result<Vec<u64>> {
    let hashes = name_hashes(tree, &names)?;
    Ok(shingles::leaf_path_sequence(&tree.0, |label| hashes[label as usize]))
}

/// The set of path shingles: windows of `steps` inside paths, or of whole paths in `sequence`.
#[pyfunction]
#[pyo3(signature = (tree, names, *, width=3, reading="steps"))]
pub fn path_shingles(tree: &PyLabelledTree, names: Vec<String>, width: usize, reading: &str) -> Result<Vec<u64>> {
    check_width(width)?;
    let hashes = name_hashes(tree, &names)?;
    let hash_of = |label: u32| hashes[label as usize];
    match path_reading(reading)? {
        PathReading::Steps => Ok(shingles::path_step_shingles(&tree.0, width, hash_of)),
        PathReading::Sequence => {
            let paths = shingles::leaf_path_sequence(&tree.0, hash_of);
            Ok(shingles::sequence_shingles(&paths, width))
        }
    }
}

/// The set of windows of a tag sequence.
#[pyfunction]
#[pyo3(signature = (tags, *, width=4))]
pub fn tag_shingles(tags: Vec<String>, width: usize) -> Result<Vec<u64>> {
    check_width(width)?;
    let words: Vec<u64> = tags.iter().map(|tag| hash::hash_bytes(tag.as_bytes())).collect();
    Ok(shingles::sequence_shingles(&words, width))
}

/// The Euclidean distance of the tag counts of two tag sequences.
#[pyfunction]
pub fn tag_vector_distance(first: Numbers<u32>, second: Numbers<u32>) -> f64 {
    let counts = (tag_vector::count_tags(&first.0), tag_vector::count_tags(&second.0));
    tag_vector::tag_vector_distance(&counts.0, &counts.1)
}

/// The same as a similarity.
#[pyfunction]
pub fn tag_vector_similarity(first: Numbers<u32>, second: Numbers<u32>) -> f64 {
    let counts = (tag_vector::count_tags(&first.0), tag_vector::count_tags(&second.0));
    tag_vector::tag_vector_similarity(&counts.0, &counts.1)
}

/// The length of the longest common subsequence, or why there is none.
#[pyfunction]
#[pyo3(signature = (first, second, *, max_cells=None))]
pub fn common_subsequence(
    py: Python<'_>,
    first: Numbers<u32>,
    second: Numbers<u32>,
    max_cells: Option<u64>,
) -> ValueOrReason<usize> {
    let budget = budget(max_cells, None);
    value_or_reason(py.detach(|| subsequence::common_subsequence(&first.0, &second.0, budget)))
}

/// The same as a similarity.
#[pyfunction]
#[pyo3(signature = (first, second, *, max_cells=None))]
pub fn subsequence_similarity(
    py: Python<'_>,
    first: Numbers<u32>,
    second: Numbers<u32>,
    max_cells: Option<u64>,
) -> ValueOrReason<f64> {
    let budget = budget(max_cells, None);
    value_or_reason(py.detach(|| subsequence::subsequence_similarity(&first.0, &second.0, budget)))
}

/// The MD5 digest of a tag sequence.
#[pyfunction]
pub fn sequence_digest(tags: Vec<String>) -> [u8; 16] {
    digest::sequence_digest(tags.iter().map(String::as_str))
}

/// The part of a tag sequence that belongs to the head, or None.
#[pyfunction]
pub fn header_part(tags: Vec<String>) -> Option<Vec<String>> {
    digest::header_part(&tags, &"head".to_owned(), &"body".to_owned()).map(<[String]>::to_vec)
}

/// The fingerprint of a tag sequence; reads no more tags than it needs.
#[pyfunction]
pub fn fingerprint(tags: &Bound<'_, PyAny>) -> Result<prints::Fingerprint> {
    let mut failure = None;
    let print = prints::fingerprint(TagIterator { tags: tags.try_iter()?, failure: &mut failure });
    failure.map_or(Ok(print), |error| Err(error.into()))
}

/// Tags from Python; ends at the first error and keeps it.
struct TagIterator<'a, 'py> {
    tags: Bound<'py, PyIterator>,
    failure: &'a mut Option<PyErr>,
}

impl Iterator for TagIterator<'_, '_> {
    type Item = String;

    fn next(&mut self) -> Option<String> {
        let tag = self.tags.next()?.and_then(|tag| tag.extract());
        tag.map_err(|error| *self.failure = Some(error)).ok()
    }
}

/// Equal entries of two fingerprints over all entries.
#[pyfunction]
pub fn fingerprint_similarity(first: prints::Fingerprint, second: prints::Fingerprint) -> f64 {
    prints::fingerprint_similarity(&first, &second)
}

/// Whether two fingerprints differ by one edit at most.
#[pyfunction]
pub fn is_same_template(first: prints::Fingerprint, second: prints::Fingerprint) -> bool {
    prints::is_same_template(&first, &second)
}
