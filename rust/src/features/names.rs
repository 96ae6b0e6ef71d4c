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

    /// Writes names, each with a blank behind it.
    pub fn write(&self, tree: &Tree<'_>, names: &[Name], out: &mut Vec<u8>) {
        out.clear();
        let mut at = 0;
        for &name in names {
            let entry = &self.entries[name.0 as usize];
            if out.len() < at + SHORT + 1 {
                out.resize((at + SHORT + 1) * 2, 0);
            }
            if entry.length > SHORT {
                out.truncate(at);
                out.extend_from_slice(tree.name_text(name).as_bytes());
                out.push(b' ');
            } else {
                // A copy of a fixed length is one instruction; what is too much is overwritten by the next name.
                out[at..at + SHORT + 1].copy_from_slice(&entry.text);
            }
            at += entry.length + 1;
        }
        out.truncate(at);
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
        names.write(&tree, tree.tag_log(), &mut out);
        assert_eq!(String::from_utf8_lossy(&out), "p a-name-of-nineteen selectedcontent br x-y ");
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
