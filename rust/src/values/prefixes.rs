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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prefixes_go_with_the_dash_behind_them() {
        assert_eq!(split_off("Shop - Lamp", "Shop "), "Lamp");
        assert_eq!(split_off("Shift: -5", "Shift:"), "-5");
        assert_eq!(split_off("Price:", "Price:"), "Price:");
        assert_eq!(split_off("Lamp", "Shop "), "Lamp");
    }
}
