//! Paths of tags from the root, numbered and remembered from page to page: pages of a site share most of theirs.

use super::bag::Bag;
use super::ranks::Ranks;
use crate::hash::{PATH_START, extend};

/// More paths than this are not remembered: that is not one site, or one that never repeats itself.
const MAX_PATHS: usize = 1 << 14;

/// The paths of this page and of all pages before it.
#[derive(Default)]
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
    ranks: Ranks,
}

impl KnownPaths {
    /// Begins a page, before which the paths of earlier ones may be forgotten; says whether they were.
    pub fn start_page(&mut self) -> bool {
        self.current.clear();
        self.page = self.page.wrapping_add(1);
        let is_forgotten = self.hashes.len() > MAX_PATHS || self.page == 0;
        if is_forgotten {
            self.hashes.clear();
            self.parents.clear();
            self.pages.clear();
            self.numbers.clear();
            self.ranks.clear();
            self.page = 1;
        }
        is_forgotten
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

    /// The number of the path one tag below another, given by the hash of the tag; it is now one of the page's.
    pub fn below(&mut self, above: u32, tag: u64) -> u32 {
        let parent = self.hash(above);
        let path = extend(parent, tag);
        let number = self.numbers.number(path);
        if number as usize == self.hashes.len() {
            self.hashes.push(path);
            self.parents.push(parent);
            self.pages.push(0);
        }
        self.note(number);
        number
    }

    /// Adds a path that is known to those of the page.
    pub fn note(&mut self, number: u32) {
        if std::mem::replace(&mut self.pages[number as usize], self.page) != self.page {
            self.current.push(number);
        }
    }

    /// Writes the numbers of the page's paths in ascending order of their hashes.
    pub fn sort(&mut self, sorted: &mut Vec<u32>) {
        sorted.clone_from(&self.current);
        self.ranks.sort(&self.hashes, sorted);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html::NONE;

    #[test]
    fn paths_are_remembered_but_belong_to_a_page() {
        let mut paths = KnownPaths::default();
        let mut read = |tags: &[u64]| {
            paths.start_page();
            let numbers: Vec<u32> = tags.iter().map(|&tag| paths.below(NONE, tag)).collect();
            let mut sorted = Vec::new();
            paths.sort(&mut sorted);
            assert!(sorted.is_sorted_by_key(|&number| paths.hash(number)));
            (numbers, sorted.len())
        };
        assert_eq!(read(&[1, 2, 1, 3]), (vec![0, 1, 0, 2], 3));
        assert_eq!(read(&[4, 2]), (vec![3, 1], 2));
        assert_eq!(read(&[]), (vec![], 0));
        assert_eq!(paths.hash(1), extend(PATH_START, 2));
        assert_eq!(paths.parent(1), PATH_START);
        let below = paths.below(1, 1);
        assert_eq!((paths.hash(below), paths.parent(below)), (extend(paths.hash(1), 1), paths.hash(1)));
    }
}
