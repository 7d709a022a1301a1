//! Serialises one tree with several engines, groups those that agree, and checks the round trip.

use std::sync::atomic::AtomicBool;

use crosscheck_reports::{MarkupOutput, RoundTripCause, RoundTripEntry, SerialiseReport};

use crate::engines::{EngineSpec, Limits, Pool, WorkerCommand};
use crate::model::answer::{Answer, NoAnswer, Outcome};
use crate::model::input::{Input, Serialise, Source, Task};
use crate::oracles::round_trip::{Cause, RoundTrip, Surroundings, round_trip};

/// Asks each engine in a worker process for the markup of a text's tree, and groups those that agree. With
/// `check_round_trip` each is also asked whether it parses its own markup to the tree it parsed the text to.
///
/// ```no_run
/// use std::sync::atomic::AtomicBool;
///
/// use crosscheck::engines::{Limits, WorkerCommand, in_process};
/// use crosscheck::model::input::{Serialise, Source};
/// use crosscheck::serialise::serialise;
///
/// let (text, task) = (Source::Text("<p>x".into()), Serialise::default());
/// let worker = WorkerCommand::new("crosscheck");
/// let report = serialise(&text, &task, &in_process(), &Limits::default(), &worker, true, &AtomicBool::new(false));
/// println!("{} different markups", report.groups.len());
/// ```
pub fn serialise(
    source: &Source,
    task: &Serialise,
    engines: &[EngineSpec],
    limits: &Limits,
    worker: &WorkerCommand,
    check_round_trip: bool,
    cancel: &AtomicBool,
) -> SerialiseReport {
    let mut report = SerialiseReport {
        encoding: String::new(),
        outputs: Vec::with_capacity(engines.len()),
        groups: Vec::new(),
        complete: true,
    };
    let mut markups: Vec<(String, Vec<String>)> = Vec::new();
    for spec in engines {
        let mut asking = Asking {
            pool: Pool::new(spec, limits.clone(), 1, worker.clone()),
            cancel,
            seconds: 0.0,
            cancelled: false,
            refused: false,
        };
        let mut output = MarkupOutput {
            engine: spec.name.clone(),
            version: asking.pool.about().ok().map(|about| about.version),
            ..MarkupOutput::default()
        };
        if let Err(error) = asking.fill(&mut output, source, task, check_round_trip) {
            output.error = Some(error.to_string());
        }
        if asking.cancelled {
            report.complete = false;
            break;
        }
        output.seconds = asking.seconds;
        output.asked = !asking.refused;
        if let Some(markup) = &output.markup {
            match markups.iter_mut().find(|(other, _)| other == markup) {
                Some((_, engines)) => engines.push(spec.name.clone()),
                None => markups.push((markup.clone(), vec![spec.name.clone()])),
            }
        }
        report.outputs.push(output);
    }
    report.groups = markups.into_iter().map(|(_, engines)| engines).collect();
    report
}

/// One engine, asked one question after the other.
struct Asking<'c> {
    pool: Pool,
    cancel: &'c AtomicBool,
    /// The engine's time so far.
    seconds: f64,
    /// Whether an answer is missing because of `cancel`.
    cancelled: bool,
    /// Whether the engine is missing or does not support such questions.
    refused: bool,
}

impl Asking<'_> {
    fn fill(
        &mut self,
        output: &mut MarkupOutput,
        source: &Source,
        task: &Serialise,
        check_round_trip: bool,
    ) -> Result<(), NoAnswer> {
        let question = Input { source: source.clone(), task: Task::Serialise(task.clone()) };
        match self.ask(&question)? {
            Answer::Markup(markup) => output.markup = Some(markup.to_display().into_owned()),
            _ => return Err("answered with something other than markup".into()),
        }
        if check_round_trip {
            let around = Surroundings { context: task.context.clone(), scripting: task.scripting };
            let question = Input {
                source: source.clone(),
                task: Task::Tree { context: task.context.clone(), scripting: task.scripting },
            };
            let Answer::Tree { tree, .. } = self.ask(&question)? else {
                return Err("answered with something other than a tree".into());
            };
            let outcome = round_trip(&mut |input| self.ask(input), &tree, &around)?;
            output.round_trip = Some(entry(outcome));
        }
        Ok(())
    }

    /// The engine's answer, or why there is none.
    fn ask(&mut self, input: &Input) -> Result<Answer, NoAnswer> {
        let mut outcome = None;
        let stats = self.pool.ask(std::slice::from_ref(input), &mut |_, one| outcome = Some(one), self.cancel);
        self.refused = stats.is_err();
        self.seconds += stats.map_err(|error| error.reason)?.engine_time.as_secs_f64();
        match outcome {
            Some(Outcome::Answer(Answer::Unsupported(reason))) => {
                self.refused = true;
                Err(format!("unsupported: {reason}").into())
            }
            Some(Outcome::Answer(answer)) => Ok(answer),
            Some(failure) => Err(failure.fault().unwrap_or_default().into()),
            None => {
                self.cancelled = true;
                Err("interrupted".into())
            }
        }
    }
}

fn entry(outcome: RoundTrip) -> RoundTripEntry {
    let mut entry = RoundTripEntry { outcome: "stable", causes: Vec::new(), what: None, before: None, after: None };
    match outcome {
        RoundTrip::Stable => {}
        RoundTrip::Changed(causes) => {
            entry.outcome = "changed";
            let cause = |cause: Cause| RoundTripCause { id: cause.id(), title: cause.title() };
            entry.causes = causes.into_iter().map(cause).collect();
        }
        RoundTrip::Unexplained(difference) => {
            entry.outcome = RoundTripEntry::UNEXPLAINED;
            entry.what = Some(difference.what);
            entry.before = difference.before;
            entry.after = difference.after;
        }
    }
    entry
}
