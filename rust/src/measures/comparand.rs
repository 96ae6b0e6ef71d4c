//! One page as the measures take it: everything that can be prepared before a partner is known.
//!
//! These are sorted sets, counts and digests, so that each of many comparisons is as short as can be.

use std::sync::OnceLock;

use super::digest::{Digest, header_part, sequence_digest};
use super::fingerprint::{Fingerprint, fingerprint};
use super::pq_grams::pq_gram_profile;
use super::shingles::{leaf_path_sequence, path_step_shingles, sequence_shingles};
use super::tag_vector::count_tags;
use super::tree::LabelledTree;
use crate::hash::{WordMap, hash_bytes, sorted_set};

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

/// A tag or label as the measures know it.
#[derive(Clone, Debug)]
pub struct Tag {
    /// The stable hash of its name.
    pub hash: u64,
    /// Its name.
    pub name: Box<str>,
}

/// A page ready to be compared. What only some measures need is computed when the first of them asks, and kept.
#[derive(Clone, Debug)]
pub struct Comparand {
    /// The element tree.
    pub tree: LabelledTree,
    /// The tag sequence.
    pub tags: Vec<u32>,
    /// The set of class names.
    pub style: Vec<u64>,
    known: WordMap<u32, Tag>,
    windows: WindowSettings,
    tag_counts: OnceLock<Vec<(u32, u32)>>,
    leaf_paths: OnceLock<Vec<u64>>,
    path_shingles: OnceLock<Vec<u64>>,
    tag_shingles: OnceLock<Vec<u64>>,
    pq_grams: OnceLock<Vec<u64>>,
    sequence_digest: OnceLock<Option<Digest>>,
    header_digest: OnceLock<Option<Digest>>,
    fingerprint: OnceLock<Fingerprint>,
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
        let known = |(tag, name): (u32, &_)| {
            let name: &str = AsRef::as_ref(name);
            (tag, Tag { hash: hash_bytes(name.as_bytes()), name: name.into() })
        };
        Ok(Self::prepare(tree, tags, style, (0..).zip(names).map(known).collect(), windows))
    }

    /// Prepares a page whose labels and tags are numbers of the caller's, who says what each of them is.
    pub fn prepare(
        tree: LabelledTree,
        tags: Vec<u32>,
        style: Vec<u64>,
        known: WordMap<u32, Tag>,
        windows: WindowSettings,
    ) -> Self {
        Self {
            tree,
            tags,
            style: sorted_set(style),
            known,
            windows,
            tag_counts: OnceLock::new(),
            leaf_paths: OnceLock::new(),
            path_shingles: OnceLock::new(),
            tag_shingles: OnceLock::new(),
            pq_grams: OnceLock::new(),
            sequence_digest: OnceLock::new(),
            header_digest: OnceLock::new(),
            fingerprint: OnceLock::new(),
        }
    }

    /// How often each tag occurs in the sequence.
    pub fn tag_counts(&self) -> &[(u32, u32)] {
        self.tag_counts.get_or_init(|| count_tags(&self.tags))
    }

    /// The set of root-to-leaf paths.
    pub fn leaf_paths(&self) -> &[u64] {
        self.leaf_paths.get_or_init(|| sorted_set(leaf_path_sequence(&self.tree, |tag| self.hash(tag))))
    }

    /// The set of path shingles.
    pub fn path_shingles(&self) -> &[u64] {
        let (width, hash_of) = (self.windows.path_width, |tag| self.hash(tag));
        self.path_shingles.get_or_init(|| match self.windows.path_reading {
            PathReading::Steps => path_step_shingles(&self.tree, width, hash_of),
            PathReading::Sequence => sequence_shingles(&leaf_path_sequence(&self.tree, hash_of), width),
        })
    }

    /// The set of tag sequence shingles.
    pub fn tag_shingles(&self) -> &[u64] {
        self.tag_shingles.get_or_init(|| {
            let hashes: Vec<u64> = self.tags.iter().map(|&tag| self.hash(tag)).collect();
            sequence_shingles(&hashes, self.windows.tag_width)
        })
    }

    /// The bag of pq-grams.
    pub fn pq_grams(&self) -> &[u64] {
        self.pq_grams.get_or_init(|| pq_gram_profile(&self.tree, self.windows.p, self.windows.q))
    }

    /// The digest of the tag sequence, unless that is empty.
    pub fn sequence_digest(&self) -> Option<&Digest> {
        let digest = || (!self.tags.is_empty()).then(|| sequence_digest(self.names()));
        self.sequence_digest.get_or_init(digest).as_ref()
    }

    /// The digest of the head's tag sequence, if there is a head.
    pub fn header_digest(&self) -> Option<&Digest> {
        let digest = || {
            let names: Vec<&str> = self.names().collect();
            header_part(&names, &"head", &"body").map(|header| sequence_digest(header.iter().copied()))
        };
        self.header_digest.get_or_init(digest).as_ref()
    }

    /// The fingerprint of the tag sequence.
    pub fn fingerprint(&self) -> &Fingerprint {
        self.fingerprint.get_or_init(|| fingerprint(self.tags.iter().copied()))
    }

    fn hash(&self, tag: u32) -> u64 {
        self.known[&tag].hash
    }

    fn names(&self) -> impl Iterator<Item = &str> {
        self.tags.iter().map(|tag| &*self.known[tag].name)
    }
}
