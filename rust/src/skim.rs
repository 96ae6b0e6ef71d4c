//! What sources ask of every page before any is parsed: cheap scans of its beginning, without a tree.
//!
//! They look at bytes that ASCII would have as well; who reads UTF-16 turns it into UTF-8 first. Nothing here makes
//! sense of what it finds: that is a matter of a few bytes, and of Python.

use std::ops::Range;

use memchr::memmem;

/// Elements looked at before giving up: scripts may hold the word, too.
const CANDIDATES: usize = 8;
/// A tag that is longer declares no address that could be used.
const TAG_BYTES: usize = 8192;
/// Bytes of the attributes of a title, and of a heading.
const TITLE_ATTRIBUTES: usize = 200;
const HEADING_ATTRIBUTES: usize = 1000;
/// Bytes of the text of a title, and of what is inside a heading.
const TITLE_BYTES: usize = 300;
const HEADING_BYTES: usize = 400;

/// Where tags lie that may declare the address of a page: links with `canonical` in them, and metas with `og:url`.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Declarations {
    /// `link` elements.
    pub canonical: Vec<Range<usize>>,
    /// `meta` elements.
    pub og_url: Vec<Range<usize>>,
}

/// Finds tags that may declare the address of a page in its head.
#[must_use]
pub fn find_declarations(head: &[u8]) -> Declarations {
    let lowered = head.to_ascii_lowercase();
    Declarations {
        canonical: find_tags(&lowered, b"canonical", b"<link"),
        og_url: find_tags(&lowered, b"og:url", b"<meta"),
    }
}

/// The tags of a kind with a word in them that are neither in a comment nor in a script.
fn find_tags(lowered: &[u8], word: &[u8], tag: &[u8]) -> Vec<Range<usize>> {
    let finder = memmem::Finder::new(word);
    let mut found = Vec::new();
    let mut from = 0;
    for _ in 0..CANDIDATES {
        let Some(position) = finder.find(&lowered[from..]).map(|at| from + at) else { break };
        from = position + 1;
        let first = position.saturating_sub(TAG_BYTES);
        let Some(start) = memchr::memrchr(b'<', &lowered[first..position]).map(|at| first + at) else { continue };
        if lowered[start..].starts_with(tag) && !is_hidden(&lowered[..start]) {
            let most = (position + TAG_BYTES).min(lowered.len());
            let end = memchr::memchr(b'>', &lowered[position..most]).map_or(most, |at| position + at);
            found.push(start..end);
        }
    }
    found
}

/// Whether what follows is in a comment or a script, where a tag is no tag.
fn is_hidden(before: &[u8]) -> bool {
    memmem::rfind(before, b"<!--") > memmem::rfind(before, b"-->")
        || memmem::rfind(before, b"<script") > memmem::rfind(before, b"</script")
}

/// What is inside of the first heading of the first level.
#[must_use]
pub fn find_heading(head: &[u8]) -> Option<&[u8]> {
    let inside = find_inside(head, [b"<h1", b"<H1"], HEADING_ATTRIBUTES)?;
    let most = (HEADING_BYTES + 1 + b"</h1".len()).min(inside.len());
    let end = inside.get(1..most)?.windows(b"</h1".len()).position(|some| some.eq_ignore_ascii_case(b"</h1"))? + 1;
    (end <= HEADING_BYTES).then(|| &inside[..end])
}

/// The text of the first title.
#[must_use]
pub fn find_title(head: &[u8]) -> Option<&[u8]> {
    let inside = find_inside(head, [b"<title", b"<TITLE"], TITLE_ATTRIBUTES)?;
    let end = memchr::memchr(b'<', inside)?;
    let is_title = (1..=TITLE_BYTES).contains(&end) && inside.get(end + 1) == Some(&b'/');
    is_title.then(|| &inside[..end])
}

