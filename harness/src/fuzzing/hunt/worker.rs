//! `crosscheck hunt-worker`: a process that generates documents, asks the in-process engines about them, and reports those
//! that need a closer look. A document on which engines agree never crosses a process boundary, nor does an answer to
//! it.
//!
//! The parent sends the documents to begin with as a line of questions of the engine protocol, and then orders, a line
//! of JSON each, that name documents by number. The worker reports a document with a `Line::Note`, followed by the
//! answer of each departure (a `Line::Tree`, or an answer of the engine protocol), and its progress with a
//! `Line::Mark`. When a worker dies, the parent has engine workers judge the documents after the last mark, one engine
//! each.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::{self, BufRead, Write};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::HuntOptions;
use super::corpus::Corpus;
use super::evaluator::{Evaluator, Note, OracleSet, Party, Tally};
use super::packed::Packed;
use crate::engines::NotAMessage;
use crate::engines::standard::Standard;
use crate::engines::supervise::Message;
use crate::engines::{self, Engine, EngineSpec, WorkerCommand, protocol};
use crate::engines::{WorkerError, worker};
use crate::fuzzing::generate::{Schedule, TestCase};
use crate::model::answer::{Answer, Outcome, lacking};
use crate::model::input::Input;
use crate::model::mode::{DocumentMode, NotAMode};
use crate::oracles::Oracle;

/// How many documents come between two marks.
pub(super) const MARK_EVERY: u64 = 256;

/// How many documents an engine answers about before the next engine is asked: a divisor of those between two marks.
const TOGETHER: u64 = 128;

/// The arguments of `crosscheck hunt-worker`.
#[derive(Debug, Clone, clap::Args)]
pub struct HuntWorkerArguments {
    /// The setup, as JSON
    #[arg(value_parser = |json: &str| serde_json::from_str::<Setup>(json))]
    setup: Setup,
}

/// The setup of a worker.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Setup {
    /// The names of the engines to ask besides the standard engine, by their places.
    engines: BTreeMap<usize, String>,
    /// The oracles. Empty means all.
    oracles: Vec<Oracle>,
    /// Whether the standard engine is judged too.
    judges_standard: bool,
    /// Seed of the random generator.
    seed: u64,
    /// Whether some of them are bytes.
    bytes: bool,
    /// How many bytes of address space the process may take.
    memory: Option<u64>,
    /// How many bytes of stack the engines have.
    stack: usize,
}

/// The command that starts a worker with these engines.
pub(super) fn command<'e>(
    options: &HuntOptions,
    engines: impl Iterator<Item = (usize, &'e EngineSpec)>,
    judges_standard: bool,
    bytes: bool,
) -> WorkerCommand {
    let setup = Setup {
        engines: engines.map(|(place, engine)| (place, engine.name.clone())).collect(),
        oracles: options.oracles.clone(),
        judges_standard,
        seed: options.seed,
        bytes,
        memory: options.limits.memory,
        stack: options.limits.stack,
    };
    let setup = serde_json::to_string(&setup).expect("it has string keys and no failing parts");
    WorkerCommand { arguments: vec!["hunt-worker".into(), setup.into()], ..options.worker.clone() }
}

/// The documents to begin with as a line, with its line feed.
pub(super) fn corpus_line(corpus: &[TestCase]) -> Vec<u8> {
    let questions = corpus.iter().map(|case| {
        let question = protocol::write_request(0, &case.input(), true);
        let question = String::from_utf8(question).expect("JSON is UTF-8");
        RawValue::from_string(question).expect("a question is JSON")
    });
    let questions: Vec<_> = questions.collect();
    line(&questions)
}

/// A value as a line of JSON, with its line feed.
pub(super) fn line(value: &impl Serialize) -> Vec<u8> {
    let mut line = serde_json::to_vec(value).expect("it has string keys and no failing parts");
    line.push(b'\n');
    line
}

