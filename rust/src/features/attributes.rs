//! The attributes that features ask for, found in one look at each attribute of an element.

use crate::html::{NONE, Node, RawAttribute, Tree, lower_word};

/// Why an attribute matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Known {
    /// To features it does not.
    Other,
    Class,
    Id,
    Role,
    Href,
    /// `title`, `aria-label` and `placeholder`: words by which a template names things.
    Label,
    /// `value`, which is a label on some elements.
    Value,
}

/// The names that matter. Each is where [`slot`] says, so that one look decides; the rest is empty.
const SLOTS: [(&[u8], Known); 16] = {
    let names: [(&[u8], Known); 8] = [
        (b"class", Known::Class),
        (b"id", Known::Id),
        (b"role", Known::Role),
        (b"href", Known::Href),
        (b"title", Known::Label),
        (b"aria-label", Known::Label),
        (b"placeholder", Known::Label),
        (b"value", Known::Value),
    ];
    let mut slots: [(&[u8], Known); 16] = [(b"", Known::Other); 16];
    let mut index = 0;
    while index < names.len() {
        let slot = slot(word(names[index].0), names[index].0.len());
        assert!(slots[slot].0.is_empty(), "two names in one slot");
        slots[slot] = names[index];
        index += 1;
    }
    slots
};

/// [`SLOTS`] as numbers: the first eight bytes, the length, and what it is.
const WORDS: [(u64, u16, Known); 16] = {
    let mut words = [(0, 0, Known::Other); 16];
    let mut index = 0;
    while index < 16 {
        words[index] = (word(SLOTS[index].0), SLOTS[index].0.len() as u16, SLOTS[index].1);
        index += 1;
    }
    words
};

#[inline]
const fn slot(word: u64, length: usize) -> usize {
    (word >> 1 ^ length as u64) as usize & 15
}

/// The first eight letters as one number, as [`lower_word`] gives them.
const fn word(name: &[u8]) -> u64 {
    let mut bytes = [0; 8];
    let mut index = 0;
    while index < name.len() && index < 8 {
        bytes[index] = name[index];
        index += 1;
    }
    u64::from_le_bytes(bytes)
}

impl Known {
    /// What an attribute is to features. All of it is computed without a branch, since no processor could guess names.
    #[inline]
    pub fn of(tree: &Tree<'_>, attribute: &RawAttribute) -> Known {
        let (start, length) = (attribute.name_start as usize, usize::from(attribute.name_length));
        let word = small_letters(tree.source().as_bytes(), start, length.min(8));
        let slot = slot(word, length);
        let (wanted, wanted_length, known) = WORDS[slot];
        let is_equal = (word == wanted) & (attribute.name_length == wanted_length);
        if is_equal & (length > 8) {
            let name = &tree.source().as_bytes()[start..start + length];
            return if name.eq_ignore_ascii_case(SLOTS[slot].0) { known } else { Known::Other };
        }
        if is_equal { known } else { Known::Other }
    }
}

/// Like [`lower_word`], for names that are compared with [`WORDS`]: there this bit makes letters small and changes
/// nothing that could be part of such a name. Only white space would become a hyphen, which no name of a page has.
#[inline]
fn small_letters(source: &[u8], start: usize, length: usize) -> u64 {
    match source.get(start..).and_then(|rest| rest.first_chunk::<8>()) {
        Some(chunk) => (u64::from_le_bytes(*chunk) | 0x2020_2020_2020_2020) & (u64::MAX >> (64 - 8 * length)),
        None => lower_word(source, start, length),
    }
}

/// The attributes of one element, by their positions in the tree; `NONE` for those it does not have.
#[derive(Clone, Copy, Debug)]
pub(super) struct Attributes {
    pub class: u32,
    pub id: u32,
    pub role: u32,
    pub href: u32,
    /// Whether there may be labels among them.
    pub has_labels: bool,
}

impl Attributes {
    #[inline]
    pub fn read(tree: &Tree<'_>, node: &Node) -> Self {
        // A store at a computed place cannot be predicted wrongly, as a branch can.
        let mut found = [NONE; 8];
        for (position, attribute) in (node.start..).zip(tree.raw_attributes(node)) {
            found[Known::of(tree, attribute) as usize & 7] = position;
        }
        let [_, class, id, role, href, label, value, _] = found;
        Attributes { class, id, role, href, has_labels: label & value != NONE }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html::{Name, parse};

    #[test]
    fn names_are_found_in_any_case() {
        let tree = parse("<input CLASS=a iD=b href role=c Value=d title aria-LABEL placeholder data-x classy clas\0s>");
        let input = tree.nodes.iter().find(|node| node.name == Name::INPUT).copied().unwrap_or(tree.nodes[0]);
        let known: Vec<_> = tree.raw_attributes(&input).iter().map(|raw| Known::of(&tree, raw)).collect();
        let expected = [
            Known::Class,
            Known::Id,
            Known::Href,
            Known::Role,
            Known::Value,
            Known::Label,
            Known::Label,
            Known::Label,
            Known::Other,
            Known::Other,
            Known::Other,
        ];
        assert_eq!(known, expected);
        assert!(Attributes::read(&tree, &input).has_labels);
        // Fewer bytes than are looked at elsewhere are left.
        let tree = parse("<p Id>");
        let last = tree.attributes.last().map(|raw| Known::of(&tree, raw));
        assert_eq!(last, Some(Known::Id));
    }
}
