//! Asking one engine about many checks, each input once.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crosscheck_standard::clauses::change::Edition;

use super::Progress;
use crate::engines::{EngineUnavailable, Pool};
use crate::fixtures::Check;
use crate::judge::{Judgement, judge, reconsider};
use crate::model::answer::{About, Outcome};
use crate::model::input::Input;

/// The results of one engine.
pub(super) struct Asked {
    /// One for each check, in order; `None` where it was not asked in full.
    pub(super) judgements: Vec<Option<Judgement>>,
    /// The time the engine took, summed over its answers.
    pub(super) engine_time: Duration,
    /// Why the engine could not be asked to the end.
    pub(super) gave_up: Option<EngineUnavailable>,
}

impl Asked {
    /// No results yet, for this number of checks.
    pub(super) fn nothing(checks: usize) -> Self {
        Self { judgements: vec![None; checks], engine_time: Duration::ZERO, gave_up: None }
    }

    /// Adds the results of the checks with these indexes.
    pub(super) fn add(&mut self, indexes: &[usize], part: Self) {
        for (&index, judgement) in indexes.iter().zip(part.judgements) {
            self.judgements[index] = judgement;
        }
        self.engine_time += part.engine_time;
        self.gave_up = self.gave_up.take().or(part.gave_up);
    }
}

/// Asks an engine of an edition about every check and judges each as soon as all its answers are there.
pub(super) fn ask_all(
    checks: &[&Check],
    pool: &Pool,
    about: &About,
    edition: Edition,
    progress: &mut dyn Progress,
    cancel: &AtomicBool,
) -> Asked {
    let mut desk = Desk::new(checks, about, edition);
    for judgement in desk.judgements.iter().flatten() {
        progress.judged(judgement.verdict);
    }
    let inputs = std::mem::take(&mut desk.inputs);
    let mut take = |index: usize, outcome: Outcome| {
        // An interruption also ends the workers, which is not a failure of the engine.
        if matches!(outcome, Outcome::Answer(_)) || !cancel.load(Ordering::Relaxed) {
            desk.take(index, outcome, progress);
        }
    };
    let stats = pool.ask(&inputs, &mut take, cancel);
    Asked {
        judgements: desk.judgements,
        engine_time: stats.as_ref().map_or(Duration::ZERO, |s| s.engine_time),
        gave_up: stats.err(),
    }
}

/// Stores outcomes until the checks that need them can be judged.
struct Desk<'c> {
    checks: &'c [&'c Check],
    /// The different inputs, until they are taken out to be asked.
    inputs: Vec<Input>,
    /// For each input, the checks that wait for it.
    askers: Vec<Vec<usize>>,
    /// For each input, its outcome, while a check still waits for another of its own.
    outcomes: Vec<Option<Outcome>>,
    /// For each check, its inputs.
    questions: Vec<Vec<usize>>,
    judgements: Vec<Option<Judgement>>,
}