/// The documents of such a line.
fn read_corpus(line: &str) -> Result<Vec<TestCase>, String> {
    let questions: Vec<&RawValue> = serde_json::from_str(line).map_err(|error| error.to_string())?;
    let document = |question: &RawValue| {
        let input = engines::read_question(question.get().as_bytes()).map_err(|why| why.to_string())?;
        TestCase::of(&input).ok_or_else(|| "a tree is no document".to_owned())
    };
    questions.into_iter().map(document).collect()
}

/// Which documents a worker is to look at.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Order {
    /// The documents that are kept, beyond those of earlier orders.
    pub(super) keep: Vec<u64>,
    pub(super) first: u64,
    pub(super) count: u64,
}

/// What a worker says, but for answers.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Line<'t> {
    /// The document of this number needs a closer look; this many answers follow.
    Note { number: u64, answers: usize, note: Cow<'t, Note> },
    /// The tree that the engine at this place made, which reports no errors: most answers.
    Tree {
        place: usize,
        mode: Option<&'t str>,
        #[serde(borrow)]
        tree: Packed<'t>,
    },
    /// All documents before this number are done. The tally counts the documents since the last mark.
    Mark { before: u64, tally: Tally },
}

/// What a worker says.
#[derive(Debug)]
pub(super) enum Told {
    /// A document needs a closer look; this many answers follow.
    Note { number: u64, note: Note, answers: usize },
    /// An answer that is a departure, of the engine at this place.
    Answer(usize, Answer),
    /// All documents before this number are done. The tally counts the documents since the last mark.
    Mark(u64, Tally),
}

impl Message for Told {
    fn read(line: &[u8]) -> Result<Self, NotAMessage> {
        if line.starts_with(b"{\"id\"") {
            let reply = protocol::read_reply(line)?;
            let place = usize::try_from(reply.id).map_err(|error| error.to_string())?;
            return Ok(Self::Answer(place, reply.answer));
        }
        let line = serde_json::from_slice(line).map_err(|error| error.to_string())?;
        Ok(match line {
            Line::Mark { before, tally } => Self::Mark(before, tally),
            Line::Tree { place, mode, tree } => {
                let mode = mode.map(|mode| mode.parse()).transpose();
                let answer = Answer::Tree {
                    tree: tree.unpack()?,
                    errors: None,
                    mode: mode.map_err(|error: NotAMode| error.to_string())?,
                };
                Self::Answer(place, answer)
            }
            Line::Note { number, answers, note } => Self::Note { number, answers, note: note.into_owned() },
        })
    }
}

/// Evaluates documents as ordered on stdin and reports on stdout, until stdin ends.
///
/// # Errors
/// When an engine is unknown or panics, an order is malformed, or stdin or stdout fail.
pub fn run(arguments: &HuntWorkerArguments) -> Result<(), WorkerError> {
    let setup = arguments.setup.clone();
    worker::within_limits("hunt-worker", setup.memory, setup.stack, move || serve(&setup))
}

fn serve(setup: &Setup) -> Result<(), WorkerError> {
    let mut engines = Engines::new();
    for (place, name) in &setup.engines {
        let engine = engines::find(name)?.engine();
        engines.insert(*place, engine.ok_or(WorkerError::NotInProcess)?);
    }
    let oracle_set = OracleSet::of_hunt(&setup.oracles);
    let mut evaluator = Evaluator::new(oracle_set, parties(&engines), setup.judges_standard);
    let mut corpus = Corpus::new(Schedule::new(setup.seed, setup.bytes));
    let mut out = io::BufWriter::with_capacity(1 << 16, io::stdout());
    for (line_number, line) in (1..).zip(io::stdin().lock().lines()) {
        let line = line?;
        // The first line is the question of the engine protocol who it is.
        if line_number == 1 {
            out.write_all(&protocol::write_hello(&Standard::default().about(), None))?;
            out.flush()?;
            continue;
        }
        let nonsense = |message| WorkerError::Protocol { line: line_number, message };
        if line_number == 2 {
            let seeds = read_corpus(&line).map_err(nonsense)?;
            corpus = Corpus::new(Schedule::new(setup.seed, setup.bytes).behind(seeds));
            continue;
        }
        let order: Order = serde_json::from_str(&line).map_err(|error| nonsense(error.to_string()))?;
        order.keep.iter().for_each(|number| corpus.keep(*number));
        obey(&order, &corpus, &mut evaluator, &mut engines, &mut out)?;
    }
    Ok(())
}

