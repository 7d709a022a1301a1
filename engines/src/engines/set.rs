//! A set of engines that answer in parallel.

use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;
use std::thread;

use super::{EngineKind, EngineSpec, EngineUnavailable, Limits, Pool, WorkerCommand, standard};
use crate::model::answer::{About, Answer, Outcome};
use crate::model::input::Input;

/// Engines, each in its workers, except the standard engine, which runs in this process.
pub struct EngineSet {
    members: Vec<Member>,
}

struct Member {
    pool: Pool,
    /// Why it can no longer be asked.
    lost: OnceLock<EngineUnavailable>,
    about: About,
    family: String,
    kind: EngineKind,
}

impl EngineSet {
    /// Creates a set of these engines, each with a share of the jobs.
    pub fn new(
        engines: &[EngineSpec],
        limits: &Limits,
        jobs: usize,
        worker: &WorkerCommand,
    ) -> Result<Self, EngineUnavailable> {
        let engines = engines.iter().filter(|spec| spec.name != standard::NAME);
        let outside = engines.clone().filter(|spec| is_outside(spec.kind)).count();
        let members = engines.map(|spec| {
            // Out-of-process engines are asked in parallel.
            let jobs = match is_outside(spec.kind) {
                true => jobs.div_ceil(outside),
                false => jobs,
            };
            let pool = Pool::new(spec, limits.clone(), jobs, worker.clone());
            Ok(Member {
                about: pool.about()?,
                pool,
                lost: OnceLock::new(),
                family: spec.family.clone(),
                kind: spec.kind,
            })
        });
        Ok(Self { members: members.collect::<Result<_, _>>()? })
    }

    /// The engines other than the standard engine.
    pub fn abouts(&self) -> impl Iterator<Item = &About> {
        self.members.iter().map(|member| &member.about)
    }

    /// The families of the engines.
    pub fn families(&self) -> impl Iterator<Item = &str> {
        self.members.iter().map(|member| &*member.family)
    }

    /// The indexes of the in-process engines, and of the others.
    pub fn places(&self) -> (Vec<usize>, Vec<usize>) {
        let is_inside = |place: &usize| !is_outside(self.members[*place].kind);
        (0..self.members.len()).partition(is_inside)
    }

    /// Why engines have been lost since the start.
    pub fn lost(&self) -> impl Iterator<Item = &EngineUnavailable> {
        self.members.iter().filter_map(|member| member.lost.get())
    }

    /// Whether the engine at this index has been lost.
    pub fn is_lost(&self, place: usize) -> bool {
        self.members[place].lost.get().is_some()
    }

    /// Whether all engines have been lost.
    pub fn is_deserted(&self) -> bool {
        !self.members.is_empty() && self.lost().count() == self.members.len()
    }

    /// The outcome of each input for each of these engines, by index. Outcomes are unsupported after a cancellation and
    /// from lost engines.
    pub fn ask(&self, places: &[usize], inputs: &[Input], cancel: &AtomicBool) -> Vec<Vec<Outcome>> {
        thread::scope(|scope| {
            let asked: Vec<_> =
                places.iter().map(|place| scope.spawn(|| self.members[*place].ask(inputs, cancel))).collect();
            let joined = asked.into_iter().map(|asked| {
                let joined = asked.join();
                joined.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            });
            joined.collect()
        })
    }

    /// Asks the engine at this index one question.
    pub fn answer(&self, member: usize, input: Input, cancel: &AtomicBool) -> Outcome {
        let mut outcomes = self.members[member].ask(&[input], cancel);
        outcomes.pop().expect("one outcome for each input")
    }
}

/// Whether engines of this kind run only in their own workers, not in hunt workers.
fn is_outside(kind: EngineKind) -> bool {
    kind != EngineKind::InProcess
}

impl Member {
    /// The outcome of each input. An engine that cannot be started again is lost and not tried any more.
    fn ask(&self, inputs: &[Input], cancel: &AtomicBool) -> Vec<Outcome> {
        let mut outcomes: Vec<Option<Outcome>> = vec![None; inputs.len()];
        if self.lost.get().is_none() {
            let mut take = |index: usize, outcome: Outcome| outcomes[index] = Some(outcome);
            if let Err(unavailable) = self.pool.ask(inputs, &mut take, cancel) {
                self.lost.get_or_init(|| unavailable);
            }
        }
        let missing = || {
            let reason = match self.lost.get() {
                Some(_) => "lost: the engine could not be started again",
                None => "not asked: interrupted",
            };
            Outcome::Answer(Answer::Unsupported(reason.to_owned()))
        };
        let outcomes = outcomes.into_iter();
        outcomes.map(|outcome| outcome.unwrap_or_else(missing)).collect()
    }
}
