//! Features for Python: arrays for many pages, plain objects for one.

use std::borrow::Cow;

use bytemuck::NoUninit;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList};

use super::batch::{in_runs, page_bytes};
use super::pool::Pool;
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
    let workspaces = py.detach(|| in_runs(jobs, &inputs, |run| Workspace::extract_all(run, limits)))?;
    let dict = columns(py, &workspaces.iter().map(|workspace| &workspace.output).collect::<Vec<_>>())?;
    workspaces.into_iter().for_each(Workspace::put_back);
    Ok(dict)
}

/// Everything that extracting writes to.
struct Workspace {
    parser: Parser,
    extractor: Extractor,
    output: Output,
}

static WORKSPACES: Pool<Workspace> = Pool::new();

impl Workspace {
    fn extract_all(inputs: &[Input<'_>], limits: Limits) -> Workspace {
        let mut workspace = WORKSPACES.take(Workspace::new);
        workspace.parser.set_limits(limits);
        for input in inputs {
            workspace.extract(input);
        }
        workspace
    }

    fn new() -> Workspace {
        Workspace {
            parser: Parser::with_tag_log(Limits::default()),
            extractor: Extractor::default(),
            output: Output::default(),
        }
    }

    fn put_back(mut self) {
        self.output.clear();
        let bytes = self.output.features.capacity() + self.parser.capacity();
        WORKSPACES.put_back(self, bytes);
    }

    fn extract(&mut self, input: &Input<'_>) {
        let output = &mut self.output;
        let decoded = encoding::decode(input.data, input.charset.as_deref());
        let tree = self.parser.parse(&decoded.text);
        let problems = self.extractor.extract(&tree, &Base::new(&input.address), &mut output.features);
        output.nodes.push(tree.len() as u32);
        output.max_depth.push(tree.max_depth());
        output.problems.push(problems.bits());
        output.encodings.push(decoded.encoding.name());
        output.encoding_sources.push(decoded.source.as_str());
        self.parser.recycle(tree);
    }
}

impl Output {
    fn clear(&mut self) {
        self.features.clear();
        self.nodes.clear();
        self.max_depth.clear();
        self.problems.clear();
        self.encodings.clear();
        self.encoding_sources.clear();
    }
}

/// The arrays of a batch, while they are filled.
struct Columns<'py, 'batch> {
    py: Python<'py>,
    dict: Bound<'py, PyDict>,
    outputs: &'batch [&'batch Output],
}

