//! `crosscheck generate`: documents for other fuzzers.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use crosscheck::engines::question;
use crosscheck::files::{make_folder, write_whole};
use crosscheck::fixtures::discover;
use crosscheck::fuzzing::corpus::{CorpusForm, files_of_suites};
use crosscheck::fuzzing::generate::exhaustive::{self, MODES, Mode};
use crosscheck::fuzzing::generate::{Dictionary, Generator, Mutation, TestCase};
use crosscheck::model::input::Source;
use crosscheck::run::problem;
use crosscheck_reports::terminal;

use super::Status;
use super::error::CommandError;
use super::folder::{AtPath, QUESTIONS, files, status_of};
use super::output::deliver;

/// The default number of documents.
const COUNT: usize = 100;

/// Generate documents for other fuzzers
///
/// Prints each document as a line of JSON, a question of the engine protocol: the document as text, or as base64 if it
/// is bytes, the context element and the scripting flag. Lone surrogates are JSON escapes. The same seed gives the same
/// documents.
#[derive(Debug, Args)]
#[command(after_help = concat!(
    "\x1b[1;4mExamples:\x1b[0m\n",
    "  crosscheck generate --count 1000 --seed 7\n",
    "  crosscheck generate --generator conforming | jq -r .html\n",
    "  crosscheck generate --generator exhaustive --mode in-table --length 2 --count 1000000\n",
    "  crosscheck generate --generator mutation --corpus corpus/seeds --count 1000 --out mutated/\n",
    "  crosscheck generate --dictionary > html.dict\n",
    "  crosscheck generate --fixtures suites/ --form fragment --out seeds/\n",
))]
pub(super) struct Arguments {
    /// The generator to use
    #[arg(long, value_name = "NAME", default_value = Generator::Soup.name(), value_parser = generator())]
    generator: Generator,
    /// Seed of the random generator
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    seed: u64,
    /// Number of documents, at most
    #[arg(long, value_name = "NUMBER", default_value_t = COUNT)]
    count: usize,
    /// Generate sequences for this insertion mode only; needs --generator exhaustive
    #[arg(long, value_name = "MODE", value_parser = mode())]
    mode: Option<&'static Mode>,
    /// Longest sequence of tags to generate; needs --mode
    #[arg(long, value_name = "NUMBER", requires = "mode", default_value_t = 2)]
    length: usize,
    /// File or folder with the documents to mutate; needs --generator mutation
    #[arg(long, value_name = "PATH", conflicts_with = "mode")]
    corpus: Option<PathBuf>,
    /// Write each document to a file in this folder, and the questions to questions.jsonl in it
    ///
    /// Lone surrogates are written as WTF-8.
    #[arg(short, long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Print a dictionary of the standard's names for libFuzzer and AFL++ instead of documents
    #[arg(long, conflicts_with_all = ["generator", "mode", "corpus", "fixtures", "out"])]
    dictionary: bool,
    /// Write the inputs of these fixtures instead of generated documents; needs --out
    #[arg(long, value_name = "PATH", num_args = 1.., requires = "out", conflicts_with_all = ["generator", "mode", "corpus"])]
    fixtures: Vec<PathBuf>,
    /// Which inputs to write, and how: documents as text, fragments as text below a line with the context element, or
    /// documents as bytes; needs --fixtures
    #[arg(long, value_name = "FORM", requires = "fixtures", default_value = CorpusForm::Document.name(), value_parser = form())]
    form: CorpusForm,
}

fn generator() -> impl TypedValueParser<Value = Generator> {
    let generators = Generator::ALL.map(|generator| PossibleValue::new(generator.name()).help(generator.about()));
    PossibleValuesParser::new(generators).try_map(|name| Generator::from_name(&name).ok_or("no generator"))
}

fn mode() -> impl TypedValueParser<Value = &'static Mode> {
    PossibleValuesParser::new(MODES.iter().map(|mode| mode.section))
        .try_map(|section| exhaustive::mode(&section).ok_or("no mode"))
}

