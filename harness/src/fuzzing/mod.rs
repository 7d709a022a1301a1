//! Fuzzing: generators make documents, oracles judge what engines make of them, and triage traces what is wrong to its
//! cause.

pub mod corpus;
pub mod generate;
pub mod hunt;
pub mod minimise;
pub mod triage;
