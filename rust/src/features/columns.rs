//! Features of many pages, column by column: a buffer for all values and the place where each page ends, as Arrow
//! keeps them.

use super::links::Links;
use crate::hash::hash_sequence;
use crate::measures::digest::Digest;
use crate::measures::fingerprint::Fingerprint;

/// What methods compare of pages. Hashes are stable: the same page gives the same numbers on every machine and in every
/// version.
#[derive(Clone, Debug, Default)]
pub struct Features {
    /// Source-mode tag sequences, as short tag hashes.
    pub tag_sequence: Ragged<u32>,
    /// DOM-mode tag sequences: entering and leaving every element.
    pub dom_sequence: Ragged<u32>,
    /// The tag sequences of the heads.
    pub head_sequence: Ragged<u32>,
    /// The tags of the source-mode sequences: short hashes, ascending.
    pub tags: Ragged<u32>,
    /// How often each of them is written.
    pub tag_counts: Ragged<u32>,
    /// The sets of leaf paths.
    pub leaf_paths: Ragged<u64>,
    /// How many leaves each of them has.
    pub leaf_path_counts: Ragged<u32>,
    /// Leaf paths with positions, in document order.
    pub indexed_leaf_paths: Ragged<u64>,
    /// The sets of element paths.
    pub element_paths: Ragged<u64>,
    /// For each element path, the path above it.
    pub element_path_parents: Ragged<u64>,
    /// The sets of leaf paths of the main regions.
    pub main_paths: Ragged<u64>,
    /// The sets of `tag` and `tag.class` tokens.
    pub class_tokens: Ragged<u64>,
    /// The sets of class names.
    pub classes: Ragged<u64>,
    /// The sets of label keys.
    pub labels: Ragged<u64>,
    /// The links, in document order.
    pub links: Links,
    /// The visible texts, white space collapsed, in document order.
    pub texts: Strings,
    /// For each text, the path of the element that it stands in.
    pub text_paths: Ragged<u64>,
    /// The sets of content paths, and for each the path of its element; empty where they were not asked for.
    pub contents: [Ragged<u64>; 2],
    /// The template fingerprints.
    pub fingerprints: Vec<Fingerprint>,
    /// MD5 of each tag sequence; `None` for a page without tags.
    pub sequence_digests: Vec<Option<Digest>>,
    /// MD5 of each head's tag sequence; `None` for a page without a head.
    pub header_digests: Vec<Option<Digest>>,
    /// Hashes of the tag sequences.
    pub sequence_hashes: Vec<u64>,
    /// Hashes of the sets of leaf paths.
    pub leaf_path_hashes: Vec<u64>,
    /// Hashes of the sets of class tokens.
    pub class_token_hashes: Vec<u64>,
    /// The numbers of elements.
    pub elements: Vec<u32>,
}

impl Features {
    /// Forgets all pages; the memory stays for others.
    pub fn clear(&mut self) {
        // Every field by name: a forgotten one would show a page the values of another.
        let Features {
            tag_sequence,
            dom_sequence,
            head_sequence,
            tags,
            tag_counts,
            leaf_paths,
            leaf_path_counts,
            indexed_leaf_paths,
            element_paths,
            element_path_parents,
            main_paths,
            class_tokens,
            classes,
            labels,
            links,
            texts,
            text_paths,
            contents,
            fingerprints,
            sequence_digests,
            header_digests,
            sequence_hashes,
            leaf_path_hashes,
            class_token_hashes,
            elements,
        } = self;
        let short = [tag_sequence, dom_sequence, head_sequence, tags, tag_counts, leaf_path_counts];
        short.into_iter().for_each(Ragged::clear);
        let paths = [leaf_paths, indexed_leaf_paths, element_paths, element_path_parents, main_paths, text_paths];
        paths.into_iter().chain([class_tokens, classes, labels]).chain(contents).for_each(Ragged::clear);
        texts.clear();
        links.clear();
        fingerprints.clear();
        [sequence_digests, header_digests].into_iter().for_each(Vec::clear);
        [sequence_hashes, leaf_path_hashes, class_token_hashes].into_iter().for_each(Vec::clear);
        elements.clear();
    }

    /// About how many bytes are held, filled or not.
    pub fn capacity(&self) -> usize {
        let strings = [&self.texts, &self.links.urls, &self.links.xpaths, &self.links.short_xpaths, &self.links.texts];
        let texts: usize = strings.iter().map(|strings| strings.text.capacity() + strings.ends.capacity() * 8).sum();
        let long = [&self.indexed_leaf_paths, &self.element_paths, &self.text_paths, &self.class_tokens, &self.labels];
        let short = [&self.tag_sequence, &self.dom_sequence, &self.tags];
        let values = long.iter().map(|column| column.values.capacity() * 8);
        texts + values.chain(short.iter().map(|column| column.values.capacity() * 4)).sum::<usize>()
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

    fn clear(&mut self) {
        self.values.clear();
        self.ends.clear();
    }

    fn last_end(&self) -> usize {
        self.ends.last().map_or(0, |&end| end as usize)
    }
}

impl Ragged<u64> {
    /// Ends a list whose values are sorted and given once each.
    pub(super) fn close_as_set(&mut self) {
        let start = self.last_end();
        self.values[start..].sort_unstable();
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

    pub(super) fn clear(&mut self) {
        self.text.clear();
        self.ends.clear();
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
            sets.close_as_set();
            assert_eq!(sets.hash_of_last_set(), hash_set(set));
        }
        assert_eq!((sets.values, sets.ends), (vec![1, 3, 1, 5, 9], vec![2, 2, 5]));
    }
}
