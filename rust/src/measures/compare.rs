//! All measures of one pair of pages, by name.
//!
//! Each score is a similarity, or the reason why there is none.

use std::cell::OnceCell;
use std::str::FromStr;

use super::budget::{Budget, OverBudget};
use super::classes::ClassedTree;
use super::comparand::Comparand;
use super::digest::digest_similarity;
use super::edit_distance::{EditCosts, max_similarity, sum_similarity, tree_edit_distance_classed};
use super::fingerprint::fingerprint_similarity;
use super::pq_grams::{BagSimilarity, pq_gram_similarity};
use super::rtdm::{rtdm_distance_classed, rtdm_similarity};
use super::sets::{jaccard_similarity, overlap_similarity, structure_style_similarity};
use super::subsequence::subsequence_similarity;
use super::tag_vector::tag_vector_similarity;
use super::tree::MatchMode;
use super::tree_matching::{Normalisation, matching_similarity_classed};

/// A similarity, or the reason why there is none.
pub type Score = Result<f64, OverBudget>;

macro_rules! measures {
    ($($variant:ident $name:literal $meaning:literal),* $(,)?) => {
        /// The measures by name.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Measure {
            $(#[doc = $meaning] $variant,)*
        }

        impl Measure {
            /// All measures.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// The name that users give.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $name),* }
            }
        }
    };
}

measures! {
    Ted "ted" "Tree edit distance over the sizes of both trees.",
    TedMax "ted-max" "Tree edit distance over the size of the larger tree.",
    Rtdm "rtdm" "Restricted top-down mapping.",
    Stm "stm" "Simple tree matching.",
    PqGrams "pq-grams" "pq-grams.",
    CommonPaths "common-paths" "Leaf paths, shared over the larger set.",
    PathJaccard "path-jaccard" "Leaf paths, shared over all.",
    PathShingles "path-shingles" "Path shingles, shared over the larger set.",
    TagVector "tag-vector" "Euclidean distance of tag counts.",
    Lcts "lcts" "Longest common tag subsequence.",
    Ctss "ctss" "Tag sequence shingles, shared over the larger set.",
    Md5 "md5" "Equality of tag sequences.",
    Mdh5 "mdh5" "Equality of the heads' tag sequences.",
    Fingerprint "fingerprint" "Equal entries of the fingerprints.",
    Style "style" "Class names, shared over all.",
    StructureStyle "structure-style" "Weighted mean of tree edit distance and style.",
}

impl FromStr for Measure {
    type Err = ();

    fn from_str(name: &str) -> Result<Self, ()> {
        let found = Self::ALL.iter().find(|measure| measure.name() == name);
        found.copied().ok_or(())
    }
}

impl Measure {
    /// Whether the measure compares whole trees and so needs their subtree classes.
    #[must_use]
    pub fn needs_classes(self) -> bool {
        use Measure::{Rtdm, Stm, StructureStyle, Ted, TedMax};
        matches!(self, Ted | TedMax | Rtdm | Stm | StructureStyle)
    }
}

/// What can be set about a comparison.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ComparisonSettings {
    /// The costs of tree edits.
    pub costs: EditCosts,
    /// How much work one comparison may be.
    pub budget: Budget,
    /// The weight of structure in `structure-style`.
    pub kappa: f64,
    /// How bags of pq-grams are compared.
    pub bag: BagSimilarity,
    /// How matched pairs of nodes become a similarity.
    pub normalisation: Normalisation,
}

impl Default for ComparisonSettings {
    fn default() -> Self {
        Self {
            costs: EditCosts::default(),
            budget: Budget::default(),
            kappa: 0.5,
            bag: BagSimilarity::default(),
            normalisation: Normalisation::default(),
        }
    }
}

/// A page and its subtree classes, numbered together with its partner's.
#[derive(Clone, Copy)]
pub struct Classed<'a> {
    /// The page.
    pub page: &'a Comparand,
    /// One class per node; may be empty if no measure asked for compares whole trees.
    pub classes: &'a [u32],
}

impl<'a> Classed<'a> {
    fn tree(self) -> ClassedTree<'a> {
        ClassedTree { tree: &self.page.tree, classes: self.classes }
    }
}

/// The scores of one pair, in the order of the measures.
#[must_use]
pub fn compare(
    first: Classed<'_>,
    second: Classed<'_>,
    measures: &[Measure],
    settings: &ComparisonSettings,
) -> Vec<Score> {
    let comparison = Comparison { first, second, settings, edit_distance: OnceCell::new() };
    measures.iter().map(|&measure| comparison.score(measure)).collect()
}

struct Comparison<'a> {
    first: Classed<'a>,
    second: Classed<'a>,
    settings: &'a ComparisonSettings,
    /// Three measures need it; it is by far the dearest.
    edit_distance: OnceCell<Result<u64, OverBudget>>,
}

impl Comparison<'_> {
    fn score(&self, measure: Measure) -> Score {
        let (first, second) = (self.first.page, self.second.page);
        Ok(match measure {
            Measure::Ted => self.edit_similarity(sum_similarity)?,
            Measure::TedMax => self.edit_similarity(max_similarity)?,
            Measure::StructureStyle => self.structure_style()?,
            Measure::Rtdm => self.rtdm()?,
            Measure::Stm => self.tree_matching()?,
            Measure::Lcts => subsequence_similarity(&first.tags, &second.tags, self.settings.budget)?,
            Measure::PqGrams => pq_gram_similarity(first.pq_grams(), second.pq_grams(), self.settings.bag),
            Measure::CommonPaths => overlap_similarity(first.leaf_paths(), second.leaf_paths()),
            Measure::PathJaccard => jaccard_similarity(first.leaf_paths(), second.leaf_paths()),
            Measure::PathShingles => overlap_similarity(first.path_shingles(), second.path_shingles()),
            Measure::TagVector => tag_vector_similarity(first.tag_counts(), second.tag_counts()),
            Measure::Ctss => overlap_similarity(first.tag_shingles(), second.tag_shingles()),
            Measure::Md5 => digest_similarity(first.sequence_digest(), second.sequence_digest()),
            Measure::Mdh5 => digest_similarity(first.header_digest(), second.header_digest()),
            Measure::Fingerprint => fingerprint_similarity(first.fingerprint(), second.fingerprint()),
            Measure::Style => jaccard_similarity(&first.style, &second.style),
        })
    }

    fn nodes(&self) -> (usize, usize) {
        (self.first.page.tree.len(), self.second.page.tree.len())
    }

    fn edit_similarity(&self, normalise: fn(u64, (usize, usize), EditCosts) -> f64) -> Score {
        let settings = self.settings;
        let distance = *self.edit_distance.get_or_init(|| {
            let trees = (self.first.tree(), self.second.tree());
            tree_edit_distance_classed(trees.0, trees.1, settings.costs, settings.budget)
        });
        Ok(normalise(distance?, self.nodes(), settings.costs))
    }

    fn structure_style(&self) -> Score {
        let structure = self.edit_similarity(sum_similarity)?;
        let style = jaccard_similarity(&self.first.page.style, &self.second.page.style);
        Ok(structure_style_similarity(structure, style, self.settings.kappa))
    }

    fn rtdm(&self) -> Score {
        let (first, second) = (self.first.tree(), self.second.tree());
        let distance = rtdm_distance_classed(first, second, self.settings.budget)?;
        Ok(rtdm_similarity(distance, self.nodes()))
    }

    fn tree_matching(&self) -> Score {
        matching_similarity_classed(
            (self.first.tree(), self.second.tree()),
            MatchMode::Structural,
            self.settings.normalisation,
            self.settings.budget,
        )
    }
}
