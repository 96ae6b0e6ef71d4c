//! A small, forgiving JSON reader for the structured data that pages carry.
//!
//! The text of a script enters; pairs of a dotted path and a value leave. Pages write JSON carelessly (raw line
//! breaks in strings, commas at the end), so reading goes on where a strict reader stops, and ends without complaint
//! where nothing more can be made out. Depth is capped and nothing recurses.

use crate::html::attribute_value;

/// Objects and lists open at once.
const DEPTH: usize = 64;
/// Values read from one script.
const VALUES: usize = 20_000;

/// The types of the parts of instructions.
const STEPS: [&str; 4] = ["HowToSection", "HowToStep", "HowToDirection", "HowToTip"];

/// A value with the path of names that leads to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub path: String,
    pub value: String,
    /// Whether it is what a step of instructions says, or what a section of them is called.
    is_step: bool,
}

impl Entry {
    /// The same under the name of all steps: sections and steps in the order in which they are read.
    fn as_step(&self) -> Entry {
        let mut names: Vec<&str> = self.path.split('.').collect();
        names.pop();
        while names.last() == Some(&"itemListElement") {
            names.pop();
        }
        Entry { path: names.join("."), value: self.value.clone(), is_step: true }
    }
}

/// The values of a script: each name path starts with the type of the outermost object that has one.
pub(super) fn entries(text: &str) -> Vec<Entry> {
    let mut reader = Reader { rest: text.char_indices().peekable(), text, open: Vec::new(), found: Vec::new() };
    reader.read();
    reader.finish()
}

/// An object or list that is being read: where its path and its values start, and its type.
struct Open {
    name: String,
    is_list: bool,
    first: usize,
    kind: Option<String>,
}

struct Reader<'text> {
    rest: std::iter::Peekable<std::str::CharIndices<'text>>,
    text: &'text str,
    open: Vec<Open>,
    found: Vec<Entry>,
}

