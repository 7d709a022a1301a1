//! Triage: thousands of divergent documents, a few root causes.

mod cause;
mod difference;
pub mod record;

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use crate::engines::{Answer, EngineUnavailable, Outcome};
use crate::generate::Soup;
use crate::hunt::{Panel, Round, standard};
use crate::minimise::minimise;
use crate::tree::Tree;

pub use cause::Cause;
use cause::{explanations, predict};
pub use difference::first_difference;

/// How many unexplained divergences of an engine are looked into: each costs hundreds of questions. Those beyond are
/// counted as not looked into.
const MOST_UNEXPLAINED: usize = 200;

/// A reason why an engine departs from the standard, with the smallest document that shows it.
#[derive(Debug, Clone)]
pub struct RootCause {
    /// The engine.
    pub engine: String,
    /// The reason.
    pub cause: Cause,
    /// The other reasons that would explain the document as well.
    pub alternatives: Vec<Cause>,
    /// The document.
    pub soup: Soup,
    /// The standard's tree of it.
    pub standard: Tree,
    /// What the engine made of it.
    pub outcome: Outcome,
    /// How many documents diverged for this reason alone.
    pub count: usize,
}

/// What is known so far of the departures of engines.
#[derive(Debug, Default)]
pub struct Triage {
    /// The root causes, in the order they were found.
    pub causes: Vec<RootCause>,
    /// How many documents an engine departed on.
    pub divergent: usize,
    /// How many of them by several root causes of one engine together.
    pub combined: usize,
    /// How many were not looked into.
    pub unsorted: usize,
    unexplained: BTreeMap<String, usize>,
}

impl Triage {
    /// Sorts what engines made of a document under its root causes; a new one is minimised and explained.
    pub(crate) fn take(
        &mut self,
        soup: &Soup,
        round: Round,
        panel: &Panel,
        cancel: &AtomicBool,
    ) -> Result<(), EngineUnavailable> {
        let Some(standard) = round.standard else {
            return Ok(());
        };
        let names: Vec<&str> = panel.names().collect();
        let mut diverged = false;
        for (member, outcome) in round.others.into_iter().enumerate() {
            let departs = match &outcome {
                Outcome::Answer(Answer::Tree { tree, .. }) => *tree != standard,
                Outcome::Answer(_) => false,
                _ => true,
            };
            if !departs {
                continue;
            }
            diverged = true;
            let subject = Subject {
                panel,
                member,
                engine: names[member],
                cancel,
            };
            match outcome {
                Outcome::Answer(Answer::Tree { tree, .. }) => {
                    self.take_tree(&subject, soup, &tree)?
                }
                fault => self.take_fault(&subject, soup, fault)?,
            }
        }
        self.divergent += usize::from(diverged);
        Ok(())
    }

    fn take_tree(
        &mut self,
        subject: &Subject<'_>,
        soup: &Soup,
        tree: &Tree,
    ) -> Result<(), EngineUnavailable> {
        if self.count_known(subject.engine, soup, tree) {
            return Ok(());
        }
        let looked_into = self
            .unexplained
            .entry(subject.engine.to_owned())
            .or_default();
        if *looked_into >= MOST_UNEXPLAINED {
            self.unsorted += 1;
            return Ok(());
        }
        *looked_into += 1;
        let small = subject.minimise(soup, |soup, tree| {
            !self.is_known(subject.engine, soup, tree)
        })?;
        let Some((standard, tree)) = subject.departure(&small)? else {
            return Ok(());
        };
        let mut causes = explanations(&small.input(), &tree);
        // What also explains the document it was found in is the better explanation.
        let original = soup.input();
        let whole = subject.tree(soup)?;
        causes.sort_by_key(|cause| {
            !whole
                .as_ref()
                .is_some_and(|whole| cause.predicts(&original, whole))
        });
        let difference = first_difference(&standard, &tree).unwrap_or_default();
        let mut causes = causes.into_iter();
        let cause = causes.next().unwrap_or(Cause::Unexplained(difference));
        let known = self
            .causes
            .iter_mut()
            .find(|known| known.engine == subject.engine && known.cause == cause);
        if let Some(known) = known {
            known.count += 1;
            return Ok(());
        }
        if cause.is_explained()
            && let Some(looked_into) = self.unexplained.get_mut(subject.engine)
        {
            *looked_into -= 1;
        }
        self.causes.push(RootCause {
            engine: subject.engine.to_owned(),
            cause,
            alternatives: causes.collect(),
            soup: small,
            standard,
            outcome: Outcome::Answer(Answer::Tree {
                tree,
                errors: None,
                mode: None,
            }),
            count: 1,
        });
        Ok(())
    }

