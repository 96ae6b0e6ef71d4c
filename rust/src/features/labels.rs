//! Label texts: the words by which a template names what is beside them.
//!
//! A label is a short text directly in `th`, `dt`, `label`, a heading and their like, or one that ends with a colon, or
//! an `aria-label`, `placeholder`, `title` or submit value. Its key is the text together with the last three
//! `tag.class` steps above it. Link texts are content, not labels.

use std::borrow::Cow;

use super::bag::Bag;
use super::columns::Ragged;
use super::outline::{LabelAt, Outline};
use super::words::{fold_digits, push_collapsed};
use crate::hash::{extend, hash_bytes};
use crate::html::{CHAINED, NONE, Tree};
use crate::seeded::Seed;

/// Characters of a text that may be a label: one says too little, a longer one is a sentence. A guess.
const LENGTHS: std::ops::RangeInclusive<usize> = 2..=60;
/// Bytes of the longest label: a byte is a quarter of a character at least.
const LONGEST: usize = *LENGTHS.end() * 4;
/// Elements above a label that are part of its key, so that the same word elsewhere is another label. A guess.
const STEPS: usize = 3;
const LABEL_START: u64 = 0x4528_21e6_38d0_1377;

/// More labels than this are not remembered, so that the memory of them stays in a processor's cache: these are those of
/// some 200 pages of openjdk17.
const MAX_REMEMBERED: usize = 1 << 12;

/// What is kept from page to page while labels are read: pages of a site share most of their labels, and what was read
/// at such a place before is not read again.
#[derive(Default)]
pub(super) struct LabelScratch {
    remembered: Vec<Remembered>,
    /// What is written at the places of those that are remembered.
    sources: String,
    /// Hashes of sources and the looks above them, to find these again.
    numbers: Bag,
    seed: Seed,
    /// The looks that are meant, by [`super::looks::Looks::epoch`].
    epoch: u32,
    page: u32,
    buffer: Vec<u8>,
    room: Vec<u64>,
}

/// A place where a label may be, as far as its key depends on it.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Place {
    /// In which way the source is read.
    kind: u64,
    /// The looks that are part of the key.
    looks: [u32; STEPS],
}

/// What was found at such a place.
struct Remembered {
    place: Place,
    /// Where its source ends in [`LabelScratch::sources`].
    end: usize,
    /// The key of the label, if it is one.
    key: Option<u64>,
    /// The last page that has it.
    page: u32,
}

impl LabelScratch {
    fn start_page(&mut self, outline: &Outline) {
        self.page = self.page.wrapping_add(1);
        if self.remembered.len() > MAX_REMEMBERED || self.epoch != outline.looks.epoch() || self.page == 0 {
            self.remembered.clear();
            self.sources.clear();
            self.numbers.clear();
            (self.epoch, self.page) = (outline.looks.epoch(), 1);
        }
    }

    /// The key of the label at a place; none if there is none, or one that this page had already.
    #[inline]
    fn read(&mut self, tree: &Tree<'_>, outline: &Outline, (element, at): (u32, LabelAt)) -> Option<u64> {
        let Some((source, kind)) = source(tree, at) else { return self.read_anew(tree, outline, (element, at)) };
        let place = Place { kind, looks: looks(outline, element) };
        let start = self.seed.hash_word(self.seed.hash_bytes(source.as_bytes()) ^ kind);
        let mut hash = place.looks.iter().fold(start, |hash, &look| self.seed.hash_word(hash ^ u64::from(look)));
        loop {
            let number = self.numbers.number(hash) as usize;
            if number == self.remembered.len() {
                let key = self.read_anew(tree, outline, (element, at));
                self.sources.push_str(source);
                self.remembered.push(Remembered { place, end: self.sources.len(), key, page: self.page });
                return key;
            }
            if self.remembered[number].place == place && self.source_of(number) == source {
                let is_new = std::mem::replace(&mut self.remembered[number].page, self.page) != self.page;
                return if is_new { self.remembered[number].key } else { None };
            }
            // Hashes may be equal by chance.
            hash = hash.wrapping_add(1);
        }
    }

