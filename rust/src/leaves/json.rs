//! A small, forgiving JSON reader for the structured data that pages carry.
//!
//! Pages write JSON carelessly (raw line breaks and quotes in strings, commas at the end, comments, CDATA marks), so
//! reading goes on where a strict reader stops, and ends without complaint where nothing more can be made out. Depth
//! is capped and nothing recurses. `linked` follows references and makes paths.

use super::tidy::tidied;

/// Objects and lists open at once.
const DEPTH: usize = 64;
/// Values read from one script.
const VALUES: usize = 20_000;

/// A part of a document; others are referred to by their numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// The names of an object with what they stand for.
    Object(Vec<(String, u32)>),
    List(Vec<u32>),
    Text(String),
}

/// What one script says.
#[derive(Clone, Debug, Default)]
pub(super) struct Document {
    pub parts: Vec<Part>,
    /// The parts that are in no other.
    pub roots: Vec<u32>,
}

impl Document {
    /// Reads the text of a script.
    pub fn read(text: &str) -> Document {
        let text = without_marks(text);
        let reader =
            Reader { rest: text.char_indices().peekable(), text, open: Vec::new(), document: Document::default() };
        reader.read()
    }

    /// What an object has under a name.
    pub fn get(&self, object: u32, name: &str) -> Option<u32> {
        match &self.parts[object as usize] {
            Part::Object(members) => members.iter().find(|(own, _)| own == name).map(|&(_, part)| part),
            _ => None,
        }
    }

    /// A text, or the first one of a list.
    pub fn text(&self, part: u32) -> Option<&str> {
        let first = match &self.parts[part as usize] {
            Part::List(items) => items.first().copied()?,
            _ => part,
        };
        match &self.parts[first as usize] {
            Part::Text(text) => Some(text),
            _ => None,
        }
    }
}

/// What is between the marks that hide scripts from old readers.
fn without_marks(text: &str) -> &str {
    let from = text.find("<![CDATA[").filter(|&at| !text[..at].contains('{')).map_or(0, |at| at + "<![CDATA[".len());
    let text = &text[from..];
    let end = text.rfind(['}', ']']).map_or(text.len(), |at| at + 1);
    let end = if text[..end].ends_with("]]") && text[end..].starts_with('>') { end - 2 } else { end };
    let start = text[..end].find(['{', '[']).unwrap_or(0);
    &text[start..if start < end && text[start..].contains(['}', ']']) { end } else { text.len() }]
}

struct Reader<'text> {
    rest: std::iter::Peekable<std::str::CharIndices<'text>>,
    text: &'text str,
    open: Vec<u32>,
    document: Document,
}

