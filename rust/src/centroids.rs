//! Greedy merging of clusters by their centroids, from the sparse rows of pages.
//!
//! The similarity of two clusters is Tanimoto's, a.b / (a.a + b.b - a.b), of their weighted centroids; the most alike
//! are merged while they are alike enough. The dot products of a merged cluster are the size-weighted means of its
//! parts', so that no row is touched again.

use std::cell::Cell;
use std::collections::HashMap;
use std::ops::Range;

use crate::seeded::Seed;
use crate::sparse::{Columns, Rows};

thread_local! {
    /// Memory for dot products, kept between calls. A site is clustered in a dozen steps, each of which needs up to 18 MB
    /// for a sample of 1,500 rows: to have new memory each time took about an eighth of the time to cluster openjdk17.
    static DOTS: Cell<Vec<f64>> = const { Cell::new(Vec::new()) };
}

/// Memory that is not kept: more than any sample needs.
const LARGEST_KEPT: usize = 1 << 22;

/// All dot products of rows with each other, row by row, in this memory.
fn dots(rows: &Rows, mut dots: Vec<f64>) -> Vec<f64> {
    let count = rows.len();
    let columns = Columns::of(rows);
    let groups = group(&columns);
    // By row its groups, and where in the lists of each it is.
    let mut places: Vec<Vec<(u32, u32)>> = vec![Vec::new(); count];
    for (number, group) in groups.iter().enumerate() {
        let mut run = 0;
        for (place, &holder) in columns.holders[group.holders.clone()].iter().enumerate() {
            while group.runs.get(run).is_some_and(|run| run.end <= holder) {
                run += 1;
            }
            let place = if group.runs.is_empty() { place } else { run };
            places[holder as usize].push((number as u32, place as u32));
        }
    }
    dots.clear();
    dots.resize(count * count, 0.0);
    for (row, own) in places.iter().enumerate() {
        let sums = &mut dots[row * count + row..(row + 1) * count];
        for &(number, place) in own {
            let group = &groups[number as usize];
            if let Some(weight) = group.weight.filter(|_| !group.runs.is_empty()) {
                add_to_runs(sums, row, weight, &group.runs[place as usize..]);
                continue;
            }
            let left = group.holders.start + place as usize..group.holders.end;
            add_products(sums, row, group.weight, &columns.holders[left.clone()], &columns.factors[left]);
        }
    }
    for row in 0..count {
        for other in 0..row {
            dots[row * count + other] = dots[other * count + row];
        }
    }
    dots
}

/// Columns that the same rows have.
struct Group {
    holders: Range<usize>,
    /// The product of what stands there in any two rows, all columns together; none for a column whose values differ.
    weight: Option<f64>,
    /// The rows as ranges, where these are few: like rows are neighbours.
    runs: Vec<Range<u32>>,
}

/// Pages of one kind have hundreds of columns in common, which are as good as one.
fn group(columns: &Columns) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    let mut known: HashMap<&[u32], usize, Seed> = HashMap::default();
    for ends in columns.starts.windows(2).filter(|ends| ends[0] < ends[1]) {
        let holders = ends[0]..ends[1];
        let value = columns.factors[holders.start];
        if columns.factors[holders.clone()].iter().any(|&factor| factor != value) {
            groups.push(Group { holders, weight: None, runs: Vec::new() });
            continue;
        }
        let rows = &columns.holders[holders.clone()];
        let number = *known.entry(rows).or_insert(groups.len());
        if number == groups.len() {
            groups.push(Group { holders, weight: Some(0.0), runs: find_runs(rows) });
        }
        if let Some(weight) = &mut groups[number].weight {
            *weight += value * value;
        }
    }
    groups
}

/// A range takes as long as a few single rows. A guess.
const ROWS_OF_A_RUN: usize = 4;

