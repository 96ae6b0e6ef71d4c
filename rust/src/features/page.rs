//! All features of one page.

use std::collections::HashMap;

use super::addresses::Base;
use super::bag::Bag;
use super::labels::labels;
use super::links::{Links, is_visible, links};
use super::outline::{Outline, Scratch, TagHashes};
use super::paths::{indexed_leaf_paths, path_sets, sibling_positions};
use super::region::main_region;
use super::strings::Strings;
use super::style::style;
use super::tags::{TagScanner, dom_sequence, short};
use super::words::push_collapsed;
use crate::hash::{hash_sequence, hash_set};
use crate::html::{Kind, Name, NodeId, Tree};
use crate::measures::comparand::{Comparand, WindowSettings};
use crate::measures::digest::{Digest, header_part, sequence_digest};
use crate::measures::fingerprint::{Fingerprint, fingerprint};
use crate::measures::tree::LabelledTree;

/// What methods compare of a page. Hashes are stable: the same page gives the same numbers on every machine and in every
/// version.
#[derive(Clone, Debug, Default)]
pub struct PageFeatures {
    /// Source-mode tag sequence, as short tag hashes.
    pub tag_sequence: Vec<u32>,
    /// DOM-mode tag sequence: entering and leaving every element.
    pub dom_sequence: Vec<u32>,
    /// The tag sequence of the head.
    pub head_sequence: Vec<u32>,
    /// The tags of the source-mode sequence: short hashes, ascending.
    pub tags: Vec<u32>,
    /// How often each of them is written.
    pub tag_counts: Vec<u32>,
    /// The set of leaf paths.
    pub leaf_paths: Vec<u64>,
    /// How many leaves each of them has.
    pub leaf_path_counts: Vec<u32>,
    /// Leaf paths with positions, in document order.
    pub indexed_leaf_paths: Vec<u64>,
    /// The set of element paths.
    pub element_paths: Vec<u64>,
    /// For each element path, the path above it.
    pub element_path_parents: Vec<u64>,
    /// The set of leaf paths of the main region.
    pub main_paths: Vec<u64>,
    /// The set of `tag` and `tag.class` tokens.
    pub class_tokens: Vec<u64>,
    /// The set of class names.
    pub classes: Vec<u64>,
    /// The set of label keys.
    pub labels: Vec<u64>,
    /// The links, in document order.
    pub links: Links,
    /// The visible texts, white space collapsed, in document order.
    pub texts: Strings,
    /// For each text, the path of the element that it stands in.
    pub text_paths: Vec<u64>,
    /// The template fingerprint.
    pub fingerprint: Fingerprint,
    /// MD5 of the tag sequence.
    pub sequence_digest: Option<Digest>,
    /// MD5 of the head's tag sequence.
    pub header_digest: Option<Digest>,
    /// Hash of the tag sequence, of the set of leaf paths, and of the set of class tokens.
    pub hashes: [u64; 3],
    /// The number of elements.
    pub elements: u32,
}

/// Computes features, page after page, with the same scratch memory.
#[derive(Default)]
pub struct Extractor {
    bag: Bag,
    scratch: Scratch,
}

impl Extractor {
    /// The features of a page that was parsed with a tag log; `base` is what its links are relative to.
    pub fn extract(&mut self, tree: &Tree<'_>, base: &Base) -> PageFeatures {
        let bag = &mut self.bag;
        let outline = Outline::new(tree, &mut self.scratch);
        let positions = sibling_positions(&outline);
        let paths = path_sets(&outline, &main_region(&outline));
        let style = style(&outline);
        let mut features = PageFeatures {
            dom_sequence: dom_sequence(&outline),
            leaf_paths: paths.leaves,
            leaf_path_counts: paths.leaf_counts,
            indexed_leaf_paths: indexed_leaf_paths(&outline, &positions),
            element_paths: paths.elements,
            element_path_parents: paths.parents,
            main_paths: paths.main,
            class_tokens: style.tokens,
            classes: style.classes,
            labels: labels(&outline, bag),
            links: links(&outline, &positions, base),
            elements: outline.elements.len() as u32,
            ..PageFeatures::default()
        };
        (features.texts, features.text_paths) = texts(&outline);
        features.add_tags(tree, bag);
        features.hashes = [
            hash_sequence(features.tag_sequence.iter().map(|&tag| u64::from(tag))),
            hash_set(features.leaf_paths.iter().copied()),
            hash_set(features.class_tokens.iter().copied()),
        ];
        features
    }
}

impl PageFeatures {
    /// Everything that comes from the tag sequence.
    fn add_tags(&mut self, tree: &Tree<'_>, bag: &mut Bag) {
        let names = tree.tag_log();
        let mut hashes = TagHashes::default();
        self.tag_sequence = names.iter().map(|&name| short(hashes.of_name(tree, name))).collect();
        self.tag_sequence.iter().for_each(|&tag| bag.add(u64::from(tag)));
        let (tags, counts) = bag.take();
        self.tags = tags.into_iter().map(|tag| tag as u32).collect();
        self.tag_counts = counts;
        self.fingerprint = fingerprint(TagScanner::new(tree.source()));
        let name_text = |name: &Name| tree.name_text(*name);
        let header = header_part(names.iter().copied(), &Name::HEAD, &Name::BODY);
        self.header_digest = header.as_ref().map(|header| sequence_digest(header.iter().map(name_text)));
        self.head_sequence = header.unwrap_or_default().iter().map(|&name| short(hashes.of_name(tree, name))).collect();
        self.sequence_digest = (!names.is_empty()).then(|| sequence_digest(names.iter().map(name_text)));
    }
}

/// The visible texts of a page and the paths they stand at.
fn texts(outline: &Outline<'_>) -> (Strings, Vec<u64>) {
    let (mut texts, mut paths) = (Strings::default(), Vec::new());
    for node in 0..outline.tree.len() as NodeId {
        if outline.tree.kind(node) != Kind::Text || outline.tree.is_blank(node) || !is_visible(outline, node) {
            continue;
        }
        let Some(element) = outline.element_of_text(node) else { continue };
        let start = texts.text.len();
        push_collapsed(outline.tree.text(node).trim(), &mut texts.text, start);
        if texts.text.len() > start {
            texts.close();
            paths.push(outline.path(element));
        }
    }
    (texts, paths)
}

/// A page, parsed with a tag log, as the measures take it: element tree, tag sequence and classes with numbers that mean the same on every page.
pub fn comparand(tree: &Tree<'_>, windows: WindowSettings) -> Comparand {
    let outline = Outline::new(tree, &mut Scratch::default());
    let labels = outline.elements.iter().map(|element| short(element.tag)).collect();
    let parents = outline.elements.iter().map(|element| element.parent).collect();
    let labelled = LabelledTree::from_parents(labels, parents).unwrap_or_default();
    let mut hashes: HashMap<u32, u64> =
        outline.elements.iter().map(|element| (short(element.tag), element.tag)).collect();
    let mut texts: HashMap<u32, &str> = HashMap::new();
    let mut tags = Vec::with_capacity(tree.tag_log().len());
    for &name in tree.tag_log() {
        let hash = TagHashes::default().of_name(tree, name);
        hashes.insert(short(hash), hash);
        texts.insert(short(hash), tree.name_text(name));
        tags.push(short(hash));
    }
    let style = style(&outline).classes;
    Comparand::prepare(labelled, tags, style, |tag| hashes[&tag], |tag| texts[&tag], windows)
}
