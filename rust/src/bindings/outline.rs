//! The outline of a page, as objects of Python's classes.

use std::rc::Rc;

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyTuple};

use super::error::CoreError;
use super::leaves::PyLeaves;
use crate::hash::WordMap;
use crate::induction::{
    FrameCounts, FramePage, Item, Outline, OutlineElement, OutlineRun, Role, outline, pages_with_runs,
};
use crate::leaves::Leaves;

/// What is said of all elements of one spelling: tag, words, itemprop, and tag with words.
struct Spelling<'py> {
    tag: Bound<'py, PyString>,
    words: Bound<'py, PyAny>,
    itemprop: Bound<'py, PyString>,
    step: String,
}

impl<'py> Spelling<'py> {
    /// From tag, itemprop, classes and id; `words` makes words of the last two.
    fn new(hint: &str, words: &Bound<'py, PyAny>) -> PyResult<Self> {
        let mut parts = hint.splitn(4, '\t');
        let mut next = || parts.next().unwrap_or("");
        let (tag, itemprop, classes, identity) = (next(), next(), next(), next());
        let python = words.py();
        let words = words.call1((classes, identity))?;
        let mut step = tag.to_owned();
        for word in words.try_iter()? {
            step.push('.');
            step.push_str(word?.cast::<PyString>().map_err(PyErr::from)?.to_str()?);
        }
        Ok(Spelling { tag: PyString::new(python, tag), words, itemprop: PyString::new(python, itemprop), step })
    }
}

/// Where the nodes of a page are in its outline.
fn find_outline(page: &PyLeaves) -> PyResult<Outline> {
    let (distinct, positions) = markup(page)?;
    let roles: Vec<Role> = distinct.iter().map(|hint| Role::of(tag_of(hint))).collect();
    let by_node: Vec<Role> = positions.iter().map(|&position| roles[position as usize]).collect();
    Ok(outline(page.found(), &by_node))
}

fn markup(page: &PyLeaves) -> PyResult<(&[String], &[u32])> {
    page.elements().ok_or_else(|| CoreError::internal("the markup was not kept").into())
}

fn tag_of(hint: &str) -> &str {
    hint.split('\t').next().unwrap_or("")
}

/// For each run whether it ends with a colon, or stands where labels do.
fn label_runs<'sample>(outline: &Outline, page: &Leaves, tag: impl Fn(u32) -> &'sample str) -> Vec<bool> {
    let mut found = vec![false; outline.runs.len()];
    for element in &outline.elements {
        let is_place = matches!(tag(element.node), "dt" | "th" | "label");
        for item in &element.content {
            if let Item::Run(run) = *item {
                found[run] = is_place || outline.runs[run].text(page).ends_with(':');
            }
        }
    }
    found
}

/// What is asked of all elements of a page: their nodes but for the root, those that are rows of tables, the words of
/// elements and the inline markup of runs, each spelling once, runs that enough pages say, and elements that hold text
/// directly, each with the first of its runs.
type Inventory<'py> = (
    Vec<u32>,
    Vec<Bound<'py, PyAny>>,
    Vec<Bound<'py, PyAny>>,
    Vec<Bound<'py, PyString>>,
    Bound<'py, PyList>,
    Bound<'py, PyList>,
);

/// Roots, on how many pages runs say the same, runs that may begin with a label, and what each page has.
type Outlines<'py> = (Vec<Bound<'py, PyAny>>, Bound<'py, PyDict>, Bound<'py, PyList>, Vec<Inventory<'py>>);

