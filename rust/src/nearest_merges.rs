//! Merging by signatures, as TEXT-MAX (Kim and Shim, TKDE 2011) does: clusters with their nearest, while the estimated
//! length of the description falls.
//!
//! A signature has for each of some hash functions the smallest hash of a cluster's paths, and on how many of its pages
//! the path of that hash is. The partner with which a cluster saves most is looked for only among those of the largest
//! Jaccard similarity, and these are met where entries are equal, so that all pairs are never compared.
//! `tests/reference/text_merges.py` is the twin that says the same in NumPy.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use crate::seeded::Seed;

/// Sums of weights differ in their last bits; what saves less than this saves nothing.
const LEAST_GAIN: f64 = 1e-9;
/// Items met at one position beside the own place, and as many from elsewhere. A guess: no measurement is recorded.
const MET_AT_ONCE: usize = 8;
/// A prime, so that turns spread over groups of every size.
const STRIDE: usize = 7919;
/// Of the clusters met, those met most often have their whole signatures compared. A guess.
const COMPARED: usize = 64;

/// The signatures of clusters, one behind the other, each of the same length.
#[derive(Clone, Debug)]
pub struct Signatures {
    /// The smallest hashes.
    pub minima: Vec<f64>,
    /// On how many pages the path of each hash is.
    pub counts: Vec<f64>,
    /// The pages of each cluster.
    pub sizes: Vec<f64>,
    /// The paths of all of its pages together, each page's counted.
    pub masses: Vec<f64>,
    /// Hash functions.
    pub length: usize,
}

impl Signatures {
    /// Whether all parts fit each other.
    #[must_use]
    pub fn are_sound(&self) -> bool {
        let entries = self.sizes.len() * self.length;
        self.length > 0
            && self.masses.len() == self.sizes.len()
            && [self.minima.len(), self.counts.len()] == [entries, entries]
    }

    fn minima_of(&self, cluster: usize) -> &[f64] {
        &self.minima[cluster * self.length..(cluster + 1) * self.length]
    }

    fn counts_of(&self, cluster: usize) -> &[f64] {
        &self.counts[cluster * self.length..(cluster + 1) * self.length]
    }

    /// How many positions of two signatures are equal.
    fn equal(&self, first: usize, second: usize) -> usize {
        let pairs = self.minima_of(first).iter().zip(self.minima_of(second));
        pairs.filter(|(one, other)| one == other).count()
    }

    /// The counts that two clusters have together, position by position.
    fn joined_counts(&self, first: usize, second: usize) -> impl Iterator<Item = f64> {
        let minima = self.minima_of(first).iter().zip(self.minima_of(second));
        let counts = self.counts_of(first).iter().zip(self.counts_of(second));
        minima.zip(counts).map(|((own, other), (count, other_count))| {
            f64::from(u8::from(other <= own)) * other_count + f64::from(u8::from(own <= other)) * count
        })
    }

    fn cost(&self, cluster: usize) -> f64 {
        let counts = self.counts_of(cluster).iter().copied();
        estimate_cost(counts, self.length, self.sizes[cluster], self.masses[cluster])
    }

    /// What merging two clusters is estimated to save.
    fn gain(&self, own: f64, first: usize, second: usize) -> f64 {
        let (size, mass) = (self.sizes[first] + self.sizes[second], self.masses[first] + self.masses[second]);
        let union = estimate_cost(self.joined_counts(first, second), self.length, size, mass);
        own + self.cost(second) - union
    }

    fn merge(&mut self, kept: usize, gone: usize) {
        let counts: Vec<f64> = self.joined_counts(kept, gone).collect();
        for (position, count) in counts.into_iter().enumerate() {
            let (own, other) = (kept * self.length + position, gone * self.length + position);
            self.counts[own] = count;
            self.minima[own] = self.minima[own].min(self.minima[other]);
        }
        self.sizes[kept] += self.sizes[gone];
        self.masses[kept] += self.masses[gone];
    }
}

/// The cost of a cluster with these counts, pages, and paths of all pages together. Counts are whole numbers, so that
/// their sums are exact in any order.
fn estimate_cost(counts: impl Iterator<Item = f64>, length: usize, size: f64, mass: f64) -> f64 {
    let (mut pages, mut costs) = (0.0, 0.0);
    for count in counts {
        pages += count;
        costs += count.min(1.0 + size - count);
    }
    mass / (pages / length as f64) * (costs / length as f64)
}

