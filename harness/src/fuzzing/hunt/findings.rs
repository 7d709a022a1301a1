//! The findings of oracles that do not compare trees or tokens: each divergence once, with the smallest document that
//! shows it.

use std::collections::BTreeMap;

use super::evaluator::{Evaluator, Who};
use crate::fuzzing::generate::TestCase;
use crate::fuzzing::minimise::minimise;
use crate::model::answer::Outcome;
use crate::model::input::Input;
use crate::oracles::{Finding, Oracle};

/// How many divergences per engine and oracle to minimise fully. Each one costs hundreds of questions. The documents of
/// the others are minimised only by whole tokens, which costs dozens.
const MOST_MINIMISED: usize = 100;

/// A property that does not hold of an engine.
#[derive(Debug, Clone)]
pub struct Divergence {
    /// The engine.
    pub engine: String,
    /// The oracle that found it.
    pub oracle: Oracle,
    /// What is wrong.
    pub finding: Finding,
    /// The smallest document found that shows it.
    pub case: TestCase,
    /// How many documents did.
    pub count: usize,
}

/// What has been found.
#[derive(Debug, Default)]
pub struct Findings {
    known: BTreeMap<(String, Oracle, Finding), (Who, Divergence)>,
}

impl Findings {
    /// The divergences, by engine and oracle.
    pub fn divergences(&self) -> impl Iterator<Item = &Divergence> {
        self.known.values().map(|(_, divergence)| divergence)
    }

    /// The same with the engine it is of.
    pub(super) fn into_divergences(self) -> impl Iterator<Item = (Who, Divergence)> {
        self.known.into_values()
    }

    pub(super) fn add(&mut self, who: Who, divergence: Divergence) {
        let Divergence { engine, oracle, finding, .. } = divergence.clone();
        self.known.insert((engine, oracle, finding), (who, divergence));
    }

    /// Adds what was found of other engines.
    pub(super) fn extend(&mut self, other: Self) {
        self.known.extend(other.known);
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.known.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.known.is_empty()
    }

    /// Counts what an oracle found on a document; what is new is made smaller.
    pub(super) fn take(
        &mut self,
        case: &TestCase,
        (who, oracle, finding): (Who, Oracle, Finding),
        evaluator: &Evaluator,
        ask: &mut dyn FnMut(usize, &Input) -> Outcome,
    ) {
        let engine = evaluator.name(who).to_owned();
        let key = (engine.clone(), oracle, finding.clone());
        if let Some((_, known)) = self.known.get_mut(&key) {
            known.count += 1;
            return;
        }
        let of_oracle = |known: &&(String, Oracle, Finding)| known.0 == engine && known.1 == oracle;
        let small = match self.known.keys().filter(of_oracle).count() {
            // A fault can take up to the time limit, and a second attempt can end differently.
            _ if oracle == Oracle::NoCrash => case.clone(),
            known => {
                let shows = |case: &TestCase| {
                    let asked = evaluator.question(oracle, who, &case.input(), ask);
                    asked.found.contains(&finding)
                };
                match known < MOST_MINIMISED {
                    true => minimise(case, shows),
                    false => case.shrunk(shows),
                }
            }
        };
        let divergence = Divergence { engine, oracle, finding, case: small, count: 1 };
        self.known.insert(key, (who, divergence));
    }
}
