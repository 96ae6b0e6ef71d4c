//! `unmold._core.testing`: what only tests and benchmarks call, so that each algorithm can be checked by itself.

mod pages;
mod pattern_steps;
mod regions;
mod sequences;
mod trees;

use pyo3::prelude::*;

/// Every algorithm of the core by itself.
#[pymodule]
pub mod testing {
    use super::*;

    #[pymodule_export]
    use super::pages::{comparand, content_trees, parse_pages};
    #[pymodule_export]
    use super::pattern_steps::{align_columns, compress_columns, mine_letters};
    #[pymodule_export]
    use super::regions::region_leaves;
    #[pymodule_export]
    use super::sequences::{
        common_subsequence, fingerprint, fingerprint_similarity, hash_sequence, hash_set, header_part,
        is_same_template, leaf_paths, overlap_similarity, path_shingles, sequence_digest, structure_style_similarity,
        subsequence_similarity, tag_shingles, tag_vector_distance, tag_vector_similarity,
    };
    #[pymodule_export]
    use super::trees::{
        PyLabelledTree, pq_gram_profile, pq_gram_similarity, rtdm_distance, rtdm_similarity, tree_edit_bound,
        tree_edit_distance, tree_edit_distance_within, tree_edit_similarity, tree_matching, tree_matching_similarity,
    };

    /// A module inside an extension is found by `import` only if it is listed.
    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        let modules = module.py().import("sys")?.getattr("modules")?;
        modules.set_item("unmold._core.testing", module)
    }
}
