//! Every faulty engine must be caught, through the worker process, as a run would catch it.

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::common::{ask, dump, limits, pool};
use crosscheck::engines::Limits;
use crosscheck::engines::faulty::{self, TRIGGER};
use crosscheck::fixtures::{CheckKind, FixtureFile};
use crosscheck::judge::judge;
use crosscheck::model::answer::Outcome;
use crosscheck::model::input::{Context, InitialState, Input, Source, Task};
use crosscheck::model::tree::Namespace;
use crosscheck_reports::Verdict;

/// Fixtures that tell an honest engine from a faulty one; both modes of scripting are asked.
const FIXTURES: &str = r#"#data
<p class=b id=a>x
#errors
#document
| <html>
|   <head>
|   <body>
|     <p>
|       class="b"
|       id="a"
|       "x"

#data
<pre>

 a <b> c
#errors
#document
| <html>
|   <head>
|   <body>
|     <pre>
|       "
 a "
|       <b>
|         " c"

#data
<template><i></template>
#errors
#document
| <html>
|   <head>
|     <template>
|       content
|         <i>
|   <body>

#data
<!DOCTYPE html><p x=1 x=2>
#errors
#new-errors
(1:25) duplicate-attribute
#document
| <!DOCTYPE html>
| <html>
|   <head>
|   <body>
|     <p>
|       x="1"
"#;

/// The verdict of every check of the fixtures: which fixture, which kind, which verdict.
fn verdicts(engine: &str) -> Vec<(usize, CheckKind, Verdict)> {
    let file = FixtureFile::from_bytes(Path::new("fixtures.dat"), FIXTURES.as_bytes(), None).unwrap();
    let pool = pool(engine, limits(), 1);
    let can = pool.about().unwrap().can;
    let mut inputs = Vec::new();
    let mut asked = Vec::new();
    let mut verdicts = Vec::new();
    for fixture in &file.fixtures {
        for check in fixture.checks() {
            let first = inputs.len();
            match check.questions(&can) {
                Ok(questions) => inputs.extend(questions.iter().cloned()),
                Err(_) => verdicts.push((fixture.index, check.kind, Verdict::Unsupported)),
            }
            if inputs.len() > first {
                asked.push((fixture.index, check, first..inputs.len()));
            }
        }
    }
    let (outcomes, _) = ask(&pool, &inputs);
    let judged = asked.into_iter().map(|(index, check, range)| {
        let judgement = judge(&check, &outcomes[range]);
        (index, check.kind, judgement.verdict)
    });
    verdicts.extend(judged);
    verdicts
}

/// The fixtures whose check of this kind an engine fails.
fn failures(engine: &str, kind: CheckKind) -> Vec<usize> {
    let failed = |(index, of, verdict)| (of == kind && verdict == Verdict::Failed).then_some(index);
    verdicts(engine).into_iter().filter_map(failed).collect()
}

/// Twenty documents, the one at `TRIGGERED` with what triggers the fault.
fn twenty() -> Vec<Input> {
    (0..20)
        .map(|number| match number {
            TRIGGERED => Input::document(format!("<p>{TRIGGER}")),
            _ => Input::document(format!("<p>{number}")),
        })
        .collect()
}

const TRIGGERED: usize = 11;

/// Asserts that of twenty documents just the triggered one has no answer, with any number of jobs, and gives what it
/// has instead.
fn the_one_lost(engine: &str, limits: &Limits) -> Outcome {
    let lost: Vec<Outcome> = [1, 2, 5]
        .into_iter()
        .map(|jobs| {
            let (outcomes, stats) = ask(&pool(engine, limits.clone(), jobs), &twenty());
            for (number, outcome) in outcomes.iter().enumerate().filter(|(number, _)| *number != TRIGGERED) {
                assert!(dump(outcome).contains(&format!("\"{number}\"")), "{engine}, {jobs} jobs: {outcome:?}");
            }
            assert!(stats.restarts >= 1);
            outcomes[TRIGGERED].clone()
        })
        .collect();
    assert!(lost.iter().all(|outcome| *outcome == lost[0]), "{engine}: {lost:#?}");
    lost[0].clone()
}

fn crashes_saying(engine: &str, limits: &Limits, words: &str) {
    match the_one_lost(engine, limits) {
        Outcome::Crashed(how) => assert!(how.contains(words), "{engine}: {how}"),
        other => panic!("{engine}: {other:?}"),
    }
}

fn talks_nonsense_saying(engine: &str, inputs: &[Input], words: &str) {
    let (outcomes, _) = ask(&pool(engine, limits(), 1), inputs);
    for outcome in outcomes {
        match outcome {
            Outcome::ProtocolError(what) => assert!(what.contains(words), "{engine}: {what}"),
            other => panic!("{engine}: {other:?}"),
        }
    }
}

