//! Sparse matrices: rows of which only what is not zero is kept.

use std::ops::Range;

/// Rows with a number in some of their columns.
#[derive(Clone, Debug, PartialEq)]
pub struct Rows {
    /// Where each row begins, and where the last ends.
    pub offsets: Vec<u64>,
    /// The columns of all rows, ascending in each row.
    pub columns: Vec<u32>,
    /// What stands there.
    pub values: Vec<f64>,
}

impl Default for Rows {
    fn default() -> Self {
        Rows { offsets: vec![0], columns: Vec::new(), values: Vec::new() }
    }
}

/// Rows that have the same columns are one.
#[derive(Debug, Default, PartialEq)]
pub struct Distinct {
    /// The first row of each kind, in an order that follows from the columns alone.
    pub first: Vec<u32>,
    /// By row the number of its kind.
    pub kinds: Vec<u32>,
    /// How many rows each kind has.
    pub sizes: Vec<u32>,
}

impl Rows {
    /// How many rows there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.offsets.len().saturating_sub(1)
    }

    /// Whether there is no row.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Where the columns and values of a row are.
    #[must_use]
    pub fn range(&self, row: usize) -> Range<usize> {
        self.offsets[row] as usize..self.offsets[row + 1] as usize
    }

    /// One more than the last column that a row has.
    fn width(&self) -> usize {
        self.columns.iter().max().map_or(0, |&column| column as usize + 1)
    }

    /// Whether all offsets lie in order and inside of the values, and the columns of each row ascend.
    #[must_use]
    pub fn are_sound(&self) -> bool {
        let end = self.offsets.last().map_or(0, |&end| end as usize);
        let is_whole = self.offsets.is_sorted() && self.offsets.first() == Some(&0) && end == self.columns.len();
        is_whole
            && self.columns.len() == self.values.len()
            && (0..self.len()).all(|row| self.columns[self.range(row)].is_sorted_by(|one, next| one < next))
    }

    /// Adds a row; what is there several times is added up.
    pub fn push(&mut self, row: &mut [(u32, f64)]) {
        if !row.is_sorted_by(|one, next| one.0 < next.0) {
            row.sort_by_key(|&(column, _)| column);
        }
        let first = self.columns.len();
        for &(column, value) in row.iter() {
            match self.values.last_mut() {
                Some(last) if self.columns.len() > first && self.columns.last() == Some(&column) => *last += value,
                _ => {
                    self.columns.push(column);
                    self.values.push(value);
                }
            }
        }
        self.offsets.push(self.columns.len() as u64);
    }

    /// Some of the rows, in the order given; none if one of them does not exist.
    #[must_use]
    pub fn take(&self, rows: &[i64]) -> Option<Rows> {
        let place = |&row: &i64| usize::try_from(row).ok().filter(|&row| row < self.len());
        let rows: Vec<usize> = rows.iter().map(place).collect::<Option<_>>()?;
        let entries = rows.iter().map(|&row| self.range(row).len()).sum();
        let mut taken = Rows {
            offsets: Vec::with_capacity(rows.len() + 1),
            columns: Vec::with_capacity(entries),
            values: Vec::with_capacity(entries),
        };
        taken.offsets.push(0);
        for row in rows {
            taken.columns.extend_from_slice(&self.columns[self.range(row)]);
            taken.values.extend_from_slice(&self.values[self.range(row)]);
            taken.offsets.push(taken.columns.len() as u64);
        }
        Some(taken)
    }

    /// The squared length of each row.
    #[must_use]
    pub fn squares(&self) -> Vec<f64> {
        (0..self.len()).map(|row| self.values[self.range(row)].iter().map(|value| value * value).sum()).collect()
    }

    /// The dot products of each row with each of others, row by row.
    #[must_use]
    pub fn dots_with(&self, others: &Rows) -> Vec<f64> {
        let (columns, count) = (Columns::of(others), others.len());
        let mut dots = vec![0.0; self.len() * count];
        for (row, sums) in dots.chunks_exact_mut(count.max(1)).enumerate() {
            for at in self.range(row) {
                let place = columns.range(self.columns[at] as usize);
                for (&holder, factor) in columns.holders[place.clone()].iter().zip(&columns.factors[place]) {
                    sums[holder as usize] += self.values[at] * factor;
                }
            }
        }
        dots
    }

    /// For each of some groups the sum of its rows, each times its weight; rows of group -1 are in none. None if rows and
    /// groups do not fit.
    #[must_use]
    pub fn sums(&self, groups: &[i64], weights: &[f64], count: usize) -> Option<Rows> {
        let is_group = |&group: &i64| group == -1 || usize::try_from(group).is_ok_and(|group| group < count);
        if groups.len() != self.len() || weights.len() != self.len() || !groups.iter().all(is_group) {
            return None;
        }
        let mut order: Vec<usize> = (0..self.len()).filter(|&row| groups[row] >= 0).collect();
        order.sort_by_key(|&row| groups[row]);
        let (mut totals, mut touched) = (vec![0.0; self.width()], Vec::new());
        let mut is_touched = vec![false; self.width()];
        let mut found = Rows::default();
        let mut left = order.as_slice();
        for group in 0..count as i64 {
            let (own, rest) = left.split_at(left.partition_point(|&row| groups[row] == group));
            left = rest;
            for &row in own {
                for at in self.range(row) {
                    let column = self.columns[at];
                    totals[column as usize] += weights[row] * self.values[at];
                    if !std::mem::replace(&mut is_touched[column as usize], true) {
                        touched.push(column);
                    }
                }
            }
            touched.sort_unstable();
            for column in touched.drain(..) {
                found.columns.push(column);
                found.values.push(std::mem::take(&mut totals[column as usize]));
                is_touched[column as usize] = false;
            }
            found.offsets.push(found.columns.len() as u64);
        }
        Some(found)
    }

    /// Finds rows with the same columns.
    #[must_use]
    pub fn distinct(&self) -> Distinct {
        // The order of bytes, not of columns: it has been so since labels depend on it.
        let key = |row: u32| -> &[u8] { bytemuck::cast_slice(&self.columns[self.range(row as usize)]) };
        let mut order: Vec<u32> = (0..self.len() as u32).collect();
        order.sort_by(|&one, &other| key(one).cmp(key(other)));
        let mut found = Distinct { kinds: vec![0; self.len()], ..Distinct::default() };
        for row in order {
            match (found.first.last(), found.sizes.last_mut()) {
                (Some(&first), Some(size)) if key(first) == key(row) => *size += 1,
                _ => {
                    found.first.push(row);
                    found.sizes.push(1);
                }
            }
            found.kinds[row as usize] = found.first.len() as u32 - 1;
        }
        found
    }
}

