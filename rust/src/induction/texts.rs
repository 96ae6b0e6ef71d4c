//! What is counted of texts over a sample, to find those that the template itself says.

use std::collections::HashSet;
use std::collections::hash_map::Entry;

use crate::hash::WordMap;
use crate::leaves::{LeafKind, Leaves, own_label_id, text_id};
use crate::seeded::Seed;

/// The share of pages from which a text may be the template's. A guess.
const ON_MANY_PAGES: f64 = 0.5;
/// The same for what is written as a label, as fields are optional. A guess.
const LABEL_ON_PAGES: f64 = 0.04;
/// Two elements beside each other are hardly a list. A guess.
const MIN_ITEMS: usize = 3;
/// Lists of whose entries more are shared by pages are the template's.
const FIXED_SHARE: f64 = 0.4;
/// How far above a text its list item may be.
const LEVELS: usize = 4;

/// Numbers by text, in the order in which the texts first occur.
#[derive(Clone, Debug, Default)]
pub struct Counter {
    places: WordMap<u64, usize>,
    /// Texts and how often each was counted.
    pub counts: Vec<(u64, u32)>,
}

impl Counter {
    fn add(&mut self, text: u64) {
        let place = match self.places.entry(text) {
            Entry::Occupied(entry) => *entry.get(),
            Entry::Vacant(entry) => {
                self.counts.push((text, 0));
                *entry.insert(self.counts.len() - 1)
            }
        };
        self.counts[place].1 += 1;
    }

    fn get(&self, text: u64) -> u32 {
        self.places.get(&text).map_or(0, |&place| self.counts[place].1)
    }
}

/// A text that may be the template's.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// Its identity.
    pub text: u64,
    /// The page and the leaf that says it first.
    pub place: (u32, u32),
    /// On how many pages it is.
    pub pages: u32,
    /// How often it is there.
    pub occurrences: u32,
    /// The candidates before it, and how often.
    pub before: Vec<(u64, u32)>,
    /// The texts behind it, and how often.
    pub after: Vec<(u64, u32)>,
}

/// A label that is in one text with its value.
#[derive(Clone, Debug)]
pub struct OwnLabel {
    /// Its identity.
    pub label: u64,
    /// On how many pages it is.
    pub pages: u32,
    /// The page and the leaf of the least of the texts that it begins.
    pub least: (u32, u32),
}

/// The texts of a sample.
#[derive(Clone, Debug, Default)]
pub struct TextCounts {
    /// Those that may be the template's.
    pub candidates: Vec<Candidate>,
    /// Those that are written as labels, and on how many pages each is.
    pub labels: Vec<(u64, u32)>,
}

/// Counts the texts of a sample. `is_item` says of a node of a page whether it is a list item.
pub fn count_texts(pages: &[&Leaves], is_item: impl Fn(usize, u32) -> bool) -> TextCounts {
    let mut on_pages = Counter::default();
    let mut firsts: Vec<(u32, u32)> = Vec::new();
    let mut labels: HashSet<u64, Seed> = HashSet::default();
    for (number, page) in (0..).zip(pages) {
        let mut seen: HashSet<u64, Seed> = HashSet::default();
        for leaf in 0..page.leaves.len() {
            let Some(text) = text_id(page, leaf) else { continue };
            if seen.insert(text) {
                on_pages.add(text);
                if on_pages.counts.len() > firsts.len() {
                    firsts.push((number, leaf as u32));
                }
            }
            if is_labelling(page, leaf) {
                labels.insert(text);
            }
        }
    }
    let number = pages.len() as f64;
    let is_candidate = |&&(text, times): &&(u64, u32)| {
        let enough = match labels.contains(&text) {
            true => (LABEL_ON_PAGES * number).max(2.0).min(number),
            // One page shares nothing with itself.
            false => (ON_MANY_PAGES * number).max(2.0),
        };
        f64::from(times) >= enough
    };
    let mut candidates: HashSet<u64, Seed> =
        on_pages.counts.iter().filter(is_candidate).map(|&(text, _)| text).collect();
    let plain: HashSet<u64, Seed> = candidates.difference(&labels).copied().collect();
    for text in shared_items(pages, &plain, is_item) {
        candidates.remove(&text);
    }
    let (occurrences, before, after) = count_neighbours(pages, &candidates);
    let counts = |of: &WordMap<u64, Counter>, text| of.get(&text).map_or_else(Vec::new, |found| found.counts.clone());
    let describe = |(&(text, pages), &place): (&(u64, u32), &(u32, u32))| Candidate {
        text,
        place,
        pages,
        occurrences: occurrences.get(text),
        before: counts(&before, text),
        after: counts(&after, text),
    };
    let found = on_pages.counts.iter().zip(&firsts).filter(|((text, _), _)| candidates.contains(text)).map(describe);
    TextCounts {
        candidates: found.collect(),
        labels: on_pages.counts.iter().filter(|(text, _)| labels.contains(text)).copied().collect(),
    }
}

