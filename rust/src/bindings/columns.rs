//! Features as the arrays of a batch: what several threads computed, one behind the other.

use std::borrow::Cow;

use bytemuck::NoUninit;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use super::workspace::Output;
use crate::features::{Ragged, Strings};
use crate::measures::digest::Digest;

/// The arrays of a batch, while they are filled.
struct Columns<'py, 'batch> {
    py: Python<'py>,
    dict: Bound<'py, PyDict>,
    outputs: &'batch [Output],
}

impl<'batch> Columns<'_, 'batch> {
    /// One value a page.
    fn scalar<Item: NoUninit>(&self, name: &str, values: impl Fn(&'batch Output) -> &'batch [Item]) -> PyResult<()> {
        self.joined(name, self.outputs.iter().map(values))
    }

    /// One digest a page, zeros where there is none.
    fn digests(
        &self,
        name: &str,
        flag: &str,
        values: impl Fn(&'batch Output) -> &'batch [Option<Digest>],
    ) -> PyResult<()> {
        let digests: Vec<_> = self.outputs.iter().flat_map(values).collect();
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

/// The arrays of all outputs, by name.
pub fn columns<'py>(py: Python<'py>, outputs: &[Output]) -> PyResult<Bound<'py, PyDict>> {
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
    columns.ragged("content_paths", |output| &output.features.contents[0])?;
    columns.ragged("content_path_parents", |output| &output.features.contents[1])?;
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
