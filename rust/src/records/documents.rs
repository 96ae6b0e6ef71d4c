//! What can be searched of a record, as the bytes of a document ([`crate::search`]): its title, and the texts of its
//! columns, values first. Python puts before them what it knows of the page.

use super::choice::{Cell, Choice};
use super::page::RecordBatch;
use super::template::CompiledTemplate;
use crate::leaves::{NO_ROW, Row};
use crate::search::{write_number, write_text};

/// Characters of one value that are indexed.
const MAX_VALUE: usize = 100_000;

/// A column that can be searched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DocumentColumn {
    /// Its name, with those of the tables around it before it.
    pub name: String,
    /// Whether it holds addresses, whose words are found by their column only.
    pub is_address: bool,
    /// What all its values end with: the name of the site in titles.
    pub tail: String,
}

/// What can be searched of one record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct IndexedText {
    /// The end of a document, from its title on.
    pub document: Vec<u8>,
    /// The columns that it fills.
    pub columns: Vec<u32>,
}

/// Writes documents of the records of one template.
#[derive(Clone, Debug, Default)]
pub struct DocumentWriter {
    columns: Vec<Option<DocumentColumn>>,
    /// Names of columns that say what a page is about, the best first.
    titles: Vec<String>,
}

/// The texts of one column.
struct Group<'text> {
    column: usize,
    texts: Vec<&'text str>,
}

impl DocumentWriter {
    /// A writer for the columns of a template; `None` for those that say nothing about a page.
    pub fn new(columns: Vec<Option<DocumentColumn>>, titles: Vec<String>) -> Self {
        DocumentWriter { columns, titles }
    }

    pub(super) fn write(
        &self,
        template: &CompiledTemplate,
        choice: &Choice,
        rows: &[Row],
        batch: &RecordBatch,
    ) -> IndexedText {
        let mut groups: Vec<Group<'_>> = Vec::new();
        let mut of_column: Vec<usize> = vec![usize::MAX; template.columns.len()];
        for cell in in_reading_order(choice, rows) {
            let (Some(column), Some(values)) = (self.column(cell.column), &batch.columns[cell.column]) else {
                continue;
            };
            for item in cell.items.clone() {
                let text = values.values.get(item);
                if text.is_empty() {
                    continue;
                }
                let at = &mut of_column[cell.column];
                if *at == usize::MAX {
                    *at = groups.len();
                    groups.push(Group { column: cell.column, texts: Vec::new() });
                }
                groups[*at].texts.push(shorten(text.strip_suffix(column.tail.as_str()).unwrap_or(text)));
            }
        }
        self.finish(&groups)
    }

    fn column(&self, number: usize) -> Option<&DocumentColumn> {
        self.columns.get(number).and_then(Option::as_ref)
    }

    fn finish(&self, groups: &[Group<'_>]) -> IndexedText {
        let named: Vec<(&DocumentColumn, &Group<'_>)> =
            groups.iter().filter_map(|group| self.column(group.column).map(|column| (column, group))).collect();
        let values = || named.iter().filter(|(column, _)| !column.is_address);
        let addresses = || named.iter().filter(|(column, _)| column.is_address);
        let by_name = |name: &String| values().find(|(column, _)| column.name == *name);
        let titled = self.titles.iter().find_map(by_name).or_else(|| values().next());
        let title = titled.map_or("", |(_, group)| group.texts[0]);
        let columns = groups.iter().map(|group| group.column as u32).collect();
        let mut document = Vec::new();
        write_text(&mut document, title.as_bytes());
        for (column, group) in values().chain(addresses()) {
            write_text(&mut document, column.name.as_bytes());
            write_number(&mut document, usize::from(column.is_address));
            write_number(&mut document, group.texts.len());
            group.texts.iter().for_each(|text| write_text(&mut document, text.as_bytes()));
        }
        IndexedText { document, columns }
    }
}

/// The cells of a record: its own, then those of its rows, table by table, each row with those inside it.
fn in_reading_order<'choice>(choice: &'choice Choice, rows: &[Row]) -> Vec<&'choice Cell> {
    let own = choice.cells.partition_point(|cell| cell.row == NO_ROW);
    let mut order: Vec<&Cell> = choice.cells[..own].iter().collect();
    let mut inside: Vec<Vec<u32>> = vec![Vec::new(); rows.len() + 1];
    for (number, row) in (0u32..).zip(rows) {
        if choice.is_filled[number as usize] {
            let around = if row.parent == NO_ROW { rows.len() } else { row.parent as usize };
            inside[around].push(number);
        }
    }
    let mut waiting: Vec<u32> = Vec::new();
    push_inside(&inside[rows.len()], rows, &mut waiting);
    while let Some(row) = waiting.pop() {
        let start = choice.cells.partition_point(|cell| cell.row == NO_ROW || cell.row < row);
        order.extend(choice.cells[start..].iter().take_while(|cell| cell.row == row));
        push_inside(&inside[row as usize], rows, &mut waiting);
    }
    order
}

/// Rows to look at next, the first of them last: tables in the order in which they first stand there.
fn push_inside(inside: &[u32], rows: &[Row], waiting: &mut Vec<u32>) {
    let mut tables: Vec<u32> = Vec::new();
    for &row in inside {
        let table = rows[row as usize].table;
        if !tables.contains(&table) {
            tables.push(table);
        }
    }
    for table in tables.into_iter().rev() {
        waiting.extend(inside.iter().rev().filter(|&&row| rows[row as usize].table == table));
    }
}

/// The first characters of a text.
fn shorten(text: &str) -> &str {
    if text.len() <= MAX_VALUE {
        return text;
    }
    text.char_indices().nth(MAX_VALUE).map_or(text, |(end, _)| &text[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn columns<const COUNT: usize>(columns: [(&str, bool); COUNT]) -> Vec<Option<DocumentColumn>> {
        let column = |(name, is_address): (&str, bool)| DocumentColumn {
            name: name.to_owned(),
            is_address,
            tail: String::new(),
        };
        columns.map(|one| Some(column(one))).into()
    }

    #[test]
    fn documents_have_titles_values_and_addresses() {
        let columns = columns([("link", true), ("a.b", false), ("name", false)]);
        let writer = DocumentWriter::new(columns, vec!["title".to_owned(), "name".to_owned()]);
        let groups = [(0, vec!["/x"]), (1, vec!["one", "two"]), (2, vec!["two"])];
        let groups: Vec<_> = groups.into_iter().map(|(column, texts)| Group { column, texts }).collect();
        let made = writer.finish(&groups);
        let wanted = b"\x03two\x03a.b\x00\x02\x03one\x03two\x04name\x00\x01\x03two\x04link\x01\x01\x02/x";
        assert_eq!(made.document, wanted);
        assert_eq!(made.columns, [0, 1, 2]);
    }

    #[test]
    fn what_says_nothing_has_no_title() {
        let made = DocumentWriter::new(vec![], vec![]).finish(&[]);
        assert_eq!((made.document, made.columns), (vec![0], vec![]));
    }
}
