//! Greedy merging of clusters by their centroids, from the sparse rows of pages.
//!
//! The similarity of two clusters is Tanimoto's, a.b / (a.a + b.b - a.b), of their weighted centroids; the most alike
//! are merged while they are alike enough. The dot products of a merged cluster are the size-weighted means of its
//! parts', so that no row is touched again.

use std::ops::Range;

/// Rows of which only what is not zero is kept.
#[derive(Clone, Copy, Debug)]
pub struct SparseRows<'a> {
    /// Where each row begins, and where the last ends.
    pub offsets: &'a [u64],
    /// The columns of all rows, ascending in each row.
    pub columns: &'a [u32],
    /// What stands there.
    pub values: &'a [f64],
}

impl SparseRows<'_> {
    fn len(&self) -> usize {
        self.offsets.len().saturating_sub(1)
    }

    fn range(&self, row: usize) -> Range<usize> {
        self.offsets[row] as usize..self.offsets[row + 1] as usize
    }

    /// Whether all offsets lie in order and inside of the values, and the columns of each row ascend.
    #[must_use]
    pub fn are_sound(&self) -> bool {
        let is_inside = self.offsets.is_sorted() && self.end() <= self.columns.len();
        is_inside
            && self.columns.len() == self.values.len()
            && (0..self.len()).all(|row| self.columns[self.range(row)].is_sorted_by(|one, next| one < next))
    }

    /// All dot products of rows with each other, row by row. Products are added in the order of columns.
    fn dots(&self) -> Vec<f64> {
        let count = self.len();
        let width = self.columns.iter().max().map_or(0, |&column| column as usize + 1);
        // By column the rows that have it, ascending: `starts` passes over those that are done.
        let mut starts = vec![0usize; width + 1];
        for &column in &self.columns[..self.end()] {
            starts[column as usize + 1] += 1;
        }
        for column in 0..width {
            starts[column + 1] += starts[column];
        }
        let ends: Vec<usize> = starts[1..].to_vec();
        let mut next = starts.clone();
        let (mut holders, mut factors) = (vec![0u32; self.end()], vec![0f64; self.end()]);
        for row in 0..count {
            for at in self.range(row) {
                let place = &mut next[self.columns[at] as usize];
                (holders[*place], factors[*place]) = (row as u32, self.values[at]);
                *place += 1;
            }
        }
        let mut dots = vec![0f64; count * count];
        for row in 0..count {
            let own = &mut dots[row * count..(row + 1) * count];
            for at in self.range(row) {
                let (column, value) = (self.columns[at] as usize, self.values[at]);
                let left = starts[column]..ends[column];
                add_products(&mut own[row..], row, value, &holders[left.clone()], &factors[left]);
                starts[column] += 1;
            }
        }
        for row in 0..count {
            for other in 0..row {
                dots[row * count + other] = dots[other * count + row];
            }
        }
        dots
    }

    fn end(&self) -> usize {
        self.offsets.last().map_or(0, |&end| end as usize)
    }
}

/// Adds a value times the factors of the rows that hold a column, from the first row on.
fn add_products(sums: &mut [f64], first: usize, value: f64, holders: &[u32], factors: &[f64]) {
    if factors.len() == sums.len() {
        // What all rows have needs no look at which these are.
        for (sum, factor) in sums.iter_mut().zip(factors) {
            *sum += value * factor;
        }
        return;
    }
    for (&holder, factor) in holders.iter().zip(factors) {
        sums[holder as usize - first] += value * factor;
    }
}

/// The similarity of centroids from their dot product and their squared lengths. Two empty ones are alike.
fn tanimoto(dot: f64, first: f64, second: f64) -> f64 {
    let union = first + second - dot;
    if union > 0.0 { dot / union } else { 1.0 }
}

/// The first of the largest.
fn largest(values: &[f64]) -> usize {
    let mut best = 0;
    for (at, value) in values.iter().enumerate() {
        if *value > values[best] {
            best = at;
        }
    }
    best
}

/// For each row the number of the first row of its cluster; clusters are merged while they are at least so alike.
/// `sizes` says how many pages each row stands for. Rows must be sound.
#[must_use]
pub fn merge_rows(rows: SparseRows<'_>, sizes: &[f64], least: f64) -> Vec<u32> {
    let mut merger = Merger::new(rows.dots(), sizes.to_vec());
    while let Some(first) = merger.find_best(least) {
        let second = merger.nearest[first];
        merger.merge(first.min(second), first.max(second));
    }
    merger.owner
}

/// The state of one greedy run: similarities, and for each cluster its nearest.
struct Merger {
    count: usize,
    dots: Vec<f64>,
    alike: Vec<f64>,
    sizes: Vec<f64>,
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
            for second in 0..count {
                let at = first * count + second;
                alike[at] = if first == second { -1.0 } else { tanimoto(dots[at], lengths[first], lengths[second]) };
            }
        }
        let nearest: Vec<usize> = (0..count).map(|row| largest(&alike[row * count..(row + 1) * count])).collect();
        let nearness = nearest.iter().enumerate().map(|(row, &at)| alike[row * count + at]).collect();
        let owner = (0..count as u32).collect();
        Merger {
            count,
            dots,
            alike,
            sizes,
            owner,
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
        for owner in &mut self.owner {
            if *owner as usize == gone {
                *owner = kept as u32;
            }
        }
        self.is_alive[gone] = false;
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
}

#[cfg(test)]
mod tests {
    use super::*;

    fn merge(rows: &[&[(u32, f64)]], sizes: &[f64], least: f64) -> Vec<u32> {
        let mut offsets = vec![0];
        let (mut columns, mut values) = (Vec::new(), Vec::new());
        for row in rows {
            columns.extend(row.iter().map(|&(column, _)| column));
            values.extend(row.iter().map(|&(_, value)| value));
            offsets.push(columns.len() as u64);
        }
        let rows = SparseRows { offsets: &offsets, columns: &columns, values: &values };
        assert!(rows.are_sound());
        merge_rows(rows, sizes, least)
    }

    #[test]
    fn the_most_alike_are_merged_first() {
        let rows: [&[(u32, f64)]; 4] =
            [&[(0, 1.0), (1, 1.0)], &[(0, 1.0), (1, 1.0), (2, 1.0)], &[(3, 1.0)], &[(0, 1.0)]];
        assert_eq!(merge(&rows, &[1.0; 4], 0.6), [0, 0, 2, 3]);
        assert_eq!(merge(&rows, &[1.0; 4], 0.3), [0, 0, 2, 0]);
    }

    #[test]
    fn rows_of_nothing_are_alike() {
        assert_eq!(merge(&[&[], &[(0, 1.0)], &[]], &[1.0; 3], 0.5), [0, 1, 0]);
        assert!(merge(&[], &[], 0.5).is_empty());
    }

    #[test]
    fn unsound_rows_are_told() {
        let rows = SparseRows { offsets: &[0, 2], columns: &[0], values: &[1.0] };
        assert!(!rows.are_sound());
        assert!(!SparseRows { offsets: &[0, 1, 0], ..rows }.are_sound());
        assert!(!SparseRows { offsets: &[0, 2], columns: &[3, 3], values: &[1.0, 1.0] }.are_sound());
    }
}
