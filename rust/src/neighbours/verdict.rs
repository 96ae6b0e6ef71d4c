//! One pair of pages, judged by ever more expensive means until one of them decides.
//!
//! Style says how far apart the trees may be. Sizes, labels and sequences of labels say how far they are at least; a
//! top-down alignment (RTDM) says how far at most, since it is one way to edit one tree into the other. Only where the
//! allowed distance lies between these is the tree edit distance itself computed, and only as far as the cutoff.

use super::criterion::Kappa;
use super::profile::Profile;
use crate::measures::budget::{Budget, OverBudget};
use crate::measures::edit_distance::{SequencePattern, tree_edit_distance_within};
use crate::measures::rtdm::rtdm_distance_classed;
use crate::measures::sets::jaccard_similarity;

macro_rules! stages {
    ($($variant:ident $name:literal $meaning:literal),* $(,)?) => {
        /// What decided about a pair.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Stage {
            $(#[doc = $meaning] $variant,)*
        }

        impl Stage {
            /// All stages, the cheapest first.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// The name that users see.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $name),* }
            }
        }
    };
}

stages! {
    Style "style" "The class names: no tree could make up for them, or none is needed.",
    Size "size" "The numbers of nodes.",
    Labels "labels" "How often each label occurs.",
    Sequences "sequences" "A lower bound: the labels in preorder or postorder differ too much.",
    Alignment "alignment" "An upper bound: the trees align well enough from the top down.",
    Exact "exact" "The tree edit distance.",
    Unscored "unscored" "Nothing: the distance was too dear. The pages count as unlike.",
}

/// How many pairs each stage decided.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally([u64; Stage::ALL.len()]);

impl Tally {
    /// Counts a pair.
    pub fn add(&mut self, stage: Stage) {
        self.0[stage as usize] += 1;
    }

    /// The pairs that a stage decided.
    #[must_use]
    pub fn get(&self, stage: Stage) -> u64 {
        self.0[stage as usize]
    }

    /// The pairs of both.
    #[must_use]
    pub fn plus(mut self, other: &Self) -> Self {
        for (count, more) in self.0.iter_mut().zip(other.0) {
            *count += more;
        }
        self
    }
}

/// What the similarity of two pages lies between.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// No more than this.
    pub most: f64,
    /// No less than this.
    pub least: f64,
}

/// A page that is compared with many others.
pub struct Judge<'a> {
    profile: &'a Profile<'a>,
    preorder: SequencePattern<'a>,
    postorder: SequencePattern<'a>,
    budget: Budget,
}

impl<'a> Judge<'a> {
    /// Prepares to compare a page.
    #[must_use]
    pub fn new(profile: &'a Profile<'a>, budget: Budget) -> Self {
        Self {
            profile,
            preorder: SequencePattern::new(&profile.preorder),
            postorder: SequencePattern::new(&profile.postorder),
            budget,
        }
    }

    /// Whether two pages reach a similarity, and what said so.
    #[must_use]
    pub fn judge(&self, other: &Profile<'_>, threshold: f64, kappa: Kappa) -> (bool, Stage) {
        let style = self.style(other);
        let cutoff = match self.cutoff(other, threshold, style, kappa) {
            Ok(cutoff) => cutoff,
            Err(stage) => return (false, stage),
        };
        if cutoff >= (self.profile.nodes() + other.nodes()) as u64 {
            return (true, Stage::Style);
        }
        if self.preorder.is_beyond(&other.preorder, cutoff) || self.postorder.is_beyond(&other.postorder, cutoff) {
            return (false, Stage::Sequences);
        }
        self.judge_trees(other, cutoff).unwrap_or((false, Stage::Unscored))
    }

    /// The most and the least that the similarity of two pages can be.
    ///
    /// # Errors
    /// If it cannot reach the threshold: what says so.
    pub fn bounds(&self, other: &Profile<'_>, threshold: f64, kappa: Kappa) -> Result<Bounds, Stage> {
        let style = self.style(other);
        let cutoff = self.cutoff(other, threshold, style, kappa)?;
        let preorder = self.preorder.distance_within(&other.preorder, cutoff).ok_or(Stage::Sequences)?;
        let postorder = self.postorder.distance_within(&other.postorder, cutoff).ok_or(Stage::Sequences)?;
        let farthest = (self.profile.nodes() + other.nodes()) as u64;
        let aligned = rtdm_distance_classed(self.profile.tree(), other.tree(), self.budget).unwrap_or(farthest);
        let similarity = |distance| kappa.similarity(distance, (self.profile.nodes(), other.nodes()), style);
        Ok(Bounds { most: similarity(preorder.max(postorder)), least: similarity(aligned) })
    }

    /// The similarity of two pages, if it reaches a threshold.
    ///
    /// # Errors
    /// If the budget does not suffice.
    pub fn similarity(&self, other: &Profile<'_>, threshold: f64, kappa: Kappa) -> Result<Option<f64>, OverBudget> {
        let style = self.style(other);
        let Ok(cutoff) = self.cutoff(other, threshold, style, kappa) else {
            return Ok(None);
        };
        let distance = tree_edit_distance_within(self.profile.tree(), other.tree(), cutoff, self.budget)?;
        let nodes = (self.profile.nodes(), other.nodes());
        let similarity = distance.map(|distance| kappa.similarity(distance, nodes, style));
        Ok(similarity.filter(|&similarity| similarity >= threshold))
    }

    fn style(&self, other: &Profile<'_>) -> f64 {
        jaccard_similarity(&self.profile.page.style, &other.page.style)
    }

    /// The largest distance that reaches the threshold, or what says that the trees are farther apart.
    fn cutoff(&self, other: &Profile<'_>, threshold: f64, style: f64, kappa: Kappa) -> Result<u64, Stage> {
        let nodes = (self.profile.nodes(), other.nodes());
        let cutoff = kappa.cutoff(threshold, nodes, style).ok_or(Stage::Style)?;
        if nodes.0.abs_diff(nodes.1) as u64 > cutoff {
            return Err(Stage::Size);
        }
        match label_bound(self.profile, other) > cutoff {
            true => Err(Stage::Labels),
            false => Ok(cutoff),
        }
    }

    fn judge_trees(&self, other: &Profile<'_>, cutoff: u64) -> Result<(bool, Stage), OverBudget> {
        let (first, second) = (self.profile.tree(), other.tree());
        if rtdm_distance_classed(first, second, self.budget).is_ok_and(|distance| distance <= cutoff) {
            return Ok((true, Stage::Alignment));
        }
        let distance = tree_edit_distance_within(first, second, cutoff, self.budget)?;
        Ok((distance.is_some(), Stage::Exact))
    }
}

/// What the similarity of two pages is at most, by class names, sizes and labels.
#[must_use]
pub fn best_similarity(first: &Profile<'_>, second: &Profile<'_>, kappa: Kappa) -> f64 {
    let style = jaccard_similarity(&first.page.style, &second.page.style);
    kappa.similarity(label_bound(first, second), (first.nodes(), second.nodes()), style)
}

/// No mapping avoids inserting surplus nodes, nor editing the nodes whose label has no partner.
fn label_bound(first: &Profile<'_>, second: &Profile<'_>) -> u64 {
    let (left, right) = (&first.label_counts, &second.label_counts);
    let (mut at, mut shared) = (0, 0);
    for &(label, count) in left {
        while at < right.len() && right[at].0 < label {
            at += 1;
        }
        if at < right.len() && right[at].0 == label {
            shared += count.min(right[at].1) as usize;
        }
    }
    (first.nodes().max(second.nodes()) - shared) as u64
}
