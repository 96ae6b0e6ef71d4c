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

/// What a text says between words: behind the first ones, up to the others; or nothing.
pub fn cut_out(text: &str, after: &str, before: &str) -> String {
    let padded = format!(" {text} ");
    let mut start = 0;
    if !after.is_empty() {
        let Some(found) = padded.find(&format!(" {after} ")) else { return String::new() };
        start = found + after.len() + 1;
    }
    let end = match before.is_empty() {
        true => Some(padded.len()),
        false => padded[start..].find(&format!(" {before} ")).map(|end| start + end),
    };
    let Some(end) = end else { return String::new() };
    // Signs between values; those inside of one stay.
    let found = padded[start..end].trim_matches([' ', '-', '–', '—', '|', ',', ';', ':', '·', '•', '/']);
    let inside = found.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
    inside.filter(|inside| !inside.contains(')')).unwrap_or(found).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_cut_out_of_longer_texts() {
        assert_eq!(cut_out("Reviewed By: Anna on 7/5/2010", "Reviewed By:", "on"), "Anna");
        assert_eq!(cut_out("by Anna", "by", "on"), "");
        assert_eq!(cut_out("by Anna (2010)", "Anna", ""), "2010");
        assert_eq!(cut_out("(a) or (b)", "", ""), "(a) or (b)");
        assert_eq!(cut_out("by on", "by", "on"), "");
        assert_eq!(cut_out("Anna", "by", ""), "");
    }

    #[test]
    fn prefixes_go_with_the_dash_behind_them() {
        assert_eq!(split_off("Shop - Lamp", "Shop "), "Lamp");
        assert_eq!(split_off("Shift: -5", "Shift:"), "-5");
        assert_eq!(split_off("Price:", "Price:"), "Price:");
        assert_eq!(split_off("Lamp", "Shop "), "Lamp");
    }
}
