//! The tag names of one page with what features ask of each: its stable hash, and its text.

use crate::hash::hash_bytes;
use crate::html::{KNOWN, Name, Tree};

/// Texts up to this long are kept in the table; few are longer.
const SHORT: usize = 15;

/// What is known of a tag name.
#[derive(Clone, Copy)]
struct Entry {
    hash: u64,
    /// The text and a blank.
    text: [u8; SHORT + 1],
    /// The length of the text; more than `SHORT` if it does not fit.
    length: usize,
}

impl Entry {
    fn new(text: &str) -> Self {
        let mut padded = [b' '; SHORT + 1];
        if text.len() <= SHORT {
            padded[..text.len()].copy_from_slice(text.as_bytes());
        }
        Entry { hash: hash_bytes(text.as_bytes()), text: padded, length: text.len() }
    }
}

/// The names of a page, by their numbers.
pub(super) struct Names {
    entries: Vec<Entry>,
}

impl Default for Names {
    fn default() -> Self {
        let known = (0..KNOWN as u16).map(|number| Name(number).known_text().unwrap_or_default());
        Names { entries: known.map(Entry::new).collect() }
    }
}

impl Names {
    /// Forgets the last page's own names and learns those of this one.
    pub fn read(&mut self, tree: &Tree<'_>) {
        self.entries.truncate(KNOWN);
        self.entries.extend(tree.custom_names().map(Entry::new));
    }

    /// How many names there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// The stable hash of a tag: that of its lower-case name, whatever its namespace.
    #[inline]
    pub fn hash(&self, name: Name) -> u64 {
        self.entries[name.0 as usize].hash
    }

    /// Half of the hash, which is enough to tell a few hundred tags apart.
    #[inline]
    pub fn short_hash(&self, name: Name) -> u32 {
        self.hash(name) as u32
    }

    /// Writes names, each with a blank behind it, instead of what was in the buffer.
    pub fn writer<'page>(&'page self, tree: &'page Tree<'page>, out: &'page mut Vec<u8>) -> Writer<'page> {
        Writer { names: self, tree, out, length: 0 }
    }
}

/// See [`Names::writer`].
pub(super) struct Writer<'page> {
    names: &'page Names,
    tree: &'page Tree<'page>,
    out: &'page mut Vec<u8>,
    length: usize,
}

impl Writer<'_> {
    #[inline]
    pub fn push(&mut self, name: Name) {
        let entry = &self.names.entries[name.0 as usize];
        if entry.length > SHORT || self.out.len() < self.length + SHORT + 1 {
            return self.push_slowly(name);
        }
        // A copy of a fixed length is one instruction; what is too much is overwritten by the next name.
        self.out[self.length..self.length + SHORT + 1].copy_from_slice(&entry.text);
        self.length += entry.length + 1;
    }

    /// A long name, or one for which there is no room.
    #[cold]
    fn push_slowly(&mut self, name: Name) {
        self.out.truncate(self.length);
        self.out.extend_from_slice(self.tree.name_text(name).as_bytes());
        self.out.push(b' ');
        self.length = self.out.len();
        self.out.resize((self.length + SHORT + 1) * 2, 0);
    }

    /// What was written, without the last blank.
    pub fn finish(&self) -> &[u8] {
        &self.out[..self.length.saturating_sub(1)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html::{Limits, Parser};

    #[test]
    fn names_of_any_length_are_written() {
        let tree = Parser::with_tag_log(Limits::default()).parse("<p><a-name-of-nineteen><selectedcontent><br><x-y>");
        let mut names = Names::default();
        names.read(&tree);
        let mut out = b"left over".to_vec();
        let mut writer = names.writer(&tree, &mut out);
        tree.tag_log().iter().for_each(|&name| writer.push(name));
        assert_eq!(String::from_utf8_lossy(writer.finish()), "p a-name-of-nineteen selectedcontent br x-y");
        assert_eq!(names.writer(&tree, &mut Vec::new()).finish(), b"");
    }

    #[test]
    fn hashes_are_those_of_the_texts() {
        let tree = Parser::with_tag_log(Limits::default()).parse("<p><x-y><x-z>");
        let mut names = Names::default();
        names.read(&crate::html::parse("<other>"));
        names.read(&tree);
        for &name in tree.tag_log() {
            assert_eq!(names.hash(name), hash_bytes(tree.name_text(name).as_bytes()));
        }
    }
}
