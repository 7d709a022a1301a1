//! How fast the standard engine is beside html5ever, in one process: medians of rounds in which each engine runs in
//! turn, so that the machine's moods meet them alike. Ratios mean something; MB/s depend on the machine and the hour.
//!
//! `cargo bench --bench speed`; an argument such as `pages` picks the workloads whose name contains it.

mod rcdom;
mod workloads;

use std::hint::black_box;
use std::time::{Duration, Instant};

use crosscheck_parser::options::Options;
use crosscheck_parser::parse::{Parsed, parse_document};
use workloads::Workload;

/// How long all rounds of one workload take, at least.
const BUDGET: Duration = Duration::from_secs(8);
const ROUNDS: usize = 9;

/// An engine, and what it takes to parse one document; the tree is dropped outside the time.
struct Contestant {
    name: &'static str,
    /// Parses the documents, and gives the time it took.
    run: fn(&[String]) -> Duration,
}

const CONTESTANTS: &[Contestant] = &[
    Contestant {
        name: "html5ever 0.39 + rcdom 0.39",
        run: |documents| time(documents, rcdom::parse),
    },
    Contestant {
        name: "standard",
        run: |documents| time(documents, standard),
    },
    Contestant {
        name: "standard, errors not looked for",
        run: |documents| time(documents, standard_without_errors),
    },
];

/// Like html5ever's rcdom, with the parse errors; what they cost is shown beside.
fn standard(text: &str) -> Parsed {
    parse_document(text, Options::default()).expect("the documents are small")
}

fn standard_without_errors(text: &str) -> Parsed {
    let options = Options {
        errors: false,
        ..Options::default()
    };
    parse_document(text, options).expect("the documents are small")
}

fn time<T>(documents: &[String], parse: fn(&str) -> T) -> Duration {
    let mut total = Duration::ZERO;
    for document in documents {
        let start = Instant::now();
        let tree = black_box(parse(black_box(document)));
        total += start.elapsed();
        drop(tree);
    }
    total
}

fn main() {
    let filters: Vec<String> = std::env::args()
        .skip(1)
        .filter(|argument| !argument.starts_with("--"))
        .collect();
    for workload in workloads::all() {
        if filters.is_empty()
            || filters
                .iter()
                .any(|filter| workload.name.contains(filter.as_str()))
        {
            compare(&workload);
        }
    }
}

fn compare(workload: &Workload) {
    let bytes = workload.bytes();
    println!(
        "{}: {} documents, {bytes} bytes",
        workload.name,
        workload.documents.len()
    );
    let mut times = vec![Vec::new(); CONTESTANTS.len()];
    let start = Instant::now();
    while times[0].len() < ROUNDS || start.elapsed() < BUDGET {
        for (contestant, times) in CONTESTANTS.iter().zip(&mut times) {
            times.push((contestant.run)(&workload.documents));
        }
    }
    let medians: Vec<f64> = times.iter_mut().map(|times| median(times)).collect();
    for (contestant, median) in CONTESTANTS.iter().zip(&medians) {
        let speed = bytes as f64 / 1e6 / median;
        println!(
            "  {:<32} {speed:>8.1} MB/s  {:>5.2}x",
            contestant.name,
            medians[0] / median
        );
    }
}

fn median(times: &mut [Duration]) -> f64 {
    times.sort_unstable();
    times[times.len() / 2].as_secs_f64()
}
