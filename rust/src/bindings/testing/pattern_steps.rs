//! The single steps of pattern induction for Python, so that each can be looked at, and checked, by itself.

use pyo3::prelude::*;

use crate::bindings::error::{CoreError, Result};
use crate::measures::tree_matching::Normalisation;
use crate::patterns::alignment::{Cell, align_columns as align};
use crate::patterns::budget::{InductionBudget, Work};
use crate::patterns::collapse::collapse_pieces;
use crate::patterns::compression::{EntrySymbol, compress_rows};
use crate::patterns::mining::mine_pieces;
use crate::patterns::optionals::generalise_torn;
use crate::patterns::peers::Symbols;
use crate::patterns::sequence::{Letters, read_letters};

/// The cells of a row, as column and position, and whether the row was accepted as variant data.
type RowOfCells = (Vec<(u32, u32)>, bool);

/// A part of the template: what kind of symbol and which, set or not, optional or not, the cells.
type EntryOfCells = (&'static str, u32, bool, bool, Vec<(u32, u32)>);

fn work() -> Work {
    Work::new(Normalisation::SetAware, InductionBudget::default())
}

fn check(columns: &[Vec<u32>], symbols: usize) -> Result<()> {
    match columns.iter().flatten().find(|&&symbol| symbol as usize >= symbols) {
        None => Ok(()),
        Some(symbol) => Err(CoreError::internal(format!("nothing is said about symbol {symbol}"))),
    }
}

fn places(cells: &[Cell]) -> Vec<(u32, u32)> {
    cells.iter().map(|cell| (cell.column, cell.position)).collect()
}

/// Aligns columns of symbols; `is_data` says for each symbol whether it is a text or an image.
#[pyfunction]
pub fn align_columns(columns: Vec<Vec<u32>>, is_data: Vec<bool>) -> Result<Vec<RowOfCells>> {
    check(&columns, is_data.len())?;
    let rows = align(&columns, &is_data, &mut work());
    Ok(rows.iter().map(|row| (places(&row.cells), row.is_variant)).collect())
}

/// Aligns and compresses columns; `structures` gives the k of each symbol. E1 is applied where `extended`.
#[pyfunction]
#[pyo3(signature = (columns, structures, is_data, extended=false))]
pub fn compress_columns(
    columns: Vec<Vec<u32>>,
    structures: Vec<u32>,
    is_data: Vec<bool>,
    extended: bool,
) -> Result<Vec<EntryOfCells>> {
    check(&columns, is_data.len().min(structures.len()))?;
    let symbols = Symbols { structures, is_data };
    let rows = align(&columns, &symbols.is_data, &mut work());
    let mut entries = compress_rows(rows, columns.len(), &symbols);
    if extended {
        generalise_torn(&mut entries, &symbols);
    }
    let entry = |entry: &crate::patterns::compression::Entry| {
        let (kind, number) = match entry.symbol {
            EntrySymbol::Exact(symbol) => ("exact", symbol),
            EntrySymbol::Structure(structure) => ("structure", structure),
            EntrySymbol::Variant(number) => ("variant", number),
        };
        (kind, number, entry.is_set, entry.is_optional, places(&entry.cells))
    };
    Ok(entries.iter().map(entry).collect())
}

/// Mines an expression over letters, such as `aab(c)?`, by `containment` or `collapse`.
#[pyfunction]
#[pyo3(signature = (expression, *, mining="containment", extended=false))]
pub fn mine_letters(expression: &str, mining: &str, extended: bool) -> Result<String> {
    let pieces = read_letters(expression).map_err(CoreError::usage)?;
    let mined = match mining {
        "containment" => mine_pieces(pieces, extended, &mut work()),
        "collapse" => collapse_pieces(pieces, &mut work()),
        _ => return Err(CoreError::usage(format!("no kind of mining: {mining}"))),
    };
    Ok(Letters(&mined).to_string())
}