pub(super) fn form() -> impl TypedValueParser<Value = CorpusForm> {
    PossibleValuesParser::new(CorpusForm::ALL.map(CorpusForm::name))
        .try_map(|name| CorpusForm::from_name(&name).ok_or("no form"))
}

pub(super) fn run(arguments: &Arguments) -> Result<Status, CommandError> {
    if arguments.dictionary {
        let text = Dictionary::of_standard().to_text();
        deliver(None, |out| out.write_all(text.as_bytes()))?;
        return Ok(Status::AsExpected);
    }
    if let (false, Some(folder)) = (arguments.fixtures.is_empty(), &arguments.out) {
        return write_seeds(&arguments.fixtures, arguments.form, folder);
    }
    let (read, is_partial) = documents(arguments)?;
    let documents = read.take(arguments.count);
    match &arguments.out {
        Some(folder) => write_files(folder, documents),
        None => deliver(None, |out| write_questions(documents, out)),
    }?;
    Ok(status_of(is_partial, Status::AsExpected))
}

/// Documents of a generator.
type Generated = Box<dyn Iterator<Item = TestCase>>;

/// The documents, and whether there is more of a corpus that cannot be read.
fn documents(arguments: &Arguments) -> Result<(Generated, bool), CommandError> {
    let is = |generator| arguments.generator == generator;
    Ok(match (arguments.mode, &arguments.corpus) {
        (Some(mode), _) if is(Generator::Exhaustive) => (Box::new(mode.sequences(arguments.length)), false),
        (_, Some(path)) if is(Generator::Mutation) => {
            // In the order of their names.
            let AtPath { read, is_partial } = files(path)?;
            let corpus = Mutation::of(read.into_iter().map(|(_, bytes)| bytes));
            (Box::new(corpus.documents(arguments.seed)), is_partial)
        }
        (None, None) => (arguments.generator.documents(arguments.seed), false),
        _ => return Err(CommandError::NotOfGenerator),
    })
}

fn write_questions(documents: impl Iterator<Item = TestCase>, out: &mut dyn Write) -> std::io::Result<()> {
    for (id, case) in (1..).zip(documents) {
        out.write_all(&question(id, &case.input()))?;
    }
    Ok(())
}

/// Writes each input of the suites to a file. A fixture file that cannot be read is reported; the others are written
/// all the same.
fn write_seeds(suites: &[PathBuf], form: CorpusForm, folder: &Path) -> Result<Status, CommandError> {
    let discovered = discover(suites, None);
    let problems: Vec<_> = discovered.errors.iter().map(problem).collect();
    // The files are written even if standard error is closed.
    let _ = terminal::problems(&problems, &mut anstream::stderr());
    make_folder(folder)?;
    for (id, bytes) in (1..).zip(files_of_suites(&discovered, form)) {
        let path = folder.join(format!("{id:06}"));
        write_whole(&path, |out| out.write_all(&bytes))?;
    }
    Ok(match problems.is_empty() {
        true => Status::AsExpected,
        false => Status::CouldNotRun,
    })
}

/// Writes the questions last, so that they exist only if every document does.
fn write_files(folder: &Path, documents: impl Iterator<Item = TestCase>) -> Result<(), CommandError> {
    make_folder(folder)?;
    let mut questions = Vec::new();
    for (id, case) in (1..).zip(documents) {
        let input = case.input();
        questions.extend(question(id, &input));
        let bytes = match input.source {
            Source::Text(text) => text.into_bytes(),
            Source::Bytes { bytes, .. } => bytes,
            Source::Tree(_) => unreachable!("no generator makes trees"),
        };
        let path = folder.join(format!("{id:06}.html"));
        write_whole(&path, |out| out.write_all(&bytes))?;
    }
    write_whole(&folder.join(QUESTIONS), |out| out.write_all(&questions))?;
    Ok(())
}
