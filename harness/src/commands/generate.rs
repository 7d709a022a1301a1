//! `crosscheck generate`: documents for other people's fuzzers.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use crosscheck::engines::question;
use crosscheck::files::{make_folder, write_whole};
use crosscheck::generate::exhaustive::{self, MODES, Mode};
use crosscheck::generate::{Generator, Mutation, Soup};
use crosscheck::input::Source;
use walkdir::WalkDir;

use super::Status;
use super::error::CommandError;
use super::output::deliver;

/// How many documents there are, unless it is said.
const COUNT: usize = 100;

/// The file that says what is to be done with the documents of a folder.
const QUESTIONS: &str = "questions.jsonl";

/// Generate documents for other fuzzers
///
/// Each document is a line of JSON: the question that asks an engine about it in the engine protocol, with the context
/// element, the scripting flag, and, for documents of bytes, these as base64. Lone surrogates
/// are JSON escapes. The same seed gives the same documents.
#[derive(Debug, Args)]
#[command(after_help = concat!(
    "\x1b[1;4mExamples:\x1b[0m\n",
    "  crosscheck generate --count 1000 --seed 7\n",
    "  crosscheck generate --generator conforming | jq -r .html\n",
    "  crosscheck generate --generator exhaustive --mode in-table --length 2 --count 1000000\n",
    "  crosscheck generate --generator mutation --corpus corpus/seeds --count 1000 --out mutated/\n",
    "\n",
    "\x1b[1;4mGenerators:\x1b[0m\n",
    "  soup        tokens over a few names, with the errors that authors make\n",
    "  exhaustive  every sequence of tags that a mode has rules for, the shortest first\n",
    "  conforming  documents without errors, with optional tags omitted\n",
    "  fragments   soup in every context element\n",
    "  mutation    other documents, changed and crossed token by token\n",
    "  bytes       bytes in any encoding, declared in some way or none",
))]
pub(super) struct Arguments {
    /// Which generator
    #[arg(long, value_name = "NAME", default_value = Generator::Soup.name(), value_parser = generator())]
    generator: Generator,
    /// Where the documents begin
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    seed: u64,
    /// How many documents, at most
    #[arg(long, value_name = "NUMBER", default_value_t = COUNT)]
    count: usize,
    /// Sequences of this insertion mode alone; needs --generator exhaustive
    #[arg(long, value_name = "MODE", value_parser = mode())]
    mode: Option<&'static Mode>,
    /// Sequences of at most so many tags; needs --mode
    #[arg(long, value_name = "NUMBER", requires = "mode", default_value_t = 2)]
    length: usize,
    /// Start from this file, or the files in this folder; needs --generator mutation
    #[arg(long, value_name = "PATH", conflicts_with = "mode")]
    corpus: Option<PathBuf>,
    /// Write each document to a file in this folder, and the questions to questions.jsonl beside them
    ///
    /// Lone surrogates are written as WTF-8.
    #[arg(short, long, value_name = "DIR")]
    out: Option<PathBuf>,
}

fn generator() -> impl TypedValueParser<Value = Generator> {
    PossibleValuesParser::new(Generator::ALL.map(Generator::name))
        .try_map(|name| Generator::from_name(&name).ok_or("no generator"))
}

fn mode() -> impl TypedValueParser<Value = &'static Mode> {
    PossibleValuesParser::new(MODES.iter().map(|mode| mode.section))
        .try_map(|section| exhaustive::mode(&section).ok_or("no mode"))
}

pub(super) fn run(arguments: &Arguments) -> Result<Status, CommandError> {
    let documents = documents(arguments)?.take(arguments.count);
    match &arguments.out {
        Some(folder) => write_files(folder, documents),
        None => deliver(None, |out| write_questions(documents, out)),
    }?;
    Ok(Status::AsExpected)
}

fn documents(arguments: &Arguments) -> Result<Box<dyn Iterator<Item = Soup>>, CommandError> {
    let is = |generator| arguments.generator == generator;
    match (arguments.mode, &arguments.corpus) {
        (Some(mode), _) if is(Generator::Exhaustive) => {
            Ok(Box::new(mode.sequences(arguments.length)))
        }
        (_, Some(path)) if is(Generator::Mutation) => {
            Ok(Box::new(corpus(path)?.documents(arguments.seed)))
        }
        (None, None) => Ok(arguments.generator.documents(arguments.seed)),
        _ => Err(CommandError::NotOfGenerator),
    }
}

/// The files of a corpus, in the order of their names.
fn corpus(path: &Path) -> Result<Mutation, CommandError> {
    let unreadable = |path: &Path, source| CommandError::Unreadable {
        path: path.to_owned(),
        source,
    };
    let mut documents = Vec::new();
    for entry in WalkDir::new(path).sort_by_file_name() {
        let entry = entry.map_err(|error| unreadable(path, error.into()))?;
        if entry.file_type().is_file() {
            let read = fs::read(entry.path());
            documents.push(read.map_err(|error| unreadable(entry.path(), error))?);
        }
    }
    match documents.is_empty() {
        true => Err(CommandError::NoCorpus(path.to_owned())),
        false => Ok(Mutation::of(documents)),
    }
}

fn write_questions(
    documents: impl Iterator<Item = Soup>,
    out: &mut dyn Write,
) -> std::io::Result<()> {
    for (id, soup) in (1..).zip(documents) {
        out.write_all(&question(id, &soup.input()))?;
    }
    Ok(())
}

/// The questions come last: where they are, all is.
fn write_files(folder: &Path, documents: impl Iterator<Item = Soup>) -> Result<(), CommandError> {
    make_folder(folder)?;
    let mut questions = Vec::new();
    for (id, soup) in (1..).zip(documents) {
        let input = soup.input();
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