    fn source_of(&self, number: usize) -> &str {
        let start = number.checked_sub(1).map_or(0, |before| self.remembered[before].end);
        &self.sources[start..self.remembered[number].end]
    }

    fn read_anew(&mut self, tree: &Tree<'_>, outline: &Outline, (element, at): (u32, LabelAt)) -> Option<u64> {
        read_label(tree, at, &mut self.buffer).then(|| key(outline, element, &self.buffer))
    }
}

/// The source of what may be a label, and in which way it is read; none if its source is not all of it, or too long to
/// be remembered.
fn source<'page>(tree: &'page Tree<'_>, at: LabelAt) -> Option<(&'page str, u64)> {
    let (source, kind) = match at {
        LabelAt::Text(node) | LabelAt::Colon(node) => {
            let flags = tree.nodes[node as usize].flags;
            let kind = u64::from(flags) << 1 | u64::from(matches!(at, LabelAt::Colon(_)));
            (tree.raw_text(node), (flags & CHAINED == 0).then_some(kind)?)
        }
        LabelAt::Attribute(attribute) => (tree.attribute_at(attribute).raw_value(), u64::MAX),
    };
    (source.len() <= LONGEST).then_some((source, kind))
}

/// The looks that are part of a label's key.
#[inline]
fn looks(outline: &Outline, element: u32) -> [u32; STEPS] {
    let mut looks = [NONE; STEPS];
    looks.iter_mut().zip(outline.ancestors(element)).for_each(|(look, element)| *look = element.look);
    looks
}

/// The set of label keys of a page, appended.
pub(super) fn push_labels(tree: &Tree<'_>, outline: &Outline, scratch: &mut LabelScratch, labels: &mut Ragged<u64>) {
    scratch.start_page(outline);
    labels.values.extend(outline.labels.iter().filter_map(|&place| scratch.read(tree, outline, place)));
    labels.close_as_set(&mut scratch.room);
}

/// Calls `found` with every label at some places, as UTF-8, and the element it is in.
pub(super) fn visit_labels(
    tree: &Tree<'_>,
    places: impl Iterator<Item = (u32, LabelAt)>,
    mut found: impl FnMut(u32, &[u8]),
) {
    let mut buffer = Vec::new();
    for (element, at) in places {
        if read_label(tree, at, &mut buffer) {
            found(element, &buffer);
        }
    }
}

/// Writes what is at a place as labels are compared; false if it is no label.
fn read_label(tree: &Tree<'_>, at: LabelAt, buffer: &mut Vec<u8>) -> bool {
    let is_label = match at {
        LabelAt::Text(node) | LabelAt::Colon(node) => fold(tree.raw_text(node), || tree.text(node), buffer),
        LabelAt::Attribute(attribute) => {
            let attribute = tree.attribute_at(attribute);
            fold(attribute.raw_value(), || attribute.value(), buffer)
        }
    };
    is_label && (!matches!(at, LabelAt::Colon(_)) || buffer.ends_with(b":"))
}

/// Writes a text as labels are compared: white space and digits folded, lower case; false if it is too short or long.
/// Its source is read first; most need no decoding.
fn fold<'page>(source: &str, decoded: impl FnOnce() -> Cow<'page, str>, label: &mut Vec<u8>) -> bool {
    if source.len() > LONGEST || !fold_plain(source.as_bytes(), label) {
        let text = decoded();
        if text.trim_ascii().len() > LONGEST {
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
    use super::super::outline::Extras;
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
        let (mut scratch, mut found, mut plain) = (LabelScratch::default(), Ragged::default(), Vec::new());
        for _ in 0..2 {
            outline.read(&tree, Extras::ALL);
            push_labels(&tree, &outline, &mut scratch, &mut found);
        }
        visit_labels(&tree, outline.labels.iter().copied(), |element, text| plain.push(key(&outline, element, text)));
        assert_eq!(plain.len(), 10);
        plain.sort_unstable();
        plain.dedup();
        assert_eq!((found.ends, plain.len()), (vec![6, 12], 6));
        assert_eq!(found.values, [plain.clone(), plain].concat());
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
