//! Splits texts into words, and numbers these.
//!
//! A word is a run of letters and digits, without accents and in small letters; `search/words.py` makes the words of
//! queries by Tantivy's own filters, which are asked here for all that is not plain ASCII.

use std::borrow::Cow;
use std::collections::HashMap;

use tantivy::tokenizer::{AsciiFoldingFilter, LowerCaser, RawTokenizer, TextAnalyzer, TokenStream};

use crate::seeded::Seed;
use crate::values::normalize;

/// Bytes of a word; longer ones are no words. `search/words.py` has the same.
const MAX_WORD: usize = 100;

/// The small letter of each letter and digit of ASCII; nothing for other signs.
static SMALL: [u8; 128] = small_letters();

const fn small_letters() -> [u8; 128] {
    let mut table = [0; 128];
    let mut byte = 0u8;
    while byte < 128 {
        if byte.is_ascii_alphanumeric() {
            table[byte as usize] = byte.to_ascii_lowercase();
        }
        byte += 1;
    }
    table
}

/// A word by its number, and the place in its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub word: u32,
    pub position: u32,
}

/// Numbers the words of texts.
pub(super) struct Vocabulary {
    numbers: HashMap<Box<[u8]>, u32, Seed>,
    /// Of words as texts have them, where these are not plain ASCII.
    folded: HashMap<Box<str>, u32, Seed>,
    filters: TextAnalyzer,
}

impl Vocabulary {
    pub fn new() -> Self {
        let filters = TextAnalyzer::builder(RawTokenizer::default()).filter(AsciiFoldingFilter).filter(LowerCaser);
        Vocabulary { numbers: HashMap::default(), folded: HashMap::default(), filters: filters.build() }
    }

    /// Appends the words of a text.
    pub fn split(&mut self, text: &str, tokens: &mut Vec<Token>) {
        let (bytes, mut at, mut position) = (text.as_bytes(), 0, 0);
        let mut small = [0; MAX_WORD];
        while at < bytes.len() {
            let start = at;
            let mut is_ascii = true;
            while at < bytes.len() {
                if bytes[at] < 0x80 {
                    let letter = SMALL[usize::from(bytes[at])];
                    if letter == 0 {
                        break;
                    }
                    if let Some(place) = small.get_mut(at - start) {
                        *place = letter;
                    }
                    at += 1;
                } else {
                    let length = letter_length(&text[at..]);
                    if length == 0 {
                        break;
                    }
                    is_ascii = false;
                    at += length;
                }
            }
            let length = at - start;
            if length == 0 {
                at += text[at..].chars().next().map_or(1, char::len_utf8);
                continue;
            }
            if length < MAX_WORD {
                let word = if is_ascii { self.number(&small[..length]) } else { self.fold(&text[start..at]) };
                tokens.push(Token { word, position });
            }
            position += 1;
        }
    }

    fn number(&mut self, word: &[u8]) -> u32 {
        if let Some(&number) = self.numbers.get(word) {
            return number;
        }
        let number = self.numbers.len() as u32;
        self.numbers.insert(word.into(), number);
        number
    }

    fn fold(&mut self, word: &str) -> u32 {
        if let Some(&number) = self.folded.get(word) {
            return number;
        }
        let mut stream = self.filters.token_stream(word);
        stream.advance();
        let folded = stream.token().text.clone();
        drop(stream);
        let number = self.number(folded.as_bytes());
        self.folded.insert(word.into(), number);
        number
    }

    /// All words in the order of their bytes, each with its number.
    pub fn sorted(&self) -> Vec<(&[u8], u32)> {
        let mut all: Vec<(&[u8], u32)> = self.numbers.iter().map(|(word, &number)| (word.as_ref(), number)).collect();
        all.sort_unstable();
        all
    }
}

/// How many bytes the first character has, if it is a letter or a digit.
fn letter_length(text: &str) -> usize {
    text.chars().next().filter(|character| character.is_alphanumeric()).map_or(0, char::len_utf8)
}

/// The text with blanks around characters that are words: Han, its radicals, Hiragana and Katakana.
pub(super) fn spread_out(text: &str) -> Cow<'_, str> {
    let text = normalize(text);
    if text.is_ascii() || !text.chars().any(is_word) {
        return text;
    }
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        if is_word(character) {
            out.extend([' ', character, ' ']);
        } else {
            out.push(character);
        }
    }
    Cow::Owned(out)
}

fn is_word(character: char) -> bool {
    matches!(
        u32::from(character),
        0x2E80..=0x2FDF
            | 0x3040..=0x30FF
            | 0x31F0..=0x31FF
            | 0x3400..=0x4DBF
            | 0x4E00..=0x9FFF
            | 0xF900..=0xFAFF
            | 0x20000..=0x3FFFF
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use tantivy::tokenizer::{RemoveLongFilter, SimpleTokenizer};

    #[test]
    fn characters_that_are_words_are_set_off() {
        assert_eq!(spread_out("a漢b"), "a 漢 b");
        assert_eq!(spread_out("e\u{301}"), "é");
    }

    #[test]
    fn words_are_those_of_the_index() {
        let filters = TextAnalyzer::builder(SimpleTokenizer::default())
            .filter(RemoveLongFilter::limit(MAX_WORD))
            .filter(AsciiFoldingFilter)
            .filter(LowerCaser);
        let mut analyzer = filters.build();
        let (long, longer) = ("x".repeat(99), "y".repeat(100));
        let accents = "é".repeat(50);
        let texts = [
            "",
            " ",
            "Red lamp",
            "a_b-c.d",
            "Ünder ÆSIR ß ΣΊΣΥΦΟΣ İ",
            "12.50 €",
            "日 本",
            "x\u{301}y",
            "٣٤ ²",
            "tail é",
            "é",
            "ẞA1",
            "\u{A7FF} a",
            &format!("{long} {longer} end"),
            &format!("{accents} {accents}é z"),
        ];
        for text in texts {
            let mut wanted = Vec::new();
            let mut stream = analyzer.token_stream(text);
            stream.process(&mut |token| wanted.push((token.text.clone(), token.position)));
            drop(stream);
            let (mut vocabulary, mut tokens) = (Vocabulary::new(), Vec::new());
            vocabulary.split(text, &mut tokens);
            let words: HashMap<u32, &[u8]> = vocabulary.sorted().into_iter().map(|(word, at)| (at, word)).collect();
            let found =
                tokens.iter().map(|one| (String::from_utf8(words[&one.word].to_vec()).unwrap(), one.position as usize));
            assert_eq!(found.collect::<Vec<_>>(), wanted, "{text:?}");
        }
    }
}
