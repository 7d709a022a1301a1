//! The standard engine and html5ever survive, and to the standard engine the scripting flag matters for noscript alone.

#![no_main]

#[path = "../mutator.rs"]
mod mutator;

use crosscheck::corpus::CorpusForm;
use crosscheck::engines::Engine as _;
use crosscheck::engines::html5ever::Html5ever;
use crosscheck::oracles::Oracle;
use crosscheck_fuzz::{holds, run};
use libfuzzer_sys::{Corpus, fuzz_target};

fuzz_target!(|bytes: &[u8]| -> Corpus {
    run(CorpusForm::Document, bytes, |input| {
        holds(Oracle::Scripting, &input);
        Html5ever::default().answer(&input);
    })
});
