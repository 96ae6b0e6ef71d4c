//! Features for Python: arrays for many pages, plain objects for one.

use bytemuck::NoUninit;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList};
use rayon::prelude::*;

use super::batch::{on_threads, page_bytes};
use super::tree::limits;
use crate::encoding;
use crate::features::{Base, Extractor, PageFeatures, Strings, readable_features as read, scan_fingerprint};
use crate::html::{Limits, Parser, Problems};

/// A page as it comes from Python.
struct Input<'py> {
    data: &'py [u8],
    charset: Option<String>,
    address: String,
}

/// The features of a page and what the parser reports of it.
struct Output {
    features: PageFeatures,
    nodes: u32,
    max_depth: u32,
    problems: Problems,
    encoding: &'static str,
    encoding_source: &'static str,
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
    let outputs = py.detach(|| on_threads(jobs, || extract_all(&inputs, limits)))?;
    columns(py, &outputs)
}

fn extract_all(inputs: &[Input<'_>], limits: Limits) -> Vec<Output> {
    let scratch = || (Parser::with_tag_log(limits), Extractor::default());
    inputs.par_iter().map_init(scratch, |(parser, extractor), input| extract(parser, extractor, input)).collect()
}

fn extract(parser: &mut Parser, extractor: &mut Extractor, input: &Input<'_>) -> Output {
    let decoded = encoding::decode(input.data, input.charset.as_deref());
    let tree = parser.parse(&decoded.text);
    let output = Output {
        features: extractor.extract(&tree, &Base::new(&input.address)),
        nodes: tree.len() as u32,
        max_depth: tree.max_depth(),
        problems: tree.problems(),
        encoding: decoded.encoding.name(),
        encoding_source: decoded.source.as_str(),
    };
    parser.recycle(tree);
    output
}

/// The arrays of a batch, while they are filled.
struct Columns<'py> {
    py: Python<'py>,
    dict: Bound<'py, PyDict>,
    outputs: &'py [Output],
}

impl<'py> Columns<'py> {
    /// One value a page.
    fn scalar<const WIDTH: usize>(&self, name: &str, value: impl Fn(&Output) -> [u8; WIDTH]) -> PyResult<()> {
        let bytes: Vec<u8> = self.outputs.iter().flat_map(value).collect();
        self.dict.set_item(name, PyBytes::new(self.py, &bytes))
    }

    /// Any number of values a page.
    fn ragged<Item: NoUninit>(&self, name: &str, items: impl Fn(&Output) -> &[Item]) -> PyResult<()> {
        self.joined(name, |page| bytemuck::cast_slice(items(page)))?;
        self.offsets(name, |page| items(page).len())
    }

    /// The bytes of all pages, one behind the other.
    fn joined(&self, name: &str, bytes: impl Fn(&Output) -> &[u8]) -> PyResult<()> {
        let length = self.outputs.iter().map(|page| bytes(page).len()).sum();
        let joined = PyBytes::new_with(self.py, length, |buffer| {
            let mut rest = buffer;
            for page in self.outputs {
                let (here, after) = rest.split_at_mut(bytes(page).len());
                here.copy_from_slice(bytes(page));
                rest = after;
            }
            Ok(())
        })?;
        self.dict.set_item(name, joined)
    }

    fn offsets(&self, name: &str, length: impl Fn(&Output) -> usize) -> PyResult<()> {
        let mut offsets: Vec<u64> = vec![0];
        for page in self.outputs {
            offsets.push(offsets[offsets.len() - 1] + length(page) as u64);
        }
        self.dict.set_item(format!("{name}_offsets"), PyBytes::new(self.py, bytemuck::cast_slice(&offsets)))
    }

    /// All strings of a batch in one buffer, and where each ends.
    fn strings(&self, name: &str, strings: impl Fn(&Output) -> &Strings) -> PyResult<()> {
        let mut ends: Vec<u64> = Vec::new();
        let mut start = 0;
        for page in self.outputs {
            let page = strings(page);
            ends.extend(page.ends.iter().map(|&end| start + u64::from(end)));
            start += page.text.len() as u64;
        }
        self.joined(name, |page| strings(page).text.as_bytes())?;
        self.dict.set_item(format!("{name}_ends"), PyBytes::new(self.py, bytemuck::cast_slice(&ends)))
    }
}

fn columns<'py>(py: Python<'py>, outputs: &[Output]) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    let columns = Columns { py, dict: dict.clone(), outputs };
    add_scalars(&columns)?;
    columns.ragged("tag_sequence", |page| &page.features.tag_sequence)?;
    columns.ragged("dom_sequence", |page| &page.features.dom_sequence)?;
    columns.ragged("head_sequence", |page| &page.features.head_sequence)?;
    columns.ragged("tags", |page| &page.features.tags)?;
    columns.ragged("tag_counts", |page| &page.features.tag_counts)?;
    columns.ragged("leaf_paths", |page| &page.features.leaf_paths)?;
    columns.ragged("leaf_path_counts", |page| &page.features.leaf_path_counts)?;
    columns.ragged("indexed_leaf_paths", |page| &page.features.indexed_leaf_paths)?;
    columns.ragged("element_paths", |page| &page.features.element_paths)?;
    columns.ragged("element_path_parents", |page| &page.features.element_path_parents)?;
    columns.ragged("main_paths", |page| &page.features.main_paths)?;
    columns.ragged("class_tokens", |page| &page.features.class_tokens)?;
    columns.ragged("classes", |page| &page.features.classes)?;
    columns.ragged("labels", |page| &page.features.labels)?;
    columns.ragged("text_paths", |page| &page.features.text_paths)?;
    columns.strings("texts", |page| &page.features.texts)?;
    columns.offsets("links", |page| page.features.links.urls.len())?;
    columns.strings("link_urls", |page| &page.features.links.urls)?;
    columns.strings("link_xpaths", |page| &page.features.links.xpaths)?;
    columns.strings("link_short_xpaths", |page| &page.features.links.short_xpaths)?;
    columns.strings("link_texts", |page| &page.features.links.texts)?;
    Ok(dict)
}

fn add_scalars(columns: &Columns<'_>) -> PyResult<()> {
    columns.scalar("fingerprints", |page| page.features.fingerprint)?;
    columns.scalar("sequence_digests", |page| page.features.sequence_digest.unwrap_or_default())?;
    columns.scalar("header_digests", |page| page.features.header_digest.unwrap_or_default())?;
    columns.scalar("has_tags", |page| [u8::from(page.features.sequence_digest.is_some())])?;
    columns.scalar("has_header", |page| [u8::from(page.features.header_digest.is_some())])?;
    columns.scalar("sequence_hashes", |page| page.features.hashes[0].to_ne_bytes())?;
    columns.scalar("leaf_path_hashes", |page| page.features.hashes[1].to_ne_bytes())?;
    columns.scalar("class_token_hashes", |page| page.features.hashes[2].to_ne_bytes())?;
    columns.scalar("elements", |page| page.features.elements.to_ne_bytes())?;
    columns.scalar("nodes", |page| page.nodes.to_ne_bytes())?;
    columns.scalar("max_depth", |page| page.max_depth.to_ne_bytes())?;
    columns.scalar("problems", |page| [page.problems.bits()])?;
    let encodings: Vec<&str> = columns.outputs.iter().map(|page| page.encoding).collect();
    let sources: Vec<&str> = columns.outputs.iter().map(|page| page.encoding_source).collect();
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
    let work =
        || inputs.par_iter().map(|(page, charset)| scan_fingerprint(page, charset.as_deref())).collect::<Vec<_>>();
    let fingerprints = py.detach(|| on_threads(jobs, work))?;
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
