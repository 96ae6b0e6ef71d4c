//! All pairs of pages that are alike, found on all cores.

use rayon::prelude::*;

use super::candidates::Candidates;
use super::criterion::Kappa;
use super::profile::Profile;
use super::verdict::{Judge, Tally};
use crate::measures::budget::Budget;

/// What decides whether pages are alike.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SearchSettings {
    /// The least similarity of neighbours.
    pub threshold: f64,
    /// The weight of structure.
    pub kappa: Kappa,
    /// How much work one distance may be.
    pub budget: Budget,
}

/// The neighbours of every page, and how they were found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// For every page, its neighbours with smaller numbers, ascending.
    pub smaller: Vec<Vec<u32>>,
    /// What decided about the pairs that were looked at.
    pub tally: Tally,
}

/// Judges all pairs, or those that an index found.
#[must_use]
pub fn find_neighbours(profiles: &[Profile<'_>], candidates: &Candidates, settings: &SearchSettings) -> Found {
    let rows: Vec<(Vec<u32>, Tally)> = (0..profiles.len() as u32)
        .into_par_iter()
        .with_max_len(1)
        .map(|page| neighbours_of(page, profiles, candidates.of(page), settings))
        .collect();
    let tally = rows.iter().fold(Tally::default(), |sum, (_, tally)| sum.plus(tally));
    Found { smaller: rows.into_iter().map(|(neighbours, _)| neighbours).collect(), tally }
}

fn neighbours_of(
    page: u32,
    profiles: &[Profile<'_>],
    candidates: impl Iterator<Item = u32>,
    settings: &SearchSettings,
) -> (Vec<u32>, Tally) {
    let judge = Judge::new(&profiles[page as usize], settings.budget);
    let mut tally = Tally::default();
    let alike = candidates.filter(|&other| {
        let (is_alike, stage) = judge.judge(&profiles[other as usize], settings.threshold, settings.kappa);
        tally.add(stage);
        is_alike
    });
    (alike.collect(), tally)
}
