//! The order in which the rows of a page are written to their tables.

use super::template::Table;
use crate::leaves::{NO_ROW, Row};

/// One row of a table, of those that hold anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PlacedRow {
    /// The row on the page.
    pub row: u32,
    /// The position of the row around it in the table of that, from 0 on in each record; 0 in an outermost table.
    pub parent: u32,
}

/// For each table its rows: those of one parent row behind those of the one before it, each in the order of the page.
pub(super) fn lay_out_rows(tables: &[Table], rows: &[Row], is_filled: &[bool]) -> Vec<Vec<PlacedRow>> {
    let mut laid: Vec<Vec<PlacedRow>> = vec![Vec::new(); tables.len()];
    let kept = || (0u32..).zip(rows).filter(|&(number, _)| is_filled[number as usize]);
    for (number, row) in kept() {
        laid[row.table as usize].push(PlacedRow { row: number, parent: 0 });
    }
    let mut positions = vec![0u32; rows.len()];
    for table in 0..tables.len() {
        let mut own = std::mem::take(&mut laid[table]);
        if tables[table].parent.is_some() {
            for placed in &mut own {
                let around = rows[placed.row as usize].parent;
                placed.parent = if around == NO_ROW { 0 } else { positions[around as usize] };
            }
            own.sort_by_key(|placed| placed.parent);
        }
        for (position, placed) in (0..).zip(&own) {
            positions[placed.row as usize] = position;
        }
        laid[table] = own;
    }
    laid
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_one_parent_stand_together() {
        let tables = [Table { columns: 0..0, parent: None }, Table { columns: 0..0, parent: Some(0) }];
        let row = |table, parent| Row { table, node: 0, parent };
        // The second outer row stands in the first.
        let rows = [row(0, NO_ROW), row(1, 0), row(0, NO_ROW), row(1, 2), row(1, 0), row(1, 0)];
        let laid = lay_out_rows(&tables, &rows, &[true, true, true, true, true, false]);
        let of = |table: usize| laid[table].iter().map(|placed| (placed.row, placed.parent)).collect::<Vec<_>>();
        assert_eq!(of(0), [(0, 0), (2, 0)]);
        assert_eq!(of(1), [(1, 0), (4, 0), (3, 1)]);
    }
}
