//! The standard's tokenizer (section "Tokenization"): from the text of a page to tags, text and comments.
//!
//! The states of the standard are read here as *scans*: instead of stepping through a state machine one
//! character at a time, each construct is found by a search for the bytes that end it. Every state's name
//! is beside the code that plays it. Tokens are ranges of the source; nothing is decoded or copied.
//!
//! | states of the standard | file |
//! |---|---|
//! | data, tag open, end tag open, markup declaration open, CDATA section, bogus comment | this one |
//! | tag name, attributes, self-closing start tag | `tag.rs` |
//! | RCDATA, RAWTEXT, script data (escaped, double escaped), PLAINTEXT | `raw.rs` |
//! | comment | `comment.rs` |
//! | DOCTYPE | `doctype.rs` |
//! | character reference | `../references.rs`, when a text is read |

mod comment;
mod doctype;
mod raw;
mod tag;
mod token;

use memchr::{memchr, memmem};

use super::arena::RawAttribute;
use super::attribute_notes::Notes;
use super::decode::Rules;
use super::interner::Interner;
use super::names::Name;
use super::problems::Problems;
use super::scan::find;
pub(crate) use doctype::DoctypeToken;
pub(crate) use token::{Tag, Text, Token};

/// The content model: which of the standard's text states the tokenizer is in between two tokens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Model {
    /// The data state.
    #[default]
    Data,
    /// `title` and `textarea`: references, but no tags but their own end tag.
    Rcdata,
    /// `style`, `xmp`, `iframe`, `noembed`, `noframes`: nothing but their own end tag.
    Rawtext,
    /// `script`.
    Script,
    /// `plaintext`: nothing at all.
    Plaintext,
    /// Inside `<![CDATA[`, which only foreign content has.
    Cdata,
}

/// The bytes that make markup of a `<` before them, if there is one more.
const MARKUP: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = matches!(byte as u8, b'/' | b'!' | b'?' | b'a'..=b'z' | b'A'..=b'Z');
        byte += 1;
    }
    table
};

/// Reads tokens off a page.
pub(crate) struct Tokenizer<'source> {
    source: &'source str,
    bytes: &'source [u8],
    position: usize,
    pub model: Model,
    /// Whether the adjusted current node is foreign, so that `<![CDATA[` opens a CDATA section.
    pub in_foreign_content: bool,
    /// The attributes of all tags so far that the tree builder kept.
    pub attributes: Vec<RawAttribute>,
    pub names: Interner,
    pub doctype: DoctypeToken,
    pub problems: Problems,
    /// The names of all tags so far, for those who asked for them.
    pub tag_log: Option<Vec<Name>>,
    max_attributes: usize,
    /// The lengths, modulo 64, of the attribute names of the current tag, one bit each.
    name_lengths: u64,
    /// What the attributes of the current tag are.
    notes: Notes,
    /// The source of the name of the last start tag, which its end tag must repeat to close raw text.
    last_start_tag: &'source [u8],
}

impl<'source> Tokenizer<'source> {
    pub fn new(source: &'source str, attributes: Vec<RawAttribute>, max_attributes: usize) -> Self {
        Tokenizer {
            source,
            bytes: source.as_bytes(),
            position: 0,
            model: Model::Data,
            in_foreign_content: false,
            attributes,
            names: Interner::default(),
            doctype: DoctypeToken::default(),
            problems: Problems::default(),
            tag_log: None,
            max_attributes,
            name_lengths: 0,
            notes: Notes::NONE,
            last_start_tag: b"",
        }
    }

    /// Sets the name that closes raw text, for tests that begin inside it.
    pub fn set_last_start_tag(&mut self, name: &'source str) {
        self.last_start_tag = name.as_bytes();
    }

