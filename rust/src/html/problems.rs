//! What the parser had to cut, as a small set of flags.

/// The caps a page went over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Problems(u8);

impl Problems {
    /// The page was longer than the cap: its end was not read.
    pub const BYTES: Problems = Problems(1);
    /// The page has more nodes than the cap: its end was not read.
    pub const NODES: Problems = Problems(1 << 1);
    /// Elements nested deeper than the cap became siblings.
    pub const DEPTH: Problems = Problems(1 << 2);
    /// An element had more attributes than the cap, or longer names: the rest was dropped.
    pub const ATTRIBUTES: Problems = Problems(1 << 3);
    /// Too many formatting elements were left open, and the oldest were forgotten.
    pub const FORMATTING: Problems = Problems(1 << 4);
    /// The page has more distinct unknown tag names than can be distinguished.
    pub const NAMES: Problems = Problems(1 << 5);

    /// The links of the page would take too much memory: the last of them were left out.
    pub const LINKS: Problems = Problems(1 << 6);

    /// Formatting elements left open were repeated more than the cap allows: they stay closed from there on.
    pub const GROWTH: Problems = Problems(1 << 7);

    const CODES: [(Problems, &'static str); 8] = [
        (Problems::BYTES, "bytes"),
        (Problems::NODES, "nodes"),
        (Problems::DEPTH, "depth"),
        (Problems::ATTRIBUTES, "attributes"),
        (Problems::FORMATTING, "formatting"),
        (Problems::NAMES, "names"),
        (Problems::LINKS, "links"),
        (Problems::GROWTH, "growth"),
    ];

    /// Whether nothing was cut.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether all of `other` are in this set.
    pub fn contains(self, other: Problems) -> bool {
        self.0 & other.0 == other.0
    }

    /// Adds `other` to this set.
    pub fn insert(&mut self, other: Problems) {
        self.0 |= other.0;
    }

    /// The set that [`Problems::bits`] gave.
    pub fn from_bits(bits: u8) -> Self {
        Problems(bits)
    }

    /// The flags as one byte, for arrays.
    pub fn bits(self) -> u8 {
        self.0
    }

    /// The stable code of each flag in the set.
    pub fn codes(self) -> impl Iterator<Item = &'static str> {
        Self::CODES.into_iter().filter(move |(flag, _)| self.contains(*flag)).map(|(_, code)| code)
    }
}
