//! Removes from a page the paths that its cluster shares; gives what is left as HTML and as lines of text.
//!
//! A node goes if its path is shared and nothing below it stays. Scripts, styles, comments and what is in `template`
//! go in any case, line breaks go with their element.

use super::contents::ContentSteps;
use super::outline::{Element, Extras, Outline};
use super::texts::{Span, push_texts};
use crate::features::{Ragged, Strings};
use crate::hash::WordMap;
use crate::html::{Kind, Name, NodeId, Tree, html_of};
use crate::leaves::{is_hidden, is_inline};

/// What is left of a page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stripped {
    /// The page as HTML.
    pub html: String,
    /// Its visible texts, one line for each block.
    pub lines: Vec<String>,
}

/// Paths of elements and contents.
pub type PathSet = WordMap<u64, ()>;

/// Leaves out of a page what is shared.
pub fn strip_page(tree: &Tree<'_>, shared: &PathSet) -> Stripped {
    let mut outline = Outline::default();
    outline.read(tree, Extras::ALL);
    let (mut texts, mut spans) = (Strings::default(), Vec::new());
    push_texts(tree, &outline, &mut texts, &mut Ragged::default(), &mut spans);
    let page = Page { tree, outline: &outline, texts: &texts.text, spans: &spans };
    let own = page.own_texts(shared);
    let mut is_kept = page.kept_nodes(shared, &own);
    page.keep_blanks(&mut is_kept);
    Stripped { html: html_of(tree, 0, |node| is_kept[node as usize]), lines: page.lines(&own) }
}

/// A page while it is stripped.
struct Page<'page> {
    tree: &'page Tree<'page>,
    outline: &'page Outline,
    texts: &'page str,
    spans: &'page [Span],
}

impl Page<'_> {
    /// For each text of the outline, whether it is the page's own.
    fn own_texts(&self, shared: &PathSet) -> Vec<bool> {
        let steps = ContentSteps::default();
        let is_own = |(text, span): (&super::outline::TextAt, &Span)| {
            let path = self.outline.path(&self.outline.elements[text.element as usize]);
            span.start < span.end && !shared.contains_key(&steps.text(path, &self.texts[span.start..span.end]))
        };
        self.outline.texts.iter().zip(self.spans).map(is_own).collect()
    }

    /// For each node, whether it stays; the nodes above one that stays do too.
    fn kept_nodes(&self, shared: &PathSet, own: &[bool]) -> Vec<bool> {
        let mut is_kept: Vec<bool> =
            (0..self.tree.len() as NodeId).map(|node| self.tree.kind(node) == Kind::Doctype).collect();
        is_kept[0] = true;
        for (text, _) in self.outline.texts.iter().zip(own).filter(|(_, is_own)| **is_own) {
            is_kept[text.node as usize] = true;
            is_kept[self.outline.elements[text.element as usize].node as usize] = true;
        }
        for element in self.outline.elements.iter().rev() {
            is_kept[element.node as usize] |= self.is_own(element, shared);
            if let (true, Some(parent)) = (is_kept[element.node as usize], self.outline.parent(element)) {
                is_kept[parent.node as usize] = true;
            }
        }
        for element in self.outline.elements.iter().filter(|element| is_break(element)) {
            is_kept[element.node as usize] =
                self.outline.parent(element).is_some_and(|parent| is_kept[parent.node as usize]);
        }
        is_kept
    }

    /// Whether an element is the page's own, whatever is below it.
    fn is_own(&self, element: &Element, shared: &PathSet) -> bool {
        if is_hidden(self.tree, element.node) || is_break(element) {
            return false;
        }
        let path = ContentSteps::default().image(self.tree, self.outline, element);
        !shared.contains_key(&path.unwrap_or(self.outline.path(element)))
    }

    /// White space between nodes that stay separates words; a run of it is needed once.
    fn keep_blanks(&self, is_kept: &mut [bool]) {
        let mut is_after_blank = true;
        for node in 1..self.tree.len() as NodeId {
            if is_kept[node as usize] {
                is_after_blank = false;
            } else if !is_after_blank && self.is_blank(node, is_kept) {
                is_kept[node as usize] = true;
                is_after_blank = true;
            }
        }
    }

    fn is_blank(&self, node: NodeId, is_kept: &[bool]) -> bool {
        self.tree.kind(node) == Kind::Text
            && self.tree.parent(node).is_some_and(|parent| is_kept[parent as usize])
            && self.tree.raw_text(node).trim_ascii().is_empty()
    }

    /// The page's own texts; those of one block on one line.
    fn lines(&self, own: &[bool]) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        let mut blocks = self.outline.elements.iter().filter(|element| self.starts_line(element)).peekable();
        let (mut last_block, mut last_element, mut is_after_gap) = (None, 0, false);
        for ((text, span), &is_own) in self.outline.texts.iter().zip(self.spans).zip(own) {
            if !is_own {
                is_after_gap = true;
                continue;
            }
            let mut is_new = false;
            while blocks.next_if(|block| block.node < text.node).is_some() {
                is_new = true;
            }
            let block = self.outline.ancestors(text.element).find(|element| self.starts_line(element));
            let block = block.map(|block| block.node);
            let words = &self.texts[span.start..span.end];
            match lines.last_mut().filter(|_| !is_new && block == last_block) {
                Some(line) => {
                    let is_apart = span.is_apart || is_after_gap || self.are_apart(last_element, text.element);
                    line.push_str(if is_apart { " " } else { "" });
                    line.push_str(words);
                }
                None => lines.push(words.to_owned()),
            }
            (last_block, last_element, is_after_gap) = (block, text.element, false);
        }
        lines
    }

    /// Whether texts of two elements are words of their own: not if one element is in the other, as in
    /// `<b>w</b>ord`.
    fn are_apart(&self, first: u32, second: u32) -> bool {
        let is_in = |inner: u32, outer: u32| {
            let outer = self.outline.elements[outer as usize].node;
            self.outline.ancestors(inner).any(|element| element.node == outer)
        };
        !is_in(first, second) && !is_in(second, first)
    }

    fn starts_line(&self, element: &Element) -> bool {
        element.is_html(Name::BR) || !is_inline(self.tree, element.node)
    }
}

