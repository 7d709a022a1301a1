//! Checks that a command works as an engine: it follows the engine protocol and gives the right answers to basic
//! questions.

mod questions;

use std::io::{self, Write};
use std::process::Child;
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::{Duration, Instant};

use crosscheck_reports::{CheckEngineReport, EngineCheck, EngineCheckResult};

use super::command::WorkerCommand;
use super::supervise;
use super::{Limits, Pool, protocol};
use crate::model::answer::{About, Answer, Outcome};
use crate::model::input::Input;

use questions::SMALL;
pub use questions::{SmokeQuestion, questions};

/// How many small documents are sent without waiting in between.
const MANY: usize = 2000;

/// How long a process may run after the end of its stdin.
const END: Duration = Duration::from_secs(10);

/// Checks a command as an engine.
pub fn check(command: &WorkerCommand, limits: &Limits) -> CheckEngineReport {
    let pool = || Pool::of_command("engine", command.clone(), limits.clone(), 1);
    let first = pool();
    let about = match first.introduction() {
        Ok(about) => about,
        Err(unavailable) => {
            let mend = handshake_mend(&unavailable.reason);
            let check = wrong("introduction", unavailable.reason, mend);
            return CheckEngineReport { engine: None, version: None, can: Vec::new(), checks: vec![check] };
        }
    };
    let mut checks = vec![introduction(&about)];
    checks.extend(smoke(&first, &about));
    checks.push(many(&first));
    drop(first);
    checks.push(restart(&pool()));
    checks.push(ends_with_its_input(command));
    CheckEngineReport {
        can: about.can.iter().map(|can| can.name().to_owned()).collect(),
        engine: Some(about.name),
        version: Some(about.version),
        checks,
    }
}

fn of(name: &str, result: EngineCheckResult) -> EngineCheck {
    EngineCheck { name: name.to_owned(), result, is_question: false, message: None, mend: None }
}

fn wrong(name: &str, message: String, mend: &str) -> EngineCheck {
    EngineCheck { message: Some(message), mend: Some(mend.to_owned()), ..of(name, EngineCheckResult::Wrong) }
}

fn introduction(about: &About) -> EngineCheck {
    let name = "introduction";
    if about.can.is_empty() {
        return wrong(name, "`can` is empty".to_owned(), "list at least `document` or `tokens` in `can`");
    }
    if about.version.is_empty() {
        return wrong(
            name,
            "`version` is empty".to_owned(),
            "give the version of the parser library, which results name",
        );
    }
    of(name, EngineCheckResult::Right)
}

/// What to do about an engine that does not introduce itself.
fn handshake_mend(reason: &str) -> &'static str {
    if reason.contains("cannot start") {
        "name an existing executable program; try it by hand: echo '{\"hello\":1}' | CMD ARGS"
    } else if reason.contains("within") {
        "answer the line {\"hello\":1} at once, and flush stdout after each answer"
    } else if reason.contains("of the engine protocol is not supported") {
        "speak version 1 of the engine protocol"
    } else if reason.contains("ended at startup") {
        "read questions from stdin until it ends; the last lines of stderr are above"
    } else if reason.contains("missing field") {
        "introduce the engine like this: {\"engine\":\"mine\",\"version\":\"1.0\",\"language\":\"Rust\",\"can\":[\"document\"]}"
    } else {
        "write only answers to stdout, one JSON object per line, and all other messages to stderr"
    }
}

/// Asks the smoke questions twice, the second time in reverse order, so that answers that depend on earlier questions
/// show.
fn smoke(pool: &Pool, about: &About) -> Vec<EngineCheck> {
    let questions = questions();
    let inputs: Vec<Input> = questions.iter().map(|question| question.input.clone()).collect();
    let outcomes = ask(pool, &inputs);
    let reversed: Vec<Input> = inputs.iter().rev().cloned().collect();
    let mut again = ask(pool, &reversed);
    again.reverse();
    let answered = questions.iter().zip(outcomes).zip(again);
    answered
        .map(|((question, first), second)| EngineCheck { is_question: true, ..judge(question, about, &first, &second) })
        .collect()
}

fn judge(
    question: &SmokeQuestion,
    about: &About,
    first: &Result<Outcome, String>,
    second: &Result<Outcome, String>,
) -> EngineCheck {
    let name = question.name;
    if let Some(lacking) = question.lacking(about) {
        return EngineCheck { message: Some(lacking), ..of(name, EngineCheckResult::LeftOut) };
    }
    let (first, second) = match (first, second) {
        (Ok(first), Ok(second)) => (first, second),
        (Err(message), _) | (_, Err(message)) => {
            return wrong(name, message.clone(), "the engine must be able to start again after a failure");
        }
    };
    // A fault in one of the two runs is reported as the fault.
    let is_answer = |outcome: &Outcome| matches!(outcome, Outcome::Answer(_));
    let worse = match is_answer(first) && !is_answer(second) {
        true => second,
        false => first,
    };
    match worse {
        Outcome::Answer(Answer::Unsupported(reason)) => {
            EngineCheck { message: Some(reason.clone()), ..of(name, EngineCheckResult::LeftOut) }
        }
        Outcome::Answer(_) if first != second => wrong(
            name,
            "the same question got two different answers".to_owned(),
            "an answer must not depend on earlier questions: use a new parser for each question",
        ),
        Outcome::Answer(answer) if question.is_answered_by(answer) => of(name, EngineCheckResult::Right),
        Outcome::Answer(answer) => EngineCheck {
            message: Some(format!("expected\n{}\nfound\n{}", question.expected(), shown(answer))),
            mend: Some(question.mend.to_owned()),
            ..of(name, EngineCheckResult::Differs)
        },
        fault => wrong(name, fault.fault().unwrap_or_default(), question.mend),
    }
}

