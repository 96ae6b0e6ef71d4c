//! Everything Python sees of the core: conversions and the release of the GIL, no algorithm. One file a topic.

mod batch;
mod clean;
mod columns;
mod content;
mod element_keys;
mod encoding;
mod error;
mod features;
mod fingerprints;
mod grouping;
mod key_index;
mod leaf_machine;
mod leaf_matcher;
mod leaves;
mod measures;
mod neighbours;
mod numbers;
mod outline;
mod overlay;
mod page_files;
mod pairs;
mod pattern_match;
mod patterns;
mod pool;
mod record_buffers;
mod records;
mod repeats;
mod row_sets;
mod sample;
mod search;
mod settings;
mod skim;
mod sparse;
mod stripped;
#[cfg(feature = "testing")]
mod testing;
mod texts;
mod tree;
mod values;
mod views;
mod workspace;

use pyo3::prelude::*;

/// The native core of unmold.
#[pymodule]
mod _core {
    #[pymodule_export]
    use super::clean::{clean_page, clean_style};
    #[pymodule_export]
    use super::content::PyContentTree;
    #[pymodule_export]
    use super::element_keys::{element_keys, own_container_keys, shared_row_keys};
    #[pymodule_export]
    use super::encoding::decode;
    #[pymodule_export]
    use super::features::{extract_features, feature_names, fingerprint_pages, problem_codes, readable_features};
    #[pymodule_export]
    use super::fingerprints::PyIndexedFingerprints;
    #[pymodule_export]
    use super::grouping::{group_pages, group_sets, merge_nearest};
    #[pymodule_export]
    use super::key_index::{PyClaims, PyElementIndex, PyKeyIndex, PyNodeSets};
    #[pymodule_export]
    use super::leaf_matcher::LeafMatcher;
    #[pymodule_export]
    use super::leaves::{PyLeaves, page_leaves};
    #[pymodule_export]
    use super::measures::{hash_bytes, hash_path, jaccard_similarity};
    #[pymodule_export]
    use super::neighbours::{
        PyNearestPages, PyNeighbours, cluster_neighbours, connect_pairs, find_block_pairs, find_nearest,
        find_neighbours, find_packed_neighbours,
    };
    #[pymodule_export]
    use super::outline::{PyFrameCounts, outline_pages};
    #[pymodule_export]
    use super::overlay::overlay_page;
    #[pymodule_export]
    use super::page_files::read_files;
    #[pymodule_export]
    use super::pairs::{PyComparand, PyPairScores, compare_pairs, measure_names, prepare_pages};
    #[pymodule_export]
    use super::pattern_match::{PatternMisfit, PatternValue, PyPatternMatch};
    #[pymodule_export]
    use super::patterns::{PyPatternTree, induce_pattern};
    #[pymodule_export]
    use super::records::{PyCompiledTemplate, PyDocumentWriter, extract_leaves, extract_pages};
    #[pymodule_export]
    use super::repeats::pattern_repeats;
    #[pymodule_export]
    use super::row_sets::PyRowSets;
    #[pymodule_export]
    use super::sample::PySample;
    #[pymodule_export]
    use super::search::write_index_segment;
    #[pymodule_export]
    use super::skim::skim_pages;
    #[pymodule_export]
    use super::sparse::PySparseRows;
    #[pymodule_export]
    use super::stripped::strip_pages;
    #[cfg(feature = "testing")]
    #[pymodule_export]
    use super::testing::testing;
    #[pymodule_export]
    use super::texts::{
        bare_cores, bare_texts, count_text_ids, count_texts, find_word, links_with_words, own_labels, short_texts,
    };
    #[pymodule_export]
    use super::tree::{Node, Tree};
    #[pymodule_export]
    use super::values::PyReaders;
    #[pymodule_export]
    use super::views::PyViews;
}
