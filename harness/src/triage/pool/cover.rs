//! Putting cases under as few causes as explain them.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::{Case, Cause, Group, Pool};

impl Pool {
    /// Adds a case and sorts all anew.
    pub(in crate::triage) fn add(&mut self, case: Case) {
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
        let cause = one.cause.and_akin(&other.cause)?;
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
    pub(super) fn order(&mut self) {
        self.groups
            .sort_by_key(|group| group.cases.iter().copied().min());
        for group in &mut self.groups {
            group
                .cases
                .sort_by_key(|case| (self.cases[*case].input.source.len(), *case));
        }
    }
}
