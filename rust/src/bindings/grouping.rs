//! Groups of alike pages for Python.

use pyo3::prelude::*;
use pyo3::types::PyBytes;

use super::batch::on_threads;
use super::error::{CoreError, Result};
use super::numbers::Numbers;
use super::pairs::{self, PyComparand};
use crate::grouping;
use crate::measures::comparand::Comparand;
use crate::measures::compare::ComparisonSettings;
use crate::measures::sets::{jaccard_similarity, overlap_similarity};
use crate::nearest_merges::{self, Signatures};

/// A similarity of two sorted sets of hashes.
type SetSimilarity = fn(&[u64], &[u64]) -> f64;

/// The group of every page (u32): pages whose similarity by a measure is at least the threshold are together.
#[pyfunction]
#[pyo3(signature = (pages, measure, threshold, *, jobs=0))]
pub fn group_pages<'py>(
    py: Python<'py>,
    pages: Vec<Py<PyComparand>>,
    measure: &str,
    threshold: f64,
    jobs: usize,
) -> Result<Bound<'py, PyBytes>> {
    let measure = pairs::measure(measure)?;
    let pages: Vec<&Comparand> = pages.iter().map(|page| &page.get().0).collect();
    let settings = ComparisonSettings::default();
    let work = || grouping::group_pages(&pages, measure, threshold, &settings);
    Ok(labels(py, &py.detach(|| on_threads(jobs, work))?))
}

/// The group of every set (u32): sets whose similarity is at least the threshold are together. The sets lie one
/// behind the other, each ascending; offsets (u64) say where each begins, and where the last ends.
#[pyfunction]
#[pyo3(signature = (values, offsets, threshold, *, similarity="overlap", jobs=0))]
pub fn group_sets<'py>(
    py: Python<'py>,
    values: Numbers<u64>,
    offsets: Numbers<u64>,
    threshold: f64,
    similarity: &str,
    jobs: usize,
) -> Result<Bound<'py, PyBytes>> {
    let similarity: SetSimilarity = match similarity {
        "overlap" => overlap_similarity,
        "jaccard" => jaccard_similarity,
        _ => return Err(CoreError::usage(format!("no similarity of sets: {similarity}"))),
    };
    let sets = split(&values.0, &offsets.0).ok_or_else(|| CoreError::internal("offsets do not fit the values"))?;
    let is_alike = |first: u32, second: u32| {
        let (first, second) = (sets[first as usize], sets[second as usize]);
        bound(first, second) >= threshold && similarity(first, second) >= threshold
    };
    let work = || grouping::group_alike(sets.len() as u32, is_alike);
    Ok(labels(py, &py.detach(|| on_threads(jobs, work))?))
}

/// For each signature the number of its cluster (u32): clusters are merged with their nearest while that shortens the
/// description of the pages. Minima and counts (f64) are those of all signatures, one behind the other; sizes and
/// masses (f64) have one number for each.
#[pyfunction]
pub fn merge_nearest<'py>(
    py: Python<'py>,
    minima: Numbers<f64>,
    counts: Numbers<f64>,
    sizes: Numbers<f64>,
    masses: Numbers<f64>,
    length: usize,
) -> Result<Bound<'py, PyBytes>> {
    let signatures = Signatures { minima: minima.0, counts: counts.0, sizes: sizes.0, masses: masses.0, length };
    if !signatures.are_sound() {
        return Err(CoreError::internal("the parts of signatures do not fit"));
    }
    Ok(labels(py, &py.detach(|| nearest_merges::merge_nearest(signatures))))
}

/// What no similarity of two sets exceeds: all of the smaller one is shared.
fn bound(first: &[u64], second: &[u64]) -> f64 {
    let (smaller, larger) = (first.len().min(second.len()), first.len().max(second.len()));
    smaller as f64 / larger.max(1) as f64 + f64::from(u8::from(larger == 0))
}

fn split<'a>(values: &'a [u64], offsets: &[u64]) -> Option<Vec<&'a [u64]>> {
    offsets.windows(2).map(|ends| values.get(ends[0] as usize..ends[1] as usize)).collect()
}

fn labels<'py>(py: Python<'py>, labels: &[u32]) -> Bound<'py, PyBytes> {
    let bytes: Vec<u8> = labels.iter().flat_map(|label| label.to_le_bytes()).collect();
    PyBytes::new(py, &bytes)
}