/// The outlines of pages, from their root elements down: elements and runs are made by the classes given.
///
/// `values` are those of the pages; `words` makes words of classes and id. Behind the roots: of how many pages, by
/// identity, runs say the same in the same place, where these are enough; the runs that may begin with a label, with
/// their elements; an inventory of each page.
#[pyfunction]
pub fn outline_pages<'py>(
    pages: Vec<PyRef<'py, PyLeaves>>,
    values: Vec<Bound<'py, PyTuple>>,
    element_class: &Bound<'py, PyAny>,
    run_class: &Bound<'py, PyAny>,
    words: &Bound<'py, PyAny>,
    enough: f64,
    enough_labels: f64,
) -> PyResult<Outlines<'py>> {
    let python = words.py();
    let outlines = pages.iter().map(|page| find_outline(page)).collect::<PyResult<Vec<_>>>()?;
    let leaves: Vec<&Leaves> = pages.iter().map(|page| page.found()).collect();
    let hints = pages.iter().map(|page| markup(page)).collect::<PyResult<Vec<_>>>()?;
    let tag = |page: usize, node: u32| tag_of(&hints[page].0[hints[page].1[node as usize] as usize]);
    let counts = pages_with_runs(&leaves, &outlines, tag);
    let (mut roots, same, labelled) = (Vec::new(), PyDict::new(python), PyList::empty(python));
    let mut known = Spellings::default();
    let mut inventories = Vec::with_capacity(pages.len());
    for (number, (outline, values)) in outlines.iter().zip(&values).enumerate() {
        let (distinct, positions) = hints[number];
        let mut maker = Maker::new(values, run_class, words, distinct, positions, &mut known);
        let (elements, runs) = maker.make(outline, number, element_class)?;
        let labels = label_runs(outline, leaves[number], |node| tag(number, node));
        let shared = PyList::empty(python);
        for ((run, &times), &is_label) in runs.iter().zip(&counts[number]).zip(&labels) {
            if f64::from(times) >= if is_label { enough_labels } else { enough } {
                same.set_item(run.as_ptr() as usize, times)?;
                shared.append(run)?;
            }
        }
        let lines = PyList::empty(python);
        for (element, made) in outline.elements.iter().zip(&elements) {
            let mut is_first = true;
            for item in &element.content {
                let Item::Run(at) = *item else { continue };
                if std::mem::take(&mut is_first) {
                    lines.append((made, &runs[at]))?;
                }
                let run = &outline.runs[at];
                let text = run.text(leaves[number]);
                if run.leaves.len() > 1 || text.contains(':') || text.contains(" = ") {
                    labelled.append((made, &runs[at]))?;
                }
            }
        }
        inventories.push(maker.inventory(outline, &elements, shared, lines));
        roots.push(elements.into_iter().next().ok_or_else(|| CoreError::internal("no root"))?);
    }
    Ok((roots, same, labelled, inventories))
}

/// How many templates say a text, or repeat elements, at the last steps to them.
#[pyclass(name = "FrameCounts", module = "unmold._core", frozen)]
pub struct PyFrameCounts(FrameCounts);

#[pymethods]
impl PyFrameCounts {
    /// Of some pages of each template; `words` makes words of classes and id.
    #[new]
    fn new(templates: Vec<Vec<PyRef<'_, PyLeaves>>>, words: &Bound<'_, PyAny>) -> PyResult<Self> {
        let mut counts = FrameCounts::default();
        for pages in &templates {
            let outlines = pages.iter().map(|page| find_outline(page)).collect::<PyResult<Vec<_>>>()?;
            let mut spelled = Vec::with_capacity(pages.len());
            for (page, outline) in pages.iter().zip(&outlines) {
                spelled.push(spell(page, outline, words)?);
            }
            let described = pages.iter().zip(outlines).zip(&spelled);
            let described: PyResult<Vec<FramePage<'_>>> = described
                .map(|((page, outline), spelled)| {
                    let (_, positions) = markup(page)?;
                    let step = |(at, element): (usize, &OutlineElement)| match at {
                        0 => Some("html"),
                        _ => spelled[positions[element.node as usize] as usize].as_deref(),
                    };
                    let steps = outline.elements.iter().enumerate().map(step).collect();
                    Ok(FramePage { page: page.found(), outline, steps })
                })
                .collect();
            counts.add_template(&described?);
        }
        Ok(PyFrameCounts(counts))
    }

    /// How many templates say a text at a path.
    fn text(&self, path: &str, text: &str) -> u32 {
        self.0.text(path, text)
    }

    /// How many templates have several elements beside each other at a path.
    fn rows(&self, path: &str) -> u32 {
        self.0.rows(path)
    }
}

