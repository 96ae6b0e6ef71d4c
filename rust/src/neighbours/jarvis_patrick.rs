//! Clusters of pages that share enough of their nearest, after Jarvis and Patrick (1973).
//!
//! Lists of nearest pages enter, each with the page itself; the connected components of joined pairs leave.

use crate::fingerprint_index::Components;
use crate::measures::sets::common;

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

/// The cluster of every page, counted from 0 in the order of first pages.
#[must_use]
pub fn jarvis_patrick_clusters(lists: &[Vec<u32>], shared: usize, membership: Membership) -> Vec<u32> {
    let sorted: Vec<Vec<u64>> = lists.iter().map(|list| sorted_list(list)).collect();
    let lists_page = |list: usize, page: u32| sorted[list].binary_search(&u64::from(page)).is_ok();
    let mut clusters = Components::default();
    clusters.extend_to(lists.len());
    for (page, partners) in partners(lists, membership).into_iter().enumerate() {
        for partner in partners {
            let is_member = membership != Membership::Mutual || lists_page(partner as usize, page as u32);
            if is_member && common(&sorted[page], &sorted[partner as usize]) >= shared {
                clusters.join(page as u32, partner);
            }
        }
    }
    clusters.labels()
}

fn sorted_list(list: &[u32]) -> Vec<u64> {
    let mut sorted: Vec<u64> = list.iter().map(|&page| u64::from(page)).collect();
    sorted.sort_unstable();
    sorted
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

    /// Two pairs that know each other; 4 knows the first pair, which does not know it.
    fn lists() -> Vec<Vec<u32>> {
        vec![vec![0, 1, 2], vec![1, 0, 2], vec![2, 3, 0], vec![3, 2, 1], vec![4, 0, 1]]
    }

    #[test]
    fn the_three_modes() {
        assert_eq!(jarvis_patrick_clusters(&lists(), 2, Membership::Mutual), [0, 0, 0, 0, 1]);
        assert_eq!(jarvis_patrick_clusters(&lists(), 3, Membership::Mutual), [0, 0, 1, 2, 3]);
        assert_eq!(jarvis_patrick_clusters(&lists(), 2, Membership::OneSided), [0, 0, 0, 0, 0]);
        assert_eq!(jarvis_patrick_clusters(&lists(), 1, Membership::Any), [0, 0, 0, 0, 0]);
    }

    #[test]
    fn sharing_alone_can_join_strangers() {
        let lists = vec![vec![0, 2, 3], vec![1, 2, 3], vec![2, 3, 0], vec![3, 2, 0]];
        assert_eq!(jarvis_patrick_clusters(&lists, 2, Membership::OneSided)[..2], [0, 0]);
        let apart = vec![vec![0, 2, 3], vec![1, 2, 3], vec![2, 4, 5], vec![3, 4, 5], vec![4, 5, 2], vec![5, 4, 2]];
        let mutual = jarvis_patrick_clusters(&apart, 2, Membership::Mutual);
        assert_ne!(mutual[0], mutual[1]);
        let any = jarvis_patrick_clusters(&apart, 2, Membership::Any);
        assert_eq!(any[0], any[1]);
    }
}
