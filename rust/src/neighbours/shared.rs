//! Clusters of pages whose neighbours overlap, after Gowda and Mattmann (2016).
//!
//! At first every page is a cluster. In each round a cluster joins that of its adjacent ones, among those before it,
//! whose neighbours overlap most with its own, if they overlap enough; a chain of such steps ends at its first
//! cluster. The neighbours of a cluster are those of all its pages, and always pages, never clusters: with clusters
//! in their place any two adjacent ones would soon share all they have.

use rayon::prelude::*;

/// When clusters are joined, and how often.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SharedSettings {
    /// The least share of neighbours that two clusters have in common, of all that either has.
    pub overlap: f64,
    /// Rounds after which clusters are taken as they are.
    pub max_rounds: usize,
}

/// The cluster of every different page, and the rounds it took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SharedClusters {
    /// Counted from 0 in the order of first pages.
    pub labels: Vec<u32>,
    /// Rounds in which something was joined.
    pub rounds: usize,
}

/// Clusters pages by shared neighbours: `page_numbers` says for every page which of the different pages it equals,
/// numbered by first pages; `smaller` holds for each of these its neighbours with smaller numbers.
#[must_use]
pub fn shared_neighbour_clusters(
    page_numbers: &[u32],
    smaller: Vec<Vec<u32>>,
    settings: SharedSettings,
) -> SharedClusters {
    let mut labels: Vec<u32> = (0..smaller.len() as u32).collect();
    let mut graph = Graph::new(page_numbers, smaller);
    let mut rounds = 0;
    while rounds < settings.max_rounds
        && let Some(joined) = graph.choose(settings.overlap)
    {
        labels.iter_mut().for_each(|label| *label = joined.labels[*label as usize]);
        graph = graph.join(&joined);
        rounds += 1;
    }
    SharedClusters { labels, rounds }
}

/// The clusters so far, in the order of their first pages.
struct Graph {
    smaller: Vec<Vec<u32>>,
    neighbours: Vec<PageSet>,
}

/// What becomes of the clusters in a round.
struct Joined {
    /// For every cluster, the one that it is part of from now on.
    labels: Vec<u32>,
    clusters: usize,
}

impl Graph {
    fn new(page_numbers: &[u32], smaller: Vec<Vec<u32>>) -> Self {
        let mut neighbours = vec![PageSet::empty(page_numbers.len()); smaller.len()];
        for (page, &number) in page_numbers.iter().enumerate() {
            neighbours[number as usize].insert(page);
        }
        let own = neighbours.clone();
        for (number, others) in smaller.iter().enumerate() {
            for &other in others {
                neighbours[number].add_all(&own[other as usize]);
                neighbours[other as usize].add_all(&own[number]);
            }
        }
        neighbours.iter_mut().for_each(PageSet::count);
        Self { smaller, neighbours }
    }

    /// Lets every cluster choose; None if none joins another.
    fn choose(&self, overlap: f64) -> Option<Joined> {
        let choices: Vec<Option<u32>> =
            (0..self.smaller.len()).into_par_iter().map(|cluster| self.best_partner(cluster, overlap)).collect();
        if choices.iter().all(Option::is_none) {
            return None;
        }
        let mut joined = Joined { labels: Vec::with_capacity(choices.len()), clusters: 0 };
        for choice in choices {
            // Choices point backwards, so the end of the chain is already known.
            let label = choice.map_or(joined.clusters as u32, |partner| joined.labels[partner as usize]);
            joined.clusters += usize::from(choice.is_none());
            joined.labels.push(label);
        }
        Some(joined)
    }

    /// The adjacent cluster before this one with the largest overlap, the first of several.
    fn best_partner(&self, cluster: usize, overlap: f64) -> Option<u32> {
        let own = &self.neighbours[cluster];
        let mut best: Option<(Overlap, u32)> = None;
        for &other in &self.smaller[cluster] {
            let candidate = &self.neighbours[other as usize];
            if !own.could_overlap(candidate, overlap) {
                continue;
            }
            let found = own.overlap(candidate);
            if found.share() >= overlap && best.as_ref().is_none_or(|(most, _)| found.exceeds(most)) {
                best = Some((found, other));
            }
        }
        best.map(|(_, other)| other)
    }

