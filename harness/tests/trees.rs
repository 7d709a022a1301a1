//! The standard engine on tree-construction fixtures. Each of ours passes; each public one passes, errors included, or is
//! one that a named change of the standard has overtaken and passes without that change. And whoever watches the parser
//! without meddling gets the same tree as nobody, and sees nothing that is argued to be impossible.

mod support;

use std::collections::BTreeSet;
use std::sync::LazyLock;

use crosscheck::engines::standard::{self, Standard};
use crosscheck::engines::{Engine as _, Outcome};
use crosscheck::fixtures::{Check, FixtureFile};
use crosscheck::judge::judge;
use crosscheck_parser::clause::{self, Clause};
use crosscheck_parser::limit::Never;
use crosscheck_parser::observer::{Ignore, Observer};
use crosscheck_reports::Verdict;
use libtest_mimic::{Arguments, Failed, Trial};

/// The engines of which one at least must pass a public fixture.
const PUBLIC: &[&str] = &[
    standard::NAME,
    "standard@without:processing-instructions-2026",
];

/// Watches, so that the parser goes by the smallest steps, and changes nothing; notes each clause at which something
/// happened that is argued never to happen.
#[derive(Debug, Default)]
struct Watcher {
    refuted: BTreeSet<Clause>,
}

impl Watcher {
    fn note(&mut self, clause: Clause, refuted: &[Never]) {
        if LIMITS[clause.index()].is_some_and(|never| refuted.contains(&never)) {
            self.refuted.insert(clause);
        }
    }
}

impl Observer for Watcher {
    fn row(&mut self, clause: Clause, _: usize) -> bool {
        self.note(clause, &[Never::Reached]);
        true
    }

    fn condition(&mut self, clause: Clause, holds: bool) -> bool {
        let refuted = if holds { Never::Holds } else { Never::Fails };
        self.note(clause, &[Never::Reached, refuted]);
        holds
    }

    fn step(&mut self, clause: Clause) -> bool {
        self.note(clause, &[Never::Reached]);
        true
    }
}

/// What never happens at each clause.
static LIMITS: LazyLock<Vec<Option<Never>>> = LazyLock::new(|| {
    let limits = clause::all().map(|clause| clause.limit().map(|limit| limit.never));
    limits.collect()
});

fn main() {
    let own = support::own_tree_files();
    let mut trials: Vec<_> = own
        .into_iter()
        .map(|file| trial(file, &[standard::NAME]))
        .collect();
    match support::tree_files() {
        Ok(files) => trials.extend(files.into_iter().map(|file| trial(file, PUBLIC))),
        Err(missing) => trials.push(support::ignored(missing)),
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

fn trial(file: FixtureFile, engines: &'static [&'static str]) -> Trial {
    Trial::test(support::name(&file), move || {
        let checks = file.fixtures.iter().flat_map(|fixture| fixture.checks());
        let failed: Vec<_> = checks
            .filter(|check| check.needs.is_empty())
            .filter_map(|check| wrong(&check, engines).or_else(|| wrong_when_watched(&check)))
            .collect();
        match failed.is_empty() {
            true => Ok(()),
            false => Err(Failed::from(failed.join("\n"))),
        }
    })
}

/// What is wrong with the first engine's answer, if no engine's is right.
fn wrong(check: &Check, engines: &[&str]) -> Option<String> {
    let mut judgements = engines.iter().map(|name| {
        let mut engine = Standard::from_name(name).expect("a variant of the standard engine");
        let answers = check.inputs.iter().map(|input| engine.answer(input));
        judge(check, &answers.map(Outcome::Answer).collect::<Vec<_>>())
    });
    let first = judgements.next()?;
    let passed = |verdict| verdict == Verdict::Passed;
    if passed(first.verdict) || judgements.any(|other| passed(other.verdict)) {
        return None;
    }
    Some(format!(
        "{} {:?}\n  expected {}\n    actual {}",
        check.kind,
        check.inputs,
        first.expected.unwrap_or_default(),
        first.actual.unwrap_or_default()
    ))
}

fn wrong_when_watched(check: &Check) -> Option<String> {
    check.inputs.iter().find_map(|input| {
        let text = [support::text(input).as_bytes()];
        let mut watcher = Watcher::default();
        let watched = support::parse(&mut watcher, input, &text);
        if !support::same(&watched, &support::parse(Ignore, input, &text)) {
            return Some(format!(
                "{input:?} makes another tree, or other errors, when watched"
            ));
        }
        let refuted = watcher.refuted;
        (!refuted.is_empty()).then(|| format!("{input:?} does what cannot be done at {refuted:?}"))
    })
}