/// What follows the first tag of a name, written in small letters or, if none is, in capital ones.
fn find_inside<'a, const N: usize>(head: &'a [u8], openings: [&[u8; N]; 2], attributes: usize) -> Option<&'a [u8]> {
    let start = openings.iter().find_map(|opening| memmem::find(head, *opening))? + N;
    let most = (start + attributes + 1).min(head.len());
    let end = memchr::memchr(b'>', &head[start..most])?;
    Some(&head[start + end + 1..])
}

/// Words that something must have to be looked at more closely: small ASCII letters and digits.
pub struct Words<'a> {
    words: &'a [&'a [u8]],
    /// Their first letters, one bit each.
    initials: u128,
}

/// References whose meaning is sure: no letters, and what is around them stays apart.
const SEPARATORS: [&[u8]; 5] = [b"&amp;", b"&lt;", b"&gt;", b"&quot;", b"&nbsp;"];

impl<'a> Words<'a> {
    /// These words, none of which is empty.
    #[must_use]
    pub fn new(words: &'a [&'a [u8]]) -> Words<'a> {
        let initials = words.iter().fold(0, |initials, word| initials | bit(word[0]));
        Words { words, initials }
    }

    /// Whether the source of a text may stand for one that has one of the words, in small letters or capitals. What is
    /// beyond ASCII or written as a reference may stand for any.
    #[must_use]
    pub fn may_be_in(&self, source: &[u8]) -> bool {
        let begins = |at: usize, word: &[u8]| {
            source.get(at..at + word.len()).is_some_and(|found| found.eq_ignore_ascii_case(word))
        };
        source.iter().enumerate().any(|(at, &byte)| match byte {
            0x80.. => true,
            b'&' => !SEPARATORS.iter().any(|reference| source[at..].starts_with(reference)),
            _ => bit(byte) & self.initials != 0 && self.words.iter().any(|word| begins(at, word)),
        })
    }
}

/// The bit of an ASCII character, letters folded.
fn bit(character: u8) -> u128 {
    1 << (character.to_ascii_lowercase() & 0x7F)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_found_in_any_case_but_not_in_comments() {
        let head =
            br#"<!-- <link rel=canonical> --><LINK REL="Canonical" href=x><script>"<link rel=canonical>"</script>"#;
        let found = find_declarations(head);
        assert_eq!(found.canonical.len(), 1);
        assert_eq!(&head[found.canonical[0].clone()], br#"<LINK REL="Canonical" href=x"#);
        assert!(found.og_url.is_empty());
    }

    #[test]
    fn a_heading_ends_at_its_end_tag() {
        assert_eq!(find_heading(b"<h1 class=a>Not <b>found</b></H1>"), Some(&b"Not <b>found</b>"[..]));
        assert_eq!(find_heading(b"<h1></h1></h1>"), Some(&b"</h1>"[..]));
        assert_eq!(find_heading(b"<h1>"), None);
        assert_eq!(find_heading(&[b"<h1>".as_slice(), &[b'x'; 401], b"</h1>"].concat()), None);
        assert!(find_heading(&[b"<h1>".as_slice(), &[b'x'; 400], b"</h1>"].concat()).is_some());
    }

    #[test]
    fn a_title_holds_text_alone() {
        assert_eq!(find_title(b"<TITLE>404</title>"), Some(&b"404"[..]));
        assert_eq!(find_title(b"<title>a<b></title>"), None);
        assert_eq!(find_title(b"<title></title>"), None);
        assert_eq!(find_title(b"<title>a"), None);
    }

    #[test]
    fn words_are_found_in_any_case_and_may_hide_in_references() {
        let words: [&[u8]; 2] = [b"404", b"found"];
        let words = Words::new(&words);
        let plain: [&[u8]; 4] = [b"", b"Lamps &amp; fo unds", b"a &lt; b &nbsp;40 4", b"<b>foun</b>d"];
        assert!(!plain.iter().any(|source| words.may_be_in(source)));
        let others: [&[u8]; 6] =
            [b"404", b"Lost &amp; FoUnd", b"x404x", b"&#52;04", b"f&fjlig;", "caf\u{E9}".as_bytes()];
        assert!(others.iter().all(|source| words.may_be_in(source)));
    }
}
