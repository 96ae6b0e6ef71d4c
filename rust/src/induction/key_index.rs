//! The keys by which the values of a column are found again.
//!
//! Which leaves a column has is known. A key is taken if it means these leaves, and nothing else, nearly everywhere it
//! stands.

use std::collections::HashSet;
use std::collections::hash_map::Entry as Slot;

use super::drafts::Take;
use crate::hash::WordMap;
use crate::seeded::Seed;

/// Share of the entries where a key stands on which it must mean just the column's leaves.
const EXACT: f64 = 0.95;
/// The same where no key is exact.
const LOOSE: f64 = 0.8;
/// How wrong it is to find a leaf of no column on an entry without a cell. A guess.
const UNCLAIMED: f64 = 0.25;
/// Share of a column's entries that its selectors must find; else it is not found again.
const COVERED: f64 = 0.7;
/// Share of a column's entries below which what was found is nothing.
const HALF: f64 = 0.5;
/// Share of the leaves of a key that must be wanted, if it is one of several that make a list together.
const MOSTLY_WANTED: f64 = 0.9;
const MAX_PLACES: usize = 12;
const MAX_SELECTORS: usize = 12;
const MAX_KEPT: usize = 40;
const MAX_JOINED: usize = 60;

/// A page and the node of a row; -1 for the page itself.
pub type Entry = (u32, i64);
/// A page and the position of a leaf.
pub type Place = (u32, u32);
/// The number of an entry, and leaves there.
type EntryLeaves = (u32, Vec<u32>);
/// The number of a family, a key, and which of its leaves are meant.
pub type Selector = (usize, u64, Take);

/// The leaves of the keys that wanted leaves have, by family and entry.
#[derive(Clone, Debug)]
pub struct KeyIndex {
    entries: Vec<Entry>,
    numbers: WordMap<Entry, u32>,
    /// By family and key the leaves of each entry.
    families: Vec<WordMap<u64, Vec<EntryLeaves>>>,
    /// The keys of wanted leaves; 0 for none.
    keys: WordMap<Place, Vec<u64>>,
}

/// How a column is found.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// In the order in which they are asked.
    pub selectors: Vec<Selector>,
    /// The share of the column's entries that they find.
    pub covered: f64,
    /// Whether all of them answer together.
    pub is_joined: bool,
}

/// A column whose keys are looked for.
pub struct Wanted<'column, IsOther: Fn(u32, u32) -> bool> {
    /// Its leaves by entry.
    pub cells: &'column [(Entry, Vec<u32>)],
    /// Whether its cells are lists.
    pub is_list: bool,
    /// Whether a leaf of a page belongs to another column.
    pub is_other: IsOther,
}

struct Judged {
    selector: Selector,
    /// The entries on which it is right.
    exact: Vec<u32>,
    /// How wrong it is on others.
    wrong: f64,
    /// The others, each with how wrong it is there.
    wrong_on: Vec<(u32, f64)>,
}

impl KeyIndex {
    /// Indexes leaves, each with its entry and its keys, by the keys that wanted ones have.
    pub fn new<'keys>(
        families: usize,
        leaves: impl Iterator<Item = (Entry, u32, &'keys [u64])> + Clone,
        is_wanted: impl Fn(Place) -> bool,
    ) -> Self {
        let mut keys: WordMap<Place, Vec<u64>> = WordMap::default();
        let mut asked: HashSet<u64, Seed> = HashSet::default();
        for ((page, _), leaf, own) in leaves.clone().filter(|&((page, _), leaf, _)| is_wanted((page, leaf))) {
            asked.extend(own.iter().filter(|&&key| key != 0));
            keys.insert((page, leaf), own.to_vec());
        }
        let mut index = KeyIndex {
            entries: Vec::new(),
            numbers: WordMap::default(),
            families: vec![WordMap::default(); families],
            keys,
        };
        let mut places: WordMap<(u64, u32), usize> = WordMap::default();
        for (entry, leaf, own) in leaves {
            for (family, &key) in own.iter().enumerate().filter(|(_, key)| asked.contains(key)) {
                let number = index.number_of(entry);
                let by_entry = index.families[family].entry(key).or_default();
                match places.entry((key, number)) {
                    Slot::Occupied(place) => by_entry[*place.get()].1.push(leaf),
                    Slot::Vacant(place) => {
                        place.insert(by_entry.len());
                        by_entry.push((number, vec![leaf]));
                    }
                }
            }
        }
        index
    }

    fn number_of(&mut self, entry: Entry) -> u32 {
        let next = self.entries.len() as u32;
        let number = *self.numbers.entry(entry).or_insert(next);
        if number == next {
            self.entries.push(entry);
        }
        number
    }

