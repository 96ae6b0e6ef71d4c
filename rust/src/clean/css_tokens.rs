//! The tokens of CSS Syntax Level 3: escapes are decoded here, so that `\75rl(` is `url(` to whoever looks.

use std::borrow::Cow;

/// One token; names and strings are decoded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token<'css> {
    Ident(String),
    /// A name and the bracket behind it.
    Function(String),
    AtKeyword(String),
    Hash(String),
    Text(String),
    Url(String),
    /// A string or an address that ends where it must not.
    Broken,
    Number(&'css str),
    Percentage(&'css str),
    Dimension(&'css str, String),
    Space,
    Comment,
    /// `<!--` or `-->`.
    HtmlComment,
    Delimiter(char),
    /// One of `(`, `[` and `{`.
    Open(char),
    /// One of `)`, `]` and `}`.
    Close(char),
}

/// Reads tokens one after the other; a copy goes on from the same place.
#[derive(Clone, Debug)]
pub(super) struct Tokens<'css> {
    css: &'css str,
    at: usize,
}

fn is_newline(character: char) -> bool {
    matches!(character, '\n' | '\r' | '\u{c}')
}

fn is_space(character: char) -> bool {
    is_newline(character) || matches!(character, ' ' | '\t')
}

fn is_name_start(character: char) -> bool {
    // A null is read as U+FFFD, which is a letter of names.
    character.is_ascii_alphabetic() || character == '_' || !character.is_ascii() || character == '\0'
}

fn is_name(character: char) -> bool {
    is_name_start(character) || character.is_ascii_digit() || character == '-'
}

impl<'css> Tokens<'css> {
    pub fn new(css: &'css str) -> Self {
        Tokens { css, at: 0 }
    }

    fn rest(&self) -> &'css str {
        &self.css[self.at..]
    }

    /// The characters from here on.
    fn peek(&self) -> [Option<char>; 3] {
        let mut characters = self.rest().chars();
        [characters.next(), characters.next(), characters.next()]
    }

    fn first(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn skip(&mut self, character: char) {
        self.at += character.len_utf8();
    }

    fn skip_while(&mut self, is_meant: impl Fn(char) -> bool) {
        let rest = self.rest();
        self.at += rest.find(|character| !is_meant(character)).unwrap_or(rest.len());
    }

    fn is_escape(first: Option<char>, second: Option<char>) -> bool {
        first == Some('\\') && second.is_none_or(|second| !is_newline(second))
    }

    fn starts_ident([first, second, third]: [Option<char>; 3]) -> bool {
        match first {
            Some('-') => {
                second.is_some_and(|second| is_name_start(second) || second == '-') || Self::is_escape(second, third)
            }
            Some('\\') => second.is_some() && Self::is_escape(first, second),
            Some(first) => is_name_start(first),
            None => false,
        }
    }

    fn starts_number([first, second, third]: [Option<char>; 3]) -> bool {
        let is_digit = |character: Option<char>| character.is_some_and(|character| character.is_ascii_digit());
        match first {
            Some('+' | '-') => is_digit(second) || second == Some('.') && is_digit(third),
            Some('.') => is_digit(second),
            _ => is_digit(first),
        }
    }

    /// Reads what is behind a backslash.
    fn escaped(&mut self) -> char {
        let Some(first) = self.first() else { return '\u{fffd}' };
        if !first.is_ascii_hexdigit() {
            self.skip(first);
            return if first == '\0' { '\u{fffd}' } else { first };
        }
        let digits = self.rest().bytes().take(6).take_while(u8::is_ascii_hexdigit).count();
        let number = u32::from_str_radix(&self.rest()[..digits], 16).unwrap_or(0);
        self.at += digits;
        if self.rest().starts_with("\r\n") {
            self.at += 2;
        } else if let Some(space) = self.first().filter(|&space| is_space(space)) {
            self.skip(space);
        }
        char::from_u32(number).filter(|&character| character != '\0').unwrap_or('\u{fffd}')
    }

    fn name(&mut self) -> String {
        let mut name = String::new();
        loop {
            match self.peek() {
                [Some(character), ..] if is_name(character) => {
                    self.skip(character);
                    name.push(if character == '\0' { '\u{fffd}' } else { character });
                }
                [Some('\\'), second, _] if second.is_some() && Self::is_escape(Some('\\'), second) => {
                    self.at += 1;
                    name.push(self.escaped());
                }
                _ => return name,
            }
        }
    }

    fn string(&mut self, quote: char) -> Token<'css> {
        let mut text = String::new();
        while let Some(character) = self.first() {
            if is_newline(character) {
                return Token::Broken;
            }
            self.skip(character);
            match character {
                _ if character == quote => return Token::Text(text),
                '\\' if self.rest().starts_with("\r\n") => self.at += 2,
                '\\' => match self.first() {
                    None => {}
                    Some(next) if is_newline(next) => self.skip(next),
                    Some(_) => text.push(self.escaped()),
                },
                '\0' => text.push('\u{fffd}'),
                _ => text.push(character),
            }
        }
        Token::Text(text)
    }

    /// Reads an address without quotes, behind the bracket.
    fn url(&mut self) -> Token<'css> {
        let mut address = String::new();
        self.skip_while(is_space);
        loop {
            let [first, second, _] = self.peek();
            match first {
                None => return Token::Url(address),
                Some(')') => {
                    self.at += 1;
                    return Token::Url(address);
                }
                Some(space) if is_space(space) => {
                    self.skip_while(is_space);
                    match self.first() {
                        None | Some(')') => {}
                        _ => return self.broken_url(),
                    }
                }
                Some('"' | '\'' | '(' | '\u{1}'..='\u{8}' | '\u{b}' | '\u{e}'..='\u{1f}' | '\u{7f}') => {
                    return self.broken_url();
                }
                Some('\\') if second.is_some() && Self::is_escape(first, second) => {
                    self.at += 1;
                    address.push(self.escaped());
                }
                Some('\\') => return self.broken_url(),
                Some(character) => {
                    self.skip(character);
                    address.push(if character == '\0' { '\u{fffd}' } else { character });
                }
            }
        }
    }

    fn broken_url(&mut self) -> Token<'css> {
        while let Some(character) = self.first() {
            self.skip(character);
            match character {
                ')' => break,
                '\\' if Self::is_escape(Some('\\'), self.first()) => {
                    self.escaped();
                }
                _ => {}
            }
        }
        Token::Broken
    }

    fn number(&mut self) -> &'css str {
        let start = self.at;
        let digits = |tokens: &mut Self| tokens.skip_while(|character| character.is_ascii_digit());
        if matches!(self.first(), Some('+' | '-')) {
            self.at += 1;
        }
        digits(self);
        if let [Some('.'), Some('0'..='9'), _] = self.peek() {
            self.at += 1;
            digits(self);
        }
        match self.peek() {
            [Some('e' | 'E'), Some('0'..='9'), _] => {
                self.at += 1;
                digits(self);
            }
            [Some('e' | 'E'), Some('+' | '-'), Some('0'..='9')] => {
                self.at += 2;
                digits(self);
            }
            _ => {}
        }
        &self.css[start..self.at]
    }

    fn numeric(&mut self) -> Token<'css> {
        let number = self.number();
        if Self::starts_ident(self.peek()) {
            return Token::Dimension(number, self.name());
        }
        if self.first() == Some('%') {
            self.at += 1;
            return Token::Percentage(number);
        }
        Token::Number(number)
    }

    fn ident_like(&mut self) -> Token<'css> {
        let name = self.name();
        if self.first() != Some('(') {
            return Token::Ident(name);
        }
        self.at += 1;
        if !name.eq_ignore_ascii_case("url") {
            return Token::Function(name);
        }
        let rest = self.rest().trim_start_matches(is_space);
        if rest.starts_with(['"', '\'']) { Token::Function(name) } else { self.url() }
    }

    /// The next token; `None` at the end.
    pub fn next(&mut self) -> Option<Token<'css>> {
        let ahead = self.peek();
        let first = ahead[0]?;
        if self.rest().starts_with("/*") {
            let rest = &self.rest()[2..];
            self.at += rest.find("*/").map_or(rest.len(), |end| end + 2) + 2;
            return Some(Token::Comment);
        }
        for mark in ["<!--", "-->"] {
            if self.rest().starts_with(mark) {
                self.at += mark.len();
                return Some(Token::HtmlComment);
            }
        }
        Some(match first {
            _ if is_space(first) => {
                self.skip_while(is_space);
                Token::Space
            }
            _ if Self::starts_number(ahead) => self.numeric(),
            _ if Self::starts_ident(ahead) => self.ident_like(),
            _ => {
                self.skip(first);
                self.sign(first)
            }
        })
    }

    /// The token that a sign begins, which is read already.
    fn sign(&mut self, sign: char) -> Token<'css> {
        let ahead = self.peek();
        match sign {
            '"' | '\'' => self.string(sign),
            '#' if ahead[0].is_some_and(is_name)
                || ahead[0] == Some('\\') && ahead[1].is_some() && Self::is_escape(ahead[0], ahead[1]) =>
            {
                Token::Hash(self.name())
            }
            '@' if Self::starts_ident(ahead) => Token::AtKeyword(self.name()),
            '(' | '[' | '{' => Token::Open(sign),
            ')' | ']' | '}' => Token::Close(sign),
            _ => Token::Delimiter(sign),
        }
    }
}