impl<'c> Desk<'c> {
    fn new(checks: &'c [&'c Check], about: &About, edition: Edition) -> Self {
        let mut desk = Self {
            checks,
            inputs: Vec::new(),
            askers: Vec::new(),
            outcomes: Vec::new(),
            questions: vec![Vec::new(); checks.len()],
            judgements: vec![None; checks.len()],
        };
        let mut places: HashMap<&Input, usize> = HashMap::new();
        for (asker, check) in checks.iter().enumerate() {
            match check.questions_of(edition, &about.can) {
                Ok([]) => desk.judgements[asker] = Some(judge(check, &[])),
                Ok(questions) => {
                    for question in questions {
                        let place = *places.entry(question).or_insert_with(|| {
                            desk.inputs.push(question.clone());
                            desk.askers.push(Vec::new());
                            desk.inputs.len() - 1
                        });
                        desk.askers[place].push(asker);
                        desk.questions[asker].push(place);
                    }
                }
                Err(why) => desk.judgements[asker] = Some(Judgement::not_asked(&why, about)),
            }
        }
        desk.outcomes.resize_with(desk.inputs.len(), || None);
        desk
    }

    fn take(&mut self, index: usize, outcome: Outcome, progress: &mut dyn Progress) {
        self.outcomes[index] = Some(outcome);
        let mut ready = self.askers[index].clone();
        ready.retain(|&asker| self.is_ready(asker));
        for asker in ready {
            let judgement = self.judge(asker);
            progress.judged(judgement.verdict);
            self.judgements[asker] = Some(judgement);
        }
    }

    fn is_ready(&self, asker: usize) -> bool {
        let mut questions = self.questions[asker].iter();
        questions.all(|&question| self.outcomes[question].is_some())
    }

    /// Judges a check whose outcomes are all there, and forgets those that no other check waits for.
    fn judge(&mut self, asker: usize) -> Judgement {
        let questions = std::mem::take(&mut self.questions[asker]);
        let outcomes: Vec<Outcome> = questions
            .iter()
            .filter_map(|&question| {
                self.askers[question].retain(|&waiting| waiting != asker);
                match self.askers[question].is_empty() {
                    true => self.outcomes[question].take(),
                    false => self.outcomes[question].clone(),
                }
            })
            .collect();
        let check = self.checks[asker];
        reconsider(check, judge(check, &outcomes))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::path::Path;

    use crosscheck_reports::Verdict;

    use super::*;
    use crate::fixtures::FixtureFile;
    use crate::model::answer::{Answer, Capability};
    use crate::model::tree::Tree;

    /// Counts the verdicts it receives.
    #[derive(Default)]
    struct Told(Vec<Verdict>);

    impl Progress for Told {
        fn engine(&mut self, _name: &str, _checks: usize) {}

        fn judged(&mut self, verdict: Verdict) {
            self.0.push(verdict);
        }
    }

    /// The checks of two fixtures that ask the same, the second expecting another answer.
    fn twins() -> Vec<Check> {
        let dat = b"#data\n<p>\n#errors\n#document\n\n#data\n<p>\n#errors\n#document\n| <p>\n";
        let file = FixtureFile::from_bytes(Path::new("a.dat"), dat, None).unwrap();
        file.fixtures.iter().flat_map(|f| f.checks()).collect()
    }

    fn about(can: &[Capability]) -> About {
        About {
            name: "faulty".to_owned(),
            version: "1".to_owned(),
            language: "Rust".to_owned(),
            can: can.to_vec(),
            cannot: BTreeMap::new(),
            depth: None,
        }
    }

    fn empty_tree() -> Outcome {
        Outcome::Answer(Answer::Tree { tree: Tree::new(), errors: None, mode: None })
    }

    #[test]
    fn the_same_input_is_asked_once_and_answers_every_check_that_asks_it() {
        let checks = twins();
        let checks: Vec<&Check> = checks.iter().collect();
        let mut desk = Desk::new(&checks, &about(&[Capability::Document, Capability::Scripting]), Edition::NEWEST);
        assert_eq!(desk.inputs.len(), 2, "scripting off, and on");
        let mut told = Told::default();
        desk.take(1, empty_tree(), &mut told);
        assert_eq!(told.0, [], "both modes are needed");
        desk.take(0, empty_tree(), &mut told);
        assert_eq!(told.0, [Verdict::Passed, Verdict::Failed]);
        assert!(desk.judgements.iter().all(Option::is_some));
        assert!(desk.outcomes.iter().all(Option::is_none), "nothing is kept");
    }

    #[test]
    fn what_the_engine_cannot_do_is_not_asked() {
        let checks = twins();
        let checks: Vec<&Check> = checks.iter().collect();
        let desk = Desk::new(&checks, &about(&[]), Edition::NEWEST);
        assert_eq!(desk.inputs, []);
        let verdicts = desk.judgements.iter().flatten().map(|j| j.verdict);
        assert!(verdicts.eq([Verdict::Unsupported; 2]));
    }
}
