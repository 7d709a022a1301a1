//! The standard engine finds the same encoding and makes the same tree of bytes however they are cut into pieces.

#![no_main]

#[path = "../mutator.rs"]
mod mutator;

use crosscheck::engines::standard::Standard;
use crosscheck::input::{Input, Source, Task};
use crosscheck::oracles::chunking::is_same_in_pieces;
use crosscheck_parser::observer::Ignore;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let tree = Task::Tree {
        context: None,
        scripting: false,
    };
    for task in [Task::Encoding, tree] {
        let input = Input {
            source: Source::Bytes {
                bytes: bytes.to_vec(),
                encoding: None,
            },
            task,
        };
        for size in [1, 5, 1024] {
            assert_eq!(
                is_same_in_pieces(&Standard::default(), &input, size, &mut Ignore),
                Ok(true)
            );
        }
    }
});
