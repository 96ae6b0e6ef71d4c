//! Which columns say the same: copies among those of the most tolerant keys, and less tolerant keys that agree with
//! them.

use std::collections::HashSet;
use std::collections::hash_map::Entry;

use super::drafts::Drafts;
use crate::hash::WordMap;
use crate::leaves::LeafKind;
use crate::seeded::Seed;

/// The share of entries on which two columns that are one must agree. A guess.
const AGREEMENT: f64 = 0.95;
/// The share of pages on which a column must be filled to join others. A guess.
const MIN_MERGED_SHARE: f64 = 0.3;
/// The share of pages on which a column of a less tolerant key must be. A guess.
const ORPHAN_SHARE: f64 = 0.5;
/// Columns that say the same on one page: more of them are not candidates there, since all pairs of columns would have
/// to be compared. 4,000 meta elements that say "x" took minutes.
const MAX_ALIKE: usize = 64;
/// What a column says on a page where it is silent.
const NOTHING: u32 = u32::MAX;

/// For each column of the most tolerant keys those that say the same on every page, itself first; what people read
/// stands for what is said again in attributes and scripts.
pub fn primary(drafts: &Drafts) -> Vec<Vec<usize>> {
    let mut order: Vec<usize> = (0..drafts.primary).collect();
    order.sort_by_key(|&number| drafts.all[number].kind as u8);
    let mut known: WordMap<u32, usize> = WordMap::default();
    let mut found: Vec<Vec<usize>> = Vec::new();
    for number in order {
        match known.entry(drafts.all[number].said) {
            Entry::Occupied(entry) => found[*entry.get()].push(number),
            Entry::Vacant(entry) => {
                entry.insert(found.len());
                found.push(vec![number]);
            }
        }
    }
    found
}

/// What less tolerant keys add to columns.
#[derive(Clone, Debug, Default)]
pub struct Joined {
    /// Columns for what the most tolerant key does not find on other pages; they come behind those that were given.
    pub orphans: Vec<usize>,
    /// For each column the ones of less tolerant keys that agree with it and never speak where it is silent.
    pub fallbacks: Vec<Vec<usize>>,
    /// Columns that others may be parts of, and these others: they say nothing else.
    pub shared: Vec<Shared>,
}

/// A column of a less tolerant key, and several that say a part of what it says, and nothing else.
#[derive(Clone, Debug)]
pub struct Shared {
    /// The column of the less tolerant key.
    pub whole: usize,
    /// On how many pages it is.
    pub filled: usize,
    /// The numbers of the others among the columns, those of most pages first.
    pub parts: Vec<u32>,
}

/// Compares the columns of less tolerant keys with those that were kept, given by what stands for each.
pub fn join(drafts: &Drafts, kept: &[usize], pages: usize) -> Joined {
    let orphans = orphans(drafts, kept, pages);
    let columns: Vec<usize> = kept.iter().chain(&orphans).copied().collect();
    let mut index = Index::new(drafts, &columns, pages);
    let taken: HashSet<usize> = orphans.iter().copied().collect();
    let mut joined = Joined { orphans, fallbacks: vec![Vec::new(); columns.len()], shared: Vec::new() };
    for other in (drafts.primary..drafts.all.len()).filter(|other| !taken.contains(other)) {
        let spoken = drafts.cells(other);
        let agreements = index.agreements(other);
        for &(number, times) in &index.known[&agreements] {
            let is_enough = f64::from(times) >= AGREEMENT * spoken.len() as f64;
            if is_enough && spoken.iter().all(|cell| index.said(number, cell.page) != NOTHING) {
                joined.fallbacks[number as usize].push(other);
            }
        }
        if spoken.len() as f64 >= MIN_MERGED_SHARE * pages as f64 {
            let parts = index.parts(agreements);
            if parts.len() > 1 {
                joined.shared.push(Shared { whole: other, filled: spoken.len(), parts });
            }
        }
    }
    joined
}