    /// The page and the position of the first leaf with a key.
    pub fn first(&self, family: usize, key: u64) -> Option<Place> {
        let (entry, leaves) = self.families.get(family)?.get(&key)?.first()?;
        Some((self.entries[*entry as usize].0, *leaves.first()?))
    }

    /// The selectors that find a column; None if no key does.
    ///
    /// Where a key finds a leaf on an entry without a cell, that is wrong if the leaf belongs to another column; else
    /// the sample may just have missed it.
    pub fn find<IsOther: Fn(u32, u32) -> bool>(&self, wanted: &Wanted<'_, IsOther>) -> Option<Found> {
        if wanted.cells.is_empty() {
            return None;
        }
        let cells = self.by_number(wanted.cells);
        let number = wanted.cells.len() as f64;
        let candidates = self.candidates(wanted.cells);
        let judged: Vec<Judged> = candidates.iter().flat_map(|&key| self.judge(key, &cells, wanted)).collect();
        let mut best = None;
        for share in [EXACT, LOOSE] {
            let (selectors, covered) = choose(&judged, share, wanted.cells.len());
            let found = Found { selectors, covered: covered as f64 / number, is_joined: false };
            if covered as f64 >= COVERED * number {
                return Some(found);
            }
            if !found.selectors.is_empty() {
                best = Some(found);
            }
            if !wanted.is_list {
                let (selectors, covered) = choose_in_turn(&judged, share, wanted.cells.len());
                if covered as f64 >= COVERED * number {
                    return Some(Found { selectors, covered: covered as f64 / number, is_joined: false });
                }
            }
        }
        let joined = if wanted.is_list { self.join(wanted.cells, &candidates) } else { None };
        joined.or_else(|| best.filter(|found| found.covered >= HALF))
    }

    /// The cells by the numbers of their entries; where no key stands, nothing is asked.
    fn by_number<'cells>(&self, cells: &'cells [(Entry, Vec<u32>)]) -> WordMap<u32, &'cells [u32]> {
        let known = |(entry, leaves): &'cells (Entry, Vec<u32>)| Some((*self.numbers.get(entry)?, leaves.as_slice()));
        cells.iter().filter_map(known).collect()
    }

    /// The keys of a column's leaves: tolerant families first, of one family the keys that more leaves have.
    fn candidates(&self, cells: &[(Entry, Vec<u32>)]) -> Vec<(usize, u64)> {
        let mut counts: WordMap<(usize, u64), usize> = WordMap::default();
        for ((page, _), leaves) in cells {
            for keys in leaves.iter().filter_map(|leaf| self.keys.get(&(*page, *leaf))) {
                for (family, &key) in keys.iter().enumerate().filter(|(_, key)| **key != 0) {
                    *counts.entry((family, key)).or_default() += 1;
                }
            }
        }
        let mut sorted: Vec<_> = counts.into_iter().collect();
        sorted.sort_unstable_by_key(|&((family, key), times)| (family, std::cmp::Reverse(times), key));
        sorted.into_iter().map(|(key, _)| key).collect()
    }

    /// The selectors of a key that are right on some entry.
    fn judge<IsOther: Fn(u32, u32) -> bool>(
        &self,
        (family, key): (usize, u64),
        cells: &WordMap<u32, &[u32]>,
        wanted: &Wanted<'_, IsOther>,
    ) -> Vec<Judged> {
        let Some(by_entry) = self.families[family].get(&key) else { return Vec::new() };
        let mut found = Vec::new();
        for take in takes(cells, by_entry, wanted.is_list) {
            let (mut exact, mut wrong_on) = (Vec::new(), Vec::new());
            for (entry, leaves) in by_entry {
                let chosen = match take {
                    Take::All => leaves.as_slice(),
                    Take::First => &leaves[..1],
                    Take::At(place) => leaves.get(place as usize).map_or(&[][..], std::slice::from_ref),
                };
                let page = self.entries[*entry as usize].0;
                match cells.get(entry) {
                    _ if chosen.is_empty() => {}
                    Some(cell) if *cell == chosen => exact.push(*entry),
                    Some(_) => wrong_on.push((*entry, 1.0)),
                    None if chosen.iter().any(|&leaf| (wanted.is_other)(page, leaf)) => wrong_on.push((*entry, 1.0)),
                    None => wrong_on.push((*entry, UNCLAIMED)),
                }
            }
            if !exact.is_empty() {
                let wrong = wrong_on.iter().map(|(_, how)| how).sum();
                found.push(Judged { selector: (family, key, take), exact, wrong, wrong_on });
            }
        }
        found
    }

    /// Keys that all together, in the order of the page, make the lists.
    fn join(&self, cells: &[(Entry, Vec<u32>)], candidates: &[(usize, u64)]) -> Option<Found> {
        let wanted: HashSet<(Entry, u32), Seed> =
            cells.iter().flat_map(|(entry, leaves)| leaves.iter().map(move |&leaf| (*entry, leaf))).collect();
        for (family, keys) in self.families.iter().enumerate() {
            let mut selectors = Vec::new();
            let mut found: HashSet<(Entry, u32), Seed> = HashSet::default();
            for &(_, key) in candidates.iter().filter(|(number, _)| *number == family) {
                let Some(by_entry) = keys.get(&key) else { continue };
                let own: Vec<(Entry, u32)> = by_entry
                    .iter()
                    .flat_map(|(entry, leaves)| leaves.iter().map(|&leaf| (self.entries[*entry as usize], leaf)))
                    .collect();
                let common = own.iter().filter(|place| wanted.contains(place)).count();
                if common as f64 >= MOSTLY_WANTED * own.len() as f64 {
                    selectors.push((family, key, Take::All));
                    found.extend(own);
                }
            }
            let covered = found.intersection(&wanted).count() as f64 / wanted.len() as f64;
            if covered >= COVERED && selectors.len() <= MAX_JOINED {
                return Some(Found { selectors, covered, is_joined: true });
            }
        }
        None
    }
}

