//! The features of one page as a person reads them: paths, tags and labels as text instead of hashes.

use std::collections::{BTreeMap, BTreeSet};

use super::columns::{Features, Groups};
use super::labels::{readable_steps, visit_labels};
use super::links::Links;
use super::outline::{Extras, Outline};
use super::page::Extractor;
use super::words::fold_digits;
use crate::html::{Kind, Name, NodeId, Tree};
use crate::measures::digest::header_part;
use crate::measures::fingerprint::Fingerprint;

/// The features of one page, spelled out.
#[derive(Clone, Debug, Default)]
pub struct ReadableFeatures {
    /// The tags that the page writes, in its order.
    pub tag_sequence: Vec<String>,
    /// The tags of the head.
    pub head_sequence: Vec<String>,
    /// How often each tag is written.
    pub tag_counts: BTreeMap<String, u32>,
    /// Leaf paths and the number of leaves at each.
    pub leaf_paths: BTreeMap<String, u32>,
    /// The paths of all elements and the number of elements at each.
    pub element_paths: BTreeMap<String, u32>,
    /// The leaf paths of the main region.
    pub main_paths: Vec<String>,
    /// The class names and the number of elements of each.
    pub classes: BTreeMap<String, u32>,
    /// The `tag` and `tag.class` tokens.
    pub class_tokens: Vec<String>,
    /// Labels, each with the steps above it.
    pub labels: Vec<(String, String)>,
    /// The links.
    pub links: Links,
    /// The visible texts.
    pub texts: Vec<String>,
    /// The template fingerprint.
    pub fingerprint: Fingerprint,
}

/// The bytes of text that the paths, classes and labels of a page may take: nested elements of long names would fill
/// any memory, and no person reads as much. What does not fit is left out.
const MAX_BYTES: usize = 64 << 20;

/// The features of a parsed page, spelled out.
pub fn readable_features(tree: &Tree<'_>, address: &str) -> ReadableFeatures {
    let mut outline = Outline::default();
    outline.read(tree, Extras::ALL);
    let mut features = Features::default();
    let wanted = Groups::LINKS.with(Groups::TEXTS).with(Groups::FINGERPRINT);
    Extractor::default().extract(tree, address, wanted, &mut features);
    let readable = ReadableFeatures {
        texts: features.texts.strings.iter().map(str::to_owned).collect(),
        links: features.links,
        fingerprint: features.fingerprints[0],
        ..ReadableFeatures::default()
    };
    let mut writer = Writer { tree, outline: &outline, readable, room: MAX_BYTES };
    writer.add_paths();
    writer.add_classes();
    writer.add_labels();
    writer.add_tags();
    writer.readable
}

/// Spells features out as long as there is room.
struct Writer<'page> {
    tree: &'page Tree<'page>,
    outline: &'page Outline,
    readable: ReadableFeatures,
    room: usize,
}

/// What the elements of one path have in common.
#[derive(Clone, Copy, Default)]
struct PathUse {
    element: u32,
    elements: u32,
    leaves: u32,
    is_main: bool,
}

impl Writer<'_> {
    /// Takes the room for some text, if there is enough.
    fn fits(&mut self, bytes: usize) -> bool {
        let fits = bytes <= self.room;
        self.room = self.room.saturating_sub(bytes);
        fits
    }

    fn add_paths(&mut self) {
        for path in path_uses(self.outline) {
            let length = self.outline.ancestors(path.element).map(|above| self.tree.tag(above.node).len() + 1).sum();
            if !self.fits(length) {
                return;
            }
            let text = path_text(self.tree, self.outline, path.element);
            if path.leaves > 0 {
                self.readable.leaf_paths.insert(text.clone(), path.leaves);
            }
            if path.is_main {
                self.readable.main_paths.push(text.clone());
            }
            self.readable.element_paths.insert(text, path.elements);
        }
        self.readable.main_paths.sort_unstable();
    }

    fn add_classes(&mut self) {
        let mut uses: BTreeMap<u32, (NodeId, Name, u32)> = BTreeMap::new();
        for element in &self.outline.elements {
            uses.entry(element.look).or_insert((element.node, element.name, 0)).2 += 1;
        }
        let mut tokens = BTreeSet::new();
        for (node, name, count) in uses.into_values() {
            let tag = self.tree.tag(node);
            tokens.insert(tag.to_owned());
            let classes = self.tree.attribute(node, "class").unwrap_or_default();
            for class in classes.split_ascii_whitespace() {
                if !self.fits(tag.len() + class.len()) {
                    break;
                }
                *self.readable.classes.entry(class.to_owned()).or_default() += count;
                if !matches!(name, Name::HTML | Name::BODY) {
                    tokens.insert(format!("{tag}.{}", fold_digits(class)));
                }
            }
        }
        self.readable.class_tokens = tokens.into_iter().collect();
    }

    fn add_labels(&mut self) {
        let (tree, outline) = (self.tree, self.outline);
        visit_labels(tree, outline.labels.iter().copied(), |element, text| {
            if self.room > 0 {
                let steps = readable_steps(tree, outline, element);
                if self.fits(text.len() + steps.len()) {
                    self.readable.labels.push((String::from_utf8_lossy(text).into_owned(), steps));
                }
            }
        });
    }

    fn add_tags(&mut self) {
        let spellings = spellings(self.tree, self.outline);
        let spell = |name: &Name| spellings.get(name).copied().unwrap_or_else(|| self.tree.name_text(*name)).to_owned();
        let texts = |names: &[Name]| names.iter().map(spell).collect();
        self.readable.tag_sequence = texts(self.tree.tag_log());
        let header = header_part(self.tree.tag_log(), &Name::HEAD, &Name::BODY);
        self.readable.head_sequence = texts(header.unwrap_or_default());
        for tag in &self.readable.tag_sequence {
            *self.readable.tag_counts.entry(tag.clone()).or_default() += 1;
        }
    }
}

/// The names that the tree of a page writes in another way than in small letters, as it does inside `svg`.
fn spellings<'page>(tree: &'page Tree<'page>, outline: &Outline) -> BTreeMap<Name, &'page str> {
    let foreign = outline.elements.iter().filter(|element| element.kind != Kind::Html);
    foreign.map(|element| (element.name, tree.tag(element.node))).collect()
}

/// The different paths of a page, in document order.
fn path_uses(outline: &Outline) -> Vec<PathUse> {
    let mut uses = vec![PathUse::default(); outline.paths.len()];
    for (number, element) in outline.elements.iter().enumerate() {
        let path = &mut uses[element.path as usize];
        path.element = number as u32;
        path.elements += 1;
        path.leaves += u32::from(element.is_leaf);
        path.is_main |= element.is_leaf && element.marks.is_in_region(outline.has_main);
    }
    uses
}

/// The path of tags from the root, as text.
fn path_text(tree: &Tree<'_>, outline: &Outline, element: u32) -> String {
    let mut tags: Vec<&str> = outline.ancestors(element).map(|element| tree.tag(element.node)).collect();
    tags.push("");
    tags.reverse();
    tags.join("/")
}
