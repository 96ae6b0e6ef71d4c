//! Tag sequences, and the template fingerprint that needs only the beginning of one.
//!
//! Source mode: one token for every start and end tag that the page really writes, in its order. Text inside `script`
//! and its like gives no tokens. The scanner reads tags without building a tree and is lazy, so that the fingerprint
//! (Hachenberg & Gottron 2013) stops reading the page with its 25th entry.

use super::columns::Features;
use super::names::Names;
use super::outline::Outline;
use crate::encoding;
use crate::hash::hash_sequence;
use crate::html::{Model, Name, Problems, SourceTag, TagReader, Tree};
use crate::measures::digest::{header_part, text_digest};
use crate::measures::fingerprint::{Fingerprint, PADDING, fingerprint};

/// The tags of a page in source order.
pub struct TagScanner<'page> {
    reader: TagReader<'page>,
    /// How many `svg` and `math` elements are open: names mean something else in there.
    foreign: u32,
}

impl<'page> TagScanner<'page> {
    /// Begins at the beginning of a page.
    pub fn new(source: &'page str) -> Self {
        TagScanner { reader: TagReader::new(source), foreign: 0 }
    }

    /// The text of a name that this scanner gave.
    pub fn name_text(&self, name: Name) -> &str {
        self.reader.name_text(name)
    }

    fn follow(&mut self, tag: SourceTag) {
        let opens_foreign = matches!(tag.name, Name::SVG | Name::MATH);
        if opens_foreign && tag.is_end {
            self.foreign = self.foreign.saturating_sub(1);
        } else if opens_foreign && !tag.is_self_closing {
            self.foreign += 1;
        }
        self.reader.set_foreign(self.foreign > 0);
        if !tag.is_end && self.foreign == 0 {
            self.reader.set_model(content_model(tag.name));
        }
    }
}

impl Iterator for TagScanner<'_> {
    type Item = Name;

    #[inline]
    fn next(&mut self) -> Option<Name> {
        let tag = self.reader.next()?;
        self.follow(tag);
        Some(tag.name)
    }
}

/// How the content of an HTML element is read.
fn content_model(name: Name) -> Model {
    match name {
        Name::SCRIPT => Model::Script,
        Name::STYLE | Name::XMP | Name::IFRAME | Name::NOEMBED | Name::NOFRAMES => Model::Rawtext,
        Name::TITLE | Name::TEXTAREA => Model::Rcdata,
        Name::PLAINTEXT => Model::Plaintext,
        _ => Model::Data,
    }
}

/// How much of a page the fingerprint scanner reads at first, most pages needing less, and by how much more it reads
/// each time that this was not enough.
const FIRST_PREFIX: usize = 16 << 10;
const GROWTH: usize = 8;

/// The fingerprint of a page; decodes and reads hardly more of it than it must.
pub fn scan_fingerprint(page: &[u8], http_charset: Option<&str>) -> Fingerprint {
    let mut length = FIRST_PREFIX;
    while length < page.len()
        && let Some(text) = encoding::readable_tags(&page[..length], http_charset)
    {
        let found = fingerprint(TagScanner::new(&text));
        if is_complete(&found) {
            return found;
        }
        length *= GROWTH;
    }
    fingerprint(TagScanner::new(&encoding::decode(page, http_charset).text))
}

/// Whether all entries were filled, so that nothing behind what was read can change it.
fn is_complete(fingerprint: &Fingerprint) -> bool {
    fingerprint.last() != Some(&PADDING)
}

/// Appends the DOM-mode sequence: entering and leaving every element, as tag hashes.
pub(super) fn push_dom_sequence(outline: &Outline, sequence: &mut Vec<u32>) {
    let mut open: Vec<u32> = Vec::new();
    for element in &outline.elements {
        while open.len() > element.depth as usize {
            sequence.extend(open.pop());
        }
        let tag = outline.names.short_hash(element.name);
        sequence.push(tag);
        open.push(tag);
    }
    sequence.extend(open.iter().rev());
}

/// Memory for [`push_tags`] that is used again for the next page.
#[derive(Default)]
pub(super) struct TagScratch {
    counts: Vec<u32>,
    tags: Vec<(u32, u32)>,
    text: Vec<u8>,
}

/// Appends everything that comes from the source-mode tag sequence.
pub(super) fn push_tags(tree: &Tree<'_>, outline: &Outline, scratch: &mut TagScratch, features: &mut Features) {
    let (log, names) = (tree.tag_log(), &outline.names);
    scratch.counts.clear();
    scratch.counts.resize(names.len(), 0);
    let mut writer = names.writer(tree, &mut scratch.text);
    // Every step of the hash waits for the one before it; meanwhile the rest is done.
    let hash = hash_sequence(log.iter().map(|&name| {
        let tag = names.short_hash(name);
        features.tag_sequence.values.push(tag);
        scratch.counts[name.0 as usize] += 1;
        writer.push(name);
        u64::from(tag)
    }));
    features.tag_sequence.close();
    features.sequence_hashes.push(hash);
    features.sequence_digests.push((!log.is_empty()).then(|| text_digest(writer.finish())));
    push_tag_counts(names, scratch, features);
    push_header(tree, names, scratch, features);
}

