//! `crosscheck hunt-worker`: a process that generates documents, asks the in-process engines about them, and reports those
//! that need a closer look. A document on which engines agree never crosses a process boundary, nor does an answer to it.
//!
//! The parent sends the documents to begin with as a line of questions of the engine protocol, and then orders, a line of
//! JSON each, that name documents by number. The worker reports a document with a `Line::Note`, followed by the answer of
//! each departure (a `Line::Tree`, or an answer of the engine protocol), and its progress with a `Line::Mark`. When a worker
//! dies, the parent has engine workers judge the documents after the last mark, one engine each.

use std::collections::BTreeMap;
use std::io::{self, BufRead, Write};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::HuntOptions;
use super::corpus::{Corpus, Feature};
use super::evaluator::{Evaluator, Note, OracleSet, Party, Tally, Who};
use crate::engines::standard::Standard;
use crate::engines::supervise::Message;
use crate::engines::{self, Engine, EngineSpec, WorkerCommand, protocol};
use crate::engines::{WorkerError, worker};
use crate::fuzzing::generate::{Schedule, TestCase};
use crate::model::answer::{Answer, Outcome, lacking};
use crate::model::input::Input;
use crate::model::mode::{DocumentMode, NotAMode};
use crate::model::tree::packed::Packed;
use crate::oracles::{Finding, Oracle};

/// How many documents come between two marks.
pub(super) const MARK_EVERY: u64 = 256;

/// How many documents an engine answers about before the next engine is asked: a divisor of those between two marks.
const TOGETHER: u64 = 128;

/// The arguments of `crosscheck hunt-worker`.
#[derive(Debug, Clone, clap::Args)]
pub struct HuntWorkerArguments {
    /// The engines to ask beside the standard engine, each behind its place and a colon
    #[arg(long, value_parser = placed)]
    engine: Vec<(usize, String)>,
    /// The oracles; all, if there are none
    #[arg(long, value_parser = oracle)]
    oracle: Vec<Oracle>,
    /// Whether the standard engine is judged too.
    #[arg(long)]
    judges_standard: bool,
    /// Seed of the random generator.
    #[arg(long)]
    seed: u64,
    /// Whether some of them are bytes.
    #[arg(long)]
    bytes: bool,
    /// How many bytes of address space the process may take.
    #[arg(long, value_name = "BYTES")]
    memory: Option<u64>,
    /// How many bytes of stack the engines have.
    #[arg(long, value_name = "BYTES")]
    stack: usize,
}

fn placed(engine: &str) -> Result<(usize, String), String> {
    let (place, name) = engine.split_once(':').ok_or("no place")?;
    let place = place.parse().map_err(|_| "the place is no number")?;
    Ok((place, name.to_owned()))
}

fn oracle(name: &str) -> Result<Oracle, String> {
    Oracle::from_name(name).ok_or_else(|| "it is no oracle".to_owned())
}

/// The command that starts a worker with these engines.
pub(super) fn command<'e>(
    options: &HuntOptions,
    engines: impl Iterator<Item = (usize, &'e EngineSpec)>,
    judges_standard: bool,
    bytes: bool,
) -> WorkerCommand {
    let mut arguments: Vec<String> = vec!["hunt-worker".to_owned()];
    let mut option = |name: &str, value: String| arguments.extend([name.to_owned(), value]);
    for (place, engine) in engines {
        option("--engine", format!("{place}:{}", engine.name));
    }
    for oracle in &options.oracles {
        option("--oracle", oracle.name().to_owned());
    }
    option("--seed", options.seed.to_string());
    option("--stack", options.limits.stack.to_string());
    if let Some(memory) = options.limits.memory {
        option("--memory", memory.to_string());
    }
    let flags = [("--judges-standard", judges_standard), ("--bytes", bytes)];
    let flags = flags.into_iter().filter(|(_, is_set)| *is_set);
    arguments.extend(flags.map(|(flag, _)| flag.to_owned()));
    WorkerCommand { arguments: arguments.into_iter().map(Into::into).collect(), ..options.worker.clone() }
}

/// The documents to begin with as a line, with its line feed.
pub(super) fn corpus_line(corpus: &[TestCase]) -> Vec<u8> {
    let questions = corpus.iter().map(|case| {
        let question = protocol::write_request(0, &case.input(), true);
        let question = String::from_utf8(question).expect("JSON is UTF-8");
        RawValue::from_string(question).expect("a question is JSON")
    });
    let questions: Vec<_> = questions.collect();
    let mut line = serde_json::to_vec(&questions).expect("they are JSON");
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

impl Order {
    /// The order as a line, with its line feed.
    pub(super) fn line(&self) -> Vec<u8> {
        let mut line = serde_json::to_vec(self).expect("numbers are JSON");
        line.push(b'\n');
        line
    }
}

/// What a worker says, but for answers.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Line<'t> {
    /// The document of this number needs a closer look; this many answers follow.
    Note {
        number: u64,
        answers: usize,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        findings: Vec<FindingLine>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        features: Vec<Feature>,
    },
    /// The tree that the engine at this place made, which reports no errors: most answers.
    Tree {
        place: usize,
        mode: Option<&'t str>,
        #[serde(borrow)]
        tree: Packed<'t>,
    },
    /// All documents before this number are done; of those since the last mark these were left out, by the place of an
    /// engine and what it cannot say, and these were judged, by the oracle.
    Mark { before: u64, left_out: Vec<(usize, String, usize)>, judged: Vec<(usize, String, usize)> },
}

