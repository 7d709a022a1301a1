//! html5ever makes the standard's tree of a fragment but where that is on record; a body is parsed as a document's is.

#![no_main]

#[path = "../mutator.rs"]
mod mutator;

use crosscheck::engines::html5ever::Html5ever;
use crosscheck::fuzzing::corpus::CorpusForm;
use crosscheck::model::input::{Input, Task};
use crosscheck::oracles::Oracle;
use crosscheck_fuzz::{agrees, holds, run};
use libfuzzer_sys::{Corpus, fuzz_target};

fuzz_target!(|bytes: &[u8]| -> Corpus {
    run(CorpusForm::Fragment, bytes, |input| {
        holds(Oracle::Scripting, &input);
        agrees(&mut Html5ever::default(), &input);
        holds(Oracle::Fragment, &Input { task: Task::Tree { context: None, scripting: false }, ..input });
    })
});