/// Appends a name so that it is read as the same one. What is beyond ASCII is escaped: readers differ in what of it a
/// name may hold.
pub(super) fn push_name(name: &str, is_whole: bool, out: &mut String) {
    let mut before = None;
    for (at, character) in name.chars().enumerate() {
        let begins = at == 0 || at == 1 && before == Some('-');
        let is_plain = match character {
            'a'..='z' | 'A'..='Z' | '_' => true,
            '0'..='9' => !(is_whole && begins),
            '-' => !(is_whole && name == "-"),
            _ => false,
        };
        if is_plain {
            out.push(character)
        } else {
            push_escape(character, out)
        }
        before = Some(character);
    }
}

/// Appends the unit of a number: an `e` with digits behind it would be an exponent.
pub(super) fn push_unit(unit: &str, out: &mut String) {
    let is_exponent =
        unit.starts_with(['e', 'E']) && unit[1..].starts_with(|next: char| next.is_ascii_digit() || next == '-');
    if is_exponent {
        push_escape(unit.as_bytes()[0].into(), out);
        push_name(&unit[1..], false, out);
    } else {
        push_name(unit, true, out);
    }
}

/// Appends a string in quotes. It holds no `<`, so that it ends no element that it may be in.
pub(super) fn push_string(text: &str, out: &mut String) {
    out.push('"');
    for character in text.chars() {
        match character {
            '"' | '\\' => out.extend(['\\', character]),
            '<' => push_escape(character, out),
            _ if character.is_control() => push_escape(character, out),
            _ => out.push(character),
        }
    }
    out.push('"');
}

