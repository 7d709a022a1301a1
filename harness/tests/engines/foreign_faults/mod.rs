//! Engines with one fault each that is no mutant of the standard engine, no lack of a change and no quirk. A hunt
//! reports each fault as one group, and states nothing false.
//!
//! Hunting takes minutes for each fault: without `CROSSCHECK_FOREIGN_FAULTS=all` that trial is listed as ignored.
//! `CROSSCHECK_FOREIGN_FAULTS=all cargo test --release --test engines "[foreign_faults]"` hunts all and compares the table with the one in
//! `docs/foreign-faults.md`; `SNAPSHOTS=overwrite` writes it there.

mod benchmark;
mod characters;
mod columns;
mod engine;
mod faults;
mod feeding;
mod observers;
mod table;
mod trees;
mod variants;

use std::env;

use crosscheck::engines::{Engine as _, WorkerCommand, worker};
use crosscheck::model::answer::Answer;
use crosscheck::model::input::Input;
use crosscheck::oracles::Oracle;
use libtest_mimic::{Failed, Trial};

use crate::support::skipped;

use self::benchmark::shown;
use self::engine::standard;
use self::faults::{FAULTS, Fault};

/// The variable that asks for hunts: of all faults, or of those named, with commas between them.
const VARIABLE: &str = "CROSSCHECK_FOREIGN_FAULTS";

/// The argument that makes this program an engine; the name of the fault follows.
const SERVE: &str = "--serve";

/// Answers questions, if this program was started as an engine with a fault. Returns whether it was.
pub(crate) fn serve() -> bool {
    let mut arguments = env::args().skip(1);
    if arguments.next().as_deref() != Some(SERVE) {
        return false;
    }
    let name = arguments.next().unwrap_or_default();
    let fault = FAULTS.iter().find(|fault| fault.name == name);
    let fault = fault.unwrap_or_else(|| panic!("`{name}` is no fault"));
    worker::serve(Box::new(fault)).expect("the questions are read and answered");
    true
}

/// The tests.
pub(crate) fn trials() -> Vec<Trial> {
    let does = FAULTS.iter().map(|fault| Trial::test(format!("{}: examples", fault.name), || does_what_it_says(fault)));
    let foreign =
        FAULTS.iter().map(|fault| Trial::test(format!("{}: no variant", fault.name), || is_no_variant(fault)));
    let mut trials: Vec<Trial> = does.chain(foreign).collect();
    let which = env::var(VARIABLE).unwrap_or_default();
    let hunted = match which.as_str() {
        "" => skipped("hunted", format!("{VARIABLE} is not set")),
        "all" => Trial::test("hunted", hunted),
        names => Trial::test(format!("{names}: hunted"), move || named(&which)),
    };
    trials.push(hunted);
    trials
}

/// The engine departs where its examples say so, and nowhere else among them.
fn does_what_it_says(fault: &'static Fault) -> Result<(), Failed> {
    let mut wrong = Vec::new();
    for (examples, departs) in [(fault.departs, true), (fault.agrees, false)] {
        for input in examples.iter().map(|example| example.input()) {
            let mut engine = fault;
            let differs = differ(&input, &standard(&input), &engine.answer(&input));
            if differs != departs {
                let does = if differs { "departs" } else { "agrees" };
                wrong.push(format!("{does} on {}", shown(&input)));
            }
        }
    }
    match wrong.is_empty() {
        true => Ok(()),
        false => Err(wrong.join("\n").into()),
    }
}

/// Whether two answers differ, or the errors they report.
fn differ(input: &Input, one: &Answer, other: &Answer) -> bool {
    Oracle::comparing(&input.task).differ(one, other) || Oracle::Errors.differ(one, other)
}

/// No mutant, quirk or edition without a change answers as the engine does.
fn is_no_variant(fault: &'static Fault) -> Result<(), Failed> {
    let alike = variants::alike(fault);
    match alike.is_empty() {
        true => Ok(()),
        false => Err(format!("{} is no foreign fault, it is: {}", fault.name, alike.join(", ")).into()),
    }
}

/// The command that makes this program the engine.
fn serving(fault: &Fault) -> WorkerCommand {
    WorkerCommand {
        arguments: vec![SERVE.into(), fault.name.into()],
        ..WorkerCommand::new(env::current_exe().expect("a program knows its file"))
    }
}

/// Hunts the faults of these names, with commas between them, and shows what comes of it.
fn named(names: &str) -> Result<(), Failed> {
    for name in names.split(',') {
        let fault = FAULTS.iter().find(|fault| fault.name == name);
        let fault = fault.ok_or_else(|| format!("`{name}` is no fault"))?;
        println!("{}", benchmark::row(fault, serving(fault)));
    }
    Ok(())
}

fn hunted() -> Result<(), Failed> {
    let faults = FAULTS.iter();
    let rows: Vec<_> = faults.map(|fault| benchmark::row(fault, serving(fault))).collect();
    println!("{}", table::table(&rows));
    benchmark::check(&rows)?;
    table::check(&rows);
    Ok(())
}
