//! Prefixes: what all values of a column begin with, and is no part of them.

use super::characters::is_space;

/// The value without the prefix and a dash behind it, if something is left.
pub fn split_off<'text>(value: &'text str, prefix: &str) -> &'text str {
    if prefix.is_empty() {
        return value;
    }
    let Some(rest) = value.strip_prefix(prefix) else { return value };
    let rest = without_separator(rest.trim_matches(is_space));
    if rest.is_empty() { value } else { rest }
}

/// The text without the separator that it begins with, if white space follows.
fn without_separator(text: &str) -> &str {
    let Some(behind) = text.strip_prefix(['-', '–', '—', '|', ':', '·', '»', '›', '>', '/']) else {
        return text;
    };
    let rest = behind.trim_start_matches(is_space);
    if rest.len() == behind.len() { text } else { rest }
}

/// Before words of which the last ones in a text are meant; of others the first.
const LAST: &str = "… ";

/// What a text says between words: behind the first ones, up to the others; empty if it says something else.
pub fn cut_out<'text>(text: &'text str, after: &str, before: &str) -> &'text str {
    let start = match after.is_empty() {
        true => 0,
        false => match find_words(text, after) {
            Some(found) => found.1,
            None => return "",
        },
    };
    let rest = &text[start..];
    let end = match before.is_empty() {
        true => rest.len(),
        false => match find_words(rest, before) {
            Some(found) => found.0,
            None => return "",
        },
    };
    let found = rest[..end].trim_matches(|sign| " -–—|,;:·•/".contains(sign));
    match found.strip_prefix('(').and_then(|inner| inner.strip_suffix(')')) {
        Some(inner) if !inner.contains(')') => inner,
        _ => found,
    }
}

/// From where to where words stand in a text, with a blank or its end on both sides.
fn find_words(text: &str, words: &str) -> Option<(usize, usize)> {
    let is_blank = |byte: Option<&u8>| byte.is_none_or(|&byte| byte == b' ');
    let bytes = text.as_bytes();
    let last = words.strip_prefix(LAST);
    let words = last.unwrap_or(words);
    let mut places = text.match_indices(words).map(|(at, _)| (at, at + words.len())).filter(|&(start, end)| {
        is_blank(start.checked_sub(1).map(|before| &bytes[before])) && is_blank(bytes.get(end))
    });
    if last.is_some() { places.last() } else { places.next() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_cut_out_between_words() {
        let text = "Reviewed By: Anna on 7/5/2010";
        assert_eq!(cut_out(text, "Reviewed By:", "on"), "Anna");
        assert_eq!(cut_out(text, "on", ""), "7/5/2010");
        assert_eq!(cut_out(text, "Level:", ""), "");
        assert_eq!(cut_out("Ronson (UK)", "", ""), "Ronson (UK)");
        assert_eq!(cut_out("by (UK)", "by", ""), "UK");
        assert_eq!(cut_out("Hall · Oslo · 3 May 2010", "… ·", ""), "3 May 2010");
        assert_eq!(cut_out("Hall · Oslo · 3 May 2010", "", "… ·"), "Hall · Oslo");
    }

    #[test]
    fn prefixes_go_with_the_dash_behind_them() {
        assert_eq!(split_off("Shop - Lamp", "Shop "), "Lamp");
        assert_eq!(split_off("Shift: -5", "Shift:"), "-5");
        assert_eq!(split_off("Price:", "Price:"), "Price:");
        assert_eq!(split_off("Lamp", "Shop "), "Lamp");
    }
}