/// Ascending rows as ranges; none if there would be many for so few rows.
fn find_runs(rows: &[u32]) -> Vec<Range<u32>> {
    let runs = rows.chunk_by(|one, next| one + 1 == *next);
    if runs.clone().count() * ROWS_OF_A_RUN > rows.len() {
        return Vec::new();
    }
    runs.map(|run| run[0]..run[run.len() - 1] + 1).collect()
}

/// Adds a weight to the sums of a row with itself and the rows behind it that are in ranges.
fn add_to_runs(sums: &mut [f64], first: usize, weight: f64, runs: &[Range<u32>]) {
    for run in runs {
        let start = (run.start as usize).max(first) - first;
        sums[start..run.end as usize - first].iter_mut().for_each(|sum| *sum += weight);
    }
}

/// Adds the products of a row with itself and the rows behind it that have the columns of a group.
fn add_products(sums: &mut [f64], first: usize, weight: Option<f64>, holders: &[u32], factors: &[f64]) {
    if let Some(weight) = weight {
        for &holder in holders {
            sums[holder as usize - first] += weight;
        }
        return;
    }
    for (&holder, factor) in holders.iter().zip(factors) {
        sums[holder as usize - first] += factors[0] * factor;
    }
}

/// The similarity of centroids from their dot product and their squared lengths. Two empty ones are alike.
fn tanimoto(dot: f64, first: f64, second: f64) -> f64 {
    let union = first + second - dot;
    if union > 0.0 { dot / union } else { 1.0 }
}

/// Values that are compared at once.
const LANES: usize = 8;

/// The first of the largest.
fn largest(values: &[f64]) -> usize {
    let chunks = values.chunks_exact(LANES);
    let mut most =
        chunks.remainder().iter().fold(f64::NEG_INFINITY, |most, &value| if value > most { value } else { most });
    let mut lanes = [f64::NEG_INFINITY; LANES];
    for chunk in chunks {
        for (lane, &value) in lanes.iter_mut().zip(chunk) {
            *lane = if value > *lane { value } else { *lane };
        }
    }
    for lane in lanes {
        most = if lane > most { lane } else { most };
    }
    values.iter().position(|&value| value == most).unwrap_or(0)
}

/// For each row the number of the first row of its cluster; clusters are merged while they are at least so alike.
/// `sizes` says how many pages each row stands for. Rows must be sound.
#[must_use]
pub fn merge_rows(rows: &Rows, sizes: &[f64], least: f64) -> Vec<u32> {
    let mut merger = Merger::new(dots(rows, DOTS.take()), sizes.to_vec());
    while let Some(first) = merger.find_best(least) {
        let second = merger.nearest[first];
        merger.merge(first.min(second), first.max(second));
        merger.make_smaller();
    }
    let memory = std::mem::take(&mut merger.dots);
    if memory.capacity() <= LARGEST_KEPT {
        DOTS.set(memory);
    }
    merger.find_owners()
}

/// The state of one greedy run: dot products, and for each cluster its nearest. A cluster has a place, which changes
/// when those that are gone are left out. Similarities are computed when they are asked for: to keep them, too, means
/// to write into every row at each merge, which takes longer.
struct Merger {
    count: usize,
    alive: usize,
    /// By place the row that was there first.
    rows: Vec<u32>,
    dots: Vec<f64>,
    /// The squared lengths of centroids.
    lengths: Vec<f64>,
    sizes: Vec<f64>,
    /// By row the one that it was merged into, which is before it.
    owner: Vec<u32>,
    /// By place zero, or what makes a cluster that is gone the least alike of all.
    penalties: Vec<f64>,
    nearest: Vec<usize>,
    nearness: Vec<f64>,
    /// The products and then the similarities of the cluster that was merged last.
    row: Vec<f64>,
    /// The similarities of a cluster whose nearest is looked for.
    alike: Vec<f64>,
}

