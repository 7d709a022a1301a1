//! Whether time and memory stay in proportion to the document, whatever the document: shapes that make careless parsers
//! go quadratic or overflow their stack, doubled until they have a million parts.
//!
//! `cargo bench --bench hostile`; arguments pick shapes by a part of their name, `div=` exactly `div`. Fails if a shape
//! takes more than [`MOST_PER_DOUBLING`] times as long when doubled, or if the parser or `crosscheck parse --no-tree`
//! crashes on it, gives up or takes more memory than [`process::MOST_MEMORY`] allows.
#![allow(clippy::disallowed_macros, reason = "a bench is no subcommand")]

mod process;
mod shapes;

use std::io::Write as _;
use std::process::{Command, ExitCode};
use std::time::Duration;

use crosscheck_standard::parser::options::Options;
use crosscheck_standard::parser::parse::{Parsed, parse_document};
use rustix::time::{ClockId, clock_gettime};
use shapes::{SHAPES, Shape};

/// How many times as long a document may take that is twice another.
const MOST_PER_DOUBLING: f64 = 2.5;

/// Shapes are measured in rounds, each size once a round, and a size's time is the median of the rounds: of so many.
const ROUNDS: usize = 3;
/// Where that is too long, as on a machine busy with other things, of so many.
const MORE_ROUNDS: usize = 15;
/// A shape that takes this long, and so many times as long as the size before, is not doubled further.
const TOO_LONG: (Duration, f64) = (Duration::from_millis(500), 3.2);

/// The argument with which this program parses one document: a shape's name and a number follow.
const PARSE_ONE: &str = "--parse-one";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [argument, name, n] = &arguments[..]
        && argument == PARSE_ONE
    {
        return parse_one(name, n);
    }
    let filters = || {
        let filters = arguments.iter();
        filters.filter(|argument| !argument.starts_with("--"))
    };
    let is_picked = |shape: &&Shape| filters().next().is_none() || filters().any(|filter| is_meant(filter, shape));
    let picked: Vec<&Shape> = SHAPES.iter().filter(is_picked).collect();
    if picked.is_empty() {
        eprintln!("no shape has such a name");
        return ExitCode::FAILURE;
    }
    println!("seconds, and how many times as long each takes as the one before");
    let slow = broken(&picked, measure);
    println!("`crosscheck parse --no-tree` as a process, at the largest size");
    let broken = [slow, broken(&picked, process::check)].concat();
    if broken.is_empty() {
        println!("all {} shapes hold", picked.len());
        ExitCode::SUCCESS
    } else {
        println!("broken: {}", broken.join(", "));
        ExitCode::FAILURE
    }
}

/// Whether a filter means a shape.
fn is_meant(filter: &str, shape: &Shape) -> bool {
    match filter.strip_suffix('=') {
        Some(name) => name == shape.name,
        None => shape.name.contains(filter),
    }
}

/// The numbers a shape is measured at, each twice the one before.
fn numbers(shape: &Shape) -> impl Iterator<Item = usize> + use<> {
    let (most, doublings) = if shape.is_square { (2_000, 4) } else { (1_000_000, 5) };
    (0..=doublings).rev().map(move |halvings| most >> halvings)
}

/// Puts the shapes to a test that prints a line on each, and gives the names of those that do not hold.
fn broken(shapes: &[&Shape], test: fn(&Shape) -> Result<(), String>) -> Vec<&'static str> {
    let mut broken = Vec::new();
    for shape in shapes {
        print!("{:<32}", shape.name);
        std::io::stdout().flush().expect("stdout can be written to");
        match test(shape) {
            Ok(()) => println!(),
            Err(why) => {
                println!("  BROKEN: {why}");
                broken.push(shape.name);
            }
        }
    }
    broken
}

/// One size of a shape.
struct Size {
    n: usize,
    extent: usize,
    times: Vec<Duration>,
}

impl Size {
    fn of(shape: &Shape, n: usize) -> Self {
        Self { n, extent: shape.extent(n), times: Vec::new() }
    }

