//! Blocks whose words run together, as in `Lamp£5` of `<b>Lamp</b>£5`.

use std::collections::HashSet;

use super::{LeafKind, Leaves};
use crate::seeded::Seed;

/// Signs that stand before a number.
const SIGNS: &[char] = &['$', '€', '£', '¥', '₹'];

/// The blocks of which two texts may meet without a blank where each is a word.
///
/// What Python takes for a word is one here, too, but not the other way round.
pub fn glued_blocks(page: &Leaves) -> HashSet<u32, Seed> {
    let blocks = page.blocks();
    let mut found = HashSet::default();
    for (index, leaf) in page.leaves.iter().enumerate() {
        if leaf.kind == LeafKind::Block && may_run_together(page, &blocks, index) {
            found.insert(index as u32);
        }
    }
    found
}

fn may_run_together(page: &Leaves, blocks: &[i64], block: usize) -> bool {
    let whole = page.values.get(block);
    let (mut at, mut was_word) = (0, false);
    let inside = (block + 1..page.leaves.len()).take_while(|&leaf| blocks[leaf] == block as i64);
    for leaf in inside.filter(|&leaf| page.leaves[leaf].kind == LeafKind::Text) {
        let text = page.values.get(leaf);
        // A text that is not found leaves open where the next one is.
        let Some(start) = whole.get(at..).and_then(|rest| find(rest, text)) else { return true };
        let is_word = |sign: char| sign.is_alphanumeric() || SIGNS.contains(&sign);
        if was_word && start == 0 && text.chars().next().is_some_and(is_word) {
            return true;
        }
        at += start + text.len();
        was_word = text.chars().next_back().is_some_and(char::is_alphanumeric);
    }
    false
}

/// Where a text is first; nearly always it is what a block goes on with.
fn find(rest: &str, text: &str) -> Option<usize> {
    if rest.starts_with(text) {
        return Some(0);
    }
    if rest.strip_prefix(' ').is_some_and(|rest| rest.starts_with(text)) {
        return Some(1);
    }
    rest.find(text)
}

#[cfg(test)]
mod tests {
    use super::super::leaves;
    use super::*;
    use crate::html::parse;

    fn number(markup: &str) -> usize {
        glued_blocks(&leaves(&parse(markup))).len()
    }

    #[test]
    fn words_run_together_where_no_blank_is_between() {
        assert_eq!(number("<p><b>Lamp</b>£5</p>"), 1);
        assert_eq!(number("<p><b>Lamp</b> £5</p>"), 0);
        assert_eq!(number("<p><b>Lamp</b>: £5</p>"), 0);
    }
}
