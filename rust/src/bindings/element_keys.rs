//! The keys of elements of the pages of a sample.

use pyo3::prelude::*;

use super::error::{CoreError, Result};
use super::leaves::PyLeaves;
use crate::leaves::ROW_KEYS;

/// For each page the keys of some of its elements, as rows or as containers of text.
#[pyfunction]
pub fn element_keys(
    pages: Vec<PyRef<'_, PyLeaves>>,
    nodes: Vec<Vec<u32>>,
    are_rows: bool,
) -> Result<Vec<Vec<[u64; ROW_KEYS]>>> {
    paired(&pages, &nodes)?
        .map(|(page, nodes)| nodes.iter().map(|&node| keys_of(page, node, are_rows)).collect())
        .collect()
}

fn paired<'a, 'py>(
    pages: &'a [PyRef<'py, PyLeaves>],
    nodes: &'a [Vec<u32>],
) -> Result<impl Iterator<Item = (&'a PyRef<'py, PyLeaves>, &'a Vec<u32>)>> {
    let are_paired = pages.len() == nodes.len();
    are_paired
        .then(|| pages.iter().zip(nodes))
        .ok_or_else(|| CoreError::internal("not as many pages as lists of nodes"))
}

fn keys_of(page: &PyLeaves, node: u32, are_rows: bool) -> Result<[u64; ROW_KEYS]> {
    page.check_node(node)?;
    let rows = &page.found().rows;
    Ok(if are_rows { *rows.keys(node) } else { rows.container_keys(node) })
}
