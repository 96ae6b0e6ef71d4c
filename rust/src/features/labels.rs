//! Label texts: the words by which a template names what is beside them.
//!
//! A label is a short text directly in `th`, `dt`, `label`, a heading and their like, or one that ends with a colon, or
//! an `aria-label`, `placeholder`, `title` or submit value. Its key is the text together with the last three
//! `tag.class` steps above it. Link texts are content, not labels.

use std::borrow::Cow;

use super::bag::Bag;
use super::outline::{LabelAt, Outline};
use super::words::{fold_digits, push_collapsed};
use crate::hash::{extend, hash_bytes};
use crate::html::Tree;

/// Characters of a text that may be a label: one says too little, a longer one is a sentence. A guess.
const LENGTHS: std::ops::RangeInclusive<usize> = 2..=60;
/// Elements above a label that are part of its key, so that the same word elsewhere is another label. A guess.
const STEPS: usize = 3;
const LABEL_START: u64 = 0x4528_21e6_38d0_1377;

/// The set of label keys of a page, appended.
pub(super) fn push_labels(tree: &Tree<'_>, outline: &Outline, bag: &mut Bag, labels: &mut Vec<u64>) {
    visit_labels(tree, outline, |element, text| {
        bag.number(key(outline, element, text));
    });
    bag.take_set(labels);
}

/// Calls `found` with every label, as UTF-8, and the element it is in.
pub(super) fn visit_labels(tree: &Tree<'_>, outline: &Outline, mut found: impl FnMut(u32, &[u8])) {
    let mut buffer = Vec::new();
    for &(element, place) in &outline.labels {
        let is_label = match place {
            LabelAt::Text(node) | LabelAt::Colon(node) => fold(tree.raw_text(node), || tree.text(node), &mut buffer),
            LabelAt::Attribute(attribute) => {
                let attribute = tree.attribute_at(attribute);
                fold(attribute.raw_value(), || attribute.value(), &mut buffer)
            }
        };
        if is_label && (!matches!(place, LabelAt::Colon(_)) || buffer.ends_with(b":")) {
            found(element, &buffer);
        }
    }
}

/// Writes a text as labels are compared: white space and digits folded, lower case; false if it is too short or long.
/// Its source is read first; most need no decoding.
fn fold<'page>(source: &str, decoded: impl FnOnce() -> Cow<'page, str>, label: &mut Vec<u8>) -> bool {
    // A byte is a quarter of a character at least.
    let longest = LENGTHS.end() * 4;
    if source.len() > longest || !fold_plain(source.as_bytes(), label) {
        let text = decoded();
        if text.trim_ascii().len() > longest {
            return false;
        }
        fold_any(&text, label);
    }
    // Every character has one byte that does not continue another.
    let length = label.iter().filter(|&&byte| byte & 0xC0 != 0x80).count();
    LENGTHS.contains(&length)
}

fn fold_any(text: &str, label: &mut Vec<u8>) {
    let mut collapsed = String::new();
    push_collapsed(&fold_digits(text).to_lowercase(), &mut collapsed);
    label.clear();
    label.extend_from_slice(collapsed.as_bytes());
}

/// What each byte becomes in a label; 0 for those of which it takes more than one look to tell.
const FOLDED: [u8; 256] = {
    let mut table = [0; 256];
    let mut byte = 1;
    while byte < 128 {
        table[byte as usize] = match byte {
            b'&' => 0,
            b'0'..=b'9' => b'#',
            b' ' | b'\t' | b'\n' | 0x0B | 0x0C | b'\r' => b' ',
            _ => byte.to_ascii_lowercase(),
        };
        byte += 1;
    }
    table
};

/// The common case in one pass, without blanks at the ends; false if it is not the common case.
fn fold_plain(source: &[u8], label: &mut Vec<u8>) -> bool {
    label.clear();
    let mut previous = b' ';
    for &byte in source {
        let folded = FOLDED[usize::from(byte)];
        if folded == 0 {
            return false;
        }
        if folded != previous || !matches!(folded, b'#' | b' ') {
            label.push(folded);
        }
        previous = folded;
    }
    if label.last() == Some(&b' ') {
        label.pop();
    }
    true
}

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

#[cfg(test)]
mod tests {
    use super::*;

    fn folded(text: &str) -> Option<String> {
        let mut label = b"left over".to_vec();
        let is_label = fold(text, || Cow::Borrowed(text), &mut label);
        is_label.then(|| String::from_utf8_lossy(&label).into_owned())
    }

    #[test]
    fn labels_are_folded() {
        assert_eq!(folded(" Price\n in  EUR 12: ").as_deref(), Some("price in eur #:"));
        assert_eq!(folded("\u{A0}PRIX \u{C0} 12 34").as_deref(), Some("prix \u{E0} # #"));
        assert_eq!(folded("R&D 2").as_deref(), Some("r&d #"));
        assert_eq!(folded(&"\u{E9}".repeat(60)).map(|label| label.len()), Some(120));
        assert_eq!([" x ", "", "\u{E9}", &"x".repeat(61), &"\u{E9}".repeat(61)].map(folded), [const { None }; 5]);
    }
}
