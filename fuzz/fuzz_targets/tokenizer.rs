//! The standard engine's tokenizer gives the same tokens and errors however its input is cut into pieces.

#![no_main]

use crosscheck_parser::observer::Ignore;
use crosscheck_parser::tokenizer::{TokenizeOptions, tokenize};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u8, &str)| {
    let (length, text) = input;
    let length = usize::from(length).max(1);
    let options = TokenizeOptions::default();
    let pieces: Vec<Vec<u8>> = text
        .chars()
        .collect::<Vec<_>>()
        .chunks(length)
        .map(|piece| piece.iter().collect::<String>().into_bytes())
        .collect();
    let pieces: Vec<&[u8]> = pieces.iter().map(Vec::as_slice).collect();
    let whole = tokenize([text.as_bytes()], &options, &mut Ignore).expect("a str is WTF-8");
    let split = tokenize(pieces, &options, &mut Ignore).expect("a str is WTF-8");
    assert_eq!(whole, split);
});