fn push_header(tree: &Tree<'_>, names: &Names, scratch: &mut TagScratch, features: &mut Features) {
    let header = header_part(tree.tag_log(), &Name::HEAD, &Name::BODY);
    features.head_sequence.values.extend(header.unwrap_or_default().iter().map(|&name| names.short_hash(name)));
    features.head_sequence.close();
    features.header_digests.push(header.map(|header| {
        let mut writer = names.writer(tree, &mut scratch.text);
        header.iter().for_each(|&name| writer.push(name));
        text_digest(writer.finish())
    }));
}

fn push_tag_counts(names: &Names, scratch: &mut TagScratch, features: &mut Features) {
    scratch.tags.clear();
    let written = scratch.counts.iter().enumerate().filter(|(_, count)| **count > 0);
    scratch.tags.extend(written.map(|(name, &count)| (names.short_hash(Name(name as u16)), count)));
    scratch.tags.sort_unstable();
    // Two names of one short hash are one tag.
    for tags in scratch.tags.chunk_by(|first, second| first.0 == second.0) {
        features.tags.values.push(tags[0].0);
        features.tag_counts.values.push(tags.iter().map(|tag| tag.1).sum());
    }
    features.tags.close();
    features.tag_counts.close();
}

/// The fingerprint of a parsed page: the same that the scanner gives.
pub(super) fn tree_fingerprint(tree: &Tree<'_>) -> Fingerprint {
    // Behind these tags the parser, who knows the tree, may read what the scanner takes for text, or the reverse.
    let differs = |name: &Name| matches!(*name, Name::SVG | Name::MATH | Name::FRAMESET | Name::TEMPLATE);
    let mut is_certain = !tree.problems().contains(Problems::NODES);
    let certain = tree.tag_log().iter().take_while(|name| {
        is_certain &= !differs(name);
        is_certain
    });
    let found = fingerprint(certain);
    if is_certain || is_complete(&found) { found } else { fingerprint(TagScanner::new(tree.source())) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html::{Limits, Parser};

    fn tags(source: &str) -> Vec<String> {
        let mut scanner = TagScanner::new(source);
        let mut names = Vec::new();
        while let Some(name) = scanner.next() {
            names.push(scanner.name_text(name).to_owned());
        }
        names
    }

    #[test]
    fn every_tag_of_the_source_once() {
        assert_eq!(tags("<p><b>x</b></p><br><br/>"), ["p", "b", "b", "p", "br", "br"]);
        assert_eq!(tags("<!DOCTYPE html><!-- <i> --><P>a<x-y>"), ["p", "x-y"]);
    }

    #[test]
    fn raw_text_hides_tags() {
        assert_eq!(tags("<script>'<b>'</script><title><i></title><p>"), ["script", "script", "title", "title", "p"]);
        assert_eq!(tags("<svg><title><g></g></title></svg><style><b></style>").len(), 8);
    }

    #[test]
    fn the_fingerprint_stops_early() {
        let page: String = ('a'..='y').map(|tag| format!("<x-{tag}>")).collect();
        let mut scanner = TagScanner::new(&page);
        assert_eq!(fingerprint(&mut scanner), [0; 25]);
        let longer = page + &"<z>".repeat(20_000);
        let mut scanner = TagScanner::new(&longer);
        assert_eq!(fingerprint(&mut scanner), [0; 25]);
        assert_eq!(scanner.count(), 20_000);
    }

    #[test]
    fn the_parser_and_the_scanner_give_the_same_fingerprint() {
        let many = "<p><b>x</b></p><ul><li>a<li>b</ul>".repeat(9);
        let sources = [
            "",
            "no tags",
            "<title><p></title><textarea><b></textarea><script><i></script>",
            "<svg><title><style></title></svg><style><b></style>",
            "<p><svg><desc><style><b></style></desc><div><title><i></title>",
            "<math><mi><textarea><p></textarea></mi></math><p>",
            "<frameset><title><frame></title></frameset><noframes><p></noframes>",
            "<template><col><textarea><b></textarea></template><p>",
            "<table><colgroup><title><b></title><select><textarea><p></textarea>",
            "<noscript><style><b></style></noscript><xmp><i></xmp><plaintext><b>",
        ];
        for source in sources.iter().flat_map(|&source| [source.to_owned(), format!("{many}{source}{many}")]) {
            let tree = Parser::with_tag_log(Limits::default()).parse(&source);
            assert_eq!(tree_fingerprint(&tree), fingerprint(TagScanner::new(&source)), "{source}");
        }
        let cut = Parser::with_tag_log(Limits { max_nodes: 10, ..Limits::default() }).parse(&many).into_owned();
        assert_eq!(tree_fingerprint(&cut), fingerprint(TagScanner::new(&many)));
    }

    #[test]
    fn a_prefix_gives_the_same_fingerprint() {
        let late = "<p>".to_owned() + &"x".repeat(50_000) + "<b>" + &"<i></i><u>y</u>".repeat(9_000);
        let whole = fingerprint(TagScanner::new(&late));
        assert_eq!(scan_fingerprint(late.as_bytes(), None), whole);
        assert_eq!(scan_fingerprint(&late.as_bytes()[..60_000], None), fingerprint(TagScanner::new(&late[..60_000])));
    }
}