/// Columns of less tolerant keys none of whose leaves a column has.
fn orphans(drafts: &Drafts, kept: &[usize], pages: usize) -> Vec<usize> {
    let places = |number: usize| {
        let cells = drafts.cells(number).iter();
        cells.flat_map(|cell| drafts.leaves(cell).iter().map(move |&leaf| (cell.page, leaf)))
    };
    let mut known: HashSet<(u32, u32), Seed> = kept.iter().flat_map(|&number| places(number)).collect();
    let enough = (ORPHAN_SHARE * pages as f64).max(2.0);
    let mut found = Vec::new();
    for number in drafts.primary..drafts.all.len() {
        let is_often = drafts.cells(number).len() as f64 >= enough;
        if is_often && places(number).all(|place| !known.contains(&place)) {
            found.push(number);
            known.extend(places(number));
        }
    }
    found
}

/// Which columns say what on which page.
struct Index<'sample> {
    drafts: &'sample Drafts,
    pages: usize,
    /// By page and what is said the columns that say it.
    found: WordMap<(u32, u32), Vec<u32>>,
    /// By column and page what is said.
    said: Vec<u32>,
    filled: Vec<u32>,
    /// By what a column says everywhere: on how many pages each column says it, too. Many say the same.
    known: WordMap<u32, Vec<(u32, u32)>>,
}

impl<'sample> Index<'sample> {
    fn new(drafts: &'sample Drafts, columns: &[usize], pages: usize) -> Self {
        let mut found: WordMap<(u32, u32), Vec<u32>> = WordMap::default();
        let mut said = vec![NOTHING; columns.len() * pages];
        for (number, &column) in (0u32..).zip(columns) {
            for cell in drafts.cells(column) {
                found.entry((cell.page, cell.said)).or_default().push(number);
                said[number as usize * pages + cell.page as usize] = cell.said;
            }
        }
        let filled = columns.iter().map(|&column| drafts.cells(column).len() as u32).collect();
        Index { drafts, pages, found, said, filled, known: WordMap::default() }
    }

    fn said(&self, number: u32, page: u32) -> u32 {
        self.said[number as usize * self.pages + page as usize]
    }

    /// Counts on how many pages each column says what another says; under what they are known.
    fn agreements(&mut self, other: usize) -> u32 {
        let said = self.drafts.all[other].said;
        if !self.known.contains_key(&said) {
            let counts = self.count(other);
            self.known.insert(said, counts);
        }
        said
    }

    /// Candidates come from pages where few say the same, and are counted on all pages.
    fn count(&self, other: usize) -> Vec<(u32, u32)> {
        let mut order: Vec<(u32, u32)> = Vec::new();
        let mut places: WordMap<u32, usize> = WordMap::default();
        let spoken = self.drafts.cells(other);
        let alike = |page, said| self.found.get(&(page, said)).map_or(&[][..], Vec::as_slice);
        for cell in spoken {
            let numbers = alike(cell.page, cell.said);
            for &number in numbers.iter().take(if numbers.len() <= MAX_ALIKE { MAX_ALIKE } else { 0 }) {
                let next = order.len();
                let place = *places.entry(number).or_insert(next);
                if place == next {
                    order.push((number, 0));
                }
                order[place].1 += 1;
            }
        }
        for cell in spoken.iter().filter(|cell| alike(cell.page, cell.said).len() > MAX_ALIKE) {
            for (number, times) in &mut order {
                *times += u32::from(self.said(*number, cell.page) == cell.said);
            }
        }
        order
    }

    /// The columns that say a part of what is known, and nothing else; those of most pages first.
    fn parts(&self, known: u32) -> Vec<u32> {
        let is_part = |&&(number, times): &&(u32, u32)| self.filled[number as usize] == times;
        let mut parts: Vec<(u32, u32)> = self.known[&known].iter().filter(is_part).copied().collect();
        parts.sort_by_key(|&(_, times)| std::cmp::Reverse(times));
        parts.into_iter().map(|(number, _)| number).collect()
    }
}

/// Whether a kind of leaves is text, in whatever form.
pub(super) fn text_family(kind: LeafKind) -> LeafKind {
    match kind {
        LeafKind::Block | LeafKind::Content => LeafKind::Text,
        kind => kind,
    }
}
