//! The links of a page: where they point, where they stand, and what they say.

use super::addresses::Base;
use super::outline::{Element, Outline};
use super::paths::Position;
use super::strings::Strings;
use super::words::push_collapsed;
use crate::html::{Kind, NONE, Name, NodeId, push_step};

/// The links of a page, column by column.
#[derive(Clone, Debug, Default)]
pub struct Links {
    /// Absolute addresses.
    pub urls: Strings,
    /// XPaths with every index.
    pub xpaths: Strings,
    /// XPaths with the indices that are needed.
    pub short_xpaths: Strings,
    /// Anchor texts.
    pub texts: Strings,
}

/// One link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link<'page> {
    /// The absolute address.
    pub url: &'page str,
    /// The XPath of the element, with every index.
    pub xpath: &'page str,
    /// The XPath with the indices that are needed.
    pub short_xpath: &'page str,
    /// The text, white space collapsed.
    pub text: &'page str,
}

impl Links {
    /// The links, in document order.
    pub fn iter(&self) -> impl Iterator<Item = Link<'_>> {
        let columns = self.urls.iter().zip(self.xpaths.iter()).zip(self.short_xpaths.iter().zip(self.texts.iter()));
        columns.map(|((url, xpath), (short_xpath, text))| Link { url, xpath, short_xpath, text })
    }
}

/// The links of a page, in document order.
pub(super) fn links(outline: &Outline<'_>, positions: &[Position], base: &Base) -> Links {
    let base = &document_base(outline, base);
    let mut links = Links::default();
    let mut writer = XPathWriter::new(outline, positions);
    for (index, element) in outline.elements.iter().enumerate() {
        if element.kind != Kind::Html || !matches!(element.name, Name::A | Name::AREA) {
            continue;
        }
        let Some(href) = outline.tree.attribute(element.node, "href") else { continue };
        base.resolve(&href, &mut links.urls.text);
        links.urls.close();
        writer.go_to(index);
        links.xpaths.push(&writer.canonical);
        links.short_xpaths.push(&writer.short);
        push_text(outline, element, &mut links.texts);
    }
    links
}

/// The address of the page, unless the page has a `base` element.
fn document_base(outline: &Outline<'_>, base: &Base) -> Base {
    let href = outline.elements.iter().filter(|element| element.is_html(Name::BASE));
    match href.flat_map(|element| outline.tree.attribute(element.node, "href")).next() {
        Some(href) => base.rebased(&href),
        None => base.clone(),
    }
}

/// Writes the XPaths of elements in document order: neighbours share most of theirs, which is kept.
struct XPathWriter<'page> {
    outline: &'page Outline<'page>,
    positions: &'page [Position],
    canonical: String,
    short: String,
    /// The elements that are written, with the lengths of both paths before each.
    steps: Vec<(u32, usize, usize)>,
    missing: Vec<u32>,
}

impl<'page> XPathWriter<'page> {
    fn new(outline: &'page Outline<'page>, positions: &'page [Position]) -> Self {
        let (canonical, short) = (String::new(), String::new());
        XPathWriter { outline, positions, canonical, short, steps: Vec::new(), missing: Vec::new() }
    }

    /// Leads both paths to an element.
    fn go_to(&mut self, index: usize) {
        self.missing.clear();
        let mut at = index as u32;
        while at != NONE && !self.is_written(at) {
            self.missing.push(at);
            at = self.outline.elements[at as usize].parent;
        }
        while self.steps.last().is_some_and(|step| at == NONE || step.0 > at) {
            if let Some((_, canonical, short)) = self.steps.pop() {
                self.canonical.truncate(canonical);
                self.short.truncate(short);
            }
        }
        while let Some(step) = self.missing.pop() {
            self.push(step);
        }
    }

    /// Positions ascend along a path, so that a search finds its place at once.
    fn is_written(&self, index: u32) -> bool {
        self.steps.binary_search_by_key(&index, |step| step.0).is_ok()
    }

    fn push(&mut self, index: u32) {
        self.steps.push((index, self.canonical.len(), self.short.len()));
        let node = self.outline.elements[index as usize].node;
        let Position { index: position, is_only } = self.positions[index as usize];
        push_step(self.outline.tree, node, Some(position), &mut self.canonical);
        push_step(self.outline.tree, node, (!is_only).then_some(position), &mut self.short);
    }
}

fn push_text(outline: &Outline<'_>, element: &Element<'_>, out: &mut Strings) {
    let start = out.text.len();
    for node in element.node..outline.tree.subtree_end(element.node) {
        if outline.tree.kind(node) == Kind::Text && is_visible(outline, node) {
            push_collapsed(&outline.tree.text(node), &mut out.text, start);
        }
    }
    if out.text.len() > start && out.text.ends_with(' ') {
        out.text.pop();
    }
    out.close();
}

/// Whether a text is shown to a reader: not inside `script`, `style`, `template` and their like.
pub(super) fn is_visible(outline: &Outline<'_>, text: NodeId) -> bool {
    outline.element_of_text(text).is_some_and(|element| {
        !matches!(
            element.name,
            Name::SCRIPT | Name::STYLE | Name::NOSCRIPT | Name::NOFRAMES | Name::NOEMBED | Name::IFRAME
        )
    })
}
