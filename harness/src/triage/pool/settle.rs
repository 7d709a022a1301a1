//! Looking at everything again when all causes are known.

use std::cmp::Reverse;

use super::{Cause, Group, MOST_TOGETHER, Pool, Seen};
use crate::engines::Answer;
use crate::triage::parting::Parting;

/// Of two causes one is rare if the other has so many times as many documents.
const RARE: usize = 4;

impl Pool {
    /// At the end, when all causes are known: looks again at what nothing explained, and drops what the others explain.
    /// Gives how many documents have several causes at once.
    pub(in crate::triage) fn settle(&mut self) -> usize {
        let mut combined = 0;
        let mut index = 0;
        while index < self.cases.len() {
            let case = &self.cases[index];
            let is_open = !case.is_explained() || case.is_vague;
            let known = case
                .seen()
                .filter(|_| is_open)
                .and_then(|seen| self.knows(&seen, MOST_TOGETHER));
            if known.is_some() {
                combined += self.cases.remove(index).count;
                self.sort();
                continue;
            }
            let is_unexplained = !self.cases[index].is_explained();
            if is_unexplained && let Some(seen) = self.cases[index].seen() {
                let mut causes = self.predicting(&seen);
                if causes.is_empty() {
                    causes = self.explanations_beside(&seen);
                }
                if !causes.is_empty() {
                    self.cases[index].causes = causes;
                    let known: Vec<Cause> = self.exact().cloned().collect();
                    self.cases[index].refute(&self.agreed, &known);
                    self.sort();
                }
            }
            index += 1;
        }
        combined += self.drop_explained();
        self.fold();
        combined
    }

    /// Drops the groups all of whose cases others explain: of those the changes that are lacking are kept first, what the
    /// engine does nearly last, and else the more frequent. Those that one other explains are counted with it; gives how
    /// many documents the rest have.
    fn drop_explained(&mut self) -> usize {
        let mut combined = 0;
        let mut groups = std::mem::take(&mut self.groups);
        groups.sort_by_key(|group| {
            let is_change = matches!(group.cause, Cause::Without(_));
            (
                !is_change,
                self.is_vague(group),
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
            let is_known =
                || seen().all(|seen| seen.is_some_and(|s| self.knows(&s, MOST_TOGETHER).is_some()));
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
    pub(super) fn is_vague(&self, group: &Group) -> bool {
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
        let mut is_at_work = || {
            seen.all(|seen| {
                seen.is_some_and(|seen| !seen.at_work(&[&other.cause], &changes).is_empty())
            })
        };
        let part_alike = || {
            let parting = self.parting(group);
            parting.is_some() && parting == self.parting(other)
        };
        ((is_in_part || is_frequent) && is_at_work())
            || (is_vague && others >= documents && part_alike())
    }

    /// Whether an engine parts from the standard's answer as it does where it is not known exactly what is wrong.
    pub(in crate::triage) fn parts_vaguely(&self, seen: &Seen<'_>, standard: &Answer) -> bool {
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
    pub(in crate::triage) fn documents(&self, group: &Group) -> usize {
        group.cases.iter().map(|case| self.cases[*case].count).sum()
    }
}
