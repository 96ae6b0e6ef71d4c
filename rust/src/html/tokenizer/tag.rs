//! Tags: tag name, attribute and self-closing states.

use std::collections::HashSet;

use super::{Problems, RawAttribute, Tag, Token, Tokenizer, is_space};
use crate::html::attribute_notes::{Noted, Notes};
use crate::html::decode;
use crate::html::names::Name;
use crate::html::scan::{find, letters};

/// From this many attributes on, duplicates are looked up in a set instead of one by one.
const MANY: usize = 24;

const NAME_END: u8 = 1;
const ATTRIBUTE_NAME_END: u8 = 1 << 1;
const VALUE_END: u8 = 1 << 2;

/// For each byte, what it ends.
const ENDS: [u8; 256] = {
    let mut table = [0; 256];
    let spaces = [b' ', b'\n', b'\t', b'\r', 0x0C, b'>'];
    let mut index = 0;
    while index < spaces.len() {
        table[spaces[index] as usize] = NAME_END | ATTRIBUTE_NAME_END | VALUE_END;
        index += 1;
    }
    table[b'/' as usize] = NAME_END | ATTRIBUTE_NAME_END;
    table[b'=' as usize] = ATTRIBUTE_NAME_END;
    table
};

impl<'source> Tokenizer<'source> {
    /// Tag name state of a start tag; `at` is the first letter. `None`: the file ended inside the tag.
    #[inline]
    pub(super) fn start_tag(&mut self, at: usize) -> Option<Token> {
        let tag = self.tag(at)?;
        self.log(tag);
        Some(Token::StartTag(tag))
    }

    /// Tag name state of an end tag, whose attributes mean nothing.
    #[inline]
    pub(super) fn end_tag(&mut self, at: usize) -> Option<Token> {
        // Nearly all end tags are a name and `>`.
        let (name, name_end) = self.tag_name(at);
        if self.bytes.get(name_end) != Some(&b'>') {
            return self.unusual_end_tag(at);
        }
        self.position = name_end + 1;
        let tag = Tag::new(name, self.attributes.len(), false, Notes::NONE);
        self.log(tag);
        Some(Token::EndTag(tag))
    }

    #[inline(never)]
    fn unusual_end_tag(&mut self, at: usize) -> Option<Token> {
        let last_start_tag = self.last_start_tag;
        let tag = self.tag(at)?;
        self.attributes.truncate(tag.first_attribute());
        self.last_start_tag = last_start_tag;
        self.log(tag);
        Some(Token::EndTag(tag))
    }

    #[inline]
    fn log(&mut self, tag: Tag) {
        if let Some(log) = &mut self.tag_log {
            log.push(tag.name());
        }
    }

    #[inline]
    fn tag(&mut self, at: usize) -> Option<Tag> {
        let (name, name_end) = self.tag_name(at);
        self.last_start_tag = &self.bytes[at..name_end];
        let first_attribute = self.attributes.len();
        (self.name_lengths, self.notes) = (0, Notes::NONE);
        let mut position = name_end;
        // Before attribute name, after attribute value and self-closing start tag states.
        let is_self_closing = loop {
            let Some(&byte) = self.bytes.get(position) else {
                self.attributes.truncate(first_attribute);
                self.skip_to_end();
                return None;
            };
            if byte == b'>' {
                break false;
            }
            if byte == b' ' {
                position = self.plain_attribute(position + 1, first_attribute);
                continue;
            }
            match self.unusual_in_tag(position, byte, first_attribute) {
                Some(after) => position = after,
                None => {
                    position += 1;
                    break true;
                }
            }
        };
        self.position = position + 1;
        if self.attributes.len() - first_attribute > MANY {
            self.drop_duplicates(first_attribute);
        }
        Some(Tag::new(name, first_attribute, is_self_closing, self.notes))
    }

    /// What is neither the end of a tag nor a blank: the place behind it, or none if it is the sign of a tag that closes
    /// itself. By itself, because a place to go for each byte is nothing that a processor guesses.
    #[inline(never)]
    fn unusual_in_tag(&mut self, position: usize, byte: u8, first_attribute: usize) -> Option<usize> {
        if byte == b'/' && self.bytes.get(position + 1) == Some(&b'>') {
            return None;
        }
        let is_between = is_space(byte) || byte == b'/';
        Some(if is_between { position + 1 } else { self.attribute(position, first_attribute) })
    }

    /// The interned name that begins here and the place where it ends; a name that the standard does not know gets a
    /// number of this page.
    #[inline]
    fn tag_name(&mut self, at: usize) -> (Name, usize) {
        if let Some((word, length)) = letters(self.bytes, at)
            && length < 8
            && ENDS[self.bytes[at + length] as usize] & NAME_END != 0
            && let Some(name) = Name::find_letters(word, length)
        {
            return (name, at + length);
        }
        self.unusual_tag_name(at)
    }

    /// Names with digits and signs, long ones, and those at the very end of the file.
    #[cold]
    fn unusual_tag_name(&mut self, at: usize) -> (Name, usize) {
        let end = self.scan(at, NAME_END);
        (Name::find(self.bytes, at, end - at).unwrap_or_else(|| self.custom_name(at, end)), end)
    }

    #[cold]
    fn custom_name(&mut self, at: usize, end: usize) -> Name {
        self.names.intern(&decode::attribute_name(&self.source[at..end])).unwrap_or_else(|| {
            self.problems.insert(Problems::NAMES);
            Name::NONE
        })
    }

