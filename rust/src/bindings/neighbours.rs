//! Neighbours of pages, and clusters by shared neighbours, for Python.

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList};

use super::batch::{on_threads, page_bytes};
use super::error::{CoreError, Result};
use super::numbers::Numbers;
use super::pairs::PyComparand;
use super::settings::{budget, check_kappa};
use crate::fingerprint_index::Components;
use crate::measures::comparand::Comparand;
use crate::neighbours::candidates::{self, Candidates};
use crate::neighbours::criterion::Kappa;
use crate::neighbours::jarvis_patrick::{Membership, jarvis_patrick_clusters};
use crate::neighbours::nearest::{self, Nearest, NearestSettings};
use crate::neighbours::packed;
use crate::neighbours::profile::DistinctPages;
use crate::neighbours::search::{self, Found, SearchSettings};
use crate::neighbours::shared::{self, SharedSettings};
use crate::neighbours::verdict::{Stage, Tally};

/// How many pairs each stage decided, by the names of stages.
type Counts = Vec<(&'static str, u64)>;

fn counts(tally: &Tally) -> Counts {
    Stage::ALL.iter().map(|&stage| (stage.name(), tally.get(stage))).collect()
}

pub fn little_endian<'py>(py: Python<'py>, numbers: impl Iterator<Item = u32>) -> Bound<'py, PyBytes> {
    PyBytes::new(py, &numbers.flat_map(u32::to_le_bytes).collect::<Vec<u8>>())
}

/// The pairs of different pages that are alike, and how they were found.
#[pyclass(name = "Neighbours", module = "unmold._core", frozen)]
pub struct PyNeighbours {
    page_numbers: Vec<u32>,
    found: Found,
}

#[pymethods]
impl PyNeighbours {
    /// The number of different pages.
    #[getter]
    fn distinct(&self) -> usize {
        self.found.smaller.len()
    }

    /// For every page (u32), which of the different pages it is, numbered by first pages.
    #[getter]
    fn page_numbers<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        little_endian(py, self.page_numbers.iter().copied())
    }

    /// How many pairs of different pages each stage decided.
    #[getter]
    fn counts(&self) -> Counts {
        counts(&self.found.tally)
    }

    /// The smaller and the larger number of every pair of different pages that are alike (u32).
    fn pairs<'py>(&self, py: Python<'py>) -> (Bound<'py, PyBytes>, Bound<'py, PyBytes>) {
        let rows = || self.found.smaller.iter().zip(0..);
        let smaller = rows().flat_map(|(others, _)| others.iter().copied());
        let larger = rows().flat_map(|(others, number)| others.iter().map(move |_| number));
        (little_endian(py, smaller), little_endian(py, larger))
    }

    /// The cluster of every page (u32) by shared neighbours, and the rounds in which clusters were joined.
    #[pyo3(signature = (overlap, max_rounds=100, *, jobs=0))]
    fn cluster<'py>(
        &self,
        py: Python<'py>,
        overlap: f64,
        max_rounds: usize,
        jobs: usize,
    ) -> Result<(Bound<'py, PyBytes>, usize)> {
        let settings = SharedSettings { overlap, max_rounds };
        let work = || shared::shared_neighbour_clusters(&self.page_numbers, self.found.smaller.clone(), settings);
        let clusters = py.detach(|| on_threads(jobs, work))?;
        let labels = self.page_numbers.iter().map(|&number| clusters.labels[number as usize]);
        Ok((little_endian(py, labels), clusters.rounds))
    }
}

/// Finds all pairs of pages whose similarity in structure and style reaches a threshold, or, if `indexed`, those among
/// the pairs that an index of their paths finds.
#[pyfunction]
#[pyo3(signature = (pages, threshold, *, kappa=0.5, indexed=false, jobs=0, max_cells=None))]
pub fn find_neighbours(
    py: Python<'_>,
    pages: Vec<Py<PyComparand>>,
    threshold: f64,
    kappa: f64,
    indexed: bool,
    jobs: usize,
    max_cells: Option<u64>,
) -> Result<PyNeighbours> {
    check_kappa(kappa)?;
    let settings = SearchSettings { threshold, kappa: Kappa(kappa), budget: budget(max_cells, None) };
    let pages: Vec<&Comparand> = pages.iter().map(|page| &page.get().0).collect();
    let work = || {
        let DistinctPages { profiles, profile_of } = DistinctPages::of(&pages);
        let candidates = if indexed { Candidates::from_index(&profiles) } else { Candidates::All };
        PyNeighbours { found: search::find_neighbours(&profiles, &candidates, &settings), page_numbers: profile_of }
    };
    py.detach(|| on_threads(jobs, work))
}

