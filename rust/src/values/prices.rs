//! Prices: an amount with the sign or the code of its currency before or behind it.
//!
//! The twin in Python is a regular expression; this is what that does, step by step. A price begins at the first place
//! where one can: a sign and an amount, or an amount and a sign.

use std::collections::HashMap;

use fancy_regex::Regex;

use super::characters::{LETTER, WORD, digit, fold, is_space, lacks_digits};
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

/// A price in a text: which parts of it are what.
#[derive(Clone, Copy, Debug)]
struct Found<'text> {
    start: usize,
    end: usize,
    is_negative: bool,
    amount: &'text str,
    sign: &'text str,
}

/// The signs and codes of currencies.
#[derive(Debug)]
pub struct Prices {
    /// By sign or code, folded: the code.
    known: HashMap<String, String>,
    /// Signs and codes as they are written, longer ones first.
    names: Vec<String>,
    /// By byte whether a name begins with it: hardly any place of a text can be the beginning of one.
    begins_name: [bool; 256],
    codes: Vec<String>,
    /// Signs that several currencies share, folded.
    shared: Vec<String>,
    letter: Regex,
    word: Regex,
}

impl Prices {
    /// Knows signs with their codes, codes, and which signs several currencies share.
    pub fn new(signs: Vec<(String, String)>, codes: Vec<String>, shared: Vec<String>) -> Self {
        let mut names: Vec<String> = signs.iter().map(|(sign, _)| sign).chain(&codes).cloned().collect();
        // So that no sign hides another that begins with it.
        names.sort_by_key(|name| std::cmp::Reverse(name.chars().count()));
        let mut begins_name = [false; 256];
        names.iter().filter_map(|name| name.bytes().next()).for_each(|first| begins_name[usize::from(first)] = true);
        let by_sign = signs.iter().map(|(sign, code)| (fold(sign).into_owned(), code.clone()));
        let by_code = codes.iter().map(|code| (fold(code).into_owned(), code.clone()));
        Prices {
            known: by_sign.chain(by_code).collect(),
            names,
            begins_name,
            letter: Regex::new(LETTER).expect("a valid expression"),
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
        let found = self.find(text, 0)?;
        if self.find(text, found.end).is_some() {
            return None;
        }
        let amount = parse_number(found.amount.trim_matches([' ', '.', ',', '\'', '’']), format)?;
        let amount = if found.is_negative { amount.negated() } else { amount };
        let beside = self.code_behind(text, found.end).or_else(|| self.code_before(&text[..found.start]));
        let currency = beside.or_else(|| self.currency(found.sign, shared))?;
        Some(Price { amount, currency: currency.to_owned() })
    }

    /// The first price of a text from a place on.
    fn find<'text>(&self, text: &'text str, from: usize) -> Option<Found<'text>> {
        let places = text[from..].char_indices().map(|(at, _)| from + at);
        places.into_iter().find_map(|at| self.sign_first(text, at).or_else(|| self.amount_first(text, at)))
    }

    /// A price at a place, as in "-$ 5".
    fn sign_first<'text>(&self, text: &'text str, start: usize) -> Option<Found<'text>> {
        let mut at = start;
        let minus = text[at..].chars().next().filter(|&sign| matches!(sign, '-' | '−'));
        if let Some(minus) = minus {
            if text[..at].chars().next_back().is_some_and(|before| before == '.' || self.is_word(before)) {
                return None;
            }
            at += minus.len_utf8();
            at += text[at..].chars().next().filter(|&space| is_space(space)).map_or(0, char::len_utf8);
        }
        self.names_at(text, at).find_map(|end| {
            let amount = skip_spaces(text, end);
            let behind = amount_end(text, amount)?;
            let (is_negative, sign) = (minus.is_some(), &text[at..end]);
            Some(Found { start, end: behind, is_negative, amount: &text[amount..behind], sign })
        })
    }

    /// A price at a place, as in "5 - €".
    fn amount_first<'text>(&self, text: &'text str, start: usize) -> Option<Found<'text>> {
        let behind = amount_end(text, start)?;
        let mut at = skip_spaces(text, behind);
        if let Some(dash) = text[at..].chars().next().filter(|&sign| matches!(sign, '-' | '–' | '—')) {
            at = skip_spaces(text, at + dash.len_utf8());
        }
        let end = self.names_at(text, at).next()?;
        Some(Found { start, end, is_negative: false, amount: &text[start..behind], sign: &text[at..end] })
    }

    /// Where the signs and codes end that stand at a place, the longest first; one of letters is a word of its own, and
    /// may end with a point.
    fn names_at(&self, text: &str, at: usize) -> impl Iterator<Item = usize> {
        let before = text[..at].chars().next_back();
        let may_begin = text.as_bytes().get(at).is_some_and(|&first| self.begins_name[usize::from(first)]);
        let names = if may_begin { &self.names[..] } else { &[] };
        names.iter().filter_map(move |name| {
            let rest = text[at..].strip_prefix(name.as_str())?;
            let starts_inside = name.starts_with(char::is_alphabetic) && before.is_some_and(|one| self.is_letter(one));
            let ends_with_letter = name.ends_with(char::is_alphabetic);
            let ends_inside = ends_with_letter && rest.starts_with(|one| self.is_letter(one));
            let point = usize::from(ends_with_letter && rest.starts_with('.'));
            (!starts_inside && !ends_inside).then_some(at + name.len() + point)
        })
    }

    /// What the sign of a price stands for.
    fn currency<'all>(&'all self, sign: &str, shared: &'all str) -> Option<&'all str> {
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

    fn is_letter(&self, character: char) -> bool {
        if character.is_ascii() {
            return character.is_ascii_alphabetic();
        }
        self.letter.is_match(&*character.encode_utf8(&mut [0; 4])).unwrap_or(false)
    }

    fn is_word(&self, character: char) -> bool {
        if character.is_ascii() {
            return character.is_ascii_alphanumeric() || character == '_';
        }
        self.word.is_match(&*character.encode_utf8(&mut [0; 4])).unwrap_or(false)
    }
}

fn skip_spaces(text: &str, at: usize) -> usize {
    text.len() - text[at..].trim_start_matches(is_space).len()
}

/// Where an amount ends that begins at a place, with or without a sign of its own; it need not be a number.
fn amount_end(text: &str, start: usize) -> Option<usize> {
    let is_digit = |one: char| digit(one).is_some();
    let mut at = start;
    let sign = text[at..].chars().next()?;
    if matches!(sign, '-' | '+' | '−') {
        if text[..at].chars().next_back().is_some_and(is_digit) {
            return None;
        }
        at += sign.len_utf8();
    }
    if !text[at..].starts_with(is_digit) {
        return None;
    }
    let mut rest = text[at..].chars();
    while let Some(one) = rest.clone().next() {
        let behind = rest.clone().nth(1);
        let is_part = is_digit(one)
            || matches!(one, '.' | ',')
            || APOSTROPHES.contains(one)
            || BLANKS.contains(one) && behind.is_some_and(is_digit);
        if !is_part {
            break;
        }
        rest.next();
    }
    Some(text.len() - rest.as_str().len())
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
