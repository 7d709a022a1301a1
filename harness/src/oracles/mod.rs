//! Oracles: properties that must hold of one input, or say in which known way they do not.

pub mod chunking;
pub mod fragment;
pub mod round_trip;
pub mod scripting;

use crosscheck_parser::wtf8::Wtf8Buf;

/// Whether the text has the name in it, in either case, so that a tag may have it.
fn names(text: &Wtf8Buf, name: &str) -> bool {
    text.as_bytes()
        .windows(name.len())
        .any(|window| window.eq_ignore_ascii_case(name.as_bytes()))
}
