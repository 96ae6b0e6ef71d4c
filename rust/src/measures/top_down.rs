//! Top-down alignment of two trees: the part that RTDM and simple tree matching have in common.
//!
//! Finds the largest gain of a mapping of two subtrees in which a pair of nodes may be mapped only if their parents
//! are, siblings keep their order, and below two nodes of different labels nothing is mapped. RTDM counts what such a
//! mapping saves, simple tree matching counts its pairs; they differ in two numbers.
//!
//! Equal subtrees are mapped whole, equal children at either end of a row are set aside (exchanging what else
//! they are mapped to for each other never loses), and every pair of subtree classes is aligned once.

use super::budget::{Meter, OverBudget};
use super::classes::ClassedTree;
use super::tree::MatchMode;
use crate::hash::WordMap;

/// What a mapped pair of nodes gains.
#[derive(Clone, Copy, Debug)]
pub struct NodeGains {
    /// For two nodes of the same label.
    pub same: u32,
    /// For two nodes of different labels, below which nothing more can be gained.
    pub different: u32,
}

/// The alignment of two trees, growing pair by pair.
pub struct TopDownAlignment<'a> {
    first: Side<'a>,
    second: Side<'a>,
    gains: NodeGains,
    /// Gains of pairs of classes that have the same root label, differ, and are both no leaves.
    known: WordMap<u64, u32>,
    meter: &'a mut Meter,
}

struct Side<'a> {
    tree: ClassedTree<'a>,
    keys: Vec<u64>,
}

/// Two nodes, one of each tree.
type Pair = (usize, usize);

impl<'a> TopDownAlignment<'a> {
    /// Prepares the alignment of two trees whose classes were numbered together in the same mode.
    pub fn new(
        first: ClassedTree<'a>,
        second: ClassedTree<'a>,
        mode: MatchMode,
        gains: NodeGains,
        meter: &'a mut Meter,
    ) -> Self {
        Self { first: Side::new(first, mode), second: Side::new(second, mode), gains, known: WordMap::default(), meter }
    }

    /// The largest gain of two subtrees.
    ///
    /// # Errors
    /// If the budget does not suffice.
    pub fn gain(&mut self, first: usize, second: usize) -> Result<u32, OverBudget> {
        if let Some(gain) = self.immediate((first, second)) {
            return Ok(gain);
        }
        let mut pairs = self.pairs_needed((first, second))?;
        pairs.sort_unstable_by_key(|pair| self.first.tree.classes[pair.0]);
        let mut row = Vec::new();
        for pair in pairs {
            let gain = self.gains.same + self.align_children(pair, &mut row);
            self.known.insert(self.code(pair), gain);
        }
        Ok(self.known[&self.code((first, second))])
    }

    /// The gain of a pair that needs no alignment.
    fn immediate(&self, pair: Pair) -> Option<u32> {
        let (first, second) = (&self.first, &self.second);
        if first.tree.classes[pair.0] == second.tree.classes[pair.1] {
            Some(self.gains.same * first.tree.tree.sizes()[pair.0])
        } else if first.keys[pair.0] != second.keys[pair.1] {
            Some(self.gains.different)
        } else if first.tree.tree.is_leaf(pair.0) || second.tree.tree.is_leaf(pair.1) {
            Some(self.gains.same)
        } else {
            None
        }
    }

    fn code(&self, pair: Pair) -> u64 {
        let first = u64::from(self.first.tree.classes[pair.0]);
        first << 32 | u64::from(self.second.tree.classes[pair.1])
    }

    /// All pairs of classes that must be aligned for one pair, found on an explicit stack.
    fn pairs_needed(&mut self, root: Pair) -> Result<Vec<Pair>, OverBudget> {
        let mut needed = Vec::new();
        self.note(root, &mut needed);
        let mut next = 0;
        while next < needed.len() {
            let (left, right, _) = self.split_children(needed[next]);
            self.meter.charge(left.len() as u64 * right.len() as u64)?;
            for &left_child in &left {
                for &right_child in &right {
                    self.note((left_child, right_child), &mut needed);
                }
            }
            next += 1;
        }
        Ok(needed)
    }

    fn note(&mut self, pair: Pair, needed: &mut Vec<Pair>) {
        if self.immediate(pair).is_none() && !self.known.contains_key(&self.code(pair)) {
            self.known.insert(self.code(pair), 0);
            needed.push(pair);
        }
    }

    /// The children of both nodes without the equal ones at either end, and what those gain.
    fn split_children(&self, pair: Pair) -> (Vec<usize>, Vec<usize>, u32) {
        let mut left: Vec<usize> = self.first.tree.tree.children(pair.0).collect();
        let mut right: Vec<usize> = self.second.tree.tree.children(pair.1).collect();
        let equal = |a: usize, b: usize| self.first.tree.classes[a] == self.second.tree.classes[b];
        let mut gain = 0;
        while let (Some(&a), Some(&b)) = (left.last(), right.last())
            && equal(a, b)
        {
            gain += self.gains.same * self.first.tree.tree.sizes()[a];
            left.pop();
            right.pop();
        }
        let leading = left.iter().zip(&right).take_while(|&(&a, &b)| equal(a, b));
        let leading = leading.count();
        let sizes = self.first.tree.tree.sizes();
        gain += left[..leading].iter().map(|&a| self.gains.same * sizes[a]).sum::<u32>();
        (left.split_off(leading), right.split_off(leading), gain)
    }

    /// Aligns two rows of children, all of whose pairs are known.
    fn align_children(&self, pair: Pair, row: &mut Vec<u32>) -> u32 {
        let (left, right, gain) = self.split_children(pair);
        row.clear();
        row.resize(right.len() + 1, 0);
        for &left_child in &left {
            let mut diagonal = 0;
            for (column, &right_child) in right.iter().enumerate() {
                let paired = diagonal + self.known_gain((left_child, right_child));
                diagonal = row[column + 1];
                row[column + 1] = diagonal.max(row[column]).max(paired);
            }
        }
        gain + row[right.len()]
    }

    fn known_gain(&self, pair: Pair) -> u32 {
        self.immediate(pair).unwrap_or_else(|| self.known[&self.code(pair)])
    }
}

impl<'a> Side<'a> {
    fn new(tree: ClassedTree<'a>, mode: MatchMode) -> Self {
        Self { keys: (0..tree.tree.len()).map(|node| tree.tree.key(node, mode)).collect(), tree }
    }
}
