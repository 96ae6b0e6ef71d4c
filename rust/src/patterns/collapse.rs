//! The older mining (as in FiVaTech), kept for contrast: of two equal neighbouring blocks the second is deleted.
//!
//! Repeats are remembered but take no part in later comparisons, and a block that is collapsed again forgets the
//! repeats inside it, so the result may refuse what it was made from.

use super::budget::Work;
use super::sequence::Piece;

/// Collapses equal neighbouring blocks of growing length.
pub fn collapse_pieces(mut pieces: Vec<Piece>, work: &mut Work) -> Vec<Piece> {
    let mut marks: Vec<(usize, usize)> = Vec::new();
    for length in 1..=pieces.len() / 2 {
        let mut at = 0;
        while at + 2 * length <= pieces.len() {
            if !work.may_mine(1) {
                return with_sets(pieces, &marks);
            }
            if pieces[at..at + length] == pieces[at + length..at + 2 * length] {
                work.may_mine(pieces.len() - at);
                pieces.drain(at + length..at + 2 * length);
                marks = shifted(marks, at, length);
            } else {
                at += 1;
            }
        }
    }
    with_sets(pieces, &marks)
}

/// The marks after a block was collapsed: those it touched are gone, later ones are further left.
fn shifted(marks: Vec<(usize, usize)>, at: usize, length: usize) -> Vec<(usize, usize)> {
    let mut kept: Vec<(usize, usize)> = Vec::with_capacity(marks.len() + 1);
    for (start, end) in marks {
        if end <= at {
            kept.push((start, end));
        } else if start >= at + 2 * length {
            kept.push((start - length, end - length));
        }
    }
    kept.push((at, at + length));
    kept.sort_unstable();
    kept
}

fn with_sets(pieces: Vec<Piece>, marks: &[(usize, usize)]) -> Vec<Piece> {
    let mut result = Vec::new();
    let mut rest = pieces.into_iter();
    let mut at = 0;
    for &(start, end) in marks {
        result.extend(rest.by_ref().take(start - at));
        result.push(Piece::set_of(rest.by_ref().take(end - start).collect()));
        at = end;
    }
    result.extend(rest);
    result
}

#[cfg(test)]
mod tests {
    use super::super::budget::InductionBudget;
    use super::super::sequence::Letters;
    use super::*;
    use crate::measures::tree_matching::Normalisation;

    #[test]
    fn inner_repeats_are_lost() {
        for (word, expected) in [
            ("abcbcbcdabcdcdcd", "(abcd)+"),
            ("abab", "(ab)+"),
            ("abbc", "a(b)+c"),
            ("abc", "abc"),
            ("aabaab", "(ab)+"),
        ] {
            let mut work = Work::new(Normalisation::SetAware, InductionBudget::default());
            let pieces = word.bytes().map(|letter| Piece::Symbol(u32::from(letter))).collect();
            assert_eq!(Letters(&collapse_pieces(pieces, &mut work)).to_string(), expected);
        }
    }
}
