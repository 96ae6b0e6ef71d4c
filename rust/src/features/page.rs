//! All features of a page.

use super::addresses::Base;
use super::columns::{Column, Features, Groups, Ragged, Strings};
use super::contents::{ContentScratch, push_contents};
use super::labels::{LabelScratch, push_labels};
use super::links::push_links;
use super::outline::{Extras, Outline};
use super::paths::{PathScratch, push_indexed_leaf_paths, push_path_sets};
use super::style::{push_classes, push_tokens};
use super::tags::{TagScratch, push_dom_sequence, push_tags, tree_fingerprint};
use super::texts::{Span, push_texts};
use crate::html::{Name, Problems, Tree};
use crate::measures::comparand::{Comparand, Tag, WindowSettings};
use crate::measures::tree::LabelledTree;

/// What is made of visible texts.
const OF_TEXTS: Groups = Groups::TEXTS.with(Groups::LINKS).with(Groups::CONTENTS);

/// What says where among its siblings an element is.
const OF_POSITIONS: Groups = Groups::TREE.with(Groups::LINKS);

/// Computes features, page after page, with the same scratch memory.
#[derive(Default)]
pub struct Extractor {
    outline: Outline,
    tags: TagScratch,
    paths: PathScratch,
    labels: LabelScratch,
    spans: Vec<Span>,
    /// Texts that are needed for links only.
    texts: Strings,
    contents: ContentScratch,
}

impl Extractor {
    /// About how many bytes the scratch memory holds.
    pub fn capacity(&self) -> usize {
        self.outline.capacity() + self.spans.capacity() * size_of::<Span>()
    }

    /// Appends the features of a page that was parsed with a tag log: those of the groups that are wanted. Links are
    /// relative to `address`. What had to be cut leaves: the tree's problems, and whether there are too many links.
    pub fn extract(&mut self, tree: &Tree<'_>, address: &str, wanted: Groups, features: &mut Features) -> Problems {
        self.outline.read(tree, Extras { texts: wanted.has(OF_TEXTS), positions: wanted.has(OF_POSITIONS) });
        if wanted.has(Groups::STRUCTURE.with(Groups::SET_HASHES)) {
            push_path_sets(&mut self.outline, &mut self.paths, features);
        }
        if wanted.has(Groups::STYLE.with(Groups::SET_HASHES)) {
            push_tokens(&mut self.outline, &mut features.class_tokens);
        }
        let outline = &self.outline;
        if wanted.has(Groups::SIZE) {
            features.elements.push(outline.elements.len() as u32);
            features.nodes.push(tree.len() as u32);
            features.max_depth.push(tree.max_depth());
        }
        if wanted.has(Groups::FINGERPRINT) {
            features.fingerprints.push(tree_fingerprint(tree));
        }
        if wanted.has(Groups::TAGS) {
            push_tags(tree, outline, &mut self.tags, features);
        }
        if wanted.has(Groups::TREE) {
            push_dom_sequence(outline, &mut features.dom_sequence.values);
            features.dom_sequence.close();
            push_indexed_leaf_paths(outline, &mut features.indexed_leaf_paths.values);
            features.indexed_leaf_paths.close();
        }
        if wanted.has(Groups::SET_HASHES) {
            features.leaf_path_hashes.push(features.leaf_paths.hash_of_last_set());
            features.class_token_hashes.push(features.class_tokens.hash_of_last_set());
        }
        if wanted.has(Groups::CLASSES) {
            push_classes(outline, &mut features.classes);
        }
        if wanted.has(Groups::LABELS) {
            push_labels(tree, outline, &mut self.labels, &mut features.labels);
        }
        let mut problems = tree.problems();
        if self.extract_strings(tree, address, wanted, features) {
            problems.insert(Problems::LINKS);
        }
        problems
    }

    /// Appends what is made of texts, and says whether links had to be left out.
    fn extract_strings(&mut self, tree: &Tree<'_>, address: &str, wanted: Groups, features: &mut Features) -> bool {
        if !wanted.has(OF_TEXTS) {
            return false;
        }
        let outline = &self.outline;
        let texts = if wanted.has(Groups::TEXTS) {
            push_texts(tree, outline, &mut features.texts.strings, &mut features.text_paths, &mut self.spans);
            features.texts.close();
            Some(&features.texts.strings.text[..])
        } else if wanted.has(Groups::LINKS) {
            self.texts.clear();
            push_texts(tree, outline, &mut self.texts, &mut Ragged::default(), &mut self.spans);
            Some(&self.texts.text[..])
        } else {
            None
        };
        let texts = texts.map(|texts| (texts, &self.spans[..]));
        let is_cut = wanted.has(Groups::LINKS)
            && texts.is_some_and(|texts| push_links(tree, outline, &Base::new(address), texts, &mut features.links));
        if wanted.has(Groups::CONTENTS) {
            let columns = (&mut features.content_paths, &mut features.content_path_parents);
            push_contents(tree, outline, texts, &mut self.contents, columns);
        }
        is_cut
    }

    /// A page, parsed with a tag log, as the measures take it: element tree, tag sequence and classes with numbers that mean the same on every page.
    pub fn comparand(&mut self, tree: &Tree<'_>, windows: WindowSettings) -> Comparand {
        self.outline.read(tree, Extras::default());
        let outline = &self.outline;
        let short = |name: Name| outline.names.short_hash(name);
        let labels = outline.elements.iter().map(|element| short(element.name)).collect();
        let parents = outline.elements.iter().map(|element| element.parent).collect();
        let labelled = LabelledTree::from_parents(labels, parents).unwrap_or_default();
        let mut is_used = vec![false; outline.names.len()];
        let used = outline.elements.iter().map(|element| &element.name).chain(tree.tag_log());
        used.for_each(|name| is_used[name.0 as usize] = true);
        let known = (0..).map(Name).zip(is_used).filter(|&(_, is_used)| is_used);
        let known = known
            .map(|(name, _)| (short(name), Tag { hash: outline.names.hash(name), name: tree.name_text(name).into() }));
        let tags = tree.tag_log().iter().map(|&name| short(name)).collect();
        let mut classes = Ragged::default();
        push_classes(outline, &mut classes);
        Comparand::prepare(labelled, tags, classes.values, known.collect(), windows)
    }
}
