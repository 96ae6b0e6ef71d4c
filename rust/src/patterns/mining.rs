//! Pattern mining by containment: neighbouring blocks of which one means all that the other means become a set.
//!
//! What the pieces meant is always part of what the result means. Blocks of growing length are tried, lengths counted
//! in symbols (a set counts as its body once), from left to right, and after a success the same place is tried again.
//!
//! The extension E3 joins neighbours that are one block under different wrappers: X+ X? becomes X+.

use super::budget::Work;
use super::containment::Containment;
use super::sequence::Piece;
use crate::hash::WordMap;

/// Mines a list; `joins_wrapped` switches E3 on.
pub fn mine_pieces(pieces: Vec<Piece>, joins_wrapped: bool, work: &mut Work) -> Vec<Piece> {
    let mut mined = Vec::with_capacity(pieces.len());
    let mut containment = Containment::default();
    for segment in segments(pieces) {
        let miner = Miner { containment: &mut containment, joins_wrapped, work };
        mined.append(&mut miner.mine(segment));
    }
    mined
}

/// A symbol that occurs once in a list, and that its piece needs, is in one of two neighbouring blocks and not in the
/// other: no repeat reaches across it, and the parts between such pieces can be mined apart.
fn segments(pieces: Vec<Piece>) -> Vec<Vec<Piece>> {
    let mut counts: WordMap<u32, u32> = WordMap::default();
    for piece in &pieces {
        piece.visit_symbols(true, &mut |symbol, _| *counts.entry(symbol).or_insert(0) += 1);
    }
    let mut segments = vec![Vec::new()];
    for piece in pieces {
        let mut is_border = false;
        piece.visit_symbols(true, &mut |symbol, is_sure| is_border |= is_sure && counts[&symbol] == 1);
        if is_border {
            segments.push(vec![piece]);
            segments.push(Vec::new());
        } else if let Some(segment) = segments.last_mut() {
            segment.push(piece);
        }
    }
    segments
}

struct Miner<'a> {
    containment: &'a mut Containment,
    joins_wrapped: bool,
    work: &'a mut Work,
}

impl Miner<'_> {
    fn mine(mut self, mut pieces: Vec<Piece>) -> Vec<Piece> {
        let symbols: usize = pieces.iter().map(Piece::symbols).sum();
        for length in 1..=symbols / 2 {
            let left: usize = pieces.iter().map(Piece::symbols).sum();
            if 2 * length > left {
                break;
            }
            if !self.work.may_mine(pieces.len()) {
                break;
            }
            pieces = self.pass(pieces, length);
        }
        pieces
    }

    /// One walk over the list with blocks of one length.
    fn pass(&mut self, pieces: Vec<Piece>, length: usize) -> Vec<Piece> {
        let places = Places::new(&pieces);
        let mut mined = Vec::with_capacity(pieces.len());
        let mut at = 0;
        while at < pieces.len() {
            let Some(end) = places.after(at, length) else {
                mined.push(pieces[at].clone());
                at += 1;
                continue;
            };
            let mut block: Option<Piece> = None;
            let mut next = end;
            while let Some(after) = places.after(next, length) {
                let current = block.as_ref().map_or(&pieces[at..end], std::slice::from_ref);
                let Some(joined) = self.join(current, &pieces[next..after]) else { break };
                block = Some(joined);
                next = after;
            }
            match block {
                Some(block) => {
                    mined.push(block);
                    at = next;
                }
                None => {
                    mined.push(pieces[at].clone());
                    at += 1;
                }
            }
        }
        mined
    }

    /// What two neighbouring blocks become, if they are repeats of one another.
    fn join(&mut self, left: &[Piece], right: &[Piece]) -> Option<Piece> {
        if let (Some(a), Some(b)) = (left[0].sure_first(), right[0].sure_first())
            && a != b
        {
            return None;
        }
        if !self.work.may_mine(left.len() + right.len()) {
            return None;
        }
        if self.joins_wrapped && unwrapped(left) == unwrapped(right) {
            return Some(repeated(left, right));
        }
        if self.containment.contains(left, right) {
            return Some(Piece::set_of(left.to_vec()));
        }
        let is_inside = self.containment.contains(right, left);
        is_inside.then(|| Piece::set_of(right.to_vec()))
    }
}

