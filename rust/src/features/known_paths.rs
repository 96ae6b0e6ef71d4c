//! Paths of tags from the root, numbered and remembered from page to page: pages of a site share most of theirs.

use super::bag::Bag;
use super::ranks::Ranks;
use crate::hash::{PATH_START, extend};
use crate::html::{KNOWN, Name};

/// More paths than this are not remembered: that is not one site, or one that never repeats itself.
const MAX_PATHS: usize = 1 << 14;

/// Steps that are found without hashing, as a power of two: a page has about a hundred, a site some hundreds.
const STEP_BITS: u32 = 10;

/// A place for a step that holds none: no element has such a name.
const NO_STEP: (u64, u32) = (u64::MAX, 0);

/// The paths of this page and of all pages before it.
pub(super) struct KnownPaths {
    hashes: Vec<u64>,
    /// For each path, the hash of the path above it.
    parents: Vec<u64>,
    /// For each path, the last page that has it.
    pages: Vec<u32>,
    page: u32,
    /// The paths of this page.
    current: Vec<u32>,
    numbers: Bag,
    /// Steps from a path to one below it by the name of a tag, each where its hash says; a later one takes the place.
    steps: Box<[(u64, u32)]>,
    ranks: Ranks,
}

impl Default for KnownPaths {
    fn default() -> Self {
        KnownPaths {
            hashes: Vec::new(),
            parents: Vec::new(),
            pages: Vec::new(),
            page: 0,
            current: Vec::new(),
            numbers: Bag::default(),
            steps: vec![NO_STEP; 1 << STEP_BITS].into_boxed_slice(),
            ranks: Ranks::default(),
        }
    }
}

impl KnownPaths {
    /// Begins a page, before which the paths of earlier ones may be forgotten.
    pub fn start_page(&mut self) {
        self.current.clear();
        self.page = self.page.wrapping_add(1);
        if self.hashes.len() > MAX_PATHS || self.page == 0 {
            self.hashes.clear();
            self.parents.clear();
            self.pages.clear();
            self.numbers.clear();
            self.steps.fill(NO_STEP);
            self.ranks.clear();
            self.page = 1;
        }
    }

    /// How many paths are known; all numbers are below that.
    pub fn len(&self) -> usize {
        self.hashes.len()
    }

    /// The hash of a path; that of the document, whose number is `NONE`, is empty.
    #[inline]
    pub fn hash(&self, number: u32) -> u64 {
        self.hashes.get(number as usize).copied().unwrap_or(PATH_START)
    }

    /// The hash of the path above.
    #[inline]
    pub fn parent(&self, number: u32) -> u64 {
        self.parents[number as usize]
    }

    /// The number of the path one tag below another, given by its name and its hash.
    #[inline]
    pub fn below(&mut self, above: u32, name: Name, tag: u64) -> u32 {
        let step = u64::from(above) << 16 | u64::from(name.0);
        let (known, number) = self.steps[slot(step)];
        if known == step && self.pages[number as usize] == self.page {
            return number;
        }
        let number = if known == step { number } else { self.look_up(above, name, tag) };
        self.note(number);
        number
    }

    /// Adds a path to those of the page.
    #[inline]
    fn note(&mut self, number: u32) {
        if std::mem::replace(&mut self.pages[number as usize], self.page) != self.page {
            self.current.push(number);
        }
    }

    fn look_up(&mut self, above: u32, name: Name, tag: u64) -> u32 {
        let parent = self.hash(above);
        let path = extend(parent, tag);
        let number = self.numbers.number(path);
        if number as usize == self.hashes.len() {
            self.hashes.push(path);
            self.parents.push(parent);
            self.pages.push(0);
        }
        // Other names have another number on the next page.
        if usize::from(name.0) < KNOWN {
            let step = u64::from(above) << 16 | u64::from(name.0);
            self.steps[slot(step)] = (step, number);
        }
        number
    }

    /// Writes the numbers of the page's paths in ascending order of their hashes.
    pub fn sort(&mut self, sorted: &mut Vec<u32>) {
        sorted.clone_from(&self.current);
        self.ranks.sort(&self.hashes, sorted);
    }
}

/// Where a step is kept.
#[inline]
fn slot(step: u64) -> usize {
    (step.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - STEP_BITS)) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html::NONE;

    #[test]
    fn paths_are_remembered_but_belong_to_a_page() {
        let mut paths = KnownPaths::default();
        let own = Name(KNOWN as u16);
        let mut read = |tags: &[(Name, u64)]| {
            paths.start_page();
            let numbers: Vec<u32> = tags.iter().map(|&(name, tag)| paths.below(NONE, name, tag)).collect();
            let mut sorted = Vec::new();
            paths.sort(&mut sorted);
            assert!(sorted.is_sorted_by_key(|&number| paths.hash(number)));
            (numbers, sorted.len())
        };
        assert_eq!(read(&[(Name::P, 1), (Name::DIV, 2), (Name::P, 1), (own, 3)]), (vec![0, 1, 0, 2], 3));
        // A page's own name has another meaning on the next.
        assert_eq!(read(&[(own, 4), (Name::DIV, 2)]), (vec![3, 1], 2));
        assert_eq!(read(&[]), (vec![], 0));
        assert_eq!(paths.hash(1), extend(PATH_START, 2));
        assert_eq!(paths.parent(1), PATH_START);
        let below = paths.below(1, Name::P, 1);
        assert_eq!((paths.hash(below), paths.parent(below)), (extend(paths.hash(1), 1), paths.hash(1)));
    }
}
