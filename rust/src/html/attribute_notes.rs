//! What an element's attributes are to those who read every element of a page: one byte for each element, noted while
//! its tag is read, so that no name of an attribute is read again.

use super::arena::RawAttribute;
use super::scan::{first_letters, lower_word};

/// The attributes that are asked for of every element.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Noted {
    /// Not asked for.
    #[default]
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
const SLOTS: [(&[u8], Noted); 16] = {
    let names: [(&[u8], Noted); 8] = [
        (b"class", Noted::Class),
        (b"id", Noted::Id),
        (b"role", Noted::Role),
        (b"href", Noted::Href),
        (b"title", Noted::Label),
        (b"aria-label", Noted::Label),
        (b"placeholder", Noted::Label),
        (b"value", Noted::Value),
    ];
    let mut slots: [(&[u8], Noted); 16] = [(b"", Noted::Other); 16];
    let mut index = 0;
    while index < names.len() {
        let slot = slot(first_word(names[index].0), names[index].0.len());
        assert!(slots[slot].0.is_empty(), "two names in one slot");
        slots[slot] = names[index];
        index += 1;
    }
    slots
};

/// [`SLOTS`] as numbers: the first eight bytes, the length, and what it is.
const WORDS: [(u64, u16, Noted); 16] = {
    let mut words = [(0, 0, Noted::Other); 16];
    let mut index = 0;
    while index < 16 {
        words[index] = (first_word(SLOTS[index].0), SLOTS[index].0.len() as u16, SLOTS[index].1);
        index += 1;
    }
    words
};

#[inline]
const fn slot(word: u64, length: usize) -> usize {
    (word >> 1 ^ length as u64) as usize & 15
}

/// The first eight letters as one number, as [`lower_word`] gives them.
const fn first_word(name: &[u8]) -> u64 {
    let mut bytes = [0; 8];
    let mut index = 0;
    while index < name.len() && index < 8 {
        bytes[index] = name[index];
        index += 1;
    }
    u64::from_le_bytes(bytes)
}

impl Noted {
    /// What the attribute with this name is.
    pub fn of(bytes: &[u8], start: usize, length: usize) -> Noted {
        let word = lower_word(bytes, start, length);
        let slot = slot(word, length);
        let is_name = bytes[start..start + length].eq_ignore_ascii_case(SLOTS[slot].0);
        if is_name { SLOTS[slot].1 } else { Noted::Other }
    }

    /// The same for a name of up to seven letters, the first bytes of a word. It is computed without a branch, since no
    /// processor could guess names.
    #[inline]
    pub fn of_letters(word: u64, length: usize) -> Noted {
        // This bit makes letters small.
        let word = first_letters(word | 0x2020_2020_2020_2020, length);
        let (wanted, wanted_length, noted) = WORDS[slot(word, length)];
        let is_equal = (word == wanted) & (length == usize::from(wanted_length));
        if is_equal { noted } else { Noted::Other }
    }
}

/// What the attributes of one element are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Notes(u8);

impl Notes {
    pub const NONE: Notes = Notes(0);
    /// An `id` or a `role`.
    pub const PLACE: Notes = Notes(1 << 6);
    /// An attribute that may be a label.
    pub const LABELS: Notes = Notes(1 << 7);
    /// Where the class attribute is among them, counted from 1; the highest number stands for all from there on.
    const CLASS: u8 = (1 << 6) - 1;

    /// The bits for each variant of [`Noted`]; of those of a class the ones that say where it is.
    const BITS: [u8; 8] = [0, Notes::CLASS, Notes::PLACE.0, Notes::PLACE.0, 0, Notes::LABELS.0, Notes::LABELS.0, 0];

    pub fn from_bits(bits: u8) -> Notes {
        Notes(bits)
    }

    pub fn bits(self) -> u8 {
        self.0
    }

    /// Whether one of these is among them.
    #[inline]
    pub fn has(self, wanted: Notes) -> bool {
        self.0 & wanted.0 != 0
    }

    /// Notes one more attribute, before which there are `count`.
    #[inline]
    pub fn add(&mut self, noted: Noted, count: usize) {
        let class = (count + 1).min(Notes::CLASS.into()) as u8;
        self.0 |= Notes::BITS[noted as usize & 7] & (class | !Notes::CLASS);
    }

    /// The position of the class attribute among these, which are those that were noted.
    #[inline]
    pub fn class(self, attributes: &[RawAttribute]) -> Option<usize> {
        match self.0 & Notes::CLASS {
            0 => None,
            Notes::CLASS => attributes.iter().position(|attribute| attribute.noted == Noted::Class),
            place => Some(usize::from(place) - 1),
        }
    }
}

impl<'page> FromIterator<&'page RawAttribute> for Notes {
    fn from_iter<Attributes: IntoIterator<Item = &'page RawAttribute>>(attributes: Attributes) -> Self {
        let mut notes = Notes::default();
        attributes.into_iter().enumerate().for_each(|(count, attribute)| notes.add(attribute.noted, count));
        notes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html::{Name, NodeId, Tree, parse};

    fn noted(tree: &Tree<'_>, name: Name) -> (Notes, Vec<Noted>) {
        let node = (0..tree.len() as NodeId).find(|&node| tree.name(node) == name).unwrap_or(0);
        let attributes = tree.raw_attributes(&tree.nodes[node as usize]);
        let notes = Notes::from_bits(tree.nodes[node as usize].flags);
        assert_eq!(notes, attributes.iter().collect());
        (notes, attributes.iter().map(|attribute| attribute.noted).collect())
    }

    #[test]
    fn names_are_found_in_any_case() {
        let tree = parse("<input CLASS=a iD=b href role=c Value=d title aria-LABEL placeholder data-x classy clas\0s>");
        let (notes, found) = noted(&tree, Name::INPUT);
        use Noted::{Class, Href, Id, Label, Other, Role, Value};
        assert_eq!(found, [Class, Id, Href, Role, Value, Label, Label, Label, Other, Other, Other]);
        assert!(notes.has(Notes::PLACE) && notes.has(Notes::LABELS));
        // Fewer bytes than are looked at elsewhere are left.
        assert_eq!(noted(&parse("<p Id>"), Name::P), (Notes::PLACE, vec![Id]));
        assert_eq!(noted(&parse("<p><b>"), Name::B), (Notes::default(), vec![]));
    }

    #[test]
    fn the_class_is_found_wherever_it_is() {
        for count in [0, 1, 20, 61, 62, 63, 64, 300] {
            let others: String = (0..count).map(|number| format!("data-{number} x x=1 ")).collect();
            let tree =
                parse(&format!("<html lang=de><p {others}class=a id=b class=c><i {others}></i><html class=d id=e>"))
                    .into_owned();
            let (notes, found) = noted(&tree, Name::P);
            let node = tree.nodes.iter().find(|node| node.name == Name::P).copied();
            let class = node.and_then(|node| notes.class(tree.raw_attributes(&node)));
            assert_eq!(class, Some(if count == 0 { 0 } else { count + 1 }));
            assert_eq!(found.iter().filter(|&&noted| noted == Noted::Class).count(), 1);
            assert!(notes.has(Notes::PLACE) && !notes.has(Notes::LABELS));
            assert_eq!(noted(&tree, Name::I).0, Notes::default());
            let (notes, found) = noted(&tree, Name::HTML);
            assert_eq!(found, [Noted::Other, Noted::Class, Noted::Id]);
            assert!(notes.has(Notes::PLACE));
        }
    }
}
