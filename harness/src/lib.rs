//! Crosscheck cross-checks HTML parsers: against the HTML standard, against each other, and against the standard's
//! past and possible futures. The `crosscheck` command is a thin layer over this library.

#[macro_use]
mod names;

pub mod campaign;
pub mod coverage;
pub mod documents;
pub mod engines;
pub mod expectations;
pub mod fetch;
pub mod files;
pub mod fixtures;
pub mod fuzzing;
pub mod impact;
pub mod judge;
pub mod model;
pub mod mutants;
pub mod oracles;
pub mod parse;
mod quiet;
mod reproduce;
pub mod run;
pub mod serialise;
pub mod settings;
mod sync;
pub mod trace;

pub use crosscheck_standard::wtf8::Wtf8Buf;
