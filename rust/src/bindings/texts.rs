//! The texts of a sample, counted, for Python.

use std::collections::{HashMap, HashSet};

use pyo3::prelude::*;
use pyo3::types::PyString;

use super::error::{CoreError, Result};
use super::leaves::PyLeaves;
use super::sample::found;
use crate::induction;
use crate::seeded::Seed;

/// A text, page and leaf that say it first, on how many pages and how often it is, candidates before it, texts behind.
type Candidate = (u64, (u32, u32), u32, u32, Vec<(u64, u32)>, Vec<(u64, u32)>);
/// A text that is written as a label, and on how many pages it is.
type Label = (u64, u32);

/// The texts that may be the template's, and those that are written as labels.
#[pyfunction]
pub fn count_texts(pages: Vec<Py<PyLeaves>>) -> Result<(Vec<Candidate>, Vec<Label>)> {
    let mut elements = Vec::with_capacity(pages.len());
    for page in &pages {
        let (distinct, positions) =
            page.get().elements().ok_or_else(|| CoreError::internal("the markup was not kept"))?;
        let are_items: Vec<bool> = distinct.iter().map(|hint| hint.starts_with("li\t")).collect();
        elements.push((are_items, positions));
    }
    let is_item = |page: usize, node: u32| {
        let (are_items, positions) = &elements[page];
        are_items[positions[node as usize] as usize]
    };
    let counts = induction::count_texts(&found(&pages), is_item);
    let candidates = counts.candidates.into_iter();
    let described = candidates.map(|one| (one.text, one.place, one.pages, one.occurrences, one.before, one.after));
    Ok((described.collect(), counts.labels))
}

/// Labels that are in one text with their values and begin several texts that are none of these: each with the number
/// of its pages, and page and leaf of the least of its texts.
#[pyfunction]
pub fn own_labels(pages: Vec<Py<PyLeaves>>, texts: HashSet<u64, Seed>) -> Vec<(u64, u32, (u32, u32))> {
    let labels = induction::own_labels(&found(&pages), &texts);
    labels.into_iter().map(|own| (own.label, own.pages, own.least)).collect()
}

/// The different texts of at most that many letters, with their identities.
#[pyfunction]
pub fn short_texts<'py>(
    python: Python<'py>,
    pages: Vec<Py<PyLeaves>>,
    most: usize,
) -> Vec<(u64, Bound<'py, PyString>)> {
    let texts = induction::short_texts(&found(&pages), most);
    texts.into_iter().map(|(identity, text)| (identity, PyString::new(python, text))).collect()
}

/// How often texts of these identities are in pages; those that are in none are left out.
#[pyfunction]
pub fn count_text_ids(pages: Vec<Py<PyLeaves>>, asked: HashSet<u64, Seed>) -> HashMap<u64, u32> {
    induction::count_ids(&found(&pages), &asked).into_iter().collect()
}

/// For each page the links that may say one of some words in the texts behind them, or have a class of such a word.
///
/// Words are folded. All links that have one are among them.
#[pyfunction]
pub fn links_with_words(pages: Vec<Py<PyLeaves>>, words: Vec<String>) -> Vec<Vec<u32>> {
    let links = |page: &Py<PyLeaves>| {
        let page = page.get();
        let called: Vec<bool> = page.hints().0.iter().map(|hint| induction::is_called(hint, &words)).collect();
        let is_called = |leaf: usize| page.hints().1.get(leaf).is_some_and(|&hint| called[hint as usize]);
        induction::links_with_words(page.found(), &words, is_called)
    };
    pages.iter().map(links).collect()
}

/// Where bytes hold a word of ASCII letters in any case, one of which, at this place in it, is rare.
#[pyfunction]
pub fn find_word(bytes: &[u8], word: &[u8], rare: usize) -> Result<Vec<usize>> {
    let sign = word.get(rare).ok_or_else(|| CoreError::internal("no such letter"))?;
    let rare_signs = memchr::memchr2_iter(sign.to_ascii_lowercase(), sign.to_ascii_uppercase(), bytes);
    let starts = rare_signs.filter_map(|at| at.checked_sub(rare));
    let is_word =
        |&start: &usize| bytes.get(start..start + word.len()).is_some_and(|own| own.eq_ignore_ascii_case(word));
    Ok(starts.filter(is_word).collect())
}

/// Texts without case, and without the signs around them.
#[pyfunction]
pub fn bare_texts(texts: Vec<Bound<'_, PyString>>) -> PyResult<Vec<String>> {
    texts.iter().map(|text| Ok(induction::bare_text(text.to_str()?))).collect()
}

/// What varies in texts, between words that all of them begin and end with, without case and signs; and how much these
/// words weigh. None if a text says nothing else.
#[pyfunction]
pub fn bare_cores(texts: Vec<Bound<'_, PyString>>) -> PyResult<Option<(Vec<String>, usize)>> {
    let texts = texts.iter().map(|text| text.to_str()).collect::<PyResult<Vec<&str>>>()?;
    Ok(induction::bare_cores(&texts).map(|cores| (cores.texts, cores.weight)))
}
