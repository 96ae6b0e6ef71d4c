//! Trees from arrays, and every measure of trees by itself.

use pyo3::prelude::*;

use crate::bindings::error::{CoreError, Result};
use crate::bindings::numbers::Numbers;
use crate::bindings::settings::{self, bag_similarity, budget};
use crate::measures::budget::OverBudget;
use crate::measures::classes::{ClassedTree, subtree_classes};
use crate::measures::edit_distance::{self, EditCosts, max_similarity, size_and_label_bound, sum_similarity};
use crate::measures::pq_grams;
use crate::measures::rtdm;
use crate::measures::tree::{LabelledTree, MatchMode, NO_PARENT, NodeKind};
use crate::measures::tree_matching::{matching_similarity, simple_tree_matching};

/// A value, or None and the reason why there is none.
pub type ValueOrReason<T> = (Option<T>, Option<String>);

pub fn value_or_reason<T>(result: std::result::Result<T, OverBudget>) -> ValueOrReason<T> {
    match result {
        Ok(value) => (Some(value), None),
        Err(reason) => (None, Some(reason.to_string())),
    }
}

fn match_mode(textual: bool) -> MatchMode {
    match textual {
        true => MatchMode::Textual,
        false => MatchMode::Structural,
    }
}

fn node_kind(code: u8) -> Result<NodeKind> {
    match code {
        0 => Ok(NodeKind::Element),
        1 => Ok(NodeKind::Text),
        2 => Ok(NodeKind::Image),
        _ => Err(CoreError::internal(format!("no kind of node: {code}"))),
    }
}

/// An ordered labelled tree in preorder.
#[pyclass(name = "LabelledTree", module = "unmold._core.testing", frozen)]
pub struct PyLabelledTree(pub LabelledTree);

impl PyLabelledTree {
    fn with_data(tree: LabelledTree, kinds: Option<Numbers<u8>>, contents: Option<Numbers<u64>>) -> Result<Self> {
        if kinds.is_none() && contents.is_none() {
            return Ok(Self(tree));
        }
        let kinds = kinds.map_or_else(|| vec![0; tree.len()], |kinds| kinds.0);
        let kinds = kinds.into_iter().map(node_kind).collect::<Result<_>>()?;
        let contents = contents.map_or_else(|| vec![0; tree.len()], |contents| contents.0);
        Ok(Self(tree.with_data(kinds, contents)?))
    }
}

#[pymethods]
impl PyLabelledTree {
    #[new]
    #[pyo3(signature = (labels, parents, kinds=None, contents=None))]
    fn new(
        labels: Numbers<u32>,
        parents: Numbers<i64>,
        kinds: Option<Numbers<u8>>,
        contents: Option<Numbers<u64>>,
    ) -> Result<Self> {
        let parent = |parent: i64| match parent {
            -1 => Ok(NO_PARENT),
            _ => u32::try_from(parent).map_err(CoreError::internal),
        };
        let parents = parents.0.into_iter().map(parent).collect::<Result<_>>()?;
        let tree = LabelledTree::from_parents(labels.0, parents)?;
        Self::with_data(tree, kinds, contents)
    }

    #[staticmethod]
    #[pyo3(signature = (labels, depths, kinds=None, contents=None))]
    fn from_depths(
        labels: Numbers<u32>,
        depths: Numbers<u32>,
        kinds: Option<Numbers<u8>>,
        contents: Option<Numbers<u64>>,
    ) -> Result<Self> {
        let tree = LabelledTree::from_depths(labels.0, &depths.0)?;
        Self::with_data(tree, kinds, contents)
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }
}

/// The tree edit distance, or why there is none.
#[pyfunction]
#[pyo3(signature = (first, second, *, insert=1, delete=1, rename=1, max_cells=None, max_table=None))]
#[expect(clippy::too_many_arguments, reason = "keywords with defaults in Python")]
pub fn tree_edit_distance(
    py: Python<'_>,
    first: &PyLabelledTree,
    second: &PyLabelledTree,
    insert: u32,
    delete: u32,
    rename: u32,
    max_cells: Option<u64>,
    max_table: Option<u64>,
) -> Result<ValueOrReason<u64>> {
    let costs = EditCosts::new(insert, delete, rename)?;
    let budget = budget(max_cells, max_table);
    let distance = || edit_distance::tree_edit_distance(&first.0, &second.0, costs, budget);
    Ok(value_or_reason(py.detach(distance)))
}

/// The unit-cost tree edit distance; None without a reason if it is beyond the cutoff.
#[pyfunction]
#[pyo3(signature = (first, second, cutoff, *, max_cells=None, max_table=None))]
pub fn tree_edit_distance_within(
    py: Python<'_>,
    first: &PyLabelledTree,
    second: &PyLabelledTree,
    cutoff: u64,
    max_cells: Option<u64>,
    max_table: Option<u64>,
) -> ValueOrReason<u64> {
    let classes = subtree_classes(&[&first.0, &second.0], MatchMode::Structural);
    let first = ClassedTree { tree: &first.0, classes: &classes[0] };
    let second = ClassedTree { tree: &second.0, classes: &classes[1] };
    let budget = budget(max_cells, max_table);
    match py.detach(|| edit_distance::tree_edit_distance_within(first, second, cutoff, budget)) {
        Ok(distance) => (distance, None),
        Err(reason) => (None, Some(reason.to_string())),
    }
}

