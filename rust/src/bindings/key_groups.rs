//! The data leaves of the pages of a sample, by their keys.

use std::collections::HashSet;

use pyo3::prelude::*;

use super::leaves::PyLeaves;
use crate::hash::WordMap;
use crate::leaves::data_leaves;

/// How many families of keys there are.
const FAMILIES: usize = 6;

/// A key with its leaves by page, in the order of the sample.
type KeyGroup = (u64, Vec<(u32, Vec<u32>)>);
/// The page and position of a leaf.
type Place = (u32, u32);
/// A leaf and its keys.
type KeyedLeaf = (Place, [u64; FAMILIES]);

/// The leaves of the keys of one family, in the order in which the keys first occur.
#[derive(Default)]
struct Family {
    numbers: WordMap<u64, u32>,
    groups: Vec<KeyGroup>,
}

impl Family {
    fn add(&mut self, key: u64, page: u32, leaf: u32) {
        let next = self.groups.len() as u32;
        let number = *self.numbers.entry(key).or_insert(next);
        if number == next {
            self.groups.push((key, Vec::new()));
        }
        let by_page = &mut self.groups[number as usize].1;
        match by_page.last_mut() {
            Some((last, leaves)) if *last == page => leaves.push(leaf),
            _ => by_page.push((page, vec![leaf])),
        }
    }
}

fn families() -> [Family; FAMILIES] {
    Default::default()
}

/// For each family the keys of the leaves that are none of these template texts, as far as they are on enough pages.
#[pyfunction]
pub fn group_leaves(
    pages: Vec<PyRef<'_, PyLeaves>>,
    texts: HashSet<u64>,
    least: [usize; FAMILIES],
) -> Vec<Vec<KeyGroup>> {
    let mut found = families();
    for (number, page) in (0..).zip(&pages) {
        for leaf in data_leaves(page.found(), |text| texts.contains(&text)) {
            for (family, key) in found.iter_mut().zip(leaf.keys) {
                family.add(key, number, leaf.index);
            }
        }
    }
    let enough = |(family, least): (Family, usize)| {
        family.groups.into_iter().filter(|(_, by_page)| by_page.len() >= least).collect()
    };
    found.into_iter().zip(least).map(enough).collect()
}

/// The keys of wanted leaves, and for each family the leaves that have one of them, too.
#[pyfunction]
pub fn index_leaves(
    pages: Vec<PyRef<'_, PyLeaves>>,
    texts: HashSet<u64>,
    wanted: HashSet<Place>,
) -> (Vec<KeyedLeaf>, Vec<Vec<KeyGroup>>) {
    let data: Vec<_> = pages.iter().map(|page| data_leaves(page.found(), |text| texts.contains(&text))).collect();
    let mut own = Vec::new();
    let mut asked: HashSet<u64> = HashSet::new();
    for (number, leaves) in (0..).zip(&data) {
        for leaf in leaves.iter().filter(|leaf| wanted.contains(&(number, leaf.index))) {
            own.push(((number, leaf.index), leaf.keys));
            asked.extend(leaf.keys.iter().filter(|&&key| key != 0));
        }
    }
    let mut found = families();
    for (number, leaves) in (0..).zip(&data) {
        for leaf in leaves {
            for (family, key) in found.iter_mut().zip(leaf.keys).filter(|(_, key)| asked.contains(key)) {
                family.add(key, number, leaf.index);
            }
        }
    }
    (own, found.into_iter().map(|family| family.groups).collect())
}
