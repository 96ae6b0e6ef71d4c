//! Repeats: the turns of a pattern's sets on a page, as the elements that make up each.
//!
//! The page must be one that the pattern was induced from. This is how the columns of a template learn which elements
//! are rows, and which siblings are a row together.

use std::collections::HashMap;

use super::content::{ContentTree, NO_NODE};
use super::outcome::Value;
use super::pattern::PatternKind;
use super::program::CompiledPattern;
use super::strict::{Pair, StrictMatcher};
use super::view::PageView;
use crate::html::NodeId;
use crate::measures::budget::{Budget, Meter, OverBudget};

/// One turn of a set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The set of the pattern.
    pub set: u32,
    /// The elements of the page that are siblings in this turn, in their order.
    pub elements: Vec<NodeId>,
}

/// The turns of all sets on a page; `None` if the page is not in the pattern's language.
///
/// # Errors
/// If the budget does not suffice.
pub fn find_turns(
    compiled: &CompiledPattern,
    page: &ContentTree,
    budget: Budget,
) -> Result<Option<Vec<Turn>>, OverBudget> {
    let view = PageView::new(page, &compiled.pattern);
    let mut meter = Meter::new(budget);
    let mut matcher = StrictMatcher::new(compiled, &view);
    if !matcher.fits(0, view.subtrees[0], &mut meter)? {
        return Ok(None);
    }
    let mut turns = Turns::default();
    let mut values: Vec<Value> = Vec::new();
    let mut open = vec![Pair { pattern: 0, node: 0, turns: Vec::new() }];
    while let Some(pair) = open.pop() {
        turns.add(compiled, page, &pair);
        matcher.derive(&pair, &mut open, &mut values, &mut meter)?;
        values.clear();
    }
    Ok(Some(turns.finish()))
}

#[derive(Default)]
struct Turns {
    /// Turns by set, parent element and the turns of all sets around.
    numbers: HashMap<(u32, u32, Vec<u32>), usize>,
    found: Vec<Turn>,
}

impl Turns {
    /// Adds an element to the turns of the sets that it is a direct part of, the innermost first.
    fn add(&mut self, compiled: &CompiledPattern, page: &ContentTree, pair: &Pair) {
        let node = page.nodes()[pair.node as usize];
        for (level, set) in sets_around(compiled, pair.pattern).enumerate() {
            let turns = pair.turns[..pair.turns.len().saturating_sub(level)].to_vec();
            let next = self.found.len();
            let number = *self.numbers.entry((set, node.parent, turns)).or_insert(next);
            if number == next {
                self.found.push(Turn { set, elements: Vec::new() });
            }
            self.found[number].elements.push(node.origin);
        }
    }

    fn finish(mut self) -> Vec<Turn> {
        self.found.iter_mut().for_each(|turn| turn.elements.sort_unstable());
        self.found.sort_by_key(|turn| turn.elements.first().copied());
        self.found
    }
}

/// The sets that an element of the pattern is a part of without another element between, the innermost first.
fn sets_around(compiled: &CompiledPattern, element: u32) -> impl Iterator<Item = u32> {
    let pattern = &compiled.pattern;
    let above = |&node: &u32| Some(pattern.node(node).parent).filter(|&parent| parent != NO_NODE);
    std::iter::successors(above(&element), above)
        .take_while(|&node| pattern.node(node).kind.is_wrapper())
        .filter(|&node| pattern.node(node).kind == PatternKind::Set)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turns(pattern: &str, page: &str) -> Vec<(u32, usize)> {
        let compiled = CompiledPattern::new(pattern.parse().unwrap());
        let page: ContentTree = page.parse().unwrap();
        let found = find_turns(&compiled, &page, Budget::default()).unwrap().unwrap();
        found.into_iter().map(|turn| (turn.set, turn.elements.len())).collect()
    }

    #[test]
    fn siblings_of_one_turn_are_together() {
        assert_eq!(turns("body((h3(*) p(*))+ hr())", "body(h3('a') p('b') h3('c') p('d') hr())"), [(1, 2), (1, 2)]);
    }

    #[test]
    fn inner_turns_are_apart_for_each_parent() {
        let page = "body(ul(li('a') li('b')) ul(li('c')))";
        assert_eq!(turns("body((ul((li(*))+))+)", page).len(), 5);
    }
}
