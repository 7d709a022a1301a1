//! Fixtures that the standard has overtaken. They are derived by asking the standard engine with and without each
//! change, not listed by hand.

use crosscheck_reports::Verdict;
use crosscheck_standard::clauses::change::{Change, Edition};

use super::{Judgement, judge};
use crate::engines::Engine;
use crate::engines::standard::Standard;
use crate::fixtures::Check;
use crate::model::answer::{Capability, Outcome};

/// Turns a failure into stale if the engine gave exactly the answer of today's standard and the fixture has that of the
/// standard without one named change. A fixture that names its edition is never stale.
pub fn reconsider(check: &Check, judgement: Judgement) -> Judgement {
    if judgement.verdict != Verdict::Failed || check.edition.is_some() {
        return judgement;
    }
    let today = by_edition(check, Edition::NEWEST);
    if today.verdict != Verdict::Failed || today.actual != judgement.actual {
        return judgement;
    }
    let overtakes = |change: &&Change| by_edition(check, Edition::NEWEST.without(**change)).verdict == Verdict::Passed;
    match Change::ALL.iter().find(overtakes) {
        Some(change) => {
            Judgement { verdict: Verdict::Stale, reason: Some(format!("overtaken by {change}")), ..judgement }
        }
        None => judgement,
    }
}

/// The first change without which the standard engine gives the same wrong answer.
pub fn change_that_explains(check: &Check, judgement: &Judgement) -> Option<Change> {
    if judgement.verdict != Verdict::Failed || check.edition.is_some() || judgement.answer.is_none() {
        return None;
    }
    let gives_it = |change: &&Change| by_edition(check, Edition::NEWEST.without(**change)).answer == judgement.answer;
    Change::ALL.iter().find(gives_it).copied()
}

/// The judgement of the standard engine of an edition on the check.
pub(crate) fn by_edition(check: &Check, edition: Edition) -> Judgement {
    let mut engine = Standard::of_edition(edition);
    match check.questions(Capability::ALL) {
        Ok(inputs) => {
            let answers = inputs.iter().map(|input| Outcome::Answer(engine.answer(input)));
            judge(check, &answers.collect::<Vec<_>>())
        }
        Err(why) => Judgement::unsupported(why.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::fixtures::FixtureFile;
    use crate::model::input::{Source, Task};

    /// The first check of a fixture of this data and tree, and the judgement on an engine that gives `answer`.
    fn reconsidered(data: &str, tree: &str, answer: &str) -> Judgement {
        reconsidered_of("", data, tree, answer)
    }

    /// The same with a section in the fixture.
    fn reconsidered_of(section: &str, data: &str, tree: &str, answer: &str) -> Judgement {
        let dat = format!("#data\n{data}\n#errors\n#document-fragment\nbody\n{section}#document\n{tree}\n");
        let file = FixtureFile::from_bytes(Path::new("a.dat"), dat.as_bytes(), None).unwrap();
        let check = file.fixtures[0].checks().swap_remove(0);
        let mut input = check.inputs[0].clone();
        assert!(matches!(input.task, Task::Tree { .. }));
        input.source = Source::Text(answer.into());
        let answer = Standard::of_edition(Edition::NEWEST).answer(&input);
        let judgement = judge(&check, &[Outcome::Answer(answer)]);
        reconsider(&check, judgement)
    }

    #[test]
    fn a_fixture_from_before_a_change_is_stale_for_who_follows_the_standard() {
        let stale = reconsidered("<?x?>", "| <!-- ?x? -->", "<?x?>");
        assert_eq!(stale.verdict, Verdict::Stale);
        let reason = "overtaken by processing-instructions-2026";
        assert_eq!(stale.reason.as_deref(), Some(reason));
    }

    #[test]
    fn a_fixture_that_names_its_edition_is_never_stale() {
        let newest = "#edition\nwith:processing-instructions-2026\n";
        let wrong = reconsidered_of(newest, "<?x?>", "| <!-- ?x? -->", "<?x?>");
        assert_eq!(wrong.verdict, Verdict::Failed);
    }

    #[test]
    fn a_wrong_answer_stays_a_failure() {
        let other = reconsidered("<?x?>", "| <!-- ?x? -->", "<?y?>");
        assert_eq!(other.verdict, Verdict::Failed, "neither the old answer nor today's");
        let wrong = reconsidered("<p>", "| <p>", "<b>");
        assert_eq!(wrong.verdict, Verdict::Failed, "today's standard gives the fixture's answer");
        let nonsense = reconsidered("<p>", "| <q>", "<p>");
        assert_eq!(nonsense.verdict, Verdict::Failed, "no edition gives the fixture's answer");
    }
}
