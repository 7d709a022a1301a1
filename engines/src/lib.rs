//! What Crosscheck asks HTML parsers, what they answer, and how each is asked.
//!
//! `model` is plain data: questions and answers. `engines` asks them, the standard engine among them, of which `mutants`
//! makes wrong ones and whose clauses `coverage` counts. The crate `crosscheck` shows these modules as its own.

#[macro_use]
mod names;

pub mod coverage;
pub mod engines;
pub mod files;
pub mod model;
pub mod mutants;
pub mod quiet;
pub mod sync;

pub use crosscheck_standard::wtf8::Wtf8Buf;
