//! Label texts: the words by which a template names what stands beside them.
//!
//! A label is a short text directly in `th`, `dt`, `label`, a heading and their like, or one that ends with a colon, or
//! an `aria-label`, `placeholder`, `title` or submit value. Its key is the text together with the last three
//! `tag.class` steps above it. Link texts are content, not labels.

use super::bag::Bag;
use super::outline::{LabelAt, Outline};
use super::words::{fold_digits, push_collapsed};
use crate::hash::{extend, hash_bytes};
use crate::html::Tree;

const LENGTHS: std::ops::RangeInclusive<usize> = 2..=60;
const STEPS: usize = 3;
const LABEL_START: u64 = 0x4528_21e6_38d0_1377;

/// The set of label keys of a page, appended.
pub(super) fn push_labels(tree: &Tree<'_>, outline: &Outline, bag: &mut Bag, labels: &mut Vec<u64>) {
    visit_labels(tree, outline, |element, text| {
        bag.number(key(outline, element, text));
    });
    bag.take_set(labels);
}

/// Calls `found` with every label and the element it stands in.
pub(super) fn visit_labels(tree: &Tree<'_>, outline: &Outline, mut found: impl FnMut(u32, &str)) {
    let mut buffer = String::new();
    for &(element, place) in &outline.labels {
        let text = match place {
            LabelAt::Text(node) | LabelAt::Colon(node) => tree.text(node),
            LabelAt::Attribute(attribute) => tree.attribute_at(attribute).value(),
        };
        if let Some(label) = folded(&text, &mut buffer)
            && (!matches!(place, LabelAt::Colon(_)) || label.ends_with(':'))
        {
            found(element, label);
        }
    }
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
        push_collapsed(&fold_digits(text).to_lowercase(), buffer);
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

fn key(outline: &Outline, element: u32, text: &str) -> u64 {
    let start = extend(LABEL_START, hash_bytes(text.as_bytes()));
    let steps = outline.ancestors(element).take(STEPS);
    steps.fold(start, |key, element| extend(key, outline.looks[element.look as usize].step))
}

/// The steps of a label's key as a person reads them: `div.specs > dl > dt`.
pub(super) fn readable_steps(tree: &Tree<'_>, outline: &Outline, element: u32) -> String {
    let step = |element: &super::outline::Element| {
        let tag = tree.tag(element.node);
        let class = tree.attribute(element.node, "class").unwrap_or_default();
        match class.split_ascii_whitespace().next() {
            Some(class) => format!("{tag}.{}", fold_digits(class)),
            None => tag.to_owned(),
        }
    };
    let mut texts: Vec<String> = outline.ancestors(element).take(STEPS).map(step).collect();
    texts.reverse();
    texts.join(" > ")
}
