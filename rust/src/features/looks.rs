//! Looks: a tag with a class attribute. A page has far fewer of these than elements, and the pages of a site share
//! theirs, so that what depends on both is computed once for each and remembered from page to page.

use std::borrow::Cow;
use std::ops::Range;

use super::bag::Bag;
use super::columns::Ragged;
use super::ranks::Ranks;
use super::region::has_chrome_word;
use super::words::fold_digits;
use crate::hash::{extend, hash_bytes};
use crate::html::{Name, Tree};
use crate::seeded::Seed;

/// Where `tag.class` tokens start, so that they differ from paths.
const TOKEN_START: u64 = 0x082e_fa98_ec4e_6c89;

/// More looks than this are not remembered: that is not one site, or one that never repeats itself, and to find them
/// again would take longer than to look anew.
const MAX_LOOKS: usize = 1 << 14;

/// What depends on a tag and a class attribute.
#[derive(Clone, Copy)]
pub(super) struct Look {
    /// The hash of `tag.class` with the first class, digits folded.
    pub step: u64,
    /// Whether the class has a word of chrome.
    pub is_chrome: bool,
    /// The hash of the tag.
    tag: u64,
    /// Where the source of the attribute, the classes and the tokens end in [`Looks`]; they begin where those of the
    /// look before this one end.
    ends: [u32; 3],
}

/// The looks of this page and of all pages before it.
#[derive(Default)]
pub(super) struct Looks {
    looks: Vec<Look>,
    sources: String,
    /// The hashes of class names.
    classes: Vec<u64>,
    /// The numbers of tokens `tag` and `tag.class`: there digits become `#`, and classes of `html` and `body` are left
    /// out, because they often name the page or its kind.
    tokens: Vec<u32>,
    /// The hashes of tokens by their numbers.
    token_hashes: Vec<u64>,
    token_numbers: Bag,
    numbers: Bag,
    seed: Seed,
    /// For each look, the last page that has it.
    pages: Vec<u32>,
    page: u32,
    /// The looks of this page.
    current: Vec<u32>,
    epoch: u32,
    ranks: Ranks,
    sorted: Vec<u32>,
}

impl Looks {
    /// Begins a page, before which the looks of earlier ones may be forgotten; says whether they were.
    pub fn start_page(&mut self) -> bool {
        self.current.clear();
        self.page = self.page.wrapping_add(1);
        let is_forgotten = self.looks.len() > MAX_LOOKS || self.page == 0;
        if is_forgotten {
            self.looks.clear();
            self.sources.clear();
            self.classes.clear();
            self.tokens.clear();
            self.token_hashes.clear();
            self.token_numbers.clear();
            self.numbers.clear();
            self.pages.clear();
            self.ranks.clear();
            self.page = 1;
            self.epoch = self.epoch.wrapping_add(1);
        }
        is_forgotten
    }

    /// Changes when looks are forgotten: until then, a number means the same look on every page.
    pub fn epoch(&self) -> u32 {
        self.epoch
    }

    /// The number of the look of a tag and, perhaps, a class attribute; it is now one of the page's.
    pub fn number(&mut self, tree: &Tree<'_>, name: Name, tag: u64, class: Option<u32>) -> u32 {
        let source = class.map_or("", |class| tree.attribute_at(class).raw_value());
        let key = tag ^ self.seed.hash_bytes(source.as_bytes());
        let number = self.numbers.number(key);
        match self.pages.get(number as usize) {
            Some(&page) if page == self.page => number,
            _ => self.add(tree, (name, tag), class, (key, number)),
        }
    }

    /// Adds a look that is known to those of the page.
    pub fn note(&mut self, number: u32) {
        if std::mem::replace(&mut self.pages[number as usize], self.page) != self.page {
            self.current.push(number);
        }
    }

    /// Adds a look to the page, and to all looks if it is a new one.
    fn add(&mut self, tree: &Tree<'_>, (name, tag): (Name, u64), class: Option<u32>, found: (u64, u32)) -> u32 {
        let source = class.map_or("", |class| tree.attribute_at(class).raw_value());
        let (mut key, mut number) = found;
        while number as usize != self.looks.len() && !self.is_look(number, tag, source) {
            // Another look of an earlier page has the same key.
            key = key.wrapping_add(1);
            number = self.numbers.number(key);
        }
        if number as usize == self.looks.len() {
            self.push(tree, name, tag, class);
            self.pages.push(0);
        }
        self.pages[number as usize] = self.page;
        self.current.push(number);
        number
    }

