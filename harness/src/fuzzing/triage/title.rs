//! Titles: a root cause as a sentence about the engine that its maintainers can read on its own.
//!
//! Each kind of cause has one form, which begins with what the engine does. [`MutantSet::predicate`] has the forms of
//! mutants. Where one row or condition is wrong, the traces of the standard and of its variant say what the engine does
//! instead.

use crosscheck_standard::clauses::clause::{Clause, ClauseKind};
use itertools::Itertools as _;

use super::{Cause, RootCause};
use crate::engines::standard::events::{Event, events};
use crate::model::answer::Outcome;
use crate::model::input::Input;
use crate::mutants::{Mutant, MutantSet, quoted};

impl RootCause {
    /// What is wrong, as a sentence about the engine.
    pub fn title(&self) -> String {
        let predicate = match &self.cause {
            Cause::Without(change) => format!(
                "does not implement the change of {} “{}” ({change})",
                change.date(),
                change.title().trim_end_matches('.')
            ),
            Cause::Like(mutants) => {
                let instead = instead(mutants, &self.case.input());
                let instead = instead.map(|instead| format!("; it {instead}"));
                format!("{}{}", mutants.predicate(), instead.unwrap_or_default())
            }
            Cause::Unexplained(signature) => {
                let place = match (&signature.circumstance, signature.clause) {
                    (Some(circumstance), _) => format!(" {circumstance}"),
                    (None, Some(clause)) => format!(" at {}", quoted(clause)),
                    (None, None) => String::new(),
                };
                let (does, instead) = match &self.outcome {
                    Outcome::Answer(answer) => self.oracle.departure(&self.standard, answer),
                    _ => ("does not answer".to_owned(), None),
                };
                let instead = instead.map(|instead| format!(": {instead}"));
                format!("{does}{place}{}", instead.unwrap_or_default())
            }
            Cause::Fault(fault) => fault.title.clone(),
        };
        format!("{} {predicate}", self.engine)
    }
}

/// What a variant of the standard with one wrong row or condition does on an input instead of what the standard does.
fn instead(mutants: &MutantSet, input: &Input) -> Option<String> {
    let clauses = mutants.iter().map(Mutant::clause).dedup();
    let clause = clauses.exactly_one().ok()??;
    let standard = events(mutants.edition(), &MutantSet::from_iter([]), input);
    let variant = events(mutants.edition(), mutants, input);
    let same = std::iter::zip(&standard, &variant).take_while(|(one, other)| one == other);
    let at = same.count();
    let done = |events: &[Event]| done(events, clause);
    match (standard.get(at)?, clause.kind()) {
        (Event::Ran(wrong), ClauseKind::Row) if *wrong == clause => match done(&variant[at..])? {
            Some(row) if row.kind() == ClauseKind::Row => Some(format!("applies the rule {} instead", quoted(row))),
            None if !is_of_tokenizer(clause) => Some("ignores the token".to_owned()),
            _ => None,
        },
        (Event::Asked(wrong, _), ClauseKind::Condition) if *wrong == clause => {
            let predicate = |clause: Option<Clause>| match clause {
                Some(clause) => format!("goes on with {}", quoted(clause)),
                None => "does nothing more".to_owned(),
            };
            let (should, does) = (done(&standard[at..])?, done(&variant[at..])?);
            let instead = format!("{} where the standard {}", predicate(does), predicate(should));
            (should != does).then_some(instead)
        }
        _ => None,
    }
}

/// The next row or step, if there is one of the same stage as this clause before the end of a token; `None` at the end
/// of the events.
fn done(events: &[Event], of: Clause) -> Option<Option<Clause>> {
    let is_of_stage = |clause: &Clause| is_of_tokenizer(*clause) == is_of_tokenizer(of);
    events.iter().find_map(|event| match event {
        Event::Ran(clause) => Some(Some(*clause).filter(is_of_stage)),
        Event::Asked(..) => None,
        Event::Processed => Some(None),
    })
}

fn is_of_tokenizer(clause: Clause) -> bool {
    clause.section().key.ends_with("-state")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_row_or_condition_is_told_with_what_is_done_instead() {
        let instead = |mutants: &str, text: &str| {
            let mutants = MutantSet::from_id(mutants).expect("a mutant");
            instead(&mutants, &Input::document(text)).unwrap_or_default()
        };
        let does = instead("in-body/start-tag-hr:off", "<p><hr>");
        assert!(does.ends_with("(in-body/start-tag) instead"), "{does}");
        let does = instead("in-body/start-tag-table/quirks:negated", "<p><table>");
        assert!(does.starts_with("goes on with “"), "{does}");
        assert!(does.contains("where the standard goes on"), "{does}");
        assert_eq!(instead("in-body/start-tag-hr/insert:off", "<hr>"), "");
    }
}
