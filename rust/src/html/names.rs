//! Tag names as small integers.
//!
//! The names that the standard speaks of are known at compile time: the tree builder dispatches on them as on
//! any integer, and [`Name::traits`] answers the standard's lists ("special", "implied end tags", scopes)
//! with one look-up. Any other name gets the next free number of its tree.

use super::scan::{first_letters, fold_capitals, lower_word};

/// The lower-case local name of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Name(pub u16);

macro_rules! names {
    ($($constant:ident $text:literal)*) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum Position { $($constant,)* COUNT }

        /// The names that the standard gives a meaning.
        #[allow(missing_docs)]
        impl Name {
            $(pub const $constant: Name = Name(Position::$constant as u16);)*
        }

        /// How many names are known at compile time.
        pub const KNOWN: usize = Position::COUNT as usize;

        const TEXTS: [&str; KNOWN] = [$($text,)*];

        /// The beginnings of XPath steps.
        const STEPS: [&str; KNOWN] = [$(concat!("/", $text, "["),)*];
    };
}

names! {
    NONE ""
    A "a" ABBR "abbr" ACRONYM "acronym" ADDRESS "address" APPLET "applet" AREA "area" ARTICLE "article" ASIDE "aside"
    AUDIO "audio" B "b" BASE "base" BASEFONT "basefont" BDI "bdi" BDO "bdo" BGSOUND "bgsound" BIG "big"
    BLOCKQUOTE "blockquote" BODY "body" BR "br" BUTTON "button" CANVAS "canvas" CAPTION "caption" CENTER "center"
    CITE "cite" CODE "code" COL "col" COLGROUP "colgroup" DATA "data" DATALIST "datalist" DD "dd" DEL "del"
    DETAILS "details" DFN "dfn" DIALOG "dialog" DIR "dir" DIV "div" DL "dl" DT "dt" EM "em" EMBED "embed"
    FIELDSET "fieldset" FIGCAPTION "figcaption" FIGURE "figure" FONT "font" FOOTER "footer" FORM "form" FRAME "frame"
    FRAMESET "frameset" H1 "h1" H2 "h2" H3 "h3" H4 "h4" H5 "h5" H6 "h6" HEAD "head" HEADER "header" HGROUP "hgroup"
    HR "hr" HTML "html" I "i" IFRAME "iframe" IMAGE "image" IMG "img" INPUT "input" INS "ins" KBD "kbd"
    KEYGEN "keygen" LABEL "label" LEGEND "legend" LI "li" LINK "link" LISTING "listing" MAIN "main" MAP "map"
    MARK "mark" MARQUEE "marquee" MENU "menu" META "meta" METER "meter" NAV "nav" NOBR "nobr" NOEMBED "noembed"
    NOFRAMES "noframes" NOSCRIPT "noscript" OBJECT "object" OL "ol" OPTGROUP "optgroup" OPTION "option"
    OUTPUT "output" P "p" PARAM "param" PICTURE "picture" PLAINTEXT "plaintext" PRE "pre" PROGRESS "progress" Q "q"
    RB "rb" RP "rp" RT "rt" RTC "rtc" RUBY "ruby" S "s" SAMP "samp" SCRIPT "script" SEARCH "search"
    SECTION "section" SELECT "select" SELECTEDCONTENT "selectedcontent" SLOT "slot" SMALL "small" SOURCE "source"
    SPAN "span" STRIKE "strike" STRONG "strong" STYLE "style" SUB "sub" SUMMARY "summary" SUP "sup" TABLE "table"
    TBODY "tbody" TD "td" TEMPLATE "template" TEXTAREA "textarea" TFOOT "tfoot" TH "th" THEAD "thead" TIME "time"
    TITLE "title" TR "tr" TRACK "track" TT "tt" U "u" UL "ul" VAR "var" VIDEO "video" WBR "wbr" XMP "xmp"
    SVG "svg" PATH "path" G "g" USE "use" SYMBOL "symbol" CIRCLE "circle" RECT "rect" POLYGON "polygon" DEFS "defs"
    DESC "desc" FOREIGN_OBJECT "foreignobject" MATH "math" ANNOTATION_XML "annotation-xml" MALIGNMARK "malignmark"
    MGLYPH "mglyph" MI "mi" MN "mn" MO "mo" MS "ms" MTEXT "mtext"
}

