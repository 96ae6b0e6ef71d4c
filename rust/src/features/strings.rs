//! Many strings in one: a buffer and the place where each ends, as Arrow keeps them.

/// A list of strings in one buffer.
#[derive(Clone, Debug, Default)]
pub struct Strings {
    /// All strings, one behind the other.
    pub text: String,
    /// Where each string ends.
    pub ends: Vec<u32>,
}

impl Strings {
    /// Ends the string that was written to `text` since the last end.
    pub fn close(&mut self) {
        self.ends.push(self.text.len() as u32);
    }

    /// Adds a string.
    pub fn push(&mut self, string: &str) {
        self.text.push_str(string);
        self.close();
    }

    /// The number of strings.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is no string.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The string at a position.
    pub fn get(&self, index: usize) -> &str {
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.text[start as usize..self.ends[index] as usize]
    }

    /// The strings, in order.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.text[start as usize..end as usize])
    }
}
