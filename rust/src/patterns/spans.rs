//! Where a symbol occurs, and how far apart its repeats are: what alignment must know about the columns.
//!
//! The span of a symbol (FiVaTech) is the largest number of distinct symbols strictly between two consecutive
//! occurrences in one column, plus one; a symbol that occurs at most once in every column is *free*, span 0.

use crate::hash::WordMap;

/// The span of every symbol below `symbols`.
///
/// For each position the last occurrence of the same symbol is looked up, and the symbols in between are counted by
/// a tree of sums that marks the latest occurrence of each symbol, so that a long column costs little more than
/// its length.
#[must_use]
pub fn symbol_spans(columns: &[Vec<u32>], symbols: usize) -> Vec<u32> {
    let mut spans = vec![0; symbols];
    for column in columns {
        let mut latest: WordMap<u32, usize> = WordMap::default();
        let mut marks = Sums::new(column.len());
        for (at, &symbol) in column.iter().enumerate() {
            if let Some(before) = latest.insert(symbol, at) {
                marks.add(before, -1);
                let between = marks.sum(at) - marks.sum(before);
                spans[symbol as usize] = spans[symbol as usize].max(between as u32 + 1);
            }
            marks.add(at, 1);
        }
    }
    spans
}

/// A Fenwick tree: prefix sums under change.
struct Sums(Vec<i32>);

impl Sums {
    fn new(length: usize) -> Self {
        Self(vec![0; length + 1])
    }

    fn add(&mut self, at: usize, amount: i32) {
        let mut index = at + 1;
        while index < self.0.len() {
            self.0[index] += amount;
            index += index & index.wrapping_neg();
        }
    }

    /// The sum of everything before a position.
    fn sum(&self, before: usize) -> i32 {
        let (mut index, mut sum) = (before, 0);
        while index > 0 {
            sum += self.0[index];
            index &= index - 1;
        }
        sum
    }
}

/// Where a symbol occurs in one column; the first position that is not used up is at `next`.
#[derive(Debug)]
pub struct Occurrences {
    /// The column.
    pub column: u32,
    /// Positions in the column, ascending.
    pub positions: Vec<u32>,
    /// The first of `positions` that may still lie ahead.
    pub next: usize,
}

/// For every symbol the columns that hold it.
#[must_use]
pub fn occurrences(columns: &[Vec<u32>], symbols: usize) -> Vec<Vec<Occurrences>> {
    let mut found: Vec<Vec<Occurrences>> = std::iter::repeat_with(Vec::new).take(symbols).collect();
    for (column, cells) in (0..).zip(columns) {
        for (at, &symbol) in (0..).zip(cells) {
            let holders = &mut found[symbol as usize];
            match holders.last_mut().filter(|last| last.column == column) {
                Some(last) => last.positions.push(at),
                None => holders.push(Occurrences { column, positions: vec![at], next: 0 }),
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spans_of(columns: &[&str]) -> Vec<(char, u32)> {
        let columns: Vec<Vec<u32>> = columns.iter().map(|column| column.bytes().map(u32::from).collect()).collect();
        let spans = symbol_spans(&columns, 128);
        ('a'..='f').map(|symbol| (symbol, spans[symbol as usize])).collect()
    }

    #[test]
    fn a_span_counts_distinct_symbols_between_repeats() {
        let spans = spans_of(&["acbcbefd", "acbcd", "acbbefd"]);
        assert_eq!(spans, [('a', 0), ('b', 2), ('c', 2), ('d', 0), ('e', 0), ('f', 0)]);
        let cycle = spans_of(&["abcdbcdbcde", "abcdbcde", "abcdbde"]);
        assert_eq!(cycle, [('a', 0), ('b', 3), ('c', 3), ('d', 3), ('e', 0), ('f', 0)]);
        assert_eq!(spans_of(&["aa", "abcbca"])[0], ('a', 3));
    }
}
