//! Parses a line in the notation of pattern trees, or says what is wrong with it.

use std::fmt;
use std::iter::Peekable;
use std::str::{CharIndices, FromStr};

use super::content::{ContentBuilder, ContentTree, NO_NODE};
use super::notation::{ESCAPES, IMAGE_TAG, is_special};
use super::pattern::{PatternBuilder, PatternKind, PatternTree};
use crate::html::NONE;
use crate::measures::tree::NodeKind;

/// How many sets and optionals may be directly inside each other. Matchers may recurse over these, and only
/// over these; induction nests no deeper than twice the logarithm of a list's length.
pub const MAX_WRAPPERS: usize = 100;

/// Why a line is no pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotationError {
    /// The byte at which reading stopped.
    pub at: usize,
    /// What is wrong there.
    pub reason: &'static str,
}

impl fmt::Display for NotationError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "no pattern: {} at byte {}", self.reason, self.at)
    }
}

impl std::error::Error for NotationError {}

impl FromStr for PatternTree {
    type Err = NotationError;

    fn from_str(line: &str) -> Result<Self, NotationError> {
        Reader::new(line).read()
    }
}

impl FromStr for ContentTree {
    type Err = NotationError;

    /// A pattern in which nothing varies is a page's content.
    fn from_str(line: &str) -> Result<Self, NotationError> {
        let pattern: PatternTree = line.parse()?;
        let mut builder = ContentBuilder::default();
        for (at, node) in pattern.nodes().iter().enumerate() {
            let kind = match node.kind {
                PatternKind::Fixed => NodeKind::Element,
                PatternKind::Text => NodeKind::Text,
                PatternKind::Image => NodeKind::Image,
                _ => return Err(NotationError { at: 0, reason: "a page has no sets, optionals or variants" }),
            };
            builder.add(kind, pattern.value(at as u32), node.parent, NONE);
        }
        Ok(builder.finish())
    }
}

struct Reader<'line> {
    line: &'line str,
    rest: Peekable<CharIndices<'line>>,
    builder: PatternBuilder,
    /// Nodes whose children are being read.
    open: Vec<u32>,
    wrappers: usize,
}

impl<'line> Reader<'line> {
    fn new(line: &'line str) -> Self {
        let rest = line.char_indices().peekable();
        Self { line, rest, builder: PatternBuilder::default(), open: Vec::new(), wrappers: 0 }
    }

    fn read(mut self) -> Result<PatternTree, NotationError> {
        while let Some(&(_, character)) = self.rest.peek() {
            if character.is_whitespace() {
                self.rest.next();
                continue;
            }
            if self.open.is_empty() && !self.builder.nodes().is_empty() {
                return Err(self.wrong("something follows the root"));
            }
            self.read_part(character)?;
        }
        match (self.open.is_empty(), self.builder.nodes().first()) {
            (false, _) => Err(self.wrong("a parenthesis stays open")),
            (true, Some(root)) if root.kind == PatternKind::Fixed => Ok(self.builder.finish()),
            _ => Err(self.wrong("the root is no element")),
        }
    }

    fn read_part(&mut self, character: char) -> Result<(), NotationError> {
        match character {
            '(' => self.open_wrapper(),
            ')' => self.close(),
            '*' => {
                self.rest.next();
                self.builder.add(PatternKind::Variant, "", self.parent());
                Ok(())
            }
            '\'' => {
                let text = self.read_text()?;
                self.builder.add(PatternKind::Text, &text, self.parent());
                Ok(())
            }
            '+' | '?' => Err(self.wrong("nothing to repeat or leave out")),
            _ => self.open_element(),
        }
    }

    fn open_wrapper(&mut self) -> Result<(), NotationError> {
        self.wrappers += 1;
        if self.wrappers > MAX_WRAPPERS {
            return Err(self.wrong("too many sets and optionals inside each other"));
        }
        self.rest.next();
        let node = self.builder.add(PatternKind::Set, "", self.parent());
        self.open.push(node);
        Ok(())
    }

    fn open_element(&mut self) -> Result<(), NotationError> {
        let tag = self.read_while(|character| !is_special(character))?;
        self.expect('(', "an element without its parentheses")?;
        if tag == IMAGE_TAG {
            return self.read_image();
        }
        self.wrappers = 0;
        let node = self.builder.add(PatternKind::Fixed, &tag, self.parent());
        self.open.push(node);
        Ok(())
    }

    fn read_image(&mut self) -> Result<(), NotationError> {
        let source = match self.rest.peek() {
            Some((_, '\'')) => self.read_text()?,
            _ => String::new(),
        };
        self.builder.add(PatternKind::Image, &source, self.parent());
        self.expect(')', "an image holds more than its source")
    }

