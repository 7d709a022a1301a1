//! One worker's share of the questions. Many are in flight at a time, so that the worker is never idle. After a failure
//! they are asked again one at a time, to find the question that caused it.

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::SyncSender;
use std::time::{Duration, Instant};

use super::command::WorkerCommand;
use super::error::EngineUnavailable;
use super::supervise::{Failure, NotStarted, Worker};
use super::{Limits, protocol};
use crate::model::answer::{Answer, Capability, Outcome, lacking};
use crate::model::input::{Input, Task};

/// How many questions may be in flight to an engine that does not name a number.
const WINDOW: usize = 32;

/// How many questions may be in flight to any engine. After a failure each of them is asked again.
const WIDEST_WINDOW: usize = 1 << 10;

/// How many bytes of questions may be in flight before another is sent.
const WINDOW_BYTES: usize = 1 << 20;

/// How often in a row a worker may fail to start.
const ATTEMPTS: usize = 3;

/// The state that all jobs of one run share.
pub(super) struct Shared<'a> {
    pub(super) engine: &'a str,
    pub(super) command: Result<&'a WorkerCommand, &'a EngineUnavailable>,
    pub(super) limits: &'a Limits,
    pub(super) jobs: usize,
    pub(super) inputs: &'a [Input],
    /// The index of the next input to take.
    pub(super) next: AtomicUsize,
    pub(super) cancelled: &'a (dyn Fn() -> bool + Sync),
    /// How often a worker had to be replaced.
    pub(super) restarts: AtomicUsize,
}

impl Shared<'_> {
    /// Takes the next inputs. `on_their_way` is how many questions the job has in flight, of at most `window`. Towards
    /// the end a job takes fewer at once, so that all jobs end together.
    fn take_next(&self, on_their_way: usize, window: usize) -> Range<usize> {
        let taken = self.next.load(Ordering::Relaxed);
        let left = self.inputs.len().saturating_sub(taken);
        // Two keep a worker busy: it works on one while the other is in the pipe.
        let fair = (left / (2 * self.jobs)).clamp(2, window);
        // Several at a time cost less, and half a window keeps the worker busy meanwhile.
        if on_their_way > fair / 2 {
            return 0..0;
        }
        let count = fair - on_their_way;
        let first = self.next.fetch_add(count, Ordering::Relaxed);
        let end = self.inputs.len();
        first.min(end)..(first + count).min(end)
    }
}

/// Why a job ended early.
#[derive(Debug)]
pub(super) enum Stop {
    /// The run was cancelled, or the receiver of the outcomes is gone.
    Cancelled,
    /// No worker can be started.
    Unavailable(EngineUnavailable),
}

/// The outcome of a question, and the time the engine took.
pub(super) struct Done {
    pub(super) index: usize,
    pub(super) outcome: Outcome,
    pub(super) engine_time: Duration,
}

/// A question in flight.
struct InFlight {
    id: u64,
    index: usize,
    bytes: usize,
    sent: Instant,
}

/// One worker's share.
pub(super) struct Job<'a> {
    shared: &'a Shared<'a>,
    done: SyncSender<Vec<Done>>,
    /// Outcomes not yet sent on.
    ready: Vec<Done>,
    /// Inputs this job has taken and not yet asked.
    taken: Range<usize>,
    worker: Option<Worker>,
    in_flight: VecDeque<InFlight>,
    last_heard: Instant,
}

impl<'a> Job<'a> {
    /// A job that sends outcomes to `done`; `worker` is one that is already running.
    pub(super) fn new(shared: &'a Shared<'a>, worker: Option<Worker>, done: SyncSender<Vec<Done>>) -> Self {
        Self {
            shared,
            done,
            ready: Vec::new(),
            taken: 0..0,
            worker,
            in_flight: VecDeque::with_capacity(WINDOW),
            last_heard: Instant::now(),
        }
    }

