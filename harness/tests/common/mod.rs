//! What tests of engines share.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crosscheck::engines::{Limits, Pool, Stats, WorkerCommand, find};
use crosscheck::model::answer::{Answer, Outcome};
use crosscheck::model::input::Input;

/// Limits that make tests of hanging engines short.
pub(crate) fn limits() -> Limits {
    Limits { timeout: Duration::from_secs(5), ..Limits::default() }
}

/// A pool of the engine of this name, in worker processes of the command under test.
pub(crate) fn pool(engine: &str, limits: Limits, jobs: usize) -> Pool {
    let spec = find(engine).unwrap_or_else(|error| panic!("{error}"));
    Pool::new(&spec, limits, jobs, worker())
}

/// The worker of the command under test.
pub(crate) fn worker() -> WorkerCommand {
    WorkerCommand::new(env!("CARGO_BIN_EXE_crosscheck"))
}

/// Asks all; the outcomes in the order of the inputs. Each input must get exactly one.
pub(crate) fn ask(pool: &Pool, inputs: &[Input]) -> (Vec<Outcome>, Stats) {
    let mut outcomes = vec![None; inputs.len()];
    let mut take = |index: usize, outcome: Outcome| {
        let earlier = outcomes[index].replace(outcome);
        assert_eq!(earlier, None, "input {index} has two outcomes");
    };
    let stats = pool.ask(inputs, &mut take, &AtomicBool::new(false));
    let stats = stats.unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(stats.outcomes, inputs.len());
    let outcomes = outcomes.into_iter().enumerate();
    let outcomes = outcomes.map(|(index, outcome)| outcome.unwrap_or_else(|| panic!("input {index} has no outcome")));
    (outcomes.collect(), stats)
}

/// The dump of the tree in an outcome, or what the outcome was.
pub(crate) fn dump(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Answer(Answer::Tree { tree, .. }) => tree.dump().to_display().into_owned(),
        other => format!("{other:?}"),
    }
}
