//! Splits texts into words, and numbers these.
//!
//! A word is a run of letters and digits, without accents and in small letters; `search/words.py` makes the words of
//! queries by Tantivy's own filters, which are asked here for all that is not plain ASCII.

use std::borrow::Cow;
use std::collections::HashMap;

use tantivy::tokenizer::{AsciiFoldingFilter, LowerCaser, RawTokenizer, TextAnalyzer, TokenStream};

use super::document::readable;
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

/// Stands for a word that is too long.
pub(super) const LONG: u32 = u32::MAX;

/// Numbers the words of texts.
pub(super) struct Vocabulary {
    seed: Seed,
    /// By hash: the hash, and one more than the number of the word; 0 where nothing is.
    slots: Vec<(u32, u32)>,
    /// The letters of all words, one behind the other, and where each word ends.
    letters: Vec<u8>,
    ends: Vec<u32>,
    /// Of words as texts have them, where these are not plain ASCII.
    folded: HashMap<Box<str>, u32, Seed>,
    filters: TextAnalyzer,
}

/// Of a vocabulary without a word. A guess.
const SLOTS: usize = 1 << 12;

impl Vocabulary {
    pub fn new() -> Self {
        let filters = TextAnalyzer::builder(RawTokenizer::default()).filter(AsciiFoldingFilter).filter(LowerCaser);
        Vocabulary {
            seed: Seed::default(),
            slots: vec![(0, 0); SLOTS],
            letters: Vec::new(),
            ends: Vec::new(),
            folded: HashMap::default(),
            filters: filters.build(),
        }
    }

    /// Appends the words of a text of Python: the number of each, or [`LONG`], but for the last.
    pub fn split(&mut self, text: &[u8], words: &mut Vec<u32>) {
        let start = words.len();
        if text.is_ascii() {
            self.split_ascii(text, words);
        } else {
            self.split_any(&spread_out(&readable(text)), words);
        }
        while words.len() > start && words.last() == Some(&LONG) {
            words.pop();
        }
    }

    fn split_ascii(&mut self, text: &[u8], words: &mut Vec<u32>) {
        let (mut small, mut length) = ([0; MAX_WORD], 0);
        for &byte in text {
            let letter = SMALL[usize::from(byte & 0x7F)];
            if letter != 0 {
                if length < MAX_WORD {
                    small[length] = letter;
                }
                length += 1;
            } else if length > 0 {
                words.push(if length < MAX_WORD { self.number(&small[..length]) } else { LONG });
                length = 0;
            }
        }
        if length > 0 {
            words.push(if length < MAX_WORD { self.number(&small[..length]) } else { LONG });
        }
    }

    fn split_any(&mut self, text: &str, words: &mut Vec<u32>) {
        for word in text.split(|character: char| !character.is_alphanumeric()).filter(|word| !word.is_empty()) {
            if word.len() >= MAX_WORD {
                words.push(LONG);
            } else if word.is_ascii() {
                self.split_ascii(word.as_bytes(), words);
            } else {
                words.push(self.fold(word));
            }
        }
    }

    fn number(&mut self, word: &[u8]) -> u32 {
        let hash = self.seed.hash_bytes(word) as u32;
        let slot = self.find(hash, |number| self.word(number) == word);
        if self.slots[slot].1 != 0 {
            return self.slots[slot].1 - 1;
        }
        self.letters.extend_from_slice(word);
        self.ends.push(self.letters.len() as u32);
        let count = self.ends.len();
        self.slots[slot] = (hash, count as u32);
        if 2 * count > self.slots.len() {
            self.grow();
        }
        count as u32 - 1
    }

    /// Where a word is, or would be.
    fn find(&self, hash: u32, is_it: impl Fn(u32) -> bool) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = hash as usize & mask;
        while self.slots[slot].1 != 0 && !(self.slots[slot].0 == hash && is_it(self.slots[slot].1 - 1)) {
            slot = (slot + 1) & mask;
        }
        slot
    }

    fn grow(&mut self) {
        let wider = vec![(0, 0); 2 * self.slots.len()];
        for known in std::mem::replace(&mut self.slots, wider).into_iter().filter(|known| known.1 != 0) {
            let slot = self.find(known.0, |_| false);
            self.slots[slot] = known;
        }
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

    /// A word by its number.
    pub fn word(&self, number: u32) -> &[u8] {
        let number = number as usize;
        let start = if number == 0 { 0 } else { self.ends[number - 1] as usize };
        &self.letters[start..self.ends[number] as usize]
    }

    /// The numbers of all words in the order of their bytes.
    pub fn sorted(&self) -> Vec<u32> {
        // The first letters decide nearly always, and to look at them where the words are takes most of the time.
        let mut all: Vec<(u64, u32)> =
            (0..self.ends.len() as u32).map(|number| (first_letters(self.word(number)), number)).collect();
        all.sort_unstable_by(|one, other| one.0.cmp(&other.0).then_with(|| self.word(one.1).cmp(self.word(other.1))));
        all.into_iter().map(|(_, number)| number).collect()
    }
}

/// The first bytes of a word as a number that orders words as these do.
fn first_letters(word: &[u8]) -> u64 {
    let mut first = [0; 8];
    let length = word.len().min(first.len());
    first[..length].copy_from_slice(&word[..length]);
    u64::from_be_bytes(first)
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
            let (mut vocabulary, mut words) = (Vocabulary::new(), Vec::new());
            // Han characters are set off, which makes no other words of these.
            vocabulary.split(text.as_bytes(), &mut words);
            let found = words.iter().zip(0..).filter(|&(&word, _)| word != LONG);
            let found = found.map(|(&word, at)| (String::from_utf8(vocabulary.word(word).to_vec()).unwrap(), at));
            assert_eq!(found.collect::<Vec<_>>(), wanted, "{text:?}");
        }
    }

    #[test]
    fn no_long_word_is_last() {
        let long = "x".repeat(MAX_WORD);
        let (mut vocabulary, mut words) = (Vocabulary::new(), vec![LONG]);
        vocabulary.split(format!("{long} a {long} {long}").as_bytes(), &mut words);
        assert_eq!(words, [LONG, LONG, 0]);
    }

    #[test]
    fn many_words_are_in_order() {
        let mut vocabulary = Vocabulary::new();
        let mut wanted: Vec<String> = (0..20_000).map(|number| format!("word{number}é")).collect();
        for word in wanted.iter().chain(&wanted) {
            vocabulary.number(word.as_bytes());
        }
        wanted.sort_unstable();
        let found: Vec<&[u8]> = vocabulary.sorted().into_iter().map(|number| vocabulary.word(number)).collect();
        assert_eq!(found, wanted.iter().map(String::as_bytes).collect::<Vec<_>>());
    }
}