/// Facts about a name, for the lists of the standard. They hold for HTML elements unless said otherwise.
pub mod traits {
    /// "Special" in the sense of the tree construction.
    pub const SPECIAL: u16 = 1;
    /// Ends the search for an element "in scope".
    pub const SCOPE: u16 = 1 << 1;
    /// Closed by "generate implied end tags".
    pub const IMPLIED_END: u16 = 1 << 2;
    /// Closed by "generate all implied end tags thoroughly", beyond those above.
    pub const IMPLIED_END_THOROUGHLY: u16 = 1 << 3;
    /// May still be open at the end of the body without an error.
    pub const FORMATTING: u16 = 1 << 4;
    /// Has no content and no end tag.
    pub const VOID: u16 = 1 << 5;
    /// Breaks out of SVG or MathML.
    pub const BREAKS_OUT: u16 = 1 << 6;
    /// MathML text integration point (a MathML element of this name).
    pub const MATHML_TEXT: u16 = 1 << 7;
    /// Text in it is put before the table.
    pub const TABLE_CONTEXT: u16 = 1 << 8;
    /// In the body, a start tag closes an open paragraph, and nothing else is to be done about it.
    pub const CLOSES_PARAGRAPH: u16 = 1 << 9;
    /// In the body, a start tag is like any other; of these the common ones.
    pub const ORDINARY: u16 = 1 << 10;
    /// In the body, an end tag pops the current node if that has its name, and nothing else is to be done about it.
    pub const POPS: u16 = 1 << 11;
    /// In a cell, a tag means something to the table.
    pub const TABLE_PART: u16 = 1 << 12;
}

const TRAITS: [u16; KNOWN] = build_traits();

