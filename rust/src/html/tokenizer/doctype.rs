//! Doctypes: the DOCTYPE states.

use memchr::memchr;

use super::{Token, Tokenizer, is_space};
use crate::html::decode::{self, Rules};

/// The parts of a doctype.
#[derive(Clone, Debug, Default)]
pub(crate) struct DoctypeToken {
    pub name: Option<String>,
    pub public_id: Option<String>,
    pub system_id: Option<String>,
    /// The doctype is broken, which asks for quirks mode.
    pub force_quirks: bool,
}

/// What was found where an identifier was expected.
enum Identifier {
    /// A quoted identifier and the place behind it.
    Quoted(String, usize),
    /// A quoted identifier that `>` or the end of the file cut off, at this place.
    Cut(String, usize),
    /// Something else.
    Missing,
}

impl Tokenizer<'_> {
    /// DOCTYPE state; `at` is behind the word `doctype`.
    pub(super) fn doctype(&mut self, at: usize) -> Token {
        let mut token = DoctypeToken::default();
        let end = self.doctype_name(self.skip_space(at), &mut token);
        self.position = self.close_doctype(end, &mut token);
        self.doctype = token;
        Token::Doctype
    }

    /// Bogus DOCTYPE state: everything up to `>` is skipped. A file that ends before there is anything to skip
    /// has cut the doctype off.
    fn close_doctype(&self, at: usize, token: &mut DoctypeToken) -> usize {
        token.force_quirks |= self.skip_space(at) == self.bytes.len();
        memchr(b'>', &self.bytes[at..]).map_or(self.bytes.len(), |offset| at + offset + 1)
    }

    /// DOCTYPE name states.
    fn doctype_name(&self, start: usize, token: &mut DoctypeToken) -> usize {
        let rest = &self.bytes[start..];
        let length = rest.iter().position(|&byte| is_space(byte) || byte == b'>').unwrap_or(rest.len());
        if length == 0 {
            token.force_quirks = true;
            return start;
        }
        token.name = Some(decode::attribute_name(&self.source[start..start + length]).into_owned());
        let at = self.skip_space(start + length);
        match self.bytes.get(at) {
            None | Some(b'>') => at,
            Some(_) => self.doctype_keyword(at, token),
        }
    }

    /// After DOCTYPE name state.
    fn doctype_keyword(&self, at: usize, token: &mut DoctypeToken) -> usize {
        let keyword = self.bytes.get(at..at + 6).unwrap_or_default();
        if keyword.eq_ignore_ascii_case(b"public") {
            self.public_identifier(at + 6, token)
        } else if keyword.eq_ignore_ascii_case(b"system") {
            self.system_identifier(at + 6, token, true)
        } else {
            token.force_quirks = true;
            at
        }
    }

    /// DOCTYPE public identifier states.
    fn public_identifier(&self, at: usize, token: &mut DoctypeToken) -> usize {
        match self.identifier(at) {
            Identifier::Quoted(text, after) => {
                token.public_id = Some(text);
                self.system_identifier(after, token, false)
            }
            Identifier::Cut(text, end) => {
                token.public_id = Some(text);
                token.force_quirks = true;
                end
            }
            Identifier::Missing => {
                token.force_quirks = true;
                at
            }
        }
    }

    /// DOCTYPE system identifier states; behind a public identifier it may be left out.
    fn system_identifier(&self, at: usize, token: &mut DoctypeToken, is_required: bool) -> usize {
        match self.identifier(at) {
            Identifier::Quoted(text, after) => {
                token.system_id = Some(text);
                after
            }
            Identifier::Cut(text, end) => {
                token.system_id = Some(text);
                token.force_quirks = true;
                end
            }
            Identifier::Missing => {
                let is_closed = self.bytes.get(self.skip_space(at)) == Some(&b'>');
                token.force_quirks |= is_required || !is_closed;
                at
            }
        }
    }

    fn identifier(&self, at: usize) -> Identifier {
        let at = self.skip_space(at);
        let Some(&quote @ (b'"' | b'\'')) = self.bytes.get(at) else {
            return Identifier::Missing;
        };
        let start = at + 1;
        let rest = &self.bytes[start..];
        let length = rest.iter().position(|&byte| byte == quote || byte == b'>').unwrap_or(rest.len());
        let text = decode::text(&self.source[start..start + length], Rules::RAW).into_owned();
        if rest.get(length) == Some(&quote) {
            Identifier::Quoted(text, start + length + 1)
        } else {
            Identifier::Cut(text, start + length)
        }
    }
}
