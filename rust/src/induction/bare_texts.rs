//! What texts say without case and signs, by which columns that say the same are known.

use crate::values::{fold, is_space};

/// Signs that stand around what is said.
const AROUND: &[char] = &[' ', '.', ',', ':', ';', '|', '»', '«', '›', '‹', '·', '–', '—', '-'];
/// Signs that stand around what a text says between words that never change.
const AROUND_CORE: &[char] = &['!', '?', '(', ')'];

/// What texts say between the words that all of them begin and end with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cores {
    /// For each text, without case and signs.
    pub texts: Vec<String>,
    /// How many words all texts share, twice, and one more if signs stand around any core.
    pub weight: usize,
}

/// A text without case, and without the signs around it.
pub fn bare_text(text: &str) -> String {
    let folded = fold(text);
    let mut found = String::with_capacity(folded.len());
    for word in words(&folded) {
        if !found.is_empty() {
            found.push(' ');
        }
        found.push_str(word);
    }
    let bare = found.trim_matches(AROUND);
    if bare.len() == found.len() { found } else { bare.to_owned() }
}

/// What varies in texts; None if one of them says nothing else.
pub fn bare_cores(texts: &[&str]) -> Option<Cores> {
    let split: Vec<Vec<&str>> = texts.iter().map(|text| words(text).collect()).collect();
    let start = shared(&split, |own, at| own.get(at));
    let end = shared(&split, |own, at| own[start.min(own.len())..].iter().rev().nth(at));
    let mut has_signs = false;
    let mut found = Vec::with_capacity(texts.len());
    for own in &split {
        let core = own[start..own.len() - end].join(" ");
        let bare = bare_text(&core);
        let bare = bare.trim_matches(AROUND_CORE);
        if bare.is_empty() {
            return None;
        }
        has_signs |= core.chars().count() > bare.chars().count();
        found.push(bare.to_owned());
    }
    Some(Cores { texts: found, weight: 2 * (start + end) + usize::from(has_signs) })
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(is_space).filter(|word| !word.is_empty())
}

/// How many words, told by their place, are the same in all texts.
fn shared<'text>(
    texts: &[Vec<&'text str>],
    word: impl for<'own> Fn(&'own Vec<&'text str>, usize) -> Option<&'own &'text str>,
) -> usize {
    let Some((first, others)) = texts.split_first() else { return 0 };
    let is_shared = |&at: &usize| {
        let own = word(first, at);
        own.is_some() && others.iter().all(|other| word(other, at) == own)
    };
    (0..).take_while(is_shared).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_and_signs_are_left_out() {
        assert_eq!(bare_text(" »The  Straße«. "), "the strasse");
        assert_eq!(bare_text("- . -"), "");
    }

    #[test]
    fn cores_stand_between_words_that_all_share() {
        let found = bare_cores(&["More on Chicago!", "More on New York!", "More on Ulm!"]);
        let texts = ["chicago", "new york", "ulm"].map(str::to_owned).to_vec();
        assert_eq!(found, Some(Cores { texts, weight: 5 }));
        assert_eq!(bare_cores(&["a b", "a", "a c"]), None);
    }
}
