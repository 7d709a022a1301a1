//! The divergences of one engine, put under as few root causes as explain them all.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::agreed::Agreed;
use super::cause::{Cause, other_suspects, predict, suspects};
use super::parting::Parting;
use crate::engines::{Answer, Outcome};
use crate::generate::Soup;
use crate::input::Input;
use crate::mutants::MutantSet;
use crate::oracles::Oracle;

/// How many documents of one cause are asked which of its other explanations hold of them too.
const MOST_EVIDENCE: usize = 32;

/// How many divergences that part alike and that nothing explains are looked into: each costs hundreds of questions.
const MOST_ALIKE: usize = 16;

/// How many causes may be at work in one document for it to be no news.
const MOST_TOGETHER: usize = 2;

/// A divergent document, made small.
#[derive(Debug, Clone)]
pub(super) struct Case {
    /// The property that does not hold.
    pub(super) oracle: Oracle,
    pub(super) soup: Soup,
    pub(super) input: Input,
    pub(super) standard: Answer,
    pub(super) outcome: Outcome,
    /// What can be the reason: the causes that predict what the engine does. A case that nothing predicts has one
    /// cause, that is not explained.
    pub(super) causes: BTreeSet<Cause>,
    /// Whether each of them would make the engine depart on other documents too, on which it does not: it does nearly
    /// what they say.
    pub(super) is_vague: bool,
    /// How many documents diverged like it.
    pub(super) count: usize,
}

/// Of two causes one is rare if the other has so many times as many documents.
const RARE: usize = 4;

/// What an engine answered to one question.
pub(super) struct Seen<'s> {
    pub(super) oracle: Oracle,
    pub(super) input: &'s Input,
    pub(super) answer: &'s Answer,
}

impl Seen<'_> {
    /// Whether an engine with all these causes answers so.
    fn is_predicted<'c>(&self, causes: impl IntoIterator<Item = &'c Cause>) -> bool {
        let predicted = predict(causes, self.input, self.oracle);
        predicted.is_some_and(|answer| !self.oracle.differ(&answer, self.answer))
    }

    /// Whether the cause makes a difference to the document, beside the changes the engine lacks.
    fn is_at_work(&self, cause: &Cause, changes: &[Cause]) -> bool {
        let (with, without) = (
            predict(changes.iter().chain([cause]), self.input, self.oracle),
            predict(changes, self.input, self.oracle),
        );
        with.zip(without)
            .is_some_and(|(with, without)| self.oracle.differ(&without, &with))
    }

    /// Whether the cause explains it, alone or beside the changes the engine lacks.
    pub(super) fn is_explained(&self, cause: &Cause, changes: &[Cause]) -> bool {
        self.is_predicted([cause])
            || !changes.is_empty() && self.is_predicted(changes.iter().chain([cause]))
    }
}

impl Case {
    /// The engine's answer, if there is one.
    pub(super) fn seen(&self) -> Option<Seen<'_>> {
        match &self.outcome {
            Outcome::Answer(answer) if self.oracle.is_comparison() => Some(Seen {
                oracle: self.oracle,
                input: &self.input,
                answer,
            }),
            _ => None,
        }
    }

    /// Leaves out the causes that are refuted, unless all are.
    fn refute(&mut self, agreed: &Agreed) {
        match agreed.not_refuted(&self.causes) {
            Some(causes) => self.causes = causes,
            None => self.is_vague = true,
        }
    }

    fn is_explained(&self) -> bool {
        self.causes.iter().any(Cause::is_explained)
    }
}

/// Divergences of one root cause.
#[derive(Debug, Clone)]
pub(super) struct Group {
    pub(super) cause: Cause,
    /// What would explain all of them as well.
    pub(super) alternatives: Vec<Cause>,
    /// Its cases, the smallest first.
    pub(super) cases: Vec<usize>,
    /// How many documents said what else it can be.
    evidence: usize,
}

/// Whether a divergence is news.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Known {
    /// One cause explains it.
    Alone,
    /// Several causes explain it together.
    Together,
}

