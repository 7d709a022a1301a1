//! What the tests on the public fixtures have in common.

#![allow(dead_code, reason = "each test takes what it needs")]

pub(crate) mod arguments;

use std::path::PathBuf;

use crosscheck::engines::standard::{self, Standard};
use crosscheck::fixtures::{FixtureFile, SuiteKind, discover};
use crosscheck::model::input::{InitialState, Input, Source, Task};
use crosscheck_standard::clauses::observer::{Ignore, Observer};
use crosscheck_standard::clauses::state::State;
use crosscheck_standard::parser::parse::Parsed;
use crosscheck_standard::parser::tokenizer::{self, TokenizeOptions, Tokenized};
use crosscheck_standard::wtf8::Wtf8Buf;
use libtest_mimic::{Completion, Trial};

/// Where the public fixtures are found.
const FIXTURES: &str = "CROSSCHECK_HTML5LIB_TESTS";

/// The public tokenizer fixtures, or why there are none.
pub(crate) fn tokenizer_files() -> Result<Vec<FixtureFile>, String> {
    public_files("tokenizer", SuiteKind::Tokenizer)
}

/// The public tree-construction fixtures, or why there are none.
pub(crate) fn tree_files() -> Result<Vec<FixtureFile>, String> {
    public_files("tree-construction", SuiteKind::TreeConstruction)
}

fn public_files(folder: &str, kind: SuiteKind) -> Result<Vec<FixtureFile>, String> {
    let root = std::env::var_os(FIXTURES).ok_or_else(|| format!("{FIXTURES} is not set"))?;
    let found = discover(&[PathBuf::from(root).join(folder)], Some(kind));
    assert!(found.errors.is_empty(), "{:?}", found.errors);
    Ok(found.files)
}

/// A test that cannot be run here, and why. It is listed as ignored, also under `--include-ignored`: nothing that was not
/// run counts as passed.
pub(crate) fn skipped(name: impl Into<String>, why: impl Into<String>) -> Trial {
    let why = why.into();
    Trial::ignorable_test(name, move || Ok(Completion::ignored_with(why)))
}

/// The tokenizer fixtures of this repository.
pub(crate) fn own_tokenizer_files() -> Vec<FixtureFile> {
    own_files("tokenizer")
}

/// The serializer fixtures of this repository.
pub(crate) fn own_serializer_files() -> Vec<FixtureFile> {
    own_files("serializer")
}

/// The tree-construction fixtures of this repository.
pub(crate) fn own_tree_files() -> Vec<FixtureFile> {
    own_files("tree-construction")
}

/// The encoding fixtures of this repository.
pub(crate) fn own_encoding_files() -> Vec<FixtureFile> {
    own_files("encoding")
}

/// The public encoding fixtures, or why there are none.
pub(crate) fn encoding_files() -> Result<Vec<FixtureFile>, String> {
    public_files("encoding", SuiteKind::Encoding)
}

fn own_files(suite: &str) -> Vec<FixtureFile> {
    let suites = concat!(env!("CARGO_MANIFEST_DIR"), "/../suites");
    let found = discover(&[PathBuf::from(suites).join(suite)], None);
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
    let (Source::Text(text), Task::Tokens { initial_state, last_start_tag }) = (&input.source, &input.task) else {
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

/// The text of an input.
pub(crate) fn text(input: &Input) -> &Wtf8Buf {
    match &input.source {
        Source::Text(text) => text,
        Source::Bytes { .. } | Source::Tree(_) => panic!("not text: {input:?}"),
    }
}

/// Parses an input in pieces that are known to be WTF-8, with somebody who watches.
pub(crate) fn parse<O: Observer>(observer: O, input: &Input, pieces: &[&[u8]]) -> Parsed {
    let Task::Tree { context, scripting } = &input.task else {
        panic!("not a question for a tree: {input:?}");
    };
    let standard = Standard::from_name(standard::NAME).expect("the standard engine is there");
    let mut parser = standard.parser(observer, context.as_ref(), *scripting);
    for piece in pieces {
        parser.feed_wtf8(piece).expect("fixtures are WTF-8 and small");
    }
    parser.finish().expect("fixtures are small")
}

/// Whether two parses gave the same tree, mode and errors.
pub(crate) fn same(a: &Parsed, b: &Parsed) -> bool {
    a.errors == b.errors
        && a.document.quirks_mode == b.document.quirks_mode
        && a.document.same_below(a.root(), &b.document, b.root())
}
