//! `crosscheck impact-worker`: a process that examines documents, within limits on memory and stack.
//!
//! The parent sends an order, a line of JSON, for each document; the bytes of a page follow their order. The worker
//! replies with a line of JSON each, in order.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::PathBuf;

use crosscheck_standard::clauses::change::Change;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::comparison::{Comparison, NamedEdition};
use super::difference::Kind;
use super::documents::{Body, Document};
use super::examine::Examiner;
use super::outcome::{Changed, Outcome, examine};
use super::snippets::{Snippet, snippet};
use crate::documents::Document as Page;
use crate::engines::protocol;
use crate::engines::standard::Standard;
use crate::engines::supervise::Message;
use crate::engines::{self, Engine as _, NotAMessage, WorkerCommand, WorkerError, worker};
use crate::fixtures::FixtureFile;
use crate::fuzzing::triage::record;

/// The arguments of `crosscheck impact-worker`.
#[derive(Debug, Clone, clap::Args)]
pub struct ImpactWorkerArguments {
    /// The setup, as JSON
    #[arg(value_parser = |json: &str| serde_json::from_str::<Setup>(json))]
    setup: Setup,
}

/// The setup of a worker.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Setup {
    /// The old edition.
    from: String,
    /// The new edition.
    to: String,
    /// How many bytes of address space the process may take.
    memory: Option<u64>,
    /// How many bytes of stack it has.
    stack: usize,
}

/// Makes glibc's allocator keep the memory of one document for the next. Otherwise it returns the memory to the system
/// after each document, and a tenth of a sweep's processor time goes into page faults.
const KEEPING_MEMORY: [(&str, &str); 2] =
    [("MALLOC_TRIM_THRESHOLD_", "33554432"), ("MALLOC_MMAP_THRESHOLD_", "4194304")];

/// The command that starts a worker.
pub(super) fn command(examiner: &Examiner, limits: &engines::Limits, worker: &WorkerCommand) -> WorkerCommand {
    let Comparison { from, to } = &examiner.comparison;
    let setup =
        Setup { from: from.notation.clone(), to: to.notation.clone(), memory: limits.memory, stack: limits.stack };
    let setup = serde_json::to_string(&setup).expect("it has no failing parts");
    let mut environment = vec![("RUST_BACKTRACE".into(), "0".into())];
    environment.extend(KEEPING_MEMORY.map(|(name, bytes)| (name.into(), bytes.into())));
    let arguments = vec!["impact-worker".into(), setup.into()];
    WorkerCommand { arguments, environment, memory: limits.memory, ..worker.clone() }
}

/// What a worker is to do with a document.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Order {
    /// The kind of difference to show in a small document, and the change that makes it; `None` to examine it.
    snippet: Option<(Kind, String)>,
    /// The document's name.
    name: String,
    /// Where the document is.
    body: OrderedBody,
}

/// Where a document is.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum OrderedBody {
    /// A page of this many bytes, which follow.
    Page { charset: Option<String>, scripting: bool, length: usize },
    /// The fixture of this index in a file.
    Fixture { file: PathBuf, index: usize },
    /// The record of a divergence.
    Divergence { file: PathBuf },
}

impl Order {
    /// The line that orders a document to be examined, or a snippet to be made of it, with the bytes of a page.
    pub(super) fn lines(document: &Document, snippet: Option<(Kind, Change)>) -> serde_json::Result<Vec<u8>> {
        let body = match &document.body {
            Body::Page { page, scripting } => {
                OrderedBody::Page { charset: page.charset.clone(), scripting: *scripting, length: page.bytes.len() }
            }
            Body::Fixture(file, fixture) => OrderedBody::Fixture { file: file.clone(), index: fixture.index },
            Body::Divergence(_) => OrderedBody::Divergence { file: document.name.clone().into() },
            Body::Generated(..) => unreachable!("a generated document is examined by the parent"),
        };
        let snippet = snippet.map(|(kind, change)| (kind, change.to_string()));
        let order = Self { snippet, name: document.name.clone(), body };
        let mut lines = serde_json::to_vec(&order)?;
        lines.push(b'\n');
        if let Body::Page { page, .. } = &document.body {
            lines.extend_from_slice(&page.bytes);
        }
        Ok(lines)
    }

    /// The document, of which the bytes of a page are read.
    fn document(&self, input: &mut impl Read) -> io::Result<Result<Document, String>> {
        let body = match &self.body {
            OrderedBody::Page { charset, scripting, length } => {
                let mut bytes = vec![0; *length];
                input.read_exact(&mut bytes)?;
                let page = Page { name: self.name.clone(), charset: charset.clone(), bytes };
                Ok(Body::Page { page, scripting: *scripting })
            }
            OrderedBody::Fixture { file, index } => FixtureFile::read(file, None)
                .map_err(|error| error.to_string())
                .and_then(|read| {
                    let fixture = read.fixtures.into_iter().nth(*index);
                    fixture.ok_or_else(|| format!("{}: the file has changed", file.display()))
                })
                .map(|fixture| Body::Fixture(file.clone(), Box::new(fixture))),
            OrderedBody::Divergence { file } => {
                record::input(file).map(|input| Body::Divergence(Box::new(input))).map_err(|error| error.to_string())
            }
        };
        Ok(body.map(|body| Document { name: self.name.clone(), body }))
    }
}