/// What is known of one engine.
#[derive(Debug, Default)]
pub(super) struct Pool {
    /// The engine's version.
    pub(super) version: String,
    pub(super) cases: Vec<Case>,
    /// What documents that were not looked into leave possible.
    evidence: Vec<BTreeSet<Cause>>,
    /// The causes known from the beginning, which are counted and not reported.
    pub(super) masked: Vec<(Cause, usize)>,
    /// The cases by root cause.
    pub(super) groups: Vec<Group>,
    /// Where the engine does not depart.
    agreed: Agreed,
    /// How many documents that nothing explained were looked into, by how they part, and what came of the first.
    alike: BTreeMap<Parting, (usize, Cause)>,
}

impl Pool {
    /// The explained causes.
    fn explained(&self) -> impl Iterator<Item = &Cause> + Clone {
        let masked = self.masked.iter().map(|(cause, _)| cause);
        let groups = self.groups.iter().map(|group| &group.cause);
        masked.chain(groups).filter(|cause| cause.is_explained())
    }

    /// The changes that the engine lacks.
    pub(super) fn changes(&self) -> Vec<Cause> {
        let is_change = |cause: &&Cause| matches!(cause, Cause::Without(_));
        self.explained().filter(is_change).cloned().collect()
    }

    /// Whether causes on the list predict it.
    pub(super) fn knows(&self, seen: &Seen<'_>) -> Option<Known> {
        let changes = self.changes();
        if self
            .explained()
            .any(|cause| seen.is_explained(cause, &changes))
        {
            return Some(Known::Alone);
        }
        self.knows_together(seen, &changes)
            .then_some(Known::Together)
    }

    /// Whether several causes on the list predict it together: all, or the changes that the engine lacks and a few.
    fn knows_together(&self, seen: &Seen<'_>, changes: &[Cause]) -> bool {
        let mutants: Vec<&Cause> = self
            .explained()
            .filter(|cause| matches!(cause, Cause::Like(_)))
            .collect();
        if changes.len() + mutants.len() < MOST_TOGETHER {
            return false;
        }
        let with = |few: &[&Cause]| seen.is_predicted(changes.iter().chain(few.iter().copied()));
        let mut pairs = mutants
            .iter()
            .enumerate()
            .flat_map(|(index, one)| mutants[index + 1..].iter().map(move |other| [*one, *other]));
        with(&[]) || with(&mutants) || pairs.any(|pair| with(&pair))
    }

    /// Counts a divergence that causes on the list predict. The first of each cause say what else it can be.
    pub(super) fn count(&mut self, seen: &Seen<'_>) -> Option<Known> {
        let changes = self.changes();
        let explains = |cause: &Cause| cause.is_explained() && seen.is_explained(cause, &changes);
        if let Some((_, count)) = self.masked.iter_mut().find(|(cause, _)| explains(cause)) {
            *count += 1;
            return Some(Known::Alone);
        }
        if let Some(group) = self.groups.iter_mut().find(|group| explains(&group.cause)) {
            self.cases[group.cases[0]].count += 1;
            if group.evidence < MOST_EVIDENCE && self.cases[group.cases[0]].causes.len() > 1 {
                group.evidence += 1;
                let mut causes: BTreeSet<&Cause> = group
                    .cases
                    .iter()
                    .flat_map(|case| &self.cases[*case].causes)
                    .collect();
                causes.retain(|cause| explains(cause));
                self.evidence.push(causes.into_iter().cloned().collect());
            }
            return Some(Known::Alone);
        }
        self.knows_together(seen, &changes)
            .then_some(Known::Together)
    }

    /// Counts a divergence with a cause that predicts no answers. Whether it is known.
    pub(super) fn count_cause(&mut self, cause: &Cause) -> bool {
        if let Some((_, count)) = self.masked.iter_mut().find(|(masked, _)| masked == cause) {
            *count += 1;
            return true;
        }
        let group = self.groups.iter().find(|group| group.cause == *cause);
        if let Some(group) = group {
            self.cases[group.cases[0]].count += 1;
        }
        group.is_some()
    }

