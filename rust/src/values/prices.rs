//! Prices: an amount with the sign or the code of its currency before or behind it.

use std::collections::HashMap;

use fancy_regex::{Captures, Regex};

use super::characters::{LETTER, SPACE, WORD, fold, is_space, lacks_digits};
use super::numbers::{APOSTROPHES, BLANKS, Number, NumberFormat, parse_number};

/// Characters of a price at most.
const MAX_LENGTH: usize = 40;
/// The length of a currency's code.
const CODE: usize = 3;

/// An amount of money.
#[derive(Clone, Debug, PartialEq)]
pub struct Price {
    /// How much.
    pub amount: Number,
    /// The code of its currency.
    pub currency: String,
}

/// The signs and codes of currencies.
#[derive(Debug)]
pub struct Prices {
    /// By sign or code, folded: the code.
    known: HashMap<String, String>,
    codes: Vec<String>,
    /// Signs that several currencies share, folded.
    shared: Vec<String>,
    price: Regex,
    word: Regex,
}

impl Prices {
    /// Knows signs with their codes, codes, and which signs several currencies share.
    pub fn new(signs: Vec<(String, String)>, codes: Vec<String>, shared: Vec<String>) -> Self {
        let mut names: Vec<&str> = signs.iter().map(|(sign, _)| sign).chain(&codes).map(String::as_str).collect();
        // Longer ones first, so that no sign hides another that begins with it.
        names.sort_by_key(|name| std::cmp::Reverse(name.chars().count()));
        let names = names.into_iter().map(as_word).collect::<Vec<_>>().join("|");
        let amount = format!(r"(?:(?<!\d)[-+−])?\d(?:[\d.,{APOSTROPHES}]|[{BLANKS}](?=\d))*");
        let pattern = format!(
            r"(?:(?<![{WORD}.])(?P<minus>[-−])[{SPACE}]?)?(?P<before>{names})[{SPACE}]*(?P<a>{amount})|(?P<b>{amount})[{SPACE}]*(?:[-–—][{SPACE}]*)?(?P<after>{names})"
        );
        let by_sign = signs.iter().map(|(sign, code)| (fold(sign).into_owned(), code.clone()));
        let by_code = codes.iter().map(|code| (fold(code).into_owned(), code.clone()));
        Prices {
            known: by_sign.chain(by_code).collect(),
            price: Regex::new(&pattern).expect("a valid expression"),
            word: Regex::new(&format!("[{WORD}]")).expect("a valid expression"),
            codes,
            shared,
        }
    }

    /// An amount with its currency; several prices are not one.
    pub fn parse(&self, text: &str, format: NumberFormat, shared: &str) -> Option<Price> {
        if lacks_digits(text) || text.len() > MAX_LENGTH && text.chars().count() > MAX_LENGTH {
            return None;
        }
        let found = self.price.captures(text).ok().flatten()?;
        let whole = found.get(0)?;
        if self.price.captures_from_pos(text, whole.end()).ok().flatten().is_some() {
            return None;
        }
        let amount = found.name("a").or_else(|| found.name("b"))?.as_str();
        let amount = parse_number(amount.trim_matches([' ', '.', ',', '\'', '’']), format)?;
        let amount = if found.name("minus").is_some() { amount.negated() } else { amount };
        let beside = self.code_behind(text, whole.end()).or_else(|| self.code_before(&text[..whole.start()]));
        let currency = beside.or_else(|| self.currency(&found, shared))?;
        Some(Price { amount, currency: currency.to_owned() })
    }

    /// What the sign of a price stands for.
    fn currency<'all>(&'all self, found: &Captures<'_, str>, shared: &'all str) -> Option<&'all str> {
        let sign = found.name("before").or_else(|| found.name("after"))?.as_str();
        let sign = fold(sign.trim_end_matches('.'));
        let is_shared = !shared.is_empty() && self.shared.iter().any(|one| *one == sign);
        if is_shared { Some(shared) } else { self.known.get(&*sign).map(String::as_str) }
    }

    /// The code that a text has from a place on.
    fn code_behind(&self, text: &str, at: usize) -> Option<&str> {
        let rest = text[at..].trim_start_matches(is_space);
        let start = text.len() - rest.len();
        let code = self.code(rest.get(..CODE)?)?;
        let is_apart = |character: Option<char>| character.is_none_or(|character| !self.is_word(character));
        let is_word = is_apart(text[..start].chars().next_back()) && is_apart(text[start + CODE..].chars().next());
        is_word.then_some(code)
    }

    /// The code that a text ends with.
    fn code_before(&self, text: &str) -> Option<&str> {
        let text = text.trim_end_matches(is_space);
        let start = text.len().checked_sub(CODE)?;
        let code = self.code(text.get(start..)?)?;
        text[..start].chars().next_back().is_none_or(|character| !self.is_word(character)).then_some(code)
    }

    fn code(&self, text: &str) -> Option<&str> {
        self.codes.iter().find(|code| *code == text).map(String::as_str)
    }

    fn is_word(&self, character: char) -> bool {
        if character.is_ascii() {
            return character.is_ascii_alphanumeric() || character == '_';
        }
        self.word.is_match(character.encode_utf8(&mut [0; 4])).unwrap_or(false)
    }
}

/// A sign or code as an expression; one of letters is a word of its own.
fn as_word(name: &str) -> String {
    let starts = name.starts_with(char::is_alphabetic);
    let ends = name.ends_with(char::is_alphabetic);
    let start = if starts { format!("(?<!{LETTER})") } else { String::new() };
    let end = if ends { format!(r"(?!{LETTER})\.?") } else { String::new() };
    format!("{start}{}{end}", fancy_regex::escape(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn prices() -> Prices {
        let signs = [("US$", "USD"), ("$", "USD"), ("€", "EUR"), ("kr", "SEK"), ("Kr", "SEK")];
        Prices::new(
            signs.map(|(sign, code)| (sign.to_owned(), code.to_owned())).into(),
            ["CAD", "EUR", "USD"].map(str::to_owned).into(),
            ["$", "kr"].map(str::to_owned).into(),
        )
    }

    fn read(text: &str, shared: &str) -> Option<(f64, String)> {
        prices().parse(text, NumberFormat::Point, shared).map(|price| (price.amount.value, price.currency))
    }

    #[test]
    fn signs_and_codes_stand_before_or_behind() {
        assert_eq!(read("$1,299.00", ""), Some((1299.0, "USD".to_owned())));
        assert_eq!(read("5 Kr.", "NOK"), Some((5.0, "NOK".to_owned())));
        assert_eq!(read("-$1.55 CAD", ""), Some((-1.55, "CAD".to_owned())));
        assert_eq!(read("CAD $5", ""), Some((5.0, "CAD".to_owned())));
        assert_eq!(read("5 €", "NOK"), Some((5.0, "EUR".to_owned())));
    }

    #[test]
    fn several_prices_are_none() {
        assert_eq!(read("$5 - $10", ""), None);
        assert_eq!(read("krone 5", ""), None);
        assert_eq!(read("five $", ""), None);
    }
}
