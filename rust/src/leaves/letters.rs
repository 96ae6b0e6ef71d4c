//! Where the letters of a leaf's value stand in the texts of its page.

use std::ops::Range;

use super::collect::{Leaf, LeafKind};
use crate::html::{Kind, Name, NodeId, Tree};

/// A part of one text of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextSpan {
    /// The text.
    pub node: NodeId,
    /// Where the part begins, in units of UTF-16, in which browsers count.
    pub start: u32,
    /// Where it ends.
    pub end: u32,
}

/// A letter that is no white space: where it is in the value, and in which text.
#[derive(Clone, Copy, Debug)]
struct Letter {
    at: usize,
    span: TextSpan,
}

/// The letters of a leaf's value.
#[derive(Clone, Debug, Default)]
pub struct Letters {
    letters: Vec<Letter>,
    /// The value as it comes out of its letters: white space is collapsed as in the leaf.
    value: String,
}

impl Letters {
    /// The letters of a leaf; none for what is no text.
    pub fn new(tree: &Tree<'_>, leaf: &Leaf) -> Self {
        let mut found = Letters::default();
        if !matches!(leaf.kind, LeafKind::Text | LeafKind::Block) {
            return found;
        }
        for node in leaf.node..leaf.end.max(leaf.node + 1) {
            if tree.kind(node) == Kind::Text {
                found.add(node, &tree.text(node));
            } else if tree.is_element(node) && tree.name(node) == Name::BR {
                found.push_blank();
            }
        }
        while found.value.ends_with(' ') {
            found.value.pop();
        }
        found
    }

    fn push_blank(&mut self) {
        if !self.value.is_empty() && !self.value.ends_with(' ') {
            self.value.push(' ');
        }
    }

    /// Adds a text as `push_collapsed` does.
    fn add(&mut self, node: NodeId, text: &str) {
        let is_ascii = text.is_ascii();
        let is_space = |letter: char| if is_ascii { letter.is_ascii_whitespace() } else { letter.is_whitespace() };
        let mut is_apart = false;
        let mut start = 0;
        for letter in text.chars() {
            let end = start + letter.len_utf16() as u32;
            if is_space(letter) {
                is_apart = true;
            } else {
                if std::mem::take(&mut is_apart) {
                    self.push_blank();
                }
                self.letters.push(Letter { at: self.value.len(), span: TextSpan { node, start, end } });
                self.value.push(letter);
            }
            start = end;
        }
        if is_apart {
            self.push_blank();
        }
    }

    /// The parts of texts that a part of the value is in; none if the value is not the one of these letters.
    pub fn spans(&self, value: &str, part: Range<usize>) -> Vec<TextSpan> {
        let mut spans: Vec<TextSpan> = Vec::new();
        if self.value != value {
            return spans;
        }
        let first = self.letters.partition_point(|letter| letter.at < part.start);
        for letter in self.letters[first..].iter().take_while(|letter| letter.at < part.end) {
            match spans.last_mut() {
                Some(last) if last.node == letter.span.node => last.end = letter.span.end,
                _ => spans.push(letter.span),
            }
        }
        spans
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html::parse;
    use crate::leaves::leaves;

    /// The texts of all spans of all leaves, found again by their letters.
    fn said(html: &str) -> Vec<Vec<String>> {
        let tree = parse(html);
        let found = leaves(&tree);
        let text = |span: &TextSpan| {
            let units: Vec<u16> = tree.text(span.node).encode_utf16().collect();
            String::from_utf16(&units[span.start as usize..span.end as usize]).unwrap()
        };
        let mut all = Vec::new();
        for (leaf, value) in found.leaves.iter().zip(found.values.iter()) {
            let letters = Letters::new(&tree, leaf);
            all.push(letters.spans(value, 0..value.len()).iter().map(text).collect());
        }
        all
    }

    #[test]
    fn every_letter_is_found() {
        assert_eq!(said("<div>  a  b </div>"), [["a  b"]]);
        assert_eq!(said("<p>a <b> c</b>d<br>e</p>")[0], ["a", "c", "d", "e"]);
        assert_eq!(said("<div>\u{1f600} x&nbsp; é\r\n</div>"), [["\u{1f600} x\u{a0} é"]]);
    }

    #[test]
    fn a_part_of_a_value() {
        let tree = parse("<div>Price:\n  \u{1f600} 5 </div>");
        let found = leaves(&tree);
        let letters = Letters::new(&tree, &found.leaves[0]);
        let value = found.values.get(0);
        let start = value.find('5').unwrap();
        let span = letters.spans(value, start..value.len())[0];
        assert_eq!((span.start, span.end), (12, 13));
        assert!(letters.spans("another", 0..3).is_empty());
    }
}
