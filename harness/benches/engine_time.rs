//! What the harness adds to html5ever: the time to answer the questions of a whole suite of trees,
//!
//! * `html5ever`: calling html5ever in a loop, into the same nodes;
//! * `engine`: through the engine trait, with the canonical tree;
//! * `pool`: in a worker process, as the engine time that a run reports.
//!
//! The suite is the public one where `CROSSCHECK_HTML5LIB_TESTS` says where it is, else our own.

use std::cell::Cell;
use std::hint::black_box;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use criterion::Criterion;
use crosscheck::engines::{Engine, Limits, Pool, WorkerCommand, find, html5ever};
use crosscheck::fixtures::{CheckKind, SuiteKind, discover};
use crosscheck::model::input::{Input, Source, Task};

/// How many times the time of html5ever itself an engine may take.
const LIMIT: f64 = 1.3;

fn main() {
    let inputs = inputs();
    println!("{} questions", inputs.len());
    let mut criterion = Criterion::default().configure_from_args();
    let direct = measure(&mut criterion, "html5ever", || {
        let start = Instant::now();
        inputs.iter().for_each(call_directly);
        start.elapsed()
    });
    let mut engine = html5ever::Html5ever::new();
    let through_engine = measure(&mut criterion, "engine", || {
        let start = Instant::now();
        for input in &inputs {
            black_box(engine.answer(black_box(input)));
        }
        start.elapsed()
    });
    let spec = find("html5ever").expect("it is an engine");
    let worker = WorkerCommand::new(env!("CARGO_BIN_EXE_crosscheck"));
    let pool = Pool::new(&spec, Limits::default(), 1, worker);
    let through_pool = measure(&mut criterion, "pool", || {
        let mut ignore = |_, outcome| drop(black_box(outcome));
        let stats = pool.ask(&inputs, &mut ignore, &AtomicBool::new(false));
        stats.expect("the worker starts").engine_time
    });
    criterion.final_summary();
    for (name, time) in [("engine", through_engine), ("pool", through_pool)] {
        if let (Some(time), Some(direct)) = (time, direct) {
            let ratio = time.as_secs_f64() / direct.as_secs_f64();
            let holds = if ratio <= LIMIT { "within" } else { "beyond" };
            println!("{name}: {ratio:.2} times html5ever, {holds} the limit of {LIMIT}");
        }
    }
}

/// Measures `once` and gives the shortest time it took; none when a filter leaves it out.
fn measure(criterion: &mut Criterion, name: &str, mut once: impl FnMut() -> Duration) -> Option<Duration> {
    let shortest = Cell::new(None);
    criterion.bench_function(name, |bencher| {
        bencher.iter_custom(|iterations| {
            let times = (0..iterations).map(|_| once());
            times
                .inspect(|&time| {
                    let so_far = shortest.get().unwrap_or(time);
                    shortest.set(Some(time.min(so_far)));
                })
                .sum()
        });
    });
    shortest.get()
}

/// The questions of all tree checks that html5ever can be asked.
fn inputs() -> Vec<Input> {
    let own = || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../suites");
    let folder = std::env::var_os("CROSSCHECK_HTML5LIB_TESTS").map_or_else(own, PathBuf::from);
    let found = discover(&[folder.join("tree-construction")], Some(SuiteKind::TreeConstruction));
    assert!(found.errors.is_empty(), "{:?}", found.errors);
    let fixtures = found.files.iter().flat_map(|file| &file.fixtures);
    let checks = fixtures.flat_map(|fixture| fixture.checks());
    let trees = checks.filter(|check| check.kind == CheckKind::Tree);
    trees.flat_map(|check| check.inputs).collect()
}

fn call_directly(input: &Input) {
    if let (Source::Text(text), Task::Tree { context, scripting }) = (&input.source, &input.task)
        && let Some(text) = text.as_str()
    {
        black_box(html5ever::count_nodes(black_box(text), context.as_ref(), *scripting));
    }
}
