//! How alike two subtrees are: simple tree matching (Yang 1991) on subtrees stored once.
//!
//! The subtrees are given by their numbers in [`SharedTrees`]; the similarity is the same as
//! `measures::tree_matching` gives for the trees. Every pair of distinct subtrees is matched once, however often peer
//! recognition meets it on its way down the pages. What would cost too much is answered by [`OverBudget`].

use super::shared::{Label, SharedTrees};
use crate::hash::WordMap;
use crate::measures::budget::{Budget, Meter, OverBudget};
use crate::measures::similarity::unit;
use crate::measures::tree::NodeKind;
use crate::measures::tree_matching::Normalisation;

/// Pairs of children that are looked at before it is noted which are still to be matched.
const SMALL: usize = 16;

/// Pairs of children from which on it is asked first whether the budget can suffice.
const MANY: usize = 10_000;

/// The similarities of one kind (with or without text), remembered.
pub struct Similarities {
    normalisation: Normalisation,
    matched: WordMap<u64, u32>,
    known: WordMap<u64, f64>,
    /// Cells that one comparison may take.
    per_pair: u64,
    /// Cells left for all comparisons.
    left: u64,
    /// Kept for the next comparison.
    row: Vec<u32>,
    groups: Groups,
}

/// The children of both roots that share a tag: distinct subtrees and how often each occurs.
#[derive(Clone, Copy)]
struct Group<'all> {
    first: &'all [(u32, u32)],
    second: &'all [(u32, u32)],
}

/// The children of two roots by tag; most pairs of roots are told to differ by nothing else, so that the memory is used
/// again for the next ones.
#[derive(Default)]
struct Groups {
    /// All children, each with what it is grouped by and whether it is one of the second root.
    sorted: Vec<(Label, bool, u32)>,
    /// Distinct subtrees and how often each occurs.
    members: Vec<(u32, u32)>,
    /// Where in `members` each group begins, where those of its second root do, and where it ends.
    bounds: Vec<(usize, usize, usize)>,
}

impl Groups {
    fn clear(&mut self) {
        self.sorted.clear();
        self.members.clear();
        self.bounds.clear();
    }

    /// Groups come sorted by tag, members by number.
    fn read(&mut self, trees: &SharedTrees, a: u32, b: u32) {
        let key = |child: u32| match trees.label(child).kind {
            NodeKind::Element => trees.label(child),
            // Data is grouped by kind whatever it says.
            kind => Label { kind, value: 0 },
        };
        self.clear();
        self.sorted.extend(trees.children(a).iter().map(|&child| (key(child), false, child)));
        self.sorted.extend(trees.children(b).iter().map(|&child| (key(child), true, child)));
        self.sorted.sort_unstable();
        for own in self.sorted.chunk_by(|one, other| one.0 == other.0) {
            let start = self.members.len();
            let split = own.partition_point(|&(_, is_second, _)| !is_second);
            count(&own[..split], &mut self.members);
            let middle = self.members.len();
            count(&own[split..], &mut self.members);
            self.bounds.push((start, middle, self.members.len()));
        }
    }

    fn is_empty(&self) -> bool {
        self.bounds.is_empty()
    }

    fn len(&self) -> usize {
        self.bounds.len()
    }

    fn iter(&self) -> impl Iterator<Item = Group<'_>> {
        self.bounds.iter().map(|&(start, middle, end)| Group {
            first: &self.members[start..middle],
            second: &self.members[middle..end],
        })
    }
}

/// Adds distinct subtrees with how often each occurs.
fn count(sorted: &[(Label, bool, u32)], members: &mut Vec<(u32, u32)>) {
    members.extend(sorted.chunk_by(|one, other| one.2 == other.2).map(|same| (same[0].2, same.len() as u32)));
}

impl Similarities {
    /// Nothing compared yet.
    #[must_use]
    pub fn new(normalisation: Normalisation, per_pair: u64, total: u64) -> Self {
        let (matched, known) = (WordMap::default(), WordMap::default());
        Self { normalisation, matched, known, per_pair, left: total, row: Vec::new(), groups: Groups::default() }
    }

