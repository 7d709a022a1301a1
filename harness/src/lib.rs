//! Crosscheck cross-checks HTML parsers: against the HTML standard, against each other, and against the standard's
//! past and possible futures. The `crosscheck` command is a thin layer over this library.

pub mod campaign;
pub mod documents;
pub mod expectations;
pub mod fetch;
pub mod fixtures;
pub mod fuzzing;
pub mod impact;
pub mod judge;
pub mod nightly;
pub mod oracles;
pub mod parse;
mod reproduce;
pub mod run;
pub mod serialise;
pub mod settings;
pub mod trace;

pub use crosscheck_engines::{Wtf8Buf, coverage, engines, files, model, mutants};
use crosscheck_engines::{named, quiet, sync};
