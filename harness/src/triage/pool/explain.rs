//! What explains an answer.

use std::collections::{BTreeMap, BTreeSet};

use super::{Cause, Pool, Seen};
use crate::triage::cause::{other_suspects, suspects};
use crate::triage::trials::Agrees;

impl Pool {
    /// The causes that predict it: of those that are suspected first, or else of the others.
    pub(super) fn predicting(&self, seen: &Seen<'_>) -> BTreeSet<Cause> {
        let changes = self.changes();
        let first = seen.explained_by(suspects(&changes, seen.input), &changes);
        match first.is_empty() {
            true => seen.explained_by(other_suspects(&changes, seen.input), &changes),
            false => first,
        }
    }

    /// The causes that explain it: they predict it, and nothing that the engine does refutes them. If there are none, those
    /// that predict it and are refuted least.
    pub(in crate::triage) fn explanations(
        &mut self,
        seen: &Seen<'_>,
        agrees: &mut Agrees<'_>,
    ) -> BTreeSet<Cause> {
        let changes = self.changes();
        let likely = seen.explained_by(suspects(&changes, seen.input), &changes);
        let left = self.not_refuted(&likely, agrees);
        if !left.is_empty() {
            return left;
        }
        let completed = likely.iter().flat_map(|cause| self.trials.completed(cause));
        let completed = seen.explained_by(completed.collect(), &changes);
        let left = self.not_refuted(&completed, agrees);
        if !left.is_empty() {
            return left;
        }
        let unlikely = seen.explained_by(other_suspects(&changes, seen.input), &changes);
        let left = self.not_refuted(&unlikely, agrees);
        if !left.is_empty() {
            return left;
        }
        self.least_refuted(&likely | &unlikely, agrees)
    }

    /// The causes that no trial refutes.
    fn not_refuted(
        &mut self,
        causes: &BTreeSet<Cause>,
        agrees: &mut Agrees<'_>,
    ) -> BTreeSet<Cause> {
        let known: Vec<Cause> = self.exact().cloned().collect();
        let mut left = causes.clone();
        left.retain(|cause| !self.trials.refute(cause, &known, agrees));
        left
    }

    fn least_refuted(
        &mut self,
        causes: BTreeSet<Cause>,
        agrees: &mut Agrees<'_>,
    ) -> BTreeSet<Cause> {
        let known: Vec<Cause> = self.exact().cloned().collect();
        let counted = causes
            .into_iter()
            .map(|cause| (self.trials.refutations(&cause, &known, agrees), cause));
        let mut by_count: BTreeMap<usize, BTreeSet<Cause>> = BTreeMap::new();
        for (count, cause) in counted {
            by_count.entry(count).or_default().insert(cause);
        }
        by_count
            .pop_first()
            .map_or_else(BTreeSet::new, |(_, causes)| causes)
    }

    /// What predicts it beside a cause on the list that it is akin to, each with that.
    pub(super) fn explanations_beside(&self, seen: &Seen<'_>) -> BTreeSet<Cause> {
        let changes = self.changes();
        let suspects = suspects(&changes, seen.input);
        let beside = self
            .explained()
            .flat_map(|known| suspects.iter().filter_map(|cause| known.and_akin(cause)));
        seen.explained_by(beside.collect(), &changes)
    }
}
