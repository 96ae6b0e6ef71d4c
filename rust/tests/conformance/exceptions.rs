//! Cases that the standard has overtaken since they were written. Each is checked to fail still, and each must be
//! met, so that this list cannot grow stale.

/// One case whose expectation no longer holds.
pub struct Exception {
    /// The file it is in.
    pub file: &'static str,
    /// Its input (tree construction) or its description (tokenizer).
    pub case: &'static str,
    /// What the standard says today.
    pub reason: &'static str,
}

impl Exception {
    /// The exception for this case, if there is one.
    pub fn find<'list>(list: &'list [Exception], file: &str, case: &str) -> Option<&'list Exception> {
        list.iter().find(|exception| exception.file == file && exception.case == case)
    }
}

/// Of the tree construction cases.
pub const TREE_CONSTRUCTION: [Exception; 0] = [];
