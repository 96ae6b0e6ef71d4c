//! Tag sequences, and the template fingerprint that needs only the beginning of one.
//!
//! Source mode: one token for every start and end tag that the page really writes, in its order. Text inside `script`
//! and its like gives no tokens. The scanner reads tags without building a tree and is lazy, so that the fingerprint
//! (Hachenberg & Gottron 2013) stops reading the page with its 25th entry.

use crate::encoding;
use crate::html::{Model, Name, SourceTag, TagReader};
use crate::measures::fingerprint::{Fingerprint, PADDING, fingerprint};

use super::outline::{Outline, known_tag_hash, tag_hash};

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

    /// The stable hash of a name that this scanner gave.
    pub fn name_hash(&self, name: Name) -> u64 {
        known_tag_hash(name).unwrap_or_else(|| tag_hash(self.name_text(name)))
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

/// How much of a page the fingerprint scanner decodes at first; most pages need less.
const FIRST_PREFIX: usize = 16 << 10;

/// The fingerprint of a page; decodes and reads hardly more of it than it must.
pub fn scan_fingerprint(page: &[u8], http_charset: Option<&str>) -> Fingerprint {
    let mut prefix = FIRST_PREFIX;
    while prefix < page.len() && encoding::has_plain_tags(page, http_charset) {
        let found = fingerprint(TagScanner::new(&String::from_utf8_lossy(&page[..prefix])));
        if is_complete(&found) {
            return found;
        }
        prefix *= 4;
    }
    fingerprint(TagScanner::new(&encoding::decode(page, http_charset).text))
}

/// Whether all entries were filled, so that nothing behind what was read can change it.
fn is_complete(fingerprint: &Fingerprint) -> bool {
    fingerprint.last() != Some(&PADDING)
}

/// DOM mode: entering and leaving every element, as tag hashes.
pub(super) fn dom_sequence(outline: &Outline<'_>) -> Vec<u32> {
    let mut sequence = Vec::with_capacity(outline.elements.len() * 2);
    let mut open: Vec<(u32, u64)> = Vec::new();
    for (position, element) in outline.elements.iter().enumerate() {
        while let Some(&(last, tag)) = open.last()
            && last != element.parent
        {
            sequence.push(short(tag));
            open.pop();
        }
        sequence.push(short(element.tag));
        open.push((position as u32, element.tag));
    }
    sequence.extend(open.iter().rev().map(|(_, tag)| short(*tag)));
    sequence
}

/// Half of a tag hash, which is enough to tell a few hundred tags apart.
#[inline]
pub(super) fn short(tag: u64) -> u32 {
    tag as u32
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn a_prefix_gives_the_same_fingerprint() {
        let late = "<p>".to_owned() + &"x".repeat(50_000) + "<b>" + &"<i></i><u>y</u>".repeat(9_000);
        let whole = fingerprint(TagScanner::new(&late));
        assert_eq!(scan_fingerprint(late.as_bytes(), None), whole);
        assert_eq!(scan_fingerprint(&late.as_bytes()[..60_000], None), fingerprint(TagScanner::new(&late[..60_000])));
    }
}
