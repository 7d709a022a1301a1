//! Triage: thousands of divergent documents, a few root causes.
//!
//! Each divergence is minimised and asked what predicts it: the changes and mutants of the standard engine that give
//! exactly the engine's answer. The divergences are then put under as few of these causes as explain them all, and what
//! several causes explain together is no news. Those that nothing predicts are told apart by where they part.

mod agreed;
mod cause;
mod difference;
mod fault;
mod parting;
mod pool;
pub mod record;
mod subject;
mod trials;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use crosscheck_parser::clause::Clause;

use crate::engines::{About, Answer, Outcome};
use crate::generate::Soup;
use crate::hunt::{Panel, Round, standard};
use crate::input::Input;
use crate::oracles::Oracle;

pub use cause::Cause;
pub use difference::first_difference;
pub use parting::Parting;

use agreed::Document;
use fault::fault;
use parting::last_row;
use pool::{Case, Group, Known, MOST_TOGETHER, Pool, Seen};
use subject::Subject;

/// How many causes may be at work together for a document not to be a smaller one of the divergence that is made small. This
/// is asked hundreds of times.
const FEW_TOGETHER: usize = 2;

/// A reason why an engine departs from the standard, with the smallest document that shows it.
#[derive(Debug, Clone)]
pub struct RootCause {
    /// The engine.
    pub engine: String,
    /// Its version.
    pub version: String,
    /// The property that does not hold.
    pub oracle: Oracle,
    /// The reason.
    pub cause: Cause,
    /// The other reasons that would explain the documents as well.
    pub alternatives: Vec<Cause>,
    /// The clause of the standard that the engine gets wrong, or else the one at which it parts.
    pub clause: Option<Clause>,
    /// The document.
    pub soup: Soup,
    /// The standard's answer.
    pub standard: Answer,
    /// What the engine made of it.
    pub outcome: Outcome,
    /// How many documents diverged for this reason alone.
    pub count: usize,
}

/// What is known so far of the departures of engines.
#[derive(Debug, Default)]
pub struct Triage {
    /// How many documents an engine departed on.
    pub divergent: usize,
    /// How many of them by several root causes of one engine together.
    pub combined: usize,
    /// The oracles that compare answers.
    comparisons: Vec<Oracle>,
    engines: BTreeMap<String, Pool>,
}

impl Triage {
    /// Triage of what these oracles find, that counts these causes of engines and does not report them.
    pub fn knowing(
        comparisons: Vec<Oracle>,
        known: impl IntoIterator<Item = (String, Cause)>,
    ) -> Self {
        let mut triage = Self {
            comparisons,
            ..Self::default()
        };
        for (engine, cause) in known {
            let pool = triage.engines.entry(engine).or_default();
            pool.masked.push((cause, 0));
        }
        triage
    }

    /// Takes over what another triage knows of an engine, in place of what this one does.
    pub(crate) fn adopt(&mut self, engine: &str, mut other: Self) {
        self.divergent += other.divergent;
        self.combined += other.combined;
        self.engines.extend(other.engines.remove_entry(engine));
    }

    /// Whether known causes of an engine predict its answer to a question.
    pub fn knows(&self, engine: &str, oracle: Oracle, input: &Input, answer: &Answer) -> bool {
        let seen = Seen {
            oracle,
            input,
            answer,
        };
        let pool = self.engines.get(engine);
        pool.is_some_and(|pool| pool.knows(&seen, MOST_TOGETHER).is_some())
    }

    /// Whether an engine's answer to a question follows from what is known: causes predict it, or the engine parts there as
    /// it does where it is not known exactly what is wrong.
    pub fn follows(&self, engine: &str, oracle: Oracle, input: &Input, answer: &Answer) -> bool {
        let seen = Seen {
            oracle,
            input,
            answer,
        };
        self.engines.get(engine).is_some_and(|pool| {
            pool.knows(&seen, MOST_TOGETHER).is_some()
                || standard(input).is_some_and(|standard| pool.parts_vaguely(&seen, &standard))
        })
    }

    /// How many root causes there are so far.
    pub fn distinct(&self) -> usize {
        self.engines.values().map(|pool| pool.groups.len()).sum()
    }

    /// How many documents diverged for reasons known from the beginning.
    pub fn masked(&self) -> usize {
        let masked = self.engines.values().flat_map(|pool| &pool.masked);
        masked.map(|(_, count)| count).sum()
    }

    /// The root causes, by engine in the order they were found.
    pub fn causes(&self) -> Vec<RootCause> {
        let of_engine = |(engine, pool): (&String, &Pool)| -> Vec<RootCause> {
            let groups = pool.groups.iter();
            groups
                .map(|group| root_cause(engine, pool, group))
                .collect()
        };
        self.engines.iter().flat_map(of_engine).collect()
    }

    /// Looks at everything again with all that was found.
    pub fn settle(&mut self) {
        for pool in self.engines.values_mut() {
            self.combined += pool.settle();
        }
    }