fn push_escape(character: char, out: &mut String) {
    out.push_str(&format!("\\{:x} ", u32::from(character)));
}

/// The lower-case form of a name without a vendor's prefix.
pub(super) fn plain_name(name: &str) -> Cow<'_, str> {
    let lower = name.to_ascii_lowercase();
    for prefix in ["-webkit-", "-moz-", "-ms-", "-o-"] {
        if let Some(plain) = lower.strip_prefix(prefix) {
            return Cow::Owned(plain.to_owned());
        }
    }
    Cow::Owned(lower)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(css: &str) -> Vec<Token<'_>> {
        let mut tokens = Tokens::new(css);
        std::iter::from_fn(|| tokens.next()).collect()
    }

    #[test]
    fn escapes_do_not_hide_a_name() {
        for css in [r"\75rl(x)", r"u\72 l(x)", "\\000075\r\nrl(x)", "URL( x )", r"\55\52\4c(x)"] {
            assert_eq!(all(css), [Token::Url("x".into())], "{css}");
        }
        assert_eq!(all(r"@\69mport"), [Token::AtKeyword("import".into())]);
        assert_eq!(all("u\\\nrl(x)")[0], Token::Ident("u".into()));
        assert_eq!(all("url( 'x')")[0], Token::Function("url".into()));
    }

    #[test]
    fn tokens() {
        use Token::*;
        assert_eq!(
            all("a:-1.5e3px #1f /*c*/ 5% <!-- 'x\\'y' .5"),
            [
                Ident("a".into()),
                Delimiter(':'),
                Dimension("-1.5e3", "px".into()),
                Space,
                Hash("1f".into()),
                Space,
                Comment,
                Space,
                Percentage("5"),
                Space,
                HtmlComment,
                Space,
                Text("x'y".into()),
                Space,
                Number(".5"),
            ]
        );
        assert_eq!(all("'a\nb")[0], Broken);
        assert_eq!(all("url(a b)c"), [Broken, Ident("c".into())]);
        assert_eq!(all("/* open"), [Comment]);
        assert_eq!(all("\\"), [Delimiter('\\')]);
    }

    #[test]
    fn names_come_back() {
        for name in ["a", "-", "--x", "-1", "1a", "é", "a b", "e3", "<", "\u{1}", "\\"] {
            let mut css = String::new();
            push_name(name, true, &mut css);
            assert_eq!(all(&css), [Token::Ident(name.into())], "{css}");
            let mut css = String::from("5");
            push_unit(name, &mut css);
            assert_eq!(all(&css), [Token::Dimension("5", name.into())], "{css}");
            let mut css = String::from("#");
            push_name(name, false, &mut css);
            assert_eq!(all(&css), [Token::Hash(name.into())], "{css}");
            let mut css = String::new();
            push_string(name, &mut css);
            assert_eq!(all(&css), [Token::Text(name.into())], "{css}");
        }
    }
}