/// Whether a leaf is written as a label; a colon alone is none.
fn is_labelling(page: &Leaves, leaf: usize) -> bool {
    let value = page.values.get(leaf);
    page.leaves[leaf].is_label || (value.len() > 1 && value.ends_with(':'))
}

/// The candidates that mostly are whole entries of lists whose other entries differ.
fn shared_items(pages: &[&Leaves], candidates: &HashSet<u64, Seed>, is_item: impl Fn(usize, u32) -> bool) -> Vec<u64> {
    let (mut times, mut as_item) = (Counter::default(), Counter::default());
    for (number, page) in pages.iter().enumerate() {
        let is_candidate = |leaf: u32| text_id(page, leaf as usize).filter(|text| candidates.contains(text));
        (0..page.leaves.len() as u32).filter_map(is_candidate).for_each(|text| times.add(text));
        for items in lists(page, |node| is_item(number, node)) {
            let is_fixed = |leaves: &&Vec<u32>| leaves.iter().all(|&leaf| is_candidate(leaf).is_some());
            let fixed: Vec<&Vec<u32>> = items.iter().filter(is_fixed).collect();
            if items.len() >= MIN_ITEMS && fixed.len() as f64 <= FIXED_SHARE * items.len() as f64 {
                let whole = fixed.into_iter().filter(|leaves| leaves.len() == 1);
                whole.filter_map(|leaves| is_candidate(leaves[0])).for_each(|text| as_item.add(text));
            }
        }
    }
    let is_mostly = |&&(text, found): &&(u64, u32)| f64::from(found) > 0.5 * f64::from(times.get(text));
    as_item.counts.iter().filter(is_mostly).map(|&(text, _)| text).collect()
}

/// The lists of a page: for each item the leaves of its texts.
fn lists(page: &Leaves, is_item: impl Fn(u32) -> bool) -> Vec<Vec<Vec<u32>>> {
    let mut items: Vec<(u32, Vec<u32>)> = Vec::new();
    let mut places: WordMap<u32, usize> = WordMap::default();
    for (index, leaf) in (0..).zip(&page.leaves) {
        let item = page.rows.ancestors(leaf.node).take(LEVELS).find(|&node| is_item(node));
        let Some(item) = item.filter(|_| leaf.kind == LeafKind::Text) else { continue };
        let place = *places.entry(item).or_insert(items.len());
        if place == items.len() {
            items.push((item, Vec::new()));
        }
        items[place].1.push(index);
    }
    let mut lists: Vec<Vec<Vec<u32>>> = Vec::new();
    let mut known: WordMap<(u32, u64), usize> = WordMap::default();
    for (item, leaves) in items {
        let key = (page.rows.parent(item), page.rows.keys(item)[0]);
        let place = *known.entry(key).or_insert(lists.len());
        if place == lists.len() {
            lists.push(Vec::new());
        }
        lists[place].push(leaves);
    }
    lists
}

/// How often texts occur, which candidates are before them, and what is behind candidates.
fn count_neighbours(
    pages: &[&Leaves],
    candidates: &HashSet<u64, Seed>,
) -> (Counter, WordMap<u64, Counter>, WordMap<u64, Counter>) {
    let mut occurrences = Counter::default();
    let (mut before, mut after): (WordMap<u64, Counter>, WordMap<u64, Counter>) = Default::default();
    for page in pages {
        let mut last = 0;
        for (index, leaf) in page.leaves.iter().enumerate() {
            if leaf.kind != LeafKind::Text {
                continue;
            }
            let text = text_id(page, index).unwrap_or(0);
            occurrences.add(text);
            if candidates.contains(&last) {
                after.entry(last).or_default().add(text);
                if candidates.contains(&text) {
                    before.entry(text).or_default().add(last);
                }
            }
            last = text;
        }
    }
    (occurrences, before, after)
}

/// Labels that are in one text with their values, where that text is none of the template's, and that begin several
/// texts.
pub fn own_labels(pages: &[&Leaves], texts: &HashSet<u64, Seed>) -> Vec<OwnLabel> {
    let mut numbers: WordMap<u64, usize> = WordMap::default();
    let mut found: Vec<(OwnLabel, u32, bool)> = Vec::new();
    let value = |(page, leaf): (u32, u32)| pages[page as usize].values.get(leaf as usize);
    for (number, page) in (0..).zip(pages) {
        for index in 0..page.leaves.len() {
            let is_text = text_id(page, index).is_some_and(|text| texts.contains(&text));
            let Some(label) = own_label_id(page, index).filter(|_| !is_text) else { continue };
            let place = (number, index as u32);
            match numbers.entry(label) {
                Entry::Vacant(entry) => {
                    entry.insert(found.len());
                    found.push((OwnLabel { label, pages: 1, least: place }, number, false));
                }
                Entry::Occupied(entry) => {
                    let (own, last, is_varied) = &mut found[*entry.get()];
                    own.pages += u32::from(*last != number);
                    *last = number;
                    *is_varied |= value(place) != value(own.least);
                    if value(place) < value(own.least) {
                        own.least = place;
                    }
                }
            }
        }
    }
    found.into_iter().filter(|(_, _, is_varied)| *is_varied).map(|(own, _, _)| own).collect()
}
