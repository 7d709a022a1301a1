//! Tests of engines: one for each engine, browser, record and fault.
//!
//! `cargo test --test engines '[verdicts]'` runs those of one module.

mod browsers;
#[path = "../common/mod.rs"]
mod common;
mod divergences;
mod foreign_faults;
mod smoke;
#[path = "../support/mod.rs"]
mod support;
mod verdicts;

use libtest_mimic::{Arguments, Trial};

/// The name of a module, and what makes its trials.
type Module = (&'static str, fn() -> Vec<Trial>);

/// All modules with trials.
const MODULES: &[Module] = &[
    ("browsers", browsers::trials),
    ("divergences", divergences::trials),
    ("foreign_faults", foreign_faults::trials),
    ("smoke", smoke::trials),
    ("verdicts", verdicts::trials),
];

fn main() {
    if foreign_faults::serve() {
        return;
    }
    let arguments = Arguments::from_args();
    // Trials are listed with their module in brackets: a filter that begins with it needs no other module's trials.
    let module = arguments.filter.as_ref().and_then(|filter| filter.strip_prefix('[')?.split(']').next());
    let modules = MODULES.iter().filter(|(name, _)| module.is_none_or(|module| module == *name));
    let trials = modules.flat_map(|(name, trials)| trials().into_iter().map(|trial| trial.with_kind(*name)));
    libtest_mimic::run(&arguments, trials.collect()).exit();
}
