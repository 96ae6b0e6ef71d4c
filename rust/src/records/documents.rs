//! What can be searched of a record, as the bytes of a document ([`crate::search`]): what Python knows of the page, the
//! title, and the texts of the columns, values first.

use super::choice::Choice;
use super::columns::Column;
use super::template::strip_end;
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

/// What can be searched of some records: documents, one behind the other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Documents {
    /// The documents.
    pub bytes: Vec<u8>,
    /// Where each ends.
    pub ends: Vec<u32>,
    /// The columns that are filled, each with the first record that does.
    pub filled: Vec<(u32, u32)>,
    /// By column whether it is among those.
    is_filled: Vec<bool>,
}

impl Documents {
    /// Notes that the record that comes next fills a column.
    fn note(&mut self, column: usize) {
        if column >= self.is_filled.len() {
            self.is_filled.resize(column + 1, false);
        }
        if !std::mem::replace(&mut self.is_filled[column], true) {
            self.filled.push((self.ends.len() as u32, column as u32));
        }
    }

    fn close(&mut self) {
        self.ends.push(self.bytes.len() as u32);
    }
}

/// Writes documents of the records of one template.
#[derive(Clone, Debug, Default)]
pub struct DocumentWriter {
    columns: Vec<Option<DocumentColumn>>,
    /// Names of columns that say what a page is about, the best first.
    titles: Vec<String>,
}

/// No text behind another.
const LAST: u32 = u32::MAX;

/// The texts of one column, among those of all.
#[derive(Clone, Copy)]
struct Group {
    column: usize,
    first: u32,
    last: u32,
    count: usize,
}

/// The texts of a record, in the order of the page, each with the number of the next of its column.
#[derive(Default)]
struct Texts<'text> {
    texts: Vec<(&'text str, u32)>,
    groups: Vec<Group>,
}

impl<'text> Texts<'text> {
    /// Adds a text of a column, whose group is known or new.
    fn add(&mut self, group: &mut Option<usize>, column: usize, text: &'text str) {
        let number = self.texts.len() as u32;
        self.texts.push((text, LAST));
        if let Some(group) = group.map(|group| &mut self.groups[group]) {
            self.texts[group.last as usize].1 = number;
            group.last = number;
            group.count += 1;
        } else {
            *group = Some(self.groups.len());
            self.groups.push(Group { column, first: number, last: number, count: 1 });
        }
    }

    fn of(&self, group: &Group) -> impl Iterator<Item = &'text str> {
        let next = |&number: &u32| Some(self.texts[number as usize].1).filter(|&next| next != LAST);
        std::iter::successors(Some(group.first), next).map(|number| self.texts[number as usize].0)
    }
}

impl DocumentWriter {
    /// A writer for the columns of a template; `None` for those that say nothing about a page.
    pub fn new(columns: Vec<Option<DocumentColumn>>, titles: Vec<String>) -> Self {
        DocumentWriter { columns, titles }
    }

    /// Adds the document of a record, whose head is given and whose cells are in the columns already.
    pub(super) fn write(
        &self,
        head: &[u8],
        choice: &Choice,
        rows: &[Row],
        columns: &[Option<Column>],
        documents: &mut Documents,
    ) {
        let mut texts = Texts::default();
        let mut groups: Vec<Option<usize>> = vec![None; columns.len()];
        for number in in_reading_order(choice, rows) {
            let cell = &choice.cells[number];
            let (Some(column), Some(values)) = (self.column(cell.column), &columns[cell.column]) else {
                continue;
            };
            for item in cell.items.clone() {
                let text = values.values.get(item);
                if !text.is_empty() {
                    texts.add(&mut groups[cell.column], cell.column, shorten(strip_end(text, &column.tail)));
                }
            }
        }
        self.finish(head, &texts, documents);
    }

    fn column(&self, number: usize) -> Option<&DocumentColumn> {
        self.columns.get(number).and_then(Option::as_ref)
    }

