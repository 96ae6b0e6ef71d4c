//! The attributes that features ask for, found in one look at each attribute of an element.

use crate::html::{NONE, Node, RawAttribute, Tree, lower_word};

/// Why an attribute matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Known {
    Class,
    Id,
    Role,
    Href,
    /// `title`, `aria-label` and `placeholder`: words by which a template names things.
    Label,
    /// `value`, which is a label on some elements.
    Value,
}

impl Known {
    /// What an attribute is to features; `None` for most.
    #[inline]
    pub fn of(tree: &Tree<'_>, attribute: &RawAttribute) -> Option<Known> {
        const ID: u64 = word(b"id");
        const ROLE: u64 = word(b"role");
        const HREF: u64 = word(b"href");
        const CLASS: u64 = word(b"class");
        const TITLE: u64 = word(b"title");
        const VALUE: u64 = word(b"value");
        let (start, length) = (attribute.name_start as usize, usize::from(attribute.name_length));
        if length > 5 {
            return Known::of_long(tree, attribute);
        }
        match (length, lower_word(tree.source().as_bytes(), start, length)) {
            (5, CLASS) => Some(Known::Class),
            (2, ID) => Some(Known::Id),
            (4, HREF) => Some(Known::Href),
            (5, TITLE) => Some(Known::Label),
            (4, ROLE) => Some(Known::Role),
            (5, VALUE) => Some(Known::Value),
            _ => None,
        }
    }

    #[inline]
    fn of_long(tree: &Tree<'_>, attribute: &RawAttribute) -> Option<Known> {
        let start = attribute.name_start as usize;
        let name = |length| &tree.source().as_bytes()[start..start + length];
        let is_label = match attribute.name_length {
            10 => name(10).eq_ignore_ascii_case(b"aria-label"),
            11 => name(11).eq_ignore_ascii_case(b"placeholder"),
            _ => false,
        };
        is_label.then_some(Known::Label)
    }
}

/// Up to eight letters as one number, as [`lower_word`] gives them.
const fn word(name: &[u8]) -> u64 {
    let mut bytes = [0; 8];
    let mut index = 0;
    while index < name.len() {
        bytes[index] = name[index];
        index += 1;
    }
    u64::from_le_bytes(bytes)
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
        let mut found = Attributes { class: NONE, id: NONE, role: NONE, href: NONE, has_labels: false };
        for (position, attribute) in (node.start..).zip(tree.raw_attributes(node)) {
            match Known::of(tree, attribute) {
                Some(Known::Class) => found.class = position,
                Some(Known::Id) => found.id = position,
                Some(Known::Role) => found.role = position,
                Some(Known::Href) => found.href = position,
                Some(Known::Label | Known::Value) => found.has_labels = true,
                None => {}
            }
        }
        found
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
            Some(Known::Class),
            Some(Known::Id),
            Some(Known::Href),
            Some(Known::Role),
            Some(Known::Value),
            Some(Known::Label),
            Some(Known::Label),
            Some(Known::Label),
            None,
            None,
            None,
        ];
        assert_eq!(known, expected);
        assert!(Attributes::read(&tree, &input).has_labels);
    }
}
