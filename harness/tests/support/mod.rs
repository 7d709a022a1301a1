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
use libtest_mimic::{Arguments, Completion, Trial};

/// The name of a module of a test program, and what makes its trials.
pub(crate) type Module = (&'static str, fn() -> Vec<Trial>);

/// Runs the trials of all modules, or of the one that the filter begins with in brackets.
pub(crate) fn run(modules: &[Module]) {
    let arguments = Arguments::from_args();
    // No other module's trials are made, which takes time.
    let module = arguments.filter.as_ref().and_then(|filter| filter.strip_prefix('[')?.split(']').next());
    let modules = modules.iter().filter(|(name, _)| module.is_none_or(|module| module == *name));
    let trials = modules.flat_map(|(name, trials)| trials().into_iter().map(|trial| trial.with_kind(*name)));
    libtest_mimic::run(&arguments, trials.collect()).exit();
}

/// A test that fails by panicking.
pub(crate) fn asserting(name: impl Into<String>, test: impl FnOnce() + Send + 'static) -> Trial {
    Trial::test(name, move || {
        test();
        Ok(())
    })
}

/// A test for each of what was found, or one of this name that is ignored and says why nothing was.
pub(crate) fn for_each<T>(name: &str, found: Result<Vec<T>, String>, trial: impl FnMut(T) -> Trial) -> Vec<Trial> {
    match found {
        Ok(found) => found.into_iter().map(trial).collect(),
        Err(why) => vec![skipped(name, why)],
    }
}

/// The folder of the public fixtures, or why there is none.
pub(crate) fn public_folder() -> Result<PathBuf, String> {
    folder("CROSSCHECK_HTML5LIB_TESTS")
}

/// The archives of real pages, or why there are none.
pub(crate) fn archives() -> Result<Vec<PathBuf>, String> {
    let folder = folder("CROSSCHECK_PAGES")?;
    let entries = std::fs::read_dir(&folder).expect("the folder of pages can be read");
    let files = entries.map(|entry| entry.expect("the folder of pages can be read").path());
    let mut archives: Vec<_> = files.filter(|path| path.to_string_lossy().ends_with(".warc.gz")).collect();
    assert!(!archives.is_empty(), "no archives in {}", folder.display());
    archives.sort();
    Ok(archives)
}

fn folder(variable: &str) -> Result<PathBuf, String> {
    std::env::var_os(variable).map(PathBuf::from).ok_or_else(|| format!("{variable} is not set"))
}

/// The public tokenizer fixtures, or why there are none.
pub(crate) fn tokenizer_files() -> Result<Vec<FixtureFile>, String> {
    public_files("tokenizer", SuiteKind::Tokenizer)
}

/// The public tree-construction fixtures, or why there are none.
pub(crate) fn tree_files() -> Result<Vec<FixtureFile>, String> {
    public_files("tree-construction", SuiteKind::TreeConstruction)
}

fn public_files(folder: &str, kind: SuiteKind) -> Result<Vec<FixtureFile>, String> {
    let found = discover(&[public_folder()?.join(folder)], Some(kind));
    assert!(found.errors.is_empty(), "{:?}", found.errors);
    Ok(found.files)
}

/// A test that cannot be run here, and why. It is listed as ignored, also under `--include-ignored`: nothing that was
/// not run counts as passed.
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