/// The unit-cost tree edit distance as a similarity, normalised by `sum` or `max`.
#[pyfunction]
#[pyo3(signature = (first, second, *, normalisation="sum", max_cells=None, max_table=None))]
pub fn tree_edit_similarity(
    py: Python<'_>,
    first: &PyLabelledTree,
    second: &PyLabelledTree,
    normalisation: &str,
    max_cells: Option<u64>,
    max_table: Option<u64>,
) -> Result<ValueOrReason<f64>> {
    let normalise = match normalisation {
        "sum" => sum_similarity,
        "max" => max_similarity,
        _ => {
            return Err(CoreError::usage(format!("no normalisation of distances: {normalisation}")));
        }
    };
    let (first, second) = (&first.0, &second.0);
    let costs = EditCosts::default();
    let budget = budget(max_cells, max_table);
    let distance = py.detach(|| edit_distance::tree_edit_distance(first, second, costs, budget));
    let nodes = (first.len(), second.len());
    Ok(value_or_reason(distance.map(|distance| normalise(distance, nodes, costs))))
}

/// A lower bound of the unit-cost tree edit distance, in linear time.
#[pyfunction]
pub fn tree_edit_bound(first: &PyLabelledTree, second: &PyLabelledTree) -> u64 {
    size_and_label_bound(&first.0, &second.0)
}

/// The RTDM distance, or why there is none.
#[pyfunction]
#[pyo3(signature = (first, second, *, max_cells=None))]
pub fn rtdm_distance(
    py: Python<'_>,
    first: &PyLabelledTree,
    second: &PyLabelledTree,
    max_cells: Option<u64>,
) -> ValueOrReason<u64> {
    let budget = budget(max_cells, None);
    value_or_reason(py.detach(|| rtdm::rtdm_distance(&first.0, &second.0, budget)))
}

/// The RTDM distance as a similarity.
#[pyfunction]
#[pyo3(signature = (first, second, *, max_cells=None))]
pub fn rtdm_similarity(
    py: Python<'_>,
    first: &PyLabelledTree,
    second: &PyLabelledTree,
    max_cells: Option<u64>,
) -> ValueOrReason<f64> {
    let (distance, reason) = rtdm_distance(py, first, second, max_cells);
    let nodes = (first.0.len(), second.0.len());
    (distance.map(|distance| rtdm::rtdm_similarity(distance, nodes)), reason)
}

/// The number of node pairs that simple tree matching finds.
#[pyfunction]
#[pyo3(signature = (first, second, *, textual=false, max_cells=None))]
pub fn tree_matching(
    py: Python<'_>,
    first: &PyLabelledTree,
    second: &PyLabelledTree,
    textual: bool,
    max_cells: Option<u64>,
) -> ValueOrReason<u64> {
    let (mode, budget) = (match_mode(textual), budget(max_cells, None));
    let matched = || simple_tree_matching(&first.0, &second.0, mode, budget);
    value_or_reason(py.detach(matched))
}

/// Simple tree matching as a similarity, normalised by `max`, `avg` or `setaware`.
#[pyfunction]
#[pyo3(signature = (first, second, *, normalisation="setaware", textual=false, max_cells=None))]
pub fn tree_matching_similarity(
    py: Python<'_>,
    first: &PyLabelledTree,
    second: &PyLabelledTree,
    normalisation: &str,
    textual: bool,
    max_cells: Option<u64>,
) -> Result<ValueOrReason<f64>> {
    let form = settings::normalisation(normalisation)?;
    let (mode, budget) = (match_mode(textual), budget(max_cells, None));
    let (first, second) = (&first.0, &second.0);
    let similarity = || matching_similarity(first, second, mode, form, budget);
    Ok(value_or_reason(py.detach(similarity)))
}

/// The sorted bag of a tree's pq-grams, as hashes.
#[pyfunction]
#[pyo3(signature = (tree, p=2, q=3))]
pub fn pq_gram_profile(py: Python<'_>, tree: &PyLabelledTree, p: u8, q: u8) -> Result<Vec<u64>> {
    if p == 0 || q == 0 {
        return Err(CoreError::usage("p and q start at 1"));
    }
    Ok(py.detach(|| pq_grams::pq_gram_profile(&tree.0, p.into(), q.into())))
}

/// The similarity of two bags of pq-grams.
#[pyfunction]
#[pyo3(signature = (first, second, *, kind="dice"))]
pub fn pq_gram_similarity(first: Numbers<u64>, second: Numbers<u64>, kind: &str) -> Result<f64> {
    let sorted = |mut bag: Vec<u64>| {
        bag.sort_unstable();
        bag
    };
    let (first, second) = (sorted(first.0), sorted(second.0));
    Ok(pq_grams::pq_gram_similarity(&first, &second, bag_similarity(kind)?))
}
