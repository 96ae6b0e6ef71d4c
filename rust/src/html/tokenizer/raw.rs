//! Text in which markup means nothing: RCDATA, RAWTEXT, script data and PLAINTEXT states.

use memchr::{memchr, memchr2};

use super::{Model, Token, Tokenizer, is_space, text};
use crate::html::decode::Rules;

impl Tokenizer<'_> {
    /// The text up to the end tag that closes it, or that end tag.
    #[cold]
    pub(super) fn raw_text(&mut self) -> Option<Token> {
        let start = self.position;
        let end = match self.model {
            Model::Cdata => return self.cdata_section(),
            Model::Plaintext | Model::Data => self.bytes.len(),
            Model::Rcdata | Model::Rawtext => self.appropriate_end_tag(start),
            Model::Script => self.script_end(start),
        };
        self.position = end;
        if end > start {
            let rules = if self.model == Model::Rcdata { Rules::ESCAPABLE } else { Rules::RAW };
            return text(start, end, rules);
        }
        if end == self.bytes.len() {
            return Some(Token::EndOfFile);
        }
        self.model = Model::Data;
        self.end_tag(end + 2)
    }

    /// RCDATA and RAWTEXT end tag states: where the end tag is that repeats the last start tag.
    fn appropriate_end_tag(&self, mut from: usize) -> usize {
        while let Some(offset) = memchr(b'<', &self.bytes[from..]) {
            let at = from + offset;
            if self.is_end_tag(at, self.last_start_tag) {
                return at;
            }
            from = at + 1;
        }
        self.bytes.len()
    }

    /// Whether `</name` is here, followed by what may follow a tag name.
    fn is_end_tag(&self, at: usize, name: &[u8]) -> bool {
        self.bytes.get(at + 1) == Some(&b'/') && self.is_tag_name(at + 2, name)
    }

    fn is_tag_name(&self, at: usize, name: &[u8]) -> bool {
        let end = at + name.len();
        !name.is_empty()
            && self.bytes.get(at..end).is_some_and(|text| text.eq_ignore_ascii_case(name))
            && self.bytes.get(end).is_some_and(|&byte| is_space(byte) || byte == b'/' || byte == b'>')
    }

    /// Script data states: where the script ends. Inside `<!--` a `<script` hides the next `</script`.
    fn script_end(&self, start: usize) -> usize {
        let mut from = start;
        while let Some(offset) = memchr(b'<', &self.bytes[from..]) {
            let at = from + offset;
            if self.is_end_tag(at, self.last_start_tag) {
                return at;
            }
            from = at + 1;
            if self.bytes[from..].starts_with(b"!--") {
                match self.escaped_script(at + 4) {
                    Escaped::ClosedAt(place) => from = place,
                    Escaped::EndTagAt(place) => return place,
                }
            }
        }
        self.bytes.len()
    }

    /// Script data escaped and double escaped states, from behind `<!--` on.
    fn escaped_script(&self, start: usize) -> Escaped {
        let mut is_double = false;
        // The two dashes of `<!--` may already be those of `-->`.
        let mut from = start - 2;
        while let Some(offset) = memchr2(b'<', b'-', &self.bytes[from..]) {
            let at = from + offset;
            from = at + 1;
            if self.bytes[at] == b'-' {
                if self.bytes[at..].starts_with(b"-->") {
                    return Escaped::ClosedAt(at + 3);
                }
            } else if is_double {
                is_double = !self.is_end_tag(at, b"script");
            } else if self.is_end_tag(at, self.last_start_tag) {
                return Escaped::EndTagAt(at);
            } else {
                is_double = self.is_tag_name(at + 1, b"script");
            }
        }
        Escaped::EndTagAt(self.bytes.len())
    }
}

/// How an escaped part of a script ends.
enum Escaped {
    /// With `-->`; this is the place behind it.
    ClosedAt(usize),
    /// With the end tag of the script, or the end of the file.
    EndTagAt(usize),
}
