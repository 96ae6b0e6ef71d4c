//! The nearest pages of each, found on all cores.
//!
//! Candidates are taken in the order of what their similarity could be at most, until the bounds of enough of them say
//! that no other comes near. Of these a distance is computed only where the bounds do not tell who is among the
//! nearest and who is not: which of two near pages is nearer does not matter.

use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;

use super::criterion::Kappa;
use super::profile::{DistinctPages, Profile};
use super::verdict::{Bounds, Judge, Stage, Tally, best_similarity};
use crate::hash::WordMap;
use crate::measures::budget::{Budget, OverBudget};

/// What decides which pages are nearest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NearestSettings {
    /// How many pages, besides the page itself.
    pub neighbours: usize,
    /// The weight of structure.
    pub kappa: Kappa,
    /// How much work one distance may be.
    pub budget: Budget,
}

/// The nearest of every different page, and how they were found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Nearest {
    /// For every different page itself and all others that are as near as the last of the nearest, ascending.
    pub lists: Vec<Vec<u32>>,
    /// How many pages each of the different pages stands for.
    pub copies: Vec<u32>,
    /// What decided about the pairs of different pages, each counted from both sides.
    pub tally: Tally,
}

/// Finds the nearest of every page.
#[must_use]
pub fn find_nearest(pages: &DistinctPages<'_>, settings: &NearestSettings) -> Nearest {
    let mut copies = vec![0; pages.profiles.len()];
    pages.profile_of.iter().for_each(|&number| copies[number as usize] += 1);
    let known = Known::default();
    let (lists, tallies): (Vec<_>, Vec<_>) = (0..pages.profiles.len())
        .into_par_iter()
        .with_max_len(1)
        .map(|number| Circle::around(number, &copies, &pages.profiles, settings, &known).into_list())
        .unzip();
    let tally = tallies.iter().fold(Tally::default(), Tally::plus);
    Nearest { lists, copies, tally }
}

/// Similarities that were computed, for the other page of each pair to use.
#[derive(Default)]
struct Known(Mutex<WordMap<u64, Similarity>>);

/// What is known of a similarity.
#[derive(Clone, Copy)]
enum Similarity {
    Exactly(f64),
    Below(f64),
}

impl Known {
    /// The similarity of a pair if it reaches a threshold, computed unless that is known.
    fn similarity(
        &self,
        (first, second): (usize, usize),
        threshold: f64,
        compute: impl FnOnce() -> Result<Option<f64>, OverBudget>,
    ) -> Result<Option<f64>, OverBudget> {
        let pair = (first.min(second) as u64) << 32 | first.max(second) as u64;
        let before = self.0.lock().unwrap_or_else(PoisonError::into_inner).get(&pair).copied();
        match before {
            Some(Similarity::Exactly(similarity)) => return Ok(Some(similarity).filter(|&found| found >= threshold)),
            Some(Similarity::Below(least)) if threshold >= least => return Ok(None),
            _ => {}
        }
        let found = compute()?;
        let similarity = found.map_or(Similarity::Below(threshold), Similarity::Exactly);
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(pair, similarity);
        Ok(found)
    }
}

/// A page that may be among the nearest.
#[derive(Clone, Copy)]
struct Candidate {
    number: usize,
    bounds: Bounds,
}

/// The pages around one that may be among its nearest, as far as is known.
struct Circle<'a> {
    copies: &'a [u32],
    settings: &'a NearestSettings,
    /// By the least that their similarity can be, in decreasing order; the page's own copies are among them.
    candidates: Vec<Candidate>,
    tally: Tally,
}

