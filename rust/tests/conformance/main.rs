//! The public conformance suite of HTML parsers, html5lib-tests: encodings, tokenizer, tree construction.
//!
//! The suite is not part of the repository: `UNMOLD_HTML5LIB_TESTS` names the folder it lies in. Without it these
//! tests are skipped, and say so; with `UNMOLD_REQUIRE_ALL` set they fail instead.

mod encoding;
#[path = "../support/mod.rs"]
mod support;
mod tokenizer;
mod tree_construction;