/// Longer fixtures and records are for workers, in bytes. The tree of a document can grow with the square of
/// its length.
const LONG: usize = 16 << 10;

/// Whether a worker examines a document. Pages are for workers; what is short and no page is examined where it is read.
pub(super) fn is_for_worker(document: &Document) -> bool {
    match &document.body {
        Body::Page { .. } => true,
        Body::Generated(..) => false,
        Body::Fixture(..) | Body::Divergence(_) => document.questions().iter().any(|question| question.length() > LONG),
    }
}

/// The reply of a worker about a document.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Reply {
    /// The editions do the same with it.
    Same,
    /// They differ.
    Changed(Box<Changed>),
    /// It could not be examined.
    Failed(String),
    /// A small document, as a question of the engine protocol, with the results of the editions before and after the
    /// change; none if there is no small one.
    Snippet(Option<(Box<RawValue>, String, String)>),
}

impl Message for Reply {
    fn read(line: &[u8]) -> Result<Self, NotAMessage> {
        Ok(serde_json::from_slice(line).map_err(|error| error.to_string())?)
    }
}

impl From<Outcome> for Reply {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Same(_) | Outcome::Skipped => Self::Same,
            Outcome::Changed(_, changed) => Self::Changed(Box::new(changed)),
            Outcome::Failed(why) => Self::Failed(why),
        }
    }
}

impl Reply {
    /// The outcome of a document.
    pub(super) fn outcome(self, document: Document) -> Outcome {
        match self {
            Self::Same => Outcome::Same(document),
            Self::Changed(changed) => Outcome::Changed(document, *changed),
            Self::Failed(why) => Outcome::Failed(why),
            Self::Snippet(_) => Outcome::Failed(format!("{}: its worker answered another question", document.name)),
        }
    }

    fn of_snippet(snippet: Option<Snippet>) -> Self {
        Self::Snippet(snippet.and_then(|snippet| {
            let question = String::from_utf8(protocol::write_request(0, &snippet.input, true)).ok()?;
            Some((RawValue::from_string(question).ok()?, snippet.old, snippet.new))
        }))
    }

    /// The snippet of a kind that a document was made into.
    pub(super) fn snippet(
        self,
        examiner: &Examiner,
        kind: Kind,
        change: Change,
        document: &Document,
    ) -> Option<Snippet> {
        let Self::Snippet(Some((question, old, new))) = self else {
            return None;
        };
        let (before, after) = examiner.of_change(change);
        Some(Snippet {
            kind,
            from: document.name.clone(),
            input: engines::read_question(question.get().as_bytes()).ok()?,
            before: NamedEdition::of(before),
            after: NamedEdition::of(after),
            old,
            new,
        })
    }
}

/// Examines documents as ordered on stdin and replies on stdout, until stdin ends.
///
/// # Errors
/// When an order is malformed, or stdin or stdout fail.
pub fn run(arguments: &ImpactWorkerArguments) -> Result<(), WorkerError> {
    let setup = arguments.setup.clone();
    worker::within_limits("impact-worker", setup.memory, setup.stack, move || serve(&setup))
}

fn serve(setup: &Setup) -> Result<(), WorkerError> {
    let edition = |notation: &str| {
        NamedEdition::new(notation).map_err(|error| WorkerError::Protocol { line: 0, message: error.to_string() })
    };
    let examiner = Examiner::new(Comparison { from: edition(&setup.from)?, to: edition(&setup.to)? });
    let mut stdin = BufReader::with_capacity(1 << 16, io::stdin());
    let mut stdout = io::BufWriter::with_capacity(1 << 16, io::stdout());
    for number in 1.. {
        let mut line = Vec::new();
        if stdin.read_until(b'\n', &mut line)? == 0 {
            break;
        }
        if number == 1 {
            // The question of the engine protocol who it is.
            stdout.write_all(&protocol::write_hello(&Standard::default().about(), None))?;
        } else {
            let order: Order = serde_json::from_slice(&line)
                .map_err(|error| WorkerError::Protocol { line: number, message: error.to_string() })?;
            let reply = match order.document(&mut stdin)? {
                Ok(document) => obey(&order, document, &examiner),
                Err(why) => Reply::Failed(why),
            };
            serde_json::to_writer(&mut stdout, &reply).map_err(io::Error::from)?;
            stdout.write_all(b"\n")?;
        }
        // The next document may end this process.
        stdout.flush()?;
    }
    Ok(())
}

fn obey(order: &Order, document: Document, examiner: &Examiner) -> Reply {
    let Some((kind, change)) = &order.snippet else {
        return examine(document, examiner).into();
    };
    let change = Change::from_id(change);
    Reply::of_snippet(change.and_then(|change| snippet(examiner, change, *kind, &document)))
}
