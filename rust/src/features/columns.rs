//! Features of many pages, column by column, in buffers as Arrow lays them out.
//!
//! `features!` is the one list of all features: a line names the feature, says what holds it and to which group it
//! belongs. Who adds one writes a line here, computes it in `page.rs`, and declares its column in
//! `src/unmold/features/table.py`.

use bytemuck::NoUninit;

use super::links::Links;
use super::spread::sort_spread;
use crate::hash::hash_sequence;
use crate::measures::digest::Digest;
use crate::measures::fingerprint::Fingerprint;

/// Features that are computed together, and only when one of them is asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Groups(u16);

impl Groups {
    /// Numbers that say how large a page is.
    pub const SIZE: Groups = Groups(1);
    /// The template fingerprint.
    pub const FINGERPRINT: Groups = Groups(1 << 1);
    /// The tags that the page writes, and digests of them.
    pub const TAGS: Groups = Groups(1 << 2);
    /// The whole tree, in document order.
    pub const TREE: Groups = Groups(1 << 3);
    /// Sets of paths.
    pub const STRUCTURE: Groups = Groups(1 << 4);
    /// `tag.class` tokens.
    pub const STYLE: Groups = Groups(1 << 5);
    /// Label texts.
    pub const LABELS: Groups = Groups(1 << 6);
    /// Paths together with what is there.
    pub const CONTENTS: Groups = Groups(1 << 7);
    /// Links.
    pub const LINKS: Groups = Groups(1 << 8);
    /// Visible texts.
    pub const TEXTS: Groups = Groups(1 << 9);
    /// Hashes of whole sets: of the leaf paths, and of the `tag.class` tokens.
    pub const SET_HASHES: Groups = Groups(1 << 10);
    /// Class names.
    pub const CLASSES: Groups = Groups(1 << 11);
    /// All of them.
    pub const ALL: Groups = Groups((1 << 12) - 1);

    /// Whether both have a group in common.
    pub fn has(self, other: Groups) -> bool {
        self.0 & other.0 != 0
    }

    /// The groups of both.
    pub const fn with(self, other: Groups) -> Groups {
        Groups(self.0 | other.0)
    }
}

