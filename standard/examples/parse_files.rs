//! Parses files as UTF-8 documents, each so many times, and does nothing else: for counting instructions.
//!
//! `cargo run --release --example parse_files -- 100 page.html`

use std::env;
use std::fs;
use std::hint::black_box;

use crosscheck_standard::parser::options::Options;
use crosscheck_standard::parser::parse::parse_document;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = env::args().skip(1);
    let times: usize = arguments.next().ok_or("how many times?")?.parse()?;
    for path in arguments {
        let text = fs::read_to_string(&path).map_err(|error| format!("{path}: {error}"))?;
        for _ in 0..times {
            black_box(parse_document(black_box(&text), Options::default())?);
        }
    }
    Ok(())
}
