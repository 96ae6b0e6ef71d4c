//! What a caller of induction may turn.

use super::budget::InductionBudget;
use super::peers::Thresholds;
use crate::measures::tree_matching::Normalisation;

/// Which algorithm is run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Variant {
    /// The published one, its errors repaired and nothing added.
    StrictSeed,
    /// The same with the extensions E1 (all torn parts of a structure are generalised), E2 (optionals that occur
    /// together are one) and E3 (a set swallows its neighbouring copies).
    #[default]
    Extended,
}

/// How repeats are found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mining {
    /// By containment of regular expressions: never refuses a training page.
    #[default]
    Containment,
    /// By deleting equal neighbours: the older way, for contrast.
    Collapse,
}

/// How a pattern is induced.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct InductionSettings {
    /// When two parts are the same.
    pub thresholds: Thresholds,
    /// How matched nodes become a similarity.
    pub normalisation: Normalisation,
    /// Whether children of the same shape in a row count once when structures are compared.
    pub folds_repeats: bool,
    /// Which algorithm is run.
    pub variant: Variant,
    /// How repeats are found.
    pub mining: Mining,
    /// What it may cost.
    pub budget: InductionBudget,
}

impl Default for InductionSettings {
    /// The report's middle pair of thresholds.
    fn default() -> Self {
        Self {
            thresholds: Thresholds { structure: 0.8, text: 0.9 },
            normalisation: Normalisation::SetAware,
            folds_repeats: true,
            variant: Variant::Extended,
            mining: Mining::Containment,
            budget: InductionBudget::default(),
        }
    }
}