    /// Counts a divergence that nothing explains, where many that part like it were looked into. Whether it was.
    pub(super) fn count_alike(&mut self, parting: &Parting) -> bool {
        match self.alike.get(parting).cloned() {
            Some((looked_into, cause)) if looked_into >= MOST_ALIKE => self.count_cause(&cause),
            _ => false,
        }
    }

    /// Takes a case that was made small. `causes` explain the document it was made of; if there are none, that parted so.
    /// On documents like it the engine `agreed` with the standard.
    pub(super) fn take(
        &mut self,
        mut case: Case,
        causes: &BTreeSet<Cause>,
        parting: Option<Parting>,
        agreed: Agreed,
    ) {
        for other in &mut self.cases {
            other.refute(&agreed);
        }
        self.agreed.extend(agreed);
        let Some(seen) = case.seen() else {
            return;
        };
        let changes = self.changes();
        let explains = |cause: &&Cause| seen.is_explained(cause, &changes);
        let mut kept: BTreeSet<Cause> = causes.iter().filter(explains).cloned().collect();
        if kept.is_empty() {
            kept = self.explanations(&seen);
        }
        if kept.is_empty() {
            kept.insert(Cause::Unexplained(Parting::of(&seen, &case.standard)));
        }
        let first = kept.iter().min_by_key(|cause| cause.rank());
        if let (Some(parting), Some(first)) = (parting, first) {
            let (looked_into, _) = self.alike.entry(parting).or_insert((0, first.clone()));
            *looked_into += 1;
        }
        if first.is_some_and(|cause| !cause.is_explained() && self.count_cause(cause)) {
            return;
        }
        case.causes = kept;
        case.refute(&self.agreed);
        self.add(case);
    }

    /// Adds a case and sorts all anew.
    pub(super) fn add(&mut self, case: Case) {
        self.cases.push(case);
        self.sort();
    }

    /// Puts the cases under as few causes as explain them: again and again the cause that explains most of those left.
    pub(super) fn sort(&mut self) {
        let mut left: Vec<usize> = (0..self.cases.len()).collect();
        let mut evidence: Vec<&BTreeSet<Cause>> = self.evidence.iter().collect();
        let mut groups: Vec<Group> = Vec::new();
        while let Some(cause) = self.best(&left, &evidence) {
            let cases: Vec<usize> = left
                .extract_if(.., |case| self.cases[*case].causes.contains(&cause))
                .collect();
            let said = evidence
                .extract_if(.., |causes| causes.contains(&cause))
                .count();
            groups.push(Group {
                alternatives: self.alternatives(&cause, &cases),
                cause,
                cases,
                evidence: said,
            });
        }
        self.groups = groups;
        self.merge();
        self.order();
    }

    /// The cause that explains most; of several the one that says most.
    fn best(&self, left: &[usize], evidence: &[&BTreeSet<Cause>]) -> Option<Cause> {
        let mut votes: BTreeMap<&Cause, usize> = BTreeMap::new();
        for cause in left.iter().flat_map(|case| &self.cases[*case].causes) {
            *votes.entry(cause).or_default() += 1;
        }
        for cause in evidence.iter().copied().flatten() {
            if let Some(votes) = votes.get_mut(cause) {
                *votes += 1;
            }
        }
        let best = votes
            .into_iter()
            .min_by_key(|(cause, votes)| (Reverse(*votes), cause.rank()));
        best.map(|(cause, _)| cause.clone())
    }

    fn alternatives(&self, cause: &Cause, cases: &[usize]) -> Vec<Cause> {
        let mut sets = cases.iter().map(|case| &self.cases[*case].causes);
        let first = sets.next().into_iter().flatten();
        let mut others: Vec<Cause> = first.filter(|other| *other != cause).cloned().collect();
        for set in sets {
            others.retain(|other| set.contains(other));
        }
        others.sort_by_key(Cause::rank);
        others
    }

