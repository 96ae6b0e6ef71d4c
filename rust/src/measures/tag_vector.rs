//! Tag vectors: pages as counts of tags, compared by Euclidean distance.

use super::similarity::{of_empty, unit};

/// Counts tokens: pairs of token and count, sorted by token.
#[must_use]
pub fn count_tags(tags: &[u32]) -> Vec<(u32, u32)> {
    let mut sorted = tags.to_vec();
    sorted.sort_unstable();
    sorted.chunk_by(|a, b| a == b).map(|run| (run[0], run.len() as u32)).collect()
}

/// The Euclidean distance of two vectors of counts, both sorted by tag.
#[must_use]
pub fn tag_vector_distance(first: &[(u32, u32)], second: &[(u32, u32)]) -> f64 {
    let (mut left, mut right, mut squares) = (0, 0, 0.0);
    while left < first.len() || right < second.len() {
        let tag_of = |side: &[(u32, u32)], at: usize| side.get(at).map_or(u32::MAX, |pair| pair.0);
        let tag = tag_of(first, left).min(tag_of(second, right));
        let difference = take(first, &mut left, tag) - take(second, &mut right, tag);
        squares += difference * difference;
    }
    squares.sqrt()
}

/// The count of a tag at a position, which moves on if it is there.
fn take(side: &[(u32, u32)], at: &mut usize, tag: u32) -> f64 {
    match side.get(*at) {
        Some(&(found, count)) if found == tag => {
            *at += 1;
            f64::from(count)
        }
        _ => 0.0,
    }
}

/// `1 / (1 + distance)`.
#[must_use]
pub fn tag_vector_similarity(first: &[(u32, u32)], second: &[(u32, u32)]) -> f64 {
    of_empty(is_zero(first), is_zero(second)).unwrap_or_else(|| unit(1.0 / (1.0 + tag_vector_distance(first, second))))
}

fn is_zero(counts: &[(u32, u32)]) -> bool {
    counts.iter().all(|pair| pair.1 == 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distance_of_counts() {
        assert_eq!(tag_vector_distance(&[(1, 3), (2, 4)], &[(1, 0), (2, 0)]), 5.0);
        assert_eq!(tag_vector_distance(&[(1, 3)], &[(2, 4)]), 5.0);
        assert_eq!(count_tags(&[2, 1, 2]), [(1, 1), (2, 2)]);
    }

    #[test]
    fn edges() {
        assert_eq!(tag_vector_similarity(&[], &[]), 1.0);
        assert_eq!(tag_vector_similarity(&[(1, 1)], &[]), 0.0);
        assert_eq!(tag_vector_similarity(&[(1, 1)], &[(1, 2)]), 0.5);
        assert_eq!(tag_vector_similarity(&[(u32::MAX, 1)], &[(u32::MAX, 1)]), 1.0);
    }
}