/// Tag and words of all spellings of elements in an outline; None for others, and for those that no path has: what
/// alignment puts around siblings is called so, too.
fn spell(page: &PyLeaves, outline: &Outline, words: &Bound<'_, PyAny>) -> PyResult<Vec<Option<String>>> {
    let (distinct, positions) = markup(page)?;
    let mut known = vec![false; distinct.len()];
    let mut steps = vec![None; distinct.len()];
    for element in &outline.elements[1..] {
        let position = positions[element.node as usize] as usize;
        if !std::mem::replace(&mut known[position], true) {
            let found = Spelling::new(&distinct[position], words)?;
            let tag = tag_of(&distinct[position]);
            let is_bare = found.step == tag || found.step.strip_prefix(tag) == Some(".=");
            let is_made = matches!(tag, "group" | "section" | "pair") && is_bare;
            steps[position] = (!is_made && tag != "line").then_some(found.step);
        }
    }
    Ok(steps)
}

/// By what an element is called: pages of one template share most spellings.
type Spellings<'a, 'py> = WordMap<&'a str, Rc<Spelling<'py>>>;

/// Makes Python's objects.
struct Maker<'a, 'known, 'py> {
    values: &'a Bound<'py, PyTuple>,
    run_class: &'a Bound<'py, PyAny>,
    words: &'a Bound<'py, PyAny>,
    distinct: &'a [String],
    positions: &'a [u32],
    /// Those of all pages so far.
    known: &'known mut Spellings<'a, 'py>,
    spellings: Vec<Option<Rc<Spelling<'py>>>>,
    marks: Vec<Bound<'py, PyString>>,
}

/// For each element the letters of all runs inside.
fn sizes(outline: &Outline, letters: &[usize]) -> Vec<usize> {
    let mut found = vec![0; outline.elements.len()];
    for (at, element) in outline.elements.iter().enumerate().rev() {
        let own = element.content.iter().map(|item| if let Item::Run(run) = *item { letters[run] } else { 0 });
        found[at] += own.sum::<usize>();
        if let Some(parent) = element.parent {
            found[parent] += found[at];
        }
    }
    found
}

/// The elements and the runs of a page, as Python's objects.
type Made<'py> = (Vec<Bound<'py, PyAny>>, Vec<Bound<'py, PyAny>>);

impl<'a, 'known, 'py> Maker<'a, 'known, 'py> {
    fn new(
        values: &'a Bound<'py, PyTuple>,
        run_class: &'a Bound<'py, PyAny>,
        words: &'a Bound<'py, PyAny>,
        distinct: &'a [String],
        positions: &'a [u32],
        known: &'known mut Spellings<'a, 'py>,
    ) -> Self {
        let spellings = vec![None; distinct.len()];
        Maker { values, run_class, words, distinct, positions, known, spellings, marks: Vec::new() }
    }

