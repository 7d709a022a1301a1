//! What the tests on the public fixtures have in common.

#![allow(dead_code, reason = "each test takes what it needs")]

use std::path::PathBuf;

use crosscheck::fixtures::{FixtureFile, SuiteKind, discover};
use crosscheck::input::{InitialState, Input, Source, Task};
use crosscheck_parser::observer::Ignore;
use crosscheck_parser::tokenizer::{self, State, TokenizeOptions, Tokenized};
use crosscheck_parser::wtf8::Wtf8Buf;
use libtest_mimic::Trial;

/// Where the public fixtures are found.
const FIXTURES: &str = "CROSSCHECK_HTML5LIB_TESTS";

/// The public tokenizer fixtures, or why there are none.
pub(crate) fn tokenizer_files() -> Result<Vec<FixtureFile>, String> {
    let root = std::env::var_os(FIXTURES).ok_or_else(|| format!("{FIXTURES} is not set"))?;
    let found = discover(
        &[PathBuf::from(root).join("tokenizer")],
        Some(SuiteKind::Tokenizer),
    );
    assert!(found.errors.is_empty(), "{:?}", found.errors);
    Ok(found.files)
}

/// A test that could not be made, and why.
pub(crate) fn ignored(why: String) -> Trial {
    Trial::test(why, || Ok(())).with_ignored_flag(true)
}

/// The tokenizer fixtures of this repository.
pub(crate) fn own_tokenizer_files() -> Vec<FixtureFile> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../suites/tokenizer");
    let found = discover(&[PathBuf::from(folder)], None);
    assert!(found.errors.is_empty(), "{:?}", found.errors);
    found.files
}

/// The name of the test on a file.
pub(crate) fn name(file: &FixtureFile) -> String {
    let name = file.path.file_name().unwrap_or_default();
    format!("{}/{}", file.suite, name.to_string_lossy())
}

/// What a tokenizer fixture asks.
pub(crate) fn tokenizer_question(input: &Input) -> (&Wtf8Buf, TokenizeOptions) {
    let (
        Source::Text(text),
        Task::Tokens {
            initial_state,
            last_start_tag,
        },
    ) = (&input.source, &input.task)
    else {
        panic!("not a question to a tokenizer: {input:?}");
    };
    let options = TokenizeOptions {
        initial_state: match initial_state {
            InitialState::Data => State::Data,
            InitialState::Rcdata => State::Rcdata,
            InitialState::Rawtext => State::Rawtext,
            InitialState::ScriptData => State::ScriptData,
            InitialState::Plaintext => State::Plaintext,
            InitialState::CdataSection => State::CdataSection,
        },
        last_start_tag: last_start_tag.clone(),
        ..TokenizeOptions::default()
    };
    (text, options)
}

/// Tokenizes pieces that are known to be WTF-8.
pub(crate) fn tokenize(pieces: &[&[u8]], options: &TokenizeOptions) -> Tokenized {
    tokenizer::tokenize(pieces.iter().copied(), options, &mut Ignore).expect("fixtures are WTF-8")
}