impl<'batch> Columns<'_, 'batch> {
    /// One value a page.
    fn scalar<Item: NoUninit>(&self, name: &str, values: impl Fn(&'batch Output) -> &'batch [Item]) -> PyResult<()> {
        self.joined(name, self.outputs.iter().map(|output| values(output)))
    }

    /// One digest a page, zeros where there is none.
    fn digests(
        &self,
        name: &str,
        flag: &str,
        values: impl Fn(&'batch Output) -> &'batch [Option<Digest>],
    ) -> PyResult<()> {
        let digests: Vec<_> = self.outputs.iter().flat_map(|output| values(output)).collect();
        let flags: Vec<u8> = digests.iter().map(|digest| u8::from(digest.is_some())).collect();
        let digests: Vec<Digest> = digests.into_iter().map(|digest| digest.unwrap_or_default()).collect();
        self.joined(flag, [&flags[..]])?;
        self.joined(name, [&digests[..]])
    }

    /// Any number of values a page.
    fn ragged<Item: NoUninit>(
        &self,
        name: &str,
        lists: impl Fn(&'batch Output) -> &'batch Ragged<Item>,
    ) -> PyResult<()> {
        self.joined(name, self.outputs.iter().map(|output| &lists(output).values[..]))?;
        self.offsets(name, |output| &lists(output).ends)
    }

    /// All strings of a batch in one buffer, and where each ends.
    fn strings(&self, name: &str, strings: impl Fn(&'batch Output) -> &'batch Strings) -> PyResult<()> {
        self.joined(name, self.outputs.iter().map(|output| strings(output).text.as_bytes()))?;
        let ends = self.absolute(|output| &strings(output).ends);
        self.joined(&format!("{name}_ends"), [&ends[..]])
    }

    /// Where the values of each page begin, and where the last end.
    fn offsets(&self, name: &str, ends: impl Fn(&'batch Output) -> &'batch [u64]) -> PyResult<()> {
        self.joined(&format!("{name}_offsets"), [&[0][..], &self.absolute(ends)])
    }

    /// Ends that were counted from the beginning of each output, counted from the beginning of the first. Each output
    /// ends with its last.
    fn absolute(&self, ends: impl Fn(&'batch Output) -> &'batch [u64]) -> Cow<'batch, [u64]> {
        let mut joined = Cow::Borrowed(&[][..]);
        for output in self.outputs {
            match joined.last().copied() {
                None => joined = Cow::Borrowed(ends(output)),
                Some(start) => joined.to_mut().extend(ends(output).iter().map(|end| start + end)),
            }
        }
        joined
    }

    /// The values of all parts, one behind the other.
    fn joined<'part, Item: NoUninit>(
        &self,
        name: &str,
        parts: impl IntoIterator<Item = &'part [Item]>,
    ) -> PyResult<()> {
        let parts: Vec<&[u8]> = parts.into_iter().map(bytemuck::cast_slice).collect();
        let bytes = match parts[..] {
            // One part needs no buffer that is cleared first.
            [part] => PyBytes::new(self.py, part),
            _ => PyBytes::new_with(self.py, parts.iter().map(|part| part.len()).sum(), |buffer| {
                let mut rest = buffer;
                for part in &parts {
                    let (here, after) = rest.split_at_mut(part.len());
                    here.copy_from_slice(part);
                    rest = after;
                }
                Ok(())
            })?,
        };
        self.dict.set_item(name, bytes)
    }
}

fn columns<'py>(py: Python<'py>, outputs: &[&Output]) -> PyResult<Bound<'py, PyDict>> {
    let columns = Columns { py, dict: PyDict::new(py), outputs };
    add_scalars(&columns)?;
    columns.ragged("tag_sequence", |output| &output.features.tag_sequence)?;
    columns.ragged("dom_sequence", |output| &output.features.dom_sequence)?;
    columns.ragged("head_sequence", |output| &output.features.head_sequence)?;
    columns.ragged("tags", |output| &output.features.tags)?;
    columns.ragged("tag_counts", |output| &output.features.tag_counts)?;
    columns.ragged("leaf_paths", |output| &output.features.leaf_paths)?;
    columns.ragged("leaf_path_counts", |output| &output.features.leaf_path_counts)?;
    columns.ragged("indexed_leaf_paths", |output| &output.features.indexed_leaf_paths)?;
    columns.ragged("element_paths", |output| &output.features.element_paths)?;
    columns.ragged("element_path_parents", |output| &output.features.element_path_parents)?;
    columns.ragged("main_paths", |output| &output.features.main_paths)?;
    columns.ragged("class_tokens", |output| &output.features.class_tokens)?;
    columns.ragged("classes", |output| &output.features.classes)?;
    columns.ragged("labels", |output| &output.features.labels)?;
    columns.ragged("text_paths", |output| &output.features.text_paths)?;
    columns.strings("texts", |output| &output.features.texts)?;
    columns.offsets("links", |output| &output.features.links.ends)?;
    columns.strings("link_urls", |output| &output.features.links.urls)?;
    columns.strings("link_xpaths", |output| &output.features.links.xpaths)?;
    columns.strings("link_short_xpaths", |output| &output.features.links.short_xpaths)?;
    columns.strings("link_texts", |output| &output.features.links.texts)?;
    Ok(columns.dict)
}

fn add_scalars(columns: &Columns<'_, '_>) -> PyResult<()> {
    columns.scalar("fingerprints", |output| &output.features.fingerprints)?;
    columns.digests("sequence_digests", "has_tags", |output| &output.features.sequence_digests)?;
    columns.digests("header_digests", "has_header", |output| &output.features.header_digests)?;
    columns.scalar("sequence_hashes", |output| &output.features.sequence_hashes)?;
    columns.scalar("leaf_path_hashes", |output| &output.features.leaf_path_hashes)?;
    columns.scalar("class_token_hashes", |output| &output.features.class_token_hashes)?;
    columns.scalar("elements", |output| &output.features.elements)?;
    columns.scalar("nodes", |output| &output.nodes)?;
    columns.scalar("max_depth", |output| &output.max_depth)?;
    columns.scalar("problems", |output| &output.problems)?;
    let encodings: Vec<&str> = columns.outputs.iter().flat_map(|output| &output.encodings).copied().collect();
    let sources: Vec<&str> = columns.outputs.iter().flat_map(|output| &output.encoding_sources).copied().collect();
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
#[pyo3(signature = (data, address="", http_charset=None, *, max_bytes=None, max_nodes=None, max_depth=None, max_attributes=None))]
#[expect(clippy::too_many_arguments, reason = "keywords with defaults in Python")]
fn readable_features<'py>(
    py: Python<'py>,
    data: &[u8],
    address: &str,
    http_charset: Option<&str>,
    max_bytes: Option<usize>,
    max_nodes: Option<usize>,
    max_depth: Option<usize>,
    max_attributes: Option<usize>,
) -> PyResult<Bound<'py, PyDict>> {
    let limits = limits(max_bytes, max_nodes, max_depth, max_attributes);
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

pub(super) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(extract_features, module)?)?;
    module.add_function(wrap_pyfunction!(problem_codes, module)?)?;
    module.add_function(wrap_pyfunction!(fingerprint_pages, module)?)?;
    module.add_function(wrap_pyfunction!(readable_features, module)?)
}
