//! Template fingerprints (Hachenberg and Gottron 2013): 25 bytes from the beginning of the tag sequence.
//!
//! A dictionary of tag sequences grows as in Lempel-Ziv 78: every entry is an earlier entry and one more tag, and the
//! fingerprint lists those earlier entries. Pages of one template agree in it, mostly, although the tags that fill
//! their lists differ in number.

/// The number of dictionary entries, and of bytes.
pub const ENTRIES: usize = 25;

/// Fills fingerprints of pages that end early; no entry can refer to it.
pub const PADDING: u8 = 255;

/// A fingerprint.
pub type Fingerprint = [u8; ENTRIES];

/// The fingerprint of a tag sequence. Reads no further than the tag that completes the last entry.
#[must_use]
pub fn fingerprint<Tag: PartialEq>(tags: impl IntoIterator<Item = Tag>) -> Fingerprint {
    let mut tags = tags.into_iter();
    let mut entries: Vec<(u8, Tag)> = Vec::with_capacity(ENTRIES);
    let mut print = [PADDING; ENTRIES];
    // Entries count from 1; 0 is the empty sequence.
    let mut matched = 0;
    while entries.len() < ENTRIES {
        let Some(tag) = tags.next() else { break };
        // All are compared, because no processor guesses which is the one.
        let is_longer = |entry: &(u8, Tag)| (entry.0 == matched) & (entry.1 == tag);
        let longer =
            (1..).zip(&entries).fold(0, |found, (number, entry)| if is_longer(entry) { number } else { found });
        if longer > 0 {
            matched = longer;
        } else {
            print[entries.len()] = matched;
            entries.push((matched, tag));
            matched = 0;
        }
    }
    print
}

/// The number of places in which two fingerprints differ.
#[must_use]
pub fn differing_entries(first: &Fingerprint, second: &Fingerprint) -> usize {
    first.iter().zip(second).filter(|(a, b)| a != b).count()
}

/// `1 - differing entries / 25`.
#[must_use]
pub fn fingerprint_similarity(first: &Fingerprint, second: &Fingerprint) -> f64 {
    let empty = [PADDING; ENTRIES];
    super::similarity::of_empty(*first == empty, *second == empty)
        .unwrap_or_else(|| 1.0 - differing_entries(first, second) as f64 / ENTRIES as f64)
}

/// Whether two pages share a template by definition: an edit distance of at most one. Between sequences of
/// equal length one edit can only be a substitution.
#[must_use]
pub fn is_same_template(first: &Fingerprint, second: &Fingerprint) -> bool {
    differing_entries(first, second) <= 1
}

#[cfg(test)]
mod tests {
    use super::*;

    const EXAMPLE: &str = "html body p b b p p strong strong p p big big p p em em p p i i p \
        p small small p p sub sub sup sup p body html";

    fn entries(tags: &str) -> Vec<u8> {
        let print = fingerprint(tags.split_whitespace());
        print.into_iter().filter(|&entry| entry != PADDING).collect()
    }

    #[test]
    fn the_papers_example() {
        let expected = [0, 0, 0, 0, 4, 3, 0, 3, 0, 9, 3, 0, 8, 0, 8, 0, 8, 0, 0, 19, 2];
        assert_eq!(entries(EXAMPLE), expected);
        assert_eq!(fingerprint(EXAMPLE.split_whitespace())[21..], [PADDING; 4]);
    }

    #[test]
    fn repeats_extend_the_longest_entry() {
        let print = fingerprint(std::iter::repeat("a"));
        assert_eq!(print, std::array::from_fn(|entry| entry as u8));
    }

    #[test]
    fn reading_stops_at_the_last_entry() {
        let tags = (0..30).inspect(|&tag| assert!(tag < ENTRIES, "read tag {tag}"));
        assert_eq!(fingerprint(tags), [0; ENTRIES]);
    }

    #[test]
    fn edges() {
        let empty = fingerprint(Vec::<u32>::new());
        let print = fingerprint(EXAMPLE.split_whitespace());
        assert_eq!(fingerprint_similarity(&empty, &empty), 1.0);
        assert_eq!(fingerprint_similarity(&empty, &print), 0.0);
        let mut other = print;
        other[3] = 7;
        assert_eq!(fingerprint_similarity(&print, &other), 0.96);
        assert!(is_same_template(&print, &other));
        other[4] = 8;
        assert!(!is_same_template(&print, &other));
    }
}
