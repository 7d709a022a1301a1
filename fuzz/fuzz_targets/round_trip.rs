//! Serialised and parsed again, a tree of the standard engine is the same, or differs for a known reason.

#![no_main]

#[path = "../mutator.rs"]
mod mutator;

use crosscheck::engines::standard::Standard;
use crosscheck::engines::{Answer, Engine as _};
use crosscheck::input::{Input, Source, Task};
use crosscheck::oracles::round_trip::{RoundTrip, Surroundings, round_trip};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let mut engine = Standard::default();
    let question = Input {
        source: Source::Text(text.into()),
        task: Task::Tree {
            context: None,
            scripting: false,
        },
    };
    let Answer::Tree { tree, .. } = engine.answer(&question) else {
        panic!("asked to parse");
    };
    let around = Surroundings::default();
    match round_trip(&mut |input| Ok(engine.answer(input)), &tree, &around) {
        Ok(RoundTrip::Unexplained(difference)) => panic!("{difference:?}"),
        Err(reason) => panic!("{reason}"),
        Ok(_) => {}
    }
});
