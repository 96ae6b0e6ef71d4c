//! MD5 and MDH5: pages are alike exactly when their tag sequences, or those of their heads, are equal.
//!
//! This is the real MD5 over the names joined by single blanks, so that digests can be checked with any other tool;
//! as nobody gains by forging a tag sequence, its known weakness does no harm here.

use super::similarity::of_empty;

/// An MD5 digest.
pub type Digest = [u8; 16];

/// The digest of a tag sequence.
#[must_use]
pub fn sequence_digest<'a>(names: impl IntoIterator<Item = &'a str>) -> Digest {
    text_digest(names.into_iter().collect::<Vec<_>>().join(" ").as_bytes())
}

/// The digest of a tag sequence that is already written out: names joined by single blanks.
#[must_use]
pub fn text_digest(names: &[u8]) -> Digest {
    md5::compute(names).0
}

/// The part of a tag sequence that MDH5 hashes: from `head` to its end, or what is before `body` where
/// there is no head; `None` where there is neither, because such pages form a group of their own.
#[must_use]
pub fn header_part<'tags, Tag: PartialEq>(tags: &'tags [Tag], head: &Tag, body: &Tag) -> Option<&'tags [Tag]> {
    let mut start = None;
    for (position, tag) in tags.iter().enumerate() {
        if tag == body {
            return Some(&tags[start.unwrap_or(0)..position]).filter(|header| !header.is_empty());
        }
        if tag == head {
            match start {
                Some(start) => return Some(&tags[start..=position]),
                None => start = Some(position),
            }
        }
    }
    start.map(|start| &tags[start..])
}

/// 1 for equal digests, else 0; a page without a header equals another one without.
#[must_use]
pub fn digest_similarity(first: Option<&Digest>, second: Option<&Digest>) -> f64 {
    of_empty(first.is_none(), second.is_none()).unwrap_or_else(|| f64::from(u8::from(first == second)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header(tags: &str) -> Option<Vec<&str>> {
        let tags: Vec<&str> = tags.split_whitespace().collect();
        header_part(&tags, &"head", &"body").map(<[&str]>::to_vec)
    }

    #[test]
    fn the_digest_is_plain_md5() {
        let hex = |digest: Digest| digest.map(|byte| format!("{byte:02x}")).concat();
        assert_eq!(hex(sequence_digest([])), "d41d8cd98f00b204e9800998ecf8427e");
        assert_eq!(hex(sequence_digest(["p", "b", "b", "p"])), "ccb11cced100599a8d36dab67a438234");
    }

    #[test]
    fn headers() {
        assert_eq!(header("html head title title head body"), Some(vec!["head", "title", "title", "head"]));
        assert_eq!(header("html head title body p"), Some(vec!["head", "title"]));
        assert_eq!(header("html title title body p"), Some(vec!["html", "title", "title"]));
        assert_eq!(header("head meta"), Some(vec!["head", "meta"]));
        assert_eq!(header("body p p"), None);
        assert_eq!(header("p b"), None);
        assert_eq!(header(""), None);
    }

    #[test]
    fn equal_or_not() {
        let (one, other) = (sequence_digest(["a"]), sequence_digest(["b"]));
        assert_eq!(digest_similarity(Some(&one), Some(&one)), 1.0);
        assert_eq!(digest_similarity(Some(&one), Some(&other)), 0.0);
        assert_eq!(digest_similarity(None, None), 1.0);
        assert_eq!(digest_similarity(Some(&one), None), 0.0);
    }
}