    /// Asks until nothing is left. Returns the worker for reuse.
    pub(super) fn run(mut self) -> Result<Option<Worker>, Stop> {
        loop {
            while self.bytes_on_their_way() < WINDOW_BYTES
                && let Some(index) = self.take_next()
            {
                if let Some(answer) = self.ask(index)? {
                    self.deliver(index, Outcome::Answer(answer), Duration::ZERO);
                }
            }
            if self.in_flight.is_empty() {
                self.send_on()?;
                return Ok(self.worker);
            }
            match self.hear()? {
                Ok(done) => self.ready.push(done),
                Err(failure) => self.find_culprit(failure)?,
            }
        }
    }

    fn take_next(&mut self) -> Option<usize> {
        if self.taken.is_empty() {
            self.taken = self.shared.take_next(self.in_flight.len(), self.window());
        }
        self.taken.next()
    }

    /// How many questions may be in flight.
    fn window(&self) -> usize {
        window(self.worker.as_ref().and_then(|worker| worker.hello.window))
    }

    fn bytes_on_their_way(&self) -> usize {
        self.in_flight.iter().map(|question| question.bytes).sum()
    }

    fn deliver(&mut self, index: usize, outcome: Outcome, engine_time: Duration) {
        self.ready.push(Done { index, outcome, engine_time });
    }

    /// Sends on the outcomes.
    fn send_on(&mut self) -> Result<(), Stop> {
        if self.ready.is_empty() {
            return Ok(());
        }
        let ready = std::mem::take(&mut self.ready);
        self.done.send(ready).map_err(|_| Stop::Cancelled)
    }

    /// Sends a question, or answers it as unsupported if the engine lacks a capability.
    fn ask(&mut self, index: usize) -> Result<Option<Answer>, Stop> {
        let input = &self.shared.inputs[index];
        let worker = match &mut self.worker {
            Some(worker) => worker,
            none => none.insert(start(self.shared)?),
        };
        if let Some(capability) = lacking(input, &worker.hello.about.can) {
            let reason = worker.hello.about.explained(capability.name());
            return Ok(Some(Answer::Unsupported(reason)));
        }
        let id = worker.next_id();
        let line = protocol::write_request(id, input, worker.hello.about.can(Capability::Nodes));
        if line.len() > worker.longest_line {
            return Ok(Some(protocol::too_long("question", worker.longest_line)));
        }
        self.in_flight.push_back(InFlight { id, index, bytes: line.len(), sent: Instant::now() });
        worker.send(line);
        Ok(None)
    }

    /// Sends on the outcomes, then waits for an answer to one of the questions in flight.
    fn hear(&mut self) -> Result<Result<Done, Failure>, Stop> {
        let has_arrived = self.worker.as_ref().is_some_and(Worker::has_arrived);
        if !has_arrived {
            self.send_on()?;
        }
        Ok(self.receive())
    }

    fn receive(&mut self) -> Result<Done, Failure> {
        let worker = self.worker.as_mut().expect("questions are in flight to it");
        let oldest = self.in_flight.iter().map(|question| question.sent).min();
        let since = oldest.map_or(self.last_heard, |sent| sent.max(self.last_heard));
        let reply = worker.receive(since + self.shared.limits.timeout, self.shared.cancelled)?;
        let position = self.in_flight.iter().position(|question| question.id == reply.id);
        let position = position
            .ok_or_else(|| Failure::Nonsense(format!("an answer to question {}, which is not open", reply.id)))?;
        let index = self.in_flight[position].index;
        let can = &worker.hello.about.can;
        let answer = checked(reply.answer, &self.shared.inputs[index], can).map_err(Failure::Nonsense)?;
        self.in_flight.remove(position);
        self.last_heard = Instant::now();
        Ok(Done {
            index,
            outcome: Outcome::Answer(answer),
            engine_time: reply.engine_time.unwrap_or_else(|| since.elapsed()),
        })
    }