    /// Whether two subtrees are at least so similar.
    ///
    /// # Errors
    /// If the comparison, or all together, would exceed the budget.
    pub fn reach(&mut self, trees: &SharedTrees, a: u32, b: u32, threshold: f64) -> Result<bool, OverBudget> {
        if a == b {
            return Ok(true);
        }
        if trees.label(a) != trees.label(b) {
            return Ok(threshold <= 0.0);
        }
        let code = code(a, b);
        if let Some(&similarity) = self.known.get(&code) {
            return Ok(similarity >= threshold);
        }
        let groups = self.groups(trees, a, b);
        let is_hopeless = self.bound(trees, a, b, &groups) < threshold;
        let found = if is_hopeless { None } else { Some(self.remember(trees, a, b, &groups)) };
        self.groups = groups;
        found.map_or(Ok(threshold <= 0.0), |found| found.map(|similarity| similarity >= threshold))
    }

    /// The similarity of two subtrees.
    ///
    /// # Errors
    /// If the comparison, or all together, would exceed the budget.
    pub fn similarity(&mut self, trees: &SharedTrees, a: u32, b: u32) -> Result<f64, OverBudget> {
        if let Some(&similarity) = self.known.get(&code(a, b)) {
            return Ok(similarity);
        }
        let groups = self.groups(trees, a, b);
        let found = self.remember(trees, a, b, &groups);
        self.groups = groups;
        found
    }

    /// The children of both, as the normalisation compares them; to be handed back.
    fn groups(&mut self, trees: &SharedTrees, a: u32, b: u32) -> Groups {
        let mut groups = std::mem::take(&mut self.groups);
        groups.clear();
        if self.normalisation == Normalisation::SetAware && trees.label(a) == trees.label(b) {
            groups.read(trees, a, b);
        }
        groups
    }

    /// A cheap upper bound: nothing matches more nodes than the smaller tree has, no group scores without a partner.
    fn bound(&self, trees: &SharedTrees, a: u32, b: u32, groups: &Groups) -> f64 {
        let (smaller, larger) = (trees.size(a).min(trees.size(b)), trees.size(a).max(trees.size(b)));
        match self.normalisation {
            Normalisation::Max => f64::from(smaller) / f64::from(larger),
            Normalisation::Average => 2.0 * f64::from(smaller) / (f64::from(smaller) + f64::from(larger)),
            Normalisation::SetAware => {
                let best: f64 = groups.iter().map(|group| best_of_group(trees, group)).sum();
                if groups.is_empty() { 1.0 } else { best / groups.len() as f64 }
            }
        }
    }

    fn remember(&mut self, trees: &SharedTrees, a: u32, b: u32, groups: &Groups) -> Result<f64, OverBudget> {
        let mut meter = Meter::new(Budget { cells: self.per_pair.min(self.left), table: u64::MAX });
        let similarity = self.compare(trees, a, b, groups, &mut meter);
        self.left -= meter.used().min(self.left);
        self.known.insert(code(a, b), similarity?);
        similarity
    }

    fn compare(
        &mut self,
        trees: &SharedTrees,
        a: u32,
        b: u32,
        groups: &Groups,
        meter: &mut Meter,
    ) -> Result<f64, OverBudget> {
        let (first, second) = (f64::from(trees.size(a)), f64::from(trees.size(b)));
        let scale = match self.normalisation {
            Normalisation::Max => first.max(second),
            Normalisation::Average => (first + second) / 2.0,
            Normalisation::SetAware => return self.compare_groups(trees, a, b, groups, meter),
        };
        Ok(unit(f64::from(self.matched_pairs(trees, a, b, meter)?) / scale))
    }

    fn compare_groups(
        &mut self,
        trees: &SharedTrees,
        a: u32,
        b: u32,
        groups: &Groups,
        meter: &mut Meter,
    ) -> Result<f64, OverBudget> {
        if trees.label(a) != trees.label(b) {
            return Ok(0.0);
        }
        meter.charge((trees.children(a).len() + trees.children(b).len()) as u64)?;
        if groups.is_empty() {
            return Ok(1.0);
        }
        self.refuse_hopeless(trees, groups, meter)?;
        let mut total = 0.0;
        for group in groups.iter() {
            total += self.compare_group(trees, group, meter)?;
        }
        Ok(unit(total / groups.len() as f64))
    }

