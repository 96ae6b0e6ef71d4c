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

/// Appends a text with its white space collapsed; between two appended texts at most one blank remains, and none at the
/// start of what is appended to.
pub(crate) fn push_collapsed(text: &str, out: &mut String, start: usize) {
    if is_collapsed(text.as_bytes()) {
        out.push_str(text);
    } else if text.is_ascii() {
        push_words(text.split_ascii_whitespace(), text.as_bytes(), out, start);
    } else {
        let ends = [text.starts_with(char::is_whitespace), text.ends_with(char::is_whitespace)];
        let marks = ends.map(|is_space| if is_space { b' ' } else { b'x' });
        push_words(text.split_whitespace(), &marks, out, start);
    }
}

/// Whether an ASCII text is words with single blanks between them, as most are.
fn is_collapsed(text: &[u8]) -> bool {
    let mut previous = b' ';
    for &byte in text {
        let is_fine = if byte == b' ' { previous != b' ' } else { byte > b' ' && byte < 0x80 };
        if !is_fine {
            return false;
        }
        previous = byte;
    }
    previous != b' '
}

/// Appends words; `marks` begins and ends with white space where the text did.
fn push_words<'text>(words: impl Iterator<Item = &'text str>, marks: &[u8], out: &mut String, start: usize) {
    let mut is_apart = marks.first().is_some_and(u8::is_ascii_whitespace);
    for word in words {
        if is_apart {
            push_blank(out, start);
        }
        out.push_str(word);
        is_apart = true;
    }
    if marks.last().is_some_and(u8::is_ascii_whitespace) {
        push_blank(out, start);
    }
}

fn push_blank(out: &mut String, start: usize) {
    if out.len() > start && !out.ends_with(' ') {
        out.push(' ');
    }
}

/// Whether an identifier such as `site-header` or `mainNav_2` has one of these lower-case words.
pub(super) fn has_word(text: &str, words: &[&str]) -> bool {
    let bytes = text.as_bytes();
    let mut start = 0;
    for at in 0..=bytes.len() {
        let is_letter = bytes.get(at).is_some_and(u8::is_ascii_alphabetic);
        let is_hump = at > start && is_letter && bytes[at].is_ascii_uppercase() && bytes[at - 1].is_ascii_lowercase();
        if is_letter && !is_hump {
            continue;
        }
        if words.iter().any(|word| word.as_bytes().eq_ignore_ascii_case(&bytes[start..at])) {
            return true;
        }
        start = if is_hump { at } else { at + 1 };
    }
    false
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
    fn white_space_collapses_across_texts() {
        for space in [" ", "\u{A0}"] {
            let mut text = String::new();
            for part in ["  a\n b", " ", "c ", "d"] {
                push_collapsed(&part.replace(' ', space), &mut text, 0);
            }
            assert_eq!(text.trim_end(), "a b c d");
        }
    }

    #[test]
    fn identifiers_have_words() {
        for text in ["siteHeader", "site-header", "header", "x header2", "HEADER"] {
            assert!(has_word(text, &["header"]), "{text}");
        }
        for text in ["", "headers", "subheader", "head er", "é"] {
            assert!(!has_word(text, &["header"]), "{text}");
        }
    }
}
