//! Free texts as Markdown: headings, lists, quotes, links and emphasis of their elements.
//!
//! What texts say stays the same; signs that mean something in Markdown are escaped, and no HTML gets through.

use std::fmt::Write;

use crate::html::{NodeId, Tree};
use crate::leaves::{LeafKind, Leaves};
use crate::values::Address;

/// What an element is in Markdown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Mark {
    #[default]
    Nothing,
    Heading(u8),
    Item,
    Bullets,
    Numbers,
    Quote,
    Strong,
    Emphasis,
    Code,
    Link,
}

impl Mark {
    fn new(tag: &str) -> Self {
        match tag {
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => Mark::Heading(tag.as_bytes()[1] - b'0'),
            "li" => Mark::Item,
            "ul" => Mark::Bullets,
            "ol" => Mark::Numbers,
            "blockquote" => Mark::Quote,
            "b" | "strong" => Mark::Strong,
            "i" | "em" | "cite" => Mark::Emphasis,
            "code" | "kbd" | "samp" | "tt" => Mark::Code,
            "a" => Mark::Link,
            _ => Mark::Nothing,
        }
    }
}

/// What all nodes of a page are in Markdown, after the tree itself is gone.
#[derive(Clone, Debug, Default)]
pub struct Markup {
    parents: Vec<NodeId>,
    marks: Vec<Mark>,
}

impl Markup {
    /// The markup of a tree.
    pub fn new(tree: &Tree<'_>) -> Self {
        let nodes = || 0..tree.len() as NodeId;
        let mark = |node| if tree.is_element(node) { Mark::new(tree.tag(node)) } else { Mark::Nothing };
        Markup {
            parents: nodes().map(|node| tree.parent(node).unwrap_or(node)).collect(),
            marks: nodes().map(mark).collect(),
        }
    }

    /// A node and its ancestors, from the inside out.
    fn around(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        let parent = |&node: &NodeId| Some(self.parents[node as usize]).filter(|&parent| parent != node);
        std::iter::successors(Some(node), parent)
    }

    fn mark(&self, node: NodeId) -> Mark {
        self.marks[node as usize]
    }

    /// Writes a text of these paragraphs.
    pub fn write(&self, page: &Leaves, address: &mut Address<'_>, paragraphs: &[u32], out: &mut String) {
        let begin = out.len();
        let mut was_item = false;
        for &leaf in paragraphs {
            let said = self.say(page, address, leaf);
            if said.is_empty() {
                continue;
            }
            let (start, is_item) = self.start(page.leaves[leaf as usize].node);
            if out.len() > begin {
                // Entries of a list follow each other without a blank line.
                out.push_str(if was_item && is_item { "\n" } else { "\n\n" });
            }
            out.push_str(&start);
            out.push_str(&said);
            was_item = is_item;
        }
    }

    /// What a line begins with, and whether it is an entry of a list.
    fn start(&self, node: NodeId) -> (String, bool) {
        let (mut heading, mut quotes, mut is_item, mut lists, mut is_numbered) = (0, 0, false, 0usize, false);
        for mark in self.around(node).map(|node| self.mark(node)) {
            match mark {
                Mark::Heading(level) if heading == 0 => heading = usize::from(level),
                Mark::Quote => quotes += 1,
                Mark::Item => is_item = true,
                Mark::Bullets | Mark::Numbers => {
                    is_numbered |= lists == 0 && mark == Mark::Numbers;
                    lists += 1;
                }
                _ => {}
            }
        }
        let quoted = "> ".repeat(quotes);
        match (heading, is_item) {
            (0, false) => (quoted, false),
            (0, true) => {
                let indent = "  ".repeat(lists.saturating_sub(1));
                (format!("{quoted}{indent}{}", if is_numbered { "1. " } else { "- " }), true)
            }
            _ => (format!("{quoted}{} ", "#".repeat(heading)), false),
        }
    }

    /// The text of a paragraph, with links and emphasis.
    fn say(&self, page: &Leaves, address: &mut Address<'_>, leaf: u32) -> String {
        let own = &page.leaves[leaf as usize];
        let whole = page.values.get(leaf as usize);
        let mut said = String::new();
        if own.kind != LeafKind::Block {
            self.mark_up(page, address, leaf, None, &mut said);
            return escape_start(said);
        }
        let behind = page.leaves[leaf as usize + 1..].iter().take_while(|inner| inner.node < own.end);
        let inner = (leaf + 1..).zip(behind).filter(|(_, inner)| inner.kind == LeafKind::Text);
        let mut at = 0;
        for (number, _) in inner {
            let text = page.values.get(number as usize);
            let Some(found) = whole[at..].find(text) else {
                // The parts do not add up to the whole: it is said without its markup.
                return escape_start(escaped(whole));
            };
            escape(&whole[at..at + found], &mut said);
            self.mark_up(page, address, number, Some(own.node), &mut said);
            at += found + text.len();
        }
        escape(&whole[at..], &mut said);
        escape_start(said)
    }

