//! Computes the gains of all pairs of subtrees that the strategy asks for, then the distance.

use super::super::budget::{Meter, OverBudget};
use super::gains::{Gains, Rows};
use super::outer::{Workbench, fill_table};
use super::rows::RowStack;
use super::side::{Path, Side};
use super::strategy::{self, Strategy};
use super::trim::FlatTree;
use super::{EditCosts, inner};

/// A pair of classes to be compared; `ready` once all that hangs off its path has been.
struct Task {
    first: u32,
    second: u32,
    ready: bool,
}

pub(super) fn distance(
    left: &FlatTree,
    right: &FlatTree,
    costs: EditCosts,
    meter: &mut Meter,
) -> Result<u64, OverBudget> {
    let (first, second) = (Side::new(left), Side::new(right));
    meter.reserve(first.class_count(), second.class_count())?;
    meter.require(first.len() as u64 * second.len() as u64)?;
    meter.charge(strategy::cells(&first, &second))?;
    let strategy = Strategy::new(&first, &second);
    distance_by(&strategy, (&first, &second), costs, meter)
}

fn distance_by(
    strategy: &Strategy,
    (first, second): (&Side, &Side),
    costs: EditCosts,
    meter: &mut Meter,
) -> Result<u64, OverBudget> {
    let mut bench = Workbench {
        first,
        second,
        costs,
        gains: Gains::new(first.class_count(), second.class_count()),
        stack: RowStack::default(),
    };
    let gain = root_gain(strategy, &mut bench, meter)?;
    let (deleted, inserted) = (first.len() as u64, second.len() as u64);
    Ok(u64::from(costs.delete) * deleted + u64::from(costs.insert) * inserted - u64::from(gain))
}

/// Works through the pairs on a stack of its own, so that deep pages do not exhaust the machine's.
fn root_gain(strategy: &Strategy, bench: &mut Workbench<'_>, meter: &mut Meter) -> Result<u32, OverBudget> {
    let (first, second) = (bench.first.classes[0], bench.second.classes[0]);
    let mut tasks = vec![Task { first, second, ready: false }];
    while let Some(task) = tasks.pop() {
        if bench.gains.is_known(task.first, task.second) {
            continue;
        }
        let (rows, path) = strategy.choice(task.first, task.second);
        if task.ready {
            follow_path(bench, meter, rows, path, (task.first, task.second))?;
        } else {
            tasks.push(Task { ready: true, ..task });
            push_hanging(bench, &mut tasks, rows, path, (task.first, task.second));
        }
    }
    Ok(bench.gains.get(first, second))
}

fn push_hanging(bench: &Workbench<'_>, tasks: &mut Vec<Task>, rows: Rows, path: Path, (first, second): (u32, u32)) {
    let (side, class) = match rows {
        Rows::First => (bench.first, first),
        Rows::Second => (bench.second, second),
    };
    for hanging in hanging_classes(side, class, path) {
        let (first, second) = match rows {
            Rows::First => (hanging, second),
            Rows::Second => (first, hanging),
        };
        if !bench.gains.is_known(first, second) {
            tasks.push(Task { first, second, ready: false });
        }
    }
}

/// The distinct classes of the subtrees that hang off a path.
fn hanging_classes(side: &Side, class: u32, path: Path) -> Vec<u32> {
    let mut hanging = Vec::new();
    let mut node = side.class_nodes[class as usize] as usize;
    while let Some(on_path) = side.path_child(node, path) {
        let others = side.children(node).filter(|&child| child != on_path);
        hanging.extend(others.map(|child| side.classes[child]));
        node = on_path;
    }
    hanging.sort_unstable();
    hanging.dedup();
    hanging
}

