//! Where the pages come from.

use std::path::Path;

use crate::check::Input;
use crate::support::random::{Random, boundary};
use crate::support::{grammar, mutation, suite, words};

/// How many real pages are read, and how many mutated ones are kept beside what a run starts from.
const POOL: usize = 2048;
/// How much of a real page is kept.
const LONGEST: usize = 8 << 10;
/// Charset labels that a transport may give.
const LABELS: &[&str] = &["utf-8", "windows-1252", "shift_jis", "utf-16le", "iso-2022-jp", "gb18030", "x", ""];

/// An endless supply of pages.
pub struct Inputs {
    random: Random,
    pool: Vec<String>,
    /// The first pages of the pool, which stay; mutated ones come and go behind them.
    originals: usize,
}

impl Inputs {
    /// Starts with the pages of a folder and the cases of html5lib-tests, where they are at hand.
    pub fn new(seed: u64, corpus: Option<&Path>) -> Inputs {
        let mut random = Random::new(seed);
        let mut pool: Vec<String> = (0..256).map(|_| grammar::page(&mut random, 30)).collect();
        pool.extend(conformance_cases());
        pool.extend(corpus.map(|folder| pages(&mut random, folder)).unwrap_or_default());
        Inputs { random, originals: pool.len(), pool }
    }

    /// The number of pages that mutations start from.
    pub fn len(&self) -> usize {
        self.pool.len()
    }

    /// The next page, and the circumstances in which it is read.
    pub fn next_input(&mut self) -> Input {
        let page = self.page();
        let mut bytes = page.into_bytes();
        if self.random.chance(10) {
            self.spoil(&mut bytes);
        }
        Input {
            bytes,
            http_charset: self.random.chance(10).then(|| self.random.pick(LABELS)),
            context: self.random.pick(words::CONTEXTS),
        }
    }

    fn page(&mut self) -> String {
        if self.random.chance(40) {
            let size = self.random.pick(&[5, 20, 20, 60, 200]);
            return grammar::page(&mut self.random, size);
        }
        let (text, other) = (self.random.below(self.pool.len()), self.random.below(self.pool.len()));
        let page = mutation::mutate(&mut self.random, &self.pool[text], &self.pool[other]);
        if self.random.chance(5) {
            self.keep(page.clone());
        }
        page
    }

    fn keep(&mut self, page: String) {
        if self.pool.len() < self.originals + POOL {
            self.pool.push(page);
        } else {
            let at = self.originals + self.random.below(POOL);
            self.pool[at] = page;
        }
    }

    /// Changes single bytes, so that the page is no longer sure to be text.
    fn spoil(&mut self, bytes: &mut [u8]) {
        for _ in 0..=self.random.below(4) {
            let at = self.random.below(bytes.len().max(1));
            if let Some(byte) = bytes.get_mut(at) {
                *byte = self.random.number() as u8;
            }
        }
    }
}

fn conformance_cases() -> Vec<String> {
    if std::env::var_os("UNMOLD_HTML5LIB_TESTS").is_none() {
        return Vec::new();
    }
    let folder = suite::folder().unwrap_or_default().join("tree-construction");
    let files = suite::files(&folder, "dat");
    let cases = files.iter().flat_map(|file| suite::cases(file, &["errors"]));
    cases.filter_map(|case| case.text("data").map(str::to_owned)).collect()
}

/// A part of each page below a folder, as many as the pool takes.
fn pages(random: &mut Random, folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        let entries = std::fs::read_dir(&folder).into_iter().flatten().flatten();
        for path in entries.map(|entry| entry.path()) {
            if path.is_dir() {
                folders.push(path);
            } else if found.len() < POOL
                && let Ok(bytes) = std::fs::read(&path)
            {
                found.push(part(random, &String::from_utf8_lossy(&bytes)));
            }
        }
    }
    found
}

fn part(random: &mut Random, text: &str) -> String {
    let start = if random.chance(50) { 0 } else { random.cut(text) };
    let end = boundary(text, start + LONGEST);
    text[start..end].to_owned()
}