    fn close(&mut self) -> Result<(), NotationError> {
        let Some(node) = self.open.pop() else {
            return Err(self.wrong("a parenthesis too many"));
        };
        self.rest.next();
        if !self.builder.nodes()[node as usize].kind.is_wrapper() {
            return self.leave_element();
        }
        self.wrappers -= 1;
        if self.builder.nodes().len() as u32 == node + 1 {
            return Err(self.wrong("an empty set or optional"));
        }
        let kind = match self.rest.peek() {
            Some((_, '+')) => PatternKind::Set,
            Some((_, '?')) => PatternKind::Optional,
            _ => return Err(self.wrong("a group is neither a set nor an optional")),
        };
        self.rest.next();
        self.builder.set_kind(node, kind);
        Ok(())
    }

    /// Outside an element the wrappers around it count again.
    fn leave_element(&mut self) -> Result<(), NotationError> {
        let is_wrapper = |&&node: &&u32| self.builder.nodes()[node as usize].kind.is_wrapper();
        self.wrappers = self.open.iter().rev().take_while(is_wrapper).count();
        Ok(())
    }

    fn read_text(&mut self) -> Result<String, NotationError> {
        self.rest.next();
        let text = self.read_while(|character| character != '\'' && character != '\\')?;
        self.expect('\'', "a text without its end")?;
        Ok(text)
    }

    /// Reads on while characters are plain; a backslash makes any character plain.
    fn read_while(&mut self, is_plain: impl Fn(char) -> bool) -> Result<String, NotationError> {
        let mut text = String::new();
        loop {
            match self.rest.peek() {
                Some((_, '\\')) => {
                    self.rest.next();
                    let Some((_, escaped)) = self.rest.next() else {
                        return Err(self.wrong("a backslash at the end"));
                    };
                    let letter = ESCAPES.iter().find(|(letter, _)| *letter == escaped);
                    text.push(letter.map_or(escaped, |(_, character)| *character));
                }
                Some(&(_, character)) if is_plain(character) => {
                    self.rest.next();
                    text.push(character);
                }
                _ => return Ok(text),
            }
        }
    }

    fn expect(&mut self, wanted: char, reason: &'static str) -> Result<(), NotationError> {
        match self.rest.next_if(|(_, character)| *character == wanted) {
            Some(_) => Ok(()),
            None => Err(self.wrong(reason)),
        }
    }

    fn parent(&self) -> u32 {
        self.open.last().copied().unwrap_or(NO_NODE)
    }

    fn wrong(&mut self, reason: &'static str) -> NotationError {
        let at = self.rest.peek().map_or(self.line.len(), |&(at, _)| at);
        NotationError { at, reason }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_printed_is_read_back() {
        for line in [
            "html(body(h1('Shop') ul((li(*))+) p(*)))",
            "html(body(div(b('Name:') i(*)) (div('note'))? p('end')))",
            "html(((a() b())+)? hr() img('x\\'y.png') img('') 'back\\\\slash' ('tab\\tline\\n')?)",
            "o:p(\\(\\'\\ a\\n())",
        ] {
            let pattern: PatternTree = line.parse().unwrap();
            assert_eq!(pattern.to_string(), line);
            assert_eq!(pattern.to_string().parse::<PatternTree>().unwrap(), pattern);
        }
    }

    #[test]
    fn what_is_no_pattern_is_refused() {
        for line in [
            "",
            " ",
            "p",
            "p(",
            "p)",
            "p())",
            "p() p()",
            "(p())+",
            "*",
            "'x'",
            "p((a()))",
            "p(()+)",
            "p('x)",
            "p(\\",
            "p(+)",
            "p(img(*))",
            "p('x'?)",
        ] {
            assert!(line.parse::<PatternTree>().is_err(), "{line}");
        }
        assert!("p(*)".parse::<ContentTree>().is_err());
    }

    #[test]
    fn wrappers_nest_to_a_cap_but_elements_as_deep_as_they_like() {
        let wrapped = |depth: usize| format!("p({}'x'{})", "(".repeat(depth), ")?".repeat(depth));
        assert!(wrapped(MAX_WRAPPERS).parse::<PatternTree>().is_ok());
        assert!(wrapped(MAX_WRAPPERS + 1).parse::<PatternTree>().is_err());
        let deep = format!("{}{}", "p((".repeat(100_000), "'x')?)".repeat(100_000).replace("'x')?)", ")?)"));
        assert!(deep.parse::<PatternTree>().is_err(), "the innermost optional is empty");
        let deep = format!("{}*{}", "p((".repeat(100_000), ")?)".repeat(100_000));
        let pattern: PatternTree = deep.parse().unwrap();
        assert_eq!(pattern.to_string(), deep);
    }
}
