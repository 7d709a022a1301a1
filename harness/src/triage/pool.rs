//! The divergences of one engine, put under as few root causes as explain them all.

mod cover;
mod explain;
mod settle;

use std::collections::{BTreeMap, BTreeSet};

use itertools::Itertools as _;

use super::agreed::Agreed;
use super::cause::{Cause, predict};
use super::parting::Parting;
use super::trials::{Agrees, Trials};
use crate::engines::{Answer, Outcome};
use crate::generate::Soup;
use crate::input::Input;
use crate::oracles::Oracle;

/// How many documents of one cause are asked which of its other explanations hold of them too.
const MOST_EVIDENCE: usize = 32;

/// How many divergences that part alike and that nothing explains are looked into: each costs hundreds of questions.
const MOST_ALIKE: usize = 16;

/// How many causes may be at work in one document for it to be no news.
pub(super) const MOST_TOGETHER: usize = 3;

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

    /// The causes that make a difference to the document, each by itself beside the changes the engine lacks.
    fn at_work<'c>(&self, causes: &[&'c Cause], changes: &[Cause]) -> Vec<&'c Cause> {
        let Some(without) = predict(changes, self.input, self.oracle) else {
            return Vec::new();
        };
        let is_at_work = |cause: &&&Cause| {
            let with = predict(changes.iter().chain([**cause]), self.input, self.oracle);
            with.is_some_and(|with| self.oracle.differ(&without, &with))
        };
        causes.iter().filter(is_at_work).copied().collect()
    }

    /// Whether the cause explains it, alone or beside the changes the engine lacks.
    pub(super) fn is_explained(&self, cause: &Cause, changes: &[Cause]) -> bool {
        self.is_predicted([cause])
            || !changes.is_empty() && self.is_predicted(changes.iter().chain([cause]))
    }

    /// The causes that explain it, each alone, or beside the changes the engine lacks where these are at work.
    fn explained_by(&self, causes: Vec<Cause>, changes: &[Cause]) -> BTreeSet<Cause> {
        let (without, with) = (
            predict(&[], self.input, self.oracle),
            predict(changes, self.input, self.oracle),
        );
        let differs = |(without, with): (Answer, Answer)| self.oracle.differ(&without, &with);
        let beside = match without.zip(with).is_none_or(differs) {
            true => changes,
            false => &[],
        };
        let causes = causes.into_iter();
        causes
            .filter(|cause| self.is_explained(cause, beside))
            .collect()
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
    fn refute(&mut self, agreed: &Agreed, known: &[Cause]) {
        match agreed.not_refuted(&self.causes, known) {
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

impl Group {
    /// Whether more documents are to say which of its other explanations hold of them too.
    fn wants_evidence(&self, smallest: &Case) -> bool {
        self.evidence < MOST_EVIDENCE && smallest.causes.len() > 1
    }
}

/// Where a cause stands.
#[derive(Debug, Clone, Copy)]
enum Place {
    Masked(usize),
    Group(usize),
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
    /// What became of causes that were tried.
    trials: Trials,
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

    /// Those of them that are known exactly.
    fn exact(&self) -> impl Iterator<Item = &Cause> + Clone {
        let masked = self.masked.iter().map(|(cause, _)| cause);
        let groups = self.groups.iter().filter(|group| !self.is_vague(group));
        let exact = masked.chain(groups.map(|group| &group.cause));
        exact.filter(|cause| cause.is_explained())
    }

    /// The changes that the engine lacks.
    pub(super) fn changes(&self) -> Vec<Cause> {
        let is_change = |cause: &&Cause| matches!(cause, Cause::Without(_));
        self.explained().filter(is_change).cloned().collect()
    }

    /// Whether causes on the list predict it that are known exactly, one or so many together.
    pub(super) fn knows(&self, seen: &Seen<'_>, most: usize) -> Option<Known> {
        let changes = self.changes();
        if self.exact().any(|cause| seen.is_explained(cause, &changes)) {
            return Some(Known::Alone);
        }
        self.knows_together(seen, &changes, most)
            .then_some(Known::Together)
    }

    /// Whether several of these causes predict it together: all, or the changes that the engine lacks and so many others.
    /// Of more than two one makes a difference by itself.
    fn knows_together(&self, seen: &Seen<'_>, changes: &[Cause], most: usize) -> bool {
        let is_mutant = |cause: &&Cause| matches!(cause, Cause::Like(_));
        let mutants: Vec<&Cause> = self.exact().filter(is_mutant).collect();
        if changes.len() + mutants.len() < 2 {
            return false;
        }
        let with = |few: &[&Cause]| seen.is_predicted(changes.iter().chain(few.iter().copied()));
        let at_work = seen.at_work(&mutants, changes);
        let mut few = (2..=most)
            .flat_map(|size| mutants.iter().copied().combinations(size))
            .filter(|few| few.len() == 2 || few.iter().any(|cause| at_work.contains(cause)));
        with(&[]) || with(&mutants) || few.any(|few| with(&few))
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
            if group.wants_evidence(&self.cases[group.cases[0]]) {
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
        self.knows_together(seen, &changes, MOST_TOGETHER)
            .then_some(Known::Together)
    }

    /// Counts a divergence for the cause that has most documents, if that predicts all that these oracles look at.
    pub(super) fn count_frequent(
        &mut self,
        oracles: &[Oracle],
        input: &Input,
        answer: &Answer,
    ) -> bool {
        let masked = self.masked.iter().enumerate();
        let masked = masked.map(|(place, (_, count))| (*count, Place::Masked(place)));
        let groups = self.groups.iter().enumerate();
        let groups = groups.map(|(place, group)| (self.documents(group), Place::Group(place)));
        let Some((_, frequent)) = masked.chain(groups).max_by_key(|(count, _)| *count) else {
            return false;
        };
        let (cause, count) = match frequent {
            Place::Masked(place) => {
                let (cause, count) = &mut self.masked[place];
                (&*cause, count)
            }
            Place::Group(place) => {
                let group = &self.groups[place];
                let case = &mut self.cases[group.cases[0]];
                if group.wants_evidence(case) {
                    return false;
                }
                (&group.cause, &mut case.count)
            }
        };
        let with_errors = match oracles.contains(&Oracle::Errors) {
            true => Oracle::Errors,
            false => Oracle::Trees,
        };
        let counts = cause.is_explained()
            && predict([cause], input, with_errors).is_some_and(|predicted| {
                let mut oracles = oracles.iter();
                oracles.all(|oracle| !oracle.differ(&predicted, answer))
            });
        *count += usize::from(counts);
        counts
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
        agrees: &mut Agrees<'_>,
    ) {
        let known: Vec<Cause> = self.exact().cloned().collect();
        for other in &mut self.cases {
            other.refute(&agreed, &known);
        }
        self.agreed.extend(agreed);
        let Some(seen) = case.seen() else {
            return;
        };
        let changes = self.changes();
        let explains = |cause: &&Cause| seen.is_explained(cause, &changes);
        let mut kept: BTreeSet<Cause> = causes.iter().filter(explains).cloned().collect();
        if kept.is_empty() {
            kept = self.explanations(&seen, agrees);
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
        case.is_vague = kept
            .iter()
            .all(|cause| self.trials.has_refuted(cause, &known));
        case.causes = kept;
        case.refute(&self.agreed, &known);
        self.add(case);
        self.clear_up();
    }

    /// Finds out which cases are vague no more now that more is known: where the engine does not depart although their
    /// causes would make it, another cause may undo that.
    fn clear_up(&mut self) {
        let known: Vec<Cause> = self.exact().cloned().collect();
        let (agreed, trials) = (&self.agreed, &self.trials);
        let mut is_clearer = false;
        for case in self.cases.iter_mut().filter(|case| case.is_vague) {
            let mut left = case.causes.clone();
            left.retain(|cause| !trials.has_refuted(cause, &known));
            if let Some(left) = agreed.not_refuted(&left, &known) {
                case.causes = left;
                case.is_vague = false;
                is_clearer = true;
            }
        }
        if is_clearer {
            self.sort();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cause(mutants: &str) -> Cause {
        let name = format!("standard@mutant:{mutants}");
        Cause::from_engine(&name).expect("a variant of the standard engine")
    }

    #[test]
    fn what_the_most_frequent_cause_predicts_is_counted_at_once() {
        let frequent = cause("list/special:drop:search");
        let rare = cause("in-body/end-tag-formatting:off");
        let mut pool = Pool {
            masked: vec![(rare.clone(), 1), (frequent.clone(), 5)],
            ..Pool::default()
        };
        let input = Input::document("<b><search></b><b></b>x");
        let mut counts = |cause| {
            let answer = predict([cause], &input, Oracle::Trees).expect("a tree");
            let counted = pool.count_frequent(&[Oracle::Trees], &input, &answer);
            (counted, pool.masked[0].1, pool.masked[1].1)
        };
        assert_eq!(counts(&frequent), (true, 1, 6));
        assert_eq!(counts(&rare), (false, 1, 6));
    }

    #[test]
    fn what_two_causes_do_only_together_is_known() {
        let special = cause("list/special:drop:math:mn");
        let search = cause("list/special:drop:search");
        let unlike = cause("foreign-content/end-tag:off");
        let input = Input::document("<x><math><mn><search></x>x");
        let answer = predict([&special, &search], &input, Oracle::Trees).expect("a tree");
        let seen = Seen {
            oracle: Oracle::Trees,
            input: &input,
            answer: &answer,
        };
        let masked = [special, search, unlike].map(|cause| (cause, 0));
        let pool = Pool {
            masked: masked.into(),
            ..Pool::default()
        };
        assert_eq!(
            seen.at_work(&[&pool.masked[0].0, &pool.masked[1].0], &[]),
            Vec::<&Cause>::new()
        );
        assert_eq!(pool.knows(&seen, 2), Some(Known::Together));
    }

    #[test]
    fn what_three_causes_do_together_is_known() {
        let three = [
            cause("list/scope:drop:math:annotation-xml"),
            cause("list/special:drop:math:annotation-xml"),
            cause("list/table-sections:drop:thead+list/table-sections:add:table"),
        ];
        // With this as well, all together make another tree.
        let another = cause("foreign-content/end-tag:off");
        let input = Input::document("<b><math><annotation-xml></b><template><thead><thead>");
        let answer = predict(&three, &input, Oracle::Trees).expect("a tree");
        let seen = Seen {
            oracle: Oracle::Trees,
            input: &input,
            answer: &answer,
        };
        let knows = |causes: &[Cause], most| {
            let masked = causes.iter().map(|cause| (cause.clone(), 0));
            let pool = Pool {
                masked: masked.collect(),
                ..Pool::default()
            };
            pool.knows(&seen, most)
        };
        assert_eq!(knows(&three[1..], 3), None);
        assert_eq!(knows(&three, 2), Some(Known::Together), "all there are");
        let four = [&three[..], &[another]].concat();
        assert_eq!(knows(&four, 2), None);
        assert_eq!(knows(&four, 3), Some(Known::Together));
    }
}
