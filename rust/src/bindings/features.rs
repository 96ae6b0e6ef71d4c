//! Features for Python: arrays for many pages, plain objects for one.

use std::mem::take;

use bytemuck::NoUninit;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList};

use super::batch::{in_runs, page_bytes};
use super::tree::limits;
use crate::encoding;
use crate::features::{Base, Extractor, Features, Ragged, Strings, readable_features as read, scan_fingerprint};
use crate::html::{Limits, Parser, Problems};
use crate::measures::digest::Digest;

/// A page as it comes from Python.
struct Input<'py> {
    data: &'py [u8],
    charset: Option<String>,
    address: String,
}

/// The features of some pages and what the parser reports of them.
#[derive(Default)]
struct Output {
    features: Features,
    nodes: Vec<u32>,
    max_depth: Vec<u32>,
    problems: Vec<u8>,
    encodings: Vec<&'static str>,
    encoding_sources: Vec<&'static str>,
}

/// Decodes, parses and extracts pages on all cores. A dictionary of arrays in the machine's byte order leaves: for a ragged feature
/// `name` its values and `name_offsets` (where each page begins), for strings their bytes, `name_ends`, and the offsets
/// of the list they belong to.
#[pyfunction]
#[pyo3(signature = (pages, addresses, charsets, jobs=0, *, max_bytes=None, max_nodes=None, max_depth=None, max_attributes=None))]
#[expect(clippy::too_many_arguments, reason = "keywords with defaults in Python")]
fn extract_features<'py>(
    py: Python<'py>,
    pages: &Bound<'py, PyList>,
    addresses: Vec<String>,
    charsets: Vec<Option<String>>,
    jobs: usize,
    max_bytes: Option<usize>,
    max_nodes: Option<usize>,
    max_depth: Option<usize>,
    max_attributes: Option<usize>,
) -> PyResult<Bound<'py, PyDict>> {
    let held = page_bytes(pages)?;
    if addresses.len() != held.len() || charsets.len() != held.len() {
        return Err(pyo3::exceptions::PyValueError::new_err("every page needs an address and a charset"));
    }
    let described = addresses.into_iter().zip(charsets);
    let inputs: Vec<Input> = held
        .iter()
        .zip(described)
        .map(|(page, (address, charset))| Input { data: page.as_bytes(), charset, address })
        .collect();
    let limits = limits(max_bytes, max_nodes, max_depth, max_attributes);
    let outputs = py.detach(|| in_runs(jobs, &inputs, |run| extract_all(run, limits)))?;
    columns(py, outputs)
}

fn extract_all(inputs: &[Input<'_>], limits: Limits) -> Output {
    let (mut parser, mut extractor) = (Parser::with_tag_log(limits), Extractor::default());
    let mut output = Output::default();
    for input in inputs {
        let decoded = encoding::decode(input.data, input.charset.as_deref());
        let tree = parser.parse(&decoded.text);
        extractor.extract(&tree, &Base::new(&input.address), &mut output.features);
        output.nodes.push(tree.len() as u32);
        output.max_depth.push(tree.max_depth());
        output.problems.push(tree.problems().bits());
        output.encodings.push(decoded.encoding.name());
        output.encoding_sources.push(decoded.source.as_str());
        parser.recycle(tree);
    }
    output
}

/// The arrays of a batch, while they are filled. Each column leaves its outputs as it is written.
struct Columns<'py> {
    py: Python<'py>,
    dict: Bound<'py, PyDict>,
    outputs: Vec<Output>,
}

