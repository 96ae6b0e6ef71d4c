//! LCTS, the longest common tag subsequence of two pages, 64 positions at a time.
//!
//! Bit i of a row says that position i of the first sequence does *not* raise the length; a row follows from its
//! predecessor by one addition, whose carries do what the inner loop of the textbook table does (Crochemore et al.
//! 2001).

use super::budget::{Budget, Meter, OverBudget};
use super::similarity::{of_empty, share};
use crate::hash::WordMap;

const WORD: usize = u64::BITS as usize;

/// The length of the longest common subsequence.
///
/// # Errors
/// If the budget does not suffice; a word of 64 positions counts as one cell.
pub fn common_subsequence(first: &[u32], second: &[u32], budget: Budget) -> Result<usize, OverBudget> {
    let (first, second, shared) = without_shared_ends(first, second);
    let words = first.len().div_ceil(WORD);
    let mut meter = Meter::new(budget);
    meter.charge(words as u64 * second.len() as u64)?;
    let masks = position_masks(first, words, &meter)?;
    let matching: Vec<&[u64]> = second.iter().filter_map(|tag| Some(masks.get(tag)?.as_slice())).collect();
    let (fours, rest) = matching.as_chunks::<4>();
    let mut row = vec![u64::MAX; words];
    for &four in fours {
        advance(&mut row, four);
    }
    for &one in rest {
        advance(&mut row, [one]);
    }
    let raised: u32 = row.iter().map(|word| word.count_zeros()).sum();
    Ok(shared + raised as usize)
}

/// LCTS similarity: the length over that of the longer sequence.
///
/// # Errors
/// If the budget does not suffice.
pub fn subsequence_similarity(first: &[u32], second: &[u32], budget: Budget) -> Result<f64, OverBudget> {
    match of_empty(first.is_empty(), second.is_empty()) {
        Some(similarity) => Ok(similarity),
        None => common_subsequence(first, second, budget).map(|length| share(length, first.len().max(second.len()))),
    }
}

/// Equal beginnings and ends belong to some longest common subsequence.
fn without_shared_ends<'a>(first: &'a [u32], second: &'a [u32]) -> (&'a [u32], &'a [u32], usize) {
    let start = first.iter().zip(second).take_while(|(a, b)| a == b).count();
    let (first, second) = (&first[start..], &second[start..]);
    let pairs = first.iter().rev().zip(second.iter().rev());
    let end = pairs.take_while(|(a, b)| a == b).count();
    (&first[..first.len() - end], &second[..second.len() - end], start + end)
}

/// For every tag, the positions where it is.
fn position_masks(tags: &[u32], words: usize, meter: &Meter) -> Result<WordMap<u32, Vec<u64>>, OverBudget> {
    let mut masks: WordMap<u32, Vec<u64>> = WordMap::default();
    for (position, &tag) in tags.iter().enumerate() {
        meter.reserve(masks.len() + 1, words)?;
        let mask = masks.entry(tag).or_insert_with(|| vec![0; words]);
        mask[position / WORD] |= 1 << (position % WORD);
    }
    Ok(masks)
}

/// Follows several tags at once, word by word. Each tag waits for its own carry and for its predecessor's
/// word, so that the processor finds work in one while it waits for another.
fn advance<const TAGS: usize>(row: &mut [u64], masks: [&[u64]; TAGS]) {
    let masks = masks.map(|mask| &mask[..row.len()]);
    let mut carries = [false; TAGS];
    for (index, place) in row.iter_mut().enumerate() {
        let mut word = *place;
        for (mask, carry) in masks.iter().zip(&mut carries) {
            let positions = mask[index];
            let (sum, over) = word.overflowing_add(word & positions);
            let (sum, again) = sum.overflowing_add(u64::from(*carry));
            *carry = over | again;
            word = sum | (word & !positions);
        }
        *place = word;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn length(first: &[u32], second: &[u32]) -> usize {
        common_subsequence(first, second, Budget::default()).unwrap()
    }

    #[test]
    fn short_sequences() {
        assert_eq!(length(&[1, 2, 3, 2], &[2, 3, 1, 2]), 3);
        assert_eq!(length(&[1], &[2]), 0);
        assert_eq!(length(&[], &[2]), 0);
        let same = subsequence_similarity(&[1, 2, 3, 2], &[2, 3, 1, 2], Budget::default());
        assert_eq!(same, Ok(0.75));
    }

    #[test]
    fn carries_cross_words() {
        let long: Vec<u32> = (0..500).collect();
        let odd: Vec<u32> = (0..500).filter(|tag| tag % 2 == 1).collect();
        assert_eq!(length(&long, &odd), 250);
        let ones = vec![1; 300];
        assert_eq!(length(&[vec![2], ones.clone(), vec![3]].concat(), &ones), 300);
    }

    #[test]
    fn over_budget_is_a_reason() {
        let budget = Budget { cells: 3, table: 9 };
        let refused = common_subsequence(&[1, 2, 1], &[2, 2, 1, 2, 2], budget);
        assert_eq!(refused, Err(OverBudget::Cells { allowed: 3 }));
    }
}
