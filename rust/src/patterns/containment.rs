//! Whether one mined block means everything that another one means: containment of regular expressions.
//!
//! Each of two rows of pieces becomes an automaton whose states are the symbols' places; pairs of one place of the
//! left and the set of places the right may be in are explored until a word is found that the left accepts and the
//! right does not. The exploration is bounded: what cannot be decided counts as no.

use std::collections::{HashMap, HashSet};

use super::sequence::Piece;

/// Pairs that one exploration may visit.
const MAX_PAIRS: usize = 10_000;

/// Answers, remembered for the blocks of one list.
#[derive(Default)]
pub struct Containment {
    known: HashMap<(Vec<Piece>, Vec<Piece>), bool>,
}

impl Containment {
    /// Whether every word of `inner` is a word of `outer`.
    pub fn contains(&mut self, outer: &[Piece], inner: &[Piece]) -> bool {
        if inner == outer {
            return true;
        }
        if is_plain(outer) || !has_needed_symbols(outer, inner) {
            return false;
        }
        let key = (outer.to_vec(), inner.to_vec());
        if let Some(&answer) = self.known.get(&key) {
            return answer;
        }
        let answer = explore(&Automaton::new(outer), &Automaton::new(inner));
        self.known.insert(key, answer);
        answer
    }
}

/// Whether the pieces mean a single word.
fn is_plain(pieces: &[Piece]) -> bool {
    pieces.iter().all(|piece| matches!(piece, Piece::Symbol(_)))
}

/// The outer block must know all symbols of the inner, and need none that the inner can do without.
fn has_needed_symbols(outer: &[Piece], inner: &[Piece]) -> bool {
    let (all_outer, sure_outer) = alphabet(outer);
    let (all_inner, sure_inner) = alphabet(inner);
    all_inner.is_subset(&all_outer) && sure_outer.is_subset(&sure_inner)
}

fn alphabet(pieces: &[Piece]) -> (HashSet<u32>, HashSet<u32>) {
    let (mut all, mut sure) = (HashSet::new(), HashSet::new());
    for piece in pieces {
        piece.visit_symbols(true, &mut |symbol, is_sure| {
            all.insert(symbol);
            if is_sure {
                sure.insert(symbol);
            }
        });
    }
    (all, sure)
}

/// The places of a block's symbols: which may come first, which may follow which, which may be last.
struct Automaton {
    symbols: Vec<u32>,
    follow: Vec<Vec<usize>>,
    first: Vec<usize>,
    is_last: Vec<bool>,
    is_nullable: bool,
}

/// The outline of a part: the places that may begin and end it, and whether it may be empty.
struct Outline {
    first: Vec<usize>,
    last: Vec<usize>,
    is_nullable: bool,
}

impl Automaton {
    fn new(pieces: &[Piece]) -> Self {
        let (symbols, follow, first, is_last) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let mut automaton = Self { symbols, follow, first, is_last, is_nullable: false };
        let outline = automaton.row(pieces);
        automaton.is_last = vec![false; automaton.symbols.len()];
        outline.last.iter().for_each(|&place| automaton.is_last[place] = true);
        automaton.first = outline.first;
        automaton.is_nullable = outline.is_nullable;
        automaton
    }

    fn row(&mut self, pieces: &[Piece]) -> Outline {
        let mut whole = Outline { first: Vec::new(), last: Vec::new(), is_nullable: true };
        for piece in pieces {
            let next = self.piece(piece);
            self.link(&whole.last, &next.first);
            if whole.is_nullable {
                whole.first.extend(&next.first);
            }
            if !next.is_nullable {
                whole.last.clear();
            }
            whole.last.extend(&next.last);
            whole.is_nullable &= next.is_nullable;
        }
        whole
    }

    fn piece(&mut self, piece: &Piece) -> Outline {
        match piece {
            Piece::Symbol(symbol) => {
                let place = self.symbols.len();
                self.symbols.push(*symbol);
                self.follow.push(Vec::new());
                Outline { first: vec![place], last: vec![place], is_nullable: false }
            }
            Piece::Set(body) => {
                let body = self.row(body);
                self.link(&body.last, &body.first);
                body
            }
            Piece::Optional(body) => Outline { is_nullable: true, ..self.row(body) },
        }
    }

    fn link(&mut self, from: &[usize], to: &[usize]) {
        for &place in from {
            for &next in to {
                if !self.follow[place].contains(&next) {
                    self.follow[place].push(next);
                }
            }
        }
    }

    /// The places that may come next: after these, or at the beginning.
    fn next(&self, after: Option<usize>) -> &[usize] {
        after.map_or(&self.first, |place| &self.follow[place])
    }

    fn step(&self, from: Option<&[usize]>, symbol: u32) -> Vec<usize> {
        let mut reached: Vec<usize> = match from {
            None => self.first.clone(),
            Some(places) => places.iter().flat_map(|&place| &self.follow[place]).copied().collect(),
        };
        reached.retain(|&place| self.symbols[place] == symbol);
        reached.sort_unstable();
        reached.dedup();
        reached
    }
}

fn explore(outer: &Automaton, inner: &Automaton) -> bool {
    if inner.is_nullable && !outer.is_nullable {
        return false;
    }
    let mut seen: HashSet<(usize, Vec<usize>)> = HashSet::new();
    let mut open: Vec<(Option<usize>, Option<Vec<usize>>)> = vec![(None, None)];
    while let Some((place, outer_places)) = open.pop() {
        for &next in inner.next(place) {
            let reached = outer.step(outer_places.as_deref(), inner.symbols[next]);
            let is_refused = inner.is_last[next] && !reached.iter().any(|&place| outer.is_last[place]);
            if reached.is_empty() || is_refused || seen.len() >= MAX_PAIRS {
                return false;
            }
            if seen.insert((next, reached.clone())) {
                open.push((Some(next), Some(reached)));
            }
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use std::slice::from_ref;

    use super::*;
    use Piece::{Optional, Set, Symbol};

    fn contains(outer: &[Piece], inner: &[Piece]) -> bool {
        Containment::default().contains(outer, inner)
    }

    #[test]
    fn words_sets_and_optionals() {
        let (a, b) = (Symbol(0), Symbol(1));
        let many_b = Set(vec![b.clone()]);
        assert!(contains(&[a.clone(), many_b.clone()], &[a.clone(), b.clone()]));
        assert!(!contains(&[a.clone(), b.clone()], &[a.clone(), many_b.clone()]));
        let maybe_a = Optional(vec![a.clone()]);
        assert!(contains(from_ref(&maybe_a), from_ref(&a)));
        assert!(!contains(from_ref(&a), from_ref(&maybe_a)));
        assert!(contains(&[Set(vec![a.clone(), many_b.clone()])], &[a.clone(), many_b.clone()]));
        let pairs = Set(vec![a.clone(), a.clone()]);
        assert!(contains(&[Set(vec![a.clone()])], from_ref(&pairs)));
        assert!(!contains(&[pairs], &[Set(vec![a.clone()])]));
        assert!(!contains(&[many_b], &[a]));
    }

    #[test]
    fn neither_contains_the_other() {
        let [a, b, c, d] = [0, 1, 2, 3].map(Symbol);
        let left = [a.clone(), Set(vec![b.clone(), c.clone()]), d.clone()];
        let right = [a, b, Set(vec![c, d])];
        assert!(!contains(&left, &right));
        assert!(!contains(&right, &left));
    }
}
