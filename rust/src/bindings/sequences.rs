//! The measures over sets, sequences and digests for Python, and the hashes they rest on.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyIterator;

use super::measures::{PyLabelledTree, ValueOrReason, budget, mistake, value_or_reason};
use super::numbers::Numbers;
use crate::hash;
use crate::measures::{digest, fingerprint as prints, levenshtein as edits, sets, shingles, subsequence, tag_vector};

/// The stable hash of bytes.
#[pyfunction]
fn hash_bytes(data: &[u8]) -> u64 {
    hash::hash_bytes(data)
}

/// The stable hash of a sequence of hashes.
#[pyfunction]
fn hash_sequence(words: Numbers<u64>) -> u64 {
    hash::hash_sequence(words.0)
}

/// The stable hash of a set of hashes.
#[pyfunction]
fn hash_set(words: Numbers<u64>) -> u64 {
    hash::hash_set(words.0)
}

/// The stable hash of a path, given its steps.
#[pyfunction]
fn hash_path(steps: Vec<String>) -> u64 {
    let step_hash = |step: &String| hash::hash_bytes(step.as_bytes());
    steps.iter().map(step_hash).fold(hash::PATH_START, hash::extend)
}

/// Shared members over the larger set.
#[pyfunction]
fn overlap_similarity(first: Numbers<u64>, second: Numbers<u64>) -> f64 {
    sets::overlap_similarity(&hash::sorted_set(first.0), &hash::sorted_set(second.0))
}

/// Shared members over all members.
#[pyfunction]
fn jaccard_similarity(first: Numbers<u64>, second: Numbers<u64>) -> f64 {
    sets::jaccard_similarity(&hash::sorted_set(first.0), &hash::sorted_set(second.0))
}

/// The weighted mean of a structural similarity and a similarity of style.
#[pyfunction]
#[pyo3(signature = (structure, style, kappa=0.5))]
fn structure_style_similarity(structure: f64, style: f64, kappa: f64) -> PyResult<f64> {
    check_kappa(kappa)?;
    Ok(sets::structure_style_similarity(structure, style, kappa))
}

pub(super) fn check_kappa(kappa: f64) -> PyResult<()> {
    match (0.0..=1.0).contains(&kappa) {
        true => Ok(()),
        false => Err(mistake("kappa must lie in [0, 1]")),
    }
}

fn name_hashes(tree: &PyLabelledTree, names: &[String]) -> PyResult<Vec<u64>> {
    let unnamed = tree.0.labels().iter().find(|&&label| label as usize >= names.len());
    match unnamed {
        Some(label) => Err(mistake(format!("label {label} has no name"))),
        None => Ok(names.iter().map(|name| hash::hash_bytes(name.as_bytes())).collect()),
    }
}

/// The hashes of all root-to-leaf paths in document order; labels are indices of `names`.
#[pyfunction]
fn leaf_paths(tree: &PyLabelledTree, names: Vec<String>) -> PyResult<Vec<u64>> {
    let hashes = name_hashes(tree, &names)?;
    Ok(shingles::leaf_path_sequence(&tree.0, |label| hashes[label as usize]))
}

/// The set of path shingles: windows of `steps` inside paths, or of whole paths in `sequence`.
#[pyfunction]
#[pyo3(signature = (tree, names, *, width=3, reading="steps"))]
fn path_shingles(tree: &PyLabelledTree, names: Vec<String>, width: usize, reading: &str) -> PyResult<Vec<u64>> {
    check_width(width)?;
    let hashes = name_hashes(tree, &names)?;
    let hash_of = |label: u32| hashes[label as usize];
    match reading {
        "steps" => Ok(shingles::path_step_shingles(&tree.0, width, hash_of)),
        "sequence" => {
            let paths = shingles::leaf_path_sequence(&tree.0, hash_of);
            Ok(shingles::sequence_shingles(&paths, width))
        }
        _ => Err(mistake(format!("no reading of path shingles: {reading}"))),
    }
}

pub(super) fn check_width(width: usize) -> PyResult<()> {
    match width {
        0 => Err(PyValueError::new_err("windows start at width 1")),
        _ => Ok(()),
    }
}

/// The set of windows of a tag sequence.
#[pyfunction]
#[pyo3(signature = (tags, *, width=4))]
fn tag_shingles(tags: Vec<String>, width: usize) -> PyResult<Vec<u64>> {
    check_width(width)?;
    let words: Vec<u64> = tags.iter().map(|tag| hash::hash_bytes(tag.as_bytes())).collect();
    Ok(shingles::sequence_shingles(&words, width))
}