impl Merger {
    fn new(dots: Vec<f64>, sizes: Vec<f64>) -> Self {
        let count = sizes.len();
        let mut merger = Merger {
            count,
            alive: count,
            rows: (0..count as u32).collect(),
            lengths: (0..count).map(|at| dots[at * count + at]).collect(),
            dots,
            sizes,
            owner: (0..count as u32).collect(),
            penalties: vec![0.0; count],
            nearest: vec![0; count],
            nearness: vec![0.0; count],
            row: vec![0.0; count],
            alike: vec![0.0; count],
        };
        (0..count).for_each(|at| merger.find_nearest(at));
        merger
    }

    /// A cluster that has another at least so near, and the nearest of all.
    fn find_best(&self, least: f64) -> Option<usize> {
        let first = largest(&self.nearness);
        self.nearness.get(first).is_some_and(|&nearness| nearness >= least.max(0.0)).then_some(first)
    }

    /// Looks for the cluster that is most like one: the first of several.
    fn find_nearest(&mut self, at: usize) {
        let length = self.lengths[at];
        let others = self.dots[at * self.count..(at + 1) * self.count].iter().zip(&self.lengths).zip(&self.penalties);
        for (likeness, ((&dot, &other), penalty)) in self.alike.iter_mut().zip(others) {
            *likeness = tanimoto(dot, length, other) + penalty;
        }
        self.alike[at] = -1.0;
        self.nearest[at] = largest(&self.alike);
        self.nearness[at] = self.alike[self.nearest[at]];
    }

    fn is_alive(&self, at: usize) -> bool {
        self.penalties[at] == 0.0
    }

    fn merge(&mut self, kept: usize, gone: usize) {
        let count = self.count;
        let share = self.sizes[kept] / (self.sizes[kept] + self.sizes[gone]);
        let rest = 1.0 - share;
        for at in 0..count {
            self.row[at] = share * self.dots[kept * count + at] + rest * self.dots[gone * count + at];
        }
        let length = share * self.row[kept] + rest * self.row[gone];
        self.row[kept] = length;
        self.lengths[kept] = length;
        self.sizes[kept] += self.sizes[gone];
        for at in 0..count {
            self.dots[at * count + kept] = self.row[at];
        }
        self.dots[kept * count..(kept + 1) * count].copy_from_slice(&self.row);
        self.owner[self.rows[gone] as usize] = self.rows[kept];
        self.penalties[gone] = f64::NEG_INFINITY;
        self.nearness[gone] = -1.0;
        self.alive -= 1;
        self.update(kept, gone);
    }

    /// Brings nearest clusters up to date after a merge.
    fn update(&mut self, kept: usize, gone: usize) {
        let length = self.lengths[kept];
        for (likeness, &own) in self.row.iter_mut().zip(&self.lengths) {
            *likeness = tanimoto(*likeness, own, length);
        }
        for at in 0..self.count {
            if !self.is_alive(at) {
                continue;
            }
            let is_stale = self.nearest[at] == kept || self.nearest[at] == gone;
            let is_nearer = self.row[at] > self.nearness[at];
            if at == kept || (is_stale && !is_nearer) {
                self.find_nearest(at);
            } else if is_nearer {
                self.nearest[at] = kept;
                self.nearness[at] = self.row[at];
            }
        }
    }

    /// Leaves the places out that are gone, once they are a quarter of all.
    fn make_smaller(&mut self) {
        if 4 * self.alive > 3 * self.count {
            return;
        }
        let count = self.count;
        let left: Vec<usize> = (0..count).filter(|&at| self.is_alive(at)).collect();
        let mut place = vec![0usize; count];
        for (to, &from) in left.iter().enumerate() {
            place[from] = to;
            for (column, &other) in left.iter().enumerate() {
                self.dots[to * left.len() + column] = self.dots[from * count + other];
            }
            self.rows[to] = self.rows[from];
            self.lengths[to] = self.lengths[from];
            self.sizes[to] = self.sizes[from];
            self.nearness[to] = self.nearness[from];
            self.nearest[to] = self.nearest[from];
        }
        self.count = left.len();
        for at in 0..self.count {
            // A cluster without any other has a nearest place in name only.
            self.nearest[at] = place[self.nearest[at]];
        }
        for column in [&mut self.lengths, &mut self.sizes, &mut self.nearness, &mut self.row, &mut self.alike] {
            column.truncate(self.count);
        }
        self.nearest.truncate(self.count);
        self.penalties = vec![0.0; self.count];
    }

