//! The main region of a page: where its own content is, as opposed to what all pages of the site carry.

use super::steps::mixed;
use super::words::WordList;
use crate::html::{Attribute, Kind, Name};

/// The ids by which sites name their main region.
const MAIN_IDS: [&str; 12] = [
    "main",
    "content",
    "primary",
    "page-content",
    "mw-content-text",
    "main-content",
    "maincontent",
    "main_content",
    "content-main",
    "site-content",
    "bodycontent",
    "article",
];

/// The words in ids and classes by which sites name what surrounds it.
const CHROME_WORDS: WordList = WordList::new(&[
    "nav",
    "navbar",
    "navigation",
    "menu",
    "header",
    "footer",
    "sidebar",
    "breadcrumb",
    "breadcrumbs",
    "widget",
    "cookie",
    "toolbar",
    "pagination",
    "pager",
]);

const CHROME_ROLES: [&str; 4] = ["navigation", "banner", "contentinfo", "complementary"];

/// What an element tells of the region that it opens; everything below it has these marks too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Marks(u8);

impl Marks {
    /// Inside `main`, `article` and their like.
    pub const MAIN: Marks = Marks(1);
    /// Inside navigation.
    pub const NAVIGATION: Marks = Marks(1 << 1);
    /// Inside navigation, header, footer and their like.
    pub const CHROME: Marks = Marks(1 << 2);

    #[inline]
    pub fn has(self, other: Marks) -> bool {
        self.0 & other.0 != 0
    }

    #[inline]
    pub fn with(self, other: Marks, is_set: bool) -> Marks {
        if is_set { Marks(self.0 | other.0) } else { self }
    }

    /// Whether an element with these marks lies in the main region: inside `main` and its like, navigation in it left
    /// out; on a page without any of these, everything outside of navigation, header, footer and their like.
    #[inline]
    pub fn is_in_region(self, page_has_main: bool) -> bool {
        let (wanted, unwanted) =
            if page_has_main { (Marks::MAIN, Marks::NAVIGATION) } else { (Marks(0), Marks::CHROME) };
        self.0 & (wanted.0 | unwanted.0) == wanted.0
    }
}

/// What an id says about regions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct IdSays {
    /// It is one by which sites name their main region.
    pub is_main: bool,
    /// It has a word of chrome.
    pub is_chrome: bool,
}

impl IdSays {
    fn of(id: &str) -> Self {
        let is_main = MAIN_IDS.iter().any(|main| id.eq_ignore_ascii_case(main));
        IdSays { is_main, is_chrome: has_chrome_word(id) }
    }
}

/// Longer ids are not remembered: few are longer. A guess.
const LONGEST_ID: usize = 28;

/// Places for ids that are remembered, as a power of two: a page has some tens. A guess.
const ID_BITS: u32 = 8;
const ID_PLACES: usize = 1 << ID_BITS;

#[derive(Clone, Copy)]
struct KnownId {
    /// Its length and its source; longer than any if the place is free.
    length: usize,
    source: [u8; LONGEST_ID],
    says: IdSays,
}

const FREE: KnownId =
    KnownId { length: usize::MAX, source: [0; LONGEST_ID], says: IdSays { is_main: false, is_chrome: false } };

/// What ids say, remembered from page to page: each in one place, which a later one takes.
pub(super) struct Ids {
    known: Box<[KnownId; ID_PLACES]>,
}

impl Default for Ids {
    fn default() -> Self {
        Ids { known: Box::new([FREE; ID_PLACES]) }
    }
}

impl Ids {
    /// What the value of an `id` says.
    #[inline]
    pub fn read(&mut self, attribute: Attribute<'_>) -> IdSays {
        let source = attribute.raw_value().as_bytes();
        let length = source.len();
        if length > LONGEST_ID {
            return IdSays::of(&attribute.value());
        }
        let place = &mut self.known[(mixed(source, 0, length) >> (64 - ID_BITS)) as usize];
        if place.length != length || place.source[..length] != *source {
            (place.length, place.says) = (length, IdSays::of(&attribute.value()));
            place.source[..length].copy_from_slice(source);
        }
        place.says
    }
}

/// What regions are recognised by.
pub(super) struct Signs<'page> {
    pub name: Name,
    pub kind: Kind,
    pub id: IdSays,
    pub role: &'page str,
    /// Whether the class has a word of chrome.
    pub has_chrome_class: bool,
}

impl Signs<'_> {
    /// The marks of an element below one with these marks. Chrome is looked for only on request.
    #[inline]
    pub fn marks(&self, above: Marks, seeks_chrome: bool) -> Marks {
        let marks = above.with(Marks::MAIN, self.is_main()).with(Marks::NAVIGATION, self.is_navigation());
        marks.with(Marks::CHROME, seeks_chrome && !above.has(Marks::CHROME) && self.is_chrome())
    }

    #[inline]
    fn is_main(&self) -> bool {
        if self.kind != Kind::Html || matches!(self.name, Name::HTML | Name::BODY | Name::HEAD) {
            return false;
        }
        matches!(self.name, Name::MAIN | Name::ARTICLE)
            || (!self.role.is_empty() && self.role.eq_ignore_ascii_case("main"))
            || self.id.is_main
    }

    #[inline]
    fn is_navigation(&self) -> bool {
        (self.name == Name::NAV && self.kind == Kind::Html)
            || (!self.role.is_empty() && self.role.eq_ignore_ascii_case("navigation"))
    }

    #[inline]
    fn is_chrome(&self) -> bool {
        if self.kind != Kind::Html || matches!(self.name, Name::HTML | Name::BODY) {
            return false;
        }
        matches!(self.name, Name::NAV | Name::HEADER | Name::FOOTER | Name::ASIDE | Name::HEAD)
            || (!self.role.is_empty() && CHROME_ROLES.iter().any(|role| self.role.eq_ignore_ascii_case(role)))
            || self.has_chrome_class
            || self.id.is_chrome
    }
}

/// Whether an id or a class has a word of chrome.
pub(super) fn has_chrome_word(text: &str) -> bool {
    CHROME_WORDS.has_one_in(text)
}
