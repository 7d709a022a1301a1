//! The standard engine makes the same tree and errors of a text however it is cut into pieces.

#![no_main]

#[path = "../mutator.rs"]
mod mutator;

use crosscheck::fuzzing::corpus::CorpusForm;
use crosscheck_fuzz::{holds_in_pieces, run};
use libfuzzer_sys::{Corpus, fuzz_target};

fuzz_target!(|bytes: &[u8]| -> Corpus { run(CorpusForm::Document, bytes, |input| holds_in_pieces(&input)) });
