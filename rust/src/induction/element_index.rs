//! The keys by which rows of tables, and elements that hold texts, are found again.

use std::cmp::Reverse;
use std::collections::HashSet;

use crate::hash::WordMap;
use crate::leaves::{Leaves, ROW_KEYS, plain_text_id};
use crate::seeded::Seed;

/// How wrong it is to find elements of no table on a page without rows. A guess.
const UNCLAIMED: f64 = 0.25;
/// How wrong it is to find some of the rows of a page, and nothing else, where no keys find all on most pages. A guess.
const INCOMPLETE: f64 = 0.5;
/// Jaccard of the rows found and the rows wanted on a page where a key is right. A guess.
const NEARLY_SAME: f64 = 0.8;
const MAX_ROW_KEYS: usize = 8;
/// Share of the pages where a key stands on which its first element is the wanted one. A guess.
const EXACT: f64 = 0.9;
/// Share of the pages of a text, or of rows, on which they must be found. A guess.
const FOUND: f64 = 0.5;
const MAX_KEYS: usize = 12;

/// A page and a node.
pub type NodeAt = (u32, u32);
/// For each page the nodes between which elements count.
pub type Ranges = Vec<Vec<(u32, u32)>>;

/// The elements of a sample by their keys, in the order of the sample.
#[derive(Clone, Debug)]
pub struct ElementIndex {
    are_rows: bool,
    numbers: WordMap<u64, u32>,
    elements: Vec<Vec<NodeAt>>,
}

/// An element that is wanted: its page, its node if there is one, and the nodes among which it is, sorted.
pub type WantedElement<'sample> = (u32, Option<u32>, Option<&'sample [u32]>);

impl ElementIndex {
    /// Indexes elements of pages, given in their order, as rows or as containers of text.
    pub fn new(pages: &[&Leaves], nodes: &[Vec<u32>], are_rows: bool) -> Self {
        let mut index = ElementIndex { are_rows, numbers: WordMap::default(), elements: Vec::new() };
        for ((number, page), nodes) in (0..).zip(pages).zip(nodes) {
            for &node in nodes {
                for key in index.keys(page, node).into_iter().filter(|&key| key != 0) {
                    let next = index.elements.len() as u32;
                    let at = *index.numbers.entry(key).or_insert(next);
                    if at == next {
                        index.elements.push(Vec::new());
                    }
                    index.elements[at as usize].push((number, node));
                }
            }
        }
        index
    }

    fn keys(&self, page: &Leaves, node: u32) -> [u64; ROW_KEYS] {
        if self.are_rows { page.rows.keys(node) } else { page.rows.container_keys(node) }
    }

    /// The elements with a key.
    fn of(&self, key: u64) -> &[NodeAt] {
        self.numbers.get(&key).map_or(&[], |&number| &self.elements[number as usize])
    }

    /// The keys that some elements have, each with its place among the keys of an element.
    fn candidates(&self, pages: &[&Leaves], nodes: impl Iterator<Item = NodeAt>) -> Vec<(u64, usize)> {
        let mut known: HashSet<u64, Seed> = HashSet::default();
        let mut found = Vec::new();
        for (page, node) in nodes.filter(|&(_, node)| node != 0) {
            for (family, key) in self.keys(pages[page as usize], node).into_iter().enumerate() {
                if key != 0 && known.insert(key) {
                    found.push((key, family));
                }
            }
        }
        found
    }

    /// The keys by which rows, given in the order of the sample, are found, the best first, the share of pages they are
    /// right on, and whether they are right on most: else it is the nearest key, with the share of rows that it finds.
    ///
    /// The first key that stands on a page counts there. Elements on pages without rows are wrong if they are rows of
    /// others; else the sample may just have missed them.
    pub fn find_row_keys(
        &self,
        pages: &[&Leaves],
        rows: &[NodeAt],
        all_rows: &HashSet<NodeAt, Seed>,
        ranges: Option<&Ranges>,
    ) -> (Vec<u64>, f64, bool) {
        let own: HashSet<NodeAt, Seed> = rows.iter().copied().collect();
        let mut sizes: WordMap<u32, usize> = WordMap::default();
        for &(page, _) in &own {
            *sizes.entry(page).or_default() += 1;
        }
        let mut judged = Vec::new();
        let mut nearest = (0.0, 0i64, 0u64);
        for (key, family) in self.candidates(pages, rows.iter().copied()) {
            let is_inside = |&&(page, node): &&NodeAt| {
                let inside = |ranges: &Ranges| ranges[page as usize].iter().any(|&(a, b)| (a..b).contains(&node));
                ranges.is_none_or(inside)
            };
            let found: Vec<NodeAt> = self.of(key).iter().filter(is_inside).copied().collect();
            let one = JudgedKey::new(key, family, &found, &own, &sizes, all_rows);
            let common = found.iter().filter(|place| own.contains(place)).count();
            let overlap = 2.0 * common as f64 / (found.len() + own.len()).max(1) as f64;
            let candidate = (overlap, -(family as i64), key);
            if candidate > nearest {
                nearest = candidate;
            }
            judged.push(one);
        }
        let share = |covered: usize| covered as f64 / sizes.len() as f64;
        let (chosen, covered) = choose_row_keys(&judged, 2.0);
        if share(covered) < FOUND {
            let (some, more) = choose_row_keys(&judged, 2.0 * INCOMPLETE);
            if share(more) >= FOUND {
                return (some, share(more), true);
            }
        }
        if !chosen.is_empty() {
            return (chosen, share(covered), true);
        }
        // No key is right on most pages: take the one that is nearest.
        let (share, _, key) = nearest;
        if key == 0 { (Vec::new(), 0.0, false) } else { (vec![key], share, false) }
    }

