//! What the test crates and the fuzzer share. Each of them uses its part only, hence the `allow`.
#![allow(dead_code)]

pub mod dump;
