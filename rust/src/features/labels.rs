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
use crate::html::{CHAINED, Tree};
use crate::seeded::Seed;

/// Characters of a text that may be a label: one says too little, a longer one is a sentence. A guess.
const LENGTHS: std::ops::RangeInclusive<usize> = 2..=60;
/// Elements above a label that are part of its key, so that the same word elsewhere is another label. A guess.
const STEPS: usize = 3;
const LABEL_START: u64 = 0x4528_21e6_38d0_1377;

/// What is kept from page to page while labels are read.
#[derive(Default)]
pub(super) struct LabelScratch {
    keys: Bag,
    sources: Sources,
}

/// Where labels were read: what is written the same at such a place again is not folded again.
#[derive(Default)]
struct Sources {
    /// Hashes of sources and the looks above them.
    seen: Bag,
    /// By number of a hash the place that had it first.
    places: Vec<(u32, LabelAt)>,
    seed: Seed,
}

impl Sources {
    fn clear(&mut self) {
        self.seen.clear();
        self.places.clear();
    }

    /// Whether a place may hold a label that no place before it held.
    fn add(&mut self, tree: &Tree<'_>, outline: &Outline, place: (u32, LabelAt)) -> bool {
        let Some((source, kind)) = source(tree, place.1) else { return true };
        let start = self.seed.hash_word(self.seed.hash_bytes(source.as_bytes()) ^ kind);
        let hash = looks(outline, place.0).fold(start, |hash, look| self.seed.hash_word(hash ^ u64::from(look)));
        let number = self.seen.number(hash) as usize;
        let Some(&first) = self.places.get(number) else {
            self.places.push(place);
            return true;
        };
        // Hashes may be equal by chance.
        self::source(tree, first.1) != Some((source, kind)) || !looks(outline, first.0).eq(looks(outline, place.0))
    }
}

/// The source of what may be a label, and in which way it is read; none if its source is not all of it.
fn source<'page>(tree: &'page Tree<'_>, place: LabelAt) -> Option<(&'page str, u64)> {
    match place {
        LabelAt::Text(node) | LabelAt::Colon(node) => {
            let flags = tree.nodes[node as usize].flags;
            let kind = u64::from(flags) << 1 | u64::from(matches!(place, LabelAt::Colon(_)));
            (flags & CHAINED == 0).then(|| (tree.raw_text(node), kind))
        }
        LabelAt::Attribute(attribute) => Some((tree.attribute_at(attribute).raw_value(), u64::MAX)),
    }
}

/// The looks that are part of a label's key.
fn looks(outline: &Outline, element: u32) -> impl Iterator<Item = u32> {
    outline.ancestors(element).take(STEPS).map(|element| element.look)
}

/// The set of label keys of a page, appended.
pub(super) fn push_labels(tree: &Tree<'_>, outline: &Outline, scratch: &mut LabelScratch, labels: &mut Vec<u64>) {
    let LabelScratch { keys, sources } = scratch;
    sources.clear();
    let places = outline.labels.iter().copied().filter(|&place| sources.add(tree, outline, place));
    visit_labels(tree, places, |element, text| {
        keys.number(key(outline, element, text));
    });
    keys.take_set(labels);
}

/// Calls `found` with every label at some places, as UTF-8, and the element it is in.
pub(super) fn visit_labels(
    tree: &Tree<'_>,
    places: impl Iterator<Item = (u32, LabelAt)>,
    mut found: impl FnMut(u32, &[u8]),
) {
    let mut buffer = Vec::new();
    for (element, place) in places {
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
    fn what_is_written_alike_at_other_places_is_another_label() {
        let page = "<b title=x1></b><b title=x1></b><i title=x1></i><i><b title=x1></b></i><i><b title=x2></b></i>\
                    <h1>R&amp;D</h1><h1 title='R&amp;D'></h1><p>a:</p><p>a:</p><div>a:</div>";
        let tree = crate::html::parse(page);
        let mut outline = Outline::default();
        let (mut scratch, mut found, mut plain) = (LabelScratch::default(), Vec::new(), Vec::new());
        for _ in 0..2 {
            outline.read(&tree, true);
            found.clear();
            push_labels(&tree, &outline, &mut scratch, &mut found);
        }
        visit_labels(&tree, outline.labels.iter().copied(), |element, text| plain.push(key(&outline, element, text)));
        assert_eq!(plain.len(), 10);
        plain.sort_unstable();
        plain.dedup();
        assert_eq!((found.len(), found), (6, plain));
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
