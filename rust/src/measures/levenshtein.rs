//! Levenshtein distance of sequences: the full distance, and the linear test for "at most one edit".

use super::budget::{Budget, Meter, OverBudget};

/// The least number of insertions, deletions and substitutions.
///
/// # Errors
/// If the budget does not suffice.
pub fn levenshtein<Item: PartialEq>(first: &[Item], second: &[Item], budget: Budget) -> Result<usize, OverBudget> {
    Meter::new(budget).charge(first.len() as u64 * second.len() as u64)?;
    let mut row: Vec<usize> = (0..=second.len()).collect();
    for (above, item) in first.iter().enumerate() {
        let mut diagonal = above;
        row[0] = above + 1;
        for (column, other) in second.iter().enumerate() {
            let substituted = diagonal + usize::from(item != other);
            diagonal = row[column + 1];
            row[column + 1] = substituted.min(diagonal + 1).min(row[column] + 1);
        }
    }
    Ok(row[second.len()])
}

/// Whether one edit or none turns one sequence into the other, in linear time: at the first difference the
/// rests must be equal after skipping one item of the longer sequence, or of both.
#[must_use]
pub fn within_one_edit<Item: PartialEq>(first: &[Item], second: &[Item]) -> bool {
    let shared = first.iter().zip(second).take_while(|(a, b)| a == b).count();
    let (first, second) = (&first[shared..], &second[shared..]);
    match (first.len(), second.len()) {
        (left, right) if left == right => left == 0 || first[1..] == second[1..],
        (left, right) if left == right + 1 => first[1..] == *second,
        (left, right) if right == left + 1 => second[1..] == *first,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn distance(first: &[u8], second: &[u8]) -> usize {
        levenshtein(first, second, Budget::default()).unwrap()
    }

    #[test]
    fn rotations_and_swaps_take_two_edits() {
        assert_eq!(distance(b"abcd", b"bcda"), 2);
        assert_eq!(distance(b"abcd", b"abdc"), 2);
        assert_eq!(distance(b"abcd", b"abxd"), 1);
        assert_eq!(distance(b"abcdefgh", b"Xabcdefgh"), 1);
        assert_eq!(distance(b"", b"abc"), 3);
    }

    /// All words of at most four letters over three.
    fn words() -> Vec<Vec<u8>> {
        let mut words = vec![Vec::new()];
        let mut start = 0;
        for _ in 0..4 {
            let end = words.len();
            for index in start..end {
                for letter in 0..3 {
                    words.push([words[index].as_slice(), &[letter]].concat());
                }
            }
            start = end;
        }
        words
    }

    #[test]
    fn the_linear_test_agrees_with_the_distance() {
        let words = words();
        assert_eq!(words.len(), 121);
        for first in &words {
            for second in &words {
                let expected = distance(first, second) <= 1;
                assert_eq!(within_one_edit(first, second), expected);
                let differing = first.iter().zip(second).filter(|(a, b)| a != b).count();
                if first.len() == second.len() {
                    assert_eq!(differing <= 1, expected);
                }
            }
        }
    }
}
