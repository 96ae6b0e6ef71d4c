//! Greedy merging of clusters by their centroids, from the sparse rows of pages.
//!
//! The similarity of two clusters is Tanimoto's, a.b / (a.a + b.b - a.b), of their weighted centroids; the most alike
//! are merged while they are alike enough. The dot products of a merged cluster are the size-weighted means of its
//! parts', so that no row is touched again.

use std::collections::HashMap;
use std::ops::Range;

use crate::seeded::Seed;
use crate::sparse::{Columns, Rows};

/// All dot products of rows with each other, row by row.
fn dots(rows: &Rows) -> Vec<f64> {
    let count = rows.len();
    let columns = Columns::of(rows);
    let groups = group(&columns);
    let mut places: Vec<Vec<(u32, u32)>> = vec![Vec::new(); count];
    for (number, group) in groups.iter().enumerate() {
        for (place, &holder) in columns.holders[group.holders.clone()].iter().enumerate() {
            places[holder as usize].push((number as u32, place as u32));
        }
    }
    let mut dots = vec![0f64; count * count];
    for (row, own) in places.iter().enumerate() {
        let sums = &mut dots[row * count + row..(row + 1) * count];
        for &(number, place) in own {
            let group = &groups[number as usize];
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
}

/// Pages of one kind have hundreds of columns in common, which are as good as one.
fn group(columns: &Columns) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    let mut known: HashMap<&[u32], usize, Seed> = HashMap::default();
    for ends in columns.starts.windows(2).filter(|ends| ends[0] < ends[1]) {
        let holders = ends[0]..ends[1];
        let value = columns.factors[holders.start];
        if columns.factors[holders.clone()].iter().any(|&factor| factor != value) {
            groups.push(Group { holders, weight: None });
            continue;
        }
        let number = *known.entry(&columns.holders[holders.clone()]).or_insert(groups.len());
        if number == groups.len() {
            groups.push(Group { holders, weight: Some(0.0) });
        }
        if let Some(weight) = &mut groups[number].weight {
            *weight += value * value;
        }
    }
    groups
}

/// Adds the products of a row with itself and the rows behind it that have the columns of a group.
fn add_products(sums: &mut [f64], first: usize, weight: Option<f64>, holders: &[u32], factors: &[f64]) {
    let Some(weight) = weight else {
        for (&holder, factor) in holders.iter().zip(factors) {
            sums[holder as usize - first] += factors[0] * factor;
        }
        return;
    };
    if holders.len() == sums.len() {
        // What all rows have needs no look at which these are.
        sums.iter_mut().for_each(|sum| *sum += weight);
        return;
    }
    for &holder in holders {
        sums[holder as usize - first] += weight;
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
    let mut merger = Merger::new(dots(rows), sizes.to_vec());
    while let Some(first) = merger.find_best(least) {
        let second = merger.nearest[first];
        merger.merge(first.min(second), first.max(second));
        merger.make_smaller();
    }
    merger.find_owners()
}

/// The state of one greedy run: similarities, and for each cluster its nearest. A cluster has a place, which changes
/// when those that are gone are left out.
struct Merger {
    count: usize,
    alive: usize,
    /// By place the row that was there first.
    rows: Vec<u32>,
    dots: Vec<f64>,
    alike: Vec<f64>,
    sizes: Vec<f64>,
    /// By row the one that it was merged into, which is before it.
    owner: Vec<u32>,
    is_alive: Vec<bool>,
    nearest: Vec<usize>,
    nearness: Vec<f64>,
    /// The similarities of the cluster that was merged last.
    row: Vec<f64>,
}

impl Merger {
    fn new(dots: Vec<f64>, sizes: Vec<f64>) -> Self {
        let count = sizes.len();
        let lengths: Vec<f64> = (0..count).map(|at| dots[at * count + at]).collect();
        let mut alike = vec![0f64; dots.len()];
        for first in 0..count {
            let own = &mut alike[first * count..(first + 1) * count];
            let products = &dots[first * count..(first + 1) * count];
            for ((likeness, &dot), &length) in own.iter_mut().zip(products).zip(&lengths) {
                *likeness = tanimoto(dot, lengths[first], length);
            }
            own[first] = -1.0;
        }
        let nearest: Vec<usize> = (0..count).map(|row| largest(&alike[row * count..(row + 1) * count])).collect();
        let nearness = nearest.iter().enumerate().map(|(row, &at)| alike[row * count + at]).collect();
        Merger {
            count,
            alive: count,
            rows: (0..count as u32).collect(),
            dots,
            alike,
            sizes,
            owner: (0..count as u32).collect(),
            is_alive: vec![true; count],
            nearest,
            nearness,
            row: vec![0.0; count],
        }
    }

    /// A cluster that has another at least so near, and the nearest of all.
    fn find_best(&self, least: f64) -> Option<usize> {
        let first = largest(&self.nearness);
        self.nearness.get(first).is_some_and(|&nearness| nearness >= least.max(0.0)).then_some(first)
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
        self.sizes[kept] += self.sizes[gone];
        for at in 0..count {
            self.dots[at * count + kept] = self.row[at];
        }
        self.dots[kept * count..(kept + 1) * count].copy_from_slice(&self.row);
        self.owner[self.rows[gone] as usize] = self.rows[kept];
        self.is_alive[gone] = false;
        self.alive -= 1;
        self.update(kept, gone, length);
    }

    /// Brings similarities and nearest clusters up to date after a merge.
    fn update(&mut self, kept: usize, gone: usize, length: f64) {
        let count = self.count;
        self.nearness[gone] = -1.0;
        for at in 0..count {
            let is_other = self.is_alive[at] && at != kept;
            let own = self.dots[at * count + at];
            self.row[at] = if is_other { tanimoto(self.row[at], own, length) } else { -1.0 };
        }
        for at in 0..count {
            self.alike[at * count + gone] = -1.0;
            self.alike[at * count + kept] = self.row[at];
        }
        self.alike[kept * count..(kept + 1) * count].copy_from_slice(&self.row);
        for at in 0..count {
            let is_stale = self.nearest[at] == kept || self.nearest[at] == gone;
            if self.is_alive[at] && (is_stale || at == kept) {
                self.nearest[at] = largest(&self.alike[at * count..(at + 1) * count]);
                self.nearness[at] = self.alike[at * count + self.nearest[at]];
            }
            if self.is_alive[at] && self.row[at] > self.nearness[at] {
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
        let left: Vec<usize> = (0..count).filter(|&at| self.is_alive[at]).collect();
        let mut place = vec![0usize; count];
        for (to, &from) in left.iter().enumerate() {
            place[from] = to;
            for (column, &other) in left.iter().enumerate() {
                self.dots[to * left.len() + column] = self.dots[from * count + other];
                self.alike[to * left.len() + column] = self.alike[from * count + other];
            }
            self.rows[to] = self.rows[from];
            self.sizes[to] = self.sizes[from];
            self.nearness[to] = self.nearness[from];
            self.nearest[to] = self.nearest[from];
        }
        self.count = left.len();
        for at in 0..self.count {
            // A cluster without any other has a nearest place in name only.
            self.nearest[at] = place[self.nearest[at]];
        }
        for column in [&mut self.sizes, &mut self.nearness, &mut self.row] {
            column.truncate(self.count);
        }
        self.nearest.truncate(self.count);
        self.is_alive = vec![true; self.count];
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
        assert_eq!(dots(&rows), [13.0, 13.0, 0.0, 13.0, 14.0, 4.0, 0.0, 4.0, 16.0]);
        assert_eq!(group(&Columns::of(&rows)).len(), 2);
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
