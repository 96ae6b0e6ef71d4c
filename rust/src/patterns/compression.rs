//! Matrix compression: rows that alignment tore apart although they have the same structure become one again.
//!
//! The result has one entry for each part of the template. A row without blanks stays as it is. A run of consecutive
//! rows with blanks and the same S_k is merged: a *set* if a column holds several of it, *optional* if a column holds
//! none, both or neither. Its symbol becomes S_kT_* if the rows' texts differ, and data with differing texts becomes
//! variant: a symbol of its own, so that neighbouring fields are never fused.

use super::alignment::{Cell, Row};
use super::peers::Symbols;

/// What an entry stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EntrySymbol {
    /// S_kT_l: structure and text agree.
    Exact(u32),
    /// S_kT_*: the structure agrees.
    Structure(u32),
    /// Differing data; the number tells fields apart.
    Variant(u32),
}

/// A part of the template: one row, or several merged.
#[derive(Clone, Debug)]
pub struct Entry {
    /// What the entry stands for.
    pub symbol: EntrySymbol,
    /// Whether some tree holds several.
    pub is_set: bool,
    /// Whether some tree holds none.
    pub is_optional: bool,
    /// Whether it was merged from rows with blanks.
    pub is_torn: bool,
    /// The children it was made of.
    pub cells: Vec<Cell>,
}

impl Entry {
    /// The trees that hold the part, in order and each once.
    #[must_use]
    pub fn occurrence(&self) -> Vec<u32> {
        let mut columns: Vec<u32> = self.cells.iter().map(|cell| cell.column).collect();
        columns.sort_unstable();
        columns.dedup();
        columns
    }
}

/// Compresses aligned rows of the given number of columns.
#[must_use]
pub fn compress_rows(rows: Vec<Row>, columns: usize, symbols: &Symbols) -> Vec<Entry> {
    let mut compression = Compression { columns, symbols, entries: Vec::new(), run: None, variants: 0 };
    for row in rows {
        compression.take(row);
    }
    compression.close_run();
    compression.entries
}

/// Consecutive rows of one structure.
struct Run {
    structure: u32,
    cells: Vec<Cell>,
}

struct Compression<'a> {
    columns: usize,
    symbols: &'a Symbols,
    entries: Vec<Entry>,
    run: Option<Run>,
    variants: u32,
}

impl Compression<'_> {
    fn take(&mut self, row: Row) {
        let Some(first) = row.cells.first() else {
            return self.close_run();
        };
        let is_full = row.cells.len() == self.columns;
        let structure = self.symbols.structures[first.symbol as usize];
        if row.is_variant || is_full {
            let exact = EntrySymbol::Exact(first.symbol);
            self.close_run();
            let symbol = if row.is_variant { self.new_variant() } else { exact };
            self.entries.push(Entry { symbol, is_set: false, is_optional: !is_full, is_torn: false, cells: row.cells });
        } else if let Some(run) = self.run.as_mut().filter(|run| run.structure == structure) {
            run.cells.extend(row.cells);
        } else {
            self.close_run();
            self.run = Some(Run { structure, cells: row.cells });
        }
    }

    fn close_run(&mut self) {
        let Some(Run { structure, mut cells }) = self.run.take() else { return };
        let first = cells[0].symbol;
        let symbol = match cells.iter().all(|cell| cell.symbol == first) {
            true => EntrySymbol::Exact(first),
            false if self.symbols.is_data[first as usize] => self.new_variant(),
            false => EntrySymbol::Structure(structure),
        };
        cells.sort_unstable_by_key(|cell| (cell.column, cell.position));
        let mut entry = Entry { symbol, is_set: false, is_optional: false, is_torn: true, cells };
        let holders = entry.occurrence().len();
        entry.is_set = entry.cells.len() > holders;
        entry.is_optional = holders < self.columns;
        self.entries.push(entry);
    }

    fn new_variant(&mut self) -> EntrySymbol {
        self.variants += 1;
        EntrySymbol::Variant(self.variants - 1)
    }
}