/// The Euclidean distance of the tag counts of two tag sequences.
#[pyfunction]
fn tag_vector_distance(first: Numbers<u32>, second: Numbers<u32>) -> f64 {
    let counts = (tag_vector::count_tags(&first.0), tag_vector::count_tags(&second.0));
    tag_vector::tag_vector_distance(&counts.0, &counts.1)
}

/// The same as a similarity.
#[pyfunction]
fn tag_vector_similarity(first: Numbers<u32>, second: Numbers<u32>) -> f64 {
    let counts = (tag_vector::count_tags(&first.0), tag_vector::count_tags(&second.0));
    tag_vector::tag_vector_similarity(&counts.0, &counts.1)
}

/// The length of the longest common subsequence, or why there is none.
#[pyfunction]
#[pyo3(signature = (first, second, *, max_cells=None))]
fn common_subsequence(
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
fn subsequence_similarity(
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
fn sequence_digest(tags: Vec<String>) -> [u8; 16] {
    digest::sequence_digest(tags.iter().map(String::as_str))
}

/// The part of a tag sequence that belongs to the head, or None.
#[pyfunction]
fn header_part(tags: Vec<String>) -> Option<Vec<String>> {
    digest::header_part(&tags, &"head".to_owned(), &"body".to_owned()).map(<[String]>::to_vec)
}

/// The fingerprint of a tag sequence; reads no more tags than it needs.
#[pyfunction]
fn fingerprint(tags: &Bound<'_, PyAny>) -> PyResult<prints::Fingerprint> {
    let mut failure = None;
    let print = prints::fingerprint(TagIterator { tags: tags.try_iter()?, failure: &mut failure });
    failure.map_or(Ok(print), Err)
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
fn fingerprint_similarity(first: prints::Fingerprint, second: prints::Fingerprint) -> f64 {
    prints::fingerprint_similarity(&first, &second)
}

/// Whether two fingerprints differ by one edit at most.
#[pyfunction]
fn is_same_template(first: prints::Fingerprint, second: prints::Fingerprint) -> bool {
    prints::is_same_template(&first, &second)
}

/// The Levenshtein distance of two byte strings, or why there is none.
#[pyfunction]
#[pyo3(signature = (first, second, *, max_cells=None))]
fn levenshtein(py: Python<'_>, first: &[u8], second: &[u8], max_cells: Option<u64>) -> ValueOrReason<usize> {
    let budget = budget(max_cells, None);
    value_or_reason(py.detach(|| edits::levenshtein(first, second, budget)))
}

/// Whether one edit or none turns one byte string into the other.
#[pyfunction]
fn within_one_edit(first: &[u8], second: &[u8]) -> bool {
    edits::within_one_edit(first, second)
}

pub(super) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(hash_bytes, module)?)?;
    module.add_function(wrap_pyfunction!(hash_sequence, module)?)?;
    module.add_function(wrap_pyfunction!(hash_set, module)?)?;
    module.add_function(wrap_pyfunction!(hash_path, module)?)?;
    module.add_function(wrap_pyfunction!(overlap_similarity, module)?)?;
    module.add_function(wrap_pyfunction!(jaccard_similarity, module)?)?;
    module.add_function(wrap_pyfunction!(structure_style_similarity, module)?)?;
    module.add_function(wrap_pyfunction!(leaf_paths, module)?)?;
    module.add_function(wrap_pyfunction!(path_shingles, module)?)?;
    module.add_function(wrap_pyfunction!(tag_shingles, module)?)?;
    module.add_function(wrap_pyfunction!(tag_vector_distance, module)?)?;
    module.add_function(wrap_pyfunction!(tag_vector_similarity, module)?)?;
    module.add_function(wrap_pyfunction!(common_subsequence, module)?)?;
    module.add_function(wrap_pyfunction!(subsequence_similarity, module)?)?;
    module.add_function(wrap_pyfunction!(sequence_digest, module)?)?;
    module.add_function(wrap_pyfunction!(header_part, module)?)?;
    module.add_function(wrap_pyfunction!(fingerprint, module)?)?;
    module.add_function(wrap_pyfunction!(fingerprint_similarity, module)?)?;
    module.add_function(wrap_pyfunction!(is_same_template, module)?)?;
    module.add_function(wrap_pyfunction!(levenshtein, module)?)?;
    module.add_function(wrap_pyfunction!(within_one_edit, module)?)
}
