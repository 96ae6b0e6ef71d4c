//! A pattern tree in one line, as people read and write it: `html(body(h1('Shop') ul((li(*))+) p(*)))`.
//!
//! An element is its tag with its children in parentheses, `(...)+` a set, `(...)?` an optional, `*` variant data,
//! `'...'` this very text, `img('...')` the image with this source. A backslash takes the next character as it is.

use std::fmt;

use super::pattern::{PatternKind, PatternTree};

/// The tag of images in the notation; no element has it, because every `img` is an image.
pub(super) const IMAGE_TAG: &str = "img";

/// What a backslash and this letter stand for.
pub(super) const ESCAPES: [(char, char); 3] = [('n', '\n'), ('r', '\r'), ('t', '\t')];

/// Whether a character means something in the notation and cannot occur in a tag by itself.
pub(super) fn is_special(character: char) -> bool {
    character.is_whitespace() || matches!(character, '(' | ')' | '+' | '?' | '*' | '\'' | '\\')
}

impl fmt::Display for PatternTree {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Open nodes: the position after their last descendant, and what closes them.
        let mut open: Vec<(u32, &str)> = Vec::new();
        let mut is_first = true;
        for at in 0..self.len() as u32 {
            while let Some((_, closing)) = open.pop_if(|(end, _)| *end <= at) {
                formatter.write_str(closing)?;
                is_first = false;
            }
            if !is_first {
                formatter.write_str(" ")?;
            }
            is_first = false;
            if let Some(closing) = write_opening(self, at, formatter)? {
                open.push((at + self.node(at).size, closing));
                is_first = true;
            }
        }
        open.iter().rev().try_for_each(|(_, closing)| formatter.write_str(closing))
    }
}

/// Writes a node up to its children; what is returned has to follow them.
fn write_opening(
    pattern: &PatternTree,
    at: u32,
    formatter: &mut fmt::Formatter<'_>,
) -> Result<Option<&'static str>, fmt::Error> {
    let value = pattern.value(at);
    let closing = match pattern.node(at).kind {
        PatternKind::Variant => return formatter.write_str("*").map(|()| None),
        PatternKind::Text => return write_text(value, formatter).map(|()| None),
        PatternKind::Image => {
            formatter.write_str("img(")?;
            write_text(value, formatter)?;
            return formatter.write_str(")").map(|()| None);
        }
        PatternKind::Fixed => {
            write_tag(value, formatter)?;
            ")"
        }
        PatternKind::Set => ")+",
        PatternKind::Optional => ")?",
    };
    formatter.write_str("(")?;
    Ok(Some(closing))
}

fn write_tag(tag: &str, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
    for character in tag.chars() {
        match is_special(character) {
            true => write_escaped(character, formatter)?,
            false => write!(formatter, "{character}")?,
        }
    }
    Ok(())
}

fn write_text(text: &str, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
    formatter.write_str("'")?;
    for character in text.chars() {
        match character {
            '\'' | '\\' | '\n' | '\r' | '\t' => write_escaped(character, formatter)?,
            _ => write!(formatter, "{character}")?,
        }
    }
    formatter.write_str("'")
}

fn write_escaped(character: char, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
    let letter = ESCAPES.iter().find(|(_, escaped)| *escaped == character).map_or(character, |(letter, _)| *letter);
    write!(formatter, "\\{letter}")
}
