//! From a range of the source to the text it stands for: character references, line ends, NUL bytes.
//!
//! The parser keeps ranges; this is where they are read. Most ranges stand for themselves and are borrowed.

use std::borrow::Cow;

use memchr::{memchr2, memchr3};

use super::references::{self, Place};

/// How a text is read. Two flags, because texts differ in just these two ways.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules(u8);

impl Rules {
    /// Ordinary content: references are decoded, NUL bytes are dropped.
    pub const CONTENT: Rules = Rules(Rules::REFERENCES);
    /// SVG, MathML, `title` and `textarea`: references are decoded, NUL becomes U+FFFD.
    pub const ESCAPABLE: Rules = Rules(Rules::REFERENCES | Rules::REPLACE_NUL);
    /// Scripts, styles, comments: nothing is decoded, NUL becomes U+FFFD.
    pub const RAW: Rules = Rules(Rules::REPLACE_NUL);
    /// CDATA sections: nothing is decoded, NUL bytes are dropped (in HTML inside SVG; else they are replaced).
    pub const CDATA: Rules = Rules(0);

    const REFERENCES: u8 = 1;
    const REPLACE_NUL: u8 = 1 << 1;

    /// The rules that [`Rules::bits`] gave; other bits are ignored.
    pub fn from_bits(bits: u8) -> Rules {
        Rules(bits & (Rules::REFERENCES | Rules::REPLACE_NUL))
    }

    /// The rules as two bits.
    pub fn bits(self) -> u8 {
        self.0
    }

    /// Whether character references are decoded.
    pub fn decodes_references(self) -> bool {
        self.0 & Rules::REFERENCES != 0
    }

    /// The same rules for foreign content, where NUL becomes U+FFFD.
    pub fn replacing_nul(self) -> Rules {
        Rules(self.0 | Rules::REPLACE_NUL)
    }

    /// Whether a NUL stands for U+FFFD; otherwise for nothing.
    pub fn replaces_nul(self) -> bool {
        self.0 & Rules::REPLACE_NUL != 0
    }
}

/// The text that a range of the source stands for.
pub fn text(raw: &str, rules: Rules) -> Cow<'_, str> {
    decode(raw, rules, Place::Text)
}

/// The same, in a room that is lent where a text does not stand for itself.
pub fn text_in<'text>(raw: &'text str, rules: Rules, room: &'text mut String) -> &'text str {
    decode_in(raw, rules, Place::Text, room)
}

/// The value that the source of an attribute's value stands for, in such a room.
pub fn attribute_value_in<'text>(raw: &'text str, room: &'text mut String) -> &'text str {
    decode_in(raw, Rules::ESCAPABLE, Place::Attribute, room)
}

/// The value that the source of an attribute's value stands for.
pub fn attribute_value(raw: &str) -> Cow<'_, str> {
    decode(raw, Rules::ESCAPABLE, Place::Attribute)
}

/// The name of an attribute or a tag: lower-cased, NUL replaced.
pub fn attribute_name(raw: &str) -> Cow<'_, str> {
    if raw.bytes().any(|byte| byte.is_ascii_uppercase() || byte == 0) {
        Cow::Owned(raw.to_ascii_lowercase().replace('\0', "\u{FFFD}"))
    } else {
        Cow::Borrowed(raw)
    }
}

fn decode(raw: &str, rules: Rules, place: Place) -> Cow<'_, str> {
    let Some(first) = next_special(raw.as_bytes(), rules) else {
        return Cow::Borrowed(raw);
    };
    let mut out = String::with_capacity(raw.len());
    decode_from(first, raw, rules, place, &mut out);
    Cow::Owned(out)
}

fn decode_in<'text>(raw: &'text str, rules: Rules, place: Place, room: &'text mut String) -> &'text str {
    let Some(first) = next_special(raw.as_bytes(), rules) else { return raw };
    room.clear();
    decode_from(first, raw, rules, place, room);
    room
}

