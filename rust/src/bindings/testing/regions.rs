//! Regions by themselves, for the reference of extraction.

use std::collections::HashSet;

use pyo3::prelude::*;

use crate::bindings::leaves::PyLeaves;
use crate::bindings::records::{PyRegion, region};

/// The leaves of a region in a row (or -1) of a page: its text without these of the template, or its images.
#[pyfunction]
pub fn region_leaves(page: &PyLeaves, given: PyRegion, row: i64, texts: HashSet<u64>, are_images: bool) -> Vec<u32> {
    let row = u32::try_from(row).ok();
    let region = region(given);
    let found = region.on(page.found());
    match are_images {
        true => found.images(row),
        false => found.leaves(row, |text| texts.contains(&text)),
    }
}
