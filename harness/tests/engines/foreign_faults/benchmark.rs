//! What a hunt says of an engine with one fault, and whether it is true.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;

use crosscheck::engines::{self, Engine, EngineSpec, Limits, WorkerCommand};
use crosscheck::fuzzing::generate::{Generator, Schedule, TestCase};
use crosscheck::fuzzing::hunt::{Ask, HuntOptions, Progress, State, hunt};
use crosscheck::fuzzing::minimise::minimise;
use crosscheck::fuzzing::triage::Cause;
use crosscheck::model::answer::Answer;
use crosscheck::model::input::{Input, Source, Task};
use crosscheck::mutants::MutantSet;
use crosscheck::oracles::Oracle;
use itertools::Itertools as _;
use libtest_mimic::Failed;

use super::engine::standard;
use super::faults::{FAULTS, Fault};

/// The number of documents of a hunt.
const INPUTS: usize = 5_000;

/// The seed of a hunt.
const SEED: u64 = 1;

/// The seed of the documents that statements are tried on.
const HELD_OUT_SEED: u64 = 2;

/// The number of held-out documents of a hunt's schedule.
const HELD_OUT: u64 = 3_000;

/// The number of held-out documents of each generator.
const HELD_OUT_EACH: usize = 300;

/// What a hunt says of one engine.
#[derive(Debug, Clone)]
pub(crate) struct Row {
    pub(crate) fault: &'static str,
    pub(crate) what: &'static str,
    pub(crate) groups: Vec<Group>,
}

/// One entry of the list that a maintainer gets.
#[derive(Debug, Clone)]
pub(crate) struct Group {
    pub(crate) title: String,
    /// How well the cause is known.
    pub(crate) known: &'static str,
    /// The smallest document found that shows it.
    pub(crate) document: String,
    /// A held-out document on which the engine does not do what the statement says, and how many there are.
    pub(crate) refuted: Option<(String, usize)>,
}

impl Row {
    pub(crate) fn is_false(&self) -> bool {
        self.groups.iter().any(|group| group.refuted.is_some())
    }
}

struct Silent;

impl Progress for Silent {
    fn tried(&mut self, _: &State) {}
}

/// Hunts an engine with a fault, and tries what is said of it.
pub(crate) fn row(fault: &'static Fault, serve: WorkerCommand) -> Row {
    let options = HuntOptions {
        engines: vec![EngineSpec::process(fault.name, "foreign", serve)],
        limits: Limits::default(),
        jobs: 1,
        worker: WorkerCommand::new(env!("CARGO_BIN_EXE_crosscheck")),
        oracles: Vec::new(),
        corpus: Vec::new(),
        seed: SEED,
        ask: Ask::All,
        inputs: Some(INPUTS),
        time: None,
        known: Vec::new(),
    };
    let hunt = hunt(&options, &mut Silent, &AtomicBool::new(false));
    let hunt = hunt.unwrap_or_else(|why| panic!("{}: {why}", fault.name));
    let mut together = MutantSet::from_iter([]);
    for (cause, _) in &hunt.causes {
        if let Cause::Like(mutants) = &cause.cause {
            together = together.union(mutants);
        }
    }
    let together = Cause::Like(together).engine();
    let causes = hunt.causes.iter().map(|(cause, _)| {
        let variants = cause.cause.engine().zip(together.clone());
        Group {
            title: cause.title(),
            known: cause.known.name(),
            document: shown(&cause.case.input()),
            refuted: variants.and_then(|(one, all)| refuted(Statement::new(fault, &one, &all, cause.oracle))),
        }
    });
    let properties = hunt.properties.iter().map(|(found, _)| Group {
        title: format!("{}: {}", found.oracle, found.finding.what),
        known: "unexplained",
        document: shown(&found.case.input()),
        refuted: None,
    });
    Row { fault: fault.name, what: fault.what, groups: causes.chain(properties).collect() }
}

/// Documents that no hunt here has seen: of another seed, of each generator, and those of the faults.
pub(crate) static HELD_OUT_DOCUMENTS: LazyLock<Vec<(Input, Answer)>> = LazyLock::new(|| {
    let schedule = Schedule::new(HELD_OUT_SEED, true);
    let of_mix = (0..HELD_OUT).map(|number| schedule.document(number, 0).input());
    let of_generators = Generator::ALL
        .into_iter()
        .flat_map(|generator| generator.documents(HELD_OUT_SEED).take(HELD_OUT_EACH))
        .map(|case| case.input());
    let examples = FAULTS.iter().flat_map(|fault| fault.departs.iter().chain(fault.agrees));
    let examples = examples.map(|example| example.input());
    let documents = of_mix.chain(of_generators).chain(examples);
    documents
        .map(|input| {
            let answer = standard(&input);
            (input, answer)
        })
        .collect()
});