    fn take_fault(
        &mut self,
        subject: &Subject<'_>,
        soup: &Soup,
        outcome: Outcome,
    ) -> Result<(), EngineUnavailable> {
        let cause = Cause::Fault(outcome.fault().unwrap_or_default());
        let known = self
            .causes
            .iter_mut()
            .find(|known| known.engine == subject.engine && known.cause == cause);
        if let Some(known) = known {
            known.count += 1;
            return Ok(());
        }
        let Some(standard) = standard(&soup.input()) else {
            return Ok(());
        };
        self.causes.push(RootCause {
            engine: subject.engine.to_owned(),
            cause,
            alternatives: Vec::new(),
            soup: soup.clone(),
            standard,
            outcome,
            count: 1,
        });
        Ok(())
    }

    /// Counts a tree that known root causes of the engine predict.
    fn count_known(&mut self, engine: &str, soup: &Soup, tree: &Tree) -> bool {
        let input = soup.input();
        let of_engine = self
            .causes
            .iter_mut()
            .filter(|known| known.engine == engine);
        for known in of_engine {
            if known.cause.is_explained() && known.cause.predicts(&input, tree) {
                known.count += 1;
                return true;
            }
        }
        let is_combined = self.predicts_together(engine, soup, tree);
        self.combined += usize::from(is_combined);
        is_combined
    }

    fn is_known(&self, engine: &str, soup: &Soup, tree: &Tree) -> bool {
        let input = soup.input();
        let mut of_engine = self.causes.iter().filter(|known| known.engine == engine);
        of_engine.any(|known| known.cause.is_explained() && known.cause.predicts(&input, tree))
            || self.predicts_together(engine, soup, tree)
    }

    /// Whether what is known of an engine predicts its tree together: the changes it lacks, these and one mutant, or all.
    fn predicts_together(&self, engine: &str, soup: &Soup, tree: &Tree) -> bool {
        let of_engine = self
            .causes
            .iter()
            .filter(|known| known.engine == engine && known.cause.is_explained());
        let (changes, mutants): (Vec<Cause>, Vec<Cause>) = of_engine
            .map(|known| known.cause.clone())
            .partition(|cause| matches!(cause, Cause::Without(_)));
        if changes.len() + mutants.len() < 2 {
            return false;
        }
        let input = soup.input();
        let with = |mutants: &[Cause]| {
            predict(&[changes.as_slice(), mutants].concat(), &input).as_ref() == Some(tree)
        };
        with(&mutants)
            || with(&[])
            || mutants
                .iter()
                .any(|mutant| with(std::slice::from_ref(mutant)))
    }
}

/// An engine that departed.
struct Subject<'p> {
    panel: &'p Panel,
    member: usize,
    engine: &'p str,
    cancel: &'p AtomicBool,
}

impl Subject<'_> {
    fn tree(&self, soup: &Soup) -> Result<Option<Tree>, EngineUnavailable> {
        Ok(match self.panel.ask_one(self.member, soup, self.cancel)? {
            Outcome::Answer(Answer::Tree { tree, .. }) => Some(tree),
            _ => None,
        })
    }

    /// The standard's tree and the engine's, if they are not the same.
    fn departure(&self, soup: &Soup) -> Result<Option<(Tree, Tree)>, EngineUnavailable> {
        let trees = standard(&soup.input()).zip(self.tree(soup)?);
        Ok(trees.filter(|(standard, tree)| standard != tree))
    }

    /// The smallest document on which the engine departs, in a way that `counts`.
    fn minimise(
        &self,
        soup: &Soup,
        counts: impl Fn(&Soup, &Tree) -> bool,
    ) -> Result<Soup, EngineUnavailable> {
        let mut unavailable = None;
        let small = minimise(soup, |soup| match self.departure(soup) {
            Ok(departure) => departure.is_some_and(|(_, tree)| counts(soup, &tree)),
            Err(error) => {
                unavailable.get_or_insert(error);
                false
            }
        });
        match unavailable {
            Some(error) => Err(error),
            None => Ok(small),
        }
    }
}
