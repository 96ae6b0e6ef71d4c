//! Two extensions of the published algorithm that keep surplus records from being frozen as literal optionals.
//!
//! E1: where one torn part of a structure was generalised to S_kT_*, all torn parts of that structure are.
//! E2: neighbouring optionals that occur in exactly the same trees come and go together: one optional for all.

use std::collections::HashSet;

use super::compression::{Entry, EntrySymbol};
use super::peers::Symbols;
use super::sequence::Piece;

/// E1, on the entries of one level.
pub fn generalise_torn(entries: &mut [Entry], symbols: &Symbols) {
    let is_general = |entry: &&Entry| entry.is_torn && !matches!(entry.symbol, EntrySymbol::Exact(_));
    let structure_of = |entry: &Entry| symbols.structures[entry.cells[0].symbol as usize];
    let general: HashSet<u32> = entries.iter().filter(is_general).map(structure_of).collect();
    let mut variants = entries.iter().filter(|entry| matches!(entry.symbol, EntrySymbol::Variant(_))).count() as u32;
    for entry in entries.iter_mut().filter(|entry| entry.is_torn) {
        let EntrySymbol::Exact(symbol) = entry.symbol else { continue };
        let structure = symbols.structures[symbol as usize];
        if !general.contains(&structure) {
            continue;
        }
        entry.symbol = EntrySymbol::Structure(structure);
        if symbols.is_data[symbol as usize] {
            entry.symbol = EntrySymbol::Variant(variants);
            variants += 1;
        }
    }
}

/// The entries as pieces, one by one; `numbers` gives the symbol of each.
#[must_use]
pub fn separate_pieces(entries: &[Entry], numbers: &[u32]) -> Vec<Piece> {
    entries.iter().zip(numbers).map(|(entry, &number)| piece(entry, number, entry.is_optional)).collect()
}

/// E2: the entries as pieces, neighbouring optionals with the same occurrence in one.
#[must_use]
pub fn grouped_pieces(entries: &[Entry], numbers: &[u32]) -> Vec<Piece> {
    let occurrences: Vec<Option<Vec<u32>>> =
        entries.iter().map(|entry| entry.is_optional.then(|| entry.occurrence())).collect();
    let mut pieces = Vec::new();
    let mut start = 0;
    while start < entries.len() {
        let same = occurrences[start..].iter().take_while(|&other| other.is_some() && *other == occurrences[start]);
        let end = start + same.count().max(1);
        let is_optional = entries[start].is_optional;
        let members = entries[start..end].iter().zip(&numbers[start..end]);
        let mut group: Vec<Piece> = members.map(|(entry, &number)| piece(entry, number, false)).collect();
        match is_optional {
            true => pieces.push(Piece::optional_of(group)),
            false => pieces.append(&mut group),
        }
        start = end;
    }
    pieces
}

fn piece(entry: &Entry, number: u32, is_optional: bool) -> Piece {
    let mut piece = Piece::Symbol(number);
    if entry.is_set {
        piece = Piece::set_of(vec![piece]);
    }
    if is_optional {
        piece = Piece::optional_of(vec![piece]);
    }
    piece
}
