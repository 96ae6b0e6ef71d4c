//! What was found on pages for Python: columns in Arrow's layout, each put together from what threads have written.

use pyo3::prelude::*;
use pyo3::types::PyBytes;

use super::error::{CoreError, Result};
use crate::leaves::Strings;
use crate::records::{Column, RecordBatch, TableRowsOut, TypedColumn};

/// What came of some pages.
pub struct Output {
    /// For each template its batch.
    pub batches: Vec<RecordBatch>,
    /// Of each page the caps that were hit, and whether it has any leaf.
    pub problems: Vec<u8>,
    pub has_leaves: Vec<u8>,
}

/// Scores, whether a page fills anything, whether it has a record, number of records, tables, columns, documents.
type PyBatch<'py> = (
    Bound<'py, PyBytes>,
    Bound<'py, PyBytes>,
    Bound<'py, PyBytes>,
    usize,
    Vec<[Bound<'py, PyBytes>; 4]>,
    Vec<Option<PyColumn<'py>>>,
    (PyStrings<'py>, Vec<(u32, u32)>),
);
/// Offsets and bytes.
type PyStrings<'py> = (Bound<'py, PyBytes>, Bound<'py, PyBytes>);
/// Bits that say which rows fill it, offsets of a list, texts, typed values, raw texts and XPaths.
type PyColumn<'py> = (
    Bound<'py, PyBytes>,
    Option<Bound<'py, PyBytes>>,
    PyStrings<'py>,
    Vec<Bound<'py, PyBytes>>,
    Option<(PyStrings<'py>, PyStrings<'py>)>,
);
/// For each template its batch; of each page the caps that were hit, and whether it has any leaf.
pub type PyExtracted<'py> = (Vec<PyBatch<'py>>, Vec<u8>, Vec<u8>);

/// The outputs of neighbouring pages as one, in their order: there is at least one.
pub fn hand_over(py: Python<'_>, outputs: Vec<Output>) -> Result<PyExtracted<'_>> {
    let problems = outputs.iter().flat_map(|output| output.problems.iter().copied()).collect();
    let has_leaves = outputs.iter().flat_map(|output| output.has_leaves.iter().copied()).collect();
    let templates = outputs.first().map_or(0, |output| output.batches.len());
    let batches = (0..templates).map(|number| {
        let parts: Vec<&RecordBatch> = outputs.iter().map(|output| &output.batches[number]).collect();
        batch_buffers(py, &parts)
    });
    Ok((batches.collect::<Result<_>>()?, problems, has_leaves))
}

fn batch_buffers<'py>(py: Python<'py>, parts: &[&RecordBatch]) -> Result<PyBatch<'py>> {
    let pages = || parts.iter().flat_map(|part| &part.pages);
    let scores: Vec<f64> = pages().map(|page| page.score).collect();
    let says: Vec<u8> = pages().map(|page| u8::from(page.says_anything)).collect();
    let kept: Vec<u8> = pages().map(|page| u8::from(page.is_kept)).collect();
    let tables = (0..parts[0].tables.len()).map(|number| table_buffers(py, parts, number));
    let columns = (0..parts[0].columns.len()).map(|number| {
        let found: Option<Vec<&Column>> = parts.iter().map(|part| part.columns[number].as_ref()).collect();
        found.map(|found| column_buffers(py, &found)).transpose()
    });
    Ok((
        PyBytes::new(py, bytemuck::cast_slice(&scores)),
        PyBytes::new(py, &says),
        PyBytes::new(py, &kept),
        parts.iter().map(|part| part.records).sum(),
        tables.collect::<Result<_>>()?,
        columns.collect::<Result<_>>()?,
        documents(py, parts)?,
    ))
}

/// The documents of records, and the columns that are filled, each with the first record that does.
fn documents<'py>(py: Python<'py>, parts: &[&RecordBatch]) -> Result<(PyStrings<'py>, Vec<(u32, u32)>)> {
    let parts = || parts.iter().map(|part| &part.documents);
    let mut filled: Vec<(u32, u32)> = Vec::new();
    let mut first = 0;
    for part in parts() {
        for &(record, column) in &part.filled {
            if filled.iter().all(|&(_, known)| known != column) {
                filled.push((first + record, column));
            }
        }
        first += part.ends.len() as u32;
    }
    let found: Vec<_> = parts().map(|part| (&part.ends[..], &part.bytes[..])).collect();
    Ok((joined_strings(py, &found)?, filled))
}

/// The numbers of the rows of a table; its records are counted through all parts.
fn table_buffers<'py>(py: Python<'py>, parts: &[&RecordBatch], number: usize) -> Result<[Bound<'py, PyBytes>; 4]> {
    let mut first = 0;
    let mut records: Vec<i64> = Vec::with_capacity(parts.iter().map(|part| part.tables[number].records.len()).sum());
    for part in parts {
        records.extend(part.tables[number].records.iter().map(|record| first + record));
        first += part.records as i64;
    }
    let joined = |read: fn(&TableRowsOut) -> &[i64]| numbers(py, parts.iter().map(|part| read(&part.tables[number])));
    Ok([
        PyBytes::new(py, bytemuck::cast_slice(&records)),
        joined(|table| &table.parents)?,
        joined(|table| &table.rows)?,
        joined(|table| &table.places)?,
    ])
}

