//! Extraction as published (Procedure 6, its slips repaired), for comparison: only optionals are returned to.
//!
//! A list of children is matched from left to right. A set takes its body as often as it can and keeps it; an
//! optional is assumed present, and given up when something after it fails. What a body took inside is not taken
//! back, so pages are refused that the pattern's language holds. Subtrees are decided from the leaves upwards.

use std::collections::HashSet;

use super::content::ContentTree;
use super::outcome::{PageMatch, Value};
use super::pattern::PatternKind;
use super::program::CompiledPattern;
use super::view::{Fit, PageView};
use crate::hash::WordMap;
use crate::measures::budget::{Budget, Meter, OverBudget};

/// Matches a page as published; `None` if the page is refused.
///
/// # Errors
/// If the budget does not suffice.
pub fn match_as_published(
    compiled: &CompiledPattern,
    page: &ContentTree,
    budget: Budget,
) -> Result<Option<PageMatch>, OverBudget> {
    let view = PageView::new(page, &compiled.pattern);
    let mut matcher = PaperMatcher { compiled, view: &view, known: WordMap::default(), meter: Meter::new(budget) };
    if view.fit(&compiled.pattern, 0, view.subtrees[0]) != Fit::Element {
        return Ok(None);
    }
    matcher.decide_all()?;
    if !matcher.known[&matcher.code(0, view.subtrees[0])] {
        return Ok(None);
    }
    matcher.extract().map(Some)
}

/// Which child was taken by which item.
type Trail = Vec<(u32, usize)>;

struct PaperMatcher<'a> {
    compiled: &'a CompiledPattern,
    view: &'a PageView<'a>,
    known: WordMap<u64, bool>,
    meter: Meter,
}

impl PaperMatcher<'_> {
    /// Decides all pairs of elements that can come to stand against each other, the smaller subtrees first.
    fn decide_all(&mut self) -> Result<(), OverBudget> {
        let mut pairs = vec![(self.view.subtrees[0], 0)];
        self.known.insert(self.code(0, self.view.subtrees[0]), false);
        let mut next = 0;
        while next < pairs.len() {
            let (subtree, element) = pairs[next];
            for item in self.items(element) {
                for &child in self.view.trees.children(subtree) {
                    self.meter.charge(1)?;
                    if self.view.fit(&self.compiled.pattern, item, child) == Fit::Element
                        && self.known.insert(self.code(item, child), false).is_none()
                    {
                        pairs.push((child, item));
                    }
                }
            }
            next += 1;
        }
        pairs.sort_unstable();
        for (subtree, element) in pairs {
            let answer = self.run_list(element, subtree, 0, true)?.is_some();
            self.known.insert(self.code(element, subtree), answer);
        }
        Ok(())
    }

    /// The elements and data of an element's list, those inside sets and optionals included.
    fn items(&self, element: u32) -> Vec<u32> {
        let pattern = &self.compiled.pattern;
        let mut items = Vec::new();
        let mut open: Vec<u32> = pattern.children(element).collect();
        while let Some(node) = open.pop() {
            match pattern.node(node).kind.is_wrapper() {
                true => open.extend(pattern.children(node)),
                false => items.push(node),
            }
        }
        items
    }

    fn code(&self, pattern: u32, subtree: u32) -> u64 {
        u64::from(self.compiled.shapes[pattern as usize]) << 32 | u64::from(subtree)
    }

    fn fits(&self, item: u32, subtree: u32, at: usize) -> bool {
        let Some(&child) = self.view.trees.children(subtree).get(at) else { return false };
        match self.view.fit(&self.compiled.pattern, item, child) {
            Fit::Never | Fit::OtherData => false,
            Fit::Data => true,
            Fit::Element => self.known[&self.code(item, child)],
        }
    }

    /// Matches the children of a node of the pattern to an element's children from one on: where it ends, and what
    /// was taken. Recurses over sets and optionals inside each other, never over elements.
    fn run_list(
        &mut self,
        list: u32,
        subtree: u32,
        start: usize,
        must_end: bool,
    ) -> Result<Option<(usize, Trail)>, OverBudget> {
        let items: Vec<u32> = self.compiled.pattern.children(list).collect();
        let length = self.view.trees.children(subtree).len();
        let mut failed: HashSet<(usize, usize)> = HashSet::new();
        let mut choices: Vec<(usize, usize, usize)> = Vec::new();
        let mut trail = Trail::new();
        let (mut index, mut at) = (0, start);
        loop {
            self.meter.charge(1)?;
            let is_over = index == items.len();
            if is_over && (at == length || !must_end) {
                return Ok(Some((at, trail)));
            }
            let is_new = failed.insert((index, at));
            let taken = match is_over || !is_new {
                true => None,
                false => self.take(items[index], subtree, at)?,
            };
            let is_optional = !is_over && self.compiled.pattern.node(items[index]).kind == PatternKind::Optional;
            match taken {
                Some((end, mut more)) => {
                    if is_optional {
                        choices.push((index + 1, at, trail.len()));
                    }
                    trail.append(&mut more);
                    (index, at) = (index + 1, end);
                }
                None if is_optional && is_new => index += 1,
                None => match choices.pop() {
                    Some((next, back, length)) => {
                        trail.truncate(length);
                        (index, at) = (next, back);
                    }
                    None => return Ok(None),
                },
            }
        }
    }

    /// Matches one item, whatever its type, from a child on.
    fn take(&mut self, item: u32, subtree: u32, at: usize) -> Result<Option<(usize, Trail)>, OverBudget> {
        match self.compiled.pattern.node(item).kind {
            PatternKind::Optional => self.run_list(item, subtree, at, false),
            PatternKind::Set => self.take_set(item, subtree, at),
            _ => Ok(self.fits(item, subtree, at).then(|| (at + 1, vec![(item, at)]))),
        }
    }

    fn take_set(&mut self, set: u32, subtree: u32, at: usize) -> Result<Option<(usize, Trail)>, OverBudget> {
        let Some((mut end, mut trail)) = self.run_list(set, subtree, at, false)? else {
            return Ok(None);
        };
        while let Some((next, mut more)) = self.run_list(set, subtree, end, false)? {
            // A body that matched nothing would match nothing for ever.
            if next == end {
                break;
            }
            end = next;
            trail.append(&mut more);
        }
        Ok(Some((end, trail)))
    }

    fn extract(mut self) -> Result<PageMatch, OverBudget> {
        let mut found = PageMatch::new(self.compiled, self.view.page);
        let mut open = vec![(0, 0)];
        while let Some((element, node)) = open.pop() {
            let subtree = self.view.subtrees[node as usize];
            let children: Vec<u32> = self.view.page.children(node).collect();
            let Some((_, trail)) = self.run_list(element, subtree, 0, true)? else { continue };
            for (item, at) in trail {
                match self.compiled.pattern.node(item).kind {
                    PatternKind::Fixed => open.push((item, children[at])),
                    PatternKind::Variant => {
                        found.values.push(Value { pattern: item, node: children[at], turns: Vec::new() });
                    }
                    _ => {}
                }
            }
        }
        Ok(found.finish())
    }
}