impl<'a> Circle<'a> {
    fn around(
        number: usize,
        copies: &'a [u32],
        profiles: &[Profile<'_>],
        settings: &'a NearestSettings,
        known: &Known,
    ) -> Self {
        let itself = Candidate { number, bounds: Bounds { most: 1.0, least: 1.0 } };
        let mut circle = Self { copies, settings, candidates: vec![itself], tally: Tally::default() };
        let judge = Judge::new(&profiles[number], settings.budget);
        circle.gather(&judge, number, profiles);
        circle.settle(&judge, number, profiles, known);
        circle
    }

    /// Bounds all pages that may be among the nearest.
    fn gather(&mut self, judge: &Judge<'_>, number: usize, profiles: &[Profile<'_>]) {
        for (most, other) in self.others(number, profiles) {
            let radius = self.radius();
            let found = match most < radius {
                true => Err(Stage::Labels),
                false => judge.bounds(&profiles[other], radius, self.settings.kappa),
            };
            match found {
                Err(stage) => self.tally.add(stage),
                Ok(bounds) => self.insert(Candidate { number: other, bounds }),
            }
        }
        let radius = self.radius();
        let gathered = self.candidates.len();
        self.candidates.retain(|candidate| candidate.bounds.most >= radius);
        (self.candidates.len()..gathered).for_each(|_| self.tally.add(Stage::Sequences));
    }

    /// Computes the similarity of those whose bounds leave open whether they are among the nearest.
    fn settle(&mut self, judge: &Judge<'_>, number: usize, profiles: &[Profile<'_>], known: &Known) {
        let mut others = self.candidates.clone();
        others.retain(|candidate| candidate.number != number);
        others.sort_by(|a, b| b.bounds.most.total_cmp(&a.bounds.most));
        for candidate in others {
            if self.is_certain(candidate) {
                self.tally.add(Stage::Alignment);
                continue;
            }
            let radius = self.radius();
            self.candidates.retain(|kept| kept.number != candidate.number);
            if candidate.bounds.most < radius {
                self.tally.add(Stage::Sequences);
                continue;
            }
            let compute = || judge.similarity(&profiles[candidate.number], radius, self.settings.kappa);
            let found = known.similarity((number, candidate.number), radius, compute);
            self.tally.add(if found.is_ok() { Stage::Exact } else { Stage::Unscored });
            if let Ok(Some(similarity)) = found {
                let bounds = Bounds { most: similarity, least: similarity };
                self.insert(Candidate { number: candidate.number, bounds });
            }
        }
    }

    /// All other pages with the most that labels let their similarity be, in decreasing order of it.
    fn others(&self, number: usize, profiles: &[Profile<'_>]) -> Vec<(f64, usize)> {
        let others = (0..profiles.len()).filter(|&other| other != number);
        let most = |other| best_similarity(&profiles[number], &profiles[other], self.settings.kappa);
        let mut others: Vec<(f64, usize)> = others.map(|other| (most(other), other)).collect();
        others.sort_by(|a, b| b.0.total_cmp(&a.0));
        others
    }

    /// What a page must be able to reach to be among the nearest: 0 as long as there are too few.
    fn radius(&self) -> f64 {
        let mut missing = self.settings.neighbours + 1;
        for candidate in &self.candidates {
            missing = missing.saturating_sub(self.copies[candidate.number] as usize);
            if missing == 0 {
                return candidate.bounds.least;
            }
        }
        0.0
    }

    /// Whether a page is among the nearest even if all who could be are nearer.
    fn is_certain(&self, candidate: Candidate) -> bool {
        let before = self.candidates.iter().filter(|other| other.bounds.most >= candidate.bounds.least);
        let pages: usize = before.map(|other| self.copies[other.number] as usize).sum();
        pages <= self.settings.neighbours + 1
    }

    fn insert(&mut self, found: Candidate) {
        let place = self.candidates.partition_point(|candidate| candidate.bounds.least >= found.bounds.least);
        self.candidates.insert(place, found);
    }

    fn into_list(self) -> (Vec<u32>, Tally) {
        let radius = self.radius();
        let nearest = self.candidates.iter().filter(|candidate| candidate.bounds.least >= radius);
        let mut list: Vec<u32> = nearest.map(|candidate| candidate.number as u32).collect();
        list.sort_unstable();
        (list, self.tally)
    }
}