impl Reader<'_> {
    fn read(&mut self) {
        let mut name = String::new();
        while let Some((start, character)) = self.rest.next() {
            if self.found.len() >= VALUES || self.open.len() > DEPTH {
                return;
            }
            match character {
                '{' | '[' => {
                    let first = self.found.len();
                    let is_list = character == '[';
                    self.open.push(Open { name: std::mem::take(&mut name), is_list, first, kind: None });
                }
                '}' | ']' => self.close(),
                '"' => {
                    let string = self.string();
                    if self.is_name() {
                        name = string;
                    } else {
                        self.add(std::mem::take(&mut name), string);
                    }
                }
                ',' => name.clear(),
                _ if character.is_whitespace() || character == ':' => {}
                _ => {
                    let word = self.word(start, character);
                    if word != "null" {
                        self.add(std::mem::take(&mut name), word);
                    }
                }
            }
        }
    }

    /// Whether a colon follows, so that the string just read names a value.
    fn is_name(&mut self) -> bool {
        while self.rest.next_if(|(_, character)| character.is_whitespace()).is_some() {}
        let in_object = self.open.last().is_some_and(|open| !open.is_list);
        in_object && self.rest.peek().is_some_and(|&(_, character)| character == ':')
    }

    /// What stands without quotes from its first character on, which is read already.
    fn word(&mut self, start: usize, first: char) -> String {
        let is_part = |character: char| !character.is_whitespace() && !matches!(character, ',' | '}' | ']' | '"');
        let mut end = start + first.len_utf8();
        while let Some((at, character)) = self.rest.next_if(|&(_, character)| is_part(character)) {
            end = at + character.len_utf8();
        }
        self.text[start..end].to_owned()
    }

    fn string(&mut self) -> String {
        let mut out = String::new();
        while let Some((_, character)) = self.rest.next() {
            match character {
                '"' => break,
                '\\' => self.escape(&mut out),
                _ => out.push(character),
            }
        }
        out
    }

    fn escape(&mut self, out: &mut String) {
        match self.rest.next().map(|(_, character)| character) {
            Some('n' | 'r' | 't') => out.push(' '),
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

    fn add(&mut self, name: String, value: String) {
        if let Some(typed) = self.typed_by(&name) {
            typed.kind.get_or_insert(value);
        } else if !matches!(name.as_str(), "@context" | "@id") {
            // In a list the name of the list counts.
            self.found.push(Entry { path: name, value: tidied(value), is_step: false });
        }
    }

    /// The object whose type a value of this name is; a list of types gives the first of them.
    fn typed_by(&mut self, name: &str) -> Option<&mut Open> {
        let depth = self.open.len();
        let is_listed = self.open.last().is_some_and(|open| open.is_list && open.name == "@type");
        match name {
            "@type" => self.open.last_mut(),
            "" if is_listed && depth > 1 => self.open.get_mut(depth - 2),
            _ => None,
        }
    }

    /// Marks what a step or section says: its name, unless its text begins with it, then its text.
    fn mark_step(&mut self, first: usize) {
        let said = &mut self.found[first..];
        let text = said.iter().find(|entry| entry.path == "text").map(|entry| entry.value.clone());
        for entry in said.iter_mut().filter(|entry| matches!(entry.path.as_str(), "name" | "text")) {
            let begins = text.as_ref().is_some_and(|text| text.starts_with(entry.value.trim_end_matches(['.', '…'])));
            entry.is_step = entry.path == "text" || !begins;
        }
        if let Some(at) = said.iter().position(|entry| entry.path == "name") {
            said[..=at].rotate_right(1);
        }
    }

    /// Ends an object or list: its name goes before the paths of all values in it.
    fn close(&mut self) {
        let Some(open) = self.open.pop() else { return };
        if open.kind.as_deref().is_some_and(|kind| STEPS.contains(&kind)) {
            self.mark_step(open.first);
        }
        let is_outermost = self.open.iter().all(|above| matches!(above.name.as_str(), "" | "@graph"));
        let prefix = match (&open.kind, open.name.as_str()) {
            (Some(kind), "" | "@graph") if is_outermost && !open.is_list => kind.as_str(),
            (_, "@graph") => "",
            (_, name) => name,
        };
        if prefix.is_empty() {
            return;
        }
        for entry in &mut self.found[open.first..] {
            let dot = if entry.path.is_empty() { "" } else { "." };
            entry.path = format!("{prefix}{dot}{}", entry.path);
        }
    }

    fn finish(mut self) -> Vec<Entry> {
        while !self.open.is_empty() {
            self.close();
        }
        let steps: Vec<Entry> = self.found.iter().filter(|entry| entry.is_step).map(Entry::as_step).collect();
        self.found.extend(steps);
        self.found
    }
}

/// A value without what the makers of pages do once too often: character references, which scripts do not have, and
/// brackets around brackets.
fn tidied(value: String) -> String {
    // As in attributes, so that addresses with `&copy=` stay as they are.
    let value = attribute_value(&value).into_owned();
    if value.contains("((") && value.contains("))") { value.replace("((", "(").replace("))", ")") } else { value }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<(String, String)> {
        entries(text).into_iter().map(|entry| (entry.path, entry.value)).collect()
    }

    fn pairs(expected: &[(&str, &str)]) -> Vec<(String, String)> {
        expected.iter().map(|&(path, value)| (path.to_owned(), value.to_owned())).collect()
    }

    #[test]
    fn paths_start_with_the_type() {
        let text = r#"{"@context": "https://schema.org", "@type": "Recipe", "author": {"@type": "Person", "name": "Ann"},
            "recipeIngredient": ["salt", "1 \u00bd cup"], "n": 3}"#;
        let expected = [
            ("Recipe.author.name", "Ann"),
            ("Recipe.recipeIngredient", "salt"),
            ("Recipe.recipeIngredient", "1 ½ cup"),
            ("Recipe.n", "3"),
        ];
        assert_eq!(read(text), pairs(&expected));
    }

    #[test]
    fn graphs_and_lists_are_transparent() {
        let text = r#"[{"@graph": [{"@type": "Person", "name": "A"}, {"name": "B", "@type": "Place"}]}]"#;
        assert_eq!(read(text), pairs(&[("Person.name", "A"), ("Place.name", "B")]));
    }

    #[test]
    fn the_first_of_several_types_counts() {
        assert_eq!(read(r#"{"@type": ["Person", "Organization"], "name": "A"}"#), pairs(&[("Person.name", "A")]));
    }

    #[test]
    fn steps_are_one_list_in_the_order_of_reading() {
        let text = r#"{"@type": "Recipe", "recipeInstructions": [{"@type": "HowToSection", "itemListElement": [
            {"@type": "HowToStep", "text": "Stir well.", "name": "Stir well"},
            {"@type": "HowToStep", "text": "Wait.", "name": "Rest"}], "name": "Dough"}]}"#;
        let steps = read(text).into_iter().filter(|(path, _)| path == "Recipe.recipeInstructions");
        assert_eq!(steps.map(|(_, value)| value).collect::<Vec<_>>(), ["Dough", "Stir well.", "Rest", "Wait."]);
    }

    #[test]
    fn references_and_doubled_brackets_are_tidied() {
        let text = r#"{"a": "l&#039;ail ((frais))", "b": "/?a=1&copy=2", "c": "f((x)", "d": "R&amp;B"}"#;
        let expected = [("a", "l'ail (frais)"), ("b", "/?a=1&copy=2"), ("c", "f((x)"), ("d", "R&B")];
        assert_eq!(read(text), pairs(&expected));
    }

    #[test]
    fn words_without_quotes_are_values() {
        assert_eq!(read(r#"{"a": é}"#), pairs(&[("a", "é")]));
        assert_eq!(read(r#"{"a": 1é, "b": “x y”}"#), pairs(&[("a", "1é"), ("b", "“x"), ("", "y”")]));
        assert_eq!(read("é"), pairs(&[("", "é")]));
        assert_eq!(read(r#"{"a": null, "b": true}"#), pairs(&[("b", "true")]));
    }

    #[test]
    fn depth_and_number_of_values_are_capped() {
        let deep = format!("{}1{}", r#"{"a":["#.repeat(DEPTH), "]}".repeat(DEPTH));
        assert!(read(&deep).is_empty());
        let long = format!("[{}]", "1,".repeat(2 * VALUES));
        assert_eq!(read(&long).len(), VALUES);
    }

    #[test]
    fn broken_text_ends_quietly() {
        assert_eq!(read(r#"{"@type": "A", "b": "cut"#), pairs(&[("A.b", "cut")]));
        assert_eq!(read("}}]{,"), vec![]);
        assert_eq!(read(r#"{"a": "\ud83d\ude00", "b": "\ud83d"#), pairs(&[("a", "😀"), ("b", "\u{fffd}")]));
        assert!(read(&"[".repeat(100_000)).is_empty());
    }
}
