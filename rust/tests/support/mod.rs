//! What the test crates and the fuzzer share. Each of them uses its part only, hence the `allow`.
#![allow(dead_code)]

pub mod agreement;
pub mod dump;
pub mod grammar;
pub mod invariants;
pub mod known;
pub mod minimise;
pub mod mutation;
pub mod random;
pub mod reference;
pub mod suite;
pub mod words;
