//! Character references: `&amp;`, `&copy`, `&#169;`, `&#xA9;`.

use std::sync::OnceLock;

use crate::hash::WordMap;

/// The standard's table: one reference a line, its name (with the semicolon, where it has one) and its
/// code points in hexadecimal.
const TABLE: &str = include_str!("entities.txt");

/// The longest name in the table, semicolon included.
const LONGEST: usize = 32;
/// The longest name that may occur without its semicolon.
const LONGEST_WITHOUT_SEMICOLON: usize = 6;

/// Where a reference is: attributes keep `&copy=` and `&copyx` as they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// In text.
    Text,
    /// In the value of an attribute.
    Attribute,
}

/// A reference that was read.
#[derive(Clone, Copy, Debug)]
pub struct Reference {
    first: char,
    second: Option<char>,
    /// The bytes of the source it takes.
    pub length: usize,
}

impl Reference {
    /// The one or two characters it stands for.
    pub fn characters(&self) -> impl Iterator<Item = char> {
        std::iter::once(self.first).chain(self.second)
    }

    /// Whether it stands for white space in the sense of the standard.
    pub fn is_space(&self) -> bool {
        matches!(self.first, ' ' | '\n' | '\t' | '\r' | '\u{C}')
    }
}

/// Reads the reference at the beginning of `raw`, which begins with `&`.
pub fn read(raw: &[u8], place: Place) -> Option<Reference> {
    match raw.get(1)? {
        b'#' => read_numeric(raw),
        byte if byte.is_ascii_alphanumeric() => read_named(raw, place),
        _ => None,
    }
}

fn read_named(raw: &[u8], place: Place) -> Option<Reference> {
    let name = &raw[1..];
    let run = name.iter().take(LONGEST).take_while(|byte| byte.is_ascii_alphanumeric()).count();
    if name.get(run) == Some(&b';')
        && let Some(reference) = look_up(&name[..=run])
    {
        return Some(reference);
    }
    match place {
        Place::Text => (2..=run.min(LONGEST_WITHOUT_SEMICOLON)).rev().find_map(|length| look_up(&name[..length])),
        // Before an equals sign, a letter or a digit it is kept as it is.
        Place::Attribute if run > LONGEST_WITHOUT_SEMICOLON || name.get(run) == Some(&b'=') => None,
        Place::Attribute => look_up(&name[..run]),
    }
}

fn look_up(name: &[u8]) -> Option<Reference> {
    let &(first, second) = table().get(name)?;
    Some(Reference { first, second, length: name.len() + 1 })
}

/// What a name stands for: one character, or two.
type Characters = (char, Option<char>);

fn table() -> &'static WordMap<&'static [u8], Characters> {
    static PARSED: OnceLock<WordMap<&'static [u8], Characters>> = OnceLock::new();
    PARSED.get_or_init(|| TABLE.lines().filter_map(parse_line).collect())
}

fn parse_line(line: &'static str) -> Option<(&'static [u8], Characters)> {
    let mut words = line.split(' ');
    let name = words.next()?;
    let mut characters = words.filter_map(|word| char::from_u32(u32::from_str_radix(word, 16).ok()?));
    Some((name.as_bytes(), (characters.next()?, characters.next())))
}

fn read_numeric(raw: &[u8]) -> Option<Reference> {
    let is_hexadecimal = matches!(raw.get(2), Some(b'x' | b'X'));
    let (radix, start) = if is_hexadecimal { (16, 3) } else { (10, 2) };
    let mut code = 0u32;
    let mut at = start;
    while let Some(digit) = raw.get(at).and_then(|&byte| (byte as char).to_digit(radix)) {
        code = code.saturating_mul(radix).saturating_add(digit).min(0x11_0000);
        at += 1;
    }
    if at == start {
        return None;
    }
    let length = if raw.get(at) == Some(&b';') { at + 1 } else { at };
    Some(Reference { first: numeric_character(code), second: None, length })
}

/// What the standard makes of a number: nothing forbidden, and 80 to 9F as in windows-1252.
fn numeric_character(code: u32) -> char {
    const WINDOWS_1252: [u32; 32] = [
        0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D,
        0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A,
        0x0153, 0x9D, 0x017E, 0x0178,
    ];
    let code = match code {
        0 => 0xFFFD,
        0x80..=0x9F => WINDOWS_1252[code as usize - 0x80],
        _ => code,
    };
    char::from_u32(code).unwrap_or('\u{FFFD}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decoded(raw: &str, place: Place) -> Option<(String, usize)> {
        read(raw.as_bytes(), place).map(|reference| (reference.characters().collect(), reference.length))
    }

    #[test]
    fn named() {
        assert_eq!(decoded("&amp;x", Place::Text), Some(("&".into(), 5)));
        assert_eq!(decoded("&ampx", Place::Text), Some(("&".into(), 4)));
        assert_eq!(decoded("&ampx", Place::Attribute), None);
        assert_eq!(decoded("&notit;", Place::Text), Some(("\u{AC}".into(), 4)));
        assert_eq!(decoded("&notin;", Place::Text), Some(("\u{2209}".into(), 7)));
        assert_eq!(decoded("&NotEqualTilde;", Place::Text), Some(("\u{2242}\u{338}".into(), 15)));
        assert_eq!(decoded("&nosuch;", Place::Text), None);
        assert_eq!(decoded("& ", Place::Text), None);
    }

    #[test]
    fn numeric() {
        assert_eq!(decoded("&#65;", Place::Text), Some(("A".into(), 5)));
        assert_eq!(decoded("&#x41 ", Place::Text), Some(("A".into(), 5)));
        assert_eq!(decoded("&#x80;", Place::Text), Some(("\u{20AC}".into(), 6)));
        assert_eq!(decoded("&#xD800;", Place::Text), Some(("\u{FFFD}".into(), 8)));
        assert_eq!(decoded("&#99999999999;", Place::Text), Some(("\u{FFFD}".into(), 14)));
        assert_eq!(decoded("&#x;", Place::Text), None);
    }
}
