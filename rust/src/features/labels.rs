//! Label texts: the words by which a template names what stands beside them.
//!
//! A label is a short text directly in `th`, `dt`, `label`, a heading and their like, or one that ends with a colon, or
//! an `aria-label`, `placeholder`, `title` or submit value. Its key is the text together with the last three
//! `tag.class` steps above it. Link texts are content, not labels.

use super::bag::Bag;
use super::outline::{Element, Outline};
use super::words::{fold_digits, push_collapsed};
use crate::hash::{extend, hash_bytes};
use crate::html::{Kind, Name, NodeId};

const LENGTHS: std::ops::RangeInclusive<usize> = 2..=60;
const STEPS: usize = 3;
const LABEL_START: u64 = 0x4528_21e6_38d0_1377;

/// The set of label keys of a page.
pub(super) fn labels(outline: &Outline<'_>, bag: &mut Bag) -> Vec<u64> {
    visit_labels(outline, |element, text| bag.add(key(outline, element, text)));
    bag.take_set()
}

/// Calls `found` with every label and the element it stands in.
pub(super) fn visit_labels<'page>(outline: &Outline<'page>, mut found: impl FnMut(&Element<'page>, &str)) {
    let mut buffer = String::new();
    for node in 0..outline.tree.len() as NodeId {
        if outline.tree.kind(node) == Kind::Text {
            if let Some(element) = outline.element_of_text(node)
                && is_candidate(outline, element, node)
                && let Some(label) = folded(&outline.tree.text(node), &mut buffer)
                && (names_content(element) || label.ends_with(':'))
            {
                found(element, label);
            }
        } else if let Some(element) = outline.elements.get(outline.positions[node as usize] as usize) {
            visit_attribute_labels(outline, element, &mut buffer, &mut found);
        }
    }
}

fn visit_attribute_labels<'page>(
    outline: &Outline<'page>,
    element: &Element<'page>,
    buffer: &mut String,
    found: &mut impl FnMut(&Element<'page>, &str),
) {
    for attribute in outline.tree.attributes(element.node) {
        let is_label = match attribute.raw_name().len() {
            5 => attribute.is_named("title") || (attribute.is_named("value") && is_submit(outline, element)),
            10 => attribute.is_named("aria-label"),
            11 => attribute.is_named("placeholder"),
            _ => false,
        };
        if is_label && let Some(label) = folded(&attribute.value(), buffer) {
            found(element, label);
        }
    }
}

fn is_submit(outline: &Outline<'_>, element: &Element<'_>) -> bool {
    element.is_html(Name::INPUT)
        && outline.tree.attribute(element.node, "type").is_some_and(|kind| kind.eq_ignore_ascii_case("submit"))
}

/// A cheap test that most texts fail: is this the right place, or can the text end with a colon?
fn is_candidate(outline: &Outline<'_>, element: &Element<'_>, text: NodeId) -> bool {
    if names_content(element) {
        return true;
    }
    let is_text = !matches!(element.name, Name::A | Name::SCRIPT | Name::STYLE | Name::NOSCRIPT | Name::TEXTAREA);
    is_text && outline.tree.raw_text(text).trim_ascii_end().ends_with(':')
}

/// Whether the element is one whose text names other content.
fn names_content(element: &Element<'_>) -> bool {
    element.kind == Kind::Html
        && matches!(
            element.name,
            Name::TH
                | Name::DT
                | Name::LABEL
                | Name::BUTTON
                | Name::LEGEND
                | Name::SUMMARY
                | Name::CAPTION
                | Name::OPTION
                | Name::H1
                | Name::H2
                | Name::H3
                | Name::H4
                | Name::H5
                | Name::H6
                | Name::TITLE
        )
}

/// The text as labels are compared: white space and digits folded, lower case; `None` if it is too short or long.
fn folded<'buffer>(text: &str, buffer: &'buffer mut String) -> Option<&'buffer str> {
    // A byte is a quarter of a character at least.
    if text.trim_ascii().len() > LENGTHS.end() * 4 {
        return None;
    }
    buffer.clear();
    if text.is_ascii() {
        push_folded_ascii(text.as_bytes(), buffer);
    } else {
        push_collapsed(&fold_digits(text).to_lowercase(), buffer, 0);
    }
    let label = buffer.trim_end();
    let length = if label.is_ascii() { label.len() } else { label.chars().count() };
    LENGTHS.contains(&length).then_some(label)
}

/// The common case in one pass: runs of white space and of digits folded, letters small.
fn push_folded_ascii(text: &[u8], buffer: &mut String) {
    let mut previous = b' ';
    for byte in text {
        let folded = match byte {
            b'0'..=b'9' => b'#',
            byte if byte.is_ascii_whitespace() => b' ',
            byte => byte.to_ascii_lowercase(),
        };
        if folded != previous || !matches!(folded, b'#' | b' ') {
            buffer.push(folded as char);
        }
        previous = folded;
    }
}

fn key(outline: &Outline<'_>, element: &Element<'_>, text: &str) -> u64 {
    let steps = std::iter::successors(Some(element), |element| outline.parent(element)).take(STEPS);
    let start = extend(LABEL_START, hash_bytes(text.as_bytes()));
    steps.fold(start, |key, element| extend(key, outline.step(element)))
}

/// The steps of a label's key as a person reads them: `div.specs > dl > dt`.
pub(super) fn readable_steps(outline: &Outline<'_>, element: &Element<'_>) -> String {
    let steps = std::iter::successors(Some(element), |element| outline.parent(element)).take(STEPS);
    let mut texts: Vec<String> = steps
        .map(|element| match element.class.split_ascii_whitespace().next() {
            Some(class) => format!("{}.{}", outline.tree.tag(element.node), fold_digits(class)),
            None => outline.tree.tag(element.node).to_owned(),
        })
        .collect();
    texts.reverse();
    texts.join(" > ")
}
