//! Features for Python: arrays for many pages, plain objects for one.

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList};

use super::batch::{in_runs, page_bytes};
use super::columns::columns;
use super::error::{CoreError, Result};
use super::settings::{self, PyLimits};
use super::workspace::{Input, Output};
use crate::encoding;
use crate::features::{Base, readable_features as read, scan_fingerprint};
use crate::html::{Parser, Problems};

/// Decodes, parses and extracts pages on all cores. A dictionary of arrays in the machine's byte order leaves: for a ragged feature
/// `name` its values and `name_offsets` (where each page begins), for strings their bytes, `name_ends`, and the offsets
/// of the list they belong to. Links and texts are left out on request, content
/// paths are empty unless they are asked for.
#[pyfunction]
#[pyo3(signature = (pages, addresses, charsets, jobs=0, *, strings=true, contents=false, limits=None))]
#[expect(clippy::too_many_arguments, reason = "keywords with defaults in Python")]
pub fn extract_features<'py>(
    py: Python<'py>,
    pages: &Bound<'py, PyList>,
    addresses: Vec<String>,
    charsets: Vec<Option<String>>,
    jobs: usize,
    strings: bool,
    contents: bool,
    limits: Option<PyLimits>,
) -> Result<Bound<'py, PyDict>> {
    let held = page_bytes(pages)?;
    if addresses.len() != held.len() || charsets.len() != held.len() {
        return Err(CoreError::internal("every page needs an address and a charset"));
    }
    let described = addresses.into_iter().map(|address| strings.then_some(address)).zip(charsets);
    let inputs: Vec<Input> = held
        .iter()
        .zip(described)
        .map(|(page, (address, charset))| Input { data: page.as_bytes(), charset, address })
        .collect();
    let limits = settings::limits(limits);
    let outputs = py.detach(|| in_runs(jobs, &inputs, |run| Output::of(run, limits, contents)))?;
    let dict = columns(py, &outputs)?;
    outputs.into_iter().for_each(Output::put_back);
    Ok(dict)
}

/// The codes of the caps that a byte of the array `problems` stands for.
#[pyfunction]
pub fn problem_codes(problems: u8) -> Vec<&'static str> {
    Problems::from_bits(problems).codes().collect()
}

/// The fingerprints of pages, 25 bytes each. Reads of each page only what its fingerprint needs.
#[pyfunction]
#[pyo3(signature = (pages, charsets=None, jobs=0))]
pub fn fingerprint_pages<'py>(
    py: Python<'py>,
    pages: &Bound<'py, PyList>,
    charsets: Option<Vec<Option<String>>>,
    jobs: usize,
) -> Result<Bound<'py, PyBytes>> {
    let held = page_bytes(pages)?;
    let charsets = charsets.unwrap_or_else(|| vec![None; held.len()]);
    if charsets.len() != held.len() {
        return Err(CoreError::internal("every page needs a charset, or none has one"));
    }
    let inputs: Vec<(&[u8], Option<String>)> = held.iter().map(|page| page.as_bytes()).zip(charsets).collect();
    let scan = |(page, charset): &(&[u8], Option<String>)| scan_fingerprint(page, charset.as_deref());
    let fingerprints = py.detach(|| in_runs(jobs, &inputs, |run| run.iter().map(scan).collect::<Vec<_>>()))?.concat();
    Ok(PyBytes::new(py, fingerprints.as_flattened()))
}

/// The features of one page as a person reads them.
#[pyfunction]
#[pyo3(signature = (data, address="", http_charset=None, limits=None))]
pub fn readable_features<'py>(
    py: Python<'py>,
    data: &[u8],
    address: &str,
    http_charset: Option<&str>,
    limits: Option<PyLimits>,
) -> Result<Bound<'py, PyDict>> {
    let limits = settings::limits(limits);
    let features = py.detach(|| {
        let decoded = encoding::decode(data, http_charset);
        read(&Parser::with_tag_log(limits).parse(&decoded.text), &Base::new(address))
    });
    let dict = PyDict::new(py);
    let links: Vec<_> = features.links.iter().map(|link| (link.url, link.xpath, link.short_xpath, link.text)).collect();
    dict.set_item("links", links)?;
    dict.set_item("fingerprint", PyBytes::new(py, &features.fingerprint))?;
    dict.set_item("tag_sequence", features.tag_sequence)?;
    dict.set_item("head_sequence", features.head_sequence)?;
    dict.set_item("tag_counts", features.tag_counts)?;
    dict.set_item("leaf_paths", features.leaf_paths)?;
    dict.set_item("element_paths", features.element_paths)?;
    dict.set_item("main_paths", features.main_paths)?;
    dict.set_item("classes", features.classes)?;
    dict.set_item("class_tokens", features.class_tokens)?;
    dict.set_item("labels", features.labels)?;
    dict.set_item("texts", features.texts)?;
    Ok(dict)
}
