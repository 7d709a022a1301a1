//! html5ever makes the standard's tree but where its departure is on record; scripting matters for noscript alone.

#![no_main]

#[path = "../mutator.rs"]
mod mutator;

use crosscheck::engines::html5ever::Html5ever;
use crosscheck::fuzzing::corpus::CorpusForm;
use crosscheck::oracles::Oracle;
use crosscheck_fuzz::{agrees, holds, run};
use libfuzzer_sys::{Corpus, fuzz_target};

fuzz_target!(|bytes: &[u8]| -> Corpus {
    run(CorpusForm::Document, bytes, |input| {
        holds(Oracle::Scripting, &input);
        agrees(&mut Html5ever::default(), &input);
    })
});
