//! Which words stand where in the fields of many documents.

use std::collections::HashMap;

use super::document::{Document, DocumentError, readable};
use super::places::Runs;
use super::words::{LONG, Vocabulary};
use crate::numbering::Numbering;
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
    /// Where the next text of the document goes on.
    end: u32,
}

/// A text that was split into words: columns repeat each other, and documents do.
#[derive(Clone, Copy)]
struct Text {
    /// Where its words are among those of all texts.
    start: u32,
    end: u32,
    /// How many of them are not too long.
    tokens: u32,
    /// One more than the last document that has it among its values.
    document: u32,
    /// The last field beside the values that it was in, and where the lists of its words in that field are: most texts
    /// come back in one column.
    field: usize,
    lists: u32,
}

/// Everything that the words of documents say.
pub(super) struct Postings<'bytes> {
    pub vocabulary: Vocabulary,
    pub fields: Vec<Field>,
    /// The words of all texts. They are the lists of the values, too.
    pub words: Vec<u32>,
    pub values: Runs,
    /// The lists of all other fields.
    pub lists: Vec<u32>,
    pub others: Runs,
    /// Numbers the lists of others by [`key`].
    pub keys: Numbering,
    /// By the name of a column as documents have it; none for a name that no index can hold.
    named: HashMap<&'bytes [u8], Option<usize>, Seed>,
    /// By what they say their numbers.
    known: HashMap<&'bytes [u8], u32, Seed>,
    texts: Vec<Text>,
    documents: u32,
    /// The fields that the document at hand has.
    used: Vec<usize>,
}

/// How many words the values and the title of a document have.
pub(super) struct Lengths {
    pub text: u32,
    pub title: u32,
}

impl<'bytes> Postings<'bytes> {
    pub fn new() -> Self {
        Postings {
            vocabulary: Vocabulary::new(),
            fields: (0..COLUMNS).map(|_| Field::default()).collect(),
            words: Vec::new(),
            values: Runs::default(),
            lists: Vec::new(),
            others: Runs::default(),
            keys: Numbering::default(),
            named: HashMap::default(),
            known: HashMap::default(),
            texts: Vec::new(),
            documents: 0,
            used: Vec::new(),
        }
    }

    /// Adds the words of a document, which may turn out to be none.
    pub fn add(&mut self, document: &Document<'bytes>) -> Result<Lengths, DocumentError> {
        let before = (self.fields[TEXT].tokens, self.fields[TITLE].tokens);
        let title = self.split(document.title, false).0;
        self.take(TITLE, title);
        let mut rest = document.rest;
        while let Some(column) = rest.column()? {
            let field = self.field(column.name);
            for _ in 0..column.count {
                let (text, is_new) = self.split(rest.text()?, !column.is_address);
                if is_new {
                    self.take(TEXT, text);
                }
                if let Some(field) = field {
                    self.take(field, text);
                }
            }
        }
        self.used.drain(..).for_each(|field| self.fields[field].end = 0);
        self.values.end_document();
        self.others.end_document();
        self.documents += 1;
        Ok(Lengths {
            text: (self.fields[TEXT].tokens - before.0) as u32,
            title: (self.fields[TITLE].tokens - before.1) as u32,
        })
    }

    /// The number of a text, and whether it is a value that the document did not have before.
    fn split(&mut self, text: &'bytes [u8], is_value: bool) -> (u32, bool) {
        let number = *self.known.entry(text).or_insert_with(|| {
            let start = self.words.len();
            self.vocabulary.split(text, &mut self.words);
            let tokens = self.words[start..].iter().filter(|&&word| word != LONG).count();
            let (start, end) = (start as u32, self.words.len() as u32);
            self.texts.push(Text { start, end, tokens: tokens as u32, document: 0, field: TEXT, lists: 0 });
            self.texts.len() as u32 - 1
        });
        let known = &mut self.texts[number as usize];
        let is_new = is_value && known.document != self.documents + 1;
        if is_new {
            known.document = self.documents + 1;
        }
        (number, is_new)
    }

    fn field(&mut self, name: &'bytes [u8]) -> Option<usize> {
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
        self.named.insert(name, number);
        number
    }

    /// Notes the words of one text, behind a gap that no phrase goes over.
    fn take(&mut self, number: usize, text: u32) {
        let text = &mut self.texts[text as usize];
        let field = &mut self.fields[number];
        let position = field.end;
        if position == 0 {
            self.used.push(number);
        }
        field.end = position + (text.end - text.start) + 1;
        field.tokens += u64::from(text.tokens);
        if number == TEXT {
            self.values.push(text.start, text.end, position);
            return;
        }
        if text.field != number {
            (text.field, text.lists) = (number, self.lists.len() as u32);
            let words = self.words[text.start as usize..text.end as usize].iter();
            self.lists.extend(words.map(|&word| if word == LONG { LONG } else { self.keys.number(key(number, word)) }));
        }
        self.others.push(text.lists, text.lists + text.end - text.start, position);
    }
}

/// By field its words in order, by their rank among all words, and their lists.
pub(super) fn words_by_field(keys: &[u64], fields: usize, ranks: &[u32]) -> Vec<Vec<(u32, u32)>> {
    let mut found: Vec<Vec<u64>> = vec![Vec::new(); fields];
    for (&key, list) in keys.iter().zip(0u64..) {
        found[(key >> 32) as usize].push(u64::from(ranks[key as u32 as usize]) << 32 | list);
    }
    let in_order = |mut words: Vec<u64>| {
        words.sort_unstable();
        words.into_iter().map(|word| ((word >> 32) as u32, word as u32)).collect()
    };
    found.into_iter().map(in_order).collect()
}

/// A word of a field.
fn key(field: usize, word: u32) -> u64 {
    (field as u64) << 32 | u64::from(word)
}
