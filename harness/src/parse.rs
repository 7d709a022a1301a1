//! Parses one input with several engines and groups the engines that agree.

use std::sync::atomic::AtomicBool;

use crosscheck_reports::{ErrorEntry, Output, ParseReport};

use crate::engines::{EngineSpec, EngineUnavailable, Limits, Pool, WorkerCommand};
use crate::model::answer::{Answer, Outcome};
use crate::model::input::Input;
use crate::model::token::ParseError;
use crate::model::tree::Tree;

/// The parts of each answer to include.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wanted {
    /// The trees.
    pub trees: bool,
    /// The parse errors.
    pub errors: bool,
}

/// Asks each engine in a worker process, so that a crash or a hang affects only that engine, and groups the engines
/// that agree.
///
/// ```no_run
/// use std::sync::atomic::AtomicBool;
///
/// use crosscheck::engines::{Limits, WorkerCommand, in_process};
/// use crosscheck::model::input::Input;
/// use crosscheck::parse::{Wanted, parse};
///
/// let (input, wanted) = (Input::document("<p>x"), Wanted { trees: true, errors: false });
/// let worker = WorkerCommand::new("crosscheck");
/// let report = parse(&input, &in_process(), &Limits::default(), &worker, wanted, &AtomicBool::new(false));
/// println!("{} different trees", report.groups.len());
/// ```
pub fn parse(
    input: &Input,
    engines: &[EngineSpec],
    limits: &Limits,
    worker: &WorkerCommand,
    wanted: Wanted,
    cancel: &AtomicBool,
) -> ParseReport {
    let mut report = ParseReport {
        encoding: None,
        outputs: Vec::with_capacity(engines.len()),
        groups: Vec::new(),
        errors_asked: wanted.errors,
        complete: true,
    };
    let mut trees: Vec<(Tree, Vec<String>)> = Vec::new();
    for spec in engines {
        let mut output = Output { engine: spec.name.clone(), asked: true, ..Output::default() };
        let pool = Pool::new(spec, limits.clone(), 1, worker.clone());
        match ask(&pool, input, &mut output, cancel) {
            Ok(Some(Outcome::Answer(answer))) => {
                if let Some(tree) = tell(answer, wanted, &mut output) {
                    group(&mut trees, tree, &spec.name);
                }
            }
            Ok(Some(failure)) => output.error = failure.fault(),
            Ok(None) => {
                report.complete = false;
                break;
            }
            Err(unavailable) => {
                output.asked = false;
                output.error = Some(unavailable.reason);
            }
        }
        report.outputs.push(output);
    }
    report.groups = trees.into_iter().map(|(_, engines)| engines).collect();
    report
}

/// The outcome of one input; `None` if cancelled before it arrived.
fn ask(
    pool: &Pool,
    input: &Input,
    output: &mut Output,
    cancel: &AtomicBool,
) -> Result<Option<Outcome>, EngineUnavailable> {
    output.version = Some(pool.about()?.version);
    let mut outcome = None;
    let stats = pool.ask(std::slice::from_ref(input), &mut |_, one| outcome = Some(one), cancel)?;
    output.seconds = stats.engine_time.as_secs_f64();
    Ok(outcome)
}

/// The longest dump that is shown, in bytes.
const SHOWN_DUMP: usize = 256 << 20;

/// Adds the wanted parts of an answer to the output and returns its tree.
fn tell(answer: Answer, wanted: Wanted, output: &mut Output) -> Option<Tree> {
    match answer {
        Answer::Tree { tree, errors, .. } => {
            output.nodes = tree.len();
            if wanted.trees {
                match tree.dump_within(SHOWN_DUMP) {
                    Some(dump) => output.tree = Some(dump.to_display().into_owned()),
                    None => {
                        output.error = Some(format!(
                            "the tree is too deep to show: its dump takes more than {SHOWN_DUMP} bytes; see the rest with --no-tree"
                        ))
                    }
                }
            }
            if wanted.errors {
                output.errors = errors.map(|errors| errors.iter().map(entry).collect());
            }
            Some(tree)
        }
        Answer::Tokens { .. } | Answer::Encoding(_) | Answer::Markup(_) => {
            output.error = Some("answered with something other than a tree".to_owned());
            None
        }
        Answer::Unsupported(reason) => {
            output.asked = false;
            output.error = Some(format!("unsupported: {reason}"));
            None
        }
    }
}

/// Adds an engine to those that gave the same tree.
fn group(trees: &mut Vec<(Tree, Vec<String>)>, tree: Tree, engine: &str) {
    match trees.iter_mut().find(|(other, _)| other.is_same(&tree)) {
        Some((other, engines)) => {
            engines.push(engine.to_owned());
            // Two different trees can both match a dump that another engine gave.
            if other.is_given_as_dump() {
                *other = tree;
            }
        }
        None => trees.push((tree, vec![engine.to_owned()])),
    }
}

/// A parse error as an entry of a report.
pub(crate) fn entry(error: &ParseError) -> ErrorEntry {
    ErrorEntry {
        code: error.code.clone(),
        line: error.position.map(|position| position.line),
        column: error.position.map(|position| position.column),
    }
}
