//! The fixture readers take any bytes: what they accept they print back, what they refuse they refuse with a reason.

#![no_main]

use std::path::Path;

use crosscheck::fixtures::{FixtureFile, SuiteKind};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    for kind in SuiteKind::ALL {
        let path = Path::new("fuzzed");
        let Ok(file) = FixtureFile::from_bytes(path, bytes, Some(kind)) else {
            continue;
        };
        let printed = file.to_bytes();
        match kind {
            SuiteKind::TreeConstruction | SuiteKind::Encoding => assert_eq!(printed, bytes),
            SuiteKind::Tokenizer | SuiteKind::Serializer => {
                let again = FixtureFile::from_bytes(path, &printed, Some(kind))
                    .expect("what was printed can be read");
                assert_eq!(again.fixtures, file.fixtures);
            }
        }
    }
});