    fn join(self, joined: &Joined) -> Self {
        let mut smaller = vec![Vec::new(); joined.clusters];
        for (cluster, others) in self.smaller.into_iter().enumerate() {
            let label = joined.labels[cluster];
            for other in others {
                let other = joined.labels[other as usize];
                if other != label {
                    smaller[label.max(other) as usize].push(label.min(other));
                }
            }
        }
        for others in &mut smaller {
            others.sort_unstable();
            others.dedup();
        }
        let mut neighbours: Vec<PageSet> = Vec::with_capacity(joined.clusters);
        for (cluster, pages) in self.neighbours.into_iter().enumerate() {
            match neighbours.get_mut(joined.labels[cluster] as usize) {
                Some(known) => known.add_all(&pages),
                None => neighbours.push(pages),
            }
        }
        neighbours.iter_mut().for_each(PageSet::count);
        Self { smaller, neighbours }
    }
}

/// How many pages two sets share, of how many.
struct Overlap {
    shared: u64,
    all: u64,
}

impl Overlap {
    fn share(&self) -> f64 {
        self.shared as f64 / self.all as f64
    }

    fn exceeds(&self, other: &Self) -> bool {
        self.shared * other.all > other.shared * self.all
    }
}

/// A set of pages, one bit each.
#[derive(Clone)]
struct PageSet {
    bits: Vec<u64>,
    size: u64,
}

impl PageSet {
    fn empty(pages: usize) -> Self {
        Self { bits: vec![0; pages.div_ceil(64)], size: 0 }
    }

    fn insert(&mut self, page: usize) {
        self.bits[page / 64] |= 1 << (page % 64);
    }

    fn add_all(&mut self, other: &Self) {
        for (word, more) in self.bits.iter_mut().zip(&other.bits) {
            *word |= more;
        }
    }

    fn count(&mut self) {
        self.size = self.bits.iter().map(|word| u64::from(word.count_ones())).sum();
    }

    /// Even if all of the smaller one is shared, the larger one has that many.
    fn could_overlap(&self, other: &Self, overlap: f64) -> bool {
        self.size.min(other.size) as f64 / self.size.max(other.size) as f64 >= overlap
    }

    fn overlap(&self, other: &Self) -> Overlap {
        let pairs = self.bits.iter().zip(&other.bits);
        let shared = pairs.map(|(a, b)| u64::from((a & b).count_ones())).sum();
        Overlap { shared, all: self.size + other.size - shared }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pages 0 to 3 are alike, as are 3 and 4, and 4 and 5.
    fn clusters(overlap: f64, max_rounds: usize) -> SharedClusters {
        let smaller = vec![vec![], vec![0], vec![0, 1], vec![0, 1, 2], vec![3], vec![4]];
        shared_neighbour_clusters(&[0, 1, 2, 3, 4, 5], smaller, SharedSettings { overlap, max_rounds })
    }

    #[test]
    fn the_worked_example() {
        assert_eq!(clusters(0.9, 100).labels, [0, 0, 0, 1, 2, 3]);
        assert_eq!(clusters(0.8, 100).labels, [0, 0, 0, 0, 1, 2]);
        assert_eq!(clusters(0.6, 100).labels, [0, 0, 0, 0, 1, 1]);
        // In the second round the two clusters share pages 3 and 4 of six.
        assert_eq!(clusters(0.6, 100).rounds, 1);
        assert_eq!(clusters(1.0 / 3.0, 1).labels, [0, 0, 0, 0, 0, 0]);
        assert_eq!(clusters(0.6, 0).labels, [0, 1, 2, 3, 4, 5]);
    }

    #[test]
    fn a_page_that_stands_for_several_counts_as_several() {
        // Two different pages, alike, of which the first comes three times: all four share all neighbours.
        let settings = SharedSettings { overlap: 1.0, max_rounds: 9 };
        let found = shared_neighbour_clusters(&[0, 1, 0, 0], vec![vec![], vec![0]], settings);
        assert_eq!(found.labels, [0, 0]);
        // 0 and 1 are alike, 1 and 2 are: N(0) holds 4 pages, N(1) all 5.
        let found = shared_neighbour_clusters(&[0, 1, 0, 0, 2], vec![vec![], vec![0], vec![1]], settings);
        assert_eq!(found.labels, [0, 1, 2]);
        let settings = SharedSettings { overlap: 0.8, ..settings };
        let found = shared_neighbour_clusters(&[0, 1, 0, 0, 2], vec![vec![], vec![0], vec![1]], settings);
        assert_eq!(found.labels, [0, 0, 1]);
    }

    #[test]
    fn nothing_and_one() {
        let settings = SharedSettings { overlap: 0.5, max_rounds: 9 };
        assert_eq!(shared_neighbour_clusters(&[], Vec::new(), settings).labels, Vec::<u32>::new());
        assert_eq!(shared_neighbour_clusters(&[0], vec![vec![]], settings).labels, [0]);
    }
}
