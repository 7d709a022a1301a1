//! The standard engine makes the same document of bytes, in the same encoding, however they are cut into pieces.

#![no_main]

use crosscheck_parser::encoding::{ByteParser, Encoding, Metadata};
use crosscheck_parser::observer::Ignore;
use crosscheck_parser::options::Options;
use crosscheck_parser::parse::Parsed;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u16, &[u8])| {
    let (length, bytes) = input;
    let (whole, encoding) = parse(std::iter::once(bytes));
    let (cut, other) = parse(bytes.chunks(usize::from(length).max(1)));
    assert_eq!(encoding, other);
    assert_eq!(whole.errors, cut.errors);
    let same = whole
        .document
        .same_below(whole.root(), &cut.document, cut.root());
    assert!(same, "another tree in pieces");
});

fn parse<'b>(pieces: impl Iterator<Item = &'b [u8]>) -> (Parsed, &'static Encoding) {
    let mut parser = ByteParser::new(Ignore, Options::default(), Metadata::default());
    for piece in pieces {
        parser.feed(piece).expect("the input is small");
    }
    parser.finish().expect("the input is small")
}