/// Which of the leaves of a key may be meant.
fn takes(cells: &WordMap<u32, &[u32]>, by_entry: &[(u32, Vec<u32>)], is_list: bool) -> Vec<Take> {
    if is_list || by_entry.iter().all(|(_, leaves)| leaves.len() == 1) {
        return vec![Take::All];
    }
    let mut wanted: Vec<(usize, usize)> = Vec::new();
    for (entry, leaves) in by_entry {
        let first = cells.get(entry).and_then(|cell| cell.first());
        let Some(place) = first.and_then(|first| leaves.iter().position(|leaf| leaf == first)) else { continue };
        match wanted.iter_mut().find(|(known, _)| *known == place) {
            Some((_, times)) => *times += 1,
            None => wanted.push((place, 1)),
        }
    }
    wanted.sort_by_key(|&(_, times)| std::cmp::Reverse(times));
    let usual = wanted.into_iter().take(2).map(|(place, _)| place).filter(|&place| place < MAX_PLACES);
    usual.map(|place| if place == 0 { Take::First } else { Take::At(place as u32) }).collect()
}

/// Valid selectors, those that find most first, and how many entries they cover.
fn choose(judged: &[Judged], share: f64, cells: usize) -> (Vec<Selector>, usize) {
    let is_valid = |one: &&Judged| one.exact.len() as f64 >= share * (one.exact.len() as f64 + one.wrong);
    let mut valid: Vec<&Judged> = judged.iter().filter(is_valid).collect();
    valid.sort_by_key(|one| rank(one, cells));
    let mut covered: HashSet<u32, Seed> = HashSet::default();
    let (mut kept, mut fallbacks) = (Vec::new(), Vec::new());
    for one in valid {
        let before = covered.len();
        covered.extend(&one.exact);
        if covered.len() > before {
            kept.push(one.selector);
        } else if one.wrong < 1.0 || share < EXACT {
            // What only fills gaps must be silent where the column is, unless nothing is known for sure.
            fallbacks.push(one.selector);
        }
    }
    fallbacks.truncate(MAX_SELECTORS.saturating_sub(kept.len()));
    kept.append(&mut fallbacks);
    kept.truncate(MAX_KEPT);
    (kept, covered.len())
}

/// What is asked of selectors, the best first: how many entries they find, whether they are wrong, their family.
fn rank(one: &Judged, cells: usize) -> (bool, bool, usize, std::cmp::Reverse<usize>) {
    let is_small = (one.exact.len() as f64) < HALF * cells as f64;
    (is_small, one.wrong >= 1.0, one.selector.0, std::cmp::Reverse(one.exact.len()))
}

/// Selectors that are right where none of those asked before them is, and how many entries they cover.
///
/// The title of one book in three is partly in italics: the key of its texts means a part there, but the key of the
/// whole has answered before.
fn choose_in_turn(judged: &[Judged], share: f64, cells: usize) -> (Vec<Selector>, usize) {
    let mut waiting: Vec<&Judged> = judged.iter().collect();
    waiting.sort_by_key(|one| rank(one, cells));
    let mut covered: HashSet<u32, Seed> = HashSet::default();
    let mut kept = Vec::new();
    while kept.len() < MAX_SELECTORS {
        let is_next = |one: &&Judged| {
            let exact = one.exact.iter().filter(|entry| !covered.contains(entry)).count() as f64;
            let wrong: f64 =
                one.wrong_on.iter().filter(|(entry, _)| !covered.contains(entry)).map(|(_, how)| how).sum();
            exact > 0.0 && exact >= share * (exact + wrong)
        };
        let Some(place) = waiting.iter().position(is_next) else { break };
        let next = waiting.remove(place);
        covered.extend(&next.exact);
        kept.push(next.selector);
    }
    (kept, covered.len())
}
