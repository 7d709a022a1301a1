//! What a hunt says of an engine with one fault, and whether it is true.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;

use crosscheck::engines::{self, Answer, Engine, EngineSpec, Limits, WorkerCommand};
use crosscheck::generate::{Generator, Mix};
use crosscheck::hunt::{Ask, HuntOptions, Progress, State, hunt};
use crosscheck::input::{Input, Source, Task};
use crosscheck::oracles::Oracle;
use libtest_mimic::Failed;

use crate::engine::standard;
use crate::faults::{FAULTS, Fault};

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
    let causes = hunt.causes.iter().map(|(cause, _)| {
        let variant = cause.cause.engine();
        Group {
            title: cause.title(),
            known: cause.known.name(),
            refuted: variant.and_then(|variant| refuted(fault, &variant, cause.oracle)),
        }
    });
    let properties = hunt.properties.iter().map(|(found, _)| Group {
        title: format!("{}: {}", found.oracle, found.finding.what),
        known: "unexplained",
        refuted: None,
    });
    Row {
        fault: fault.name,
        what: fault.what,
        groups: causes.chain(properties).collect(),
    }
}

/// Documents that no hunt here has seen: of another seed, of each generator, and those of the faults.
pub(crate) static HELD_OUT_DOCUMENTS: LazyLock<Vec<(Input, Answer)>> = LazyLock::new(|| {
    let mix = Mix::new(HELD_OUT_SEED, true);
    let of_mix = (0..HELD_OUT).map(|number| mix.document(number, 0).input());
    let of_generators = Generator::ALL
        .into_iter()
        .flat_map(|generator| generator.documents(HELD_OUT_SEED).take(HELD_OUT_EACH))
        .map(|soup| soup.input());
    let examples = FAULTS
        .iter()
        .flat_map(|fault| fault.departs.iter().chain(fault.agrees));
    let examples = examples.map(|example| example.input());
    let documents = of_mix.chain(of_generators).chain(examples);
    documents
        .map(|input| {
            let answer = standard(&input);
            (input, answer)
        })
        .collect()
});

/// The oracle that compares answers to a question.
pub(crate) fn oracle(input: &Input) -> Oracle {
    match &input.task {
        Task::Tree { .. } => Oracle::Trees,
        Task::Tokens { .. } => Oracle::Tokens,
        Task::Encoding => Oracle::Encoding,
        Task::Serialise(_) => Oracle::Markup,
    }
}

/// The first held-out document on which the engine does not answer as a variant of the standard engine that is said to
/// behave like it, where that variant departs from the standard; and how many there are.
fn refuted(mut fault: &'static Fault, variant: &str, of: Oracle) -> Option<(String, usize)> {
    let spec = engines::find(variant).unwrap_or_else(|why| panic!("{why}"));
    let mut variant = spec.engine().expect("variants are in-process");
    let mut first = None;
    let mut count = 0;
    for (input, standard) in HELD_OUT_DOCUMENTS.iter() {
        let oracle = match of {
            Oracle::Errors => Oracle::Errors,
            _ => oracle(input),
        };
        let Some(said) = answer(&mut *variant, input) else {
            continue;
        };
        if !oracle.differ(standard, &said) {
            continue;
        }
        let answer = fault.answer(input);
        if !matches!(answer, Answer::Unsupported(_)) && oracle.differ(&said, &answer) {
            count += 1;
            first.get_or_insert_with(|| shown(input));
        }
    }
    first.map(|first| (first, count))
}

/// What a variant answers, which may stop.
pub(crate) fn answer(engine: &mut dyn Engine, input: &Input) -> Option<Answer> {
    catch_unwind(AssertUnwindSafe(|| engine.answer(input))).ok()
}

/// A document on one line.
pub(crate) fn shown(input: &Input) -> String {
    let context = match &input.task {
        Task::Tree {
            context: Some(context),
            ..
        } => format!("in {context}: "),
        _ => String::new(),
    };
    let text = match &input.source {
        Source::Text(text) => text.to_display().into_owned(),
        Source::Bytes { bytes, .. } => String::from_utf8_lossy(bytes).into_owned(),
        Source::Tree(_) => "a tree".to_owned(),
    };
    format!("{context}{}", text.escape_debug())
}

/// The least share of faults, in percent, that are one group. The table in the documentation has 17 of 37; all but a few
/// are wanted.
const LEAST_IN_ONE_GROUP: usize = 45;

/// The least share of faults, in percent, of which nothing false is stated. The table has 32 of 37; all are wanted.
const LEAST_TRUE: usize = 86;

/// Fails when too many faults are several groups, or have a false statement.
pub(crate) fn check(rows: &[Row]) -> Result<(), Failed> {
    let is_enough = |count: usize, percent: usize| count * 100 >= rows.len() * percent;
    let in_one_group = rows.iter().filter(|row| row.groups.len() == 1).count();
    let are_true = rows.iter().filter(|row| !row.is_false()).count();
    let total = rows.len();
    let summary = format!("{in_one_group} of {total} in one group, nothing false of {are_true}");
    println!("{summary}");
    match is_enough(in_one_group, LEAST_IN_ONE_GROUP) && is_enough(are_true, LEAST_TRUE) {
        true => Ok(()),
        false => Err(rows
            .iter()
            .fold(summary, |text, row| format!("{text}\n{row}"))
            .into()),
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.fault)?;
        for Group {
            title,
            known,
            refuted,
        } in &self.groups
        {
            write!(f, "\n  {known}: {title}")?;
            if let Some((document, count)) = refuted {
                write!(f, "\n    false on {count} documents, such as {document}")?;
            }
        }
        Ok(())
    }
}
