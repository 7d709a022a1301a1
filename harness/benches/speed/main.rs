//! How fast the standard engine is beside others, in one process: medians of rounds in which each contestant runs in
//! turn, so that the machine's moods meet them alike. Ratios mean something; MB/s depend on the machine and the hour.
//!
//! `cargo bench --bench speed`; arguments such as `pages` or `tokens` pick the comparisons whose name contains one.
#![allow(clippy::disallowed_macros, reason = "a bench is no subcommand")]

mod gum;
mod html5ever;
mod standard;
mod workloads;

use std::hint::black_box;
use std::time::{Duration, Instant};

use workloads::{Workload, Workloads};

/// How long all rounds of one comparison take, at least.
const BUDGET: Duration = Duration::from_secs(8);
const ROUNDS: usize = 9;

/// Contestants that do the same work on the same documents.
struct Comparison<'w> {
    name: &'static str,
    workload: &'w Workload,
    contestants: &'static [Contestant],
    /// How many times as fast as the first the second is to be.
    wanted: Option<f64>,
}

/// An engine at work.
struct Contestant {
    name: &'static str,
    /// Works through the documents, and gives the time it took.
    run: fn(&[String]) -> Duration,
}

/// To a tree, with the parse errors, as both do by default: html5ever's rcdom collects their messages, the standard
/// engine their codes and positions.
const PARSE: &[Contestant] = &[
    Contestant { name: "html5ever 0.39 + rcdom 0.39", run: |documents| time(documents, html5ever::parse) },
    Contestant { name: "standard", run: |documents| time(documents, standard::parse) },
    Contestant {
        name: "standard, errors not looked for",
        run: |documents| time(documents, standard::parse_without_errors),
    },
    Contestant { name: "html5ever 0.40 + arena", run: |documents| time(documents, html5ever::parse_into_arena) },
];

/// The same, and the tree in html5lib's format, written the same way.
const PARSE_AND_DUMP: &[Contestant] = &[
    Contestant { name: "html5ever 0.39 + rcdom 0.39", run: |documents| time(documents, html5ever::parse_and_dump) },
    Contestant { name: "standard", run: |documents| time(documents, standard::parse_and_dump) },
];

/// To tokens that borrow.
const BORROWED_TOKENS: &[Contestant] = &[
    Contestant { name: "html5gum 0.9, callbacks", run: |documents| time(documents, gum::count_events) },
    Contestant { name: "standard", run: |documents| time(documents, standard::count_tokens) },
];

/// To a list of tokens that own what they hold.
const OWNED_TOKENS: &[Contestant] = &[
    Contestant { name: "html5gum 0.9, tokens", run: |documents| time(documents, gum::tokens) },
    Contestant { name: "standard", run: |documents| time(documents, standard::tokens) },
];

/// What is dropped is dropped outside the time.
fn time<T>(documents: &[String], work: fn(&str) -> T) -> Duration {
    let mut total = Duration::ZERO;
    for document in documents {
        let start = Instant::now();
        let result = work(black_box(document));
        // By reference: what is handed over whole is moved, which is no part of the work.
        black_box(&result);
        total += start.elapsed();
        drop(result);
    }
    total
}

fn main() {
    let filters: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with("--")).collect();
    let is_picked = |name: &str| filters.is_empty() || filters.iter().any(|filter| name.contains(filter.as_str()));
    let workloads = Workloads::find();
    for comparison in comparisons(&workloads) {
        let name = format!("{} of {}", comparison.name, comparison.workload.name);
        if is_picked(&name) {
            compare(&name, &comparison);
        }
    }
}

fn comparisons(workloads: &Workloads) -> Vec<Comparison<'_>> {
    let mut comparisons = Vec::new();
    let mut add = |workload, name, contestants, wanted| {
        comparisons.push(Comparison { name, workload, contestants, wanted });
    };
    for workload in [Some(&workloads.page), workloads.pages.as_ref()].into_iter().flatten() {
        add(workload, "tree", PARSE, Some(3.0));
        add(workload, "tree and dump", PARSE_AND_DUMP, None);
        add(workload, "borrowed tokens", BORROWED_TOKENS, Some(1.0));
        add(workload, "owned tokens", OWNED_TOKENS, Some(1.0));
    }
    if let Some(workload) = &workloads.fixtures {
        add(workload, "tree", PARSE, None);
        add(workload, "tree and dump", PARSE_AND_DUMP, Some(2.0));
        add(workload, "borrowed tokens", BORROWED_TOKENS, Some(1.0));
    }
    comparisons
}

fn compare(name: &str, comparison: &Comparison) {
    let documents = &comparison.workload.documents;
    let bytes: usize = documents.iter().map(String::len).sum();
    println!("{name}: {} documents, {bytes} bytes", documents.len());
    let mut times = vec![Vec::new(); comparison.contestants.len()];
    let start = Instant::now();
    while times[0].len() < ROUNDS || start.elapsed() < BUDGET {
        for (contestant, times) in comparison.contestants.iter().zip(&mut times) {
            // Once without looking at the clock, so that what the one before left of caches and heap counts for nobody.
            (contestant.run)(documents);
            times.push((contestant.run)(documents));
        }
    }
    let medians: Vec<f64> = times.iter_mut().map(|times| median(times)).collect();
    for (index, (contestant, median)) in comparison.contestants.iter().zip(&medians).enumerate() {
        let speed = bytes as f64 / 1e6 / median;
        let ratio = medians[0] / median;
        let verdict = match comparison.wanted.filter(|_| index == 1) {
            Some(wanted) if ratio >= wanted => format!("at least {wanted:.1}"),
            Some(wanted) => format!("LESS THAN {wanted:.1}"),
            None => String::new(),
        };
        println!("  {:<32} {speed:>8.1} MB/s  {ratio:>5.2}x  {verdict}", contestant.name);
    }
}

fn median(times: &mut [Duration]) -> f64 {
    times.sort_unstable();
    times[times.len() / 2].as_secs_f64()
}
