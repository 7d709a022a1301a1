//! The fixture readers take any bytes: what they accept they print back, what they refuse they refuse with a reason.

#![no_main]

use std::path::Path;

use crosscheck::fixtures::{Fixture, FixtureFile, SuiteKind};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    for &kind in SuiteKind::ALL {
        let path = Path::new("fuzzed");
        let Ok(file) = FixtureFile::from_bytes(path, bytes, Some(kind)) else {
            continue;
        };
        let printed = file.to_bytes();
        match kind {
            SuiteKind::TreeConstruction | SuiteKind::Encoding => assert_eq!(printed, bytes),
            SuiteKind::Tokenizer | SuiteKind::Serializer => {
                let again = FixtureFile::from_bytes(path, &printed, Some(kind)).expect("what was printed can be read");
                assert_eq!(without_lines(again), without_lines(file));
            }
        }
    }
});

/// The fixtures but for the lines they are on, which printing lays out anew.
fn without_lines(file: FixtureFile) -> Vec<Fixture> {
    let fixtures = file.fixtures.into_iter();
    fixtures.map(|fixture| Fixture { line: 0, ..fixture }).collect()
}
