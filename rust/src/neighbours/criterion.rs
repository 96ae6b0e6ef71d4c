//! How far apart two trees may be for their pages to be alike, given the style that the pages share.

use crate::measures::edit_distance::{EditCosts, sum_similarity};
use crate::measures::sets::structure_style_similarity;

/// Similarities that are just enough may fall short by a last bit.
const ROUNDING: f64 = 1e-12;

/// The weight of structure, between 0 and 1; style has the rest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Kappa(pub f64);

impl Kappa {
    /// The similarity of two pages.
    #[must_use]
    pub fn similarity(self, distance: u64, nodes: (usize, usize), style: f64) -> f64 {
        structure_style_similarity(sum_similarity(distance, nodes, EditCosts::default()), style, self.0)
    }

    /// The largest distance at which two pages reach a similarity; None if they do not even at 0.
    #[must_use]
    pub fn cutoff(self, threshold: f64, nodes: (usize, usize), style: f64) -> Option<u64> {
        let reaches = |distance| self.similarity(distance, nodes, style) + ROUNDING >= threshold;
        if !reaches(0) {
            return None;
        }
        // No distance exceeds deleting one tree and inserting the other.
        let (mut within, mut beyond) = (0, (nodes.0 + nodes.1) as u64 + 1);
        while beyond - within > 1 {
            let middle = within + (beyond - within) / 2;
            match reaches(middle) {
                true => within = middle,
                false => beyond = middle,
            }
        }
        Some(within)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cutoff_is_the_last_distance_that_reaches() {
        for step in 0..=20 {
            let (threshold, style) = (0.85, f64::from(step) / 20.0);
            let (kappa, nodes) = (Kappa(0.5), (31, 44));
            match kappa.cutoff(threshold, nodes, style) {
                None => assert!(kappa.similarity(0, nodes, style) < threshold),
                Some(cutoff) => {
                    assert!(kappa.similarity(cutoff, nodes, style) + ROUNDING >= threshold);
                    assert!(kappa.similarity(cutoff + 1, nodes, style) < threshold);
                }
            }
        }
    }

    #[test]
    fn edges() {
        assert_eq!(Kappa(0.5).cutoff(0.9, (10, 10), 0.8), Some(0));
        assert_eq!(Kappa(1.0).cutoff(0.9, (10, 10), 0.0), Some(2));
        assert_eq!(Kappa(0.0).cutoff(0.9, (10, 10), 0.95), Some(20));
        assert_eq!(Kappa(0.5).cutoff(0.9, (0, 5), 1.0), None);
        assert_eq!(Kappa(0.5).cutoff(0.9, (0, 0), 0.8), Some(0));
    }
}
