//! Many pairs of pages at once, on all cores.
//!
//! There is one score for each pair and measure. Subtree classes are numbered once for all pages.

use std::fmt;

use rayon::prelude::*;

use super::classes::subtree_classes;
use super::comparand::Comparand;
use super::compare::{Classed, ComparisonSettings, Measure, Score, compare};
use super::tree::{LabelledTree, MatchMode};

/// Why pairs cannot be compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PairError {
    /// A pair names a page that is not there.
    NoSuchPage(u32),
    /// The threads could not be started.
    Threads(String),
}

impl fmt::Display for PairError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuchPage(page) => write!(formatter, "there is no page {page}"),
            Self::Threads(reason) => write!(formatter, "cannot start threads: {reason}"),
        }
    }
}

impl std::error::Error for PairError {}

/// The scores of all pairs, in order; each has one score per measure. `jobs` is the number of threads, 0 for
/// one per core.
///
/// # Errors
/// If a pair names a page that is not there, or threads cannot be started.
pub fn compare_pairs(
    pages: &[&Comparand],
    pairs: &[(u32, u32)],
    measures: &[Measure],
    settings: &ComparisonSettings,
    jobs: usize,
) -> Result<Vec<Vec<Score>>, PairError> {
    check_pairs(pages.len(), pairs)?;
    let classes = classes_for(pages, measures);
    let classed = |index: u32| Classed { page: pages[index as usize], classes: &classes[index as usize] };
    let score = |&(first, second): &(u32, u32)| compare(classed(first), classed(second), measures, settings);
    if jobs == 1 {
        return Ok(pairs.iter().map(score).collect());
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(jobs).build();
    let pool = pool.map_err(|error| PairError::Threads(error.to_string()))?;
    Ok(pool.install(|| pairs.par_iter().map(score).collect()))
}

fn check_pairs(pages: usize, pairs: &[(u32, u32)]) -> Result<(), PairError> {
    let indices = pairs.iter().flat_map(|&(first, second)| [first, second]);
    match indices.max().filter(|&largest| largest as usize >= pages) {
        Some(missing) => Err(PairError::NoSuchPage(missing)),
        None => Ok(()),
    }
}

/// The subtree classes of all pages, numbered together; empty where no measure compares whole trees.
pub(crate) fn classes_for(pages: &[&Comparand], measures: &[Measure]) -> Vec<Vec<u32>> {
    match measures.iter().any(|measure| measure.needs_classes()) {
        true => all_classes(pages),
        false => vec![Vec::new(); pages.len()],
    }
}

fn all_classes(pages: &[&Comparand]) -> Vec<Vec<u32>> {
    let trees: Vec<&LabelledTree> = pages.iter().map(|page| &page.tree).collect();
    subtree_classes(&trees, MatchMode::Structural)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measures::budget::Budget;
    use crate::measures::comparand::WindowSettings;

    const NAMES: [&str; 5] = ["html", "head", "body", "p", "b"];

    fn page(depths: &[u32], labels: &[u32], tags: &[u32]) -> Comparand {
        let tree = LabelledTree::from_depths(labels.to_vec(), depths).unwrap();
        let windows = WindowSettings::default();
        Comparand::new(tree, tags.to_vec(), vec![1], &NAMES, windows).unwrap()
    }

    fn pages() -> Vec<Comparand> {
        vec![
            page(&[], &[], &[]),
            page(&[0, 1, 1, 2, 3], &[0, 1, 2, 3, 4], &[0, 1, 1, 2, 3, 4, 4, 3, 2, 0]),
            page(&[0, 1, 1, 2, 2], &[0, 1, 2, 4, 4], &[0, 1, 1, 2, 4, 4, 4, 4, 2, 0]),
        ]
    }

    #[test]
    fn all_measures_keep_the_edge_rules() {
        let pages = pages();
        let pages: Vec<&Comparand> = pages.iter().collect();
        let pairs = [(0, 0), (1, 1), (1, 2), (2, 1)];
        let settings = ComparisonSettings::default();
        let scores = compare_pairs(&pages, &pairs, Measure::ALL, &settings, 2).unwrap();
        assert!(scores[0].iter().chain(&scores[1]).all(|score| *score == Ok(1.0)));
        assert_eq!(scores[2], scores[3]);
        let serial = compare_pairs(&pages, &pairs, Measure::ALL, &settings, 1).unwrap();
        assert_eq!(serial, scores);
    }

    #[test]
    fn an_empty_page_is_unlike_any_other() {
        let pages = pages();
        let pages: Vec<&Comparand> = pages.iter().collect();
        let settings = ComparisonSettings::default();
        let scores = compare_pairs(&pages, &[(0, 1)], Measure::ALL, &settings, 1).unwrap();
        for (measure, score) in Measure::ALL.iter().zip(&scores[0]) {
            let expected = match measure {
                Measure::Style => 1.0,
                Measure::StructureStyle => 0.5,
                _ => 0.0,
            };
            assert_eq!(*score, Ok(expected), "{}", measure.name());
        }
    }

    #[test]
    fn over_budget_is_a_reason_and_spares_the_rest() {
        let pages = pages();
        let pages: Vec<&Comparand> = pages.iter().collect();
        let settings = ComparisonSettings { budget: Budget { cells: 0, table: 0 }, ..ComparisonSettings::default() };
        let measures = [Measure::Ted, Measure::CommonPaths];
        let scores = compare_pairs(&pages, &[(1, 2)], &measures, &settings, 1).unwrap();
        assert!(scores[0][0].is_err());
        assert!(scores[0][1].is_ok());
    }

    #[test]
    fn missing_pages_are_the_callers_mistake() {
        let refused = compare_pairs(&[], &[(0, 1)], &[], &ComparisonSettings::default(), 1);
        assert_eq!(refused, Err(PairError::NoSuchPage(1)));
    }

    #[test]
    fn names_find_their_measures() {
        for measure in Measure::ALL {
            assert_eq!(measure.name().parse(), Ok(*measure));
        }
        assert!("nothing".parse::<Measure>().is_err());
    }
}
