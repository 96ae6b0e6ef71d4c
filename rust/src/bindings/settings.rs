//! Settings as they come from Python: the dataclasses of `unmold.settings`, each as one object, read by their fields.

use pyo3::prelude::*;

use super::error::{CoreError, Result};
use crate::html::Limits;
use crate::measures::budget::Budget;
use crate::measures::comparand::{PathReading, WindowSettings};
use crate::measures::compare::ComparisonSettings;
use crate::measures::edit_distance::EditCosts;
use crate::measures::pq_grams::BagSimilarity;
use crate::measures::tree_matching::Normalisation;

/// How much one page may cost.
#[derive(Clone, Copy, FromPyObject)]
pub struct PyLimits {
    max_bytes: usize,
    max_nodes: usize,
    max_depth: usize,
    max_attributes: usize,
    max_growth: usize,
}

/// The limits that were given, or the default.
pub fn limits(given: Option<PyLimits>) -> Limits {
    given.map_or_else(Limits::default, |given| Limits {
        max_bytes: given.max_bytes,
        max_nodes: given.max_nodes,
        max_depth: given.max_depth,
        max_attributes: given.max_attributes,
        max_growth: given.max_growth,
    })
}

/// How pages are compared.
#[derive(FromPyObject)]
pub struct PyComparison {
    kappa: f64,
    path_reading: String,
    path_width: usize,
    tag_width: usize,
    p: usize,
    q: usize,
    pq_gram_kind: String,
    matching_normalisation: String,
    max_cells: Option<u64>,
}

impl PyComparison {
    /// What is prepared of each page.
    pub fn windows(given: Option<&Self>) -> Result<WindowSettings> {
        let Some(given) = given else { return Ok(WindowSettings::default()) };
        for width in [given.path_width, given.tag_width, given.p, given.q] {
            check_width(width)?;
        }
        Ok(WindowSettings {
            path_reading: path_reading(&given.path_reading)?,
            path_width: given.path_width,
            tag_width: given.tag_width,
            p: given.p,
            q: given.q,
        })
    }

    /// How two of them are compared.
    pub fn comparison(given: Option<&Self>, max_table: Option<u64>) -> Result<ComparisonSettings> {
        let budget = budget(given.and_then(|given| given.max_cells), max_table);
        let Some(given) = given else { return Ok(ComparisonSettings { budget, ..ComparisonSettings::default() }) };
        check_kappa(given.kappa)?;
        Ok(ComparisonSettings {
            costs: EditCosts::default(),
            budget,
            kappa: given.kappa,
            bag: bag_similarity(&given.pq_gram_kind)?,
            normalisation: normalisation(&given.matching_normalisation)?,
        })
    }
}

/// The default budget where nothing else is said.
pub fn budget(max_cells: Option<u64>, max_table: Option<u64>) -> Budget {
    let default = Budget::default();
    Budget { cells: max_cells.unwrap_or(default.cells), table: max_table.unwrap_or(default.table) }
}

pub fn check_kappa(kappa: f64) -> Result<()> {
    match (0.0..=1.0).contains(&kappa) {
        true => Ok(()),
        false => Err(CoreError::usage("kappa must lie in [0, 1]")),
    }
}

pub fn check_width(width: usize) -> Result<()> {
    match width {
        0 => Err(CoreError::usage("windows start at width 1")),
        _ => Ok(()),
    }
}

pub fn path_reading(name: &str) -> Result<PathReading> {
    match name {
        "steps" => Ok(PathReading::Steps),
        "sequence" => Ok(PathReading::Sequence),
        _ => Err(CoreError::usage(format!("no reading of path shingles: {name}"))),
    }
}

pub fn bag_similarity(kind: &str) -> Result<BagSimilarity> {
    match kind {
        "dice" => Ok(BagSimilarity::Dice),
        "bag" => Ok(BagSimilarity::Bag),
        _ => Err(CoreError::usage(format!("no kind of pq-gram similarity: {kind}"))),
    }
}

pub fn normalisation(name: &str) -> Result<Normalisation> {
    match name {
        "max" => Ok(Normalisation::Max),
        "avg" => Ok(Normalisation::Average),
        "setaware" => Ok(Normalisation::SetAware),
        _ => Err(CoreError::usage(format!("no normalisation of tree matching: {name}"))),
    }
}