fn is_unavailable_saying(engine: &str, words: &str) {
    let pool = pool(engine, limits(), 2);
    let error = pool.ask(&twenty(), &mut |_, _| (), &AtomicBool::new(false));
    let reason = error.expect_err("it cannot be started").to_string();
    assert!(reason.contains(engine) && reason.contains(words), "{reason}");
    assert_eq!(pool.about().map_err(|error| error.to_string()), Err(reason));
}

fn tokens(text: &str) -> Input {
    Input {
        source: Source::Text(text.into()),
        task: Task::Tokens { initial_state: InitialState::Data, last_start_tag: None },
    }
}

fn fragment(text: &str) -> Input {
    let context = Context { namespace: Namespace::Html, local_name: "div".to_owned() };
    Input { source: Source::Text(text.into()), task: Task::Tree { context: Some(context), scripting: false } }
}

#[test]
fn an_honest_engine_passes_what_faulty_engines_fail() {
    let trees = |(_, kind, verdict): &(_, _, _)| (*kind == CheckKind::Tree).then_some(*verdict);
    let verdicts: Vec<_> = verdicts("html5ever").iter().filter_map(trees).collect();
    assert_eq!(verdicts, [Verdict::Passed; 4]);
}

#[test]
fn every_faulty_engine_is_caught() {
    let trees = |engine: &str| failures(engine, CheckKind::Tree);
    for engine in faulty::names() {
        let engine = engine.as_str();
        match engine {
            "faulty:drops-attributes" => assert_eq!(trees(engine), [0, 3]),
            "faulty:trims-text" => assert_eq!(trees(engine), [1]),
            "faulty:swaps-siblings" => assert_eq!(trees(engine), [0, 1, 2, 3]),
            "faulty:answers-the-previous-input" => assert_eq!(trees(engine), [1, 2, 3]),
            "faulty:swallows-errors" => {
                assert_eq!(failures(engine, CheckKind::Errors), [3]);
            }
            "faulty:crashes-on-the-7th-input" => the_7th_is_lost(engine),
            "faulty:never-answers" => {
                let timeout = Duration::from_secs(1);
                let limits = Limits { timeout, ..limits() };
                assert_eq!(the_one_lost(engine, &limits), Outcome::TimedOut(timeout));
            }
            "faulty:claims-what-it-cannot" => {
                talks_nonsense_saying(engine, &[tokens("x"), tokens("y")], "its `can` lists `tokens`");
                talks_nonsense_saying(engine, &[fragment("x")], "its `can` lists `fragment`");
            }
            "faulty:gives-trees-for-tokens" => {
                talks_nonsense_saying(engine, &[tokens("x"), tokens("y")], "expected tokens");
            }
            "faulty:overflows-its-stack" => crashes_saying(engine, &limits(), "has overflowed its stack"),
            // Elsewhere the limit on memory is there and not kept to; the one on time is.
            "faulty:allocates-endlessly" if cfg!(not(target_os = "linux")) => {
                let timeout = Duration::from_secs(1);
                the_one_lost(engine, &Limits { timeout, ..limits() });
            }
            "faulty:allocates-endlessly" => {
                let memory = Some(512 << 20);
                crashes_saying(engine, &Limits { memory, ..limits() }, "out of memory (limit 512.0 MiB)");
            }
            "faulty:panics" => crashes_saying(engine, &limits(), "a faulty engine panics when told to"),
            "faulty:prints-garbage" => match the_one_lost(engine, &limits()) {
                Outcome::ProtocolError(what) => assert!(what.contains("garbage"), "{what}"),
                other => panic!("{other:?}"),
            },
            "faulty:exits-at-once" => is_unavailable_saying(engine, "exit status: 3"),
            "faulty:speaks-another-version" => is_unavailable_saying(engine, "version 2"),
            unknown => panic!("{unknown} is caught by no test"),
        }
    }
}

/// The engine counts its inputs, so asked again in a new process it does not crash; the first to go unanswered is lost
/// all the same.
fn the_7th_is_lost(engine: &str) {
    let inputs: Vec<_> = twenty().into_iter().take(10).collect();
    let (outcomes, stats) = ask(&pool(engine, limits(), 1), &inputs);
    let lost = |&number: &usize| !matches!(outcomes[number], Outcome::Answer(_));
    assert_eq!((0..10).filter(lost).collect::<Vec<_>>(), [6], "{outcomes:#?}");
    assert!(matches!(&outcomes[6], Outcome::Crashed(how) if how.contains("signal: 6")), "{:?}", outcomes[6]);
    assert_eq!(stats.restarts, 1);
}
