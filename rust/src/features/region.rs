//! The main region of a page: where its own content stands, as opposed to what all pages of the site carry.

use super::outline::{Element, Outline};
use super::words::has_word;
use crate::html::{Kind, NONE, Name};

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
const CHROME_WORDS: [&str; 14] = [
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
];

/// For each element, whether it lies in the main region: inside `main`, `article` and their like, navigation in it left
/// out; on a page without any of these, everything outside of navigation, header, footer and their like.
pub(super) fn main_region(outline: &Outline<'_>) -> Vec<bool> {
    let inside = inherit(outline, |above, element| above || is_main(element));
    let is_outside_chrome = |element: &Element<'_>| !is_navigation(element);
    if inside.contains(&true) {
        let without_navigation = inherit(outline, |above, element| above || !is_outside_chrome(element));
        return inside.into_iter().zip(without_navigation).map(|(inside, cut)| inside && !cut).collect();
    }
    inherit(outline, |above, element| above || is_chrome(element)).into_iter().map(|cut| !cut).collect()
}

/// What each element gets from its parent and itself.
fn inherit(outline: &Outline<'_>, decide: impl Fn(bool, &Element<'_>) -> bool) -> Vec<bool> {
    let mut values: Vec<bool> = Vec::with_capacity(outline.elements.len());
    for element in &outline.elements {
        let above = element.parent != NONE && values[element.parent as usize];
        values.push(decide(above, element));
    }
    values
}

fn is_main(element: &Element<'_>) -> bool {
    if element.kind != Kind::Html || matches!(element.name, Name::HTML | Name::BODY | Name::HEAD) {
        return false;
    }
    matches!(element.name, Name::MAIN | Name::ARTICLE)
        || element.role.eq_ignore_ascii_case("main")
        || (!element.id.is_empty() && MAIN_IDS.iter().any(|id| element.id.eq_ignore_ascii_case(id)))
}

fn is_navigation(element: &Element<'_>) -> bool {
    element.is_html(Name::NAV) || element.role.eq_ignore_ascii_case("navigation")
}

fn is_chrome(element: &Element<'_>) -> bool {
    if element.kind != Kind::Html || matches!(element.name, Name::HTML | Name::BODY) {
        return false;
    }
    matches!(element.name, Name::NAV | Name::HEADER | Name::FOOTER | Name::ASIDE | Name::HEAD)
        || ["navigation", "banner", "contentinfo", "complementary"]
            .iter()
            .any(|role| element.role.eq_ignore_ascii_case(role))
        || has_chrome_word(&element.id)
        || has_chrome_word(&element.class)
}

fn has_chrome_word(text: &str) -> bool {
    !text.is_empty() && has_word(text, &CHROME_WORDS)
}