    /// Keys whose first element on a page or in a row, with a text in it if one is given, is the wanted one.
    pub fn find_container_keys(&self, pages: &[&Leaves], wanted: &[WantedElement<'_>], anchor: u64) -> Vec<u64> {
        let nodes = wanted.iter().filter_map(|&(page, node, _)| node.map(|node| (page, node)));
        let mut sorted: Vec<NodeAt> = nodes.collect();
        sorted.sort_unstable();
        sorted.dedup();
        let holders: Option<Vec<HashSet<u32, Seed>>> =
            (anchor != 0).then(|| pages.iter().map(|page| holders(page, anchor)).collect());
        let mut valid: Vec<(usize, i64, u64, Vec<u32>)> = Vec::new();
        for (key, family) in self.candidates(pages, sorted.into_iter()) {
            let elements = self.of(key);
            let (mut right, mut wrong) = (Vec::new(), 0usize);
            for (entry, &(page, node, inside)) in (0..).zip(wanted) {
                let own = holders.as_ref().map(|holders| &holders[page as usize]);
                let first = first_inside(on_page(elements, page), inside, own);
                match (first, node) {
                    (Some(first), Some(node)) if first == node => right.push(entry),
                    (Some(_), _) => wrong += 1,
                    (None, _) => {}
                }
            }
            if !right.is_empty() && right.len() as f64 >= EXACT * (right.len() + wrong) as f64 {
                valid.push((family, -(right.len() as i64), key, right));
            }
        }
        let entries = wanted.iter().filter(|(_, node, _)| node.is_some()).count() as f64;
        // Keys of most entries come first, of those the ones that name the element.
        valid.sort_by_key(|&(family, times, key, _)| (times as f64 > -0.5 * entries, family, times, key));
        let mut covered: HashSet<u32, Seed> = HashSet::default();
        let mut chosen = Vec::new();
        for (_, _, key, right) in valid {
            let before = covered.len();
            covered.extend(right);
            if covered.len() > before {
                chosen.push(key);
            }
            // What more keys would find is not found.
            if chosen.len() == MAX_KEYS {
                break;
            }
        }
        if covered.len() as f64 >= FOUND * entries { chosen } else { Vec::new() }
    }
}

/// A key with the pages on which rows were found rightly by it, those on which only some of them were, and those on
/// which others were: how badly.
#[derive(Clone)]
struct JudgedKey {
    key: u64,
    family: usize,
    exact: Vec<u32>,
    incomplete: Vec<u32>,
    wrong: Vec<(u32, f64)>,
}

impl JudgedKey {
    fn new(
        key: u64,
        family: usize,
        found: &[NodeAt],
        own: &HashSet<NodeAt, Seed>,
        sizes: &WordMap<u32, usize>,
        all_rows: &HashSet<NodeAt, Seed>,
    ) -> Self {
        let mut judged = JudgedKey { key, family, exact: Vec::new(), incomplete: Vec::new(), wrong: Vec::new() };
        for nodes in found.chunk_by(|one, other| one.0 == other.0) {
            let page = nodes[0].0;
            let Some(&wanted) = sizes.get(&page) else {
                let is_taken = nodes.iter().any(|place| all_rows.contains(place));
                judged.wrong.push((page, if is_taken { 2.0 } else { 2.0 * UNCLAIMED }));
                continue;
            };
            let common = nodes.iter().filter(|place| own.contains(place)).count();
            if common as f64 >= NEARLY_SAME * (nodes.len() + wanted - common) as f64 {
                judged.exact.push(page);
            } else {
                if common == nodes.len() {
                    judged.incomplete.push(page);
                } else {
                    judged.wrong.push((page, 2.0));
                }
            }
        }
        judged
    }