    /// Spends what a comparison may take where it would take more in any case: two lists of very many rows.
    fn refuse_hopeless(&self, trees: &SharedTrees, groups: &Groups, meter: &mut Meter) -> Result<(), OverBudget> {
        let left = self.per_pair.min(self.left).saturating_sub(meter.used());
        let pairs: usize = groups.iter().map(|group| group.first.len() * group.second.len()).sum();
        if pairs < MANY {
            return Ok(());
        }
        // Pairs that are known cost nothing, and those at hand may be among them.
        let (mut known, mut cells) = (self.matched.len(), pairs as u64);
        for group in groups.iter() {
            for &(x, _) in group.first {
                for &(y, _) in group.second {
                    let is_at_a_glance =
                        x == y || trees.label(x) != trees.label(y) || trees.size(x).min(trees.size(y)) == 1;
                    if is_at_a_glance {
                        continue;
                    }
                    if known > 0 {
                        known -= 1;
                        continue;
                    }
                    let (rows, columns, _) = trimmed(trees, x, y);
                    cells += 1 + rows.len() as u64 * columns.len() as u64;
                }
                if cells > left {
                    meter.charge(left)?;
                    return meter.charge(1);
                }
            }
        }
        Ok(())
    }

    fn compare_group(&mut self, trees: &SharedTrees, group: Group<'_>, meter: &mut Meter) -> Result<f64, OverBudget> {
        meter.charge(group.first.len() as u64 * group.second.len() as u64)?;
        let mut best_of_second = vec![0.0_f64; group.second.len()];
        let (mut total, mut members) = (0.0, 0);
        for &(left, count) in group.first {
            let mut best = 0.0_f64;
            for (&(right, _), best_of_right) in group.second.iter().zip(&mut best_of_second) {
                let larger = trees.size(left).max(trees.size(right));
                let similarity = f64::from(self.matched_pairs(trees, left, right, meter)?) / f64::from(larger);
                best = best.max(similarity);
                *best_of_right = best_of_right.max(similarity);
            }
            total += best * f64::from(count);
            members += count;
        }
        for (&(_, count), best) in group.second.iter().zip(best_of_second) {
            total += best * f64::from(count);
            members += count;
        }
        Ok(total / f64::from(members))
    }

    /// The number of node pairs in the largest matching.
    fn matched_pairs(&mut self, trees: &SharedTrees, a: u32, b: u32, meter: &mut Meter) -> Result<u32, OverBudget> {
        if let Some(matched) = self.immediate(trees, a, b) {
            return Ok(matched);
        }
        let mut row = std::mem::take(&mut self.row);
        if let Some(matched) = self.match_small(trees, a, b, &mut row, meter) {
            self.row = row;
            return matched;
        }
        let needed = self.pairs_needed(trees, (a, b), meter)?;
        // Children have smaller numbers, and so has the smaller of two children.
        let mut ordered = needed;
        ordered.sort_unstable();
        for (larger, smaller) in ordered {
            let matched = 1 + self.match_children(trees, larger, smaller, &mut row);
            self.matched.insert(code(larger, smaller), matched);
        }
        self.row = row;
        Ok(self.matched[&code(a, b)])
    }

    /// The same for trees whose children are all matched at a glance, as most are.
    fn match_small(
        &mut self,
        trees: &SharedTrees,
        a: u32,
        b: u32,
        row: &mut Vec<u32>,
        meter: &mut Meter,
    ) -> Option<Result<u32, OverBudget>> {
        let (left, right, _) = trimmed(trees, a, b);
        if left.len() * right.len() > SMALL {
            return None;
        }
        let is_at_a_glance = left.iter().all(|&x| right.iter().all(|&y| self.immediate(trees, x, y).is_some()));
        is_at_a_glance.then(|| {
            meter.charge(1 + left.len() as u64 * right.len() as u64)?;
            let (larger, smaller) = ordered(a, b);
            let matched = 1 + self.match_children(trees, larger, smaller, row);
            self.matched.insert(code(a, b), matched);
            Ok(matched)
        })
    }

