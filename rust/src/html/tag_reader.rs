//! The tags of a page without its tree: for those who need a few of them, fast.

use super::names::Name;
use super::tokenizer::{Model, Token, Tokenizer};

/// A start or end tag as it stands in the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SourceTag {
    /// The name.
    pub name: Name,
    /// Whether it is an end tag.
    pub is_end: bool,
    /// Whether it ends with `/>`.
    pub is_self_closing: bool,
}

/// Reads tag after tag. Who calls it says how the content of an element is read, because there is no tree that knows.
pub struct TagReader<'source> {
    tokenizer: Tokenizer<'source>,
}

impl<'source> TagReader<'source> {
    /// Begins at the beginning of a text.
    pub fn new(source: &'source str) -> Self {
        // Without room for attributes the tokenizer steps over them.
        TagReader { tokenizer: Tokenizer::new(source, Vec::new(), 0) }
    }

    /// How the text behind the last tag is read, up to the end tag of its name.
    #[inline]
    pub fn set_model(&mut self, model: Model) {
        self.tokenizer.model = model;
    }

    /// Whether CDATA sections mean something here.
    #[inline]
    pub fn set_foreign(&mut self, is_foreign: bool) {
        self.tokenizer.in_foreign_content = is_foreign;
    }

    /// The text of a name that this reader gave.
    pub fn name_text(&self, name: Name) -> &str {
        name.known_text().unwrap_or_else(|| self.tokenizer.names.text(name))
    }
}

impl Iterator for TagReader<'_> {
    type Item = SourceTag;

    #[inline]
    fn next(&mut self) -> Option<SourceTag> {
        loop {
            let (tag, is_end) = match self.tokenizer.next_token() {
                Token::StartTag(tag) => (tag, false),
                Token::EndTag(tag) => (tag, true),
                Token::EndOfFile => return None,
                _ => continue,
            };
            return Some(SourceTag { name: tag.name(), is_end, is_self_closing: tag.is_self_closing() });
        }
    }
}
