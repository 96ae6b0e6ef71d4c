//! The cap on copies: what the standard repeats of a page may cost as much as a page a few times as long, no more.
//!
//! Formatting elements left open are opened again in every block that follows, and misnested ones are cloned. So
//! 1,000 `<font>` and 10,000 `<p>`, 0.1 MB, ask for 5,000,000 nodes. A copy is priced as if the page had written it
//! out: long attributes count, because whatever reads the tree reads them again in every copy.

use super::{AttributeRange, Builder, Limits, Name, NodeId, Problems};

/// Every page may repeat this many bytes, however short it is: of the 21,079 pages of the development corpora the
/// worst repeats 2,903.
const FREE_GROWTH: usize = 64 << 10;

/// The bytes that a page of this length may repeat.
pub(super) fn allowed_growth(length: usize, limits: Limits) -> usize {
    length.saturating_mul(limits.max_growth).saturating_add(FREE_GROWTH)
}

impl Builder<'_> {
    /// Pays for a copy of this length; false if the page has repeated too much, now or before.
    pub(super) fn may_grow(&mut self, length: usize) -> bool {
        let left = self.growth_left.checked_sub(length);
        self.growth_left = left.unwrap_or(0);
        if left.is_none() {
            self.problems.insert(Problems::GROWTH);
        }
        left.is_some()
    }

    /// About how long a start tag is in the source.
    pub(super) fn tag_length(&self, name: Name, attributes: AttributeRange) -> usize {
        let attributes = attributes.of(&self.tokenizer.attributes);
        let lengths = attributes.iter().map(|each| usize::from(each.name_length) + each.value_length as usize + 1);
        lengths.sum::<usize>() + name.known_text().map_or(1, str::len) + 2
    }

    /// About how long an element or a text is in the source, what is below it not counted.
    pub(super) fn length_of(&self, node: NodeId) -> usize {
        match self.arena.name_of_element(node) {
            Some(name) => self.tag_length(name, self.arena.attributes(node)),
            None => self.arena.text_length(node),
        }
    }
}
