//! What can be searched of a record, as the JSON that the search index takes.
//!
//! Two texts are written: the one that is indexed, with blanks around characters that are words by themselves, and what
//! is kept beside it to show what was found: texts only where they are not those that were indexed. Python puts them
//! together with what it knows of the page.
//!
//! The texts of one column are one string of the index: for each string it sets up all that makes words of texts, which
//! takes longer than the words do.

use std::borrow::Cow;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::ops::Range;

use super::choice::{Cell, Choice};
use super::page::RecordBatch;
use super::template::CompiledTemplate;
use crate::leaves::{NO_ROW, Row};
use crate::seeded::Seed;
use crate::values::normalize;

/// Characters of one value that are indexed.
const MAX_VALUE: usize = 100_000;

/// What stands between two texts of a column: a letter that nobody writes, so that it is a word by itself and no phrase
/// goes over it. `search/index_files.py` has the same.
const SEPARATOR: &str = " \u{A7FF} ";

/// A column that can be searched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DocumentColumn {
    /// Its name, with those of the tables around it before it.
    pub name: String,
    /// Its name inside the index, where a dot would lead into another object.
    pub key: String,
    /// Whether it holds addresses, whose words are found by their column only.
    pub is_address: bool,
    /// What all its values end with: the name of the site in titles.
    pub tail: String,
}

/// What can be searched of one record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct IndexedText {
    /// Members of a JSON object: `"title": …, "text": […], "fields": {…}`.
    pub indexed: String,
    /// Members of a JSON object: `"title": …, "values": […], "addresses": […]`. Both have the names of columns, or
    /// names with texts where the index holds others.
    pub stored: String,
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
        let mut out =
            IndexedText { columns: groups.iter().map(|group| group.column as u32).collect(), ..IndexedText::default() };
        let mut indexed = Json(&mut out.indexed);
        indexed.member("title", true);
        indexed.string(&spread_out(title));
        indexed.member("text", false);
        let spans = indexed.distinct(values().map(|(_, group)| group.texts.as_slice()));
        indexed.member("fields", false);
        let all: Vec<_> = values().chain(addresses()).collect();
        // Of columns with the same key the last counts.
        let is_last = |at: usize| !all[at + 1..].iter().any(|(column, _)| column.key == all[at].0.key);
        let is_kept: Vec<bool> = (0..all.len()).map(is_last).collect();
        indexed.open('{');
        for (at, (column, group)) in all.iter().enumerate().filter(|&(at, _)| is_kept[at]) {
            indexed.member(&column.key, true);
            match spans.get(at) {
                Some(spans) => indexed.repeat(spans),
                None => indexed.joined(group.texts.iter().map(|text| spread_out(text))),
            }
            if let [text] = group.texts.as_slice()
                && is_time(text)
            {
                indexed.set_apart();
            }
            indexed.end_item();
        }
        indexed.close('}');
        let mut stored = Json(&mut out.stored);
        stored.member("title", true);
        stored.string(title);
        let (values, addresses) = (0..spans.len(), spans.len()..all.len());
        for (name, columns) in [("values", values), ("addresses", addresses)] {
            stored.member(name, false);
            stored.open('[');
            for at in columns {
                let (column, group) = all[at];
                stored.stored_column(&column.name, &group.texts, is_kept[at]);
                stored.end_item();
            }
            stored.close(']');
        }
        out
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

/// The text with blanks around characters that are words: Han, its radicals, Hiragana and Katakana.
fn spread_out(text: &str) -> Cow<'_, str> {
    let text = normalize(text);
    if text.is_ascii() || !text.chars().any(is_word) {
        return text;
    }
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        if is_word(character) {
            out.extend([' ', character, ' ']);
        } else {
            out.push(character);
        }
    }
    Cow::Owned(out)
}

/// Whether the index gives a text back as it is.
fn is_given_back(text: &str) -> bool {
    let is_apart = |text: &str| !text.is_empty() && !text.contains(SEPARATOR.trim_ascii());
    is_apart(text) && (text.is_ascii() || spread_out(text) == text)
}