/// Decodes a range of which it is known where it first stands for something else.
fn decode_from(first: usize, raw: &str, rules: Rules, place: Place, out: &mut String) {
    let mut rest = raw;
    let mut special = Some(first);
    while let Some(at) = special {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let read = decode_special(rest, rules, place, out);
        rest = &rest[read..];
        special = next_special(rest.as_bytes(), rules);
    }
    out.push_str(rest);
}

fn next_special(bytes: &[u8], rules: Rules) -> Option<usize> {
    if rules.decodes_references() { memchr3(b'&', b'\r', 0, bytes) } else { memchr2(b'\r', 0, bytes) }
}

/// Decodes what is at the beginning of `rest` and says how many bytes it took.
fn decode_special(rest: &str, rules: Rules, place: Place, out: &mut String) -> usize {
    match rest.as_bytes()[0] {
        b'\r' => {
            out.push('\n');
            if rest.as_bytes().get(1) == Some(&b'\n') { 2 } else { 1 }
        }
        0 => {
            if rules.replaces_nul() {
                out.push('\u{FFFD}');
            }
            1
        }
        _ => match references::read(rest.as_bytes(), place) {
            Some(reference) => {
                out.extend(reference.characters());
                reference.length
            }
            None => {
                out.push('&');
                1
            }
        },
    }
}

/// The length of the white space at the beginning of a text.
pub fn leading_space(raw: &[u8], rules: Rules) -> usize {
    let mut at = 0;
    while at < raw.len() {
        match space_at(&raw[at..], rules) {
            0 => return at,
            length => at += length,
        }
    }
    at
}

/// Whether a text consists of white space and NUL bytes, which ordinary content drops.
pub fn is_blank(raw: &[u8], rules: Rules) -> bool {
    let mut at = 0;
    while at < raw.len() {
        match space_at(&raw[at..], rules) {
            0 if raw[at] == 0 => at += 1,
            0 => return false,
            length => at += length,
        }
    }
    true
}

/// The length of the white space character, possibly written as a reference, that a text begins with.
fn space_at(raw: &[u8], rules: Rules) -> usize {
    match raw[0] {
        b' ' | b'\n' | b'\t' | b'\r' | 0x0C => 1,
        b'&' if rules.decodes_references() => match references::read(raw, Place::Text) {
            Some(reference) if reference.is_space() => reference.length,
            _ => 0,
        },
        _ => 0,
    }
}

/// The length of the line feed at the beginning of a text, which `pre` and `textarea` drop.
pub fn leading_line_feed(raw: &[u8]) -> usize {
    match raw {
        [b'\r', b'\n', ..] => 2,
        [b'\r' | b'\n', ..] => 1,
        [b'&', ..] => match references::read(raw, Place::Text) {
            Some(reference) if reference.characters().eq(['\n']) => reference.length,
            _ => 0,
        },
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_text_is_borrowed() {
        assert!(matches!(text("plain", Rules::CONTENT), Cow::Borrowed("plain")));
        assert!(matches!(text("a & b", Rules::RAW), Cow::Borrowed(_)));
    }

    #[test]
    fn line_ends_references_and_nul() {
        assert_eq!(text("a\r\nb\rc&amp;d\0", Rules::CONTENT), "a\nb\nc&d");
        assert_eq!(text("a\0&lt;", Rules::ESCAPABLE), "a\u{FFFD}<");
        assert_eq!(text("a\0&lt;", Rules::RAW), "a\u{FFFD}&lt;");
    }

    #[test]
    fn references_in_attributes_are_stricter() {
        assert_eq!(attribute_value("?a=1&copy=2&copy;"), "?a=1&copy=2\u{A9}");
        assert_eq!(text("?a=1&copy=2", Rules::CONTENT), "?a=1\u{A9}=2");
    }

    #[test]
    fn white_space_may_be_written_as_references() {
        assert_eq!(leading_space(b" \n&#32;&Tab;x", Rules::CONTENT), 12);
        assert_eq!(leading_space(b"&#65;", Rules::CONTENT), 0);
        assert_eq!(leading_line_feed(b"&#10;x"), 5);
        assert_eq!(leading_line_feed(b"\r\nx"), 2);
    }
}