    /// The same states where an attribute is written as most are: up to seven letters, and the value in double quotes.
    /// Returns the place after the attribute, or the same place if there is anything else.
    #[inline]
    fn plain_attribute(&mut self, start: usize, first_attribute: usize) -> usize {
        let Some((word, length)) = letters(self.bytes, start).filter(|(_, length)| (1..8).contains(length)) else {
            return start;
        };
        let name_end = start + length;
        if self.bytes.get(name_end..name_end + 2) != Some(b"=\"") {
            return start;
        }
        let value = name_end + 2;
        let end = find(b'"', self.bytes, value).unwrap_or(self.bytes.len());
        self.keep_attribute((start, name_end), (value, end), Noted::of_letters(word, length), first_attribute);
        end + 1
    }

    /// Attribute name to attribute value states; returns the place after the attribute.
    #[inline]
    fn attribute(&mut self, name_start: usize, first_attribute: usize) -> usize {
        // An equals sign as the first character is part of the name.
        let name_end = self.scan_attribute_name(name_start + 1);
        let mut position = name_end;
        let mut value = (name_end, name_end);
        if self.bytes.get(position) != Some(&b'=') {
            position = self.skip_space(position);
        }
        if self.bytes.get(position) == Some(&b'=') {
            (value, position) = self.attribute_value(position + 1);
        }
        let noted = Noted::of(self.bytes, name_start, name_end - name_start);
        self.keep_attribute((name_start, name_end), value, noted, first_attribute);
        position
    }

    /// Before attribute value and attribute value states: the range of the value and the place after it.
    #[inline]
    fn attribute_value(&self, mut position: usize) -> ((usize, usize), usize) {
        loop {
            match self.bytes.get(position) {
                Some(&quote @ (b'"' | b'\'')) => {
                    let start = position + 1;
                    let end = find(quote, self.bytes, start).unwrap_or(self.bytes.len());
                    return ((start, end), end + 1);
                }
                Some(&byte) if is_space(byte) => position += 1,
                _ => {
                    let end = self.scan(position, VALUE_END);
                    return ((position, end), end);
                }
            }
        }
    }

    #[inline(always)]
    fn keep_attribute(&mut self, name: (usize, usize), value: (usize, usize), noted: Noted, first_attribute: usize) {
        let count = self.attributes.len() - first_attribute;
        let name_length = name.1 - name.0;
        if count >= self.max_attributes || name_length > usize::from(u16::MAX) {
            self.problems.insert(Problems::ATTRIBUTES);
            return;
        }
        // Most attributes of a tag differ in the lengths of their names already.
        let length_bit = 1u64 << (name_length & 63);
        if self.name_lengths & length_bit != 0 && count <= MANY && self.is_duplicate(name, first_attribute) {
            return;
        }
        self.name_lengths |= length_bit;
        self.notes.add(noted, count);
        self.attributes.push(RawAttribute {
            name_start: name.0 as u32,
            name_length: name_length as u16,
            noted,
            value_start: value.0 as u32,
            value_length: (value.1 - value.0) as u32,
        });
    }

    #[inline]
    fn is_duplicate(&self, (start, end): (usize, usize), first_attribute: usize) -> bool {
        let name = &self.bytes[start..end];
        self.attributes[first_attribute..].iter().any(|other| {
            usize::from(other.name_length) == name.len() && self.attribute_name(other).eq_ignore_ascii_case(name)
        })
    }

    /// The source of an attribute's name.
    pub fn attribute_name(&self, attribute: &RawAttribute) -> &'source [u8] {
        let start = attribute.name_start as usize;
        &self.bytes[start..start + usize::from(attribute.name_length)]
    }

    /// The source of an attribute's value.
    pub fn attribute_value_text(&self, attribute: &RawAttribute) -> &'source str {
        let start = attribute.value_start as usize;
        &self.source[start..start + attribute.value_length as usize]
    }

    /// Keeps the first attribute of each name, for tags with so many that comparing each with each is too expensive.
    #[cold]
    fn drop_duplicates(&mut self, first_attribute: usize) {
        let mut seen = HashSet::new();
        let mut kept = first_attribute;
        for index in first_attribute..self.attributes.len() {
            let attribute = self.attributes[index];
            if seen.insert(self.attribute_name(&attribute).to_ascii_lowercase()) {
                self.attributes[kept] = attribute;
                kept += 1;
            }
        }
        self.attributes.truncate(kept);
        self.notes = self.attributes[first_attribute..].iter().collect();
    }

    /// The first place from `position` on whose byte ends what `wanted` says, or the end of the file.
    #[inline]
    fn scan(&self, position: usize, wanted: u8) -> usize {
        let rest = self.bytes.get(position..).unwrap_or_default();
        rest.iter()
            .position(|&byte| ENDS[byte as usize] & wanted != 0)
            .map_or(self.bytes.len(), |offset| position + offset)
    }

    /// The same for the name of an attribute, which consists mostly of letters.
    #[inline]
    fn scan_attribute_name(&self, mut position: usize) -> usize {
        while let Some((_, length)) = letters(self.bytes, position) {
            position += length;
            if length < 8 {
                if ENDS[self.bytes[position] as usize] & ATTRIBUTE_NAME_END != 0 {
                    return position;
                }
                position += 1;
            }
        }
        self.scan(position, ATTRIBUTE_NAME_END)
    }

    #[inline]
    pub(super) fn skip_space(&self, mut position: usize) -> usize {
        while self.bytes.get(position).is_some_and(|&byte| is_space(byte)) {
            position += 1;
        }
        position
    }
}
