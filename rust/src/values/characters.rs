//! Characters as Python sees them, so that the readers agree with their twins.

use std::borrow::Cow;

use icu_casemap::CaseMapper;
use icu_normalizer::ComposingNormalizer;

/// A letter, or a number that is no decimal digit: what Python's `[^\W\d_]` matches.
pub(super) const LETTER: &str = r"[\p{L}\p{Nl}\p{No}]";
/// A letter, digit or underscore: what Python's `\w` matches, for the inside of brackets.
pub(super) const WORD: &str = r"\p{L}\p{N}_";
/// White space as Python's `\s` matches it, for the inside of brackets.
pub(super) const SPACE: &str = r"\s\x1c-\x1f";

/// The zeros of all scripts whose digits are decimal (Unicode's category Nd); nine digits follow each.
const ZEROS: [u32; 66] = [
    0x30, 0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xde6, 0xe50, 0xed0,
    0xf20, 0x1040, 0x1090, 0x17e0, 0x1810, 0x1946, 0x19d0, 0x1a80, 0x1a90, 0x1b50, 0x1bb0, 0x1c40, 0x1c50, 0xa620,
    0xa8d0, 0xa900, 0xa9d0, 0xa9f0, 0xaa50, 0xabf0, 0xff10, 0x104a0, 0x10d30, 0x11066, 0x110f0, 0x11136, 0x111d0,
    0x112f0, 0x11450, 0x114d0, 0x11650, 0x116c0, 0x11730, 0x118e0, 0x11950, 0x11c50, 0x11d50, 0x11da0, 0x16a60,
    0x16ac0, 0x16b50, 0x1d7ce, 0x1d7d8, 0x1d7e2, 0x1d7ec, 0x1d7f6, 0x1e140, 0x1e2f0, 0x1e950, 0x1fbf0,
];

/// Whether Python's `str.isspace` holds.
pub fn is_space(character: char) -> bool {
    character.is_whitespace() || ('\x1c'..='\x1f').contains(&character)
}

/// The text with single blanks between its words.
pub(super) fn collapse(text: &str) -> Cow<'_, str> {
    let mut previous = ' ';
    let is_plain = |character: char| {
        let is_fine = character == ' ' && previous != ' ' || !is_space(character);
        previous = character;
        is_fine
    };
    if text.chars().all(is_plain) && !text.ends_with(' ') {
        return Cow::Borrowed(text);
    }
    let words: Vec<&str> = text.split(is_space).filter(|word| !word.is_empty()).collect();
    Cow::Owned(words.join(" "))
}

/// The value of a decimal digit of any script.
pub(super) fn digit(character: char) -> Option<u8> {
    if character.is_ascii() {
        return character.is_ascii_digit().then(|| character as u8 - b'0');
    }
    let code = u32::from(character);
    let after = ZEROS.partition_point(|&zero| zero <= code);
    let value = code - ZEROS.get(after.checked_sub(1)?)?;
    (value < 10).then_some(value as u8)
}

/// The digits of a text, as ASCII.
pub(super) fn digits(text: &str) -> String {
    text.chars().filter_map(digit).map(|value| char::from(b'0' + value)).collect()
}

/// The number that some digits write.
pub(super) fn whole(text: &str) -> Option<u32> {
    digits(text).parse().ok()
}

/// Whether a text has no digit at all, which is quick to see.
pub(super) fn lacks_digits(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii() && !byte.is_ascii_digit())
}

/// Whether a text has fewer digits than this, which is quick to see; a letter that is not ASCII counts as one.
pub(super) fn has_fewer_digits(text: &str, least: usize) -> bool {
    text.bytes().filter(|byte| byte.is_ascii_digit() || !byte.is_ascii()).take(least).count() < least
}

/// The text as it is compared without regard to capitals: Unicode's full case folding.
pub fn fold(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        let has_capitals = text.bytes().any(|byte| byte.is_ascii_uppercase());
        return if has_capitals { Cow::Owned(text.to_ascii_lowercase()) } else { Cow::Borrowed(text) };
    }
    CaseMapper::new().fold_string(text)
}

/// One spelling of accents (NFC).
pub fn normalize(text: &str) -> Cow<'_, str> {
    if text.is_ascii() { Cow::Borrowed(text) } else { ComposingNormalizer::new_nfc().normalize(text) }
}

/// One spelling of what is compatible (NFKC).
pub(super) fn simplify(text: &str) -> Cow<'_, str> {
    ComposingNormalizer::new_nfkc().normalize(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_space_is_collapsed() {
        assert_eq!(collapse("a b"), "a b");
        assert_eq!(collapse(" a\u{1c}\u{a0}b "), "a b");
        assert_eq!(collapse("a  b"), "a b");
        assert_eq!(collapse(""), "");
    }

    #[test]
    fn digits_of_all_scripts_have_values() {
        assert_eq!(digits("٣x४2"), "342");
        assert_eq!(digit('²'), None);
        assert_eq!(digit('\u{e9}'), None);
    }

    #[test]
    fn folding_is_full() {
        assert_eq!(fold("Straße ΟΔΟΣ"), "strasse οδοσ");
        assert_eq!(fold("ABC"), "abc");
    }
}
