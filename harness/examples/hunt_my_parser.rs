//! Hunts for divergences of a parser that speaks the engine protocol, for a minute:
//! `cargo run --example hunt_my_parser target/release/crosscheck COMMAND...`.

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crosscheck::engines::{EngineSpec, EngineUnavailable, WorkerCommand};
use crosscheck::fuzzing::hunt::{HuntOptions, hunt};

fn main() -> Result<(), EngineUnavailable> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [crosscheck, command @ ..] = arguments.as_slice() else {
        panic!("expected the program `crosscheck` and the command of a parser");
    };
    let mine = EngineSpec::process("mine", "mine", WorkerCommand::in_folder(command, Path::new(".")));
    let seconds = std::env::var("SECONDS_TO_HUNT").map_or(60, |seconds| seconds.parse().expect("a number"));
    let options = HuntOptions {
        time: Some(Duration::from_secs(seconds)),
        ..HuntOptions::new(vec![mine], WorkerCommand::new(crosscheck))
    };
    let found = hunt(&options, &mut (), &AtomicBool::new(false))?;
    for (cause, _) in &found.causes {
        println!("{}x {}\n    {}", cause.count, cause.title(), cause.case.text());
    }
    println!("{} documents", found.state.inputs);
    Ok(())
}
