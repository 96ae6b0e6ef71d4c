//! Features as the buffers of a batch: what several threads computed, one behind the other, as Arrow lays it out.

use std::borrow::Cow;

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use super::error::{CoreError, Result};
use super::workspace::Output;
use crate::features::{Features, Groups, Part};

/// The columns that are wanted, by their positions among all, and the groups that they belong to.
pub struct Wanted {
    pub groups: Groups,
    columns: Vec<usize>,
}

impl Wanted {
    pub fn of(names: &[String]) -> Result<Wanted> {
        let mut wanted = Wanted { groups: Groups::default(), columns: Vec::new() };
        for name in names {
            let known = Features::NAMES.iter().position(|(known, _)| known == name);
            let column = known.ok_or_else(|| CoreError::usage(format!("there is no feature {name}")))?;
            wanted.groups = wanted.groups.with(Features::NAMES[column].1);
            wanted.columns.push(column);
        }
        Ok(wanted)
    }
}

/// By name of each wanted column its buffers, outer ones first: 64-bit offsets from 0 on for lists and strings, bytes
/// for the rest.
pub fn columns<'py>(py: Python<'py>, outputs: &[Output], wanted: &Wanted) -> PyResult<Bound<'py, PyDict>> {
    let all: Vec<_> = outputs.iter().map(|output| output.features.columns()).collect();
    let dict = PyDict::new(py);
    for &column in &wanted.columns {
        let parts: Vec<_> = all.iter().map(|columns| columns[column].parts()).collect();
        let count = parts.first().map_or(0, Vec::len);
        let buffers: Vec<_> = (0..count).map(|at| join(py, &parts, at)).collect::<PyResult<_>>()?;
        dict.set_item(Features::NAMES[column].0, buffers)?;
    }
    Ok(dict)
}

/// One buffer of all outputs.
fn join<'py>(py: Python<'py>, outputs: &[Vec<Part<'_>>], at: usize) -> PyResult<Bound<'py, PyBytes>> {
    let ends = outputs.iter().filter_map(|parts| if let Part::Ends(ends) = parts[at] { Some(ends) } else { None });
    let bytes = outputs.iter().filter_map(|parts| if let Part::Bytes(bytes) = parts[at] { Some(bytes) } else { None });
    let bytes: Vec<&[u8]> = bytes.collect();
    if bytes.is_empty() {
        let offsets = absolute(ends);
        return put_together(py, &[bytemuck::cast_slice(&[0u64]), bytemuck::cast_slice(&offsets)]);
    }
    put_together(py, &bytes)
}

/// Ends that were counted from the beginning of each output, counted from the beginning of the first. Each output ends
/// with its last.
fn absolute<'batch>(outputs: impl Iterator<Item = &'batch [u64]>) -> Cow<'batch, [u64]> {
    let mut joined = Cow::Borrowed(&[][..]);
    for ends in outputs {
        match joined.last().copied() {
            None => joined = Cow::Borrowed(ends),
            Some(start) => joined.to_mut().extend(ends.iter().map(|end| start + end)),
        }
    }
    joined
}

fn put_together<'py>(py: Python<'py>, parts: &[&[u8]]) -> PyResult<Bound<'py, PyBytes>> {
    if let [part] = parts {
        // One part needs no buffer that is cleared first.
        return Ok(PyBytes::new(py, part));
    }
    PyBytes::new_with(py, parts.iter().map(|part| part.len()).sum(), |buffer| {
        let mut rest = buffer;
        for part in parts {
            let (here, after) = rest.split_at_mut(part.len());
            here.copy_from_slice(part);
            rest = after;
        }
        Ok(())
    })
}