    /// Makes one group of those whose causes go together, where all that is wrong together explains every case.
    fn merge(&mut self) {
        let mut merged: Vec<Group> = Vec::new();
        for group in std::mem::take(&mut self.groups) {
            let together = merged.iter().enumerate().find_map(|(index, other)| {
                self.together(other, &group).map(|cause| (index, cause))
            });
            match together {
                Some((index, cause)) => {
                    let into = &mut merged[index];
                    into.cause = cause;
                    into.alternatives.clear();
                    into.cases.extend(group.cases);
                    into.evidence += group.evidence;
                }
                None => merged.push(group),
            }
        }
        self.groups = merged;
    }

    /// The cause of two groups, if they have one.
    fn together(&self, one: &Group, other: &Group) -> Option<Cause> {
        let (Cause::Like(mutants), Cause::Like(others)) = (&one.cause, &other.cause) else {
            return None;
        };
        if !mutants.is_akin(others) {
            return None;
        }
        let cause = Cause::Like(MutantSet::union(mutants, others));
        let changes = self.changes();
        let mut seen = one
            .cases
            .iter()
            .chain(&other.cases)
            .filter_map(|case| self.cases[*case].seen());
        seen.all(|seen| seen.is_explained(&cause, &changes))
            .then_some(cause)
    }

    /// Puts the smallest case of each group first, and the groups in the order of their first cases.
    fn order(&mut self) {
        self.groups
            .sort_by_key(|group| group.cases.iter().copied().min());
        for group in &mut self.groups {
            group
                .cases
                .sort_by_key(|case| (self.cases[*case].input.source.len(), *case));
        }
    }
}

impl Pool {
    /// At the end, when all causes are known: looks again at what nothing explained, and drops what the others explain.
    /// Gives how many documents have several causes at once.
    pub(super) fn settle(&mut self) -> usize {
        let mut combined = 0;
        let mut index = 0;
        while index < self.cases.len() {
            let case = &self.cases[index];
            let is_open = !case.is_explained();
            let known = case
                .seen()
                .filter(|_| is_open)
                .and_then(|seen| self.knows(&seen));
            if known.is_some() {
                combined += self.cases.remove(index).count;
                self.sort();
                continue;
            }
            if is_open && let Some(seen) = self.cases[index].seen() {
                let mut causes = self.explanations(&seen);
                if causes.is_empty() {
                    causes = self.explanations_beside(&seen);
                }
                if !causes.is_empty() {
                    self.cases[index].causes = causes;
                    self.cases[index].refute(&self.agreed);
                    self.sort();
                }
            }
            index += 1;
        }
        combined += self.drop_explained();
        self.fold();
        combined
    }

    /// The causes that predict it: of those that are suspected first, or else of the others.
    pub(super) fn explanations(&self, seen: &Seen<'_>) -> BTreeSet<Cause> {
        let changes = self.changes();
        let explaining = |suspects: Vec<Cause>| -> BTreeSet<Cause> {
            let suspects = suspects.into_iter();
            suspects
                .filter(|cause| seen.is_explained(cause, &changes))
                .collect()
        };
        let first = explaining(suspects(&changes, seen.input));
        match first.is_empty() {
            true => explaining(other_suspects(&changes, seen.input)),
            false => first,
        }
    }

    /// What predicts it beside a cause on the list, each with that.
    fn explanations_beside(&self, seen: &Seen<'_>) -> BTreeSet<Cause> {
        let changes = self.changes();
        let suspects = suspects(&changes, seen.input);
        let beside = self
            .explained()
            .flat_map(|known| suspects.iter().filter_map(|cause| known.and(cause)));
        beside
            .filter(|cause| seen.is_explained(cause, &changes))
            .collect()
    }

