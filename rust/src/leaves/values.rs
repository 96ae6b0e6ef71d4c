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
            push_words(text.split_ascii_whitespace(), text.as_bytes(), out, start);
        }
    } else {
        let ends = [text.starts_with(char::is_whitespace), text.ends_with(char::is_whitespace)];
        let marks = ends.map(|is_space| if is_space { b' ' } else { b'x' });
        push_words(text.split_whitespace(), &marks, out, start);
    }
}

/// Whether an ASCII text is words with single blanks between them, as most are. Asked of all bytes, without a jump
/// between them, so that the compiler takes many at once.
fn is_collapsed(text: &[u8]) -> bool {
    let [first, .., last] = text else { return text.first().is_some_and(|&byte| byte > b' ' && byte < 0x80) };
    let is_odd = |found: bool, &byte: &u8| found | !(b' '..0x80).contains(&byte);
    let is_double = |found: bool, (one, next): (&u8, &u8)| found | (*one == b' ' && *next == b' ');
    *first != b' '
        && *last != b' '
        && !text.iter().fold(false, is_odd)
        && !text.iter().zip(&text[1..]).fold(false, is_double)
}

/// Appends what is between the white space at both ends of a text.
fn push_between(words: &str, text: &str, out: &mut String, start: usize) {
    if text.as_bytes()[0].is_ascii_whitespace() {
        push_blank(out, start);
    }
    out.push_str(words);
    if text.as_bytes()[text.len() - 1].is_ascii_whitespace() {
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
