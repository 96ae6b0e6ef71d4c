//! The values of leaves: strings in one buffer, white space collapsed.

/// Strings, one behind the other.
#[derive(Clone, Debug, Default)]
pub struct Strings {
    /// All strings, one behind the other.
    pub text: String,
    /// Where each string ends.
    pub ends: Vec<u32>,
}

impl Strings {
    /// No strings, with room for the ends of so many.
    pub fn with_capacity(count: usize) -> Self {
        Strings { text: String::new(), ends: Vec::with_capacity(count) }
    }

    /// Ends the string that was written to `text` since the last end.
    pub fn close(&mut self) {
        self.ends.push(self.text.len() as u32);
    }

    /// Forgets all strings, but keeps their room.
    pub fn clear(&mut self) {
        self.text.clear();
        self.ends.clear();
    }

    /// Adds a string.
    pub fn push(&mut self, string: &str) {
        self.text.push_str(string);
        self.close();
    }

    /// The number of strings.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is no string.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The string at a position.
    pub fn get(&self, index: usize) -> &str {
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.text[start as usize..self.ends[index] as usize]
    }

    /// The strings, in order.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.text[start as usize..end as usize])
    }
}

/// Appends a text with its white space collapsed; between two appended texts at most one blank remains, and none at the
/// start of what is appended to.
pub(super) fn push_collapsed(text: &str, out: &mut String, start: usize) {
    if is_collapsed(text.as_bytes()) {
        out.push_str(text);
    } else if text.is_ascii() {
        let words = text.trim_ascii();
        if is_collapsed(words.as_bytes()) {
            // Most of what is left is a line between others.
            push_between(words, text, out, start);
        } else {
            push_lines(words, text, out, start);
        }
    } else {
        let ends = [text.starts_with(char::is_whitespace), text.ends_with(char::is_whitespace)];
        let marks = ends.map(|is_space| if is_space { b' ' } else { b'x' });
        push_words(text.split_whitespace(), &marks, out, start);
    }
}

/// The same byte eight times.
const fn eight(byte: u8) -> u64 {
    u64::from_le_bytes([byte; 8])
}

/// Whether eight bytes have one that is no ASCII or no letter, digit, sign or blank, or two blanks in a row. Sometimes it
/// says so of a blank before an exclamation mark, which then is read as words.
#[inline]
fn is_odd(bytes: [u8; 8]) -> bool {
    let word = u64::from_le_bytes(bytes);
    let is_low = word.wrapping_sub(eight(b' ')) & !word;
    let apart = word ^ eight(b' ');
    let blanks = apart.wrapping_sub(eight(1)) & !apart & eight(0x80);
    (word | is_low) & eight(0x80) != 0 || blanks & (blanks >> 8) != 0
}

/// Whether an ASCII text is words with single blanks between them, as most are.
fn is_collapsed(text: &[u8]) -> bool {
    let [first, .., last] = text else { return text.first().is_some_and(|&byte| byte > b' ' && byte < 0x80) };
    if *first == b' ' || *last == b' ' {
        return false;
    }
    let mut rest = text;
    // Each eight bytes begin with the last of those before.
    while let Some((bytes, _)) = rest.split_first_chunk::<8>() {
        if is_odd(*bytes) {
            return false;
        }
        rest = &rest[7..];
    }
    let mut bytes = [b'x'; 8];
    bytes[..rest.len()].copy_from_slice(rest);
    !is_odd(bytes)
}

/// Appends what is between the white space at both ends of a text, which is collapsed already.
fn push_between(words: &str, text: &str, out: &mut String, start: usize) {
    if text.as_bytes()[0].is_ascii_whitespace() {
        push_blank(out, start);
    }
    out.push_str(words);
    if text.as_bytes()[text.len() - 1].is_ascii_whitespace() {
        push_blank(out, start);
    }
}

/// The same for words between which is any white space: what has single blanks is appended at once.
fn push_lines(words: &str, text: &str, out: &mut String, start: usize) {
    let bytes = words.as_bytes();
    if text.as_bytes().first().is_some_and(u8::is_ascii_whitespace) {
        push_blank(out, start);
    }
    let (mut from, mut at) = (0, 0);
    while at < bytes.len() {
        let byte = bytes[at];
        // No word ends with white space, so that there is a byte behind it.
        if byte > b' ' || !byte.is_ascii_whitespace() || byte == b' ' && !bytes[at + 1].is_ascii_whitespace() {
            at += 1;
            continue;
        }
        out.push_str(&words[from..at]);
        out.push(' ');
        at += bytes[at..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        from = at;
    }
    out.push_str(&words[from..]);
    if text.as_bytes().last().is_some_and(u8::is_ascii_whitespace) {
        push_blank(out, start);
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    fn collapsed(texts: &[&str]) -> String {
        let mut out = String::from("before");
        for text in texts {
            push_collapsed(text, &mut out, "before".len());
        }
        out["before".len()..].to_owned()
    }

    #[test]
    fn white_space_between_texts_is_one_blank_and_none_at_the_start() {
        assert_eq!(collapsed(&["  a ", " b\n\tc "]), "a b c ");
        assert_eq!(collapsed(&["a", "b"]), "ab");
        assert_eq!(collapsed(&["a", " ", "b"]), "a b");
        assert_eq!(collapsed(&["\n", " x"]), "x");
    }

    #[test]
    fn every_text_is_the_same_words_with_blanks_between() {
        let parts = ["", " ", "\n", "\t \n", "a", "!", "lamps", " lamp and shade", "two  blanks", "\u{b}", "\u{1f}x"];
        for first in parts {
            for second in parts {
                for third in parts {
                    let text = format!("{first}{second}{third}{second}{first}");
                    for before in ["", "y", "y "] {
                        let mut found = before.to_owned();
                        push_collapsed(&text, &mut found, 0);
                        let mut wanted = before.to_owned();
                        push_words(text.split_ascii_whitespace(), text.as_bytes(), &mut wanted, 0);
                        assert_eq!(found, wanted, "{before:?} {text:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn white_space_of_other_scripts_counts_where_other_letters_do() {
        assert_eq!(collapsed(&["ü\u{a0}\u{2003}x"]), "ü x");
        assert_eq!(collapsed(&["\u{a0}"]), "");
        // A vertical tab is white space for Unicode, but not for HTML.
        assert_eq!(collapsed(&["a\u{b}b"]), "a\u{b}b");
    }

    #[test]
    fn strings_are_found_by_position() {
        let mut strings = Strings::default();
        for string in ["one", "", "drei"] {
            strings.push(string);
        }
        assert_eq!((strings.get(0), strings.get(1), strings.get(2)), ("one", "", "drei"));
        assert_eq!(strings.iter().collect::<Vec<_>>(), ["one", "", "drei"]);
    }
}
