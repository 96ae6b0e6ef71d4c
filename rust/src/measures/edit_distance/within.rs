//! The unit-cost distance of two trees, unless it exceeds a cutoff: then it is enough to know that it does.

use super::super::budget::{Budget, Meter, OverBudget};
use super::super::classes::ClassedTree;
use super::banded::BandedTables;
use super::trim::{FlatTree, Trimmed, trim};
use super::{EditCosts, check_size, run};

/// How many banded cells may stand against one pair of nodes: beyond, choosing paths is faster than the band.
const CELLS_PER_PAIR: u64 = 2;

/// The tree edit distance with unit costs if it is not beyond the cutoff, else None.
///
/// # Errors
/// If the budget does not suffice.
pub fn tree_edit_distance_within(
    first: ClassedTree<'_>,
    second: ClassedTree<'_>,
    cutoff: u64,
    budget: Budget,
) -> Result<Option<u64>, OverBudget> {
    if first.tree.len().abs_diff(second.tree.len()) as u64 > cutoff {
        return Ok(None);
    }
    match trim(first, second) {
        Trimmed::OnlyEdits { deleted, inserted } => Ok(Some(deleted + inserted).filter(|&sum| sum <= cutoff)),
        Trimmed::Rest(left, right) => distance_of_rest(&left, &right, cutoff, &mut Meter::new(budget)),
    }
}

fn distance_of_rest(
    left: &FlatTree,
    right: &FlatTree,
    cutoff: u64,
    meter: &mut Meter,
) -> Result<Option<u64>, OverBudget> {
    check_size(left.sizes.len().max(right.sizes.len()))?;
    let enough = CELLS_PER_PAIR * left.sizes.len() as u64 * right.sizes.len() as u64;
    let tables = BandedTables::new(left, right, cutoff);
    if tables.count_cells(enough) < enough {
        return tables.distance(meter);
    }
    let distance = run::distance(left, right, EditCosts::default(), meter)?;
    Ok(Some(distance).filter(|&distance| distance <= cutoff))
}

#[cfg(test)]
mod tests {
    use super::super::run::random_tree;
    use super::*;
    use crate::measures::classes::subtree_classes;
    use crate::measures::edit_distance::tree_edit_distance;
    use crate::measures::tree::{LabelledTree, MatchMode};

    fn banded(first: &LabelledTree, second: &LabelledTree, cutoff: u64) -> Option<u64> {
        let classes = subtree_classes(&[first, second], MatchMode::Structural);
        let classed = |tree, index: usize| ClassedTree { tree, classes: &classes[index] };
        match trim(classed(first, 0), classed(second, 1)) {
            Trimmed::OnlyEdits { deleted, inserted } => Some(deleted + inserted).filter(|&sum| sum <= cutoff),
            Trimmed::Rest(left, right) => {
                BandedTables::new(&left, &right, cutoff).distance(&mut Meter::new(Budget::default())).unwrap()
            }
        }
    }

    #[test]
    fn every_cutoff_gives_the_distance_or_says_that_it_is_beyond() {
        for seed in 0..400 {
            let first = random_tree(seed, 1 + seed % 29, seed % 10);
            let second = random_tree(seed + 4321, 1 + (seed * 3) % 31, seed % 7);
            let distance = tree_edit_distance(&first, &second, EditCosts::default(), Budget::default()).unwrap();
            let classes = subtree_classes(&[&first, &second], MatchMode::Structural);
            let classed = |tree, index: usize| ClassedTree { tree, classes: &classes[index] };
            for cutoff in 0..distance + 4 {
                let expected = (distance <= cutoff).then_some(distance);
                assert_eq!(banded(&first, &second, cutoff), expected, "seed {seed}, cutoff {cutoff}");
                let trees = (classed(&first, 0), classed(&second, 1));
                let within = tree_edit_distance_within(trees.0, trees.1, cutoff, Budget::default());
                assert_eq!(within, Ok(expected), "seed {seed}, cutoff {cutoff}");
            }
        }
    }

    #[test]
    fn the_budget_is_kept() {
        let (first, second) = (random_tree(1, 40, 3), random_tree(2, 40, 3));
        let classes = subtree_classes(&[&first, &second], MatchMode::Structural);
        let classed = |tree, index: usize| ClassedTree { tree, classes: &classes[index] };
        let budget = Budget { cells: 10, table: 1 << 20 };
        assert!(tree_edit_distance_within(classed(&first, 0), classed(&second, 1), 70, budget).is_err());
        assert!(tree_edit_distance_within(classed(&first, 0), classed(&second, 1), 8, budget).is_err());
    }
}