/// By column the rows that have it, ascending, and what stands there.
pub struct Columns {
    /// Where each column begins, and where the last ends.
    pub starts: Vec<usize>,
    /// The rows of all columns.
    pub holders: Vec<u32>,
    /// What stands there.
    pub factors: Vec<f64>,
}

impl Columns {
    /// The columns of rows.
    #[must_use]
    pub fn of(rows: &Rows) -> Self {
        let width = rows.width();
        let mut starts = vec![0usize; width + 1];
        for &column in &rows.columns {
            starts[column as usize + 1] += 1;
        }
        for column in 0..width {
            starts[column + 1] += starts[column];
        }
        let mut next = starts.clone();
        let (mut holders, mut factors) = (vec![0u32; rows.columns.len()], vec![0f64; rows.columns.len()]);
        for row in 0..rows.len() {
            for at in rows.range(row) {
                let place = &mut next[rows.columns[at] as usize];
                (holders[*place], factors[*place]) = (row as u32, rows.values[at]);
                *place += 1;
            }
        }
        Columns { starts, holders, factors }
    }

    /// Where the rows of a column are; nowhere for one that no row has.
    fn range(&self, column: usize) -> Range<usize> {
        self.starts.get(column..column + 2).map_or(0..0, |ends| ends[0]..ends[1])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(given: &[&[(u32, f64)]]) -> Rows {
        let mut rows = Rows::default();
        given.iter().for_each(|row| rows.push(&mut row.to_vec()));
        assert!(rows.are_sound());
        rows
    }

    #[test]
    fn what_is_there_twice_is_added_up() {
        let found = rows(&[&[(5, 1.0), (4, 2.0), (5, 3.0)]]);
        assert_eq!((found.columns, found.values), (vec![4, 5], vec![2.0, 4.0]));
    }

    #[test]
    fn products_are_those_of_matrices() {
        let (some, others) = (rows(&[&[(0, 1.0), (2, 2.0)], &[]]), rows(&[&[(2, 3.0)], &[(0, 1.0), (1, 1.0)], &[]]));
        assert_eq!(some.dots_with(&others), [6.0, 1.0, 0.0, 0.0, 0.0, 0.0]);
        assert!(some.dots_with(&Rows::default()).is_empty());
        assert_eq!(some.squares(), [5.0, 0.0]);
    }

    #[test]
    fn groups_are_added_up() {
        let found = rows(&[&[(1, 2.0)], &[(0, 4.0)], &[(1, 6.0), (3, 1.0)]]);
        let sums = found.sums(&[2, 0, 2], &[0.5, 1.0, 0.5], 3);
        assert_eq!(sums, Some(rows(&[&[(0, 4.0)], &[], &[(1, 4.0), (3, 0.5)]])));
        assert_eq!(found.sums(&[-1, 0, -1], &[1.0; 3], 1), Some(rows(&[&[(0, 4.0)]])));
        assert_eq!(found.sums(&[2, 0, -2], &[1.0; 3], 3), None);
        assert_eq!(found.sums(&[2, 0, 3], &[1.0; 3], 3), None);
        assert_eq!(found.sums(&[2, 0], &[1.0; 3], 3), None);
        assert_eq!(found.take(&[2, 2]), Some(rows(&[&[(1, 6.0), (3, 1.0)], &[(1, 6.0), (3, 1.0)]])));
        assert_eq!((found.take(&[3]), found.take(&[-1])), (None, None));
    }

    #[test]
    fn rows_with_the_same_columns_are_one() {
        let found = rows(&[&[(256, 1.0)], &[(1, 2.0)], &[], &[(256, 3.0)]]).distinct();
        // 256 is before 1 in the order of bytes.
        assert_eq!(found, Distinct { first: vec![2, 0, 1], kinds: vec![1, 2, 0, 1], sizes: vec![1, 2, 1] });
    }

    #[test]
    fn unsound_rows_are_told() {
        let sound = Rows { offsets: vec![0, 1], columns: vec![0], values: vec![1.0] };
        assert!(sound.are_sound());
        assert!(!Rows { offsets: vec![0, 2], ..sound.clone() }.are_sound());
        assert!(!Rows { offsets: vec![0, 1, 0], ..sound.clone() }.are_sound());
        assert!(!Rows { values: vec![], ..sound }.are_sound());
        assert!(!Rows { offsets: vec![0, 2], columns: vec![3, 3], values: vec![1.0, 1.0] }.are_sound());
    }
}