/// A buffer of a column.
pub enum Part<'column> {
    /// Values of a fixed width, or text.
    Bytes(&'column [u8]),
    /// Where lists or strings end in what follows.
    Ends(&'column [u64]),
}

/// What holds one feature of many pages.
pub trait Column {
    /// Forgets all pages; the memory stays for others.
    fn clear(&mut self);
    /// About how many bytes are held, filled or not.
    fn capacity(&self) -> usize;
    /// The buffers, outer ones first.
    fn parts(&self) -> Vec<Part<'_>>;
}

macro_rules! features {
    ($($(#[$doc:meta])+ $group:ident $name:ident: $column:ty,)+) => {
        /// What methods compare of pages. Hashes are stable: the same page gives the same numbers on every machine and
        /// in every version.
        #[derive(Clone, Debug, Default)]
        pub struct Features {
            $($(#[$doc])+ pub $name: $column,)+
        }

        impl Features {
            /// The names of all features and the group of each, in the order of [`Features::columns`].
            pub const NAMES: &[(&str, Groups)] = &[$((stringify!($name), Groups::$group),)+];

            /// All columns.
            pub fn columns(&self) -> Vec<&dyn Column> {
                vec![$(&self.$name,)+]
            }

            /// Forgets all pages; the memory stays for others.
            pub fn clear(&mut self) {
                $(Column::clear(&mut self.$name);)+
            }
        }
    };
}

features! {
    /// The numbers of elements.
    SIZE elements: Vec<u32>,
    /// The numbers of nodes.
    SIZE nodes: Vec<u32>,
    /// The depths of the trees.
    SIZE max_depth: Vec<u32>,
    /// The template fingerprints.
    FINGERPRINT fingerprints: Vec<Fingerprint>,
    /// MD5 of each tag sequence; none for a page without tags.
    TAGS sequence_digests: Digests,
    /// MD5 of each head's tag sequence; none for a page without a head.
    TAGS header_digests: Digests,
    /// Hashes of the tag sequences.
    TAGS sequence_hashes: Vec<u64>,
    /// Source-mode tag sequences, as short tag hashes.
    TAGS tag_sequence: Ragged<u32>,
    /// The tag sequences of the heads.
    TAGS head_sequence: Ragged<u32>,
    /// The tags of the source-mode sequences: short hashes, ascending.
    TAGS tags: Ragged<u32>,
    /// How often each of them is written.
    TAGS tag_counts: Ragged<u32>,
    /// DOM-mode tag sequences: entering and leaving every element.
    TREE dom_sequence: Ragged<u32>,
    /// Leaf paths with positions, in document order.
    TREE indexed_leaf_paths: Ragged<u64>,
    /// Hashes of the sets of leaf paths.
    SET_HASHES leaf_path_hashes: Vec<u64>,
    /// The sets of leaf paths.
    STRUCTURE leaf_paths: Ragged<u64>,
    /// How many leaves each of them has.
    STRUCTURE leaf_path_counts: Ragged<u32>,
    /// The sets of element paths.
    STRUCTURE element_paths: Ragged<u64>,
    /// For each element path, the path above it.
    STRUCTURE element_path_parents: Ragged<u64>,
    /// The sets of leaf paths of the main regions.
    STRUCTURE main_paths: Ragged<u64>,
    /// Hashes of the sets of class tokens.
    SET_HASHES class_token_hashes: Vec<u64>,
    /// The sets of `tag` and `tag.class` tokens.
    STYLE class_tokens: Ragged<u64>,
    /// The sets of class names.
    CLASSES classes: Ragged<u64>,
    /// The sets of label keys.
    LABELS labels: Ragged<u64>,
    /// The sets of content paths.
    CONTENTS content_paths: Ragged<u64>,
    /// For each content path, the path of its element.
    CONTENTS content_path_parents: Ragged<u64>,
    /// The links, in document order.
    LINKS links: Links,
    /// For each text, the path of the element that it is in.
    TEXTS text_paths: Ragged<u64>,
    /// The visible texts, white space collapsed, in document order.
    TEXTS texts: TextLists,
}

impl Features {
    /// About how many bytes are held, filled or not.
    pub fn capacity(&self) -> usize {
        self.columns().into_iter().map(Column::capacity).sum()
    }
}

impl<Item: NoUninit> Column for Vec<Item> {
    fn clear(&mut self) {
        Vec::clear(self);
    }

    fn capacity(&self) -> usize {
        Vec::capacity(self) * size_of::<Item>()
    }

    fn parts(&self) -> Vec<Part<'_>> {
        vec![Part::Bytes(bytemuck::cast_slice(self))]
    }
}

/// A digest for each page, or none.
#[derive(Clone, Debug, Default)]
pub struct Digests {
    is_there: Vec<u8>,
    values: Vec<Digest>,
}

impl Digests {
    pub(super) fn push(&mut self, digest: Option<Digest>) {
        self.is_there.push(u8::from(digest.is_some()));
        self.values.push(digest.unwrap_or_default());
    }
}

impl Column for Digests {
    fn clear(&mut self) {
        self.is_there.clear();
        self.values.clear();
    }

    fn capacity(&self) -> usize {
        self.is_there.capacity() + self.values.capacity() * size_of::<Digest>()
    }

    fn parts(&self) -> Vec<Part<'_>> {
        vec![Part::Bytes(&self.is_there), Part::Bytes(bytemuck::cast_slice(&self.values))]
    }
}

impl<Item: NoUninit> Column for Ragged<Item> {
    fn clear(&mut self) {
        self.values.clear();
        self.ends.clear();
    }

    fn capacity(&self) -> usize {
        self.values.capacity() * size_of::<Item>() + self.ends.capacity() * size_of::<u64>()
    }

    fn parts(&self) -> Vec<Part<'_>> {
        vec![Part::Ends(&self.ends), Part::Bytes(bytemuck::cast_slice(&self.values))]
    }
}

impl Column for Strings {
    fn clear(&mut self) {
        self.text.clear();
        self.ends.clear();
    }

    fn capacity(&self) -> usize {
        self.text.capacity() + self.ends.capacity() * size_of::<u64>()
    }

    fn parts(&self) -> Vec<Part<'_>> {
        vec![Part::Ends(&self.ends), Part::Bytes(self.text.as_bytes())]
    }
}

/// Any number of texts for each page.
#[derive(Clone, Debug, Default)]
pub struct TextLists {
    /// The texts of all pages.
    pub strings: Strings,
    /// Where the texts of each page end.
    pub ends: Vec<u64>,
}

impl TextLists {
    /// Ends the texts of a page.
    pub(super) fn close(&mut self) {
        self.ends.push(self.strings.len() as u64);
    }
}

impl Column for TextLists {
    fn clear(&mut self) {
        Column::clear(&mut self.strings);
        self.ends.clear();
    }

    fn capacity(&self) -> usize {
        self.strings.capacity() + self.ends.capacity() * size_of::<u64>()
    }

    fn parts(&self) -> Vec<Part<'_>> {
        let mut parts = vec![Part::Ends(&self.ends)];
        parts.extend(self.strings.parts());
        parts
    }
}

