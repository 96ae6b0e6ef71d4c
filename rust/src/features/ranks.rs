//! Sorts numbers by the values that they stand for. Pages of a site share most values, so that their order is kept from
//! page to page: then a page's numbers are marked in a bitmap, and read off it in order.

/// The ranks of values by their numbers.
#[derive(Default)]
pub(super) struct Ranks {
    /// For each number how many values are below its own; later numbers have no rank yet.
    ranks: Vec<u32>,
    /// The numbers by rank.
    order: Vec<u32>,
    /// One bit for each rank, all zero between calls.
    marks: Vec<u64>,
}

impl Ranks {
    /// Forgets all values.
    pub fn clear(&mut self) {
        self.ranks.clear();
        self.order.clear();
        self.marks.clear();
    }

    /// Sorts numbers by their values, of which no two are equal; of equal numbers one is left.
    pub fn sort(&mut self, values: &[u64], numbers: &mut Vec<u32>) {
        // Ever rarer, so that all sorting together costs no more than that of each value a few times.
        if values.len() > 2 * self.ranks.len() {
            self.rank(values);
        }
        let mut fresh = 0;
        for at in 0..numbers.len() {
            let number = numbers[at];
            match self.ranks.get(number as usize) {
                Some(&rank) => self.marks[rank as usize / 64] |= 1 << (rank % 64),
                None => {
                    numbers[fresh] = number;
                    fresh += 1;
                }
            }
        }
        numbers.truncate(fresh);
        for (marks, order) in self.marks.iter_mut().zip(self.order.chunks(64)) {
            let mut left = std::mem::take(marks);
            while left != 0 {
                numbers.push(order[left.trailing_zeros() as usize]);
                left &= left - 1;
            }
        }
        if fresh > 0 {
            // Nearly sorted, which a stable sort makes use of.
            numbers.sort_by_key(|&number| values[number as usize]);
            numbers.dedup();
        }
    }

    #[cold]
    fn rank(&mut self, values: &[u64]) {
        self.order.clear();
        self.order.extend(0..values.len() as u32);
        self.order.sort_unstable_by_key(|&number| values[number as usize]);
        self.ranks.clear();
        self.ranks.resize(values.len(), 0);
        for (rank, &number) in (0..).zip(&self.order) {
            self.ranks[number as usize] = rank;
        }
        self.marks.clear();
        self.marks.resize(values.len().div_ceil(64), 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_in_the_order_of_their_values() {
        let value = |number: u32| u64::from(number).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let (mut ranks, mut values) = (Ranks::default(), Vec::new());
        for page in 1..60u32 {
            values.extend((values.len() as u32..page * 7).map(value));
            let mut numbers: Vec<u32> = (0..page * 7).rev().filter(|number| number % 3 != page % 3).collect();
            let mut expected = numbers.clone();
            expected.sort_unstable_by_key(|&number| value(number));
            numbers.extend_from_within(..);
            ranks.sort(&values, &mut numbers);
            assert_eq!(numbers, expected);
        }
        ranks.clear();
        let mut none = Vec::new();
        ranks.sort(&[], &mut none);
        assert!(none.is_empty());
    }
}
