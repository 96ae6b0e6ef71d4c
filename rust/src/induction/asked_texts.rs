//! Which leaves of a sample are worth asking in Python: those that say, or are called by, one of a few words.

use std::collections::HashSet;

use crate::hash::WordMap;
use crate::leaves::{LeafKind, Leaves, text_id};
use crate::seeded::Seed;
use crate::values::fold;

/// Letters of a text from which on it is no word of a link.
const LONG: usize = 30;
/// Leaves behind a link that say its text.
const BEHIND: usize = 2;

/// The different texts of at most that many letters, with their identities.
pub fn short_texts<'sample>(pages: &[&'sample Leaves], most: usize) -> Vec<(u64, &'sample str)> {
    let mut found: HashSet<(u64, &str), Seed> = HashSet::default();
    for page in pages {
        for index in 0..page.leaves.len() {
            let text = page.values.get(index);
            // No letter has more than four bytes.
            if text.len() <= 4 * most && text.chars().count() <= most {
                found.insert((text_id(page, index).unwrap_or(0), text));
            }
        }
    }
    found.into_iter().collect()
}

/// How often texts of these identities are in pages.
pub fn count_ids(pages: &[&Leaves], asked: &HashSet<u64, Seed>) -> Vec<(u64, u32)> {
    let mut counts: WordMap<u64, u32> = WordMap::default();
    for page in pages {
        for text in (0..page.leaves.len()).filter_map(|index| text_id(page, index)) {
            if asked.contains(&text) {
                *counts.entry(text).or_default() += 1;
            }
        }
    }
    counts.into_iter().collect()
}

/// The links that may say one of some words, which are folded, in the texts behind them, or that elements are called by.
///
/// All that do are among them; what is not ASCII may only hold such a word as a part of another.
pub fn links_with_words(page: &Leaves, words: &[String], is_called: impl Fn(usize) -> bool) -> Vec<u32> {
    let kind = |index: usize| page.leaves.get(index).map(|leaf| leaf.kind);
    let says_word = |index: usize| {
        let text = page.values.get(index);
        kind(index) == Some(LeafKind::Text) && text.len() < 4 * LONG && has_word(text, words)
    };
    let links = (0..page.leaves.len()).filter(|&index| kind(index) == Some(LeafKind::Href));
    let found = links.filter(|&link| {
        let behind = link + 1..page.leaves.len().min(link + 1 + BEHIND);
        is_called(link) || behind.into_iter().any(says_word)
    });
    found.map(|link| link as u32).collect()
}

/// Whether a text may have one of some folded words.
fn has_word(text: &str, words: &[String]) -> bool {
    if !text.is_ascii() {
        let folded = fold(text);
        return words.iter().any(|word| folded.contains(word.as_str()));
    }
    let mut own = text.split(|sign: char| !sign.is_ascii_alphabetic());
    own.any(|own| words.iter().any(|word| word.eq_ignore_ascii_case(own)))
}

/// Whether the classes of an element, as its hint has them, may hold one of some folded words.
pub fn is_called(hint: &str, words: &[String]) -> bool {
    let Some(classes) = hint.split('\t').nth(2).filter(|classes| !classes.is_empty()) else { return false };
    let folded = fold(classes);
    words.iter().any(|word| folded.contains(word.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_stand_alone_and_in_any_case() {
        let words = ["next".to_owned(), "précédent".to_owned()];
        assert!(has_word("Go to NEXT »", &words) && has_word("PRÉCÉDENT", &words));
        assert!(!has_word("nextdoor", &words) && !has_word("12", &words));
    }

    #[test]
    fn elements_are_called_by_their_classes() {
        let words = ["next".to_owned()];
        assert!(is_called("a\t\tpager btnNext", &words));
        assert!(!is_called("a\tnext\t", &words) && !is_called("a", &words));
    }
}
