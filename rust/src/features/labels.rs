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
#[inline(never)]
pub(super) fn push_labels(tree: &Tree<'_>, outline: &Outline, bag: &mut Bag, labels: &mut Vec<u64>) {
    visit_labels(tree, outline, |element, text| {
        bag.number(key(outline, element, text));
    });
    bag.take_set(labels);
}

/// Calls `found` with every label, as UTF-8, and the element it stands in.
pub(super) fn visit_labels(tree: &Tree<'_>, outline: &Outline, mut found: impl FnMut(u32, &[u8])) {
    let mut buffer = Vec::new();
    for &(element, place) in &outline.labels {
        let text = match place {
            LabelAt::Text(node) | LabelAt::Colon(node) => tree.text(node),
            LabelAt::Attribute(attribute) => tree.attribute_at(attribute).value(),
        };
        if let Some(label) = folded(&text, &mut buffer)
            && (!matches!(place, LabelAt::Colon(_)) || label.ends_with(b":"))
        {
            found(element, label);
        }
    }
}

/// The text as labels are compared: white space and digits folded, lower case; `None` if it is too short or long.
fn folded<'buffer>(text: &str, buffer: &'buffer mut Vec<u8>) -> Option<&'buffer [u8]> {
    // A byte is a quarter of a character at least.
    if text.trim_ascii().len() > LENGTHS.end() * 4 {
        return None;
    }
    buffer.clear();
    if text.is_ascii() {
        push_folded_ascii(text.as_bytes(), buffer);
    } else {
        let mut collapsed = String::new();
        push_collapsed(&fold_digits(text).to_lowercase(), &mut collapsed);
        buffer.extend_from_slice(collapsed.as_bytes());
    }
    // Every character has one byte that does not continue another.
    let length = buffer.iter().filter(|&&byte| byte & 0xC0 != 0x80).count();
    LENGTHS.contains(&length).then_some(buffer)
}

/// What each ASCII byte becomes in a label.
const FOLDED: [u8; 128] = {
    let mut table = [0; 128];
    let mut byte = 0;
    while byte < 128 {
        table[byte as usize] = match byte {
            b'0'..=b'9' => b'#',
            b' ' | b'\t' | b'\n' | 0x0B | 0x0C | b'\r' => b' ',
            _ => byte.to_ascii_lowercase(),
        };
        byte += 1;
    }
    table
};

/// The common case in one pass: runs of white space and of digits folded, letters small, no blank at the ends.
fn push_folded_ascii(text: &[u8], buffer: &mut Vec<u8>) {
    let mut previous = b' ';
    buffer.reserve(text.len());
    for &byte in text {
        let folded = FOLDED[usize::from(byte & 0x7F)];
        if folded != previous || !matches!(folded, b'#' | b' ') {
            buffer.push(folded);
        }
        previous = folded;
    }
    if buffer.last() == Some(&b' ') {
        buffer.pop();
    }
}

#[inline(never)]
fn key(outline: &Outline, element: u32, text: &[u8]) -> u64 {
    let start = extend(LABEL_START, hash_bytes(text));
    let steps = outline.ancestors(element).take(STEPS);
    steps.fold(start, |key, element| extend(key, outline.looks.get(element.look).step))
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
