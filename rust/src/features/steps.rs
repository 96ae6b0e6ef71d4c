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
#[derive(Clone, Copy, PartialEq, Eq)]
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

#[derive(Clone, Copy)]
struct Known {
    from: From,
    /// Where the look keeps the source of the class attribute.
    source: u32,
    /// The last page that has it.
    page: u32,
    to: Step,
}

/// A place that holds no step: no path has this number.
const FREE: Known = Known {
    from: From { above: u32::MAX - 1, name: Name::NONE, kind: Kind::Document, is_hidden: false, length: 0 },
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
        if known.from != *from || !has_class(known, source, class, looks) {
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
            let known = Known { from, source: looks.source_start(to.look), page: self.page, to };
            self.known[place(&from, source, class)] = known;
        }
    }
}

/// Whether this is the class attribute of the step.
#[inline]
fn has_class(known: &Known, source: &[u8], class: usize, looks: &Looks) -> bool {
    let (start, length) = (known.source as usize, known.from.length as usize);
    length == 0 || source.get(class..class + length) == looks.sources().get(start..start + length)
}

/// Where a step is kept. Who writes a page whose steps share their places gains nothing but that they are looked up.
#[inline]
fn place(from: &From, source: &[u8], class: usize) -> usize {
    let step = u64::from(from.above) << 24 | u64::from(from.name.0) << 8 | (from.kind as u64) << 1 | u64::from(from.is_hidden);
    let mut hash = step.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let length = from.length as usize;
    if length > 0 {
        let last = if length > 8 { word(source, class + length - 8, 8) } else { from.length.into() };
        hash ^= word(source, class, length).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        hash ^= last.wrapping_mul(0xA24B_AED4_963E_E407);
    }
    (hash >> (64 - PLACE_BITS)) as usize
}
