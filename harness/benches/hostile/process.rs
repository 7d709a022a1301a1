//! The same shapes through the command, as a process: whether it comes through, and with how much memory.

use std::process::{Command, Stdio};
use std::{fs, time::Instant};

use wait4::Wait4 as _;

use crate::numbers;
use crate::shapes::Shape;

/// The most memory that `crosscheck parse` takes, in bytes for each of the input (and for each node, where there are
/// more of these).
pub(crate) const MOST_MEMORY: usize = 600;
/// What it takes whatever the input.
const FIXED_MEMORY: usize = 64 << 20;

/// Runs `crosscheck parse --no-tree` on the largest of the shape's documents and prints how it went. The memory is that
/// of the command or of its worker, whichever took more.
pub(crate) fn check(shape: &Shape) -> Result<(), String> {
    let n = numbers(shape).last().unwrap_or_default();
    let document = (shape.document)(n);
    let folder = tempfile::tempdir().expect("a folder for the document");
    let path = folder.path().join("document.html");
    fs::write(&path, &document).expect("the document can be written");
    let start = Instant::now();
    let child = Command::new(env!("CARGO_BIN_EXE_crosscheck"))
        .args(["parse", "--no-tree", "--engine", "standard"])
        // Some trees have ten million nodes to hand over, and the machine may be busy.
        .args(["--timeout", "60s"])
        .arg(&path)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the command starts");
    let end = child.wait4().expect("the command ends");
    let memory = end.rusage.maxrss as usize;
    print!(
        " {:>9} bytes {:>6.2} s {:>6} MiB, {:>4} bytes for each",
        document.len(),
        start.elapsed().as_secs_f64(),
        memory >> 20,
        memory / document.len(),
    );
    if !end.status.success() {
        return Err(end.status.to_string());
    }
    let most = FIXED_MEMORY + MOST_MEMORY * shape.extent(n);
    if memory > most {
        return Err(format!("more than {} MiB", most >> 20));
    }
    Ok(())
}