    /// After a failure, asks the questions in flight again, one at a time. A question that fails again gets that
    /// failure as its outcome. If none fails, the oldest gets the first failure, because an engine that answers in
    /// order was working on it.
    fn find_culprit(&mut self, failure: Failure) -> Result<(), Stop> {
        let failed = self.fail(failure)?;
        let suspects: Vec<_> = self.in_flight.drain(..).map(|question| question.index).collect();
        let [oldest, others @ ..] = suspects.as_slice() else {
            return Ok(());
        };
        if others.is_empty() {
            self.deliver(*oldest, failed, Duration::ZERO);
            return Ok(());
        }
        let first = self.ask_alone(*oldest)?;
        let mut again = !matches!(first.outcome, Outcome::Answer(_));
        for &index in others {
            let done = self.ask_alone(index)?;
            again |= !matches!(done.outcome, Outcome::Answer(_));
            self.ready.push(done);
        }
        let outcome = match failed {
            Outcome::Crashed(how) if !again => Outcome::Crashed(format!("{how}{NOT_AGAIN}")),
            Outcome::ProtocolError(what) if !again => Outcome::ProtocolError(format!("{what}{NOT_AGAIN}")),
            // Asked alone, each was within the limit, which applies to one question.
            _ => first.outcome,
        };
        self.deliver(*oldest, outcome, first.engine_time);
        Ok(())
    }

    /// Asks one question with no other in flight.
    fn ask_alone(&mut self, index: usize) -> Result<Done, Stop> {
        let outcome = match self.ask(index)? {
            Some(answer) => Outcome::Answer(answer),
            None => match self.hear()? {
                Ok(done) => return Ok(done),
                Err(failure) => {
                    self.in_flight.clear();
                    self.fail(failure)?
                }
            },
        };
        Ok(Done { index, outcome, engine_time: Duration::ZERO })
    }

    /// Drops the worker. Returns the outcome for the question that caused the failure.
    fn fail(&mut self, failure: Failure) -> Result<Outcome, Stop> {
        self.worker = None;
        let outcome = match failure {
            Failure::Died(how) => Outcome::Crashed(how),
            Failure::Nonsense(what) => Outcome::ProtocolError(what),
            Failure::Silent => Outcome::TimedOut(self.shared.limits.timeout),
            Failure::Cancelled => return Err(Stop::Cancelled),
        };
        self.shared.restarts.fetch_add(1, Ordering::Relaxed);
        Ok(outcome)
    }
}

/// How many questions may be in flight to an engine that asks for this many.
fn window(wanted: Option<usize>) -> usize {
    wanted.map_or(WINDOW, |wanted| wanted.clamp(2, WIDEST_WINDOW))
}

/// The note on a failure that did not happen again.
pub const NOT_AGAIN: &str = "; in a second attempt, alone in a new process, the engine answered";

/// Starts a worker.
pub(super) fn start(shared: &Shared<'_>) -> Result<Worker, Stop> {
    let limits = shared.limits;
    let command = match shared.command {
        Ok(command) => command,
        Err(unavailable) => return Err(Stop::Unavailable(unavailable.clone())),
    };
    let mut reason = String::new();
    for _ in 0..ATTEMPTS {
        let failure = match Worker::start(command, limits.startup, shared.cancelled) {
            Ok(worker) => return Ok(worker),
            Err(NotStarted::NotIntroduced(failure)) => failure,
            Err(NotStarted::Spawn { program, error }) => {
                return Err(unavailable(shared, format!("cannot start `{program}`: {error}")));
            }
        };
        reason = match failure {
            Failure::Cancelled => return Err(Stop::Cancelled),
            Failure::Died(how) => format!("its process ended at startup: {how}"),
            Failure::Nonsense(what) => format!("its introduction is not valid: {what}"),
            Failure::Silent => {
                let reason = format!("it sent no introduction within {:?}", limits.startup);
                return Err(unavailable(shared, reason));
            }
        };
    }
    Err(unavailable(shared, reason))
}