/// Lists of values, one behind the other.
#[derive(Clone, Debug)]
pub struct Ragged<Item> {
    /// All values.
    pub values: Vec<Item>,
    /// Where each list ends.
    pub ends: Vec<u64>,
}

impl<Item> Default for Ragged<Item> {
    fn default() -> Self {
        Ragged { values: Vec::new(), ends: Vec::new() }
    }
}

impl<Item> Ragged<Item> {
    /// Ends the list of the values that were added since the last end.
    pub fn close(&mut self) {
        self.ends.push(self.values.len() as u64);
    }

    fn last_end(&self) -> usize {
        self.ends.last().map_or(0, |&end| end as usize)
    }
}

impl Ragged<u64> {
    /// Ends a list whose values, which are hashes, are sorted and given once each; `room` is memory that is lent.
    pub(super) fn close_as_set(&mut self, room: &mut Vec<u64>) {
        let start = self.last_end();
        sort_spread(&mut self.values[start..], room, |&hash| hash);
        let mut kept = start;
        for index in start..self.values.len() {
            if kept == start || self.values[kept - 1] != self.values[index] {
                self.values[kept] = self.values[index];
                kept += 1;
            }
        }
        self.values.truncate(kept);
        self.close();
    }

    /// The hash of the last list, which is an ascending set.
    pub(super) fn hash_of_last_set(&self) -> u64 {
        let start = self.ends.len().checked_sub(2).map_or(0, |before| self.ends[before] as usize);
        hash_sequence(self.values[start..].iter().copied())
    }
}

/// A list of strings in one buffer.
#[derive(Clone, Debug, Default)]
pub struct Strings {
    /// All strings, one behind the other.
    pub text: String,
    /// Where each string ends.
    pub ends: Vec<u64>,
}

impl Strings {
    /// Ends the string that was written to `text` since the last end.
    #[inline]
    pub fn close(&mut self) {
        self.ends.push(self.text.len() as u64);
    }

    /// The number of strings.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is no string.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The strings, in order.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.text[start as usize..end as usize])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hash::hash_set;

    #[test]
    fn sets_are_sorted_and_closed() {
        let mut sets = Ragged::default();
        for set in [vec![3, 1, 3], vec![], vec![1, 9, 5, 5, 1]] {
            sets.values.extend(&set);
            sets.close_as_set(&mut Vec::new());
            assert_eq!(sets.hash_of_last_set(), hash_set(set));
        }
        assert_eq!((sets.values, sets.ends), (vec![1, 3, 1, 5, 9], vec![2, 2, 5]));
    }
}
