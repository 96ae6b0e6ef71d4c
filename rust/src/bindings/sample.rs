//! The leaves of the pages of a sample, asked all at once, for Python.

use std::collections::HashSet;
use std::sync::OnceLock;

use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};

use super::error::{CoreError, Result};
use super::leaf_matcher::LeafMatcher;
use super::leaves::PyLeaves;
use super::row_sets::PyRowSets;
use crate::induction::{
    Drafts, Labels, Sample, Selector, TableColumn, TableLeaves, Take, join, primary, repeated_keys, row_sets,
    texts_by_path, texts_in_blocks,
};
use crate::leaves::Leaves;
use crate::seeded::Seed;

/// The value of a label, whether it is written as one, how far it is, whether nothing is between.
type FoundLabel<'py> = (Bound<'py, PyAny>, bool, u32, bool);
/// A key, page and position of leaves, characters, words.
type FoundPath = (u64, Vec<(u32, u32)>, usize, usize);
/// Family, key and take.
pub type FoundSelector = (usize, u64, PyTake);
/// A selector, how many pages it fills, and the columns that may be its parts.
type SharedColumn = (FoundSelector, usize, Vec<u32>);

/// Which leaves are meant, as Python's selectors say it.
#[derive(IntoPyObject)]
pub enum PyTake {
    Name(&'static str),
    Position(u32),
}

impl From<Take> for PyTake {
    fn from(take: Take) -> Self {
        match take {
            Take::All => PyTake::Name("all"),
            Take::First => PyTake::Name("first"),
            Take::At(position) => PyTake::Position(position),
        }
    }
}

/// A column: its selector, and for each page its leaves and its values.
#[derive(IntoPyObject)]
struct FoundColumn<'py>(FoundSelector, Bound<'py, PyList>, Bound<'py, PyList>);

/// Columns of less tolerant keys: orphans, for each column the selectors that agree with it, what may join columns.
type JoinedColumns<'py> = (Vec<FoundColumn<'py>>, Vec<Vec<FoundSelector>>, Vec<SharedColumn>);

/// A column of a table: its selectors, for each row its leaves and its values, and its label.
type FoundTableColumn<'py> = (Vec<FoundSelector>, Bound<'py, PyList>, Bound<'py, PyList>, Option<Bound<'py, PyAny>>);
/// Rows, by page the leaves in them, and columns.
type FoundTable<'py> = (Vec<(u32, u32)>, Vec<HashSet<u32, Seed>>, Vec<FoundTableColumn<'py>>);

/// The leaves of the pages of a sample that are none of the template's texts.
#[pyclass(name = "LeafSample", module = "unmold._core", frozen)]
pub struct PySample {
    pages: Vec<Py<PyLeaves>>,
    texts: HashSet<u64, Seed>,
    sample: Sample,
    drafts: OnceLock<Drafts>,
}

#[pymethods]
impl PySample {
    #[new]
    fn new(pages: Vec<Py<PyLeaves>>, texts: HashSet<u64, Seed>) -> Self {
        let sample = Sample::new(&found(&pages), |text| texts.contains(&text));
        PySample { pages, texts, sample, drafts: OnceLock::new() }
    }