/// All entries of all signatures, position by position, equal ones side by side. A *place* is an index of this order.
struct SignatureSpace {
    items: Vec<u32>,
    /// By place where the entries equal to its own begin and end.
    groups: Vec<(u32, u32)>,
    /// By item and position the place.
    places: Vec<u32>,
}

impl SignatureSpace {
    /// The space of the smallest hashes of some items.
    fn new(minima: &[f64], length: usize) -> Self {
        let count = minima.len() / length;
        let mut items = Vec::with_capacity(minima.len());
        let mut groups = vec![(0, 0); minima.len()];
        let mut places = vec![0; minima.len()];
        let mut order: Vec<u32> = Vec::with_capacity(count);
        for position in 0..length {
            let entry = |item: u32| minima[item as usize * length + position];
            order.clear();
            order.extend(0..count as u32);
            order.sort_by(|&one, &other| entry(one).total_cmp(&entry(other)));
            let first = items.len();
            for (at, &item) in order.iter().enumerate() {
                places[item as usize * length + position] = (first + at) as u32;
            }
            for equal in order.chunk_by(|&one, &other| entry(one) == entry(other)) {
                let start = items.len();
                items.extend_from_slice(equal);
                groups[start..items.len()].fill((start as u32, items.len() as u32));
            }
        }
        SignatureSpace { items, groups, places }
    }

    /// Calls with every item that has the same entries as some places; `turn` says which of those elsewhere.
    fn meet(&self, places: &[u32], turn: usize, mut visit: impl FnMut(u32)) {
        for &place in places {
            let (start, end) = self.groups[place as usize];
            let (start, end, place) = (start as usize, end as usize, place as usize);
            let last = end.saturating_sub(MET_AT_ONCE).max(start);
            let beside = place.saturating_sub(MET_AT_ONCE / 2).clamp(start, last);
            let elsewhere = start + (turn * STRIDE) % (last - start + 1);
            for first in [beside, elsewhere] {
                self.items[first..end.min(first + MET_AT_ONCE)].iter().for_each(|&item| visit(item));
            }
        }
    }
}

/// For each item the number of its cluster. Signatures must be sound.
#[must_use]
pub fn merge_nearest(signatures: Signatures) -> Vec<u32> {
    let mut merger = Merger::new(signatures);
    merger.merge_same();
    for cluster in 0..merger.parent.len() {
        if merger.parent[cluster] as usize == cluster {
            merger.search(cluster);
        }
    }
    while let Some(Reverse(pair)) = merger.heap.pop() {
        if merger.version[pair.kept] != pair.kept_version {
            continue;
        }
        if merger.version[pair.gone] == pair.gone_version {
            merger.merge(pair.kept, pair.gone);
        }
        merger.search(pair.kept);
    }
    (0..merger.parent.len() as u32).map(|item| merger.find(item)).collect()
}

/// A pair that saves something, the best first.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Pair {
    loss: f64,
    kept: usize,
    gone: usize,
    kept_version: i64,
    gone_version: i64,
}

impl Eq for Pair {}

impl Ord for Pair {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        let rest = |pair: &Pair| (pair.kept, pair.gone, pair.kept_version, pair.gone_version);
        self.loss.total_cmp(&other.loss).then_with(|| rest(self).cmp(&rest(other)))
    }
}

impl PartialOrd for Pair {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

/// The state of one run.
struct Merger {
    signatures: Signatures,
    space: SignatureSpace,
    places: Vec<u32>,
    parent: Vec<u32>,
    version: Vec<i64>,
    heap: BinaryHeap<Reverse<Pair>>,
    searches: usize,
    /// By cluster how often it was met; all 0 between two searches.
    times: Vec<u32>,
}

impl Merger {
    fn new(signatures: Signatures) -> Self {
        let count = signatures.sizes.len();
        let space = SignatureSpace::new(&signatures.minima, signatures.length);
        let places = space.places.clone();
        Merger {
            signatures,
            space,
            places,
            parent: (0..count as u32).collect(),
            version: vec![0; count],
            heap: BinaryHeap::new(),
            searches: 0,
            times: vec![0; count],
        }
    }

