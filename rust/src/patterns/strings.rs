//! Tags and texts as numbers: equal strings get the same number, all bytes lie in one buffer.

use crate::hash::{WordMap, extend, hash_bytes};

/// A growing table of distinct strings.
#[derive(Clone, Debug, Default)]
pub struct Strings {
    text: String,
    ends: Vec<u32>,
    by_hash: WordMap<u64, u32>,
}

impl Strings {
    /// The number of a string, which is added if it is new.
    pub fn intern(&mut self, string: &str) -> u32 {
        match self.probe(string) {
            Ok(number) => number,
            Err(hash) => self.add(string, hash),
        }
    }

    /// The number of a string that may be absent.
    #[must_use]
    pub fn find(&self, string: &str) -> Option<u32> {
        self.probe(string).ok()
    }

    /// The string of a number.
    #[must_use]
    pub fn get(&self, number: u32) -> &str {
        let start = number.checked_sub(1).map_or(0, |before| self.ends[before as usize]);
        &self.text[start as usize..self.ends[number as usize] as usize]
    }

    /// How many distinct strings there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is no string.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The number of the string, or the free hash under which it would be added.
    fn probe(&self, string: &str) -> Result<u32, u64> {
        let mut hash = hash_bytes(string.as_bytes());
        while let Some(&number) = self.by_hash.get(&hash) {
            if self.get(number) == string {
                return Ok(number);
            }
            hash = extend(hash, 0);
        }
        Err(hash)
    }

    fn add(&mut self, string: &str, hash: u64) -> u32 {
        let number = self.ends.len() as u32;
        self.text.push_str(string);
        self.ends.push(self.text.len() as u32);
        self.by_hash.insert(hash, number);
        number
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_strings_share_a_number() {
        let mut strings = Strings::default();
        let numbers = ["div", "", "p", "div", ""].map(|string| strings.intern(string));
        assert_eq!(numbers, [0, 1, 2, 0, 1]);
        assert_eq!([0, 1, 2].map(|number| strings.get(number)), ["div", "", "p"]);
        assert_eq!(strings.find("p"), Some(2));
        assert_eq!(strings.find("q"), None);
    }
}