/// An element that only parts what is before and behind it.
fn is_break(element: &Element) -> bool {
    [Name::BR, Name::HR, Name::WBR].iter().any(|&name| element.is_html(name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::{Extractor, Features, Groups};
    use crate::html::{Limits, Parser, parse};

    /// What both of two pages have.
    fn shared(pages: [&str; 2]) -> PathSet {
        let mut features = Features::default();
        let mut extractor = Extractor::default();
        for page in pages {
            let tree = Parser::with_tag_log(Limits::default()).parse(page);
            extractor.extract(&tree, "", Groups::STRUCTURE.with(Groups::CONTENTS), &mut features);
        }
        let both = |sets: &Ragged<u64>| {
            let (first, second) = sets.values.split_at(sets.ends[0] as usize);
            first.iter().filter(|path| second.contains(path)).copied().collect::<Vec<_>>()
        };
        both(&features.element_paths).into_iter().chain(both(&features.content_paths)).map(|path| (path, ())).collect()
    }

    fn strip(page: &str, other: &str) -> Stripped {
        strip_page(&parse(page), &shared([page, other]))
    }

    #[test]
    fn what_both_say_goes() {
        let page = |name: &str| {
            format!(
                "<title>Shop</title><nav><a>Home</a></nav><h1>{name}</h1><img src=logo><img src={name}><script>1</script>"
            )
        };
        let left = strip(&page("Pear"), &page("Plum"));
        assert_eq!(left.lines, ["Pear"]);
        assert_eq!(left.html, "<html><body><h1>Pear</h1><img src=\"Pear\"></body></html>");
    }

    #[test]
    fn an_element_that_only_one_has_stays() {
        let left = strip("<p>a</p><table><tr><td>a</table>", "<p>a</p>");
        assert_eq!(left.html, "<html><body><table><tbody><tr><td>a</td></tr></tbody></table></body></html>");
        assert_eq!(left.lines, ["a"]);
    }

    #[test]
    fn lines_are_blocks() {
        let left = strip("<div>By <b>Ann</b> <i>Lee</i>s<br>today<p>one</p>two</div>", "<div>By <b>Bob</b></div>");
        assert_eq!(left.lines, ["Ann Lees", "today", "one", "two"]);
        assert_eq!(left.html, "<html><body><div><b>Ann</b> <i>Lee</i>s<br>today<p>one</p>two</div></body></html>");
    }

    #[test]
    fn texts_of_two_elements_are_two_words() {
        let left = strip("<p><b>Lamp</b><i>12</i><u>l<s>o</s>ng</u>", "<ul>");
        assert_eq!(left.lines, ["Lamp 12 long"]);
    }

    #[test]
    fn a_page_that_is_all_shared_is_empty() {
        let left = strip("<!doctype html><p>a<!-- b -->", "<!doctype html><p>a");
        assert_eq!(left, Stripped { html: "<!DOCTYPE html>".into(), lines: vec![] });
    }
}
