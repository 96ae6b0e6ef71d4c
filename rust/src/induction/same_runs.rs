//! On how many pages runs say the same in the same place.

use std::borrow::Cow;

use super::outline::{Item, Outline};
use crate::hash::WordMap;
use crate::leaves::Leaves;

/// Tags of the last steps to an element, as numbers behind 0: with fewer around it, the rest is 0.
type TagPath = [u32; 3];

/// For each page and each of its runs the number of pages with a run of the same text whose last three tags are the
/// same. `tag` says the tag of a node of a page.
pub fn pages_with_runs<'sample>(
    pages: &[&'sample Leaves],
    outlines: &[Outline],
    tag: impl Fn(usize, u32) -> &'sample str,
) -> Vec<Vec<u32>> {
    let mut tags: WordMap<&str, u32> = WordMap::default();
    let mut keys: WordMap<(Cow<'sample, str>, TagPath), usize> = WordMap::default();
    let mut counts: Vec<(usize, u32)> = Vec::new();
    let mut numbers: Vec<Vec<usize>> = Vec::with_capacity(pages.len());
    for (number, (page, outline)) in pages.iter().zip(outlines).enumerate() {
        let mut paths: Vec<TagPath> = Vec::with_capacity(outline.elements.len());
        let mut own = vec![0; outline.runs.len()];
        for element in &outline.elements {
            let name = if element.parent.is_none() { "html" } else { tag(number, element.node) };
            let next = tags.len() as u32 + 1;
            let step = *tags.entry(name).or_insert(next);
            let [first, second, _] = element.parent.map_or([0; 3], |parent| paths[parent]);
            let path = [step, first, second];
            paths.push(path);
            for item in &element.content {
                let Item::Run(run) = *item else { continue };
                let next = counts.len();
                let key = *keys.entry((outline.runs[run].text(page), path)).or_insert(next);
                if key == next {
                    counts.push((usize::MAX, 0));
                }
                let (last, times) = &mut counts[key];
                *times += u32::from(*last != number);
                *last = number;
                own[run] = key;
            }
        }
        numbers.push(own);
    }
    numbers.into_iter().map(|own| own.into_iter().map(|key| counts[key].1).collect()).collect()
}
