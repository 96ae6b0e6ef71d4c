//! What an index does not take.

use std::fmt;

use super::key_table::MOST_NUMBERS;

/// Why an index does not take what it is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IndexError {
    /// Fingerprints have no entries, or more than a byte can number.
    Width(usize),
    /// A split leaves one side empty.
    Split {
        /// The position of the split.
        split: usize,
        /// The entries of a fingerprint.
        width: usize,
    },
    /// Bytes are no whole number of fingerprints.
    Length {
        /// How many bytes were given.
        bytes: usize,
        /// The entries of a fingerprint.
        width: usize,
    },
    /// Two indexes hold fingerprints of different widths.
    Mixed(usize, usize),
    /// No more fingerprints, or documents, can be numbered.
    Full,
}

impl fmt::Display for IndexError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Width(width) => write!(formatter, "fingerprints have 1 to 255 entries, not {width}"),
            Self::Split { split, width } => write!(formatter, "{width} entries cannot be split at {split}"),
            Self::Length { bytes, width } => {
                write!(formatter, "{bytes} bytes are no whole number of fingerprints of {width} entries")
            }
            Self::Mixed(ours, theirs) => {
                write!(formatter, "fingerprints of {theirs} entries do not go with those of {ours}")
            }
            Self::Full => write!(formatter, "an index holds at most {MOST_NUMBERS} distinct fingerprints"),
        }
    }
}

impl std::error::Error for IndexError {}
