//! The index of fingerprints for Python: little-endian arrays in and out, the GIL released while it works.

use pyo3::prelude::*;
use pyo3::types::PyBytes;

use super::error::Result;
use super::numbers::Numbers;
use crate::fingerprint_index::{Found, IndexedFingerprints, Variant};

/// What lookups found, side by side: u64 offsets, u32 near ones, i64 equal ones (-1 for none), u64 candidates.
type FoundArrays<'py> = (Bound<'py, PyBytes>, Bound<'py, PyBytes>, Bound<'py, PyBytes>, Bound<'py, PyBytes>);

/// Distinct fingerprints with their documents.
#[pyclass(name = "IndexedFingerprints", module = "unmold._core")]
pub struct PyIndexedFingerprints(IndexedFingerprints);

#[pymethods]
impl PyIndexedFingerprints {
    #[new]
    #[pyo3(signature = (width=25, split=None))]
    fn new(width: usize, split: Option<usize>) -> Result<Self> {
        let variant = split.map_or(Variant::Masked, Variant::Split);
        Ok(Self(IndexedFingerprints::new(width, variant)?))
    }

    /// The number of distinct fingerprints.
    fn __len__(&self) -> usize {
        self.0.len()
    }

    /// The entries of a fingerprint.
    #[getter]
    fn width(&self) -> usize {
        self.0.width()
    }

    /// Bytes that the index takes.
    #[getter]
    fn memory(&self) -> usize {
        self.0.bytes()
    }

    /// Adds one document for each fingerprint and gives the numbers of the fingerprints (u32).
    fn add<'py>(&mut self, py: Python<'py>, fingerprints: Numbers<u8>) -> Result<Bound<'py, PyBytes>> {
        let index = &mut self.0;
        let added = py.detach(|| index.add(&fingerprints.0).map(|numbers| bytes(numbers, u32::to_le_bytes)));
        Ok(PyBytes::new(py, &added?))
    }

    /// Adds the documents of another index.
    fn merge(&mut self, py: Python<'_>, other: &Self) -> Result<()> {
        let index = &mut self.0;
        Ok(py.detach(|| index.merge(&other.0))?)
    }

    /// Looks fingerprints up.
    fn find<'py>(&self, py: Python<'py>, fingerprints: Numbers<u8>) -> Result<FoundArrays<'py>> {
        let found = py.detach(|| self.0.find(&fingerprints.0).map(|found| found_arrays(&found)));
        let array = |bytes: &Vec<u8>| PyBytes::new(py, bytes);
        let [offsets, near, equal, counts] = found?;
        Ok((array(&offsets), array(&near), array(&equal), array(&counts)))
    }

    /// The cluster of every distinct fingerprint (u32).
    fn clusters<'py>(&mut self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let index = &mut self.0;
        PyBytes::new(py, &py.detach(|| bytes(&index.clusters(), u32::to_le_bytes)))
    }

    /// The distinct fingerprints, one after the other.
    fn fingerprints<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, self.0.entries())
    }

    /// For every document the number of its fingerprint (u32).
    fn documents<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &bytes(self.0.documents(), u32::to_le_bytes))
    }
}

fn found_arrays(found: &[Found]) -> [Vec<u8>; 4] {
    let ends = found.iter().scan(0, |end, found| {
        *end += found.near.len() as u64;
        Some(*end)
    });
    let offsets: Vec<u64> = std::iter::once(0).chain(ends).collect();
    let near: Vec<u32> = found.iter().flat_map(|found| found.near.iter().copied()).collect();
    let equal: Vec<i64> = found.iter().map(|found| found.equal.map_or(-1, i64::from)).collect();
    let candidates: Vec<u64> = found.iter().map(|found| found.candidates as u64).collect();
    [
        bytes(&offsets, u64::to_le_bytes),
        bytes(&near, u32::to_le_bytes),
        bytes(&equal, i64::to_le_bytes),
        bytes(&candidates, u64::to_le_bytes),
    ]
}

fn bytes<T: Copy, const WIDTH: usize>(values: &[T], to_bytes: fn(T) -> [u8; WIDTH]) -> Vec<u8> {
    values.iter().flat_map(|&value| to_bytes(value)).collect()
}
