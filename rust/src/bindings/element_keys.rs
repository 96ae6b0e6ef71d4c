//! The keys of elements of the pages of a sample.

use std::collections::HashSet;

use pyo3::prelude::*;

use super::error::{CoreError, Result};
use super::leaves::PyLeaves;
use crate::induction::exclusive_keys;
use crate::leaves::ROW_KEYS;
use crate::seeded::Seed;

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

/// The keys of some families that all of these rows have, if no element of their pages has them but such as share the
/// first key of a row.
#[pyfunction]
pub fn shared_row_keys(pages: Vec<PyRef<'_, PyLeaves>>, rows: Vec<Vec<u32>>, families: Vec<usize>) -> Result<Vec<u64>> {
    let mut own = Vec::new();
    for (page, nodes) in paired(&pages, &rows)? {
        for &node in nodes {
            own.push(keys_of(page, node, true)?);
        }
    }
    let exact: HashSet<u64, Seed> = own.iter().map(|keys| keys[0]).collect();
    let means_rows = |family: usize, key: u64| {
        let mut rows = pages.iter().map(|page| &page.found().rows);
        rows.all(|rows| {
            let mut keys = (0..rows.len() as u32).map(|node| rows.keys(node));
            keys.all(|keys| keys[family] != key || exact.contains(&keys[0]))
        })
    };
    let shared = |&family: &usize| {
        let key = *own.first()?.get(family)?;
        let is_shared = key != 0 && own.iter().all(|keys| keys[family] == key);
        (is_shared && means_rows(family, key)).then_some(key)
    };
    Ok(families.iter().filter_map(shared).collect())
}

/// The keys as containers of text that only the first of these elements have, given by page, without roots: those that
/// most have first.
#[pyfunction]
pub fn own_container_keys(
    pages: Vec<PyRef<'_, PyLeaves>>,
    own: Vec<Vec<u32>>,
    others: Vec<Vec<u32>>,
    most: usize,
) -> Result<Vec<u64>> {
    let keys = |nodes| {
        let mut found = Vec::new();
        for (page, nodes) in paired(&pages, nodes)? {
            for &node in nodes.iter().filter(|node| **node != 0) {
                found.extend(keys_of(page, node, false)?);
            }
        }
        Result::Ok(found)
    };
    Ok(exclusive_keys(&keys(&own)?, &keys(&others)?, most))
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
    Ok(if are_rows { rows.keys(node) } else { rows.container_keys(node) })
}
