//! Every string once: pages of one site repeat most of their texts, addresses and XPaths.

use super::columns::Strings;
use crate::seeded::Seed;

/// Different strings, each with a code: its position in the order in which they came. The empty string is always there,
/// as the first.
#[derive(Clone, Debug)]
pub struct Dictionary {
    strings: Strings,
    /// Half of each string's hash and, in the lower half, its code; zero is a free slot, for the empty string needs
    /// none. The length is a power of two.
    slots: Vec<u64>,
    seed: Seed,
}

const FIRST_SLOTS: usize = 1024;

/// What [`Dictionary::with_room`] asks for, in bytes: more than any allocator keeps in its heap, so that it comes from the
/// system and can grow without a copy.
const ROOM: usize = 64 << 20;

/// The code of the empty string.
const EMPTY: u32 = 0;

impl Default for Dictionary {
    fn default() -> Self {
        let strings = Strings { text: String::new(), ends: vec![0] };
        Dictionary { strings, slots: vec![0; FIRST_SLOTS], seed: Seed::default() }
    }
}

impl Dictionary {
    /// A dictionary for millions of strings. Room that is not filled costs addresses, not memory; a buffer that grows
    /// from small on would leave holes in the heap, as large as itself.
    pub fn with_room() -> Self {
        let mut dictionary = Dictionary::default();
        dictionary.strings.text.reserve(ROOM);
        dictionary.strings.ends.reserve(ROOM / size_of::<u64>());
        dictionary
    }

    /// The code of a string, which is added if it is new.
    #[inline]
    pub fn code(&mut self, text: &str) -> u32 {
        if text.is_empty() {
            return EMPTY;
        }
        let half = self.seed.hash_bytes(text.as_bytes()) >> 32;
        let mask = self.slots.len() - 1;
        let mut slot = half as usize & mask;
        loop {
            let entry = self.slots[slot];
            if entry == 0 {
                return self.add(text, half, slot);
            }
            let code = entry as u32;
            if entry >> 32 == half && self.bytes(code) == text.as_bytes() {
                return code;
            }
            slot = (slot + 1) & mask;
        }
    }

    /// The codes of other strings, in their order.
    pub fn codes<'text>(&mut self, strings: impl IntoIterator<Item = &'text str>) -> Vec<u32> {
        strings.into_iter().map(|text| self.code(text)).collect()
    }

    /// The string of a code.
    #[inline]
    pub fn get(&self, code: u32) -> &str {
        &self.strings.text[self.start(code)..self.strings.ends[code as usize] as usize]
    }

    /// All strings, in the order of their codes.
    pub fn strings(&self) -> &Strings {
        &self.strings
    }

    /// Gives the strings away.
    pub fn into_strings(self) -> Strings {
        self.strings
    }

    #[inline]
    fn start(&self, code: u32) -> usize {
        code.checked_sub(1).map_or(0, |before| self.strings.ends[before as usize] as usize)
    }

    #[inline]
    fn bytes(&self, code: u32) -> &[u8] {
        &self.strings.text.as_bytes()[self.start(code)..self.strings.ends[code as usize] as usize]
    }

    fn add(&mut self, text: &str, half: u64, slot: usize) -> u32 {
        let code = self.strings.len();
        self.strings.text.push_str(text);
        self.strings.close();
        self.slots[slot] = half << 32 | code as u64;
        if code * 2 > self.slots.len() {
            self.grow();
        }
        code as u32
    }

    #[cold]
    fn grow(&mut self) {
        let old = std::mem::take(&mut self.slots);
        self.slots = vec![0; old.len() * 2];
        let mask = self.slots.len() - 1;
        for entry in old.into_iter().filter(|&entry| entry != 0) {
            let mut slot = (entry >> 32) as usize & mask;
            while self.slots[slot] != 0 {
                slot = (slot + 1) & mask;
            }
            self.slots[slot] = entry;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_string_has_one_code() {
        let mut dictionary = Dictionary::default();
        let texts: Vec<String> = (0..5000).map(|number| format!("text {}", number % 1500)).collect();
        let codes: Vec<u32> = texts.iter().map(|text| dictionary.code(text)).collect();
        assert_eq!(codes, (0..5000).map(|number| number % 1500 + 1).collect::<Vec<_>>());
        assert!(texts.iter().zip(&codes).all(|(text, &code)| dictionary.get(code) == text));
        assert_eq!((dictionary.code(""), dictionary.get(0)), (0, ""));
    }

    #[test]
    fn dictionaries_join_in_order() {
        let mut first = Dictionary::default();
        let mut second = Dictionary::default();
        assert_eq!(first.codes(["a", "b"]), [1, 2]);
        assert_eq!(second.codes(["c", "b", "é"]), [1, 2, 3]);
        assert_eq!(first.codes(second.strings().iter()), [0, 3, 2, 4]);
        assert_eq!(first.into_strings().iter().collect::<Vec<_>>(), ["", "a", "b", "c", "é"]);
    }
}
