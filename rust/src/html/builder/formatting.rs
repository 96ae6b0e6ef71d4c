//! The list of active formatting elements.

use super::{AttributeRange, Builder, Kind, NONE, Name, NodeId, Problems, Tag};

/// More than this many formatting elements left open are an attack: the oldest is then forgotten.
const MAX_ENTRIES: usize = 512;

/// The Noah's Ark clause: at most this many equal elements since the last marker.
const NOAHS_ARK: usize = 3;

/// An element that is opened again where a block cut it off, or a marker.
#[derive(Clone, Copy, Debug)]
pub(super) struct FormattingEntry {
    /// The element; `NONE` for a marker.
    pub node: NodeId,
    pub name: Name,
    attributes: AttributeRange,
    /// A hash of the attributes, computed when it is first needed.
    signature: Option<u64>,
}

impl FormattingEntry {
    const MARKER: FormattingEntry =
        FormattingEntry { node: NONE, name: Name::NONE, attributes: AttributeRange::NONE, signature: None };

    pub fn is_marker(&self) -> bool {
        self.node == NONE
    }

    /// The entry for a copy of this element.
    pub fn with_node(self, node: NodeId) -> Self {
        FormattingEntry { node, ..self }
    }
}

impl Builder<'_> {
    pub(super) fn push_marker(&mut self) {
        self.formatting.push(FormattingEntry::MARKER);
    }

    /// Clear the list up to the last marker.
    pub(super) fn clear_formatting_to_marker(&mut self) {
        while let Some(entry) = self.formatting.pop() {
            if entry.is_marker() {
                return;
            }
        }
    }

    fn after_last_marker(&self) -> usize {
        self.formatting.iter().rposition(FormattingEntry::is_marker).map_or(0, |marker| marker + 1)
    }

    /// The position of the last element of this name after the last marker.
    pub(super) fn formatting_position(&self, name: Name) -> Option<usize> {
        let entries = self.formatting.iter().enumerate().rev();
        entries
            .take_while(|(_, entry)| !entry.is_marker())
            .find(|(_, entry)| entry.name == name)
            .map(|(index, _)| index)
    }

    pub(super) fn formatting_position_of(&self, node: NodeId) -> Option<usize> {
        self.formatting.iter().rposition(|entry| entry.node == node)
    }

    /// Push onto the list of active formatting elements.
    pub(super) fn push_formatting(&mut self, node: NodeId, tag: Tag) {
        let attributes = self.attributes_of(tag);
        let mut entry = FormattingEntry { node, name: tag.name(), attributes, signature: None };
        self.apply_noahs_ark(&mut entry);
        if self.formatting.len() >= MAX_ENTRIES
            && let Some(oldest) = self.formatting.iter().position(|entry| !entry.is_marker())
        {
            self.problems.insert(Problems::FORMATTING);
            self.formatting.remove(oldest);
        }
        self.formatting.push(entry);
    }

    /// Forgets the earliest of three elements that equal the new one.
    fn apply_noahs_ark(&mut self, entry: &mut FormattingEntry) {
        let start = self.after_last_marker();
        let is_like =
            |other: &FormattingEntry| other.name == entry.name && other.attributes.count() == entry.attributes.count();
        if self.formatting[start..].iter().filter(|other| is_like(other)).count() < NOAHS_ARK {
            return;
        }
        let signature = self.signature(entry.attributes);
        entry.signature = Some(signature);
        let mut equal = Vec::new();
        for index in start..self.formatting.len() {
            let other = self.formatting[index];
            if other.name != entry.name || other.attributes.count() != entry.attributes.count() {
                continue;
            }
            let other_signature = other.signature.unwrap_or_else(|| self.signature(other.attributes));
            self.formatting[index].signature = Some(other_signature);
            if other_signature == signature {
                equal.push(index);
            }
        }
        if equal.len() >= NOAHS_ARK {
            self.formatting.remove(equal[0]);
        }
    }

    /// A hash of names and values in which their order does not count.
    fn signature(&self, attributes: AttributeRange) -> u64 {
        attributes.of(&self.tokenizer.attributes).iter().fold(0, |sum, attribute| {
            let name = self.tokenizer.attribute_name(attribute).iter().map(u8::to_ascii_lowercase);
            let value = crate::html::decode::attribute_value(self.tokenizer.attribute_value_text(attribute));
            let bytes = name.chain([0]).chain(value.bytes());
            let hash = bytes.fold(0xCBF2_9CE4_8422_2325_u64, |hash, byte| {
                (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)
            });
            sum.wrapping_add(hash)
        })
    }

    /// Pays for a copy of a formatting element, as if the page had written its tag again; false if it may not.
    pub(super) fn may_repeat(&mut self, entry: FormattingEntry) -> bool {
        let length = self.tag_length(entry.name, entry.attributes);
        self.may_grow(length)
    }

    /// Reconstruct the active formatting elements, if any.
    #[inline]
    pub(super) fn reconstruct_formatting(&mut self) {
        if let Some(&last) = self.formatting.last()
            && !self.is_open_or_marker(last)
        {
            self.reopen_formatting();
        }
    }

    fn is_open_or_marker(&self, entry: FormattingEntry) -> bool {
        entry.is_marker() || self.open.position_of(entry.node).is_some()
    }

    #[cold]
    fn reopen_formatting(&mut self) {
        let last_open = self.formatting.iter().rposition(|&entry| self.is_open_or_marker(entry));
        for index in last_open.map_or(0, |position| position + 1)..self.formatting.len() {
            let entry = self.formatting[index];
            if !self.may_repeat(entry) {
                self.formatting.truncate(index);
                return;
            }
            let node = self.insert_element(entry.name, Kind::Html, entry.attributes);
            // The depth cap may have closed elements, and with them entries of this list.
            match self.formatting.get_mut(index) {
                Some(slot) => *slot = entry.with_node(node),
                None => return,
            }
        }
    }
}
