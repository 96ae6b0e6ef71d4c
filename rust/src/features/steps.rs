//! Steps from a path to an element below it, remembered from page to page: the path above an element, its name and its
//! class attribute decide its own path, its look and what is known of it by its name.
//!
//! This memory may forget: each step has one place, which a later one takes.

use super::looks::Looks;
use crate::html::{KNOWN, Kind, Name, word};

/// Places for steps, as a power of two: a page has some hundreds of steps, and a place that is not in use costs nothing.
const PLACE_BITS: u32 = 11;
const PLACES: usize = 1 << PLACE_BITS;

/// What decides where a step leads.
#[derive(Clone, Copy)]
pub(super) struct From {
    /// The number of the path above.
    pub above: u32,
    pub name: Name,
    pub kind: Kind,
    /// Whether what is above hides all that is below.
    pub is_hidden: bool,
    /// The length of the class attribute; without one the step leads to where one that is empty does.
    pub length: u32,
}

/// Where a step leads.
#[derive(Clone, Copy)]
pub(super) struct Step {
    /// The number of the path.
    pub path: u32,
    /// The number of the look.
    pub look: u32,
    /// The facts about the element.
    pub facts: u8,
    /// Whether its class has a word of chrome.
    pub is_chrome: bool,
}

impl From {
    /// All but the class attribute, as one number.
    #[inline]
    fn key(&self) -> u64 {
        let flags = (self.kind as u64) << 1 | u64::from(self.is_hidden);
        u64::from(self.above) << 32 | u64::from(self.name.0) << 16 | flags
    }
}

#[derive(Clone, Copy)]
struct Known {
    key: u64,
    length: u32,
    /// Where the look keeps the source of the class attribute.
    source: u32,
    /// The last page that has it.
    page: u32,
    to: Step,
}

/// A place that holds no step: no path has this number.
const FREE: Known = Known {
    key: (u32::MAX as u64 - 1) << 32,
    length: 0,
    source: 0,
    page: 0,
    to: Step { path: 0, look: 0, facts: 0, is_chrome: false },
};

/// The steps of this page and of earlier ones.
pub(super) struct Steps {
    known: Box<[Known; PLACES]>,
    page: u32,
}

/// What is remembered of a step.
pub(super) enum Found {
    /// This page has it already.
    OfPage(Step),
    /// An earlier page had it.
    OfOther(Step),
    /// Nothing.
    None,
}

impl Default for Steps {
    fn default() -> Self {
        Steps { known: Box::new([FREE; PLACES]), page: 0 }
    }
}

impl Steps {
    /// Begins a page. Paths and looks that were forgotten have other numbers now.
    pub fn start_page(&mut self, is_forgotten: bool) {
        self.page = self.page.wrapping_add(1);
        if is_forgotten || self.page == 0 {
            self.known.fill(FREE);
            self.page = 1;
        }
    }

    /// Where a step leads, if that is remembered; its class attribute begins at `class` in the source.
    #[inline]
    pub fn find(&mut self, from: &From, source: &[u8], class: usize, looks: &Looks) -> Found {
        let known = &mut self.known[place(from, source, class)];
        if (known.key != from.key()) | (known.length != from.length) || !has_class(known, source, class, looks) {
            return Found::None;
        }
        if std::mem::replace(&mut known.page, self.page) == self.page {
            Found::OfPage(known.to)
        } else {
            Found::OfOther(known.to)
        }
    }

    /// Remembers where a step leads. Names that the standard does not know have other numbers on the next page.
    pub fn keep(&mut self, from: From, source: &[u8], class: usize, to: Step, looks: &Looks) {
        if usize::from(from.name.0) < KNOWN {
            let place = place(&from, source, class);
            let source = looks.source_start(to.look);
            let known = Known { key: from.key(), length: from.length, source, page: self.page, to };
            self.known[place] = known;
        }
    }
}

/// Whether this is the class attribute of the step.
#[inline]
fn has_class(known: &Known, source: &[u8], class: usize, looks: &Looks) -> bool {
    let (start, length) = (known.source as usize, known.length as usize);
    length == 0 || source.get(class..class + length) == looks.sources().get(start..start + length)
}

/// Where a step is kept. Who writes a page whose steps share their places gains nothing but that they are looked up.
#[inline]
fn place(from: &From, source: &[u8], class: usize) -> usize {
    let hash = from.key().wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ mixed(source, class, from.length as usize);
    (hash >> (64 - PLACE_BITS)) as usize
}

/// A number that tells parts of a source apart, by its highest bits and for those who then compare them: it depends on
/// the first and the last eight bytes.
#[inline]
pub(super) fn mixed(source: &[u8], start: usize, length: usize) -> u64 {
    let last = if length > 8 { word(source, start + length - 8, 8) } else { length as u64 };
    let first = if length > 0 { word(source, start, length) } else { 0 };
    first.wrapping_mul(0xD6E8_FEB8_6659_FD93) ^ last.wrapping_mul(0xA24B_AED4_963E_E407)
}

#[cfg(test)]
mod tests {
    use super::super::{Extractor, Features, Groups};
    use super::*;
    use crate::html::{Limits, Parser};

    /// The features of pages that are read one after the other, or each as the first.
    fn read(pages: &[String], is_alone: bool) -> Vec<Vec<u64>> {
        let wanted = Groups::STRUCTURE.with(Groups::STYLE).with(Groups::LABELS).with(Groups::CLASSES);
        let mut extractor = Extractor::default();
        let mut read = |page: &String| {
            if is_alone {
                extractor = Extractor::default();
            }
            let mut features = Features::default();
            extractor.extract(&Parser::with_tag_log(Limits::default()).parse(page), "", wanted, &mut features);
            let Features { leaf_paths, element_paths, main_paths, class_tokens, classes, labels, .. } = features;
            [leaf_paths, element_paths, main_paths, class_tokens, classes, labels].map(|each| each.values).concat()
        };
        pages.iter().map(&mut read).collect()
    }

    #[test]
    fn what_was_remembered_changes_nothing() {
        let classes = ["", "a", "nav", "a b", "item item-1", "item item-2", "12345678", "123456789", "923456789"];
        let ids = ["", "content", "x", "site-header", "con&#116;ent", "a-very-long-id-with-the-word-header-in-it"];
        let page = |number: usize| {
            let element = |at: usize| {
                let (class, id) = (classes[(number + at * at) % classes.len()], ids[(number * 3 + at) % ids.len()]);
                let tag = ["div", "b", "x-y", "x-z", "svg", "noscript", "th"][(number + at) % 7];
                let attribute = if at.is_multiple_of(3) { "" } else { "class" };
                format!("<{tag} {attribute}='{class}' id='{id}' title=t{at}>t: <i class='{class}'>x</i></{tag}>")
            };
            (0..40).map(element).collect::<String>()
        };
        let pages: Vec<String> = (0..60).map(page).collect();
        assert_eq!(read(&pages, false), read(&pages, true));
    }

    #[test]
    fn steps_that_share_a_place_are_told_apart() {
        // More than there are places, and all on one page.
        let many: String = (0..3 * PLACES).map(|number| format!("<p class='c{}x'><b>", char_of(number))).collect();
        let pages = [many.clone(), format!("<div>{many}"), many];
        assert_eq!(read(&pages, false), read(&pages, true));
    }

    fn char_of(number: usize) -> char {
        char::from_u32(0x4E00 + number as u32).unwrap_or('x')
    }
}
