//! The standard engine makes the same tree and errors of a text however it is cut into pieces.

#![no_main]

#[path = "../mutator.rs"]
mod mutator;

use crosscheck::engines::standard::Standard;
use crosscheck::input::{Input, Source, Task};
use crosscheck::oracles::chunking::is_same_in_pieces;
use crosscheck_parser::observer::Ignore;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let input = Input {
        source: Source::Text(text.into()),
        task: Task::Tree {
            context: None,
            scripting: false,
        },
    };
    for size in [1, 2, 3, 7] {
        assert_eq!(
            is_same_in_pieces(&Standard::default(), &input, size, &mut Ignore),
            Ok(true)
        );
    }
});