const fn build_traits() -> [u16; KNOWN] {
    use traits::*;
    let mut table = [0; KNOWN];
    let lists: [(u16, &[Name]); 13] = [
        (
            SPECIAL,
            &[
                Name::ADDRESS,
                Name::APPLET,
                Name::AREA,
                Name::ARTICLE,
                Name::ASIDE,
                Name::BASE,
                Name::BASEFONT,
                Name::BGSOUND,
                Name::BLOCKQUOTE,
                Name::BODY,
                Name::BR,
                Name::BUTTON,
                Name::CAPTION,
                Name::CENTER,
                Name::COL,
                Name::COLGROUP,
                Name::DD,
                Name::DETAILS,
                Name::DIR,
                Name::DIV,
                Name::DL,
                Name::DT,
                Name::EMBED,
                Name::FIELDSET,
                Name::FIGCAPTION,
                Name::FIGURE,
                Name::FOOTER,
                Name::FORM,
                Name::FRAME,
                Name::FRAMESET,
                Name::H1,
                Name::H2,
                Name::H3,
                Name::H4,
                Name::H5,
                Name::H6,
                Name::HEAD,
                Name::HEADER,
                Name::HGROUP,
                Name::HR,
                Name::HTML,
                Name::IFRAME,
                Name::IMG,
                Name::INPUT,
                Name::KEYGEN,
                Name::LI,
                Name::LINK,
                Name::LISTING,
                Name::MAIN,
                Name::MARQUEE,
                Name::MENU,
                Name::META,
                Name::NAV,
                Name::NOEMBED,
                Name::NOFRAMES,
                Name::NOSCRIPT,
                Name::OBJECT,
                Name::OL,
                Name::P,
                Name::PARAM,
                Name::PLAINTEXT,
                Name::PRE,
                Name::SCRIPT,
                Name::SEARCH,
                Name::SECTION,
                Name::SELECT,
                Name::SOURCE,
                Name::STYLE,
                Name::SUMMARY,
                Name::TABLE,
                Name::TBODY,
                Name::TD,
                Name::TEMPLATE,
                Name::TEXTAREA,
                Name::TFOOT,
                Name::TH,
                Name::THEAD,
                Name::TITLE,
                Name::TR,
                Name::TRACK,
                Name::UL,
                Name::WBR,
                Name::XMP,
            ],
        ),
        (
            SCOPE,
            &[
                Name::APPLET,
                Name::CAPTION,
                Name::HTML,
                Name::TABLE,
                Name::TD,
                Name::TH,
                Name::MARQUEE,
                Name::OBJECT,
                Name::SELECT,
                Name::TEMPLATE,
            ],
        ),
        (
            IMPLIED_END,
            &[
                Name::DD,
                Name::DT,
                Name::LI,
                Name::OPTGROUP,
                Name::OPTION,
                Name::P,
                Name::RB,
                Name::RP,
                Name::RT,
                Name::RTC,
            ],
        ),
        (
            IMPLIED_END_THOROUGHLY,
            &[Name::CAPTION, Name::COLGROUP, Name::TBODY, Name::TD, Name::TFOOT, Name::TH, Name::THEAD, Name::TR],
        ),
        (
            FORMATTING,
            &[
                Name::A,
                Name::B,
                Name::BIG,
                Name::CODE,
                Name::EM,
                Name::FONT,
                Name::I,
                Name::NOBR,
                Name::S,
                Name::SMALL,
                Name::STRIKE,
                Name::STRONG,
                Name::TT,
                Name::U,
            ],
        ),
        (
            VOID,
            &[
                Name::AREA,
                Name::BASE,
                Name::BASEFONT,
                Name::BGSOUND,
                Name::BR,
                Name::COL,
                Name::EMBED,
                Name::FRAME,
                Name::HR,
                Name::IMG,
                Name::INPUT,
                Name::KEYGEN,
                Name::LINK,
                Name::META,
                Name::PARAM,
                Name::SOURCE,
                Name::TRACK,
                Name::WBR,
            ],
        ),
        (
            BREAKS_OUT,
            &[
                Name::B,
                Name::BIG,
                Name::BLOCKQUOTE,
                Name::BODY,
                Name::BR,
                Name::CENTER,
                Name::CODE,
                Name::DD,
                Name::DIV,
                Name::DL,
                Name::DT,
                Name::EM,
                Name::EMBED,
                Name::H1,
                Name::H2,
                Name::H3,
                Name::H4,
                Name::H5,
                Name::H6,
                Name::HEAD,
                Name::HR,
                Name::I,
                Name::IMG,
                Name::LI,
                Name::LISTING,
                Name::MENU,
                Name::META,
                Name::NOBR,
                Name::OL,
                Name::P,
                Name::PRE,
                Name::RUBY,
                Name::S,
                Name::SMALL,
                Name::SPAN,
                Name::STRONG,
                Name::STRIKE,
                Name::SUB,
                Name::SUP,
                Name::TABLE,
                Name::TT,
                Name::U,
                Name::UL,
                Name::VAR,
            ],
        ),
        (MATHML_TEXT, &[Name::MI, Name::MO, Name::MN, Name::MS, Name::MTEXT]),
        (TABLE_CONTEXT, &[Name::TABLE, Name::TBODY, Name::TEMPLATE, Name::TFOOT, Name::THEAD, Name::TR]),
        (
            CLOSES_PARAGRAPH | POPS,
            &[
                Name::ADDRESS,
                Name::ARTICLE,
                Name::ASIDE,
                Name::BLOCKQUOTE,
                Name::CENTER,
                Name::DETAILS,
                Name::DIALOG,
                Name::DIR,
                Name::DIV,
                Name::DL,
                Name::FIELDSET,
                Name::FIGCAPTION,
                Name::FIGURE,
                Name::FOOTER,
                Name::HEADER,
                Name::HGROUP,
                Name::MAIN,
                Name::MENU,
                Name::NAV,
                Name::OL,
                Name::P,
                Name::SEARCH,
                Name::SECTION,
                Name::SUMMARY,
                Name::UL,
            ],
        ),
        (
            ORDINARY | POPS,
            &[
                Name::ABBR,
                Name::CITE,
                Name::DEL,
                Name::INS,
                Name::KBD,
                Name::LABEL,
                Name::MARK,
                Name::PICTURE,
                Name::SAMP,
                Name::SPAN,
                Name::SUB,
                Name::SUP,
                Name::TIME,
                Name::VAR,
            ],
        ),
        (
            POPS,
            &[
                Name::BUTTON,
                Name::LISTING,
                Name::PRE,
                Name::SELECT,
                Name::LI,
                Name::DD,
                Name::DT,
                Name::H1,
                Name::H2,
                Name::H3,
                Name::H4,
                Name::H5,
                Name::H6,
            ],
        ),
        (
            TABLE_PART,
            &[
                Name::BODY,
                Name::CAPTION,
                Name::COL,
                Name::COLGROUP,
                Name::HTML,
                Name::TABLE,
                Name::TBODY,
                Name::TD,
                Name::TFOOT,
                Name::TH,
                Name::THEAD,
                Name::TR,
            ],
        ),
    ];
    let mut list = 0;
    while list < lists.len() {
        let (flag, names) = lists[list];
        let mut index = 0;
        while index < names.len() {
            table[names[index].0 as usize] |= flag;
            index += 1;
        }
        list += 1;
    }
    table
}

