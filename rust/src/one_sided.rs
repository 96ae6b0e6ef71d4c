//! Merges clusters that differ by optional blocks only: the one has all that the other has.
//!
//! The difference of two clusters is measured in bits: how much more it costs to say for each page which of the possible
//! elements it has, if the clusters share one template. The unit is what it takes to say which cluster a page is from: a
//! path that all pages of the one and none of the other have counts 1.
//!
//! Where one of two clusters lacks the path above, both together cost what the other costs: only paths are compared that
//! could be in both. Most pairs of unlike clusters are decided by the first few.

use std::collections::BTreeMap;

use crate::sparse::Rows;

// Both limits were chosen on the development sites of openjdk17 (ARI 0.78 to 0.96) and debdocs, and checked on 147
// held-out sites: 8 became better, 1 worse.
/// Clusters are merged that differ in at most this number of places.
const MAX_DIFFERENCE: f64 = 4.0;
/// The most of these on the side that has less.
const MAX_OTHER_SIDE: f64 = 0.6;

/// A share is never taken for 0 or 1: a quarter of a page is added. A guess.
const PRIOR_CLIP: f64 = 0.25;

/// What it costs a cluster to have a probability of its own for a path: about the precision that few pages give to a
/// share; a guess.
const PARAMETER_BITS: f64 = 2.0;

/// A path that pages of a cluster could have, as they have the one above it.
#[derive(Clone, Copy)]
struct Possible {
    path: u32,
    /// How many pages have it, and how many the path above.
    pages: u32,
    above: u32,
    bits: f64,
}

struct Cluster {
    pages: u32,
    /// Ascending by path.
    paths: Vec<Possible>,
}

/// By cluster the first that it was merged with. `rows` have the paths of each page, `clusters` the cluster of each, -1
/// for none, `parents` the path above each, -1 for a root. None if these do not fit.
#[must_use]
pub fn merge_one_sided(rows: &Rows, clusters: &[i64], parents: &[i64]) -> Option<Vec<u32>> {
    let count = clusters.iter().max().map_or(0, |&last| usize::try_from(last + 1).unwrap_or(0));
    let counts = rows.sums(clusters, &vec![1.0; clusters.len()], count)?;
    let is_path = |&path: &i64| path == -1 || usize::try_from(path).is_ok_and(|path| path < parents.len());
    if rows.is_empty() {
        return Some(Vec::new());
    }
    if !parents.iter().all(is_path) || rows.columns.iter().any(|&path| path as usize >= parents.len()) {
        return None;
    }
    let mut merger = Merger::new(Prices::new(rows, parents), &counts, clusters, parents);
    while let Some((kept, gone)) = merger.find_best() {
        merger.merge(kept, gone);
    }
    Some(merger.owner)
}

/// What it costs to say which pages have a path.
struct Prices {
    /// By path the bits for a page that has it and for one that has not, by the share of the whole site.
    shared: Vec<[f64; 2]>,
    /// Whole numbers, each times its logarithm.
    logarithms: Vec<f64>,
}

impl Prices {
    fn new(rows: &Rows, parents: &[i64]) -> Self {
        let pages = rows.len() as f64;
        let mut totals = vec![0u32; parents.len()];
        rows.columns.iter().for_each(|&path| totals[path as usize] += 1);
        let clip = PRIOR_CLIP / pages;
        let price = |(path, &above): (usize, &i64)| {
            let whole = usize::try_from(above).map_or(pages, |above| f64::from(totals[above]));
            let share = (f64::from(totals[path]) / whole.max(1.0)).clamp(clip, 1.0 - clip);
            [-share.log2(), -(1.0 - share).log2()]
        };
        let logarithm = |number: usize| if number == 0 { 0.0 } else { number as f64 * (number as f64).log2() };
        Prices {
            shared: parents.iter().enumerate().map(price).collect(),
            logarithms: (0..=rows.len()).map(logarithm).collect(),
        }
    }

