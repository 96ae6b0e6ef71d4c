//! Which words stand where in the fields of many documents.

use std::collections::HashMap;

use super::document::{Document, readable};
use super::words::{Token, Vocabulary, spread_out};
use crate::seeded::Seed;
use crate::values::normalize;

/// The field of all values, the one of titles; behind them one for each column.
pub(super) const TEXT: usize = 0;
pub(super) const TITLE: usize = 1;
pub(super) const COLUMNS: usize = 2;

/// Ends the name of a column in the terms of the index, so that it cannot be in one.
const END_OF_NAME: char = '\0';

/// What a field holds.
#[derive(Default)]
pub(super) struct Field {
    /// The name of a column as the index has it.
    pub name: String,
    pub tokens: u64,
    /// By the number of a word, the list of where it stands.
    lists: HashMap<u32, u32, Seed>,
    /// Where the next text of the document goes on.
    end: u32,
}

/// Everything that the words of documents say.
pub(super) struct Postings {
    pub vocabulary: Vocabulary,
    pub fields: Vec<Field>,
    /// By the name of a column as documents have it; none for a name that no index can hold.
    named: HashMap<Box<[u8]>, Option<usize>, Seed>,
    /// The list and the position of each word, document by document.
    occurrences: Vec<(u32, u32)>,
    /// Where the occurrences of each document end.
    ends: Vec<usize>,
    lists: u32,
    // Of the document at hand.
    tokens: Vec<Token>,
    used: Vec<usize>,
}

/// How many words the values and the title of a document have.
pub(super) struct Lengths {
    pub text: u32,
    pub title: u32,
}

impl Postings {
    pub fn new() -> Self {
        Postings {
            vocabulary: Vocabulary::new(),
            fields: (0..COLUMNS).map(|_| Field::default()).collect(),
            named: HashMap::default(),
            occurrences: Vec::new(),
            ends: Vec::new(),
            lists: 0,
            tokens: Vec::new(),
            used: Vec::new(),
        }
    }

    pub fn add(&mut self, document: &Document<'_>) -> Lengths {
        let before = (self.fields[TEXT].tokens, self.fields[TITLE].tokens);
        self.tokens.clear();
        self.vocabulary.split(&spread_out(&document.title), &mut self.tokens);
        self.take(TITLE, 0..self.tokens.len());
        // Columns often repeat each other.
        let mut known: HashMap<&str, std::ops::Range<usize>, Seed> = HashMap::default();
        for column in &document.columns {
            let field = self.field(column.name);
            for text in &column.texts {
                // An address may be a value, too, which makes it one of the texts.
                let known_to = if column.is_address { None } else { known.get(text.as_ref()).cloned() };
                let is_new = known_to.is_none();
                let span = known_to.unwrap_or_else(|| self.split(text));
                if is_new && !column.is_address {
                    self.take(TEXT, span.clone());
                    known.insert(text, span.clone());
                }
                if let Some(field) = field {
                    self.take(field, span);
                }
            }
        }
        self.used.drain(..).for_each(|field| self.fields[field].end = 0);
        self.ends.push(self.occurrences.len());
        Lengths {
            text: (self.fields[TEXT].tokens - before.0) as u32,
            title: (self.fields[TITLE].tokens - before.1) as u32,
        }
    }

    fn split(&mut self, text: &str) -> std::ops::Range<usize> {
        let start = self.tokens.len();
        self.vocabulary.split(&spread_out(text), &mut self.tokens);
        start..self.tokens.len()
    }

    fn field(&mut self, name: &[u8]) -> Option<usize> {
        if let Some(&number) = self.named.get(name) {
            return number;
        }
        let known = normalize(&readable(name)).replace('.', "/");
        let number = (!known.contains(END_OF_NAME)).then(|| {
            // Names that differ in their spelling alone are one column of the index.
            let same = self.fields[COLUMNS..].iter().position(|field| field.name == known);
            same.map_or_else(
                || {
                    self.fields.push(Field { name: known, ..Field::default() });
                    self.fields.len() - 1
                },
                |at| COLUMNS + at,
            )
        });
        self.named.insert(name.into(), number);
        number
    }

    /// Notes the words of one text, behind a gap that no phrase goes over.
    fn take(&mut self, number: usize, span: std::ops::Range<usize>) {
        let field = &mut self.fields[number];
        let begin = field.end;
        if begin == 0 {
            self.used.push(number);
        }
        field.tokens += span.len() as u64;
        let mut end = begin;
        for token in &self.tokens[span] {
            let list = *field.lists.entry(token.word).or_insert_with(|| {
                self.lists += 1;
                self.lists - 1
            });
            self.occurrences.push((list, begin + token.position));
            end = begin + token.position + 1;
        }
        field.end = end + 1;
    }

    /// The places of all words: list by list, of each the documents and the positions in them.
    pub fn sorted(&self) -> Places {
        let mut starts = vec![0u32; self.lists as usize + 1];
        self.occurrences.iter().for_each(|&(list, _)| starts[list as usize + 1] += 1);
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        let mut next = starts.clone();
        let mut places = vec![(0, 0); self.occurrences.len()];
        let mut begin = 0;
        for (document, &end) in (0u32..).zip(&self.ends) {
            for &(list, position) in &self.occurrences[begin..end] {
                let at = &mut next[list as usize];
                places[*at as usize] = (document, position);
                *at += 1;
            }
            begin = end;
        }
        Places { starts, places }
    }

    /// The words of a field in order, by their rank among all words, and their lists.
    pub fn words_of(&self, field: usize, ranks: &[u32]) -> Vec<(u32, u32)> {
        let lists = self.fields[field].lists.iter();
        let mut all: Vec<_> = lists.map(|(&word, &list)| (ranks[word as usize], list)).collect();
        all.sort_unstable();
        all
    }
}

/// Documents and positions, list by list.
pub(super) struct Places {
    starts: Vec<u32>,
    places: Vec<(u32, u32)>,
}

impl Places {
    pub fn of(&self, list: u32) -> &[(u32, u32)] {
        let list = list as usize;
        &self.places[self.starts[list] as usize..self.starts[list + 1] as usize]
    }
}
