//! The outline of a page, as objects of Python's classes.

use pyo3::prelude::*;
use pyo3::types::{PyList, PyString, PyTuple};

use super::error::CoreError;
use super::leaves::PyLeaves;
use crate::induction::{Item, Outline, OutlineRun, Role, outline};

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

/// The outline of a page, from its root element down: elements and runs are made by the classes given.
///
/// `values` are those of the page, `number` is that of the page; `words` makes words of classes and id.
#[pyfunction]
pub fn outline_page<'py>(
    page: &PyLeaves,
    number: usize,
    values: &Bound<'py, PyList>,
    element_class: &Bound<'py, PyAny>,
    run_class: &Bound<'py, PyAny>,
    words: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let (distinct, positions) = page.elements().ok_or_else(|| CoreError::internal("the markup was not kept"))?;
    let roles: Vec<Role> = distinct.iter().map(|hint| Role::of(hint.split('\t').next().unwrap_or(""))).collect();
    let by_node: Vec<Role> = positions.iter().map(|&position| roles[position as usize]).collect();
    let found = outline(page.found(), &by_node);
    let mut maker = Maker { values, run_class, words, distinct, positions, spellings: Vec::new(), marks: Vec::new() };
    maker.spellings.resize_with(distinct.len(), || None);
    maker.make(&found, number, element_class)
}

/// Makes Python's objects.
struct Maker<'a, 'py> {
    values: &'a Bound<'py, PyList>,
    run_class: &'a Bound<'py, PyAny>,
    words: &'a Bound<'py, PyAny>,
    distinct: &'a [String],
    positions: &'a [u32],
    spellings: Vec<Option<Spelling<'py>>>,
    marks: Vec<Bound<'py, PyString>>,
}

impl<'py> Maker<'_, 'py> {
    fn make(
        &mut self,
        found: &Outline,
        number: usize,
        element_class: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let python = self.values.py();
        self.make_marks(found)?;
        let runs = found.runs.iter().map(|run| self.run(run)).collect::<PyResult<Vec<_>>>()?;
        let mut elements: Vec<Bound<'py, PyAny>> = Vec::with_capacity(found.elements.len());
        let mut contents: Vec<Bound<'py, PyList>> = Vec::with_capacity(found.elements.len());
        for element in &found.elements {
            let content = PyList::empty(python);
            let attributes = PyList::new(python, &element.attributes)?;
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
                    ))
                }
                None => {
                    let nothing = (PyTuple::empty(python), "", python.None());
                    let (words, itemprop, around) = nothing;
                    element_class.call1((number, 0, "html", words, itemprop, around, content.clone(), attributes))
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
        elements.into_iter().next().ok_or_else(|| CoreError::internal("no root").into())
    }

    fn spelling(&mut self, node: u32) -> PyResult<&Spelling<'py>> {
        let position = self.positions[node as usize] as usize;
        if self.spellings[position].is_none() {
            self.spellings[position] = Some(Spelling::new(&self.distinct[position], self.words)?);
        }
        self.spellings[position].as_ref().ok_or_else(|| CoreError::internal("no spelling").into())
    }

    /// Inline markup as `a span.price`, the innermost first.
    fn make_marks(&mut self, found: &Outline) -> PyResult<()> {
        let python = self.values.py();
        self.marks.push(PyString::new(python, ""));
        for &(node, around) in &found.marks[1..] {
            let outer = self.marks[around].clone();
            let outer = outer.to_str()?;
            let step = self.spelling(node)?.step.as_str();
            let mark = if outer.is_empty() { step.to_owned() } else { format!("{step} {outer}") };
            self.marks.push(PyString::new(python, &mark));
        }
        Ok(())
    }

    fn run(&self, run: &OutlineRun) -> PyResult<Bound<'py, PyAny>> {
        let python = self.values.py();
        let texts = run.leaves.iter().map(|&leaf| self.value(leaf)).collect::<PyResult<Vec<_>>>()?;
        let first = texts.first().cloned().unwrap_or_else(|| PyString::new(python, "").into_any());
        let marks = PyTuple::new(python, run.marks.iter().map(|&mark| &self.marks[mark]))?;
        let block = run.block.map_or(-1, i64::from);
        let leaves = PyTuple::new(python, &run.leaves)?;
        let breaks = PyTuple::new(python, &run.breaks)?;
        let texts = PyTuple::new(python, texts)?;
        self.run_class.call1((self.said(run)?, leaves, block, run.linked, first, marks, texts, breaks))
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