/// An answer as text, cut to a readable length.
fn shown(answer: &Answer) -> String {
    const SHOWN: usize = 2000;
    let mut text = match answer {
        Answer::Tree { tree, .. } => match tree.dump_within(SMALL) {
            Some(dump) => dump.to_display().into_owned(),
            None => format!("a tree of {} nodes, {} deep", tree.len(), tree.depth()),
        },
        Answer::Tokens { tokens, .. } => format!("{tokens:?}"),
        Answer::Encoding(name) => name.clone(),
        Answer::Markup(markup) => markup.to_display().into_owned(),
        Answer::Unsupported(reason) => reason.clone(),
    };
    if text.len() > SHOWN {
        text.truncate(text.floor_char_boundary(SHOWN));
        text.push('…');
    }
    text
}

/// Keeps many questions in flight, and checks that each answer is for its own question.
fn many(pool: &Pool) -> EngineCheck {
    let name = "many in flight";
    let inputs: Vec<Input> = (0..MANY).map(|number| Input::document(format!("<p>no. {number};"))).collect();
    let start = Instant::now();
    let outcomes = ask(pool, &inputs);
    let seconds = start.elapsed().as_secs_f64();
    for (number, outcome) in outcomes.iter().enumerate() {
        let problem = match outcome {
            Ok(Outcome::Answer(Answer::Tree { tree, .. }))
                if tree
                    .dump_within(SMALL)
                    .is_some_and(|dump| dump.to_display().contains(&format!("no. {number};"))) =>
            {
                continue;
            }
            Ok(Outcome::Answer(Answer::Unsupported(reason))) => {
                return EngineCheck { message: Some(reason.clone()), ..of(name, EngineCheckResult::LeftOut) };
            }
            Ok(Outcome::Answer(answer)) => {
                format!("it has the answer to another question:\n{}", shown(answer))
            }
            Ok(fault) => fault.fault().unwrap_or_default(),
            Err(message) => message.clone(),
        };
        return wrong(
            name,
            format!("question {number} of {MANY}: {problem}"),
            "give each answer the `id` of its question, and do not wait for more questions before answering",
        );
    }
    EngineCheck {
        message: Some(format!("{:.0} documents a second", MANY as f64 / seconds)),
        ..of(name, EngineCheckResult::Right)
    }
}

/// Checks that a new process answers after the previous one was killed.
fn restart(pool: &Pool) -> EngineCheck {
    let name = "killed and started again";
    let problem = match ask(pool, &[Input::document("<p>again")]).pop() {
        Some(Ok(Outcome::Answer(_))) => return of(name, EngineCheckResult::Right),
        Some(Ok(fault)) => fault.fault().unwrap_or_default(),
        Some(Err(message)) => message,
        None => unreachable!("one question has one outcome"),
    };
    wrong(
        name,
        problem,
        "an engine can be killed at any time: it must not leave anything behind that prevents the next start",
    )
}

/// Checks that the process exits after the end of its stdin.
fn ends_with_its_input(command: &WorkerCommand) -> EngineCheck {
    let name = "ends with its input";
    let ended = supervise::spawn(command).map(|mut child| {
        // Its output is read, so that it does not block on a full pipe.
        if let Some(mut stdout) = child.stdout.take() {
            thread::spawn(move || io::copy(&mut stdout, &mut io::sink()));
        }
        if let Some(mut stderr) = child.stderr.take() {
            thread::spawn(move || io::copy(&mut stderr, &mut io::sink()));
        }
        if let Some(mut stdin) = child.stdin.take() {
            // A write error means that the engine has already ended, which is allowed.
            let _ = stdin.write_all(&protocol::write_hello_question());
        }
        ends(child)
    });
    match ended {
        Ok(true) => of(name, EngineCheckResult::Right),
        Ok(false) => wrong(
            name,
            format!("it still runs {END:?} after the end of its stdin"),
            "exit when stdin ends: crosscheck may no longer be there to kill the process",
        ),
        Err(error) => wrong(name, error.to_string(), "the engine must start every time its command is run"),
    }
}

/// Waits for a process to end; kills it if it does not.
fn ends(mut child: Child) -> bool {
    let deadline = Instant::now() + END;
    while Instant::now() < deadline {
        if !matches!(child.try_wait(), Ok(None)) {
            return true;
        }
        thread::sleep(Duration::from_millis(10));
    }
    supervise::kill(&mut child);
    // A killed process ends soon.
    let _ = child.wait();
    false
}

/// The outcome of each input, or why there is none.
fn ask(pool: &Pool, inputs: &[Input]) -> Vec<Result<Outcome, String>> {
    let mut outcomes: Vec<Option<Outcome>> = vec![None; inputs.len()];
    let asked = pool.ask(inputs, &mut |index, outcome| outcomes[index] = Some(outcome), &AtomicBool::new(false));
    let gave_up = asked.err().map_or(String::new(), |error| error.reason);
    let outcomes = outcomes.into_iter();
    outcomes.map(|outcome| outcome.ok_or_else(|| gave_up.clone())).collect()
}