    fn make(&mut self, found: &Outline, number: usize, element_class: &Bound<'py, PyAny>) -> PyResult<Made<'py>> {
        let python = self.values.py();
        self.make_marks(found)?;
        let (runs, letters): (Vec<_>, Vec<usize>) =
            found.runs.iter().map(|run| self.run(run)).collect::<PyResult<Vec<_>>>()?.into_iter().unzip();
        let sizes = sizes(found, &letters);
        let mut elements: Vec<Bound<'py, PyAny>> = Vec::with_capacity(found.elements.len());
        let mut contents: Vec<Bound<'py, PyList>> = Vec::with_capacity(found.elements.len());
        for (element, size) in found.elements.iter().zip(sizes) {
            let content = PyList::empty(python);
            let attributes = PyTuple::new(python, &element.attributes)?;
            let made = match element.parent {
                Some(parent) => {
                    let around = elements[parent].clone();
                    let own = self.spelling(element.node)?;
                    let (tag, words, itemprop) = (own.tag.clone(), own.words.clone(), own.itemprop.clone());
                    element_class.call1((
                        number,
                        element.node,
                        tag,
                        words,
                        itemprop,
                        around,
                        content.clone(),
                        attributes,
                        element.column.map_or(-1, i32::from),
                        size,
                    ))
                }
                None => {
                    let nothing = (PyTuple::empty(python), "", python.None());
                    let (words, itemprop, around) = nothing;
                    element_class.call1((
                        number,
                        0,
                        "html",
                        words,
                        itemprop,
                        around,
                        content.clone(),
                        attributes,
                        -1,
                        size,
                    ))
                }
            }?;
            elements.push(made);
            contents.push(content);
        }
        for (element, content) in found.elements.iter().zip(&contents) {
            for item in &element.content {
                match *item {
                    Item::Element(at) => content.append(&elements[at])?,
                    Item::Run(at) => content.append(&runs[at])?,
                }
            }
        }
        Ok((elements, runs))
    }

    /// What is asked of all elements and runs of the page that was made.
    fn inventory(
        &self,
        found: &Outline,
        elements: &[Bound<'py, PyAny>],
        shared: Bound<'py, PyList>,
        lines: Bound<'py, PyList>,
    ) -> Inventory<'py> {
        let (mut nodes, mut rows, mut words) = (Vec::with_capacity(elements.len()), Vec::new(), Vec::new());
        let mut are_known = vec![false; self.spellings.len()];
        for (element, made) in found.elements.iter().zip(elements).skip(1) {
            let position = self.positions[element.node as usize] as usize;
            nodes.push(element.node);
            rows.extend((tag_of(&self.distinct[position]) == "tr").then(|| made.clone()));
            if let (Some(own), false) = (&self.spellings[position], are_known[position]) {
                words.push(own.words.clone());
                are_known[position] = true;
            }
        }
        let mut are_used = vec![false; self.marks.len()];
        for &mark in found.runs.iter().flat_map(|run| &run.marks) {
            are_used[mark] = true;
        }
        let marks = self.marks.iter().zip(are_used).filter(|(_, is_used)| *is_used);
        (nodes, rows, words, marks.map(|(mark, _)| mark.clone()).collect(), shared, lines)
    }

    fn spelling(&mut self, node: u32) -> PyResult<Rc<Spelling<'py>>> {
        let position = self.positions[node as usize] as usize;
        if let Some(found) = &self.spellings[position] {
            return Ok(Rc::clone(found));
        }
        let hint = self.distinct[position].as_str();
        let found = match self.known.get(hint) {
            Some(found) => Rc::clone(found),
            None => Rc::new(Spelling::new(hint, self.words)?),
        };
        self.known.insert(hint, Rc::clone(&found));
        self.spellings[position] = Some(Rc::clone(&found));
        Ok(found)
    }

    /// Inline markup as `a span.price`, the innermost first.
    fn make_marks(&mut self, found: &Outline) -> PyResult<()> {
        let python = self.values.py();
        self.marks.push(PyString::new(python, ""));
        for &(node, around) in &found.marks[1..] {
            let outer = self.marks[around].clone();
            let outer = outer.to_str()?;
            let own = self.spelling(node)?;
            let step = own.step.as_str();
            let mark = if outer.is_empty() { step.to_owned() } else { format!("{step} {outer}") };
            self.marks.push(PyString::new(python, &mark));
        }
        Ok(())
    }

    /// A run, and how many letters it has.
    fn run(&self, run: &OutlineRun) -> PyResult<(Bound<'py, PyAny>, usize)> {
        let python = self.values.py();
        let texts = run.leaves.iter().map(|&leaf| self.value(leaf)).collect::<PyResult<Vec<_>>>()?;
        let first = texts.first().cloned().unwrap_or_else(|| PyString::new(python, "").into_any());
        let marks = PyTuple::new(python, run.marks.iter().map(|&mark| &self.marks[mark]))?;
        let block = run.block.map_or(-1, i64::from);
        let leaves = PyTuple::new(python, &run.leaves)?;
        let breaks = PyTuple::new(python, &run.breaks)?;
        let texts = PyTuple::new(python, texts)?;
        let said = self.said(run)?;
        let letters = said.len()?;
        Ok((self.run_class.call1((said, leaves, block, run.linked, first, marks, texts, breaks))?, letters))
    }

    /// What a run says: one text as it is, several with blanks between.
    fn said(&self, run: &OutlineRun) -> PyResult<Bound<'py, PyAny>> {
        if let [leaf] = run.said.as_slice() {
            return self.value(*leaf);
        }
        let mut said = String::new();
        for &leaf in &run.said {
            let value = self.value(leaf)?;
            if !said.is_empty() {
                said.push(' ');
            }
            said.push_str(value.cast::<PyString>().map_err(PyErr::from)?.to_str()?);
        }
        Ok(PyString::new(self.values.py(), &said).into_any())
    }

    fn value(&self, leaf: u32) -> PyResult<Bound<'py, PyAny>> {
        self.values.get_item(leaf as usize)
    }
}
