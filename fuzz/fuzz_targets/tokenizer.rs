//! The standard engine's tokenizer gives the same tokens and errors from every initial state however its input is cut.

#![no_main]

#[path = "../mutator.rs"]
mod mutator;

use crosscheck::fuzzing::corpus::CorpusForm;
use crosscheck::model::input::{InitialState, Input, Task};
use crosscheck_fuzz::{holds_in_pieces, run};
use libfuzzer_sys::{Corpus, fuzz_target};

fuzz_target!(|bytes: &[u8]| -> Corpus {
    run(CorpusForm::Document, bytes, |Input { source, .. }| {
        for &initial_state in InitialState::ALL {
            holds_in_pieces(&Input {
                source: source.clone(),
                task: Task::Tokens { initial_state, last_start_tag: Some("script".into()) },
            });
        }
    })
});