/// Finds all pairs of different pages whose similarity in structure and style reaches a threshold, in pages that are
/// given as bytes (`Comparand.pack`). With `blocks`, a byte for every page, only pairs of two blocks are looked at.
#[pyfunction]
#[pyo3(signature = (pages, threshold, *, blocks=None, kappa=0.5, jobs=0, max_cells=None))]
pub fn find_packed_neighbours(
    py: Python<'_>,
    pages: &Bound<'_, PyList>,
    threshold: f64,
    blocks: Option<Vec<u8>>,
    kappa: f64,
    jobs: usize,
    max_cells: Option<u64>,
) -> Result<PyNeighbours> {
    check_kappa(kappa)?;
    let settings = SearchSettings { threshold, kappa: Kappa(kappa), budget: budget(max_cells, None) };
    let held = page_bytes(pages)?;
    let bytes: Vec<&[u8]> = held.iter().map(|page| page.as_bytes()).collect();
    if blocks.as_ref().is_some_and(|blocks| blocks.len() != bytes.len()) {
        return Err(CoreError::internal("every page needs a block"));
    }
    let work = || -> Result<PyNeighbours> {
        let unpacked = bytes.iter().map(|page| packed::unpack(page).map_err(CoreError::internal));
        let pages = unpacked.collect::<Result<Vec<Comparand>>>()?;
        let DistinctPages { profiles, profile_of } = DistinctPages::of(&pages.iter().collect::<Vec<_>>());
        if blocks.is_some() && profiles.len() != pages.len() {
            return Err(CoreError::internal("pages of blocks must be different"));
        }
        let candidates = blocks.map_or(Candidates::All, Candidates::Between);
        let found = search::find_neighbours(&profiles, &candidates, &settings);
        Ok(PyNeighbours { found, page_numbers: profile_of })
    };
    py.detach(|| on_threads(jobs, work))?
}

/// The pairs of blocks (u32 each) in which some pages may be alike: `smallest` and `largest` say how many nodes the
/// trees of each block have.
#[pyfunction]
#[pyo3(signature = (smallest, largest, threshold, *, kappa=0.5))]
pub fn find_block_pairs<'py>(
    py: Python<'py>,
    smallest: Numbers<u32>,
    largest: Numbers<u32>,
    threshold: f64,
    kappa: f64,
) -> Result<(Bound<'py, PyBytes>, Bound<'py, PyBytes>)> {
    check_kappa(kappa)?;
    if smallest.0.len() != largest.0.len() {
        return Err(CoreError::internal("every block needs two sizes"));
    }
    let nodes: Vec<(u32, u32)> = smallest.0.into_iter().zip(largest.0).collect();
    let pairs = py.detach(|| candidates::block_pairs(&nodes, threshold, Kappa(kappa)));
    let side = |of: fn(&(u32, u32)) -> u32| little_endian(py, pairs.iter().map(of));
    Ok((side(|pair| pair.0), side(|pair| pair.1)))
}

/// The cluster of every different page (u32) by shared neighbours, and the rounds in which clusters were joined:
/// `copies` says how many pages each of them stands for, and page `firsts[i]` is alike to page `seconds[i]`.
#[pyfunction]
#[pyo3(signature = (copies, firsts, seconds, overlap, max_rounds=100, *, jobs=0))]
pub fn cluster_neighbours<'py>(
    py: Python<'py>,
    copies: Numbers<u32>,
    firsts: Numbers<u32>,
    seconds: Numbers<u32>,
    overlap: f64,
    max_rounds: usize,
    jobs: usize,
) -> Result<(Bound<'py, PyBytes>, usize)> {
    let pairs = check_pairs(copies.0.len(), &firsts.0, &seconds.0)?;
    let mut smaller = vec![Vec::new(); copies.0.len()];
    for (first, second) in pairs.filter(|(first, second)| first != second) {
        smaller[first.max(second) as usize].push(first.min(second));
    }
    for others in &mut smaller {
        others.sort_unstable();
        others.dedup();
    }
    let repeated = |(number, &count): (u32, &u32)| std::iter::repeat_n(number, count as usize);
    let page_numbers: Vec<u32> = (0..).zip(&copies.0).flat_map(repeated).collect();
    let settings = SharedSettings { overlap, max_rounds };
    let work = || shared::shared_neighbour_clusters(&page_numbers, smaller, settings);
    let clusters = py.detach(|| on_threads(jobs, work))?;
    Ok((little_endian(py, clusters.labels.into_iter()), clusters.rounds))
}

