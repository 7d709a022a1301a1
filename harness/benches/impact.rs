//! What two editions cost: the time of a sweep over real pages, by two jobs, with the report, against the time of
//! parsing the same pages once, as bytes, with their errors.
//!
//! The pages are those where `CROSSCHECK_PAGES` says they are.

use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use crosscheck::engines::{Limits, WorkerCommand};
use crosscheck::impact::{
    Checkpoint, Comparison, Documents, Engines, Examiner, Found, HowToRead, Limited, NamedEdition, Source, Swept,
    Tally, report, sweep,
};

/// How many times the time of parsing once the sweep may take.
const LIMIT: f64 = 3.0;

/// How often each is measured, by turns.
const ROUNDS: usize = 7;

/// How many documents are looked at at a time.
const JOBS: usize = 2;

const READING: HowToRead = HowToRead { scripting: true, page_limit: 1 << 30 };

fn main() {
    let Some(pages) = std::env::var_os("CROSSCHECK_PAGES").map(PathBuf::from) else {
        println!("CROSSCHECK_PAGES is not set: there is nothing to measure");
        return;
    };
    let comparison =
        Comparison { from: NamedEdition::new("2019-01-01").expect("it is a day"), to: NamedEdition::newest() };
    let worker = WorkerCommand::new(env!("CARGO_BIN_EXE_crosscheck"));
    let limited = Limited::new(Examiner::new(comparison), Limits::default(), &worker);
    let mut parses = Vec::new();
    let mut sweeps = Vec::new();
    for _ in 0..ROUNDS {
        parses.push(timed(|| parse_once(&pages, &limited.examiner)));
        sweeps.push(timed(|| sweep_and_report(&pages, &limited)));
    }
    let (parse, sweep) = (median(parses), median(sweeps));
    let ratio = sweep.as_secs_f64() / parse.as_secs_f64();
    let holds = if ratio <= LIMIT { "within" } else { "beyond" };
    println!("parsing once: {parse:?}; impact: {sweep:?}, {ratio:.2} times that, {holds} the limit of {LIMIT}");
}

fn documents(pages: &Path) -> Documents {
    Documents::new(vec![Source::Path(pages.to_owned())], READING)
}

/// Reads and parses all pages by the newest edition, one after the other.
fn parse_once(pages: &Path, examiner: &Examiner) {
    for found in documents(pages) {
        let Found::Document(document) = found else {
            continue;
        };
        for question in document.questions() {
            let read = question.read(examiner.comparison.to.edition);
            let _ = black_box(read.expect("pages can be parsed"));
        }
    }
}

fn sweep_and_report(pages: &Path, limited: &Limited) {
    let cancel = AtomicBool::new(false);
    let mut tally = Tally::default();
    let take = |number, outcome| tally.take(number, outcome);
    let is_whole = sweep(documents(pages), limited, &Checkpoint::default(), JOBS, &cancel, take);
    let worker = WorkerCommand::new(env!("CARGO_BIN_EXE_crosscheck"));
    let engines = Engines::new(&[], &Limits::default(), &worker).expect("there are none");
    let swept = Swept { tally: &tally, limited, engines: &engines, jobs: JOBS, is_whole, cancel: &cancel };
    black_box(report(&swept, crosscheck_reports::ShellLine::default(), Instant::now()));
}

fn timed(what: impl FnOnce()) -> Duration {
    let start = Instant::now();
    what();
    start.elapsed()
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}