impl Reader<'_> {
    fn read(mut self) -> Document {
        let mut name = String::new();
        while let Some((start, character)) = self.rest.next() {
            if self.document.parts.len() >= VALUES || self.open.len() > DEPTH {
                break;
            }
            match character {
                '{' => self.enter(&mut name, Part::Object(Vec::new())),
                '[' => self.enter(&mut name, Part::List(Vec::new())),
                '}' | ']' => {
                    self.open.pop();
                    name.clear();
                }
                '"' | '\'' => {
                    let string = self.string(character);
                    if self.is_name() {
                        name = string;
                    } else {
                        self.add(&mut name, Part::Text(tidied(&string)));
                    }
                }
                ',' => name.clear(),
                '/' if self.skip_comment() => {}
                _ if character.is_whitespace() || matches!(character, ':' | ';') => {}
                _ => {
                    let word = self.word(start, character);
                    if word != "null" && !self.open.is_empty() {
                        self.add(&mut name, Part::Text(word));
                    }
                }
            }
        }
        self.document
    }

    fn enter(&mut self, name: &mut String, part: Part) {
        let number = self.add(name, part);
        self.open.push(number);
    }

    /// Puts a part into what is open, and says its number.
    fn add(&mut self, name: &mut String, part: Part) -> u32 {
        let number = self.document.parts.len() as u32;
        self.document.parts.push(part);
        let name = std::mem::take(name);
        match self.open.last().map(|&open| &mut self.document.parts[open as usize]) {
            Some(Part::Object(members)) => members.push((name, number)),
            Some(Part::List(items)) => items.push(number),
            _ => self.document.roots.push(number),
        }
        number
    }

    /// Whether a comment begins behind the slash that was read, which is then skipped.
    fn skip_comment(&mut self) -> bool {
        match self.rest.peek() {
            Some((_, '/')) => while self.rest.next_if(|&(_, character)| character != '\n').is_some() {},
            Some((_, '*')) => {
                let mut last = ' ';
                self.rest.next();
                for (_, character) in self.rest.by_ref() {
                    if (last, character) == ('*', '/') {
                        break;
                    }
                    last = character;
                }
            }
            _ => return false,
        }
        true
    }

    /// Whether a colon follows, so that the string just read names a value.
    fn is_name(&mut self) -> bool {
        while self.rest.next_if(|(_, character)| character.is_whitespace()).is_some() {}
        let is_object = |&open: &u32| matches!(self.document.parts[open as usize], Part::Object(_));
        self.open.last().is_some_and(is_object) && self.rest.peek().is_some_and(|&(_, character)| character == ':')
    }

    /// What is written without quotes, from its first character on, which is read already.
    fn word(&mut self, start: usize, first: char) -> String {
        let is_part = |character: char| !character.is_whitespace() && !matches!(character, ',' | '}' | ']' | '"');
        let mut end = start + first.len_utf8();
        while let Some((at, character)) = self.rest.next_if(|&(_, character)| is_part(character)) {
            end = at + character.len_utf8();
        }
        self.text[start..end].to_owned()
    }

    fn string(&mut self, quote: char) -> String {
        let mut out = String::new();
        while let Some((at, character)) = self.rest.next() {
            match character {
                _ if character == quote && self.ends_string(at + 1) => break,
                '\\' => self.escape(&mut out),
                _ if character.is_control() => out.push(' '),
                _ => out.push(character),
            }
        }
        out
    }

    /// Whether a quote before this place ends its string: what follows can only be outside of one.
    fn ends_string(&self, at: usize) -> bool {
        let behind = &self.text[at..];
        let next = behind.trim_ascii_start();
        match next.bytes().next() {
            None | Some(b',' | b':' | b'}' | b']') => true,
            // Another string, with the comma forgotten.
            Some(b'"' | b'\'') => next.len() < behind.len(),
            _ => false,
        }
    }

    fn escape(&mut self, out: &mut String) {
        match self.rest.next().map(|(_, character)| character) {
            Some('n' | 'r' | 't' | 'b' | 'f') => out.push(' '),
            Some('u') => {
                let unit = self.unit();
                let is_high = (0xd800..0xdc00).contains(&unit);
                let code = if is_high && self.rest.next_if(|&(_, character)| character == '\\').is_some() {
                    self.rest.next();
                    0x10000 + ((unit - 0xd800) << 10) + (self.unit().wrapping_sub(0xdc00) & 0x3ff)
                } else {
                    unit
                };
                out.push(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER));
            }
            Some(character) => out.push(character),
            None => {}
        }
    }

    /// Four hexadecimal digits.
    fn unit(&mut self) -> u32 {
        let is_digit = |&(_, character): &(usize, char)| character.is_ascii_hexdigit();
        (0..4)
            .map_while(|_| self.rest.next_if(is_digit))
            .fold(0, |unit, (_, digit)| unit * 16 + digit.to_digit(16).unwrap_or(0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The members of the first root, in one line each.
    fn read(text: &str) -> Vec<String> {
        let document = Document::read(text);
        let Some(Part::Object(members)) = document.roots.first().map(|&root| &document.parts[root as usize]) else {
            return document.roots.iter().filter_map(|&root| document.text(root)).map(str::to_owned).collect();
        };
        let line = |(name, part): &(String, u32)| format!("{name}={}", document.text(*part).unwrap_or("?"));
        members.iter().map(line).collect()
    }

    #[test]
    fn words_without_quotes_are_values() {
        assert_eq!(read(r#"{"a": é}"#), ["a=é"]);
        assert_eq!(read(r#"{"a": 1é, "b": “x y”}"#), ["a=1é", "b=“x", "=y”"]);
        assert_eq!(read(r#"{"a": null, "b": true}"#), ["b=true"]);
        assert!(read("é").is_empty());
    }

    #[test]
    fn marks_and_comments_are_skipped() {
        for text in [
            "<!-- {\"a\": \"b\"} -->",
            "//<![CDATA[\n{\"a\": \"b\"}\n//]]>",
            "/*<![CDATA[*/[{\"a\": \"b\"}]/*]]>*/",
            "<![CDATA[{\"a\": \"b\"}]]>",
            "\u{feff}{\"a\": /* why */ \"b\"} ;",
            "{// a\n\"a\": \"b\",}",
        ] {
            let document = Document::read(text);
            assert!(document.parts.contains(&Part::Text("b".to_owned())), "{text}");
            assert_eq!(document.roots.len(), 1, "{text}");
        }
    }

    #[test]
    fn careless_strings_are_read() {
        assert_eq!(
            read(r#"{"a": "5" disk", "b": "he said "no" twice", "c": ""x""}"#),
            [r#"a=5" disk"#, r#"b=he said "no" twice"#, r#"c="x""#]
        );
        assert_eq!(read("{\"a\": \"x\u{1}\ny\" \"b\": \"z\"}"), ["a=x  y", "b=z"]);
        assert_eq!(read("{'a': 'it's', 'b': 1,}"), ["a=it's", "b=1"]);
        assert_eq!(read(r#"{"a": "", "b": "x"}"#), ["a=", "b=x"]);
    }

    #[test]
    fn depth_and_number_of_values_are_capped() {
        let deep = format!("{}1{}", r#"{"a":["#.repeat(DEPTH), "]}".repeat(DEPTH));
        assert!(Document::read(&deep).parts.iter().all(|part| !matches!(part, Part::Text(_))));
        let long = format!("[{}]", "1,".repeat(2 * VALUES));
        assert_eq!(Document::read(&long).parts.len(), VALUES);
    }

    #[test]
    fn broken_text_ends_quietly() {
        assert_eq!(read(r#"{"@type": "A", "b": "cut"#), ["@type=A", "b=cut"]);
        assert!(read("}}]{,").is_empty());
        assert_eq!(read(r#"{"a": "\ud83d\ude00", "b": "\ud83d"#), ["a=😀", "b=\u{fffd}"]);
        assert!(read(&"[".repeat(100_000)).is_empty());
        assert!(read("").is_empty() && read("]]>").is_empty() && read("<![CDATA[").is_empty());
    }
}