    fn immediate(&self, trees: &SharedTrees, a: u32, b: u32) -> Option<u32> {
        if a == b {
            Some(trees.size(a))
        } else if trees.label(a) != trees.label(b) {
            Some(0)
        } else if trees.size(a) == 1 || trees.size(b) == 1 {
            Some(1)
        } else {
            self.matched.get(&code(a, b)).copied()
        }
    }

    /// All pairs of subtrees that must be matched first, and the pair itself, the larger number in front.
    fn pairs_needed(
        &self,
        trees: &SharedTrees,
        root: (u32, u32),
        meter: &mut Meter,
    ) -> Result<Vec<(u32, u32)>, OverBudget> {
        let mut needed = vec![ordered(root.0, root.1)];
        let mut seen: WordMap<u64, ()> = WordMap::default();
        seen.insert(code(root.0, root.1), ());
        let mut next = 0;
        while next < needed.len() {
            let (a, b) = needed[next];
            let (left, right, _) = trimmed(trees, a, b);
            meter.charge(1 + left.len() as u64 * right.len() as u64)?;
            for &x in left {
                for &y in right {
                    if self.immediate(trees, x, y).is_none() && seen.insert(code(x, y), ()).is_none() {
                        needed.push(ordered(x, y));
                    }
                }
            }
            next += 1;
        }
        Ok(needed)
    }

    fn match_children(&self, trees: &SharedTrees, a: u32, b: u32, row: &mut Vec<u32>) -> u32 {
        let (left, right, gain) = trimmed(trees, a, b);
        row.clear();
        row.resize(right.len() + 1, 0);
        for &x in left {
            let mut diagonal = 0;
            for (column, &y) in right.iter().enumerate() {
                let paired = diagonal + self.immediate(trees, x, y).unwrap_or_default();
                diagonal = row[column + 1];
                row[column + 1] = diagonal.max(row[column]).max(paired);
            }
        }
        gain + row[right.len()]
    }
}

fn ordered(a: u32, b: u32) -> (u32, u32) {
    (a.max(b), a.min(b))
}

fn code(a: u32, b: u32) -> u64 {
    let (larger, smaller) = ordered(a, b);
    u64::from(larger) << 32 | u64::from(smaller)
}

/// The children of both without the equal ones at either end, which some largest matching pairs with each other,
/// and what those gain.
fn trimmed(trees: &SharedTrees, a: u32, b: u32) -> (&[u32], &[u32], u32) {
    let (mut left, mut right) = (trees.children(a), trees.children(b));
    let mut gain = 0;
    while let ([rest @ .., x], [others @ .., y]) = (left, right)
        && x == y
    {
        gain += trees.size(*x);
        (left, right) = (rest, others);
    }
    while let ([x, rest @ ..], [y, others @ ..]) = (left, right)
        && x == y
    {
        gain += trees.size(*x);
        (left, right) = (rest, others);
    }
    (left, right, gain)
}

/// What a group scores at best: 1 where all its members have equal partners, 0 where one side is empty.
fn best_of_group(trees: &SharedTrees, group: Group<'_>) -> f64 {
    if group.first.is_empty() || group.second.is_empty() {
        return 0.0;
    }
    let is_equal = |subtree: u32, others: &[(u32, u32)]| others.binary_search_by_key(&subtree, |other| other.0).is_ok();
    // A pair of different subtrees misses at least one node of the larger.
    let best = |subtree: u32, others: &[(u32, u32)]| {
        let largest = others.iter().map(|&(other, _)| trees.size(other)).max().unwrap_or(1).max(trees.size(subtree));
        if is_equal(subtree, others) { 1.0 } else { f64::from(largest - 1) / f64::from(largest) }
    };
    let sum = |ours: &[(u32, u32)], others: &[(u32, u32)]| -> f64 {
        ours.iter().map(|&(subtree, count)| best(subtree, others) * f64::from(count)).sum()
    };
    let members: u32 = group.first.iter().chain(group.second).map(|&(_, count)| count).sum();
    (sum(group.first, group.second) + sum(group.second, group.first)) / f64::from(members)
}
