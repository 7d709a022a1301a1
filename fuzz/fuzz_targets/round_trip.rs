//! Serialised and parsed again, a tree of the standard engine is the same, or clauses answer for each difference.

#![no_main]

#[path = "../mutator.rs"]
mod mutator;

use crosscheck::fuzzing::corpus::CorpusForm;
use crosscheck::oracles::Oracle;
use crosscheck_fuzz::{holds, run};
use libfuzzer_sys::{Corpus, fuzz_target};

fuzz_target!(|bytes: &[u8]| -> Corpus { run(CorpusForm::Document, bytes, |input| holds(Oracle::RoundTrip, &input)) });
