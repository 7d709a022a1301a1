//! The standard engine's tokenizer gives the same tokens and errors from every initial state however its input is cut.

#![no_main]

#[path = "../mutator.rs"]
mod mutator;

use crosscheck::engines::standard::Standard;
use crosscheck::input::{InitialState, Input, Source, Task};
use crosscheck::oracles::chunking::is_same_in_pieces;
use crosscheck_parser::observer::Ignore;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    for initial_state in InitialState::ALL {
        let input = Input {
            source: Source::Text(text.into()),
            task: Task::Tokens {
                initial_state,
                last_start_tag: Some("script".into()),
            },
        };
        for size in [1, 4] {
            assert_eq!(
                is_same_in_pieces(&Standard::default(), &input, size, &mut Ignore),
                Ok(true)
            );
        }
    }
});
