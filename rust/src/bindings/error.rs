//! The one error of the boundary, and the exception of `unmold.errors` that each of its kinds becomes.

use std::fmt::Display;

use pyo3::prelude::*;

use crate::fingerprint_index::IndexError;
use crate::measures::comparand::UnnamedTag;
use crate::measures::edit_distance::CostError;
use crate::measures::pairs::PairError;
use crate::measures::tree::TreeError;
use crate::patterns::NotationError;
use crate::patterns::merge::MergeError;

mod exceptions {
    pyo3::import_exception!(unmold.errors, UsageError);
    pyo3::import_exception!(unmold.errors, PatternError);
    pyo3::import_exception!(unmold.errors, MachineError);
    pyo3::import_exception!(unmold.errors, InternalError);
}

/// Why a call gives nothing.
pub enum CoreError {
    /// The caller's mistake: a name that nothing has, a number out of its range, a line that does not parse.
    Usage(String),
    /// The pages have no pattern in common.
    NoPattern(MergeError),
    /// The machine has no more threads, or an index is full.
    Machine(String),
    /// Arrays and positions that contradict each other: only a bug of the package hands them over.
    Internal(String),
    /// What Python raised while its objects were read.
    Python(PyErr),
}

pub type Result<T> = std::result::Result<T, CoreError>;

impl CoreError {
    pub fn usage(reason: impl Display) -> Self {
        Self::Usage(reason.to_string())
    }

    pub fn internal(reason: impl Display) -> Self {
        Self::Internal(reason.to_string())
    }

    pub fn machine(reason: impl Display) -> Self {
        Self::Machine(reason.to_string())
    }
}

impl From<CoreError> for PyErr {
    fn from(error: CoreError) -> PyErr {
        match error {
            CoreError::Usage(reason) => exceptions::UsageError::new_err(reason),
            CoreError::NoPattern(reason) => exceptions::PatternError::new_err(reason.to_string()),
            CoreError::Machine(reason) => exceptions::MachineError::new_err(reason),
            CoreError::Internal(reason) => exceptions::InternalError::new_err(reason),
            CoreError::Python(error) => error,
        }
    }
}

impl From<PyErr> for CoreError {
    fn from(error: PyErr) -> Self {
        Self::Python(error)
    }
}

impl From<MergeError> for CoreError {
    fn from(error: MergeError) -> Self {
        Self::NoPattern(error)
    }
}

impl From<NotationError> for CoreError {
    fn from(error: NotationError) -> Self {
        Self::usage(error)
    }
}

impl From<CostError> for CoreError {
    fn from(error: CostError) -> Self {
        Self::usage(error)
    }
}

impl From<TreeError> for CoreError {
    fn from(error: TreeError) -> Self {
        Self::internal(error)
    }
}

impl From<UnnamedTag> for CoreError {
    fn from(error: UnnamedTag) -> Self {
        Self::internal(error)
    }
}

impl From<PairError> for CoreError {
    fn from(error: PairError) -> Self {
        match error {
            PairError::NoSuchPage(_) => Self::internal(error),
            PairError::Threads(_) => Self::machine(error),
        }
    }
}

impl From<IndexError> for CoreError {
    fn from(error: IndexError) -> Self {
        match error {
            IndexError::Width(_) | IndexError::Split { .. } | IndexError::Mixed(..) => Self::usage(error),
            IndexError::Length { .. } => Self::internal(error),
            IndexError::Full => Self::machine(error),
        }
    }
}