fn unavailable(shared: &Shared<'_>, reason: String) -> Stop {
    Stop::Unavailable(EngineUnavailable { engine: shared.engine.to_owned(), reason })
}

/// The answer to `input` of an engine that says it can do `can`.
///
/// # Errors
/// When it is the wrong kind of answer, or shows that the engine cannot do what it says.
fn checked(mut answer: Answer, input: &Input, can: &[Capability]) -> Result<Answer, String> {
    let reports_errors = can.contains(&Capability::Errors);
    if let (Answer::Tree { mode, .. }, Task::Tree { context, .. }) = (&mut answer, &input.task) {
        if !can.contains(&Capability::Mode) {
            *mode = None;
        } else if mode.is_none() && context.is_none() {
            return Err("its `can` lists `mode`, but the answer has no mode".to_owned());
        }
    }
    match (&mut answer, &input.task) {
        (Answer::Tree { errors, .. }, Task::Tree { .. }) | (Answer::Tokens { errors, .. }, Task::Tokens { .. }) => {
            if !reports_errors {
                *errors = None;
            } else if errors.is_none() {
                return Err("its `can` lists `errors`, but the answer has no errors".to_owned());
            }
        }
        (Answer::Encoding(_), Task::Encoding) | (Answer::Markup(_), Task::Serialise(_)) => {}
        (Answer::Unsupported(reason), _) => {
            let name = reason.split(':').next().unwrap_or_default();
            if Capability::from_name(name).is_some_and(|capability| can.contains(&capability)) {
                return Err(format!("its `can` lists `{name}`, but it answers: unsupported, {reason}"));
            }
        }
        (answer, task) => {
            return Err(format!("expected {}, found {}", kind_wanted(task), answer.kind()));
        }
    }
    Ok(answer)
}

fn kind_wanted(task: &Task) -> &'static str {
    match task {
        Task::Tree { .. } => "a tree",
        Task::Tokens { .. } => "tokens",
        Task::Encoding => "an encoding",
        Task::Serialise(_) => "markup",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::input::Source;
    use crate::model::tree::Tree;

    #[test]
    fn the_window_an_engine_asks_for_is_limited() {
        for (wanted, window) in [(None, WINDOW), (Some(0), 2), (Some(100), 100), (Some(usize::MAX), WIDEST_WINDOW)] {
            assert_eq!(super::window(wanted), window, "{wanted:?}");
        }
    }

    #[test]
    fn an_answer_is_held_against_what_the_engine_says_it_can() {
        use Capability::{Document, Errors, Fragment, Mode};
        let input = |context: &str| Input {
            source: Source::Text("x".into()),
            task: Task::Tree { context: context.parse().ok(), scripting: false },
        };
        let (document, fragment) = (input(""), input("div"));
        let tree = |errors: bool| Answer::Tree { tree: Tree::new(), errors: errors.then(Vec::new), mode: None };
        let unsupported = |reason: &str| Answer::Unsupported(reason.to_owned());
        let all = [Document, Fragment, Errors, Mode];
        for (answer, input, can, expected) in [
            (tree(true), &document, &all[..2], Ok(tree(false))),
            (tree(false), &document, &all[..3], Err("lists `errors`")),
            (tree(true), &document, &all[..], Err("lists `mode`")),
            (tree(true), &fragment, &all[..], Ok(tree(true))),
            (unsupported("fragment: no such function"), &fragment, &all[..], Err("lists `fragment`")),
            (unsupported("size: too long"), &fragment, &all[..], Ok(unsupported("size: too long"))),
            (Answer::Encoding("UTF-8".to_owned()), &document, &all[..], Err("expected a tree, found an encoding")),
        ] {
            match (checked(answer, input, can), expected) {
                (Err(told), Err(words)) => assert!(told.contains(words), "{told}"),
                (told, expected) => assert_eq!(told, expected.map_err(str::to_owned)),
            }
        }
    }
}
