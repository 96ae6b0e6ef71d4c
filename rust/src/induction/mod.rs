//! Learning a template: what is asked of the leaves of all pages of a sample at once, over numbers.
//!
//! Equal values have equal numbers, so that columns are compared without their texts. Which columns are kept, and what
//! they are called, is decided in Python.

mod asked_texts;
mod bare_texts;
mod drafts;
mod element_index;
mod frame;
mod groups;
mod joining;
mod key_index;
mod labels;
mod outline;
mod positions;
mod prose;
mod row_sets;
mod same_runs;
mod table_columns;
mod texts;
mod value_numbers;

pub use asked_texts::{count_ids, is_called, links_with_words, short_texts};
pub use bare_texts::{Cores, bare_cores, bare_text};
pub use drafts::{Draft, Drafts, Take};
pub use element_index::{ElementIndex, NodeAt, Ranges, WantedElement, exclusive_keys, text_ranges};
pub use frame::{FrameCounts, FramePage};
pub use joining::{Joined, Shared, join, primary};
pub use key_index::{Entry, Found, KeyIndex, Place, Selector, Wanted};
pub use labels::{Label, Labels};
pub use outline::{Item, Mark, Outline, OutlineElement, OutlineRun, Role, outline};
pub use positions::{Positions, choose_positions};
pub use prose::{PathTexts, texts_by_path, texts_in_blocks};
pub use row_sets::{CellOfRow, KindRow, RowAt, RowSet, repeated_keys, row_sets};
pub use same_runs::pages_with_runs;
pub use table_columns::{RowLeaves, TableColumn, TableLeaves};
pub use texts::{Candidate, OwnLabel, TextCounts, count_texts, own_labels};
pub use value_numbers::ValueNumbers;

use crate::leaves::{DataLeaf, Leaves, data_leaves};

/// How many pages are few: hardly anything can be concluded from what repeats on fewer. A guess.
pub const FEW_PAGES: usize = 5;

/// The data leaves of the pages of a sample, and the numbers of their values.
#[derive(Clone, Debug)]
pub struct Sample {
    /// By page the leaves that are no template text.
    pub data: Vec<Vec<DataLeaf>>,
    /// The numbers of all values.
    pub values: ValueNumbers,
}

impl Sample {
    /// The leaves of pages that are none of the template's texts.
    pub fn new(pages: &[&Leaves], is_text: impl Fn(u64) -> bool) -> Self {
        let data = pages.iter().map(|page| data_leaves(page, &is_text)).collect();
        Sample { data, values: ValueNumbers::new(pages) }
    }
}