    /// The columns of the most tolerant keys: lists of those that say the same on every page.
    fn primary_columns<'py>(&self, values: Vec<Bound<'py, PyTuple>>) -> PyResult<Vec<Vec<FoundColumn<'py>>>> {
        let groups = primary(self.drafts()).into_iter();
        groups.map(|group| self.same_columns(&group, &values)).collect()
    }

    /// What less tolerant keys add to those of the primary columns that were kept, given by their numbers.
    fn join_columns<'py>(&self, kept: Vec<usize>, values: Vec<Bound<'py, PyTuple>>) -> PyResult<JoinedColumns<'py>> {
        let drafts = self.drafts();
        let groups = primary(drafts);
        let first = |number: usize| groups.get(number).map(|group| group[0]);
        let kept: Option<Vec<usize>> = kept.into_iter().map(first).collect();
        let kept = kept.ok_or_else(|| CoreError::internal("no such column"))?;
        let joined = join(drafts, &kept, self.pages.len());
        let orphans = joined.orphans.iter().map(|&number| self.column(number, &values)).collect::<PyResult<_>>()?;
        let selectors = |numbers: &Vec<usize>| numbers.iter().map(|&number| selector(drafts, number)).collect();
        let shared = joined.shared.into_iter().map(|one| (selector(drafts, one.whole), one.filled, one.parts));
        Ok((orphans, joined.fallbacks.iter().map(selectors).collect(), shared.collect()))
    }

    /// The sets of rows that repeat: of the keys that repeat on enough pages, without some, of other keys, and of
    /// siblings that begin with one of the leaders.
    fn row_sets(
        this: Py<Self>,
        enough: f64,
        without: HashSet<u64, Seed>,
        others: HashSet<u64, Seed>,
        leaders: HashSet<u64>,
    ) -> PyRowSets {
        let own = this.get();
        let is_text = |text| own.texts.contains(&text);
        let mut keys = repeated_keys(&found(&own.pages), enough);
        keys.retain(|key| !without.contains(key));
        keys.extend(others);
        let sets = row_sets(&own.sample, &found(&own.pages), is_text, &keys, &leaders);
        PyRowSets::new(this, sets)
    }

    /// Blocks, and texts that are in none, by class path, without some leaves: key, leaves, characters and words.
    fn texts_by_path(&self, without: Vec<HashSet<u32, Seed>>) -> Vec<FoundPath> {
        let paths = texts_by_path(&self.sample, &found(&self.pages), &without);
        paths.into_iter().map(|path| (path.key, path.leaves, path.length, path.words)).collect()
    }

    /// Page, block or -1, and position of each text that is data.
    fn texts_in_blocks(&self) -> Vec<(u32, i64, u32)> {
        texts_in_blocks(&self.sample, &found(&self.pages))
    }

    /// For each table of a matcher that knows the same texts its rows, by page the leaves in them, and the columns that
    /// enough rows fill and that vary.
    fn table_columns<'py>(
        &self,
        matcher: &LeafMatcher,
        tables: usize,
        values: Vec<Bound<'py, PyTuple>>,
    ) -> PyResult<Vec<FoundTable<'py>>> {
        let mut found: Vec<TableLeaves> = vec![TableLeaves::default(); tables];
        for ((number, page), data) in (0..).zip(&self.pages).zip(&self.sample.data) {
            let data = data.iter().map(|leaf| (leaf.index, leaf.before));
            let (cells, rows) = matcher.matcher().assign_leaves(page.get().found(), data);
            let mut numbers = Vec::with_capacity(rows.len());
            for row in &rows {
                let table = found.get_mut(row.table as usize).ok_or_else(|| CoreError::internal("no such table"))?;
                numbers.push(table.add_row(number, row.node));
            }
            for cell in cells {
                found[rows[cell.row as usize].table as usize].add(numbers[cell.row as usize], cell);
            }
        }
        let describe = |table: TableLeaves| {
            let columns = table.columns(&self.sample.values).into_iter();
            let columns = columns.map(|column| table_column(&table.rows, column, &values)).collect::<PyResult<_>>()?;
            let mut inside: Vec<HashSet<u32, Seed>> = vec![HashSet::default(); self.pages.len()];
            for (page, leaf) in table.places() {
                inside[page as usize].insert(leaf);
            }
            Ok((table.rows, inside, columns))
        };
        found.into_iter().map(describe).collect()
    }

    /// For columns, given by their leaves on each page, the template text that most often names the first of these.
    fn find_labels<'py>(
        &self,
        columns: Vec<Bound<'py, PyList>>,
        values: Vec<Bound<'py, PyTuple>>,
    ) -> PyResult<Vec<Option<FoundLabel<'py>>>> {
        let pages = found(&self.pages);
        let labels = Labels::new(&self.sample, &pages);
        let mut all = Vec::with_capacity(columns.len());
        for column in columns {
            let mut firsts = Vec::with_capacity(column.len());
            for (page, cell) in (0..).zip(column.iter()) {
                let cell = cell.cast::<PyTuple>().map_err(PyErr::from)?;
                if !cell.is_empty() {
                    let leaf = cell.get_item(0)?.extract()?;
                    self.check(page, leaf)?;
                    firsts.push((page, leaf));
                }
            }
            all.push(match labels.find(firsts.into_iter()) {
                Some(label) => {
                    let (page, leaf) = label.place;
                    let text = value(&values, page, leaf)?;
                    Some((text, label.is_labelling, label.distance, label.is_next))
                }
                None => None,
            });
        }
        Ok(all)
    }
}

impl PySample {
    /// The leaves and the numbers of their values.
    pub fn sample(&self) -> &Sample {
        &self.sample
    }

