//! The features of one page as a person reads them: paths, tags and labels as text instead of hashes.

use std::collections::BTreeMap;

use super::addresses::Base;
use super::columns::Features;
use super::labels::{readable_steps, visit_labels};
use super::links::Links;
use super::outline::{Element, Outline};
use super::page::Extractor;
use super::words::fold_digits;
use crate::html::{Name, Tree};
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

/// The features of a parsed page, spelled out.
pub fn readable_features(tree: &Tree<'_>, base: &Base) -> ReadableFeatures {
    let mut outline = Outline::default();
    outline.read(tree);
    let mut features = Features::default();
    Extractor::default().extract(tree, base, &mut features);
    let mut readable = ReadableFeatures {
        texts: features.texts.iter().map(str::to_owned).collect(),
        links: features.links,
        fingerprint: features.fingerprints[0],
        ..ReadableFeatures::default()
    };
    for (number, element) in outline.elements.iter().enumerate() {
        let path = path_text(tree, &outline, number as u32);
        if element.is_leaf {
            *readable.leaf_paths.entry(path.clone()).or_default() += 1;
            if element.marks.is_in_region(outline.has_main) {
                readable.main_paths.push(path.clone());
            }
        }
        *readable.element_paths.entry(path).or_default() += 1;
        readable.add_classes(tree, element);
    }
    visit_labels(tree, &outline, |element, text| {
        readable.labels.push((text.to_owned(), readable_steps(tree, &outline, element)));
    });
    readable.add_tags(tree);
    sort_and_dedup(&mut readable.main_paths);
    sort_and_dedup(&mut readable.class_tokens);
    readable
}

impl ReadableFeatures {
    fn add_classes(&mut self, tree: &Tree<'_>, element: &Element) {
        let tag = tree.tag(element.node);
        self.class_tokens.push(tag.to_owned());
        let classes = tree.attribute(element.node, "class").unwrap_or_default();
        for class in classes.split_ascii_whitespace() {
            *self.classes.entry(class.to_owned()).or_default() += 1;
            if !matches!(element.name, Name::HTML | Name::BODY) {
                self.class_tokens.push(format!("{tag}.{}", fold_digits(class)));
            }
        }
    }

    fn add_tags(&mut self, tree: &Tree<'_>) {
        let texts = |names: &[Name]| names.iter().map(|&name| tree.name_text(name).to_owned()).collect();
        self.tag_sequence = texts(tree.tag_log());
        for tag in &self.tag_sequence {
            *self.tag_counts.entry(tag.clone()).or_default() += 1;
        }
        let header = header_part(tree.tag_log(), &Name::HEAD, &Name::BODY);
        self.head_sequence = texts(header.unwrap_or_default());
    }
}

/// The path of tags from the root, as text.
fn path_text(tree: &Tree<'_>, outline: &Outline, element: u32) -> String {
    let mut tags: Vec<&str> = outline.ancestors(element).map(|element| tree.tag(element.node)).collect();
    tags.push("");
    tags.reverse();
    tags.join("/")
}

fn sort_and_dedup(texts: &mut Vec<String>) {
    texts.sort_unstable();
    texts.dedup();
}
