//! Groups of things that are alike in pairs: the baseline clustering on top of any measure.
//!
//! Groups are the connected components of the pairs that are alike. All pairs may be asked about, but never one whose
//! two sides are known to be together, so things that fall into few groups cost far less than the square of their
//! number. Pairs are asked on all cores.

use rayon::prelude::*;

use crate::fingerprint_index::Components;
use crate::measures::comparand::Comparand;
use crate::measures::compare::{Classed, ComparisonSettings, Measure, compare};
use crate::measures::pairs::classes_for;

/// Rows that are compared with all others before what they found is joined.
const ROWS_AT_ONCE: u32 = 64;

/// A label for each of some things: alike things, and those linked by alike ones, have the same. Groups count
/// from 0 in the order of their first things. The answer must be the same whichever side is named first.
#[must_use]
pub fn group_alike(things: u32, is_alike: impl Fn(u32, u32) -> bool + Sync) -> Vec<u32> {
    let mut groups = Components::default();
    groups.extend_to(things as usize);
    for start in (0..things).step_by(ROWS_AT_ONCE as usize) {
        let labels = groups.labels();
        let rows = start..things.min(start + ROWS_AT_ONCE);
        let found: Vec<(u32, u32)> =
            rows.into_par_iter().flat_map_iter(|row| partners(row, &labels, &is_alike)).collect();
        found.into_iter().for_each(|(row, partner)| groups.join(row, partner));
    }
    groups.labels()
}

/// Groups of pages whose similarity by a measure is at least a threshold. A pair too dear to compare is not alike.
#[must_use]
pub fn group_pages(pages: &[&Comparand], measure: Measure, threshold: f64, settings: &ComparisonSettings) -> Vec<u32> {
    let classes = classes_for(pages, &[measure]);
    let classed = |page: u32| Classed { page: pages[page as usize], classes: &classes[page as usize] };
    group_alike(pages.len() as u32, |first, second| {
        let scores = compare(classed(first), classed(second), &[measure], settings);
        scores[0].is_ok_and(|similarity| similarity >= threshold)
    })
}

/// For every group that a thing is not in yet, one earlier thing in it that is alike.
fn partners(thing: u32, labels: &[u32], is_alike: impl Fn(u32, u32) -> bool) -> Vec<(u32, u32)> {
    let mut joined = vec![labels[thing as usize]];
    let mut partners = Vec::new();
    for other in 0..thing {
        let label = labels[other as usize];
        if !joined.contains(&label) && is_alike(other, thing) {
            joined.push(label);
            partners.push((thing, other));
        }
    }
    partners
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chains_are_one_group() {
        let numbers = [0_i32, 10, 21, 2, 12, 1, 30];
        let labels = group_alike(7, |a, b| (numbers[a as usize] - numbers[b as usize]).abs() <= 2);
        assert_eq!(labels, [0, 1, 2, 0, 1, 0, 3]);
    }

    #[test]
    fn every_pair_across_blocks_is_asked() {
        // Only the first and the last are alike.
        let last = 3 * ROWS_AT_ONCE;
        let labels = group_alike(last + 1, |a, b| (a.min(b), a.max(b)) == (0, last));
        assert_eq!(labels[last as usize], 0);
        assert_eq!(labels[last as usize - 1], last - 1);
    }

    #[test]
    fn nothing_and_one() {
        assert!(group_alike(0, |_, _| true).is_empty());
        assert_eq!(group_alike(1, |_, _| false), [0]);
    }
}
