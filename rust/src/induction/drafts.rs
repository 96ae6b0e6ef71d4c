//! Columns that keys make of the data leaves of a sample, before anybody asks what they are.

use std::collections::HashSet;
use std::ops::Range;

use super::groups::{Groups, by_page};
use super::positions::{Positions, choose_positions};
use super::{FEW_PAGES, Sample};
use crate::hash::WordMap;
use crate::leaves::{LeafKind, Leaves};
use crate::seeded::Seed;

/// How many families of keys there are.
pub const FAMILIES: usize = 6;
/// From this share of values that come first here and later there, order says nothing. A guess.
const OVERLAP: f64 = 0.2;
/// The share of pages on which a key of the less tolerant families must be.
const SHARE: f64 = 0.1;

/// Which of the leaves with a key are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Take {
    /// All.
    All,
    /// The first.
    First,
    /// The one at a position.
    At(u32),
}

/// What a column has on one page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DraftCell {
    /// The page.
    pub page: u32,
    leaves: Range<u32>,
    /// The number of what it says: equal for equal values in the same order.
    pub said: u32,
}

/// A column that a key makes.
#[derive(Clone, Debug)]
pub struct Draft {
    /// The number of the family of its key.
    pub family: usize,
    /// Its key.
    pub key: u64,
    /// Which leaves with the key are meant.
    pub take: Take,
    /// The kind of its first leaf.
    pub kind: LeafKind,
    cells: Range<u32>,
    /// The number of what it says on all pages: equal for equal columns.
    pub said: u32,
}

/// The columns of all families, those of one behind those of another.
#[derive(Clone, Debug, Default)]
pub struct Drafts {
    /// The columns.
    pub all: Vec<Draft>,
    /// How many of them are of the most tolerant family.
    pub primary: usize,
    cells: Vec<DraftCell>,
    leaves: Vec<u32>,
    several: WordMap<Vec<u32>, u32>,
    said: WordMap<Vec<(u32, u32)>, u32>,
}

impl Drafts {
    /// The columns of a sample. `is_named` says of a leaf whether microdata names it.
    pub fn new(sample: &Sample, pages: &[&Leaves], is_named: impl Fn(u32, u32) -> bool) -> Self {
        let mut drafts = Drafts::default();
        for family in 0..FAMILIES {
            let least = least_pages(family, pages.len());
            for (key, places) in Groups::new(&sample.data, family).iter() {
                let on_pages = by_page(places).count();
                let (page, leaf) = places[0];
                let kind = pages[page as usize].leaves[leaf as usize].kind;
                let is_known = || pages.len() < FEW_PAGES && (kind == LeafKind::Json || is_named(page, leaf));
                if on_pages < least || (on_pages < pages.len().min(2) && !is_known()) {
                    continue;
                }
                for take in takes(sample, places, kind) {
                    drafts.add(sample, (family, key, take), places, pages);
                }
            }
            if family == 0 {
                drafts.primary = drafts.all.len();
            }
        }
        drafts
    }

    fn add(
        &mut self,
        sample: &Sample,
        (family, key, take): (usize, u64, Take),
        places: &[(u32, u32)],
        pages: &[&Leaves],
    ) {
        let start = self.cells.len() as u32;
        let mut kind = None;
        let mut spoken = Vec::new();
        for own in by_page(places) {
            let chosen = match take {
                Take::All => own,
                Take::First => &own[..1],
                Take::At(position) => own.get(position as usize).map_or(&[][..], std::slice::from_ref),
            };
            let Some(&(page, first)) = chosen.first() else { continue };
            kind.get_or_insert(pages[page as usize].leaves[first as usize].kind);
            let from = self.leaves.len() as u32;
            self.leaves.extend(chosen.iter().map(|&(_, leaf)| leaf));
            let said = self.number_of(sample, chosen);
            spoken.push((page, said));
            self.cells.push(DraftCell { page, leaves: from..self.leaves.len() as u32, said });
        }
        let Some(kind) = kind else { return };
        let next = self.said.len() as u32;
        let said = *self.said.entry(spoken).or_insert(next);
        self.all.push(Draft { family, key, take, kind, cells: start..self.cells.len() as u32, said });
    }

    /// The number of what some leaves say: that of the value, or one behind those of all values.
    fn number_of(&mut self, sample: &Sample, places: &[(u32, u32)]) -> u32 {
        if let [(page, leaf)] = places {
            return sample.values.of(*page, *leaf);
        }
        let values = places.iter().map(|&(page, leaf)| sample.values.of(page, leaf)).collect();
        let next = (sample.values.len() + self.several.len()) as u32;
        *self.several.entry(values).or_insert(next)
    }

    /// The cells of a column, by page.
    pub fn cells(&self, number: usize) -> &[DraftCell] {
        let range = &self.all[number].cells;
        &self.cells[range.start as usize..range.end as usize]
    }

    /// The leaves of a cell.
    pub fn leaves(&self, cell: &DraftCell) -> &[u32] {
        &self.leaves[cell.leaves.start as usize..cell.leaves.end as usize]
    }
}

/// On how many pages a key must be to make a column; what is named need not.
fn least_pages(family: usize, pages: usize) -> usize {
    if pages < FEW_PAGES {
        return 1;
    }
    let share = (SHARE * pages as f64).round_ties_even() as usize;
    if family == 0 { 2 } else { share.max(2) }
}

fn takes(sample: &Sample, places: &[(u32, u32)], kind: LeafKind) -> Vec<Take> {
    if kind == LeafKind::Json {
        // A list in JSON-LD is one value of its name.
        return vec![Take::All];
    }
    let counts: Vec<usize> = by_page(places).map(<[_]>::len).collect();
    match choose_positions(&counts) {
        Positions::All => vec![Take::All],
        Positions::Each(number) => (0..number as u32).map(Take::At).collect(),
        // The first of several paragraphs, links or images tells nothing that all do not.
        Positions::AllOrFirst if matches!(kind, LeafKind::Text | LeafKind::Content) && stands_out(sample, places) => {
            vec![Take::All, Take::First]
        }
        Positions::AllOrFirst => vec![Take::All],
    }
}

/// Whether the first of several is of its own kind: elsewhere none of the others is it.
fn stands_out(sample: &Sample, places: &[(u32, u32)]) -> bool {
    let value = |&(page, leaf): &(u32, u32)| sample.values.of(page, leaf);
    let firsts: HashSet<u32, Seed> = by_page(places).map(|own| value(&own[0])).collect();
    let others: HashSet<u32, Seed> = by_page(places).flat_map(|own| own[1..].iter().map(value)).collect();
    (firsts.intersection(&others).count() as f64) < OVERLAP * firsts.len() as f64
}