impl Columns<'_> {
    /// One value a page.
    fn scalar<Item: NoUninit>(&mut self, name: &str, take: impl Fn(&mut Output) -> Vec<Item>) -> PyResult<()> {
        let parts: Vec<_> = self.outputs.iter_mut().map(take).collect();
        self.joined(name, &parts)
    }

    /// One digest a page, zeros where there is none.
    fn digests(&mut self, name: &str, flag: &str, take: impl Fn(&mut Output) -> Vec<Option<Digest>>) -> PyResult<()> {
        let digests: Vec<_> = self.outputs.iter_mut().flat_map(take).collect();
        self.joined(flag, &[digests.iter().map(|digest| u8::from(digest.is_some())).collect::<Vec<_>>()])?;
        self.joined(name, &[digests.into_iter().map(Option::unwrap_or_default).collect::<Vec<_>>()])
    }

    /// Any number of values a page.
    fn ragged<Item: NoUninit>(&mut self, name: &str, take: impl Fn(&mut Output) -> Ragged<Item>) -> PyResult<()> {
        let (values, ends): (Vec<_>, Vec<_>) =
            self.outputs.iter_mut().map(take).map(|part| (part.values, part.ends)).unzip();
        self.joined(name, &values)?;
        self.offsets(name, ends)
    }

    /// All strings of a batch in one buffer, and where each ends.
    fn strings(&mut self, name: &str, take: impl Fn(&mut Output) -> Strings) -> PyResult<()> {
        let (texts, ends): (Vec<_>, Vec<_>) =
            self.outputs.iter_mut().map(take).map(|part| (part.text.into_bytes(), part.ends)).unzip();
        self.joined(name, &texts)?;
        self.joined(&format!("{name}_ends"), &[absolute(ends)])
    }

    /// Where the values of each page begin, and where the last end.
    fn offsets(&self, name: &str, ends: Vec<Vec<u64>>) -> PyResult<()> {
        self.joined(&format!("{name}_offsets"), &[vec![0], absolute(ends)])
    }

    /// The values of all parts, one behind the other.
    fn joined<Item: NoUninit>(&self, name: &str, parts: &[Vec<Item>]) -> PyResult<()> {
        let length = parts.iter().map(|part| size_of_val(&part[..])).sum();
        let joined = PyBytes::new_with(self.py, length, |buffer| {
            let mut rest = buffer;
            for part in parts {
                let (here, after) = rest.split_at_mut(size_of_val(&part[..]));
                here.copy_from_slice(bytemuck::cast_slice(part));
                rest = after;
            }
            Ok(())
        })?;
        self.dict.set_item(name, joined)
    }
}

/// Ends that were counted from the beginning of each part, counted from the beginning of the first. The end of a part
/// is its last.
fn absolute(parts: Vec<Vec<u64>>) -> Vec<u64> {
    let mut parts = parts.into_iter();
    let mut ends = parts.next().unwrap_or_default();
    for part in parts {
        let start = ends.last().copied().unwrap_or(0);
        ends.extend(part.iter().map(|end| start + end));
    }
    ends
}