    /// The text of the page.
    pub fn source(&self) -> &'source str {
        self.source
    }

    /// Whether the first byte of a text is NUL.
    #[inline]
    pub fn begins_with_nul(&self, text: Text) -> bool {
        self.bytes.get(text.start() as usize) == Some(&0)
    }

    /// The bytes of a text.
    #[inline]
    pub fn slice(&self, text: Text) -> &'source [u8] {
        &self.bytes[text.start() as usize..text.end() as usize]
    }

    /// The next token; after the end of the file, that one for ever.
    #[inline]
    pub fn next_token(&mut self) -> Token {
        loop {
            let token = match self.model {
                Model::Data => self.data(),
                _ => self.raw_text(),
            };
            if let Some(token) = token {
                return token;
            }
        }
    }

    /// Data state: text up to the next `<` that begins markup, or that markup. `None`: something was skipped.
    #[inline]
    fn data(&mut self) -> Option<Token> {
        let start = self.position;
        if self.bytes.get(start) == Some(&b'<') && self.begins_markup(start) {
            return self.markup(start);
        }
        let mut search_from = start;
        while let Some(at) = find(b'<', self.bytes, search_from) {
            if self.begins_markup(at) {
                self.position = at;
                return text(start, at, Rules::CONTENT);
            }
            search_from = at + 1;
        }
        self.position = self.bytes.len();
        text(start, self.position, Rules::CONTENT).or(Some(Token::EndOfFile))
    }

    /// Tag open state, the test: whether the `<` at this place begins a tag or comment or is just text.
    #[inline]
    fn begins_markup(&self, at: usize) -> bool {
        // One look-up: whether a tag begins or ends is what no processor guesses.
        match self.bytes.get(at + 1..at + 3) {
            Some(next) => MARKUP[usize::from(next[0])],
            None => self.begins_markup_at_end(at),
        }
    }

    /// The same where the file ends with it.
    #[cold]
    fn begins_markup_at_end(&self, at: usize) -> bool {
        match self.bytes.get(at + 1) {
            Some(b'/') => at + 2 < self.bytes.len(),
            Some(b'!' | b'?') => true,
            Some(byte) => byte.is_ascii_alphabetic(),
            None => false,
        }
    }

    /// Tag open, end tag open and markup declaration open states. `None`: skipped, without a token.
    #[inline]
    fn markup(&mut self, at: usize) -> Option<Token> {
        match self.bytes[at + 1] {
            b'/' => match self.bytes[at + 2] {
                b'>' => {
                    self.position = at + 3;
                    None
                }
                byte if byte.is_ascii_alphabetic() => self.end_tag(at + 2),
                _ => Some(self.bogus_comment(at + 2)),
            },
            b'!' => self.markup_declaration(at + 2),
            b'?' => Some(self.bogus_comment(at + 1)),
            _ => self.start_tag(at + 1),
        }
    }

    /// Markup declaration open state. By itself, as what is rare makes room for what is not.
    #[inline(never)]
    fn markup_declaration(&mut self, at: usize) -> Option<Token> {
        let rest = &self.bytes[at..];
        if rest.starts_with(b"--") {
            return Some(self.comment(at + 2));
        }
        if rest.len() >= 7 && rest[..7].eq_ignore_ascii_case(b"doctype") {
            return Some(self.doctype(at + 7));
        }
        if self.in_foreign_content && rest.starts_with(b"[CDATA[") {
            self.position = at + 7;
            self.model = Model::Cdata;
            return None;
        }
        Some(self.bogus_comment(at))
    }

    /// CDATA section states: text up to `]]>`.
    fn cdata_section(&mut self) -> Option<Token> {
        let start = self.position;
        let found = memmem::find(&self.bytes[start..], b"]]>");
        let end = found.map_or(self.bytes.len(), |offset| start + offset);
        self.position = if found.is_some() { end + 3 } else { end };
        self.model = Model::Data;
        text(start, end, Rules::CDATA)
    }

    /// Bogus comment state: a comment up to the next `>`.
    #[inline(never)]
    fn bogus_comment(&mut self, start: usize) -> Token {
        let found = memchr(b'>', &self.bytes[start..]);
        let end = found.map_or(self.bytes.len(), |offset| start + offset);
        self.position = if found.is_some() { end + 1 } else { end };
        comment(start, end)
    }

    /// The end of the file came inside a construct that is dropped whole.
    fn skip_to_end(&mut self) {
        self.position = self.bytes.len();
    }
}

/// The text between two places; `None` where there is none.
fn text(start: usize, end: usize, rules: Rules) -> Option<Token> {
    (start < end).then(|| Token::Text(Text::new(start as u32, end as u32, rules)))
}

fn comment(start: usize, end: usize) -> Token {
    Token::Comment(Text::new(start as u32, end as u32, Rules::RAW))
}

/// White space in the sense of the standard; a carriage return counts as the line feed it becomes.
#[inline]
fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\n' | b'\t' | b'\r' | 0x0C)
}
