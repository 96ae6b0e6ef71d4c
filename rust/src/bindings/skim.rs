//! Scans of pages' beginnings for Python.

use std::ops::Range;

use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::types::PyBytes;

use crate::skim;

/// From where to where a tag reaches.
type Place = (usize, usize);
/// Links that may declare an address, metas that may, what is inside of the heading, and the title.
type Skimmed<'a> = (Vec<Place>, Vec<Place>, Option<&'a [u8]>, Option<&'a [u8]>);

/// For the beginning of each page: where links with `canonical` in them and metas with `og:url` lie, in so many of its
/// bytes, and what is inside of its first heading and its first title. If words are given, the last two are left out
/// where they surely have none of these.
#[pyfunction]
#[pyo3(signature = (heads, words=None))]
pub fn skim_pages<'py>(
    py: Python<'py>,
    heads: Vec<(Bound<'py, PyBytes>, usize)>,
    words: Option<Vec<PyBackedStr>>,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let words = words.unwrap_or_default();
    let words: Vec<&[u8]> = words.iter().map(|word| word.as_bytes()).filter(|word| !word.is_empty()).collect();
    let words = (!words.is_empty()).then(|| skim::Words::new(&words));
    let is_wanted = |inside: &&[u8]| words.as_ref().is_none_or(|words| words.may_be_in(inside));
    let skim_one = |(head, most): &(Bound<'py, PyBytes>, usize)| {
        let head = head.as_bytes();
        let found = skim::find_declarations(&head[..head.len().min(*most)]);
        let skimmed: Skimmed<'_> = (
            places(found.canonical),
            places(found.og_url),
            skim::find_heading(head).filter(is_wanted),
            skim::find_title(head).filter(is_wanted),
        );
        Ok(skimmed.into_pyobject(py)?.into_any())
    };
    heads.iter().map(skim_one).collect()
}

fn places(ranges: Vec<Range<usize>>) -> Vec<Place> {
    ranges.into_iter().map(|range| (range.start, range.end)).collect()
}
