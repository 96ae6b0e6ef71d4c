//! Small operations on the words of a page.

use std::borrow::Cow;

/// The text with each run of digits as one `#`, so that `post-17` and `post-123` are the same.
pub(crate) fn fold_digits(text: &str) -> Cow<'_, str> {
    if !text.bytes().any(|byte| byte.is_ascii_digit()) {
        return Cow::Borrowed(text);
    }
    let mut folded = String::with_capacity(text.len());
    for character in text.chars() {
        if !character.is_ascii_digit() {
            folded.push(character);
        } else if !folded.ends_with('#') {
            folded.push('#');
        }
    }
    Cow::Owned(folded)
}

/// Appends a text with its white space collapsed and without any at its ends; says at which of them there was some.
pub(super) fn push_collapsed(text: &str, out: &mut String) -> [bool; 2] {
    let behind = text.trim_start();
    let mut rest = behind.trim_end();
    let is_apart = [behind.len() < text.len(), rest.len() < behind.len()];
    let mut at = 0;
    while at < rest.len() {
        at += plain_length(&rest.as_bytes()[at..]);
        let after = rest[at..].trim_start();
        if at + after.len() == rest.len() {
            // Not white space, after all.
            at += after.chars().next().map_or(0, char::len_utf8);
            continue;
        }
        let word = &rest[..at];
        out.push_str(word);
        if !word.ends_with(' ') {
            out.push(' ');
        }
        (rest, at) = (after, 0);
    }
    out.push_str(rest);
    is_apart
}

const PLAIN: u8 = 0;
const BLANK: u8 = 1;
const OTHER: u8 = 2;

/// For each byte, whether it stands for itself in a collapsed text: white space other than single blanks does not, nor
/// what may begin a character reference or a white space character beyond ASCII.
const CLASSES: [u8; 256] = {
    let mut table = [PLAIN; 256];
    let mut byte = 0;
    while byte < b' ' as usize {
        table[byte] = OTHER;
        byte += 1;
    }
    table[b' ' as usize] = BLANK;
    table[b'&' as usize] = OTHER;
    // U+0085 and U+00A0, U+1680, U+2000 to U+205F, U+3000.
    table[0xC2] = OTHER;
    table[0xE1] = OTHER;
    table[0xE2] = OTHER;
    table[0xE3] = OTHER;
    table
};

/// How many bytes at the beginning are surely words with single blanks between them.
#[inline]
pub(super) fn plain_length(text: &[u8]) -> usize {
    let (words, _) = text.as_chunks::<8>();
    let mut was_blank = 0;
    let plain = words.iter().take_while(|word| {
        let (is_plain, is_blank) = plain_word(u64::from_le_bytes(**word), was_blank);
        was_blank = is_blank;
        is_plain
    });
    let mut at = plain.count() * 8;
    let mut previous = if at > 0 { CLASSES[text[at - 1] as usize] } else { PLAIN };
    while let Some(&byte) = text.get(at) {
        let class = CLASSES[byte as usize];
        if class & (previous | OTHER) != 0 {
            break;
        }
        previous = class;
        at += 1;
    }
    at
}

/// Whether eight bytes are plain ASCII with single blanks, and whether the last of them is one, as the lowest bit.
#[inline]
fn plain_word(word: u64, was_blank: u64) -> (bool, u64) {
    const LOW: u64 = 0x0101_0101_0101_0101;
    const HIGH: u64 = 0x8080_8080_8080_8080;
    // The high bit of each byte that is zero; where all are ASCII, none is wrong.
    let zeros = |word: u64| !(word + (HIGH - LOW)) & HIGH;
    let ascii = word & !HIGH;
    let blanks = zeros(ascii ^ (LOW * b' ' as u64));
    let references = zeros(ascii ^ (LOW * b'&' as u64));
    let controls = !(ascii + LOW * (0x80 - b' ' as u64)) & HIGH;
    let pairs = blanks & (blanks << 8 | was_blank << 7);
    ((word & HIGH) | references | controls | pairs == 0, blanks >> 63)
}

