//! Engines that start processes, detach them, ignore signals, and take all memory: nothing of them is left, however
//! crosscheck ends.

use std::fs;
use std::path::Path;
use std::process::{Child, Command};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use crate::{PASSES, Place, assert_has, stdout};

/// How long it may take until nothing is left.
const SOON: Duration = Duration::from_secs(10);

/// An engine that starts processes before it introduces itself. They ignore what can be ignored. One is detached: it has
/// another parent, and leads a session of its own. What it is then asked it does not answer.
const ENGINE: &str = r#"
import os, signal, subprocess, sys, tempfile, time

for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGPIPE):
    signal.signal(number, signal.SIG_IGN)
tempfile.mkstemp()

def linger():
    while True:
        time.sleep(60)

if os.fork() == 0:
    linger()
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        for number in (0, 1, 2):
            os.close(number)
        linger()
    os._exit(0)
subprocess.Popen(["sh", "-c", "trap '' TERM INT HUP; while :; do sleep 60; done"], env={}, start_new_session=True)
print('{"engine":"lingers","version":"1","language":"Python","can":["document"]}', flush=True)
sys.stdin.readline()
"#;

/// What follows: the engine is killed, hangs, floods, or takes memory.
const ENDS: [(&str, &str); 4] = [
    ("dies", "sys.stdin.readline()\nos.kill(os.getpid(), signal.SIGKILL)"),
    ("hangs", "linger()"),
    ("floods", "while True: os.write(1, b'x' * 65536); os.write(2, b'y' * 65536)"),
    ("grows", "sys.stdin.readline()\nkept = []\nwhile True: kept.append(bytearray(b'x') * (1 << 24))"),
];

/// A run of the engine. A mark in the environment is on every process but one that has taken it away.
struct Lingering {
    place: Place,
    mark: String,
}

impl Lingering {
    fn new(end: &str) -> Option<Self> {
        Command::new("python3").arg("--version").output().ok()?;
        let place = Place::new(&[("a.dat", PASSES), ("engine.py", &format!("{ENGINE}{end}\n"))]);
        place.write("crosscheck.toml", "[engines.lingers]\ncommand = [\"python3\", \"engine.py\"]\n");
        fs::create_dir(place.path().join("tmp")).unwrap();
        let mark = place.path().join("tmp").display().to_string();
        Some(Self { place, mark })
    }

    fn start(&self, arguments: &str) -> Child {
        let mut command = Command::new(env!("CARGO_BIN_EXE_crosscheck"));
        let arguments = format!("run a.dat --engine lingers --no-expectations {arguments}");
        let out = fs::File::create(self.place.path().join("out")).unwrap();
        command
            .args(arguments.split_whitespace())
            .current_dir(self.place.path())
            .env("TMPDIR", &self.mark)
            .stdout(out.try_clone().unwrap())
            .stderr(out);
        command.spawn().unwrap()
    }

    /// The processes that run in the folder of the engine, with the arguments of each.
    fn processes(&self) -> Vec<(i32, String)> {
        let folder = self.place.path().canonicalize().unwrap();
        let entries = fs::read_dir("/proc").unwrap().flatten();
        let ids = entries.filter_map(|entry| entry.file_name().to_str()?.parse::<i32>().ok());
        let here = ids.filter(|id| fs::read_link(format!("/proc/{id}/cwd")).is_ok_and(|cwd| cwd == folder));
        here.map(|id| (id, fs::read_to_string(format!("/proc/{id}/cmdline")).unwrap_or_default())).collect()
    }

    /// Waits until the engine has started all its processes.
    fn wait_for_engine(&self) {
        let deadline = Instant::now() + SOON;
        // The engine, what it forked, what it detached, and a shell.
        while self.processes().iter().filter(|(_, arguments)| !arguments.contains("crosscheck")).count() < 4 {
            assert!(Instant::now() < deadline, "{:?}", self.processes());
            thread::sleep(Duration::from_millis(10));
        }
    }

    fn nothing_is_left(&self) {
        let deadline = Instant::now() + SOON;
        let files = || fs::read_dir(Path::new(&self.mark)).unwrap().count();
        while !self.processes().is_empty() || files() > 0 {
            assert!(Instant::now() < deadline, "{:?}, {} files", self.processes(), files());
            thread::sleep(Duration::from_millis(10));
        }
    }
}

fn signal(process: &Child, signal: Signal) {
    kill_process(Pid::from_child(process), signal).unwrap();
}

#[test]
fn after_a_run() {
    for (name, end) in ENDS {
        let Some(lingering) = Lingering::new(end) else { return };
        let status = lingering.start("--timeout 3s --memory 256MiB").wait().unwrap();
        let told = lingering.place.read("out");
        assert!(matches!(status.code(), Some(1 | 2)), "{name}: {status}: {told}");
        lingering.nothing_is_left();
        match name {
            "dies" => assert_has(&told, &["crashed", "signal: 9 (SIGKILL)"]),
            "hangs" => assert_has(&told, &["timed out"]),
            "grows" => assert_has(&told, &["crashed", "out of memory (limit 256.0 MiB)"]),
            _ => {}
        }
    }
}

#[test]
fn after_an_interruption() {
    for signals in [&[Signal::INT][..], &[Signal::INT, Signal::INT], &[Signal::TERM], &[Signal::KILL]] {
        let Some(lingering) = Lingering::new("linger()") else { return };
        let mut crosscheck = lingering.start("--timeout 60s");
        lingering.wait_for_engine();
        for one in signals {
            signal(&crosscheck, *one);
        }
        crosscheck.wait().unwrap();
        lingering.nothing_is_left();
    }
}

#[test]
fn after_its_guard_was_killed() {
    let Some(lingering) = Lingering::new("linger()") else { return };
    let mut crosscheck = lingering.start("--timeout 60s");
    lingering.wait_for_engine();
    let guard = lingering.processes().into_iter().find(|(_, arguments)| arguments.contains("\0guard\0"));
    let (guard, _) = guard.expect("there is a guard");
    kill_process(Pid::from_raw(guard).unwrap(), Signal::KILL).unwrap();
    thread::sleep(Duration::from_millis(100));
    signal(&crosscheck, Signal::INT);
    crosscheck.wait().unwrap();
    let left = lingering.processes();
    // The shell has no variable that tells whose it is.
    assert!(
        left.iter().all(|(_, arguments)| arguments.starts_with("sh\0") || arguments.starts_with("sleep\0")),
        "{left:?}"
    );
    for (process, _) in left {
        let _ = kill_process(Pid::from_raw(process).unwrap(), Signal::KILL);
    }
}

#[test]
fn a_worker_that_takes_too_much_memory_says_so() {
    let place = Place::new(&[("a.dat", &PASSES.replace('x', "boom"))]);
    let ran = place.run("run a.dat --engine faulty:allocates-endlessly --memory 512MiB --no-expectations", 1);
    assert_has(&stdout(&ran), &["crashed", "out of memory (limit 512.0 MiB)"]);
}