    /// The bits to say which of some pages have something.
    fn entropy(&self, some: u32, whole: u32) -> f64 {
        let [some, rest, whole] = [some, whole - some, whole].map(|number| self.logarithms[number as usize]);
        whole - some - rest
    }

    /// What a path costs a cluster, by the share of the site or by its own.
    fn bits(&self, path: u32, pages: u32, above: u32) -> f64 {
        let [present, absent] = self.shared[path as usize];
        let shared = f64::from(pages) * present + f64::from(above - pages) * absent;
        shared.min(self.entropy(pages, above) + PARAMETER_BITS)
    }
}

struct Merger {
    prices: Prices,
    clusters: Vec<Cluster>,
    /// The differences of pairs that may be merged.
    pairs: BTreeMap<(usize, usize), f64>,
    owner: Vec<u32>,
}

impl Merger {
    fn new(prices: Prices, counts: &Rows, clusters: &[i64], parents: &[i64]) -> Self {
        let (roots, children) = find_children(parents);
        let mut sizes = vec![0u32; counts.len()];
        clusters.iter().filter_map(|&own| usize::try_from(own).ok()).for_each(|own| sizes[own] += 1);
        let mut pages = vec![0u32; parents.len()];
        let mut found = Vec::with_capacity(sizes.len());
        for (cluster, &size) in sizes.iter().enumerate() {
            let range = counts.range(cluster);
            let own = || counts.columns[range.clone()].iter().zip(&counts.values[range.clone()]);
            own().for_each(|(&path, &count)| pages[path as usize] = count as u32);
            let below =
                own().flat_map(|(&path, &count)| children[path as usize].iter().map(move |&at| (at, count as u32)));
            let possible = roots.iter().map(|&path| (path, size)).chain(below);
            let price = |(path, above): (u32, u32)| {
                let pages = pages[path as usize].min(above);
                Possible { path, pages, above, bits: prices.bits(path, pages, above) }
            };
            let mut paths: Vec<Possible> = possible.map(price).collect();
            paths.sort_unstable_by_key(|one| one.path);
            own().for_each(|(&path, _)| pages[path as usize] = 0);
            found.push(Cluster { pages: size, paths });
        }
        let owner = (0..found.len() as u32).collect();
        let mut merger = Merger { prices, clusters: found, pairs: BTreeMap::new(), owner };
        (0..merger.clusters.len()).for_each(|cluster| merger.compare_with(cluster, cluster));
        merger
    }

    /// Compares a cluster with those before `end`.
    fn compare_with(&mut self, cluster: usize, end: usize) {
        for other in (0..end).filter(|&other| other != cluster && self.clusters[other].pages > 0) {
            if let Some(difference) = self.compare(&self.clusters[cluster], &self.clusters[other]) {
                self.pairs.insert((cluster.min(other), cluster.max(other)), difference);
            }
        }
    }

    /// The number of places in which two clusters differ; none where both sides have some, or there are too many.
    fn compare(&self, here: &Cluster, there: &Cluster) -> Option<f64> {
        let scale = self.prices.entropy(there.pages, there.pages + here.pages);
        let (mut ours, mut theirs, mut difference) = (0.0, 0.0, 0.0);
        let mut others = there.paths.as_slice();
        for own in &here.paths {
            let Some(behind) = others.iter().position(|other| other.path >= own.path) else { break };
            others = &others[behind..];
            let other = others[0];
            if other.path != own.path {
                continue;
            }
            let joint = self.prices.bits(own.path, own.pages + other.pages, own.above + other.above);
            let extra = (joint - other.bits - own.bits) / scale;
            difference += extra;
            if extra > 0.0 {
                let share = f64::from(own.pages) / f64::from(here.pages);
                let other_share = f64::from(other.pages) / f64::from(there.pages);
                ours += if share > other_share { extra } else { 0.0 };
                theirs += if share < other_share { extra } else { 0.0 };
                if ours > MAX_OTHER_SIDE && theirs > MAX_OTHER_SIDE {
                    return None;
                }
            }
        }
        (difference <= MAX_DIFFERENCE).then_some(difference)
    }

