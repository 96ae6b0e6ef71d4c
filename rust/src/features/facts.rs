//! What features must know of elements by their names alone, with one look-up: branches on names are hard to predict.

use crate::html::{KNOWN, Kind, Name};

/// Texts directly in it are shown to a reader: not so inside `script`, `style` and their like.
pub(super) const SHOWS_TEXT: u8 = 1;
/// Texts directly in it name other content.
pub(super) const NAMES_CONTENT: u8 = 1 << 1;
/// Texts directly in it are labels if they end with a colon.
pub(super) const MAY_END_WITH_COLON: u8 = 1 << 2;
/// It may open a region of the page, whatever its attributes.
pub(super) const OPENS_REGION: u8 = 1 << 3;
/// Its `href` means something to features.
pub(super) const HAS_ADDRESS: u8 = 1 << 4;
/// What it contains is not part of the page.
pub(super) const IS_TEMPLATE: u8 = 1 << 5;

/// Nothing that it contains, at any depth, is shown to a reader whose browser runs scripts.
pub(super) const HIDES_ALL: u8 = 1 << 6;

/// The facts about an element of this name.
#[inline]
pub(super) fn facts_of(name: Name, kind: Kind) -> u8 {
    let facts = FACTS.get(name.0 as usize).copied().unwrap_or(OTHER);
    if kind == Kind::Html { facts } else { foreign(facts) }
}

/// The facts about an element that is below one with the facts `above`: what is hidden stays hidden.
#[inline]
pub(super) fn inherit(above: u8, facts: u8) -> u8 {
    if above & HIDES_ALL == 0 { facts } else { facts & !(OTHER | NAMES_CONTENT) | HIDES_ALL }
}

/// Most names: ordinary content.
const OTHER: u8 = SHOWS_TEXT | MAY_END_WITH_COLON;

/// In SVG and MathML names have no meaning, but scripts and styles are still not shown.
fn foreign(facts: u8) -> u8 {
    let is_naming = facts & NAMES_CONTENT != 0;
    if is_naming { OTHER } else { facts & (SHOWS_TEXT | MAY_END_WITH_COLON | OPENS_REGION) }
}

const FACTS: [u8; KNOWN] = {
    let hidden = [Name::SCRIPT, Name::STYLE];
    let replaced = [Name::NOFRAMES, Name::NOEMBED, Name::IFRAME];
    let content = [Name::A, Name::TEXTAREA];
    let naming = [
        Name::TH,
        Name::DT,
        Name::LABEL,
        Name::BUTTON,
        Name::LEGEND,
        Name::SUMMARY,
        Name::CAPTION,
        Name::OPTION,
        Name::H1,
        Name::H2,
        Name::H3,
        Name::H4,
        Name::H5,
        Name::H6,
        Name::TITLE,
    ];
    let regions = [Name::MAIN, Name::ARTICLE, Name::NAV, Name::HEADER, Name::FOOTER, Name::ASIDE, Name::HEAD];
    let addressed = [Name::A, Name::AREA, Name::BASE];
    let mut table = [OTHER; KNOWN];
    table = with(table, &hidden, 0, 0);
    table = with(table, &[Name::NOSCRIPT], 0, HIDES_ALL);
    table = with(table, &replaced, 0, MAY_END_WITH_COLON);
    table = with(table, &content, 0, SHOWS_TEXT);
    table = with(table, &naming, 0, SHOWS_TEXT | NAMES_CONTENT);
    table = with(table, &regions, OTHER, OPENS_REGION);
    table = with(table, &addressed, OTHER, HAS_ADDRESS);
    with(table, &[Name::TEMPLATE], OTHER, IS_TEMPLATE)
};

/// The table with these names keeping some facts and getting others.
const fn with(mut table: [u8; KNOWN], names: &[Name], kept: u8, added: u8) -> [u8; KNOWN] {
    let mut index = 0;
    while index < names.len() {
        let name = names[index].0 as usize;
        table[name] = table[name] & kept | added;
        index += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_mean_less_outside_html() {
        assert_eq!(facts_of(Name::A, Kind::Html), SHOWS_TEXT | HAS_ADDRESS);
        assert_eq!(facts_of(Name::A, Kind::Svg), SHOWS_TEXT);
        assert_eq!(facts_of(Name::TITLE, Kind::Html), SHOWS_TEXT | NAMES_CONTENT);
        assert_eq!(facts_of(Name::TITLE, Kind::Svg), OTHER);
        assert_eq!(facts_of(Name::STYLE, Kind::Svg), 0);
        assert_eq!(facts_of(Name(60_000), Kind::Html), OTHER);
    }

    #[test]
    fn what_is_hidden_stays_hidden() {
        let noscript = facts_of(Name::NOSCRIPT, Kind::Html);
        let link = inherit(noscript, facts_of(Name::A, Kind::Html));
        assert_eq!(link, HAS_ADDRESS | HIDES_ALL);
        assert_eq!(inherit(link, facts_of(Name::H1, Kind::Html)), HIDES_ALL);
        assert_eq!(inherit(OTHER, OTHER), OTHER);
    }
}
