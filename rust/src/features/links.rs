//! The links of a page: where they point, where they are, and what they say.

use super::addresses::Base;
use super::columns::{Column, Part, Strings};
use super::outline::Outline;
use super::texts::Span;
use crate::html::{Tree, push_step};

/// The bytes that the links of one page may take. Links that contain each other repeat their texts, deep ones have long
/// XPaths: without a cap, a page of some megabytes would grow to many gigabytes. Real pages stay a hundred times below.
const MAX_BYTES: usize = 64 << 20;

/// Links, column by column.
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
    /// Where the links of each page end.
    pub ends: Vec<u64>,
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

impl Column for Links {
    fn clear(&mut self) {
        for strings in [&mut self.urls, &mut self.xpaths, &mut self.short_xpaths, &mut self.texts] {
            strings.clear();
        }
        self.ends.clear();
    }

    fn capacity(&self) -> usize {
        self.strings().map(Column::capacity).iter().sum::<usize>() + self.ends.capacity() * size_of::<u64>()
    }

    fn parts(&self) -> Vec<Part<'_>> {
        let strings = self.strings().into_iter().flat_map(Column::parts);
        std::iter::once(Part::Ends(&self.ends)).chain(strings).collect()
    }
}

impl Links {
    /// The links, in document order.
    pub fn iter(&self) -> impl Iterator<Item = Link<'_>> {
        let columns = self.urls.iter().zip(self.xpaths.iter()).zip(self.short_xpaths.iter().zip(self.texts.iter()));
        columns.map(|((url, xpath), (short_xpath, text))| Link { url, xpath, short_xpath, text })
    }

    fn strings(&self) -> [&Strings; 4] {
        [&self.urls, &self.xpaths, &self.short_xpaths, &self.texts]
    }

    fn bytes(&self) -> usize {
        self.strings().iter().map(|column| column.text.len()).sum()
    }
}

/// Appends the links of a page, in document order, and says whether some had to be left out. `spans` are its texts
/// among `texts`.
pub(super) fn push_links(
    tree: &Tree<'_>,
    outline: &Outline,
    base: &Base,
    (texts, spans): (&str, &[Span]),
    links: &mut Links,
) -> bool {
    let allowed = links.bytes() + MAX_BYTES;
    let rebased = outline.base.map(|href| base.rebased(&tree.attribute_at(href).value()));
    let base = rebased.as_ref().unwrap_or(base);
    let mut writer = XPathWriter { tree, outline, last: [0; 2], steps: Vec::new(), missing: Vec::new() };
    let mut first_text = 0;
    let mut is_cut = false;
    for &(number, href) in &outline.links {
        is_cut = links.bytes() > allowed;
        if is_cut {
            break;
        }
        let node = outline.elements[number as usize].node;
        base.resolve(&tree.attribute_at(href).value(), &mut links.urls.text);
        links.urls.close();
        writer.write(number, [&mut links.xpaths, &mut links.short_xpaths]);
        first_text += outline.texts[first_text..].iter().take_while(|text| text.node < node).count();
        let end = tree.subtree_end(node);
        let count = outline.texts[first_text..].iter().take_while(|text| text.node < end).count();
        push_text(texts, &spans[first_text..first_text + count], &mut links.texts);
    }
    links.ends.push(links.urls.len() as u64);
    is_cut
}

/// The texts below a link as one.
fn push_text(texts: &str, spans: &[Span], out: &mut Strings) {
    let start = out.text.len();
    for span in spans.iter().filter(|span| span.start < span.end) {
        if span.is_apart && out.text.len() > start {
            out.text.push(' ');
        }
        out.text.push_str(&texts[span.start..span.end]);
    }
    out.close();
}

/// Writes the XPaths of elements in document order, with all indices and with those that are needed: neighbours share
/// most of theirs, which is copied.
struct XPathWriter<'page> {
    tree: &'page Tree<'page>,
    outline: &'page Outline,
    /// Where the last paths begin.
    last: [usize; 2],
    /// The elements along them, with the lengths of the paths up to the end of each.
    steps: Vec<(u32, [usize; 2])>,
    missing: Vec<u32>,
}

impl XPathWriter<'_> {
    fn write(&mut self, number: u32, [canonical, short]: [&mut Strings; 2]) {
        self.keep_common_steps(number);
        let shared = self.steps.last().map_or([0; 2], |step| step.1);
        let starts = [canonical.text.len(), short.text.len()];
        canonical.text.extend_from_within(self.last[0]..self.last[0] + shared[0]);
        short.text.extend_from_within(self.last[1]..self.last[1] + shared[1]);
        while let Some(number) = self.missing.pop() {
            let element = &self.outline.elements[number as usize];
            push_step(self.tree, element.node, Some(element.index), &mut canonical.text);
            push_step(self.tree, element.node, element.has_twins.then_some(element.index), &mut short.text);
            self.steps.push((number, [canonical.text.len() - starts[0], short.text.len() - starts[1]]));
        }
        self.last = starts;
        canonical.close();
        short.close();
    }

    /// Takes off the steps that do not lead to this element, and finds those that do and are missing.
    fn keep_common_steps(&mut self, number: u32) {
        let mut at = number;
        while let Some(element) = self.outline.elements.get(at as usize) {
            let depth = element.depth as usize;
            if self.steps.get(depth).is_some_and(|step| step.0 == at) {
                self.steps.truncate(depth + 1);
                return;
            }
            self.missing.push(at);
            at = element.parent;
        }
        self.steps.clear();
    }
}