    fn median(&self) -> f64 {
        let mut times = self.times.clone();
        times.sort_unstable();
        times[times.len() / 2].as_secs_f64()
    }
}

/// Measures a shape at doubling sizes and prints what each took.
fn measure(shape: &Shape) -> Result<(), String> {
    let mut sizes: Vec<Size> = numbers(shape).map(|n| Size::of(shape, n)).collect();
    let mut rounds = 0;
    while rounds < ROUNDS || (rounds < MORE_ROUNDS && most(&sizes) > MOST_PER_DOUBLING) {
        for index in 0..sizes.len() {
            run(shape, &mut sizes[index])?;
            if is_hopeless(&sizes, index) {
                // Once may be chance.
                run(shape, &mut sizes[index - 1])?;
                run(shape, &mut sizes[index])?;
                if is_hopeless(&sizes, index) {
                    let Size { n, times, .. } = &sizes[index];
                    return Err(format!("{:.2} s at {n}", times[0].as_secs_f64()));
                }
            }
        }
        rounds += 1;
    }
    for index in 0..sizes.len() {
        match index {
            0 => print!(" {:.4}", sizes[index].median()),
            _ => print!(" {:.4} ({:.2})", sizes[index].median(), growth(&sizes, index)),
        }
    }
    match most(&sizes) {
        most if most <= MOST_PER_DOUBLING => Ok(()),
        most => Err(format!("{most:.2} times as long")),
    }
}

/// Measures a size once more.
fn run(shape: &Shape, size: &mut Size) -> Result<(), String> {
    let time = time(shape, size.n)?;
    size.times.push(time);
    Ok(())
}

/// Whether a size took so long that the next would take forever.
fn is_hopeless(sizes: &[Size], index: usize) -> bool {
    let (long, growth) = TOO_LONG;
    let shortest = |index: usize| sizes[index].times.iter().min().copied().unwrap_or_default();
    index > 0 && shortest(index) > long && shortest(index).as_secs_f64() > growth * shortest(index - 1).as_secs_f64()
}

/// The most that a doubling took.
fn most(sizes: &[Size]) -> f64 {
    let growths = (1..sizes.len()).map(|index| growth(sizes, index));
    growths.fold(0.0, f64::max)
}

/// How many times as long a size takes as the one before, had that half its extent.
fn growth(sizes: &[Size], index: usize) -> f64 {
    let time = sizes[index].median() / sizes[index - 1].median();
    let extent = sizes[index].extent as f64 / sizes[index - 1].extent as f64;
    2.0 * time / extent
}

/// The processor time that parsing takes, in a process of its own: what is busy beside does not count, memory is new to
/// documents of all sizes alike, and a crash is seen.
fn time(shape: &Shape, n: usize) -> Result<Duration, String> {
    let program = std::env::current_exe().expect("a running program is somewhere");
    let output = Command::new(program)
        .args([PARSE_ONE, shape.name, &n.to_string()])
        .output()
        .expect("this program can be started");
    let time = std::str::from_utf8(&output.stdout).ok().and_then(|text| text.parse().ok());
    match time.filter(|_| output.status.success()) {
        Some(nanoseconds) => Ok(Duration::from_nanos(nanoseconds)),
        None => Err(format!("{} at {n}: {}", output.status, String::from_utf8_lossy(&output.stderr))),
    }
}

/// Parses a document of a shape, and prints how many nanoseconds that took.
fn parse_one(name: &str, n: &str) -> ExitCode {
    let shape = SHAPES.iter().find(|shape| shape.name == name);
    let (Some(shape), Ok(n)) = (shape, n.parse()) else {
        eprintln!("{PARSE_ONE} takes the name of a shape and a number");
        return ExitCode::FAILURE;
    };
    let document = (shape.document)(n);
    let start = processor_time();
    let parsed = parse(&document);
    let end = processor_time();
    drop(parsed);
    print!("{}", (end - start).as_nanos());
    ExitCode::SUCCESS
}

fn processor_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::try_from(time).expect("time since the thread began")
}

fn parse(document: &str) -> Parsed {
    parse_document(document, Options::default()).expect("the documents are not too large")
}