    /// First of all, clusters with one signature.
    fn merge_same(&mut self) {
        let mut first_of: HashMap<Vec<u64>, usize, Seed> = HashMap::default();
        let firsts: Vec<usize> = (0..self.parent.len())
            .map(|item| {
                let bits = self.signatures.minima_of(item).iter().map(|entry| entry.to_bits()).collect();
                *first_of.entry(bits).or_insert(item)
            })
            .collect();
        for (item, first) in firsts.into_iter().enumerate() {
            if item != first {
                self.merge(first, item);
            }
        }
    }

    /// Puts the best pair of a cluster on the heap, if it saves anything.
    fn search(&mut self, cluster: usize) {
        let others = self.nearest(cluster);
        let own = self.signatures.cost(cluster);
        let mut best: Option<(f64, usize)> = None;
        for other in others {
            let gain = self.signatures.gain(own, cluster, other);
            if best.is_none_or(|(most, _)| gain > most) {
                best = Some((gain, other));
            }
        }
        let Some((gain, partner)) = best.filter(|&(gain, _)| gain > LEAST_GAIN) else { return };
        self.heap.push(Reverse(Pair {
            loss: -gain,
            kept: cluster,
            gone: partner,
            kept_version: self.version[cluster],
            gone_version: self.version[partner],
        }));
    }

    /// The clusters of the largest estimated Jaccard similarity.
    fn nearest(&mut self, cluster: usize) -> Vec<usize> {
        self.searches += 1;
        let length = self.signatures.length;
        let own = &self.places[cluster * length..(cluster + 1) * length];
        let mut met: Vec<u32> = Vec::with_capacity(2 * MET_AT_ONCE * length);
        self.space.meet(own, self.searches, |item| met.push(item));
        let mut others = self.count(&met);
        others.retain(|&(other, _)| other != cluster);
        if others.len() > COMPARED {
            others.sort_by_key(|&(_, times)| Reverse(times));
            others.truncate(COMPARED);
        }
        let equal: Vec<usize> = others.iter().map(|&(other, _)| self.signatures.equal(cluster, other)).collect();
        let most = equal.iter().copied().max();
        others.iter().zip(equal).filter(|&(_, equal)| Some(equal) == most).map(|(&(other, _), _)| other).collect()
    }

    /// The clusters that items are in, ascending, and how many of the items.
    fn count(&mut self, items: &[u32]) -> Vec<(usize, u32)> {
        let mut found = Vec::new();
        for &item in items {
            let cluster = self.find(item) as usize;
            if self.times[cluster] == 0 {
                found.push(cluster);
            }
            self.times[cluster] += 1;
        }
        found.sort_unstable();
        found.into_iter().map(|cluster| (cluster, std::mem::take(&mut self.times[cluster]))).collect()
    }

    fn merge(&mut self, kept: usize, gone: usize) {
        let length = self.signatures.length;
        for position in 0..length {
            let (own, other) = (kept * length + position, gone * length + position);
            if self.signatures.minima[other] < self.signatures.minima[own] {
                self.places[own] = self.places[other];
            }
        }
        self.signatures.merge(kept, gone);
        self.parent[gone] = kept as u32;
        self.version[kept] += 1;
        self.version[gone] = -1;
    }

    /// The cluster that an item is in now; the way there becomes shorter.
    fn find(&mut self, item: u32) -> u32 {
        let mut item = item;
        while self.parent[item as usize] != item {
            let above = self.parent[self.parent[item as usize] as usize];
            self.parent[item as usize] = above;
            item = above;
        }
        item
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn signatures(minima: &[f64], length: usize) -> Signatures {
        let count = minima.len() / length;
        Signatures {
            minima: minima.to_vec(),
            counts: vec![1.0; minima.len()],
            sizes: vec![1.0; count],
            masses: vec![length as f64; count],
            length,
        }
    }

    #[test]
    fn clusters_that_share_nothing_stay_apart() {
        assert_eq!(merge_nearest(signatures(&[1.0, 2.0, 1.0, 2.0, 3.0, 4.0], 2)), [0, 0, 2]);
        assert_eq!(merge_nearest(signatures(&[1.0, 2.0, 1.0, 9.0, 3.0, 4.0], 2)), [0, 0, 2]);
    }

    #[test]
    fn parts_that_do_not_fit_are_told() {
        assert!(signatures(&[1.0, 2.0], 2).are_sound());
        assert!(!Signatures { length: 1, ..signatures(&[1.0, 2.0], 2) }.are_sound());
        assert!(!Signatures { length: 0, ..signatures(&[1.0], 1) }.are_sound());
    }
}