impl Name {
    /// The text of a name known at compile time.
    pub fn known_text(self) -> Option<&'static str> {
        TEXTS.get(self.0 as usize).copied()
    }

    /// The text of a name known at compile time as an XPath step begins: `/div[`.
    pub(crate) fn known_step(self) -> Option<&'static str> {
        STEPS.get(self.0 as usize).copied()
    }

    /// The position among the tree's own names.
    pub(crate) fn custom_index(self) -> usize {
        self.0 as usize - KNOWN
    }

    /// The facts of [`traits`].
    #[inline]
    pub fn traits(self) -> u16 {
        TRAITS.get(self.0 as usize).copied().unwrap_or(0)
    }

    /// Whether one of the given facts holds.
    #[inline]
    pub fn is(self, wanted: u16) -> bool {
        self.traits() & wanted != 0
    }

    /// The known name with this text, upper and lower case alike.
    pub fn known(text: &str) -> Option<Name> {
        Name::find(text.as_bytes(), 0, text.len())
    }

    /// The known name that is in a text. Up to eight bytes are looked up as one number.
    #[inline]
    pub(crate) fn find(bytes: &[u8], start: usize, length: usize) -> Option<Name> {
        if length > 8 {
            return Name::find_long(&bytes[start..start + length]);
        }
        let word = lower_word(bytes, start, length);
        // A NUL at the end would vanish in the number.
        if length == 0 || word >> (length * 8 - 8) == 0 {
            return None;
        }
        Name::find_word(word)
    }

    /// The known name of up to eight letters that are given as one number.
    #[inline]
    pub(crate) fn find_word(word: u64) -> Option<Name> {
        let (found, number) = SLOTS[slot(word)];
        (found == word).then_some(Name(number))
    }

    /// The same, whatever the case of its letters. Nearly all pages write small ones, so that these are looked up first.
    #[inline]
    pub(crate) fn find_letters(word: u64, length: usize) -> Option<Name> {
        let word = first_letters(word, length);
        Name::find_word(word).or_else(|| Name::find_word(fold_capitals(word)))
    }

    #[cold]
    fn find_long(text: &[u8]) -> Option<Name> {
        let number = TEXTS.iter().position(|known| known.as_bytes().eq_ignore_ascii_case(text));
        number.map(|number| Name(number as u16))
    }
}

/// For each slot of the hash table the name that it holds, as a number, and its position. No two names share a slot, so
/// that one look decides.
const SLOTS: [(u64, u16); 1 << SLOT_BITS] = build_table();
const SLOT_BITS: u32 = 10;

#[inline]
const fn slot(word: u64) -> usize {
    // Multiplicative hashing. With more names another factor must be looked for: any odd number may be the one.
    (word.wrapping_mul(0x1278_EE18_2EDE_4219) >> (64 - SLOT_BITS)) as usize
}

const fn build_table() -> [(u64, u16); 1 << SLOT_BITS] {
    let mut slots = [(0, 0); 1 << SLOT_BITS];
    let mut number = 1;
    while number < KNOWN {
        let text = TEXTS[number].as_bytes();
        if text.len() <= 8 {
            let mut word = 0;
            let mut index = 0;
            while index < text.len() {
                word |= (text[index] as u64) << (index * 8);
                index += 1;
            }
            assert!(slots[slot(word)].0 == 0, "two names in one slot");
            slots[slot(word)] = (word, number as u16);
        }
        number += 1;
    }
    slots
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_known_name_is_found_in_any_case() {
        for (index, text) in TEXTS.iter().enumerate().skip(1) {
            assert_eq!(Name::known(text), Some(Name(index as u16)));
            assert_eq!(Name::known(&text.to_uppercase()), Some(Name(index as u16)));
        }
    }

    #[test]
    fn other_names_are_not_found() {
        for text in ["", "x", "divv", "foreignobjecx", "my-element", "h7", "blockquotf"] {
            assert_eq!(Name::known(text), None, "{text}");
        }
    }

    #[test]
    fn the_lists_of_the_standard() {
        assert!(Name::DIV.is(traits::SPECIAL));
        assert!(Name::SELECT.is(traits::SCOPE));
        assert!(!Name::SPAN.is(traits::SPECIAL));
        assert!(Name::BR.is(traits::VOID));
        assert!(!Name(60_000).is(traits::SPECIAL));
    }
}
