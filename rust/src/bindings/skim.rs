//! Scans of a page's beginning for Python.

use pyo3::prelude::*;

use crate::skim;

/// From where to where a tag reaches.
type Place = (usize, usize);

/// Where tags lie that may declare the address of a page: links with `canonical` in them, then metas with `og:url`.
#[pyfunction]
pub fn find_declarations(head: &[u8]) -> (Vec<Place>, Vec<Place>) {
    let found = skim::find_declarations(head);
    let places =
        |ranges: Vec<std::ops::Range<usize>>| ranges.into_iter().map(|range| (range.start, range.end)).collect();
    (places(found.canonical), places(found.og_url))
}

/// What is inside of the first heading, and the first title, of a page.
#[pyfunction]
pub fn find_headings(head: &[u8]) -> (Option<&[u8]>, Option<&[u8]>) {
    (skim::find_heading(head), skim::find_title(head))
}