    fn drafts(&self) -> &Drafts {
        self.drafts.get_or_init(|| {
            let is_named = |page: u32, leaf| self.pages[page as usize].get().has_property(leaf);
            Drafts::new(&self.sample, &found(&self.pages), is_named)
        })
    }

    fn column<'py>(&self, number: usize, values: &[Bound<'py, PyTuple>]) -> PyResult<FoundColumn<'py>> {
        let drafts = self.drafts();
        let python = values.first().ok_or_else(|| CoreError::internal("no page"))?.py();
        let filled = drafts.cells(number).iter().map(|cell| (cell.page as usize, cell.page, drafts.leaves(cell)));
        let (cells, texts) = dense(python, self.pages.len(), filled, values)?;
        Ok(FoundColumn(selector(drafts, number), cells, texts))
    }

    /// Columns that say the same on every page: each has a list of the same values.
    fn same_columns<'py>(&self, numbers: &[usize], values: &[Bound<'py, PyTuple>]) -> PyResult<Vec<FoundColumn<'py>>> {
        let Some((&first, others)) = numbers.split_first() else { return Ok(Vec::new()) };
        let mut found = vec![self.column(first, values)?];
        let drafts = self.drafts();
        for &number in others {
            let texts = found[0].2.get_slice(0, self.pages.len());
            let python = texts.py();
            let mut cells = vec![PyTuple::empty(python); self.pages.len()];
            for cell in drafts.cells(number) {
                cells[cell.page as usize] = PyTuple::new(python, drafts.leaves(cell))?;
            }
            found.push(FoundColumn(selector(drafts, number), PyList::new(python, cells)?, texts));
        }
        Ok(found)
    }

    fn check(&self, page: u32, leaf: u32) -> Result<()> {
        let leaves = self.pages.get(page as usize).map_or(0, |page| page.get().found().leaves.len());
        ((leaf as usize) < leaves).then_some(()).ok_or_else(|| CoreError::internal("no such leaf"))
    }
}

fn table_column<'py>(
    rows: &[(u32, u32)],
    column: TableColumn,
    values: &[Bound<'py, PyTuple>],
) -> PyResult<FoundTableColumn<'py>> {
    let python = values.first().ok_or_else(|| CoreError::internal("no page"))?.py();
    let pages = column.cells.iter().map(|(row, leaves)| (*row as usize, rows[*row as usize].0, leaves.as_slice()));
    let (cells, texts) = dense(python, rows.len(), pages, values)?;
    let label = column.label.map(|(page, leaf)| value(values, page, leaf)).transpose()?;
    Ok((column.selectors.into_iter().map(found_selector).collect(), cells, texts, label))
}

/// Leaves and values of all entries, of which some, given by number and page, have any.
fn dense<'py, 'cells>(
    python: Python<'py>,
    entries: usize,
    filled: impl Iterator<Item = (usize, u32, &'cells [u32])>,
    values: &[Bound<'py, PyTuple>],
) -> PyResult<(Bound<'py, PyList>, Bound<'py, PyList>)> {
    let nothing = PyTuple::empty(python);
    let mut cells = vec![nothing.clone(); entries];
    let mut texts = vec![nothing; entries];
    for (entry, page, leaves) in filled {
        cells[entry] = PyTuple::new(python, leaves)?;
        let said = leaves.iter().map(|&leaf| value(values, page, leaf)).collect::<PyResult<Vec<_>>>()?;
        texts[entry] = PyTuple::new(python, said)?;
    }
    Ok((PyList::new(python, cells)?, PyList::new(python, texts)?))
}

/// The leaves of pages.
pub fn found(pages: &[Py<PyLeaves>]) -> Vec<&Leaves> {
    pages.iter().map(|page| page.get().found()).collect()
}

fn selector(drafts: &Drafts, number: usize) -> FoundSelector {
    let draft = &drafts.all[number];
    found_selector((draft.family, draft.key, draft.take))
}

/// A selector as Python takes it.
pub fn found_selector((family, key, take): Selector) -> FoundSelector {
    (family, key, take.into())
}

/// The text of a leaf: Python's own, so that equal columns share it.
fn value<'py>(values: &[Bound<'py, PyTuple>], page: u32, leaf: u32) -> PyResult<Bound<'py, PyAny>> {
    let own = values.get(page as usize).ok_or_else(|| CoreError::internal("no such page"))?;
    own.get_item(leaf as usize)
}