    fn is_look(&self, number: u32, tag: u64, source: &str) -> bool {
        self.get(number).tag == tag && self.sources[self.range(number, 0)] == *source
    }

    fn push(&mut self, tree: &Tree<'_>, name: Name, tag: u64, class: Option<u32>) {
        let attribute = class.map(|class| tree.attribute_at(class));
        let value = attribute.map(|attribute| attribute.value()).unwrap_or_default();
        self.sources.push_str(attribute.map(|attribute| attribute.raw_value()).unwrap_or_default());
        let token = extend(TOKEN_START, tag);
        self.push_token(token);
        let mut first = None;
        for class in value.split_ascii_whitespace() {
            let hash = hash_bytes(class.as_bytes());
            let folded = match fold_digits(class) {
                Cow::Borrowed(_) => hash,
                Cow::Owned(folded) => hash_bytes(folded.as_bytes()),
            };
            first = first.or(Some(folded));
            self.classes.push(hash);
            if !matches!(name, Name::HTML | Name::BODY) {
                self.push_token(extend(token, folded));
            }
        }
        let step = extend(tag, first.unwrap_or_else(|| hash_bytes(b"")));
        let ends = [self.sources.len(), self.classes.len(), self.tokens.len()].map(|end| end as u32);
        self.looks.push(Look { step, is_chrome: has_chrome_word(&value), tag, ends });
    }

    fn push_token(&mut self, token: u64) {
        let number = self.token_numbers.number(token);
        if number as usize == self.token_hashes.len() {
            self.token_hashes.push(token);
        }
        self.tokens.push(number);
    }

    /// Where the source (0), the classes (1) or the tokens (2) of a look are.
    fn range(&self, number: u32, column: usize) -> Range<usize> {
        let start = number.checked_sub(1).map_or(0, |before| self.get(before).ends[column]);
        start as usize..self.get(number).ends[column] as usize
    }

    /// The sources of the class attributes of all looks.
    #[inline]
    pub fn sources(&self) -> &[u8] {
        self.sources.as_bytes()
    }

    /// Where the source of a look's class attribute begins among all.
    pub fn source_start(&self, number: u32) -> u32 {
        self.range(number, 0).start as u32
    }

    /// The look of this number.
    #[inline]
    pub fn get(&self, number: u32) -> &Look {
        &self.looks[number as usize]
    }

    /// The hashes of the classes of each look of this page.
    pub fn classes(&self) -> impl Iterator<Item = &[u64]> {
        self.current.iter().map(|&number| &self.classes[self.range(number, 1)])
    }

    /// Appends the set of the tokens of all looks of this page.
    pub fn push_tokens(&mut self, tokens: &mut Ragged<u64>) {
        let sorted = &mut self.sorted;
        sorted.clear();
        for &number in &self.current {
            let start = number.checked_sub(1).map_or(0, |before| self.looks[before as usize].ends[2]);
            let end = self.looks[number as usize].ends[2];
            sorted.extend_from_slice(&self.tokens[start as usize..end as usize]);
        }
        self.ranks.sort(&self.token_hashes, sorted);
        tokens.values.extend(sorted.iter().map(|&number| self.token_hashes[number as usize]));
        tokens.close();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html::parse;

    #[test]
    fn looks_are_remembered_but_belong_to_a_page() {
        let tree = parse("<div class='nav x1'><div class='nav x1'><div>");
        let mut looks = Looks::default();
        let mut read = |classes: &[Option<u32>]| {
            looks.start_page();
            classes.iter().for_each(|&class| {
                looks.number(&tree, Name::DIV, 7, class);
            });
            (looks.classes().count(), looks.looks.len())
        };
        assert_eq!(read(&[None, None]), (1, 1));
        assert_eq!(read(&[Some(0), Some(1)]), (1, 2));
        assert_eq!(read(&[Some(1), None]), (2, 2));
        assert_eq!(read(&[]), (0, 2));
        assert_eq!(read(&[Some(0)]), (1, 2));
        assert!(looks.get(1).is_chrome);
        assert_eq!(looks.classes().next().map(<[u64]>::len), Some(2));
        let mut tokens = Ragged::default();
        looks.push_tokens(&mut tokens);
        assert_eq!((tokens.values.len(), tokens.values.is_sorted(), tokens.ends), (3, true, vec![3]));
    }
}