    /// Writes a piece of text with the marks of the inline elements around it, up to its block.
    fn mark_up(&self, page: &Leaves, address: &mut Address<'_>, leaf: u32, block: Option<NodeId>, out: &mut String) {
        let text = page.values.get(leaf as usize);
        let mut said = escaped(text);
        let (mut is_strong, mut is_soft, mut is_code) = (false, false, false);
        let around = self.around(page.leaves[leaf as usize].node);
        for node in around.take_while(|&node| Some(node) != block).take(DEEPEST) {
            match self.mark(node) {
                Mark::Code if !is_code && !text.contains('`') => {
                    is_code = true;
                    said = format!("`{text}`");
                }
                Mark::Strong if !is_strong => {
                    is_strong = true;
                    said = format!("**{said}**");
                }
                Mark::Emphasis if !is_soft => {
                    is_soft = true;
                    said = format!("*{said}*");
                }
                Mark::Link => {
                    if let Some(target) = link_of(page, leaf, node).and_then(|target| leading(address, target)) {
                        said = format!("[{said}]({target})");
                    }
                }
                Mark::Heading(_) | Mark::Item | Mark::Bullets | Mark::Numbers | Mark::Quote => break,
                _ => {}
            }
        }
        out.push_str(&said);
    }
}

/// Elements around a piece of text that may mark it; real ones have three or four.
const DEEPEST: usize = 16;

/// The address of the link that a text stands in: a leaf of its own, shortly before the text.
fn link_of(page: &Leaves, leaf: u32, node: NodeId) -> Option<&str> {
    let before = page.leaves[..leaf as usize].iter().enumerate().rev();
    let mut own = before.take_while(|(_, other)| other.node >= node || other.kind == LeafKind::Block).take(DEEPEST);
    let (number, _) = own.find(|(_, other)| other.node == node && other.kind == LeafKind::Href)?;
    Some(page.values.get(number))
}

/// Where a link leads; nothing for scripts and the like.
fn leading(address: &mut Address<'_>, target: &str) -> Option<String> {
    let joined = address.join(target);
    let scheme = joined.split_once(':').map_or("", |(scheme, _)| scheme).to_ascii_lowercase();
    let is_known = matches!(scheme.as_str(), "http" | "https" | "mailto") || !is_scheme(&scheme);
    let mut written = String::with_capacity(joined.len());
    for sign in joined.chars() {
        match sign {
            '(' | ')' | '<' | '>' | '\\' | '[' | ']' => _ = write!(written, "%{:02X}", sign as u32),
            _ if sign.is_whitespace() || sign.is_control() => written.push_str("%20"),
            _ => written.push(sign),
        }
    }
    is_known.then_some(written)
}

fn is_scheme(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte))
}

fn escape(text: &str, out: &mut String) {
    for sign in text.chars() {
        if matches!(sign, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>') {
            out.push('\\');
        }
        out.push(sign);
    }
}

fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    escape(text, &mut out);
    out
}

/// A line that begins like a list, heading or table, but is none.
fn escape_start(text: String) -> String {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let at = match text.as_bytes().get(digits) {
        Some(b'.' | b')') if digits > 0 => Some(digits),
        Some(b'#' | b'+' | b'-' | b'=' | b'~' | b'|') if digits == 0 => Some(0),
        _ => None,
    };
    match at {
        Some(at) => format!("{}\\{}", &text[..at], &text[at..]),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html::{Limits, Parser};
    use crate::leaves::leaves;

    /// All text of a page, as its blocks and the texts outside of them.
    fn written(html: &str) -> String {
        let mut parser = Parser::new(Limits::default());
        let tree = parser.parse(html);
        let page = leaves(&tree);
        let markup = Markup::new(&tree);
        let mut end = 0;
        let mut paragraphs = Vec::new();
        for (number, leaf) in (0..).zip(&page.leaves) {
            if leaf.kind == LeafKind::Block {
                end = leaf.end;
                paragraphs.push(number);
            } else if leaf.kind == LeafKind::Text && leaf.node >= end {
                paragraphs.push(number);
            }
        }
        let mut out = String::new();
        markup.write(&page, &mut Address::new("https://x.org/d/"), &paragraphs, &mut out);
        out
    }

    #[test]
    fn elements_become_marks() {
        let html = "<h2>Head</h2><p>By <a href='/a b'>Anna</a>, <b>bold</b> and <em>soft</em> <code>x*y</code>.</p>";
        assert_eq!(written(html), "## Head\n\nBy [Anna](https://x.org/a%20b), **bold** and *soft* `x*y`.");
        let lists = "<ul><li>one</li><li>two</li></ul><ol><li>first</li></ol><blockquote><p>said</p></blockquote>";
        assert_eq!(written(lists), "- one\n- two\n1. first\n\n> said");
    }

    #[test]
    fn signs_of_authors_stay_signs() {
        assert_eq!(written("<p>1. no list</p><p># no head</p>"), "1\\. no list\n\n\\# no head");
        assert_eq!(written("<p>&lt;script&gt; 2*3 [x]</p>"), "\\<script\\> 2\\*3 \\[x\\]");
    }

    #[test]
    fn links_to_scripts_are_texts() {
        assert_eq!(written("<p>see <a href='javascript:alert(1)'>this</a></p>"), "see this");
        assert_eq!(written("<p>see <a href='JaVaScript:alert(1)'>this</a></p>"), "see this");
        assert_eq!(written("<p>a <a href='/x)(y'>b</a></p>"), "a [b](https://x.org/x%29%28y)");
    }

    #[test]
    fn a_nest_of_marks_ends() {
        let html = format!("<p>{}x{}</p>", "<b><i>".repeat(3000), "</i></b>".repeat(3000));
        assert!(written(&html).len() < 100);
    }
}
