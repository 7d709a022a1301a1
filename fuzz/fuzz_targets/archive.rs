//! Web archives are read without a panic, in memory and time in proportion to them.

#![no_main]

#[path = "../readers.rs"]
mod readers;

use libfuzzer_sys::fuzz_target;
use readers::Reader;

fuzz_target!(|bytes: &[u8]| Reader::Archive.holds(bytes));