/// For each of some things (u32) the first of those that it is connected with, itself included: `firsts[i]` and
/// `seconds[i]` are connected.
#[pyfunction]
pub fn connect_pairs<'py>(
    py: Python<'py>,
    things: u32,
    firsts: Numbers<u32>,
    seconds: Numbers<u32>,
) -> Result<Bound<'py, PyBytes>> {
    let pairs = check_pairs(things as usize, &firsts.0, &seconds.0)?;
    let mut components = Components::default();
    components.extend_to(things as usize);
    pairs.for_each(|(first, second)| components.join(first, second));
    Ok(little_endian(py, (0..things).map(|thing| components.find(thing))))
}

fn check_pairs(things: usize, firsts: &[u32], seconds: &[u32]) -> Result<impl Iterator<Item = (u32, u32)>> {
    if firsts.len() != seconds.len() {
        return Err(CoreError::internal("every pair needs two pages"));
    }
    if firsts.iter().chain(seconds).any(|&number| number as usize >= things) {
        return Err(CoreError::internal("a pair names a page that is not there"));
    }
    Ok(firsts.iter().copied().zip(seconds.iter().copied()))
}

/// The nearest of every different page, and how they were found.
#[pyclass(name = "NearestPages", module = "unmold._core", frozen)]
pub struct PyNearestPages {
    page_numbers: Vec<u32>,
    nearest: Nearest,
}

#[pymethods]
impl PyNearestPages {
    /// For every different page itself and those that are nearest to it, ascending.
    #[getter]
    fn lists(&self) -> Vec<Vec<u32>> {
        self.nearest.lists.clone()
    }

    /// For every page (u32), which of the different pages it is, numbered by first pages.
    #[getter]
    fn page_numbers<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        little_endian(py, self.page_numbers.iter().copied())
    }

    /// How many pairs of different pages each stage decided, each pair seen from both sides.
    #[getter]
    fn counts(&self) -> Counts {
        counts(&self.nearest.tally)
    }

    /// The cluster of every page (u32): pages are joined whose lists share enough pages.
    #[pyo3(signature = (shared, *, membership="mutual"))]
    fn cluster<'py>(&self, py: Python<'py>, shared: u64, membership: &str) -> Result<Bound<'py, PyBytes>> {
        let membership = self::membership(membership)?;
        let (lists, copies) = (&self.nearest.lists, &self.nearest.copies);
        let labels = py.detach(|| jarvis_patrick_clusters(lists, copies, shared, membership));
        Ok(little_endian(py, self.page_numbers.iter().map(|&number| labels[number as usize])))
    }
}

fn membership(name: &str) -> Result<Membership> {
    match name {
        "mutual" => Ok(Membership::Mutual),
        "one-sided" => Ok(Membership::OneSided),
        "any" => Ok(Membership::Any),
        _ => Err(CoreError::usage(format!("no kind of membership: {name}"))),
    }
}

/// Finds for every page the pages most similar in structure and style, and all that are as similar as the last of them.
#[pyfunction]
#[pyo3(signature = (pages, neighbours, *, kappa=0.5, jobs=0, max_cells=None))]
pub fn find_nearest(
    py: Python<'_>,
    pages: Vec<Py<PyComparand>>,
    neighbours: usize,
    kappa: f64,
    jobs: usize,
    max_cells: Option<u64>,
) -> Result<PyNearestPages> {
    check_kappa(kappa)?;
    let settings = NearestSettings { neighbours, kappa: Kappa(kappa), budget: budget(max_cells, None) };
    let pages: Vec<&Comparand> = pages.iter().map(|page| &page.get().0).collect();
    let work = || {
        let distinct = DistinctPages::of(&pages);
        PyNearestPages { nearest: nearest::find_nearest(&distinct, &settings), page_numbers: distinct.profile_of }
    };
    py.detach(|| on_threads(jobs, work))
}
