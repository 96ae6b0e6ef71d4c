//! Checked examples of whole inductions, and the steps' agreement with the plain measures.

mod induction;
mod matching;
mod steps;