    /// On how many more pages rows are found rightly than wrongly, of those about which nothing is known.
    fn gain(&self, known: &HashSet<u32, Seed>, incomplete: f64) -> f64 {
        let wrong: f64 = self.wrong.iter().filter(|(page, _)| !known.contains(page)).map(|(_, weight)| weight).sum();
        let some = self.incomplete.iter().filter(|page| !known.contains(page)).count();
        let spoilt = wrong + incomplete * some as f64;
        self.exact.iter().filter(|page| !known.contains(page)).count() as f64 - spoilt
    }
}

/// The keys that find most rows together, and on how many pages; `incomplete` says how wrong it is to find some.
fn choose_row_keys(judged: &[JudgedKey], incomplete: f64) -> (Vec<u64>, usize) {
    let mut left: Vec<&JudgedKey> = judged.iter().collect();
    let mut chosen = Vec::new();
    let mut covered = 0;
    let mut known: HashSet<u32, Seed> = HashSet::default();
    while !left.is_empty() && chosen.len() < MAX_ROW_KEYS {
        let mut best = (f64::NEG_INFINITY, 0i64, 0u64, 0usize);
        for (place, one) in left.iter().enumerate() {
            let candidate = (one.gain(&known, incomplete), -(one.family as i64), one.key, place);
            if (candidate.0, candidate.1, candidate.2) > (best.0, best.1, best.2) {
                best = candidate;
            }
        }
        if best.0 <= 0.0 {
            break;
        }
        let one = left.swap_remove(best.3);
        chosen.push(one.key);
        covered += one.exact.iter().filter(|page| !known.contains(page)).count();
        known.extend(one.exact.iter().chain(&one.incomplete).copied());
        known.extend(one.wrong.iter().map(|&(page, _)| page));
    }
    (chosen, covered)
}

/// The keys that are none of others, the most frequent first, then by size.
pub fn exclusive_keys(own: &[u64], others: &[u64], most: usize) -> Vec<u64> {
    let kept: HashSet<u64, Seed> = others.iter().copied().collect();
    let mut counts: WordMap<u64, usize> = WordMap::default();
    for &key in own.iter().filter(|key| **key != 0 && !kept.contains(key)) {
        *counts.entry(key).or_default() += 1;
    }
    let mut found: Vec<(Reverse<usize>, u64)> = counts.into_iter().map(|(key, count)| (Reverse(count), key)).collect();
    found.sort_unstable();
    found.into_iter().map(|(_, key)| key).take(most).collect()
}

/// The elements on one page, of those of a key.
fn on_page(elements: &[NodeAt], page: u32) -> &[NodeAt] {
    let start = elements.partition_point(|&(at, _)| at < page);
    let end = elements.partition_point(|&(at, _)| at <= page);
    &elements[start..end]
}

/// The first of some elements that is among these nodes, if they are given, and holds an anchor.
fn first_inside(elements: &[NodeAt], inside: Option<&[u32]>, holders: Option<&HashSet<u32, Seed>>) -> Option<u32> {
    let (first, last) = match inside {
        Some([]) => return None,
        Some(nodes) => (nodes[0], nodes[nodes.len() - 1]),
        None => (0, u32::MAX),
    };
    let start = elements.partition_point(|&(_, node)| node < first);
    let near = elements[start..].iter().map(|&(_, node)| node).take_while(|&node| node <= last);
    let is_inside = |node: &u32| inside.is_none_or(|nodes| nodes.binary_search(node).is_ok());
    near.filter(is_inside).find(|node| holders.is_none_or(|holders| holders.contains(node)))
}

/// The elements around the places where a text stands.
fn holders(page: &Leaves, anchor: u64) -> HashSet<u32, Seed> {
    let mut found: HashSet<u32, Seed> = HashSet::default();
    for (index, leaf) in page.leaves.iter().enumerate() {
        let mut node = leaf.node;
        while plain_text_id(page, index) == Some(anchor) && node != 0 {
            found.insert(node);
            node = page.rows.parent(node);
        }
    }
    found
}

/// For each page the nodes that stand behind a text and before those that end it.
pub fn text_ranges(pages: &[&Leaves], after: u64, until: &HashSet<u64>) -> Ranges {
    let ranges = |page: &&Leaves| {
        let mut own = Vec::new();
        let mut start = None;
        for (index, leaf) in page.leaves.iter().enumerate() {
            let Some(text) = plain_text_id(page, index) else { continue };
            if until.contains(&text) {
                own.extend(start.take().map(|start| (start, leaf.node)));
            }
            if text == after && start.is_none() {
                start = Some(leaf.node);
            }
        }
        own.extend(start.map(|start| (start, page.rows.len() as u32)));
        own
    };
    pages.iter().map(ranges).collect()
}
