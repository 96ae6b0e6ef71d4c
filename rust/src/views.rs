//! Sets of hashes of many pages as one sparse matrix: a row for each page, a column for each hash that counts.
//!
//! Who weighs the columns sees only on how many pages each hash is.

use crate::numbering::Numbering;
use crate::sparse::Rows;

/// The hashes of all pages in one view, numbered in their order.
#[derive(Debug)]
pub struct View {
    /// For each hash on how many pages it is.
    pub counts: Vec<i64>,
    /// The numbers of the hashes of all pages, one page behind the other.
    numbers: Vec<u32>,
    /// Where each page begins, and where the last ends.
    offsets: Vec<usize>,
}

impl View {
    /// Numbers the hashes of pages; none if the offsets do not lie in order and inside of the values.
    #[must_use]
    pub fn new(values: &[u64], offsets: &[i64]) -> Option<Self> {
        let offsets: Vec<usize> = offsets.iter().map(|&at| usize::try_from(at).ok()).collect::<Option<_>>()?;
        if offsets.is_empty() || !offsets.is_sorted() || *offsets.last()? > values.len() {
            return None;
        }
        let mut table = Numbering::default();
        let mut numbers: Vec<u32> =
            values[offsets[0]..*offsets.last()?].iter().map(|&value| table.number(value)).collect();
        let mut order: Vec<u32> = (0..table.values().len() as u32).collect();
        order.sort_unstable_by_key(|&number| table.values()[number as usize]);
        let mut ranks = vec![0u32; order.len()];
        for (rank, &number) in order.iter().enumerate() {
            ranks[number as usize] = rank as u32;
        }
        numbers.iter_mut().for_each(|number| *number = ranks[*number as usize]);
        let mut counts = vec![0i64; order.len()];
        for &number in &numbers {
            counts[number as usize] += 1;
        }
        let first = offsets[0];
        Some(View { counts, numbers, offsets: offsets.into_iter().map(|at| at - first).collect() })
    }

    fn pages(&self) -> usize {
        self.offsets.len() - 1
    }

    fn page(&self, page: usize) -> &[u32] {
        &self.numbers[self.offsets[page]..self.offsets[page + 1]]
    }
}

/// All views side by side, each hash with its weight; one below 0 leaves a hash out. None if weights or pages do not
/// fit the views.
#[must_use]
pub fn make_rows(views: &[View], weights: &[Vec<f64>]) -> Option<Rows> {
    let pages = views.first().map_or(0, View::pages);
    let do_fit = views.iter().zip(weights).all(|(view, own)| view.pages() == pages && own.len() == view.counts.len());
    if !do_fit || weights.len() != views.len() {
        return None;
    }
    let places = place_columns(weights);
    let most: usize = views.iter().map(|view| view.numbers.len()).sum();
    let mut rows = Rows { columns: Vec::with_capacity(most), values: Vec::with_capacity(most), ..Rows::default() };
    let mut row: Vec<(u32, f64)> = Vec::new();
    for page in 0..pages {
        row.clear();
        for ((view, own), place) in views.iter().zip(weights).zip(&places) {
            let kept = view.page(page).iter().map(|&number| (place[number as usize], own[number as usize]));
            row.extend(kept.filter(|&(_, weight)| weight >= 0.0));
        }
        rows.push(&mut row);
    }
    Some(rows)
}

/// The column of each hash of each view.
fn place_columns(weights: &[Vec<f64>]) -> Vec<Vec<u32>> {
    let mut next = 0;
    let mut place = |weight: &f64| {
        let column = next;
        next += u32::from(*weight >= 0.0);
        column
    };
    weights.iter().map(|own| own.iter().map(&mut place).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn views_lie_side_by_side() {
        let first = View::new(&[9, 5, 5, 7], &[0, 2, 4]).expect("sound");
        let second = View::new(&[1], &[0, 0, 1]).expect("sound");
        assert_eq!((first.counts.as_slice(), second.counts.as_slice()), (&[2, 1, 1][..], &[1][..]));
        let rows = make_rows(&[first, second], &[vec![0.5, -1.0, 2.0], vec![3.0]]).expect("fits");
        let expected = Rows { offsets: vec![0, 2, 4], columns: vec![0, 1, 0, 2], values: vec![0.5, 2.0, 0.5, 3.0] };
        assert_eq!(rows, expected);
    }

    #[test]
    fn what_does_not_fit_is_told() {
        assert!(View::new(&[1], &[0, 2]).is_none());
        assert!(View::new(&[1, 2], &[2, 0]).is_none());
        assert!(View::new(&[1], &[-1, 1]).is_none());
        assert!(make_rows(&[View::new(&[1], &[0, 1]).expect("sound")], &[vec![]]).is_none());
    }
}
