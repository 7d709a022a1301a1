//! To the standard engine a fragment in a body is what a document makes of it there, and scripting matters for noscript alone.

#![no_main]

#[path = "../mutator.rs"]
mod mutator;

use crosscheck::corpus::CorpusForm;
use crosscheck::input::{Input, Task};
use crosscheck::oracles::Oracle;
use crosscheck_fuzz::{holds, run};
use libfuzzer_sys::{Corpus, fuzz_target};

fuzz_target!(|bytes: &[u8]| -> Corpus {
    run(CorpusForm::Fragment, bytes, |input| {
        holds(Oracle::Scripting, &input);
        holds(
            Oracle::Fragment,
            &Input {
                task: Task::Tree {
                    context: None,
                    scripting: false,
                },
                ..input
            },
        );
    })
});
