//! What the hunt adds to its engines: the documents a second of its loop, without minimising and recording, next to
//! those that the engines alone allow, which answer about the same documents on as many threads.
//!
//! Processor time is compared too: on a busy machine it is what to go by. Both are measured several times in turn, and
//! the least counts: what else a machine does only ever adds to them. `cargo bench --bench hunt` takes the number of
//! documents as an argument: `-- 1000000`.

use std::hint::black_box;
use std::process::{Command, Stdio};
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::{Duration, Instant};

use crosscheck::engines::{EngineSpec, Limits, WorkerCommand, find};
use crosscheck::fuzzing::hunt::{Ask, HuntOptions, Survey, survey};
use crosscheck::model::input::Input;
use rustix::time::{ClockId, clock_gettime};
use wait4::Wait4 as _;

/// What the loop must reach of what its engines alone allow.
const LEAST: f64 = 0.7;

const DOCUMENTS: usize = 400_000;

/// How many times each is measured.
const ROUNDS: usize = 5;

/// The argument with which this program does the loop and nothing else, so that its processor time can be told.
const LOOP_ALONE: &str = "--loop-alone";

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let documents = arguments.iter().find_map(|argument| argument.parse().ok());
    let options = options(documents.unwrap_or(DOCUMENTS));
    if arguments.iter().any(|argument| argument == LOOP_ALONE) {
        surveyed(&options);
        return;
    }
    let survey = surveyed(&options);
    let inputs: Vec<Input> = survey.documents().map(|case| case.input()).collect();
    let mut hunt = loop_alone(inputs.len());
    let mut engines = alone(&options, &inputs);
    for _ in 1..ROUNDS {
        hunt = hunt.or_less(loop_alone(inputs.len()));
        engines = engines.or_less(alone(&options, &inputs));
    }
    println!("{} documents, {} jobs", inputs.len(), options.jobs);
    for (name, of) in
        [("wall-clock", (|took| took.wall) as fn(&Took) -> Duration), ("processor", |took| took.processor)]
    {
        let rate = |took: &Took| inputs.len() as f64 / of(took).as_secs_f64();
        let ratio = rate(&hunt) / rate(&engines);
        let holds = if ratio >= LEAST { "at least" } else { "less than" };
        println!(
            "{name} time: hunt {:.0} documents/s, engines alone {:.0}; ratio {ratio:.2}, {holds} {LEAST}",
            rate(&hunt),
            rate(&engines)
        );
    }
}

struct Took {
    wall: Duration,
    processor: Duration,
}

impl Took {
    fn or_less(self, other: Self) -> Self {
        Self { wall: self.wall.min(other.wall), processor: self.processor.min(other.processor) }
    }
}

fn options(documents: usize) -> HuntOptions {
    HuntOptions {
        engines: ["standard", "html5ever"].map(|name| find(name).expect("an engine")).into(),
        limits: Limits::default(),
        jobs: thread::available_parallelism().map_or(1, usize::from),
        worker: WorkerCommand::new(env!("CARGO_BIN_EXE_crosscheck")),
        oracles: Vec::new(),
        corpus: Vec::new(),
        seed: 1,
        ask: Ask::default(),
        inputs: Some(documents),
        time: None,
        known: Vec::new(),
    }
}

fn surveyed(options: &HuntOptions) -> Survey {
    survey(options, &AtomicBool::new(false)).expect("the engines can be asked")
}

/// What all engines take for all inputs, shared among as many threads as there are jobs.
fn alone(options: &HuntOptions, inputs: &[Input]) -> Took {
    let (start, before) = (Instant::now(), processor_time());
    thread::scope(|scope| {
        for share in inputs.chunks(inputs.len().div_ceil(options.jobs)) {
            scope.spawn(move || answer(&options.engines, share));
        }
    });
    Took { wall: start.elapsed(), processor: processor_time() - before }
}

fn answer(engines: &[EngineSpec], inputs: &[Input]) {
    let engines = engines.iter().filter_map(EngineSpec::engine);
    let mut engines: Vec<_> = engines.collect();
    for input in inputs {
        for engine in &mut engines {
            black_box(engine.answer(black_box(input)));
        }
    }
}

/// The processor time of this process so far.
fn processor_time() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Duration::try_from(time).expect("it is not negative")
}

/// What the loop takes with the workers it starts, in a process of its own.
fn loop_alone(documents: usize) -> Took {
    let start = Instant::now();
    let this = std::env::current_exe().expect("this program has a file");
    let child = Command::new(this)
        .args([LOOP_ALONE, &documents.to_string()])
        .stdout(Stdio::null())
        .spawn()
        .expect("this program starts");
    let end = child.wait4().expect("it ends");
    assert!(end.status.success(), "{}", end.status);
    Took { wall: start.elapsed(), processor: end.rusage.utime + end.rusage.stime }
}