/// Lower-case words that identifiers are searched for.
pub(super) struct WordList {
    words: &'static [&'static str],
    /// The lengths of the words, one bit each.
    lengths: u32,
    /// Their first letters, one bit each.
    initials: u32,
}

impl WordList {
    pub const fn new(words: &'static [&'static str]) -> Self {
        let (mut lengths, mut initials) = (0, 0);
        let mut index = 0;
        while index < words.len() {
            lengths |= 1 << words[index].len();
            initials |= 1 << (words[index].as_bytes()[0] - b'a');
            index += 1;
        }
        WordList { words, lengths, initials }
    }

    /// Whether an identifier such as `site-header` or `mainNav_2` has one of the words.
    pub fn has_one_in(&self, text: &str) -> bool {
        let bytes = text.as_bytes();
        let mut start = 0;
        let mut previous = 0u8;
        for (at, &byte) in bytes.iter().enumerate() {
            let is_letter = byte.is_ascii_alphabetic();
            let is_hump = byte.is_ascii_uppercase() && previous.is_ascii_lowercase();
            if !is_letter || is_hump {
                if self.has(&bytes[start..at]) {
                    return true;
                }
                start = if is_hump { at } else { at + 1 };
            }
            previous = byte;
        }
        self.has(&bytes[start..])
    }

    #[inline]
    fn has(&self, word: &[u8]) -> bool {
        // Most words fail one of the cheap tests.
        word.len() < 32
            && self.lengths >> word.len() & 1 != 0
            && self.initials >> ((word[0] | 0x20) - b'a') & 1 != 0
            && self.words.iter().any(|known| known.as_bytes().eq_ignore_ascii_case(word))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_fold() {
        assert_eq!(fold_digits("post-17"), "post-#");
        assert_eq!(fold_digits("post"), "post");
    }

    #[test]
    fn white_space_collapses() {
        let cases = [
            ("", "", [false, false]),
            (" ", "", [true, false]),
            ("a", "a", [false, false]),
            (" a b\t", "a b", [true, true]),
            ("a \n b  c", "a b c", [false, false]),
            ("\u{A0}é\u{2003}\u{2019}s & \u{3000}\u{1F}\u{B}x", "é \u{2019}s & \u{1F} x", [true, false]),
        ];
        for (text, expected, is_apart) in cases {
            let mut out = "before ".to_owned();
            assert_eq!(push_collapsed(text, &mut out), is_apart, "{text:?}");
            assert_eq!(out, format!("before {expected}"));
        }
    }

    #[test]
    fn plain_texts_are_collapsed_already() {
        let cases = [("a b", 3), ("a  b", 2), ("a&b", 1), ("a\nb", 1), ("é ü", 5), ("a\u{A0}", 1), ("1234567  9", 8)];
        for (text, length) in cases {
            assert_eq!(plain_length(text.as_bytes()), length, "{text:?}");
            for before in ["x", "two words ", "seven..", "eight at once, "] {
                let longer = format!("{before}{text}");
                assert_eq!(plain_length(longer.as_bytes()), before.len() + length, "{longer:?}");
            }
        }
        for byte in 0..=255 {
            let expected = if CLASSES[byte as usize] == PLAIN { 17 } else { 3 };
            let expected = if byte == b' ' { 17 } else { expected };
            let text: Vec<u8> = b"abc".iter().chain([&byte]).chain(b"defghijklmnop").copied().collect();
            assert_eq!(plain_length(&text), expected, "{byte}");
        }
    }

    #[test]
    fn identifiers_have_words() {
        const WORDS: WordList = WordList::new(&["header", "nav"]);
        for text in ["siteHeader", "site-header", "header", "x header2", "HEADER"] {
            assert!(WORDS.has_one_in(text), "{text}");
        }
        for text in ["", "headers", "subheader", "head er", "é", "havens", "a-very-long-word-of-one-hundred-letters"] {
            assert!(!WORDS.has_one_in(text), "{text}");
        }
    }
}