fn columns(py: Python<'_>, outputs: Vec<Output>) -> PyResult<Bound<'_, PyDict>> {
    let mut columns = Columns { py, dict: PyDict::new(py), outputs };
    add_scalars(&mut columns)?;
    columns.ragged("tag_sequence", |part| take(&mut part.features.tag_sequence))?;
    columns.ragged("dom_sequence", |part| take(&mut part.features.dom_sequence))?;
    columns.ragged("head_sequence", |part| take(&mut part.features.head_sequence))?;
    columns.ragged("tags", |part| take(&mut part.features.tags))?;
    columns.ragged("tag_counts", |part| take(&mut part.features.tag_counts))?;
    columns.ragged("leaf_paths", |part| take(&mut part.features.leaf_paths))?;
    columns.ragged("leaf_path_counts", |part| take(&mut part.features.leaf_path_counts))?;
    columns.ragged("indexed_leaf_paths", |part| take(&mut part.features.indexed_leaf_paths))?;
    columns.ragged("element_paths", |part| take(&mut part.features.element_paths))?;
    columns.ragged("element_path_parents", |part| take(&mut part.features.element_path_parents))?;
    columns.ragged("main_paths", |part| take(&mut part.features.main_paths))?;
    columns.ragged("class_tokens", |part| take(&mut part.features.class_tokens))?;
    columns.ragged("classes", |part| take(&mut part.features.classes))?;
    columns.ragged("labels", |part| take(&mut part.features.labels))?;
    columns.ragged("text_paths", |part| take(&mut part.features.text_paths))?;
    columns.strings("texts", |part| take(&mut part.features.texts))?;
    let link_ends = columns.outputs.iter_mut().map(|part| take(&mut part.features.links.ends)).collect();
    columns.offsets("links", link_ends)?;
    columns.strings("link_urls", |part| take(&mut part.features.links.urls))?;
    columns.strings("link_xpaths", |part| take(&mut part.features.links.xpaths))?;
    columns.strings("link_short_xpaths", |part| take(&mut part.features.links.short_xpaths))?;
    columns.strings("link_texts", |part| take(&mut part.features.links.texts))?;
    Ok(columns.dict)
}

fn add_scalars(columns: &mut Columns<'_>) -> PyResult<()> {
    columns.scalar("fingerprints", |part| take(&mut part.features.fingerprints))?;
    columns.digests("sequence_digests", "has_tags", |part| take(&mut part.features.sequence_digests))?;
    columns.digests("header_digests", "has_header", |part| take(&mut part.features.header_digests))?;
    columns.scalar("sequence_hashes", |part| take(&mut part.features.sequence_hashes))?;
    columns.scalar("leaf_path_hashes", |part| take(&mut part.features.leaf_path_hashes))?;
    columns.scalar("class_token_hashes", |part| take(&mut part.features.class_token_hashes))?;
    columns.scalar("elements", |part| take(&mut part.features.elements))?;
    columns.scalar("nodes", |part| take(&mut part.nodes))?;
    columns.scalar("max_depth", |part| take(&mut part.max_depth))?;
    columns.scalar("problems", |part| take(&mut part.problems))?;
    let encodings: Vec<&str> = columns.outputs.iter_mut().flat_map(|part| take(&mut part.encodings)).collect();
    let sources: Vec<&str> = columns.outputs.iter_mut().flat_map(|part| take(&mut part.encoding_sources)).collect();
    columns.dict.set_item("encodings", encodings)?;
    columns.dict.set_item("encoding_sources", sources)
}

/// The codes of the caps that a byte of the array `problems` stands for.
#[pyfunction]
fn problem_codes(problems: u8) -> Vec<&'static str> {
    Problems::from_bits(problems).codes().collect()
}

/// The fingerprints of pages, 25 bytes each. Reads of each page only what its fingerprint needs.
#[pyfunction]
#[pyo3(signature = (pages, charsets=None, jobs=0))]
fn fingerprint_pages<'py>(
    py: Python<'py>,
    pages: &Bound<'py, PyList>,
    charsets: Option<Vec<Option<String>>>,
    jobs: usize,
) -> PyResult<Bound<'py, PyBytes>> {
    let held = page_bytes(pages)?;
    let charsets = charsets.unwrap_or_else(|| vec![None; held.len()]);
    if charsets.len() != held.len() {
        return Err(pyo3::exceptions::PyValueError::new_err("every page needs a charset, or none has one"));
    }
    let inputs: Vec<(&[u8], Option<String>)> = held.iter().map(|page| page.as_bytes()).zip(charsets).collect();
    let scan = |(page, charset): &(&[u8], Option<String>)| scan_fingerprint(page, charset.as_deref());
    let fingerprints = py.detach(|| in_runs(jobs, &inputs, |run| run.iter().map(scan).collect::<Vec<_>>()))?.concat();
    Ok(PyBytes::new(py, fingerprints.as_flattened()))
}

/// The features of one page as a person reads them.
#[pyfunction]
#[pyo3(signature = (data, address="", http_charset=None))]
fn readable_features<'py>(
    py: Python<'py>,
    data: &[u8],
    address: &str,
    http_charset: Option<&str>,
) -> PyResult<Bound<'py, PyDict>> {
    let features = py.detach(|| {
        let decoded = encoding::decode(data, http_charset);
        read(&Parser::with_tag_log(Limits::default()).parse(&decoded.text), &Base::new(address))
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

pub(super) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(extract_features, module)?)?;
    module.add_function(wrap_pyfunction!(problem_codes, module)?)?;
    module.add_function(wrap_pyfunction!(fingerprint_pages, module)?)?;
    module.add_function(wrap_pyfunction!(readable_features, module)?)
}
