//! Values that machines wrote for machines, as people would read them.
//!
//! Values of JSON-LD and of meta elements lose what the makers of pages do once too often: character references
//! escaped twice, the markup of the text they were made of, brackets around brackets.

use crate::html::attribute_value;

/// The value as text.
pub(super) fn tidied(value: &str) -> String {
    // As in attributes, so that addresses with `&copy=` stay as they are.
    let value = attribute_value(value);
    let value = if value.contains('<') { without_tags(&value) } else { value.into_owned() };
    if value.contains("((") && value.contains("))") { value.replace("((", "(").replace("))", ")") } else { value }
}

/// The value with a blank for every tag in it.
fn without_tags(value: &str) -> String {
    let mut out = String::with_capacity(value.len());
    let mut rest = value;
    while let Some(at) = rest.find('<') {
        let (before, from) = rest.split_at(at);
        out.push_str(before);
        let length = tag_length(from);
        out.push(if length > 0 { ' ' } else { '<' });
        rest = &from[length.max(1)..];
    }
    out.push_str(rest);
    out
}

/// The length of the tag at the beginning of a text, or 0: "a < b" has none.
fn tag_length(text: &str) -> usize {
    let name = text[1..].strip_prefix('/').unwrap_or(&text[1..]);
    let is_tag = name.starts_with(|first: char| first.is_ascii_alphabetic());
    match text[1..].find(['<', '>']) {
        Some(end) if is_tag && text[1 + end..].starts_with('>') => end + 2,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_and_doubled_brackets_are_tidied() {
        assert_eq!(tidied("l&#039;ail ((frais))"), "l'ail (frais)");
        assert_eq!(tidied("/?a=1&copy=2"), "/?a=1&copy=2");
        assert_eq!(tidied("f((x)"), "f((x)");
        assert_eq!(tidied("R&amp;B"), "R&B");
    }

    #[test]
    fn markup_is_left_out() {
        assert_eq!(tidied("<span class=money>$1.55</span>"), " $1.55 ");
        assert_eq!(tidied("a<br/>b &lt;i&gt;c&lt;/i&gt;"), "a b  c ");
        assert_eq!(tidied("1 < 2 > 1 <3 <b"), "1 < 2 > 1 <3 <b");
    }
}