/// The engines by their places.
type Engines = BTreeMap<usize, Box<dyn Engine>>;

/// Capabilities by engine index; `None` for engines that are not asked here.
fn parties(engines: &Engines) -> Vec<Party> {
    let places = engines.keys().last().map_or(0, |last| last + 1);
    let party = |place| {
        let engine = engines.get(&place);
        Party {
            about: engine.map_or_else(|| Standard::default().about(), |engine| engine.about()),
            family: String::new(),
            is_asked: engine.is_some(),
        }
    };
    (0..places).map(party).collect()
}

fn obey(
    order: &Order,
    corpus: &Corpus,
    evaluator: &mut Evaluator,
    engines: &mut Engines,
    out: &mut impl Write,
) -> io::Result<()> {
    let end = order.first + order.count;
    let mut first = order.first;
    while first < end {
        let next = ((first / TOGETHER + 1) * TOGETHER).min(end);
        let inputs: Vec<Input> = (first..next).map(|number| corpus.document(number).input()).collect();
        look(first, &inputs, evaluator, engines, out)?;
        if next.is_multiple_of(MARK_EVERY) || next == end {
            say(&Line::Mark { before: next, tally: std::mem::take(&mut evaluator.tally) }, out)?;
            // The next engine may crash this process.
            out.flush()?;
        }
        first = next;
    }
    Ok(())
}

/// Looks at documents, which have the numbers from the `first` on. Each engine answers about all of them before the
/// next is asked, which is faster because its code stays in the cache.
fn look(
    first: u64,
    inputs: &[Input],
    evaluator: &mut Evaluator,
    engines: &mut Engines,
    out: &mut impl Write,
) -> io::Result<()> {
    let mut answers: BTreeMap<usize, Vec<Option<Answer>>> = BTreeMap::new();
    for (place, engine) in engines.iter_mut() {
        let about = &evaluator.parties[*place].about;
        let of_engine = inputs.iter().map(|input| {
            let is_able = lacking(input, &about.can).is_none() && about.depth.is_none();
            is_able.then(|| engine.answer(input))
        });
        answers.insert(*place, of_engine.collect());
    }
    for (index, (number, input)) in (first..).zip(inputs).enumerate() {
        let mut ask = |place: usize, question: &Input| {
            let known = answers.get_mut(&place).filter(|_| question == input).and_then(|answers| answers[index].take());
            let engine = engines.get_mut(&place);
            let answer = known.or_else(|| Some(engine?.answer(question)));
            let answer = answer.unwrap_or(Answer::Unsupported("it is not here".to_owned()));
            Outcome::Answer(answer)
        };
        if let Some(note) = evaluator.judge(number, input, &mut ask) {
            tell(number, &note, out)?;
        }
    }
    Ok(())
}

fn tell(number: u64, note: &Note, out: &mut impl Write) -> io::Result<()> {
    say(&Line::Note { number, answers: note.departures.len(), note: Cow::Borrowed(note) }, out)?;
    for (place, outcome) in &note.departures {
        if let Outcome::Answer(answer) = outcome {
            tell_answer(*place, answer, out)?;
        }
    }
    Ok(())
}

fn tell_answer(place: usize, answer: &Answer, out: &mut impl Write) -> io::Result<()> {
    if let Answer::Tree { tree, errors: None, mode } = answer {
        let line = Line::Tree { place, mode: mode.map(DocumentMode::name), tree: Packed::of(tree) };
        return say(&line, out);
    }
    let id = place as u64;
    out.write_all(&protocol::write_reply(id, answer, Duration::ZERO, true))
}

fn say(line: &Line<'_>, out: &mut impl Write) -> io::Result<()> {
    serde_json::to_writer(&mut *out, line)?;
    out.write_all(b"\n")
}
