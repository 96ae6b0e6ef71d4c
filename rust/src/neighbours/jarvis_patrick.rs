//! Clusters of pages that share enough of their nearest, after Jarvis and Patrick (1973).
//!
//! The lists of nearest pages are ascending and hold the page itself; clusters are the connected components of joined
//! pairs. A list holds different pages, each of which may stand for several that are equal.

use std::cmp::Ordering;

use crate::fingerprint_index::Components;

/// What two pages must be to each other, besides sharing neighbours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Membership {
    /// Each is among the nearest of the other.
    #[default]
    Mutual,
    /// One is among the nearest of the other.
    OneSided,
    /// Nothing.
    Any,
}

/// The cluster of every different page, counted from 0 in the order of first pages.
#[must_use]
pub fn jarvis_patrick_clusters(lists: &[Vec<u32>], copies: &[u32], shared: u64, membership: Membership) -> Vec<u32> {
    let mut clusters = Components::default();
    clusters.extend_to(lists.len());
    for (page, partners) in partners(lists, membership).into_iter().enumerate() {
        for partner in partners {
            let other = &lists[partner as usize];
            let is_member = membership != Membership::Mutual || other.binary_search(&(page as u32)).is_ok();
            if is_member && common_pages(&lists[page], other, copies) >= shared {
                clusters.join(page as u32, partner);
            }
        }
    }
    clusters.labels()
}

/// How many pages two lists share, equal ones included.
fn common_pages(first: &[u32], second: &[u32], copies: &[u32]) -> u64 {
    let (mut left, mut right, mut shared) = (0, 0, 0);
    while left < first.len() && right < second.len() {
        match first[left].cmp(&second[right]) {
            Ordering::Less => left += 1,
            Ordering::Greater => right += 1,
            Ordering::Equal => {
                shared += u64::from(copies[first[left] as usize]);
                left += 1;
                right += 1;
            }
        }
    }
    shared
}

/// For every page those that it may be joined with: the members of its list, or all that list a page with it.
fn partners(lists: &[Vec<u32>], membership: Membership) -> Vec<Vec<u32>> {
    if membership != Membership::Any {
        return lists.to_vec();
    }
    let mut listing: Vec<Vec<u32>> = vec![Vec::new(); lists.len()];
    for (page, list) in lists.iter().enumerate() {
        list.iter().for_each(|&member| listing[member as usize].push(page as u32));
    }
    let all = |list: &Vec<u32>| list.iter().flat_map(|&member| listing[member as usize].iter().copied()).collect();
    lists.iter().map(all).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clusters(lists: &[&[u32]], shared: u64, membership: Membership) -> Vec<u32> {
        let lists: Vec<Vec<u32>> = lists.iter().map(|list| list.to_vec()).collect();
        jarvis_patrick_clusters(&lists, &vec![1; lists.len()], shared, membership)
    }

    /// Two pairs that know each other; 4 knows the first pair, which does not know it.
    const LISTS: [&[u32]; 5] = [&[0, 1, 2], &[0, 1, 2], &[0, 2, 3], &[1, 2, 3], &[0, 1, 4]];

    #[test]
    fn the_three_modes() {
        assert_eq!(clusters(&LISTS, 2, Membership::Mutual), [0, 0, 0, 0, 1]);
        assert_eq!(clusters(&LISTS, 3, Membership::Mutual), [0, 0, 1, 2, 3]);
        assert_eq!(clusters(&LISTS, 2, Membership::OneSided), [0, 0, 0, 0, 0]);
    }

    #[test]
    fn sharing_alone_can_join_strangers() {
        let lists: [&[u32]; 6] = [&[0, 2, 3], &[1, 2, 3], &[2, 4, 5], &[3, 4, 5], &[2, 4, 5], &[2, 4, 5]];
        let mutual = clusters(&lists, 2, Membership::Mutual);
        assert_ne!(mutual[0], mutual[1]);
        let any = clusters(&lists, 2, Membership::Any);
        assert_eq!(any[0], any[1]);
    }

    #[test]
    fn equal_pages_count_each() {
        let lists = vec![vec![0, 1], vec![0, 1]];
        assert_eq!(jarvis_patrick_clusters(&lists, &[1, 1], 3, Membership::Mutual), [0, 1]);
        assert_eq!(jarvis_patrick_clusters(&lists, &[2, 1], 3, Membership::Mutual), [0, 0]);
    }
}
