//! Booleans: words and marks for yes and no.

use std::collections::HashMap;

use super::characters::{collapse, fold};

/// Words for yes and no, folded.
#[derive(Clone, Debug, Default)]
pub struct Booleans(HashMap<String, bool>);

impl Booleans {
    /// Knows these words.
    pub fn new(words: HashMap<String, bool>) -> Self {
        Booleans(words)
    }

    /// Yes or no; `None` for anything else.
    pub fn parse(&self, text: &str) -> Option<bool> {
        let plain = collapse(text);
        let folded = fold(&plain);
        self.0.get(folded.trim_end_matches(['.', '!'])).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_known_in_any_case() {
        let known = Booleans::new([("ja", true), ("épuisé", false)].map(|(word, is)| (word.to_owned(), is)).into());
        assert_eq!(known.parse(" JA! "), Some(true));
        assert_eq!(known.parse("Épuisé."), Some(false));
        assert_eq!(known.parse("jaja"), None);
    }
}
