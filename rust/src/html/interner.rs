//! Numbers for the tag names that the standard does not know, page by page.

use std::collections::HashMap;

use super::names::{KNOWN, Name};

/// The unknown names of one page.
#[derive(Default)]
pub(crate) struct Interner {
    numbers: HashMap<Box<str>, u16>,
    texts: Vec<Box<str>>,
}

impl Interner {
    /// The name with this lower-case text; `None` when the page has more names than there are numbers.
    pub fn intern(&mut self, text: &str) -> Option<Name> {
        if let Some(&number) = self.numbers.get(text) {
            return Some(Name(number));
        }
        let number = u16::try_from(KNOWN + self.texts.len()).ok()?;
        self.numbers.insert(text.into(), number);
        self.texts.push(text.into());
        Some(Name(number))
    }

    /// The text of a name that is not known at compile time.
    pub fn text(&self, name: Name) -> &str {
        &self.texts[name.custom_index()]
    }

    /// The texts, in the order of their numbers.
    pub fn into_texts(self) -> Vec<Box<str>> {
        self.texts
    }
}
