//! A template made ready to be applied to many pages.

use std::ops::Range;
use std::sync::Arc;

use super::score::Scorer;
use crate::leaves::{Leaves, Matcher, Region, TableRows};
use crate::values::{Readers, ValueType, cut_out, split_off};

/// Which of the leaves with a key are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Take {
    /// All of them.
    All,
    /// The one at this position.
    At(usize),
}

impl Take {
    /// The leaves that are meant.
    pub(super) fn choose<Item>(self, leaves: &[Item]) -> &[Item] {
        match self {
            Take::All => leaves,
            Take::At(position) => leaves.get(position..=position).unwrap_or_default(),
        }
    }
}

/// One way to find a value: the number of a key, and which of the leaves with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Selector {
    /// The number of the key.
    pub key: u32,
    /// Which leaves are meant.
    pub take: Take,
}

/// How the leaves of a field are found.
#[derive(Clone, Debug)]
pub enum FieldSource {
    /// By the first selector that finds something.
    Selectors(Vec<Selector>),
    /// By all selectors together, in the order of the page.
    Joined(Vec<Selector>),
    /// All text of a part of the page.
    Text(Region),
    /// All images of a part of the page.
    Images(Region),
}

/// One column, and how its values are found and read.
#[derive(Clone, Debug)]
pub struct Field {
    /// Its name, which is another's only in another table.
    pub name: String,
    /// How its leaves are found.
    pub source: FieldSource,
    /// Whether it has all leaves that are found, or the first.
    pub is_list: bool,
    /// Whether a value is always a whole line, with all markup in it.
    pub is_line: bool,
    /// What every value begins with and is split off.
    pub prefix: String,
    /// What nearly every value ends with and is split off.
    pub suffix: String,
    /// The words between which a value stands, where it is a part of its text.
    pub between: Option<(String, String)>,
    /// What its values are read as.
    pub kind: ValueType,
    /// What stands behind the XPaths of its values.
    pub xpath_end: &'static str,
    /// How much a page's score depends on it; 0 if it does not.
    pub weight: f64,
}

impl Field {
    /// Whether a leaf says a value: of several in a text, one may be missing.
    pub(super) fn is_said_in(&self, page: &Leaves, leaf: u32) -> bool {
        self.between.is_none() || !self.part_of(page.values.get(leaf as usize)).is_empty()
    }

    /// What of a text is the value: without what all values begin and nearly all end with.
    pub(super) fn value_of<'text>(&self, raw: &'text str) -> &'text str {
        split_off(strip_end(raw, &self.suffix), &self.prefix)
    }

    /// What of a text is meant: all of it, or what stands between some words.
    pub(super) fn part_of<'text>(&self, text: &'text str) -> &'text str {
        match &self.between {
            Some((after, before)) => cut_out(text, after, before),
            None => text,
        }
    }
}

/// A text without its end, if it ends so. Hardly any column has such an end, and to compare nothing is slow: an empty
/// string has no address, and to read from there, though it be no byte, took a 25th of extraction.
pub(super) fn strip_end<'text>(text: &'text str, end: &str) -> &'text str {
    if end.is_empty() { text } else { text.strip_suffix(end).unwrap_or(text) }
}

/// A table, and which columns are its.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// Its columns.
    pub columns: Range<usize>,
    /// The table whose rows hold its rows.
    pub parent: Option<usize>,
}

/// A template made ready to be applied to many pages.
#[derive(Debug)]
pub struct CompiledTemplate {
    pub(super) matcher: Matcher,
    /// How many different keys there are.
    pub(super) keys: usize,
    /// All columns, those of the record first; `None` for those that are left out.
    pub(super) columns: Vec<Option<Field>>,
    /// The columns of the record.
    pub(super) root: Range<usize>,
    pub(super) tables: Vec<Table>,
    pub(super) scorer: Scorer,
    pub(super) readers: Arc<Readers>,
}

impl CompiledTemplate {
    /// A template of texts with their shares, keys by number, columns (of the record, then of each table) and tables.
    pub fn new(
        texts: &[(u64, f64)],
        keys: Vec<u64>,
        columns: Vec<Option<Field>>,
        tables: Vec<(Table, TableRows)>,
        readers: Arc<Readers>,
    ) -> Self {
        let root = 0..tables.first().map_or(columns.len(), |(table, _)| table.columns.start);
        let scorer = Scorer::new(texts.iter().map(|&(_, share)| share), &columns[root.clone()]);
        let (tables, rows): (Vec<_>, Vec<_>) = tables.into_iter().unzip();
        CompiledTemplate {
            keys: keys.len(),
            matcher: Matcher::new(texts.iter().map(|&(text, _)| text).collect(), keys, rows),
            columns,
            root,
            tables,
            scorer,
            readers,
        }
    }

    /// All columns; `None` for those that are left out.
    pub fn columns(&self) -> &[Option<Field>] {
        &self.columns
    }

    /// The columns of the record.
    pub fn root(&self) -> Range<usize> {
        self.root.clone()
    }

    /// All tables, outer ones first.
    pub fn tables(&self) -> &[Table] {
        &self.tables
    }
}
