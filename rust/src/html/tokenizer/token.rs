//! Tokens, packed: one and all travel from the tokenizer to the tree builder in two registers.
//!
//! A token that is stored field by field and then copied as a whole stalls the processor; on pages with many small
//! tags that was a third of all time. Therefore each variant carries one 64-bit number.

use crate::html::attribute_notes::Notes;
use crate::html::decode::Rules;
use crate::html::names::Name;

/// What the tree builder receives.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Token {
    /// Characters.
    Text(Text),
    StartTag(Tag),
    EndTag(Tag),
    /// A comment: its text.
    Comment(Text),
    /// A doctype; its parts are in the tokenizer.
    Doctype,
    EndOfFile,
}

/// A run of characters: a range of the source and the rules by which it is read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Text(u64);

impl Text {
    /// Lengths have 30 bits, so that the rules fit above them.
    const MAX_LENGTH: u32 = (1 << 30) - 1;

    #[inline]
    pub fn new(start: u32, end: u32, rules: Rules) -> Self {
        let length = (end - start).min(Text::MAX_LENGTH);
        Text(u64::from(start) | u64::from(length) << 32 | u64::from(rules.bits()) << 62)
    }

    #[inline]
    pub fn start(self) -> u32 {
        self.0 as u32
    }

    #[inline]
    pub fn length(self) -> u32 {
        (self.0 >> 32) as u32 & Text::MAX_LENGTH
    }

    #[inline]
    pub fn end(self) -> u32 {
        self.start() + self.length()
    }

    #[inline]
    pub fn rules(self) -> Rules {
        Rules::from_bits((self.0 >> 62) as u8)
    }

    /// The text cut in two at this distance from its start; `None` for a part that would be empty.
    pub fn split(self, distance: usize) -> (Option<Text>, Option<Text>) {
        let middle = self.start() + distance as u32;
        let first = (distance > 0).then(|| Text::new(self.start(), middle, self.rules()));
        let rest = (middle < self.end()).then(|| Text::new(middle, self.end(), self.rules()));
        (first, rest)
    }

    /// The same range, read by other rules.
    pub fn with_rules(self, rules: Rules) -> Self {
        Text::new(self.start(), self.end(), rules)
    }
}

/// A start or end tag. Its attributes are those of the tokenizer from `first_attribute` on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tag(u64);

impl Tag {
    #[inline]
    pub fn new(name: Name, first_attribute: usize, is_self_closing: bool, notes: Notes) -> Self {
        let flags = u64::from(is_self_closing) << 48 | u64::from(notes.bits()) << 56;
        Tag(u64::from(first_attribute as u32) | u64::from(name.0) << 32 | flags)
    }

    #[inline]
    pub fn name(self) -> Name {
        Name((self.0 >> 32) as u16)
    }

    #[inline]
    pub fn first_attribute(self) -> usize {
        self.0 as u32 as usize
    }

    pub fn is_self_closing(self) -> bool {
        self.0 >> 48 & 1 != 0
    }

    /// What its attributes are.
    #[inline]
    pub fn notes(self) -> Notes {
        Notes::from_bits((self.0 >> 56) as u8)
    }

    /// The same tag by another name.
    pub fn with_name(self, name: Name) -> Self {
        Tag::new(name, self.first_attribute(), self.is_self_closing(), self.notes())
    }
}