/// One pass along a path: gains of all its nodes against all nodes of the other subtree.
fn follow_path(
    bench: &mut Workbench<'_>,
    meter: &mut Meter,
    rows: Rows,
    path: Path,
    classes: (u32, u32),
) -> Result<(), OverBudget> {
    let (first, second) = (bench.first, bench.second);
    let views = match path {
        Path::Left => (&first.left_view, &second.left_view),
        Path::Right => (&first.right_view, &second.right_view),
        Path::Heavy => return follow_heavy_path(bench, meter, rows, classes),
    };
    let tables: Vec<(u32, u32)> = match rows {
        Rows::First => views.1.key_roots(classes.1).map(|root| (classes.0, root)).collect(),
        Rows::Second => views.0.key_roots(classes.0).map(|root| (root, classes.1)).collect(),
    };
    for table in tables {
        if !bench.gains.is_known(table.0, table.1) {
            meter.charge(table_cells(bench, table))?;
            fill_table(bench, views, table);
        }
    }
    Ok(())
}

fn follow_heavy_path(
    bench: &mut Workbench<'_>,
    meter: &mut Meter,
    rows: Rows,
    classes: (u32, u32),
) -> Result<(), OverBudget> {
    let (first, second) = class_sizes(bench, classes);
    let (row_count, column_count) = match rows {
        Rows::First => (first, second),
        Rows::Second => (second, first),
    };
    meter.reserve(column_count as usize + 1, column_count as usize + 1)?;
    meter.charge(inner::cells(row_count, column_count))?;
    inner::fill_tables(bench, rows, classes);
    Ok(())
}

fn table_cells(bench: &Workbench<'_>, classes: (u32, u32)) -> u64 {
    let (first, second) = class_sizes(bench, classes);
    first * second
}

fn class_sizes(bench: &Workbench<'_>, classes: (u32, u32)) -> (u64, u64) {
    (u64::from(bench.first.class_sizes[classes.0 as usize]), u64::from(bench.second.class_sizes[classes.1 as usize]))
}

#[cfg(test)]
pub(super) use tests::random_tree;

#[cfg(test)]
mod tests {
    use super::super::strategy::CHOICES;
    use super::super::trim::{Trimmed, trim};
    use super::*;
    use crate::hash::stir;
    use crate::measures::budget::Budget;
    use crate::measures::classes::{ClassedTree, subtree_classes};
    use crate::measures::tree::{LabelledTree, MatchMode};

    /// A tree of few labels, so that subtrees repeat; `lean` makes it deep (high) or wide (low).
    pub(in super::super) fn random_tree(seed: u64, nodes: u64, lean: u64) -> LabelledTree {
        let mut depths = vec![0];
        for node in 1..nodes {
            let random = stir(seed.wrapping_mul(1_000_003) + node);
            let deepest = depths[node as usize - 1] + 1;
            let up = if random % 10 < lean { 0 } else { (random >> 8) % u64::from(deepest) };
            depths.push(deepest - up as u32);
        }
        let label = |node: u64| (stir(seed ^ (node << 20)) % 3) as u32;
        LabelledTree::from_depths((0..nodes).map(label).collect(), &depths).unwrap()
    }

    fn sides(first: &LabelledTree, second: &LabelledTree) -> Option<(Side, Side)> {
        let classes = subtree_classes(&[first, second], MatchMode::Structural);
        let classed = |tree, index: usize| ClassedTree { tree, classes: &classes[index] };
        match trim(classed(first, 0), classed(second, 1)) {
            Trimmed::OnlyEdits { .. } => None,
            Trimmed::Rest(left, right) => Some((Side::new(&left), Side::new(&right))),
        }
    }

    #[test]
    fn every_path_gives_the_same_distance() {
        let mut compared = 0;
        for seed in 0..300 {
            let first = random_tree(seed, 1 + seed % 23, seed % 10);
            let second = random_tree(seed + 9999, 1 + seed % 19, seed % 7);
            let Some((first, second)) = sides(&first, &second) else {
                continue;
            };
            let costs = EditCosts { insert: 1, delete: 1 + (seed % 2) as u32, rename: 1 + (seed % 4) as u32 };
            let by = |strategy: Strategy| {
                let mut meter = Meter::new(Budget::default());
                distance_by(&strategy, (&first, &second), costs, &mut meter).unwrap()
            };
            let chosen = by(Strategy::new(&first, &second));
            for choice in 0..CHOICES.len() as u8 {
                assert_eq!(by(Strategy::always(choice, &first, &second)), chosen, "seed {seed}");
            }
            compared += 1;
        }
        assert!(compared > 200);
    }
}
