//! A fragment in a body is what is in the body of a document, on the standard engine.

#![no_main]

#[path = "../mutator.rs"]
mod mutator;

use crosscheck::engines::Engine as _;
use crosscheck::engines::standard::Standard;
use crosscheck::oracles::fragment;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let mut engine = Standard::default();
    let holds = fragment::holds(&mut |input| Ok(engine.answer(input)), &text.into());
    assert_eq!(holds, Ok(true));
});
