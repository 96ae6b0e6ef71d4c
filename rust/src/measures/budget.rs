//! How much work a measure may do: hostile pages must not turn a comparison into hours.
//!
//! Work is counted in table cells, not in seconds, so that the answer is the same on every machine.

use std::fmt;

/// The most cells a measure may compute and the most it may keep at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Cells computed by one comparison; a billion takes one to two seconds.
    pub cells: u64,
    /// Entries of the largest table held in memory, eight bytes each.
    pub table: u64,
}

impl Default for Budget {
    fn default() -> Self {
        Self { cells: 1_000_000_000, table: 1 << 25 }
    }
}

/// The reason for a missing value: the comparison would have exceeded its budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OverBudget {
    /// Too many cells to compute.
    Cells {
        /// What the budget allows.
        allowed: u64,
    },
    /// A table too large to keep.
    Table {
        /// Entries the comparison would need.
        needed: u64,
        /// What the budget allows.
        allowed: u64,
    },
}

impl fmt::Display for OverBudget {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cells { allowed } => {
                write!(formatter, "over budget: needs more than {allowed} table cells")
            }
            Self::Table { needed, allowed } => {
                write!(formatter, "over budget: needs a table of {needed} entries, allowed are {allowed}")
            }
        }
    }
}

impl std::error::Error for OverBudget {}

/// Counts cells against a budget.
#[derive(Debug)]
pub struct Meter {
    budget: Budget,
    used: u64,
}

impl Meter {
    /// A meter that has counted nothing yet.
    #[must_use]
    pub fn new(budget: Budget) -> Self {
        Self { budget, used: 0 }
    }

    /// Counts cells about to be computed.
    ///
    /// # Errors
    /// If they exceed what is left.
    pub fn charge(&mut self, cells: u64) -> Result<(), OverBudget> {
        self.require(cells)?;
        self.used += cells;
        Ok(())
    }

    /// Asks whether that many cells are left, for work that is known to need at least these.
    ///
    /// # Errors
    /// If they are not.
    pub fn require(&self, cells: u64) -> Result<(), OverBudget> {
        match self.used.saturating_add(cells) <= self.budget.cells {
            true => Ok(()),
            false => Err(OverBudget::Cells { allowed: self.budget.cells }),
        }
    }

    /// The cells counted so far.
    #[must_use]
    pub fn used(&self) -> u64 {
        self.used
    }

    /// Asks for a table of that many rows and columns.
    ///
    /// # Errors
    /// If it is larger than allowed.
    pub fn reserve(&self, rows: usize, columns: usize) -> Result<(), OverBudget> {
        let needed = (rows as u64).saturating_mul(columns as u64);
        match needed <= self.budget.table {
            true => Ok(()),
            false => Err(OverBudget::Table { needed, allowed: self.budget.table }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_meter_refuses_what_exceeds_the_budget() {
        let budget = Budget { cells: 10, table: 6 };
        let mut meter = Meter::new(budget);
        assert_eq!(meter.charge(10), Ok(()));
        assert_eq!(meter.charge(1), Err(OverBudget::Cells { allowed: 10 }));
        assert_eq!(meter.reserve(2, 3), Ok(()));
        let refused = OverBudget::Table { needed: 7, allowed: 6 };
        assert_eq!(meter.reserve(7, 1), Err(refused));
        assert!(refused.to_string().starts_with("over budget"));
    }

    #[test]
    fn huge_requests_do_not_wrap_around() {
        let mut meter = Meter::new(Budget::default());
        assert!(meter.charge(u64::MAX).is_err());
        assert!(meter.charge(u64::MAX).is_err());
        assert!(meter.reserve(usize::MAX, usize::MAX).is_err());
    }
}