/// What is said of an engine: that it answers as `one` variant of the standard engine where that departs from the
/// standard, or as that which has `all` wrong that is said of it.
struct Statement {
    fault: &'static Fault,
    one: Box<dyn Engine>,
    all: Box<dyn Engine>,
    by_errors: bool,
}

impl Statement {
    fn new(fault: &'static Fault, one: &str, all: &str, of: Oracle) -> Self {
        let variant = |name: &str| {
            let spec = engines::find(name).unwrap_or_else(|why| panic!("{why}"));
            spec.engine().expect("variants are in-process")
        };
        Self { fault, one: variant(one), all: variant(all), by_errors: of == Oracle::Errors }
    }

    fn oracle(&self, input: &Input) -> Oracle {
        match self.by_errors {
            true => Oracle::Errors,
            false => Oracle::comparing(&input.task),
        }
    }

    /// Whether the engine departs on a document, and not as was said.
    fn departs_otherwise(&mut self, input: &Input) -> bool {
        let oracle = self.oracle(input);
        let does = self.fault.answer(input);
        let is_as = |variant: &mut Box<dyn Engine>| {
            answer(&mut **variant, input).is_some_and(|said| !oracle.differ(&said, &does))
        };
        !matches!(does, Answer::Unsupported(_))
            && oracle.differ(&standard(input), &does)
            && !is_as(&mut self.one)
            && !is_as(&mut self.all)
    }

    /// Whether the engine does not do on a document what is said that it does there.
    fn is_wrong_on(&mut self, input: &Input) -> bool {
        let oracle = self.oracle(input);
        let Some(said) = answer(&mut *self.one, input) else {
            return false;
        };
        let does = self.fault.answer(input);
        oracle.differ(&standard(input), &said)
            && !matches!(does, Answer::Unsupported(_))
            && oracle.differ(&said, &does)
            && answer(&mut *self.all, input).is_none_or(|said| oracle.differ(&said, &does))
    }

    /// The smallest document on which it is wrong within one on which it is. There is none where with a part left out
    /// the engine departs in another way: then it is not for what is said here.
    fn counterexample(&mut self, input: &Input) -> Option<Input> {
        if !self.is_wrong_on(input) {
            return None;
        }
        let small = minimise(&TestCase::of(input)?, |case| self.is_wrong_on(&case.input()));
        let text = small.text();
        let places = text.char_indices().map(|(place, _)| place);
        let places: Vec<usize> = places.chain([text.len()]).collect();
        let runs = places.iter().tuple_combinations();
        let mut parts = runs.map(|(start, end)| TestCase {
            pieces: vec![[&text[..*start], &text[*end..]].concat().as_str().into()],
            ..small.clone()
        });
        let is_for_another = parts.any(|part| self.departs_otherwise(&part.input()));
        (!is_for_another).then(|| small.input())
    }
}

/// The first held-out document on which a statement is wrong, made small, and how many there are.
fn refuted(mut statement: Statement) -> Option<(String, usize)> {
    let inputs = HELD_OUT_DOCUMENTS.iter().map(|(input, _)| input);
    let wrong: Vec<Input> = inputs.filter_map(|input| statement.counterexample(input)).collect();
    wrong.first().map(|first| (shown(first), wrong.len()))
}

/// What a variant answers, which may stop.
pub(crate) fn answer(engine: &mut dyn Engine, input: &Input) -> Option<Answer> {
    catch_unwind(AssertUnwindSafe(|| engine.answer(input))).ok()
}

/// A document on one line.
pub(crate) fn shown(input: &Input) -> String {
    let context = match &input.task {
        Task::Tree { context: Some(context), .. } => format!("in {context}: "),
        _ => String::new(),
    };
    let text = match &input.source {
        Source::Text(text) => text.to_display().into_owned(),
        Source::Bytes { bytes, .. } => String::from_utf8_lossy(bytes).into_owned(),
        Source::Tree(_) => "a tree".to_owned(),
    };
    format!("{context}{}", text.escape_debug())
}

/// The least share of faults that are one group, in percent: 20 of 24.
const LEAST_IN_ONE_GROUP: usize = 83;

/// Fails when too many faults are several groups, or anything false is stated.
pub(crate) fn check(rows: &[Row]) -> Result<(), Failed> {
    let in_one_group = rows.iter().filter(|row| row.groups.len() == 1).count();
    let are_true = rows.iter().filter(|row| !row.is_false()).count();
    let total = rows.len();
    let summary = format!("{in_one_group} of {total} in one group, nothing false of {are_true}");
    println!("{summary}");
    match in_one_group * 100 >= total * LEAST_IN_ONE_GROUP && are_true == total {
        true => Ok(()),
        false => Err(rows.iter().fold(summary, |text, row| format!("{text}\n{row}")).into()),
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.fault)?;
        for Group { title, known, document, refuted } in &self.groups {
            write!(f, "\n  {known}: {title}\n    on {document}")?;
            if let Some((document, count)) = refuted {
                write!(f, "\n    false on {count} documents, such as {document}")?;
            }
        }
        Ok(())
    }
}
