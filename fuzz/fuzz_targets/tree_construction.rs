//! The standard engine and html5ever survive, and to the standard engine the scripting flag matters for noscript alone.

#![no_main]

#[path = "../mutator.rs"]
mod mutator;

use crosscheck::engines::Engine as _;
use crosscheck::engines::html5ever::Html5ever;
use crosscheck::engines::standard::Standard;
use crosscheck::input::{Input, Source, Task};
use crosscheck::oracles::scripting;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let mut engine = Standard::default();
    let holds = scripting::holds(&mut |input| Ok(engine.answer(input)), &text.into(), None);
    assert_eq!(holds, Ok(true));
    let question = Input {
        source: Source::Text(text.into()),
        task: Task::Tree {
            context: None,
            scripting: false,
        },
    };
    Html5ever::default().answer(&question);
});
