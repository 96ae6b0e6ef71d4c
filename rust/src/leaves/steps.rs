//! The step of an element: `tag.class#id~itemprop`, without what changes from page to page.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::features::fold_digits;
use crate::hash::{extend, hash_bytes};
use crate::html::{Attribute, KNOWN, Kind, Name, NodeId, Tree};
use crate::seeded::Seed;

/// The hashes of the names that are known at compile time.
static TAGS: LazyLock<Vec<u64>> = LazyLock::new(|| {
    let known = (0..KNOWN as u16).map(|number| Name(number).known_text().unwrap_or_default());
    known.map(|name| hash_bytes(name.as_bytes())).collect()
});

/// Classes that say in which state or position an element is, not what it is.
const STATES: [&str; 22] = [
    "odd",
    "even",
    "first",
    "last",
    "active",
    "current",
    "selected",
    "hover",
    "open",
    "closed",
    "hidden",
    "visible",
    "show",
    "hide",
    "disabled",
    "enabled",
    "collapsed",
    "expanded",
    "alt",
    "new",
    "lazyloaded",
    "lazy",
];

/// The class by which WordPress marks an element as a post, whatever its theme.
const POST: &str = "hentry";
/// How classes begin that it gives to posts of a topic, format or the like: they are of the page, not of its template.
const TOPICS: [&str; 5] = ["category-", "tag-", "format-", "has-post-thumbnail", "sticky"];

/// The hashes of an element's step: with classes, id and itemprop, and with classes alone.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Step {
    pub full: u64,
    pub classes: u64,
    pub tag: u64,
    /// The tag and the first class: what rows of one kind share.
    pub signature: u64,
}

/// The steps of pages. Class attributes are hashed once for each spelling, not for each page: those of one template are
/// written alike.
pub(super) struct Steps {
    /// By class attribute as written: the hash of all classes, and of the first.
    classes: HashMap<Box<str>, (u64, u64), Seed>,
    /// About how many bytes they take.
    bytes: usize,
    tags: &'static [u64],
}

/// Bytes of class attributes that are kept from one page for the next. A guess: the pages of a template have some KB.
const MOST_BYTES: usize = 1 << 20;

impl Default for Steps {
    fn default() -> Self {
        Steps { classes: HashMap::default(), bytes: 0, tags: &TAGS }
    }
}

/// What the step of an element follows from, as the page writes it.
#[derive(Clone, Copy)]
pub(super) struct Written<'tree> {
    name: Name,
    kind: Kind,
    class: Option<Attribute<'tree>>,
    id: Option<Attribute<'tree>>,
    itemprop: Option<Attribute<'tree>>,
}

impl<'tree> Written<'tree> {
    pub fn of(tree: &'tree Tree<'_>, element: NodeId) -> Self {
        let (name, kind) = (tree.name(element), tree.kind(element));
        let mut written = Written { name, kind, class: None, id: None, itemprop: None };
        if matches!(name, Name::HTML | Name::BODY) {
            // There is one of each; its classes and id often name the page, its author or its topics.
            return written;
        }
        for attribute in tree.attributes(element) {
            match attribute.name_length() {
                5 if attribute.is_named("class") => written.class = Some(attribute),
                2 if attribute.is_named("id") => written.id = Some(attribute),
                8 if attribute.is_named("itemprop") => written.itemprop = Some(attribute),
                _ => {}
            }
        }
        written
    }

    /// Whether another element is written alike, so that it has the same step.
    #[inline]
    pub fn is_like(&self, other: &Written<'_>) -> bool {
        let are_alike = |one: Option<Attribute<'_>>, other: Option<Attribute<'_>>| match (one, other) {
            (None, None) => true,
            (Some(one), Some(other)) => one.raw_value() == other.raw_value(),
            _ => false,
        };
        (self.name, self.kind) == (other.name, other.kind)
            && are_alike(self.class, other.class)
            && are_alike(self.id, other.id)
            && are_alike(self.itemprop, other.itemprop)
    }
}

impl Steps {
    /// Forgets what earlier pages had, once it is much.
    pub fn begin_page(&mut self) {
        if self.bytes > MOST_BYTES {
            self.classes = HashMap::default();
            self.bytes = 0;
        }
    }

    /// About how many bytes are held.
    pub fn capacity(&self) -> usize {
        self.bytes
    }

    /// The hash of an element's name, as the standard spells it.
    fn tag(&self, tree: &Tree<'_>, element: NodeId) -> u64 {
        let known = self.tags.get(tree.name(element).0 as usize).filter(|_| tree.kind(element) != Kind::Svg);
        known.copied().unwrap_or_else(|| hash_bytes(tree.tag(element).as_bytes()))
    }

    /// The step of an element.
    pub fn step(&mut self, tree: &Tree<'_>, element: NodeId) -> Step {
        self.step_of(tree, element, &Written::of(tree, element))
    }

