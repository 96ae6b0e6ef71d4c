//! Places where a text may be cut without splitting a character.

/// The last such place at or before `at`.
pub fn at_or_before(text: &str, at: usize) -> usize {
    (0..=at.min(text.len()))
        .rev()
        .find(|&place| text.is_char_boundary(place))
        .unwrap_or(0)
}

/// The first such place at or after `at`.
pub fn at_or_after(text: &str, at: usize) -> usize {
    (at..text.len())
        .find(|&place| text.is_char_boundary(place))
        .unwrap_or(text.len())
}
