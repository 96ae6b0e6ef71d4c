//! How the leaves of one key are taken, by how many of them each page or row has.

use super::FEW_PAGES;

/// The share of pages with the usual number of leaves, if each position is a column. A guess.
const FIXED_COUNT: f64 = 0.8;
/// Longer lists are lists, even of a fixed length. A guess.
const MAX_POSITIONS: usize = 30;
/// On few pages longer lists of the same length are lists all the same. A guess.
const FEW_POSITIONS: usize = 3;

/// How leaves are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Positions {
    /// All together: there is always one.
    All,
    /// All together, and the first alone.
    AllOrFirst,
    /// Each by itself: there are nearly always that many.
    Each(usize),
}

/// How the leaves of a key are taken, by how many there are on each page.
pub fn choose_positions(counts: &[usize]) -> Positions {
    let mut times: Vec<(usize, usize)> = Vec::new();
    for &count in counts {
        match times.iter_mut().find(|(known, _)| *known == count) {
            Some((_, times)) => *times += 1,
            None => times.push((count, 1)),
        }
    }
    // Of several that are as frequent, the first counts.
    let Some(&(usual, most)) = times.iter().rev().max_by_key(|(_, times)| times) else { return Positions::All };
    if usual == 1 {
        return if times.len() == 1 { Positions::All } else { Positions::AllOrFirst };
    }
    let longest = if counts.len() < FEW_PAGES { FEW_POSITIONS } else { MAX_POSITIONS };
    if most as f64 >= FIXED_COUNT * counts.len() as f64 && usual <= longest {
        return Positions::Each(usual);
    }
    Positions::AllOrFirst
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_decide_how_leaves_are_taken() {
        assert_eq!(choose_positions(&[1, 1]), Positions::All);
        assert_eq!(choose_positions(&[1, 2, 1]), Positions::AllOrFirst);
        assert_eq!(choose_positions(&[2, 1]), Positions::AllOrFirst);
        assert_eq!(choose_positions(&[3, 3, 3, 3, 2]), Positions::Each(3));
        assert_eq!(choose_positions(&[4, 4]), Positions::AllOrFirst);
        assert_eq!(choose_positions(&[31; 9]), Positions::AllOrFirst);
    }
}
