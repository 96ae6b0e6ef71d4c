//! One page as the measures take it: everything that can be prepared before a partner is known.
//!
//! The element tree, the tag sequence and the class names of a page enter; sorted sets, counts and digests
//! leave, so that each of many comparisons is as short as can be. [`super::compare`] is next.

use super::digest::{Digest, header_part, sequence_digest};
use super::fingerprint::{Fingerprint, fingerprint};
use super::pq_grams::pq_gram_profile;
use super::shingles::{leaf_path_sequence, path_step_shingles, sequence_shingles};
use super::tag_vector::count_tags;
use super::tree::LabelledTree;
use crate::hash::{hash_bytes, sorted_set};

/// What a path shingle is a window of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PathReading {
    /// Steps inside each path.
    #[default]
    Steps,
    /// Whole paths in document order.
    Sequence,
}

/// The sizes of windows and pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WindowSettings {
    /// What path shingles are windows of.
    pub path_reading: PathReading,
    /// The width of path shingles.
    pub path_width: usize,
    /// The width of tag sequence shingles.
    pub tag_width: usize,
    /// The ancestors in a pq-gram, the node itself included.
    pub p: usize,
    /// The children in a pq-gram.
    pub q: usize,
}

impl Default for WindowSettings {
    fn default() -> Self {
        Self { path_reading: PathReading::Steps, path_width: 3, tag_width: 4, p: 2, q: 3 }
    }
}

/// A page ready to be compared.
#[derive(Clone, Debug)]
pub struct Comparand {
    /// The element tree.
    pub tree: LabelledTree,
    /// The tag sequence.
    pub tags: Vec<u32>,
    /// How often each tag stands in the sequence.
    pub tag_counts: Vec<(u32, u32)>,
    /// The set of root-to-leaf paths.
    pub leaf_paths: Vec<u64>,
    /// The set of path shingles.
    pub path_shingles: Vec<u64>,
    /// The set of tag sequence shingles.
    pub tag_shingles: Vec<u64>,
    /// The bag of pq-grams.
    pub pq_grams: Vec<u64>,
    /// The set of class names.
    pub style: Vec<u64>,
    /// The digest of the tag sequence, unless that is empty.
    pub sequence_digest: Option<Digest>,
    /// The digest of the head's tag sequence, if there is a head.
    pub header_digest: Option<Digest>,
    /// The fingerprint of the tag sequence.
    pub fingerprint: Fingerprint,
}

/// A label or tag that has no name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnnamedTag(pub u32);

impl std::fmt::Display for UnnamedTag {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "tag {} has no name", self.0)
    }
}

impl std::error::Error for UnnamedTag {}

impl Comparand {
    /// Prepares a page. Labels of the tree and tokens of the tag sequence are indices of `names`; `style`
    /// holds hashes of class names in any order.
    ///
    /// # Errors
    /// If an index has no name.
    pub fn new(
        tree: LabelledTree,
        tags: Vec<u32>,
        style: Vec<u64>,
        names: &[impl AsRef<str>],
        windows: WindowSettings,
    ) -> Result<Self, UnnamedTag> {
        let unnamed = tree.labels().iter().chain(&tags).find(|&&tag| tag as usize >= names.len());
        if let Some(&tag) = unnamed {
            return Err(UnnamedTag(tag));
        }
        let hashes: Vec<u64> = names.iter().map(|name| hash_bytes(name.as_ref().as_bytes())).collect();
        Ok(Self::prepare(tree, tags, style, |tag| hashes[tag as usize], |tag| names[tag as usize].as_ref(), windows))
    }

    /// Prepares a page whose labels and tags are numbers of the caller's, who knows hash and name of each.
    pub fn prepare<'name>(
        tree: LabelledTree,
        tags: Vec<u32>,
        style: Vec<u64>,
        hash_of: impl Fn(u32) -> u64,
        name_of: impl Fn(u32) -> &'name str,
        windows: WindowSettings,
    ) -> Self {
        let tag_hashes: Vec<u64> = tags.iter().map(|&tag| hash_of(tag)).collect();
        let path_sequence = leaf_path_sequence(&tree, &hash_of);
        let names: Vec<&str> = tags.iter().map(|&tag| name_of(tag)).collect();
        let header = header_part(&names, &"head", &"body");
        Self {
            tag_counts: count_tags(&tags),
            path_shingles: match windows.path_reading {
                PathReading::Steps => path_step_shingles(&tree, windows.path_width, &hash_of),
                PathReading::Sequence => sequence_shingles(&path_sequence, windows.path_width),
            },
            leaf_paths: sorted_set(path_sequence),
            tag_shingles: sequence_shingles(&tag_hashes, windows.tag_width),
            pq_grams: pq_gram_profile(&tree, windows.p, windows.q),
            style: sorted_set(style),
            sequence_digest: (!names.is_empty()).then(|| sequence_digest(names.iter().copied())),
            header_digest: header.map(|header| sequence_digest(header.iter().copied())),
            fingerprint: fingerprint(tags.iter().copied()),
            tree,
            tags,
        }
    }
}