/// Whether the index may make a time of a text, which nobody would find by its words: a year of four digits is in front.
fn is_time(text: &str) -> bool {
    let is_year = |digits: &[u8]| digits.iter().all(u8::is_ascii_digit);
    text.as_bytes().split_at_checked(4).is_some_and(|(year, rest)| is_year(year) && rest.starts_with(b"-"))
}

fn is_word(character: char) -> bool {
    matches!(
        u32::from(character),
        0x2E80..=0x2FDF
            | 0x3040..=0x30FF
            | 0x31F0..=0x31FF
            | 0x3400..=0x4DBF
            | 0x4E00..=0x9FFF
            | 0xF900..=0xFAFF
            | 0x20000..=0x3FFFF
    )
}

/// Writes JSON.
struct Json<'out>(&'out mut String);

impl Json<'_> {
    fn member(&mut self, name: &str, is_first: bool) {
        if !is_first {
            self.0.push(',');
        }
        self.string(name);
        self.0.push(':');
    }

    fn string(&mut self, text: &str) {
        self.0.push('"');
        self.escaped(text);
        self.0.push('"');
    }

    /// What stands between the quotes of a string.
    fn escaped(&mut self, text: &str) {
        let is_special = |byte: u8| byte < b' ' || byte == b'"' || byte == b'\\';
        let mut rest = text;
        // Most have nothing to escape, which is quicker told of all bytes at once than of one behind the other.
        let is_plain = !text.bytes().fold(false, |found, byte| found | is_special(byte));
        while !is_plain && let Some(at) = rest.bytes().position(is_special) {
            self.0.push_str(&rest[..at]);
            match rest.as_bytes()[at] {
                byte @ (b'"' | b'\\') => self.0.extend(['\\', char::from(byte)]),
                byte => self.0.push_str(&format!("\\u{byte:04x}")),
            }
            rest = &rest[at + 1..];
        }
        self.0.push_str(rest);
    }

    fn strings(&mut self, texts: impl Iterator<Item = impl AsRef<str>>) {
        self.0.push('[');
        for (number, text) in texts.enumerate() {
            if number > 0 {
                self.0.push(',');
            }
            self.string(text.as_ref());
        }
        self.0.push(']');
    }

    fn open(&mut self, bracket: char) {
        self.0.push(bracket);
    }

    /// Ends an item of what was opened.
    fn end_item(&mut self) {
        self.0.push(',');
    }

    /// Ends what was opened; the comma behind its last item is none.
    fn close(&mut self, bracket: char) {
        if self.0.ends_with(',') {
            self.0.pop();
        }
        self.0.push(bracket);
    }

    /// The texts of several columns, each once: columns often repeat each other. Tells where that of each text is.
    fn distinct<'text>(&mut self, columns: impl Iterator<Item = &'text [&'text str]>) -> Vec<Vec<Range<usize>>> {
        let mut known: HashMap<Cow<'text, str>, Range<usize>, Seed> = HashMap::default();
        self.open('[');
        let spans = columns.map(|texts| texts.iter().map(|text| self.once(spread_out(text), &mut known)).collect());
        let spans = spans.collect();
        self.close(']');
        spans
    }

    fn once<'text>(
        &mut self,
        text: Cow<'text, str>,
        known: &mut HashMap<Cow<'text, str>, Range<usize>, Seed>,
    ) -> Range<usize> {
        match known.entry(text) {
            Entry::Occupied(entry) => entry.get().clone(),
            Entry::Vacant(entry) => {
                let start = self.0.len();
                self.string(entry.key());
                let span = start..self.0.len();
                self.end_item();
                entry.insert(span).clone()
            }
        }
    }

    /// One string of several that were written before.
    fn repeat(&mut self, spans: &[Range<usize>]) {
        self.0.push('"');
        for (number, span) in spans.iter().enumerate() {
            if number > 0 {
                self.0.push_str(SEPARATOR);
            }
            // Without its quotes.
            self.0.extend_from_within(span.start + 1..span.end - 1);
        }
        self.0.push('"');
    }

    /// One string of several texts.
    fn joined(&mut self, texts: impl Iterator<Item = impl AsRef<str>>) {
        self.0.push('"');
        for (number, text) in texts.enumerate() {
            if number > 0 {
                self.0.push_str(SEPARATOR);
            }
            self.escaped(text.as_ref());
        }
        self.0.push('"');
    }

    /// Lets the string that was written last end with a separator.
    fn set_apart(&mut self) {
        self.0.pop();
        self.0.push_str(SEPARATOR);
        self.0.push('"');
    }

    /// A column as it is kept: its name, where the index gives back its texts.
    fn stored_column(&mut self, name: &str, texts: &[&str], is_indexed: bool) {
        if is_indexed && texts.iter().all(|text| is_given_back(text)) {
            self.string(name);
        } else {
            self.open('[');
            self.string(name);
            self.end_item();
            self.strings(texts.iter());
            self.close(']');
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_that_are_words_are_set_off() {
        assert_eq!(spread_out("a漢b"), "a 漢 b");
        assert_eq!(spread_out("e\u{301}"), "é");
    }

    #[test]
    fn strings_are_escaped() {
        let mut out = String::new();
        Json(&mut out).string("a\"\\\n\u{1}ü");
        assert_eq!(out, "\"a\\\"\\\\\\u000a\\u0001ü\"");
    }

    #[test]
    fn documents_have_titles_values_and_addresses() {
        let column = |name: &str, is_address| {
            Some(DocumentColumn { name: name.to_owned(), key: name.replace('.', "/"), is_address, tail: String::new() })
        };
        let columns = vec![column("link", true), column("a.b", false), column("name", false)];
        let writer = DocumentWriter::new(columns, vec!["title".to_owned(), "name".to_owned()]);
        let groups = [(0, vec!["/x"]), (1, vec!["one", "two"]), (2, vec!["two"])];
        let groups: Vec<_> = groups.into_iter().map(|(column, texts)| Group { column, texts }).collect();
        let made = writer.finish(&groups);
        assert_eq!(
            made.indexed,
            "\"title\":\"two\",\"text\":[\"one\",\"two\"],\"fields\":{\"a/b\":\"one \u{A7FF} two\",\"name\":\"two\",\"link\":\"/x\"}"
        );
        assert_eq!(made.stored, r#""title":"two","values":["a.b","name"],"addresses":["link"]"#);
        assert_eq!(made.columns, [0, 1, 2]);
    }

    #[test]
    fn texts_are_kept_where_the_index_has_others() {
        let column = |name: &str, key: &str| {
            Some(DocumentColumn { name: name.to_owned(), key: key.to_owned(), is_address: false, tail: String::new() })
        };
        let columns = ["a", "b", "c", "d"].map(|name| column(name, name)).into_iter();
        let writer = DocumentWriter::new(columns.chain([column("e/f", "e/f"), column("e.f", "e/f")]).collect(), vec![]);
        let texts = [vec!["漢"], vec!["\u{A7FF}"], vec!["12-3"], vec!["ü", "e\u{301}"], vec!["1"], vec!["2"]];
        let groups: Vec<_> = texts.into_iter().enumerate().map(|(column, texts)| Group { column, texts }).collect();
        assert_eq!(
            writer.finish(&groups).stored,
            concat!(
                "\"title\":\"漢\",\"values\":[[\"a\",[\"漢\"]],[\"b\",[\"\u{A7FF}\"]],\"c\",",
                "[\"d\",[\"ü\",\"e\u{301}\"]],[\"e/f\",[\"1\"]],\"e.f\"],\"addresses\":[]"
            )
        );
    }
    #[test]
    fn a_time_stays_a_text() {
        let column = |name: &str| {
            let key = name.to_owned();
            Some(DocumentColumn { name: key.clone(), key, is_address: false, tail: String::new() })
        };
        let writer = DocumentWriter::new(vec![column("a"), column("b")], vec![]);
        let texts = [vec!["2020-01-01T10:00:00Z"], vec!["2020-01-01T10:00:00Z", "x"]];
        let groups: Vec<_> = texts.into_iter().enumerate().map(|(column, texts)| Group { column, texts }).collect();
        let made = writer.finish(&groups);
        assert!(
            made.indexed
                .contains("{\"a\":\"2020-01-01T10:00:00Z \u{A7FF} \",\"b\":\"2020-01-01T10:00:00Z \u{A7FF} x\"}")
        );
        assert!(made.stored.ends_with(r#""values":["a","b"],"addresses":[]"#));
    }
}