/// A block without the set and the optional around it.
fn unwrapped(block: &[Piece]) -> &[Piece] {
    match block {
        [Piece::Set(body) | Piece::Optional(body)] => unwrapped(body),
        _ => block,
    }
}

/// E3: the same block twice, under whatever wrappers, is a set of it; optional if neither has to be there.
fn repeated(left: &[Piece], right: &[Piece]) -> Piece {
    let set = Piece::set_of(unwrapped(left).to_vec());
    let is_needed = |block: &[Piece]| !block.iter().all(Piece::is_nullable);
    match is_needed(left) || is_needed(right) {
        true => set,
        false => Piece::optional_of(vec![set]),
    }
}

/// Where pieces begin, counted in symbols.
struct Places {
    starts: Vec<usize>,
    /// The piece that begins at a symbol, if one does.
    pieces: Vec<Option<u32>>,
}

impl Places {
    fn new(pieces: &[Piece]) -> Self {
        let mut starts = Vec::with_capacity(pieces.len() + 1);
        let mut total = 0;
        for piece in pieces {
            starts.push(total);
            total += piece.symbols();
        }
        starts.push(total);
        let mut places = vec![None; total + 1];
        (0..).zip(&starts).for_each(|(piece, &start)| places[start] = Some(piece));
        Self { starts, pieces: places }
    }

    /// The piece that begins exactly `length` symbols after another one, or the end of the list.
    fn after(&self, piece: usize, length: usize) -> Option<usize> {
        let place = self.pieces.get(self.starts[piece] + length)?;
        place.map(|piece| piece as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::super::budget::InductionBudget;
    use super::super::sequence::Letters;
    use super::*;
    use crate::measures::tree_matching::Normalisation;

    fn mined(word: &str, joins_wrapped: bool) -> String {
        let mut work = Work::new(Normalisation::SetAware, InductionBudget::default());
        let pieces = word.bytes().map(|letter| Piece::Symbol(u32::from(letter))).collect();
        Letters(&mine_pieces(pieces, joins_wrapped, &mut work)).to_string()
    }

    #[test]
    fn checked_examples() {
        for (word, expected) in [
            ("abbabcabcddd", "((a(b)+)+c)+(d)+"),
            ("abcbcbcdabcdcdcd", "a(bc)+dab(cd)+"),
            ("abab", "(ab)+"),
            ("aabaab", "((a)+b)+"),
            ("ababcabc", "((ab)+c)+"),
            ("abc", "abc"),
            ("", ""),
        ] {
            assert_eq!(mined(word, false), expected);
            assert_eq!(mined(word, true), expected);
        }
    }

    #[test]
    fn the_example_grows_length_by_length() {
        let mut work = Work::new(Normalisation::SetAware, InductionBudget::default());
        let mut containment = Containment::default();
        let mut miner = Miner { containment: &mut containment, joins_wrapped: false, work: &mut work };
        let mut pieces: Vec<Piece> = "abbabcabcddd".bytes().map(|letter| Piece::Symbol(u32::from(letter))).collect();
        let mut seen = Vec::new();
        for length in 1..=4 {
            pieces = miner.pass(pieces, length);
            seen.push(Letters(&pieces).to_string());
        }
        assert_eq!(seen, ["a(b)+abcabc(d)+", "(a(b)+)+cabc(d)+", "((a(b)+)+c)+(d)+", "((a(b)+)+c)+(d)+"]);
    }

    #[test]
    fn the_extension_joins_a_set_and_its_optional() {
        let mut work = Work::new(Normalisation::SetAware, InductionBudget::default());
        let x = || vec![Piece::Symbol(1), Piece::Symbol(2)];
        let pieces = vec![Piece::Set(x()), Piece::Optional(x())];
        assert_eq!(mine_pieces(pieces.clone(), false, &mut work), pieces);
        assert_eq!(mine_pieces(pieces, true, &mut work), [Piece::Set(x())]);
    }
}