    /// The first of the pairs that differ least.
    fn find_best(&self) -> Option<(usize, usize)> {
        let mut best: Option<((usize, usize), f64)> = None;
        for (&pair, &difference) in &self.pairs {
            if best.is_none_or(|(_, least)| difference < least) {
                best = Some((pair, difference));
            }
        }
        best.map(|(pair, _)| pair)
    }

    fn merge(&mut self, kept: usize, gone: usize) {
        let one = std::mem::take(&mut self.clusters[kept].paths);
        let other = std::mem::take(&mut self.clusters[gone].paths);
        self.clusters[kept].paths = self.join(&one, &other);
        self.clusters[kept].pages += std::mem::take(&mut self.clusters[gone].pages);
        self.owner.iter_mut().filter(|owner| **owner == gone as u32).for_each(|owner| *owner = kept as u32);
        let is_over = |one: usize| one == kept || one == gone;
        self.pairs.retain(|&(first, second), _| !is_over(first) && !is_over(second));
        self.compare_with(kept, self.clusters.len());
    }

    /// The paths of two clusters together.
    fn join(&self, one: &[Possible], other: &[Possible]) -> Vec<Possible> {
        let mut all = [one, other].concat();
        all.sort_by_key(|possible| possible.path);
        let together = |same: &[Possible]| {
            let [path, pages, above] = same
                .iter()
                .fold([same[0].path, 0, 0], |[path, pages, above], own| [path, pages + own.pages, above + own.above]);
            Possible { path, pages, above, bits: self.prices.bits(path, pages, above) }
        };
        all.chunk_by(|one, next| one.path == next.path).map(together).collect()
    }
}

/// The paths that are below none, and those below each.
fn find_children(parents: &[i64]) -> (Vec<u32>, Vec<Vec<u32>>) {
    let (mut roots, mut children) = (Vec::new(), vec![Vec::new(); parents.len()]);
    for (path, &above) in (0u32..).zip(parents) {
        usize::try_from(above).map_or(&mut roots, |above| &mut children[above]).push(path);
    }
    (roots, children)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pages with these paths, all of which are below none but those that a parent is given for.
    fn merge(pages: &[&[u32]], clusters: &[i64], parents: &[i64]) -> Option<Vec<u32>> {
        let mut rows = Rows::default();
        pages.iter().for_each(|page| rows.push(&mut page.iter().map(|&path| (path, 1.0)).collect::<Vec<_>>()));
        merge_one_sided(&rows, clusters, parents)
    }

    #[test]
    fn optional_blocks_are_merged_and_others_are_not() {
        let (list, with_block, article): (&[u32], &[u32], &[u32]) = (&[0, 1], &[0, 1, 2], &[3, 4, 5]);
        let pages: Vec<&[u32]> = [[list; 6], [with_block; 6], [article; 6]].concat();
        let clusters: Vec<i64> = [[0; 6], [1; 6], [2; 6]].concat();
        assert_eq!(merge(&pages, &clusters, &[-1, 0, -1, -1, 3, 4]), Some(vec![0, 0, 2]));
    }

    #[test]
    fn pages_of_no_cluster_are_left_out() {
        let page: &[u32] = &[0];
        assert_eq!(merge(&[page; 5], &[1, 1, -1, 0, 0], &[-1]), Some(vec![0, 0]));
        assert_eq!(merge(&[page; 2], &[-1, -1], &[-1]), Some(vec![]));
        assert_eq!(merge(&[], &[], &[-1]), Some(vec![]));
    }

    #[test]
    fn what_does_not_fit_is_told() {
        let page: &[u32] = &[1];
        assert_eq!(merge(&[page], &[0], &[-1]), None);
        assert_eq!(merge(&[page], &[0], &[-1, 2]), None);
        assert_eq!(merge(&[page], &[0, 0], &[-1, 0]), None);
        assert_eq!(merge(&[page], &[-2], &[-1, 0]), None);
    }
}