    fn finish(&self, head: &[u8], texts: &Texts<'_>, documents: &mut Documents) {
        let groups = &texts.groups;
        let named: Vec<(&DocumentColumn, &Group)> =
            groups.iter().filter_map(|group| self.column(group.column).map(|column| (column, group))).collect();
        let values = || named.iter().filter(|(column, _)| !column.is_address);
        let addresses = || named.iter().filter(|(column, _)| column.is_address);
        let by_name = |name: &String| values().find(|(column, _)| column.name == *name);
        let titled = self.titles.iter().find_map(by_name).or_else(|| values().next());
        let title = titled.map_or("", |(_, group)| texts.texts[group.first as usize].0);
        groups.iter().for_each(|group| documents.note(group.column));
        let out = &mut documents.bytes;
        out.extend_from_slice(head);
        write_text(out, title.as_bytes());
        for (column, group) in values().chain(addresses()) {
            write_text(out, column.name.as_bytes());
            write_number(out, usize::from(column.is_address));
            write_number(out, group.count);
            texts.of(group).for_each(|text| write_text(out, text.as_bytes()));
        }
        documents.close();
    }
}

/// The cells of a record by number: its own, then those of its rows, table by table, each row with those inside it.
fn in_reading_order(choice: &Choice, rows: &[Row]) -> Vec<usize> {
    let mut order: Vec<usize> = choice.own_cells().collect();
    order.reserve(choice.cells.len() - order.len());
    let inside = Nested::new(rows, &choice.is_filled);
    let mut waiting: Vec<u32> = Vec::new();
    let mut tables: Vec<u32> = Vec::new();
    push_inside(inside.of(rows.len()), rows, &mut tables, &mut waiting);
    while let Some(row) = waiting.pop() {
        order.extend(choice.cells_of(row));
        push_inside(inside.of(row as usize), rows, &mut tables, &mut waiting);
    }
    order
}

/// By row the filled rows inside it, in the order of the page; behind the last row those inside none.
struct Nested {
    starts: Vec<u32>,
    rows: Vec<u32>,
}

impl Nested {
    fn new(rows: &[Row], is_filled: &[bool]) -> Self {
        let around = |row: &Row| if row.parent == NO_ROW { rows.len() } else { row.parent as usize };
        let filled = || (0u32..).zip(rows).filter(|&(number, _)| is_filled[number as usize]);
        let mut starts = vec![0u32; rows.len() + 3];
        for (_, row) in filled() {
            starts[around(row) + 2] += 1;
        }
        for at in 2..starts.len() {
            starts[at] += starts[at - 1];
        }
        let mut inside = vec![0; starts[rows.len() + 2] as usize];
        for (number, row) in filled() {
            let next = &mut starts[around(row) + 1];
            inside[*next as usize] = number;
            *next += 1;
        }
        Nested { starts, rows: inside }
    }

    fn of(&self, row: usize) -> &[u32] {
        &self.rows[self.starts[row] as usize..self.starts[row + 1] as usize]
    }
}

/// Rows to look at next, the first of them last: tables in the order in which they first stand there.
fn push_inside(inside: &[u32], rows: &[Row], tables: &mut Vec<u32>, waiting: &mut Vec<u32>) {
    tables.clear();
    for &row in inside {
        let table = rows[row as usize].table;
        if !tables.contains(&table) {
            tables.push(table);
        }
    }
    for table in tables.iter().rev() {
        waiting.extend(inside.iter().rev().filter(|&&row| rows[row as usize].table == *table));
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
        let mut texts = Texts::default();
        let mut groups = [None; 3];
        for (column, text) in [(0, "/x"), (1, "one"), (2, "two"), (1, "two")] {
            texts.add(&mut groups[column], column, text);
        }
        let mut made = Documents::default();
        writer.finish(b"head", &texts, &mut made);
        let wanted = b"head\x03two\x03a.b\x00\x02\x03one\x03two\x04name\x00\x01\x03two\x04link\x01\x01\x02/x";
        assert_eq!(made.bytes, wanted);
        assert_eq!(made.filled, [(0, 0), (0, 1), (0, 2)]);
    }

    #[test]
    fn a_column_is_named_where_it_is_filled_first() {
        let writer = DocumentWriter::new(columns([("a", false), ("b", false)]), vec![]);
        let mut made = Documents::default();
        for filled in [vec![1], vec![0, 1]] {
            let mut texts = Texts::default();
            filled.into_iter().for_each(|column| texts.add(&mut None, column, "x"));
            writer.finish(b"", &texts, &mut made);
        }
        assert_eq!(made.filled, [(0, 1), (1, 0)]);
        assert_eq!(made.ends.len(), 2);
    }

    #[test]
    fn what_says_nothing_has_no_title() {
        let mut made = Documents::default();
        DocumentWriter::new(vec![], vec![]).finish(b"", &Texts::default(), &mut made);
        assert_eq!((made.bytes, made.ends, made.filled), (vec![0], vec![1], vec![]));
    }
}