    /// Drops the groups all of whose cases others explain: a change that is lacking first, then what the engine does
    /// nearly, then the more frequent. Those that one other explains are counted with it; gives how many documents the
    /// rest have.
    fn drop_explained(&mut self) -> usize {
        let mut combined = 0;
        let mut groups = std::mem::take(&mut self.groups);
        groups.sort_by_key(|group| {
            let is_change = matches!(group.cause, Cause::Without(_));
            (
                !is_change,
                !self.is_vague(group),
                Reverse(self.documents(group)),
            )
        });
        for group in groups {
            let documents = self.documents(&group);
            let seen = || group.cases.iter().map(|case| self.cases[*case].seen());
            let changes = self.changes();
            let explains = |other: &&Group| {
                let by = |seen: Seen<'_>| seen.is_explained(&other.cause, &changes);
                seen().all(|seen| seen.is_some_and(by))
            };
            let is_known = || seen().all(|seen| seen.is_some_and(|s| self.knows(&s).is_some()));
            if !group.cause.is_explained() {
                self.groups.push(group);
            } else if let Some(other) = self.groups.iter().find(explains) {
                let smallest = other.cases[0];
                self.cases[smallest].count += documents;
            } else if is_known() {
                combined += documents;
            } else {
                self.groups.push(group);
            }
        }
        self.order();
        combined
    }

    /// Whether it is not known exactly what is wrong: nothing explains the cases, or what does would make the engine
    /// depart where it does not.
    fn is_vague(&self, group: &Group) -> bool {
        !group.cause.is_explained() || group.cases.iter().any(|case| self.cases[*case].is_vague)
    }

    /// Counts groups with another that is nearly the same.
    fn fold(&mut self) {
        let mut place = 0;
        while place < self.groups.len() {
            match self.nearly(place) {
                Some(smallest) => {
                    let group = self.groups.remove(place);
                    self.cases[smallest].count += self.documents(&group);
                    self.cases[smallest].is_vague |= self.is_vague(&group);
                }
                None => place += 1,
            }
        }
    }

    /// The smallest case of the group that the group at a place is nearly of.
    fn nearly(&self, place: usize) -> Option<usize> {
        let group = &self.groups[place];
        let is_vague = self.is_vague(group);
        if matches!(group.cause, Cause::Fault(_))
            || (matches!(group.cause, Cause::Without(_)) && !is_vague)
        {
            return None;
        }
        let mut others = self.groups.iter().enumerate();
        let (_, other) = others.find(|(index, other)| {
            *index != place && self.is_nearly(group, other, is_vague || self.is_vague(other))
        })?;
        Some(other.cases[0])
    }

    /// Whether what is wrong in the cases of a group is nearly what is in the other's.
    ///
    /// The other's cause is at work in each case of this one, if not quite in the way it is there; nothing could be left
    /// out of them. The other is far more frequent then, or a change that the engine has in part. Or what is wrong in one
    /// of them is vague, the other is not less frequent, and they part alike.
    fn is_nearly(&self, group: &Group, other: &Group, is_vague: bool) -> bool {
        let (documents, others) = (self.documents(group), self.documents(other));
        let is_in_part = matches!(other.cause, Cause::Without(_)) && self.is_vague(other);
        let is_frequent = matches!(other.cause, Cause::Like(_)) && others >= RARE * documents;
        let changes = self.changes();
        let mut seen = group.cases.iter().map(|case| self.cases[*case].seen());
        let mut is_at_work =
            || seen.all(|seen| seen.is_some_and(|seen| seen.is_at_work(&other.cause, &changes)));
        let part_alike = || {
            let parting = self.parting(group);
            parting.is_some() && parting == self.parting(other)
        };
        ((is_in_part || is_frequent) && is_at_work())
            || (is_vague && others >= documents && part_alike())
    }

    /// Whether an engine parts from the standard's answer as it does where it is not known exactly what is wrong.
    pub(super) fn parts_vaguely(&self, seen: &Seen<'_>, standard: &Answer) -> bool {
        let parting = Some(Parting::of(seen, standard));
        let mut vague = self.groups.iter().filter(|group| self.is_vague(group));
        vague.any(|group| self.parting(group) == parting)
    }

    /// How the engine parts on the smallest case of a group.
    fn parting(&self, group: &Group) -> Option<Parting> {
        let case = &self.cases[group.cases[0]];
        Some(Parting::of(&case.seen()?, &case.standard))
    }

    /// How many documents diverged for the reason of a group.
    pub(super) fn documents(&self, group: &Group) -> usize {
        group.cases.iter().map(|case| self.cases[*case].count).sum()
    }
}
