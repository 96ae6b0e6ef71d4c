//! What matching a pattern to a page gives: the values, and what did not fit.

use super::content::ContentTree;
use super::program::CompiledPattern;

/// A value found on a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Value {
    /// The variant node of the pattern.
    pub pattern: u32,
    /// The node of the page's content.
    pub node: u32,
    /// For each set around it, the outermost first, the turn (from 0) in which it was found: values with equal
    /// beginnings belong to the same record.
    pub turns: Vec<u32>,
}

/// How a part of a page and the pattern disagree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MisfitKind {
    /// The pattern asks for something that is not there.
    Missing,
    /// The page has something that the pattern does not know.
    Extra,
    /// A text or image that should be constant says something else.
    Changed,
}

impl MisfitKind {
    /// A stable name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Missing => "missing",
            Self::Extra => "extra",
            Self::Changed => "changed",
        }
    }
}

/// A place where page and pattern disagree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Misfit {
    /// What is wrong.
    pub kind: MisfitKind,
    /// The node of the pattern: the missing or changed one, or the element in which something is extra.
    pub pattern: u32,
    /// The node of the page: the extra or changed one, or the element in which something is missing.
    pub node: u32,
    /// The number of nodes concerned.
    pub cost: u32,
}

/// A page that was aligned with a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageMatch {
    /// The values, in document order.
    pub values: Vec<Value>,
    /// What did not fit, in the order in which it was met.
    pub misfits: Vec<Misfit>,
    /// The nodes that did not fit.
    pub cost: u64,
    /// The nodes that could have failed to fit: those of the page and the fewest that the pattern stands for.
    pub scale: u64,
}

impl PageMatch {
    /// A match in which nothing is wrong yet.
    #[must_use]
    pub fn new(compiled: &CompiledPattern, page: &ContentTree) -> Self {
        let scale = page.len() as u64 + u64::from(compiled.minimal_sizes[0]);
        Self { values: Vec::new(), misfits: Vec::new(), cost: 0, scale }
    }

    /// 1 for a page that fits, 0 for one that shares nothing with the pattern.
    #[must_use]
    pub fn score(&self) -> f64 {
        1.0 - self.cost as f64 / self.scale as f64
    }

    /// Whether no more than this share of the nodes fails to fit.
    #[must_use]
    pub fn is_within(&self, tolerance: f64) -> bool {
        self.cost as f64 <= tolerance * self.scale as f64
    }

    /// Puts values into document order, which is the order of the page's nodes.
    pub fn finish(mut self) -> Self {
        self.values.sort_by_key(|value| value.node);
        self
    }
}