    /// Counts a document on which no engine departs but this one, if it does for the cause that most documents have: there
    /// is nothing to look into, and no need to know the standard's answer.
    pub(crate) fn count_frequent(&mut self, engine: &str, input: &Input, answer: &Answer) -> bool {
        let pool = self.engines.get_mut(engine);
        let counted =
            pool.is_some_and(|pool| pool.count_frequent(&self.comparisons, input, answer));
        self.divergent += usize::from(counted);
        counted
    }

    /// Sorts what engines made of a document under its root causes; a new one is minimised and explained.
    pub(crate) fn take(&mut self, soup: &Soup, round: Round, panel: &Panel, cancel: &AtomicBool) {
        let diverged = self.look_into(soup, round, panel, cancel);
        self.divergent += usize::from(diverged);
    }

    /// The same of a document that was counted, or is asked about on the way. Whether an engine departed.
    pub(crate) fn look_into(
        &mut self,
        soup: &Soup,
        round: Round,
        panel: &Panel,
        cancel: &AtomicBool,
    ) -> bool {
        let Some(standard) = round.standard else {
            return false;
        };
        let abouts: Vec<&About> = panel.abouts().collect();
        let mut diverged = false;
        for (member, outcome) in round.others.into_iter().enumerate() {
            let subject = Subject {
                panel,
                member,
                about: abouts[member],
                cancel,
                agreed: RefCell::default(),
            };
            diverged |= match outcome {
                Outcome::Answer(engine) => match self.departure(&standard, &engine) {
                    Some(oracle) => {
                        self.take_answer(&subject, soup, oracle, &engine);
                        true
                    }
                    None => false,
                },
                fault => {
                    self.take_fault(&subject, soup, fault);
                    true
                }
            };
        }
        diverged
    }

    /// In what an engine's answer departs first from the standard's. Other errors of another tree are no news.
    fn departure(&self, standard: &Answer, engine: &Answer) -> Option<Oracle> {
        let mut oracles = self.comparisons.iter().copied();
        oracles.find(|oracle| oracle.differ(standard, engine))
    }

    fn pool(&mut self, about: &About) -> &mut Pool {
        let pool = self.engines.entry(about.name.clone()).or_default();
        pool.version.clone_from(&about.version);
        pool
    }

    fn take_answer(&mut self, subject: &Subject<'_>, soup: &Soup, oracle: Oracle, answer: &Answer) {
        let input = soup.input();
        let seen = Seen {
            oracle,
            input: &input,
            answer,
        };
        let pool = self.pool(subject.about);
        if let Some(known) = pool.count(&seen) {
            self.combined += usize::from(known == Known::Together);
            return;
        }
        let agrees = &mut |document: &Document| subject.agrees(document);
        let causes = pool.explanations(&seen, agrees);
        let parting = match causes.is_empty() {
            true => Some(subject.parting(soup, oracle)),
            false => None,
        };
        if let Some(parting) = &parting
            && pool.count_alike(parting)
        {
            return;
        }
        let small = subject.minimise(soup, oracle, |seen| {
            let changes = pool.changes();
            let is_same = |cause| seen.is_explained(cause, &changes);
            (causes.is_empty() || causes.iter().any(is_same))
                && pool.knows(seen, FEW_TOGETHER).is_none()
        });
        if oracle == Oracle::Markup {
            // Where the trees are the same, it is not for what makes trees otherwise.
            subject.case(subject::parsed(&small), Oracle::Trees);
        }
        if let Some(case) = subject.case(small, oracle) {
            pool.take(case, &causes, parting, subject.agreed.take(), agrees);
        }
    }

    fn take_fault(&mut self, subject: &Subject<'_>, soup: &Soup, outcome: Outcome) {
        let Some(fault) = fault(&outcome) else {
            return;
        };
        let pool = self.pool(subject.about);
        let cause = Cause::Fault(fault);
        if pool.count_cause(&cause) {
            return;
        }
        let small = match outcome {
            // Every smaller document would take as long.
            Outcome::TimedOut(_) => soup.clone(),
            _ => subject.minimise_fault(soup, &cause),
        };
        let outcome = match small == *soup {
            true => outcome,
            false => subject.ask(&small),
        };
        let input = small.input();
        if let Some(standard) = standard(&input) {
            pool.add(Case {
                oracle: Oracle::NoCrash,
                soup: small,
                input,
                standard,
                outcome,
                causes: [cause].into(),
                is_vague: false,
                count: 1,
            });
        }
    }
}

fn root_cause(engine: &str, pool: &Pool, group: &Group) -> RootCause {
    let case = &pool.cases[group.cases[0]];
    let wrong = match &group.cause {
        Cause::Like(mutants) => mutants.clause(),
        Cause::Unexplained(parting) => parting.clause,
        _ => None,
    };
    RootCause {
        engine: engine.to_owned(),
        version: pool.version.clone(),
        oracle: case.oracle,
        cause: group.cause.clone(),
        alternatives: group.alternatives.clone(),
        clause: wrong.or_else(|| last_row(&case.input)),
        soup: case.soup.clone(),
        standard: case.standard.clone(),
        outcome: case.outcome.clone(),
        count: pool.documents(group),
    }
}
