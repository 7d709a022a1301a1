//! The standard engine finds the same encoding and makes the same tree of bytes however they are cut into pieces.

#![no_main]

#[path = "../mutator.rs"]
mod mutator;

use crosscheck::fuzzing::corpus::CorpusForm;
use crosscheck::model::input::{Input, Task};
use crosscheck_fuzz::{holds_in_pieces, run};
use libfuzzer_sys::{Corpus, fuzz_target};

fuzz_target!(|bytes: &[u8]| -> Corpus {
    run(CorpusForm::Bytes, bytes, |input| {
        holds_in_pieces(&input);
        holds_in_pieces(&Input { task: Task::Encoding, ..input });
    })
});
