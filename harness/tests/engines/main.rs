//! Tests of engines: one for each engine, browser, record and fault.
//!
//! `cargo test --test engines '[verdicts]'` runs those of one module.

mod browsers;
#[path = "../common/mod.rs"]
mod common;
mod divergences;
mod foreign_faults;
mod site;
mod smoke;
#[path = "../support/mod.rs"]
mod support;
mod verdicts;

use support::Module;

/// All modules with trials.
const MODULES: &[Module] = &[
    ("browsers", browsers::trials),
    ("divergences", divergences::trials),
    ("foreign_faults", foreign_faults::trials),
    ("site", site::trials),
    ("smoke", smoke::trials),
    ("verdicts", verdicts::trials),
];

fn main() {
    if foreign_faults::serve() {
        return;
    }
    support::run(MODULES);
}