fn column_buffers<'py>(py: Python<'py>, parts: &[&Column]) -> Result<PyColumn<'py>> {
    let is_list = parts[0].ends.is_some();
    let list_ends = || parts.iter().map(|part| (part.ends.as_deref().unwrap_or_default(), part.values.len()));
    let with_sources = parts[0].sources.is_some();
    let sources = |read: fn(&(Strings, Strings)) -> &Strings| {
        strings(py, &parts.iter().filter_map(|part| part.sources.as_ref().map(read)).collect::<Vec<_>>())
    };
    Ok((
        bits(py, parts, |part| &part.filled),
        is_list.then(|| offsets(py, list_ends())),
        strings(py, &parts.iter().map(|part| &part.values).collect::<Vec<_>>())?,
        typed_buffers(py, &parts.iter().map(|part| &part.typed).collect::<Vec<_>>())?,
        if with_sources { Some((sources(|(raw, _)| raw)?, sources(|(_, xpaths)| xpaths)?)) } else { None },
    ))
}

fn typed_buffers<'py>(py: Python<'py>, parts: &[&TypedColumn]) -> Result<Vec<Bound<'py, PyBytes>>> {
    let doubles = || numbers(py, parts.iter().map(|part| part.doubles()));
    let flags = |read: fn(&TypedColumn) -> &[bool]| bits(py, parts, |part| read(part));
    let texts = || strings(py, &parts.iter().filter_map(|part| part.strings()).collect::<Vec<_>>());
    Ok(match parts[0] {
        TypedColumn::Texts => Vec::new(),
        TypedColumn::Numbers(..) => vec![doubles()?, flags(TypedColumn::marks), flags(TypedColumn::valid)],
        TypedColumn::Prices(..) => {
            let (ends, text) = texts()?;
            vec![doubles()?, flags(TypedColumn::marks), flags(TypedColumn::valid), ends, text]
        }
        TypedColumn::Dates(..) => vec![numbers(py, parts.iter().map(|part| part.days()))?, flags(TypedColumn::valid)],
        TypedColumn::Booleans(..) => vec![flags(TypedColumn::marks), flags(TypedColumn::valid)],
        TypedColumn::Addresses(_) => {
            let (ends, text) = texts()?;
            vec![ends, text]
        }
    })
}

fn strings<'py>(py: Python<'py>, parts: &[&Strings]) -> Result<PyStrings<'py>> {
    let found: Vec<_> = parts.iter().map(|part| (&part.ends[..], part.text.as_bytes())).collect();
    joined_strings(py, &found)
}

/// Strings of all parts: where each ends in its part, and the bytes of the part.
fn joined_strings<'py>(py: Python<'py>, parts: &[(&[u32], &[u8])]) -> Result<PyStrings<'py>> {
    let length: usize = parts.iter().map(|(_, bytes)| bytes.len()).sum();
    if i32::try_from(length).is_err() {
        return Err(CoreError::internal("the texts of one column are too long together"));
    }
    let ends = offsets(py, parts.iter().map(|&(ends, bytes)| (ends, bytes.len())));
    Ok((ends, numbers(py, parts.iter().map(|&(_, bytes)| bytes))?))
}

/// Numbers of all parts, one behind the other.
fn numbers<'py, 'part, Number: bytemuck::Pod>(
    py: Python<'py>,
    parts: impl Iterator<Item = &'part [Number]>,
) -> Result<Bound<'py, PyBytes>> {
    let parts: Vec<&[u8]> = parts.map(bytemuck::cast_slice).collect();
    if let [part] = parts[..] {
        return Ok(PyBytes::new(py, part));
    }
    let joined = PyBytes::new_with(py, parts.iter().map(|part| part.len()).sum(), |mut out| {
        for part in &parts {
            let (own, rest) = out.split_at_mut(part.len());
            own.copy_from_slice(part);
            out = rest;
        }
        Ok(())
    });
    Ok(joined?)
}

/// Ends as Arrow's offsets, which begin with 0 and are signed; each part comes with what all of it counts.
fn offsets<'py, 'part>(
    py: Python<'py>,
    parts: impl Iterator<Item = (&'part [u32], usize)> + Clone,
) -> Bound<'py, PyBytes> {
    let mut all: Vec<u32> = Vec::with_capacity(1 + parts.clone().map(|(ends, _)| ends.len()).sum::<usize>());
    all.push(0);
    let mut start = 0;
    for (ends, length) in parts {
        all.extend(ends.iter().map(|end| start + end));
        start += length as u32;
    }
    PyBytes::new(py, bytemuck::cast_slice(&all))
}

/// One bit for each, the first in the lowest bit of the first byte.
fn bits<'py, Part>(py: Python<'py>, parts: &[&Part], read: impl Fn(&Part) -> &[bool]) -> Bound<'py, PyBytes> {
    let count: usize = parts.iter().map(|part| read(part).len()).sum();
    let mut bytes = vec![0u8; count.div_ceil(8)];
    for (at, &flag) in parts.iter().flat_map(|part| read(part)).enumerate() {
        bytes[at / 8] |= u8::from(flag) << (at % 8);
    }
    PyBytes::new(py, &bytes)
}
