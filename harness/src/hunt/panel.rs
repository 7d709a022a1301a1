//! The engines of a hunt, asked side by side.

use std::sync::atomic::AtomicBool;
use std::thread;

use crosscheck_parser::observer::Ignore;

use super::HuntOptions;
use crate::engines::standard::Standard;
use crate::engines::{self, About, Answer, EngineUnavailable, Outcome, Pool};
use crate::generate::Soup;
use crate::input::Input;
use crate::mutants::guarded;

/// The standard engine, which runs here, and the others, each in its workers.
pub(crate) struct Panel {
    members: Vec<Member>,
}

struct Member {
    pool: Pool,
    about: About,
}

/// What all made of one document.
pub(crate) struct Round {
    /// The standard's answer; `None` where it has none.
    pub(crate) standard: Option<Answer>,
    /// What each of the others made, in their order.
    pub(crate) others: Vec<Outcome>,
}

impl Panel {
    pub(crate) fn new(options: &HuntOptions) -> Result<Self, EngineUnavailable> {
        let others = options
            .engines
            .iter()
            .filter(|spec| spec.name != engines::standard::NAME);
        let members = others.map(|spec| {
            let pool = Pool::new(
                spec,
                options.limits.clone(),
                options.jobs,
                options.worker.clone(),
            );
            let about = pool.about()?;
            Ok(Member { pool, about })
        });
        Ok(Self {
            members: members.collect::<Result<_, _>>()?,
        })
    }

    /// The names of the engines beside the standard engine.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.members.iter().map(|member| member.about.name.as_str())
    }

    /// Asks all about all documents. When it is cancelled, what is missing is unsupported.
    pub(crate) fn ask(
        &self,
        soups: &[Soup],
        cancel: &AtomicBool,
    ) -> Result<Vec<Round>, EngineUnavailable> {
        let inputs: Vec<Input> = soups.iter().map(Soup::input).collect();
        thread::scope(|scope| {
            let asked: Vec<_> = self
                .members
                .iter()
                .map(|member| scope.spawn(|| member.ask(&inputs, cancel)))
                .collect();
            let mut rounds: Vec<Round> = inputs
                .iter()
                .map(|input| Round {
                    standard: standard(input),
                    others: Vec::new(),
                })
                .collect();
            for member in asked {
                let outcomes = member
                    .join()
                    .unwrap_or_else(|panic| std::panic::resume_unwind(panic))?;
                for (round, outcome) in rounds.iter_mut().zip(outcomes) {
                    round.others.push(outcome);
                }
            }
            Ok(rounds)
        })
    }

    /// Asks one engine, by its place, about one document.
    pub(crate) fn ask_one(
        &self,
        member: usize,
        soup: &Soup,
        cancel: &AtomicBool,
    ) -> Result<Outcome, EngineUnavailable> {
        let mut outcomes = self.members[member].ask(&[soup.input()], cancel)?;
        Ok(outcomes.pop().unwrap_or_else(missing))
    }
}

impl Member {
    fn ask(
        &self,
        inputs: &[Input],
        cancel: &AtomicBool,
    ) -> Result<Vec<Outcome>, EngineUnavailable> {
        let mut outcomes: Vec<Outcome> = Vec::new();
        outcomes.resize_with(inputs.len(), missing);
        let mut places = Vec::with_capacity(inputs.len());
        let mut asked = Vec::with_capacity(inputs.len());
        for (place, input) in inputs.iter().enumerate() {
            match engines::lacking(input, &self.about.can) {
                None => {
                    places.push(place);
                    asked.push(input.clone());
                }
                Some(capability) => {
                    outcomes[place] =
                        Outcome::Answer(Answer::Unsupported(capability.name().to_owned()));
                }
            }
        }
        let mut take = |index: usize, outcome: Outcome| outcomes[places[index]] = outcome;
        self.pool.ask(&asked, &mut take, cancel)?;
        Ok(outcomes)
    }
}

fn missing() -> Outcome {
    Outcome::Answer(Answer::Unsupported("not asked: interrupted".to_owned()))
}

/// What the standard engine answers.
pub(crate) fn standard(input: &Input) -> Option<Answer> {
    let made = guarded(|| Standard::default().make(input, &mut Ignore))?;
    Some(made.ok()?.into())
}
