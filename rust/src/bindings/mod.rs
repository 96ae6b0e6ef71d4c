//! Everything Python sees of the core: conversions and the release of the GIL, no algorithm. One file a topic.

mod batch;
mod columns;
mod content;
mod encoding;
mod features;
mod fingerprints;
mod grouping;
mod leaves;
mod measures;
mod neighbours;
mod numbers;
mod pairs;
mod pattern_match;
mod pattern_steps;
mod patterns;
mod pool;
mod repeats;
mod sequences;
mod stripped;
mod tree;
mod workspace;

use pyo3::prelude::*;

/// The version of the core, which equals the version of the package.
#[pyfunction]
fn version() -> &'static str {
    env!("CARGO_PKG_VERSION")
}

/// The native core of unmold.
#[pymodule]
fn _core(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<tree::Tree>()?;
    module.add_class::<tree::Node>()?;
    module.add_function(wrap_pyfunction!(version, module)?)?;
    module.add_function(wrap_pyfunction!(encoding::decode, module)?)?;
    module.add_function(wrap_pyfunction!(batch::parse_pages, module)?)?;
    fingerprints::register(module)?;
    features::register(module)?;
    leaves::register(module)?;
    stripped::register(module)?;
    grouping::register(module)?;
    measures::register(module)?;
    sequences::register(module)?;
    pairs::register(module)?;
    neighbours::register(module)?;
    content::register(module)?;
    patterns::register(module)?;
    repeats::register(module)?;
    pattern_match::register(module)?;
    pattern_steps::register(module)
}