#[derive(Debug, Serialize, Deserialize)]
struct FindingLine {
    /// The place of the engine; none for the standard engine.
    engine: Option<usize>,
    oracle: String,
    what: String,
    by_standard: Option<String>,
}

/// What a worker says.
#[derive(Debug)]
pub(super) enum Told {
    /// A document needs a closer look; this many answers follow.
    Note { number: u64, note: Note, answers: usize },
    /// An answer that is a departure, of the engine at this place.
    Answer(usize, Answer),
    /// All documents before this number are done, and what was left out of those since the last mark.
    Mark(u64, Tally),
}

impl Message for Told {
    fn read(line: &[u8]) -> Result<Self, String> {
        if line.starts_with(b"{\"id\"") {
            let reply = protocol::read_reply(line)?;
            let place = usize::try_from(reply.id).map_err(|error| error.to_string())?;
            return Ok(Self::Answer(place, reply.answer));
        }
        let line = serde_json::from_slice(line).map_err(|error| error.to_string())?;
        Ok(match line {
            Line::Mark { before, left_out, judged } => {
                let mut all = Tally::default();
                for (place, reason, documents) in left_out {
                    all.add(place, reason, documents);
                }
                for (place, name, documents) in judged {
                    all.judged(place, oracle(&name)?, documents);
                }
                Self::Mark(before, all)
            }
            Line::Tree { place, mode, tree } => {
                let mode = mode.map(|mode| mode.parse()).transpose();
                let answer = Answer::Tree {
                    tree: tree.unpack()?,
                    errors: None,
                    mode: mode.map_err(|error: NotAMode| error.to_string())?,
                };
                Self::Answer(place, answer)
            }
            Line::Note { number, answers, findings, features } => Self::Note {
                number,
                answers,
                note: Note {
                    departures: Vec::new(),
                    findings: findings.into_iter().map(FindingLine::read).collect::<Result<_, _>>()?,
                    features,
                },
            },
        })
    }
}

impl FindingLine {
    fn of((who, oracle, finding): &(Who, Oracle, Finding)) -> Self {
        Self {
            engine: match who {
                Who::Standard => None,
                Who::Other(place) => Some(*place),
            },
            oracle: oracle.name().to_owned(),
            what: finding.what.clone(),
            by_standard: finding.by_standard.clone(),
        }
    }

    fn read(self) -> Result<(Who, Oracle, Finding), String> {
        Ok((
            self.engine.map_or(Who::Standard, Who::Other),
            oracle(&self.oracle)?,
            Finding { what: self.what, by_standard: self.by_standard },
        ))
    }
}

/// Evaluates documents as ordered on stdin and reports on stdout, until stdin ends.
///
/// # Errors
/// When an engine is unknown or panics, an order is malformed, or stdin or stdout fail.
pub fn run(arguments: &HuntWorkerArguments) -> Result<(), WorkerError> {
    let (memory, stack) = (arguments.memory, arguments.stack);
    let arguments = arguments.clone();
    worker::within_limits("hunt-worker", memory, stack, move || serve(&arguments))
}

fn serve(arguments: &HuntWorkerArguments) -> Result<(), WorkerError> {
    let mut engines = Engines::new();
    for (place, name) in &arguments.engine {
        let engine = engines::find(name)?.engine();
        engines.insert(*place, engine.ok_or(WorkerError::NotInProcess)?);
    }
    let oracle_set = OracleSet::of_hunt(&arguments.oracle);
    let mut evaluator = Evaluator::new(oracle_set, parties(&engines), arguments.judges_standard);
    let mut corpus = Corpus::new(Schedule::new(arguments.seed, arguments.bytes));
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
            corpus = Corpus::new(Schedule::new(arguments.seed, arguments.bytes).behind(seeds));
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
            let counts = std::mem::take(&mut evaluator.tally);
            let mark = Line::Mark { before: next, left_out: counts.by_reason(), judged: counts.by_oracle() };
            say(&mark, out)?;
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
    let line = Line::Note {
        number,
        answers: note.departures.len(),
        findings: note.findings.iter().map(FindingLine::of).collect(),
        features: note.features.clone(),
    };
    say(&line, out)?;
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
