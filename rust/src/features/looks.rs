//! Looks: a tag with a class attribute. A page has far fewer of these than elements, and the pages of a site share
//! theirs, so that what depends on both is computed once for each and remembered from page to page.

use super::bag::Bag;
use super::region::has_chrome_word;
use super::words::fold_digits;
use crate::hash::{extend, hash_bytes};
use crate::html::{Name, Tree};

/// Where `tag.class` tokens start, so that they differ from paths.
const TOKEN_START: u64 = 0x082e_fa98_ec4e_6c89;

/// More looks than this are not remembered: that is not one site, or one that never repeats itself, and to find them
/// again would take longer than to look anew.
const MAX_LOOKS: usize = 1 << 12;

/// What depends on a tag and a class attribute.
pub(super) struct Look {
    /// The hash of `tag.class` with the first class, digits folded.
    pub step: u64,
    /// Whether the class has a word of chrome.
    pub is_chrome: bool,
    /// The hashes of the class names.
    pub classes: Vec<u64>,
    /// The hashes of the tokens `tag` and `tag.class`: there digits become `#`, and classes of `html` and `body` are left
    /// out, because they often name the page or its kind.
    pub tokens: Vec<u64>,
    /// What it was made of: the hash of the tag, and the source of the attribute.
    tag: u64,
    source: Box<str>,
}

impl Look {
    fn new(tree: &Tree<'_>, name: Name, tag: u64, class: Option<u32>) -> Self {
        let attribute = class.map(|class| tree.attribute_at(class));
        let value = attribute.map(|attribute| attribute.value()).unwrap_or_default();
        let source = attribute.map(|attribute| attribute.raw_value()).unwrap_or_default().into();
        let folded = |class: &str| hash_bytes(fold_digits(class).as_bytes());
        let token = extend(TOKEN_START, tag);
        let mut tokens = vec![token];
        if !matches!(name, Name::HTML | Name::BODY) {
            tokens.extend(value.split_ascii_whitespace().map(|class| extend(token, folded(class))));
        }
        Look {
            step: extend(tag, folded(value.split_ascii_whitespace().next().unwrap_or_default())),
            is_chrome: has_chrome_word(&value),
            classes: value.split_ascii_whitespace().map(|class| hash_bytes(class.as_bytes())).collect(),
            tokens,
            tag,
            source,
        }
    }
}

/// The looks of this page and of all pages before it.
#[derive(Default)]
pub(super) struct Looks {
    looks: Vec<Look>,
    numbers: Bag,
    /// For each look, the last page that has it.
    pages: Vec<u32>,
    page: u32,
    /// The looks of this page.
    current: Vec<u32>,
}

impl Looks {
    /// Begins a page: the numbers of the last one are no longer valid.
    pub fn start_page(&mut self) {
        self.current.clear();
        self.page = self.page.wrapping_add(1);
        if self.looks.len() > MAX_LOOKS || self.page == 0 {
            self.looks.clear();
            self.numbers.clear();
            self.pages.clear();
            self.page = 1;
        }
    }

    /// The number of the look of a tag and, perhaps, a class attribute.
    #[inline]
    pub fn number(&mut self, tree: &Tree<'_>, name: Name, tag: u64, class: Option<u32>) -> u32 {
        let source = class.map_or("", |class| tree.attribute_at(class).raw_value());
        let key = tag ^ quick_hash(source.as_bytes());
        let number = self.numbers.number(key);
        match self.pages.get(number as usize) {
            Some(&page) if page == self.page => number,
            _ => self.add(tree, (name, tag), class, (key, number)),
        }
    }

    /// Adds a look to the page, and to all looks if it is a new one.
    fn add(&mut self, tree: &Tree<'_>, (name, tag): (Name, u64), class: Option<u32>, found: (u64, u32)) -> u32 {
        let source = class.map_or("", |class| tree.attribute_at(class).raw_value());
        let (mut key, mut number) = found;
        while let Some(look) = self.looks.get(number as usize)
            && (look.tag != tag || *look.source != *source)
        {
            // Another look of an earlier page has the same key.
            key = key.wrapping_add(1);
            number = self.numbers.number(key);
        }
        if number as usize == self.looks.len() {
            self.looks.push(Look::new(tree, name, tag, class));
            self.pages.push(0);
        }
        self.pages[number as usize] = self.page;
        self.current.push(number);
        number
    }

    /// The look of this number.
    #[inline]
    pub fn get(&self, number: u32) -> &Look {
        &self.looks[number as usize]
    }

    /// The different looks of this page, in the order in which they were met.
    pub fn of_page(&self) -> impl Iterator<Item = &Look> {
        self.current.iter().map(|&number| self.get(number))
    }
}

/// A hash that is never stored: cheaper than the stable one.
#[inline]
fn quick_hash(bytes: &[u8]) -> u64 {
    let (words, rest) = bytes.as_chunks::<8>();
    let last = rest.iter().fold(bytes.len() as u64, |word, &byte| word << 8 | u64::from(byte));
    let words = words.iter().map(|word| u64::from_le_bytes(*word)).chain([last]);
    let mixed = words.fold(0u64, |hash, word| (hash.rotate_left(5) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95));
    mixed ^ mixed >> 32
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
            (looks.of_page().count(), looks.looks.len())
        };
        assert_eq!(read(&[None, None]), (1, 1));
        assert_eq!(read(&[Some(0), Some(1)]), (1, 2));
        assert_eq!(read(&[Some(1), None]), (2, 2));
        assert_eq!(read(&[]), (0, 2));
        let look = looks.get(1);
        assert!(look.is_chrome);
        assert_eq!((look.classes.len(), look.tokens.len()), (2, 3));
    }
}
