//! Tests of the library, and of what is derived from it.

mod check_engine;
#[path = "../common/mod.rs"]
mod common;
mod engine_protocol;
mod examples;
mod expectations;
mod faulty;
mod fetch_suites;
mod findings;
mod fuzz_targets;
mod hostile_input;
mod hostile_work;
mod imports;
mod malformed_fixtures;
mod prose;
#[cfg(unix)]
mod readers;
mod seeded_bugs;
mod select_index;
mod supervision;
mod tree_comparison;