    /// By row the first of its cluster: what a row was merged into is before it.
    fn find_owners(mut self) -> Vec<u32> {
        for row in 0..self.owner.len() {
            self.owner[row] = self.owner[self.owner[row] as usize];
        }
        self.owner
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sparse(given: &[&[(u32, f64)]]) -> Rows {
        let mut rows = Rows::default();
        given.iter().for_each(|row| rows.push(&mut row.to_vec()));
        rows
    }

    fn merge(rows: &[&[(u32, f64)]], sizes: &[f64], least: f64) -> Vec<u32> {
        merge_rows(&sparse(rows), sizes, least)
    }

    #[test]
    fn the_most_alike_are_merged_first() {
        let rows: [&[(u32, f64)]; 4] =
            [&[(0, 1.0), (1, 1.0)], &[(0, 1.0), (1, 1.0), (2, 1.0)], &[(3, 1.0)], &[(0, 1.0)]];
        assert_eq!(merge(&rows, &[1.0; 4], 0.6), [0, 0, 2, 3]);
        assert_eq!(merge(&rows, &[1.0; 4], 0.3), [0, 0, 2, 0]);
    }

    #[test]
    fn columns_of_the_same_rows_count_together() {
        let rows = sparse(&[&[(0, 2.0), (1, 3.0)], &[(0, 2.0), (1, 3.0), (2, 1.0)], &[(2, 4.0)]]);
        assert_eq!(dots(&rows, vec![1.0; 2]), [13.0, 13.0, 0.0, 13.0, 14.0, 4.0, 0.0, 4.0, 16.0]);
        assert_eq!(group(&Columns::of(&rows)).len(), 2);
    }

    /// Columns of neighbours, of scattered rows, of all rows, and one whose values differ.
    #[test]
    fn ranges_of_rows_count_like_single_ones() {
        let given: Vec<Vec<(u32, f64)>> = (0..24u32)
            .map(|row| {
                let has = [(3..15).contains(&row), row % 3 == 0, true, row > 5, (3..15).contains(&row) || row > 17];
                let value = |column: usize| if column == 3 { f64::from(row) } else { 1.0 + column as f64 };
                (0..5).filter(|&column| has[column]).map(|column| (column as u32, value(column))).collect()
            })
            .collect();
        let rows = sparse(&given.iter().map(Vec::as_slice).collect::<Vec<_>>());
        assert_eq!(find_runs(&[3, 4, 5, 6, 7, 9, 10, 11]), [3..8, 9..12]);
        assert!(find_runs(&[0, 3, 6, 9, 12]).is_empty());
        let found = dots(&rows, Vec::new());
        for (first, own) in given.iter().enumerate() {
            for (second, others) in given.iter().enumerate() {
                let product = |&(column, value): &(u32, f64)| {
                    others.iter().filter(|other| other.0 == column).map(|other| value * other.1).sum::<f64>()
                };
                assert_eq!(found[first * given.len() + second], own.iter().map(product).sum::<f64>());
            }
        }
    }

    #[test]
    fn the_first_of_the_largest_is_found() {
        let mut values = vec![0.0; 21];
        assert_eq!(largest(&values), 0);
        (values[11], values[19]) = (3.0, 3.0);
        assert_eq!(largest(&values), 11);
        values[20] = 4.0;
        assert_eq!(largest(&values), 20);
        assert_eq!(largest(&[]), 0);
    }

    #[test]
    fn rows_of_nothing_are_alike() {
        assert_eq!(merge(&[&[], &[(0, 1.0)], &[]], &[1.0; 3], 0.5), [0, 1, 0]);
        assert!(merge(&[], &[], 0.5).is_empty());
    }
}
