//! What every engine must get right before anything it says about a parser is believed. It goes through the worker
//! process, as a run does.

use std::thread;
use std::time::Duration;

use libtest_mimic::Trial;

use crate::common::{ask, dump, limits, pool};
use crate::support::asserting;
use crosscheck::engines::check::{SmokeQuestion, questions};
use crosscheck::engines::{Limits, all, in_process};
use crosscheck::model::answer::{About, Answer, Capability, Outcome, lacking};

/// The tests.
pub(crate) fn trials() -> Vec<Trial> {
    let tests: [(_, fn()); 3] = [
        ("every engine answers as it says it can", every_engine_answers_as_it_says_it_can),
        ("what an engine cannot do it says itself", what_an_engine_cannot_do_it_says_itself),
        ("every engine is found by its name", every_engine_is_found_by_its_name),
    ];
    tests.map(|(name, test)| asserting(name, test)).into()
}

/// Whether what an engine cannot do is among what it says of itself, though it is no capability.
fn is_known(about: &About, reason: &str) -> bool {
    let what = reason.split(':').next().unwrap_or_default();
    Capability::from_name(what).is_none() && about.cannot.contains_key(what)
}

fn judge(about: &About, question: &SmokeQuestion, outcome: &Outcome) {
    let name = question.name;
    let engine = &about.name;
    match (question.lacking(about), outcome) {
        (None, Outcome::Answer(Answer::Unsupported(reason))) if is_known(about, reason) => {}
        (None, Outcome::Answer(answer)) => assert!(
            question.is_answered_by(answer),
            "{engine} says it can do this and is wrong about {name}:\n{}",
            dump(outcome)
        ),
        (Some(_), Outcome::Answer(Answer::Unsupported(_))) => {}
        (lacks, outcome) => panic!("{engine} lacks {lacks:?} for {name}, and: {outcome:?}"),
    }
    if let Outcome::Answer(Answer::Tree { errors, .. } | Answer::Tokens { errors, .. }) = outcome {
        assert_eq!(errors.is_some(), about.can(Capability::Errors), "{engine}: errors of {name}");
    }
}

fn every_engine_answers_as_it_says_it_can() {
    for spec in in_process() {
        // Answers are judged here, not how long they take.
        let patient = Limits { timeout: Duration::from_secs(120), ..limits() };
        let pool = pool(&spec.name, patient, 1);
        let about = pool.about().unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(about, spec.engine().unwrap().about(), "in its process and in this one");
        assert!(!about.version.is_empty() && !about.language.is_empty());

        let questions = questions();
        let inputs: Vec<_> = questions.iter().map(|question| question.input.clone()).collect();
        let (outcomes, stats) = ask(&pool, &inputs);
        for (question, outcome) in questions.iter().zip(&outcomes) {
            judge(&about, question, outcome);
        }
        assert_eq!(stats.restarts, 0);
        assert!(!stats.engine_time.is_zero());

        let reversed: Vec<_> = inputs.iter().rev().cloned().collect();
        let (mut again, _) = ask(&pool, &reversed);
        again.reverse();
        assert_eq!(again, outcomes, "{}: the same questions in another order", spec.name);
    }
}

/// The engines are asked in this process, with the stack that a worker gives them: some recurse into a deep tree.
fn what_an_engine_cannot_do_it_says_itself() {
    let worker = thread::Builder::new().stack_size(Limits::default().stack);
    let asked = worker.spawn(ask_engines_for_what_they_lack);
    asked.expect("a thread starts").join().expect("they say it");
}

fn ask_engines_for_what_they_lack() {
    for spec in in_process() {
        let mut engine = spec.engine().unwrap();
        let about = engine.about();
        for question in questions() {
            let lacks = lacking(&question.input, &about.can);
            let answers_as_it_says = match engine.answer(&question.input) {
                Answer::Unsupported(reason) => lacks.is_some() || is_known(&about, &reason),
                _ => lacks.is_none(),
            };
            assert!(answers_as_it_says, "{}: {}", spec.name, question.name);
        }
    }
}

fn every_engine_is_found_by_its_name() {
    for spec in all() {
        assert_eq!(crosscheck::engines::find(&spec.name).map(|found| found.family), Ok(spec.family));
    }
    let error = crosscheck::engines::find("html6ever").map(|spec| spec.name).unwrap_err();
    assert!(error.to_string().contains("html5ever"), "{error}");
}
