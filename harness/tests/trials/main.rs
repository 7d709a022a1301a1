//! Tests that are one for each fixture file, document, change or example.
//!
//! `cargo test --test trials '[trees]'` runs those of one module.

mod bytes;
mod changes;
mod chunks;
mod console;
mod html5ever_sink;
mod impact;
mod limits;
mod mutants;
mod pages;
mod public_fixtures;
mod readme;
mod round_trip;
mod serializer;
#[path = "../support/mod.rs"]
mod support;
mod tokenizer;
mod trees;
mod tutorial;

use support::Module;

/// All modules with trials.
const MODULES: &[Module] = &[
    ("bytes", bytes::trials),
    ("changes", changes::trials),
    ("chunks", chunks::trials),
    ("html5ever_sink", html5ever_sink::trials),
    ("impact", impact::trials),
    ("limits", limits::trials),
    ("mutants", mutants::trials),
    ("pages", pages::trials),
    ("public_fixtures", public_fixtures::trials),
    ("readme", readme::trials),
    ("round_trip", round_trip::trials),
    ("serializer", serializer::trials),
    ("tokenizer", tokenizer::trials),
    ("trees", trees::trials),
    ("tutorial", tutorial::trials),
];

fn main() {
    support::run(MODULES);
}
