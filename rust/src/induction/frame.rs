//! The frame of a site: what pages of several templates say, and where.

use super::outline::{Item, Outline};
use crate::hash::WordMap;
use crate::leaves::Leaves;

/// Share of a page's letters that a box of the site has at most; what has more is what the page is about. A guess.
const SMALL: f64 = 0.3;
/// Elements of a path, from the inside out: those around are called after the template.
const STEPS: usize = 3;

/// A page of another template.
#[derive(Debug)]
pub struct FramePage<'page> {
    /// Its leaves.
    pub page: &'page Leaves,
    /// Its outline.
    pub outline: Outline,
    /// By element its tag and words, as `li.entry`; None for those that no path has.
    pub steps: Vec<Option<&'page str>>,
}

/// In how many templates something was seen, and the last of them.
#[derive(Clone, Copy, Debug, Default)]
struct Seen {
    last: u32,
    times: u32,
}

impl Seen {
    /// Notes a template; they are numbered from 1.
    fn note(&mut self, template: u32) {
        self.times += u32::from(self.last != template);
        self.last = template;
    }
}

/// How many templates say a text, or repeat elements, at the last steps to them.
#[derive(Clone, Debug, Default)]
pub struct FrameCounts {
    paths: WordMap<String, usize>,
    texts: Vec<WordMap<String, Seen>>,
    rows: Vec<Seen>,
    templates: u32,
}

impl FrameCounts {
    /// Counts what some pages of one more template say.
    pub fn add_template(&mut self, pages: &[FramePage<'_>]) {
        self.templates += 1;
        for page in pages {
            let paths = self.paths_of(page);
            let own = self.add_texts(page, &paths);
            self.add_rows(page, &paths, own);
        }
    }

    /// By element the number of the path to it.
    fn paths_of(&mut self, page: &FramePage<'_>) -> Vec<usize> {
        let number = |element: usize| {
            let around = |at: &usize| page.outline.elements[*at].parent;
            let steps = std::iter::successors(Some(element), around).filter_map(|at| page.steps[at]);
            let path = steps.take(STEPS).collect::<Vec<_>>().join("/");
            let next = self.texts.len();
            let found = *self.paths.entry(path).or_insert(next);
            if found == next {
                self.texts.push(WordMap::default());
                self.rows.push(Seen::default());
            }
            found
        };
        (0..page.outline.elements.len()).map(number).collect()
    }

    /// Counts the texts of a page; the letters directly in each element.
    fn add_texts(&mut self, page: &FramePage<'_>, paths: &[usize]) -> Vec<usize> {
        let mut letters = vec![0; paths.len()];
        for (at, element) in page.outline.elements.iter().enumerate() {
            for item in &element.content {
                let Item::Run(run) = *item else { continue };
                let said = page.outline.runs[run].text(page.page);
                letters[at] += said.chars().count();
                let known = &mut self.texts[paths[at]];
                match known.get_mut(said.as_ref()) {
                    Some(seen) => seen.note(self.templates),
                    None => {
                        known.insert(said.into_owned(), Seen { last: self.templates, times: 1 });
                    }
                }
            }
        }
        letters
    }

    /// Counts the paths of elements that repeat among their siblings, and are a small part of the page.
    fn add_rows(&mut self, page: &FramePage<'_>, paths: &[usize], mut letters: Vec<usize>) {
        let elements = &page.outline.elements;
        for (at, element) in elements.iter().enumerate().rev() {
            // Parents stand before what is in them.
            if let Some(parent) = element.parent {
                letters[parent] += letters[at];
            }
        }
        let mut repeated: WordMap<usize, usize> = WordMap::default();
        for element in elements {
            let children = element.content.iter().filter_map(|item| match *item {
                Item::Element(child) => Some(child),
                Item::Run(_) => None,
            });
            let mut counts: WordMap<usize, (usize, usize)> = WordMap::default();
            for child in children {
                let (times, size) = counts.entry(paths[child]).or_default();
                *times += 1;
                *size += letters[child];
            }
            for (path, (_, size)) in counts.into_iter().filter(|(_, (times, _))| *times > 1) {
                *repeated.entry(path).or_default() += size;
            }
        }
        for (path, size) in repeated {
            if size as f64 <= SMALL * letters[0] as f64 {
                self.rows[path].note(self.templates);
            }
        }
    }

    /// How many templates say a text at a path.
    pub fn text(&self, path: &str, text: &str) -> u32 {
        let found = self.paths.get(path).and_then(|&path| self.texts[path].get(text));
        found.map_or(0, |seen| seen.times)
    }

    /// How many templates have several elements beside each other at a path.
    pub fn rows(&self, path: &str) -> u32 {
        self.paths.get(path).map_or(0, |&path| self.rows[path].times)
    }
}
