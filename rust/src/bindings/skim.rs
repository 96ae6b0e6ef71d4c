//! Scans of pages' beginnings for Python.

use std::ops::Range;

use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::skim;

/// From where to where a tag reaches.
type Place = (usize, usize);
/// Links that may declare an address, metas that may, what is inside of the heading, and the title.
type Skimmed<'a> = (Vec<Place>, Vec<Place>, Option<&'a [u8]>, Option<&'a [u8]>);

/// For the beginning of each page: where links with `canonical` in them and metas with `og:url` lie, in so many of its
/// bytes, and what is inside of its first heading and its first title.
#[pyfunction]
pub fn skim_pages<'py>(heads: Vec<(Bound<'py, PyBytes>, usize)>, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let skim_one = |(head, most): &(Bound<'py, PyBytes>, usize)| {
        let head = head.as_bytes();
        let found = skim::find_declarations(&head[..head.len().min(*most)]);
        let skimmed: Skimmed<'_> =
            (places(found.canonical), places(found.og_url), skim::find_heading(head), skim::find_title(head));
        Ok(skimmed.into_pyobject(py)?.into_any())
    };
    heads.iter().map(skim_one).collect()
}

fn places(ranges: Vec<Range<usize>>) -> Vec<Place> {
    ranges.into_iter().map(|range| (range.start, range.end)).collect()
}
