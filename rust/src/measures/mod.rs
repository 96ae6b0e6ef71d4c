//! How alike two pages are.
pub mod budget;
pub mod classes;
pub mod edit_distance;
pub mod similarity;
pub mod tree;