    /// The step of an element that is written so.
    pub fn step_of(&mut self, tree: &Tree<'_>, element: NodeId, written: &Written<'_>) -> Step {
        let tag = self.tag(tree, element);
        let (mut classes, mut signature) = (tag, tag);
        if let Some(attribute) = written.class {
            let (all, first) = self.classes_of(attribute);
            classes = extend(classes, all);
            signature = extend(tag, first);
        }
        let hash = |attribute: Option<Attribute<'_>>| attribute.map_or(0, |attribute| text_hash(&attribute.value()));
        let full = extend(extend(classes, hash(written.id)), hash(written.itemprop));
        Step { full, classes, tag, signature }
    }

    /// The hash of all classes of an attribute, and of the first.
    fn classes_of(&mut self, attribute: Attribute<'_>) -> (u64, u64) {
        let written = attribute.raw_value();
        if let Some(&known) = self.classes.get(written) {
            return known;
        }
        let value = attribute.value();
        let hashes = (class_hash(&value), first_class_hash(&value));
        self.classes.insert(written.into(), hashes);
        self.bytes += written.len() + size_of::<(Box<str>, (u64, u64))>();
        hashes
    }
}

fn class_hash(classes: &str) -> u64 {
    // The order of classes means nothing.
    telling(classes).fold(0, |sum: u64, class| sum.wrapping_add(text_hash(class)))
}

fn first_class_hash(classes: &str) -> u64 {
    telling(classes).next().map_or(0, text_hash)
}

/// The classes that say what an element is.
fn telling(classes: &str) -> impl Iterator<Item = &str> {
    let is_post = classes.split_ascii_whitespace().any(|class| class == POST);
    classes
        .split_ascii_whitespace()
        .filter(move |class| !(is_state(class) || is_post && TOPICS.iter().any(|topic| class.starts_with(topic))))
}

fn text_hash(text: &str) -> u64 {
    hash_bytes(fold_digits(text).as_bytes())
}

fn is_state(class: &str) -> bool {
    STATES.iter().any(|state| state.eq_ignore_ascii_case(class))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html::parse;

    /// The step of the first paragraph of a page.
    fn of(page: &str) -> Step {
        let tree = parse(page);
        let paragraph = (1..tree.len() as NodeId).find(|&node| tree.tag(node) == "p").expect("a paragraph");
        Steps::default().step(&tree, paragraph)
    }

    #[test]
    fn order_state_and_digits_are_forgotten() {
        let step = of("<p class='price item-7' id=row1>").full;
        assert_eq!(of("<p id=row23 class='item-42 Odd price lazy'>").full, step);
        assert_ne!(of("<p class='price item' id=row1>").full, step);
        assert_ne!(of("<p class='price item-7'>").full, step);
    }

    #[test]
    fn the_topics_of_a_post_are_forgotten() {
        let step = of("<p class='post-7 hentry type-post'>").full;
        assert_eq!(
            of("<p class='post-41 type-post format-standard hentry category-news tag-red-hats sticky'>").full,
            step
        );
        assert_ne!(of("<p class='post-41 type-post hentry wide'>").full, step);
        assert_ne!(of("<p class='category-news'>").full, of("<p>").full);
    }

    #[test]
    fn what_a_body_is_called_is_no_part_of_its_step() {
        let of_body = |page: &str| {
            let tree = parse(page);
            (1..tree.len() as NodeId)
                .find(|&node| tree.tag(node) == "body")
                .map(|node| Steps::default().step(&tree, node).full)
        };
        assert_eq!(of_body("<body class='page-Anna_Bell' id=anna>"), of_body("<body>"));
    }

    #[test]
    fn elements_are_alike_whose_attributes_are_written_alike() {
        let tree =
            parse("<p class=a id=b title=c>x<p class=a id=b title=d>x<p class=a>x<p class=A id=b>x<div class=a id=b>x");
        let elements: Vec<NodeId> = (1..tree.len() as NodeId).filter(|&node| tree.attributes(node).len() > 0).collect();
        let written: Vec<Written<'_>> = elements.iter().map(|&node| Written::of(&tree, node)).collect();
        let are_alike: Vec<bool> = written.iter().map(|other| written[0].is_like(other)).collect();
        assert_eq!(are_alike, [true, true, false, false, false]);
    }

    #[test]
    fn the_signature_has_the_first_class_alone() {
        let row = of("<p class='row wide'>");
        assert_eq!(of("<p class='odd row narrow'>").signature, row.signature);
        assert_ne!(of("<p class='wide row'>").signature, row.signature);
        assert_eq!(of("<p class='wide row'>").classes, row.classes);
    }

    #[test]
    fn id_and_itemprop_are_no_classes() {
        let plain = of("<p>");
        let marked = of("<p id=a itemprop=name>");
        assert_eq!((marked.classes, marked.tag, marked.signature), (plain.classes, plain.tag, plain.signature));
        assert_ne!(marked.full, plain.full);
        assert_ne!(of("<p id=name>").full, of("<p itemprop=name>").full);
    }
}
