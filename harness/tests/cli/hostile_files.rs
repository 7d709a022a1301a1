//! Files that never end, that hang whoever opens them, that expand without limit or lead elsewhere: every command ends,
//! says what is wrong, and goes on with the rest.

use std::fs::{self, File};
use std::io::Write as _;
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::{FAILS, PASSES, Place, assert_has, stderr, stdout};

/// Far more than any of these commands takes.
const DEADLINE: Duration = Duration::from_secs(30);

/// Waits for a command that must end in time.
fn wait(mut child: Child, deadline: Duration) -> Output {
    let start = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if start.elapsed() > deadline {
            child.kill().unwrap();
            child.wait().unwrap();
            panic!("the command does not end");
        }
        thread::sleep(Duration::from_millis(10));
    }
    child.wait_with_output().unwrap()
}

/// Runs a command that must end in time, with a file as its standard input.
fn ends(place: &Place, arguments: &str, stdin: &str) -> Output {
    let child = Command::new(env!("CARGO_BIN_EXE_crosscheck"))
        .current_dir(place.path())
        .args(arguments.split_whitespace())
        .stdin(File::open(place.path().join(stdin)).unwrap())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    wait(child.unwrap(), DEADLINE)
}

/// Runs a command that must end in time with this status and say this on standard error.
fn says(place: &Place, arguments: &str, status: i32, what: &str) {
    let ended = ends(place, arguments, "/dev/null");
    let said = String::from_utf8_lossy(&ended.stderr).into_owned() + &String::from_utf8_lossy(&ended.stdout);
    assert_eq!(ended.status.code(), Some(status), "{arguments}: {said}");
    assert!(said.contains(what), "{arguments}: `{what}` is not in {said}");
}

fn fifo(place: &Place, path: &str) {
    let path = place.path().join(path);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}

#[test]
fn pipes_and_devices_in_place_of_files_are_refused() {
    let place = Place::new(&[("a.dat", PASSES), ("b/a.html", "<p>x"), ("b/c.html", "<?x>")]);
    for path in ["p", "p.dat", "p.warc", "p.html", "b/p.html", "r/x/divergence.toml", "e/standard.toml", "e.toml"] {
        fifo(&place, path);
    }
    let pipe = "a named pipe; expected a regular file";
    for command in [
        "parse p",
        "serialise p",
        "trace p",
        "minimise p",
        "triage p",
        "hunt --corpus p --inputs 1",
        "hunt --known r --inputs 1",
        "generate --generator mutation --corpus p",
        "run p.dat --no-expectations",
        "run a.dat --expectations e",
        "coverage p.dat",
        "mutants p.dat",
        "mutants a.dat --equivalents e.toml",
        "expectations --expectations e",
        "impact --from 2019-01-01 p",
        "impact --from 2019-01-01 p.warc",
        "impact --from 2019-01-01 r",
    ] {
        says(&place, command, 2, pipe);
    }
    says(&place, "impact --from 2019-01-01 b", 0, "b/p.html: cannot be read: a named pipe");
    says(&place, "parse /dev/zero", 2, "a character device; expected a regular file");
    // Streams that the command is given are no files of others.
    let ended = ends(&place, "parse /dev/stdin", "b/a.html");
    assert_eq!(ended.status.code(), Some(0));
    let piped = place.shell("printf x | crosscheck parse /dev/stdin");
    assert_eq!(piped.status.code(), Some(0), "{piped:?}");
}

#[test]
fn a_list_of_paths_may_be_hostile() {
    let place = Place::new(&[("a.html", "<p>x")]);
    fifo(&place, "p.html");
    place.write("list", "p.html\n/dev/zero\na.html\n");
    let ended = ends(&place, "impact --from 2019-01-01 - --format json", "list");
    let told = String::from_utf8_lossy(&ended.stdout).into_owned();
    assert_eq!(ended.status.code(), Some(0), "{told}");
    assert_has(&told, &["\"failed\": 2", "\"documents\": 1"]);
    let ended = ends(&place, "impact --from 2019-01-01 -", "/dev/zero");
    assert_eq!(ended.status.code(), Some(2), "an endless line");
}

#[test]
fn a_silent_stream_ends_at_the_first_interruption() {
    let place = Place::new(&[]);
    for arguments in ["impact --from 2019-01-01 -", "triage -"] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_crosscheck"))
            .current_dir(place.path())
            .args(arguments.split_whitespace())
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // Keeps it open.
        let stdin = child.stdin.take();
        thread::sleep(Duration::from_millis(300));
        let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
        assert!(sent.unwrap().success());
        wait(child, Duration::from_secs(5));
        drop(stdin);
    }
}

#[test]
fn a_corpus_that_cannot_all_be_read_is_no_success() {
    let place = Place::new(&[("corpus/a.html", "<p>x")]);
    fifo(&place, "corpus/p.html");
    for arguments in [
        "hunt --corpus corpus --inputs 100 --engine standard",
        "generate --generator mutation --corpus corpus --count 3",
    ] {
        says(&place, arguments, 2, "corpus/p.html: a named pipe");
    }
}

#[test]
fn a_file_that_is_too_long_is_not_read_whole() {
    let place = Place::new(&[]);
    File::create(place.path().join("a.html")).unwrap().set_len(1 << 40).unwrap();
    for command in ["parse a.html", "serialise a.html", "triage a.html", "report a.html"] {
        says(&place, command, 2, "longer than 1 GiB");
    }
}

/// An archive whose records all begin again and again.
#[test]
fn an_archive_of_false_starts_is_read_in_proportion_to_its_size() {
    let place = Place::new(&[]);
    let lying = "WARC/1.0\r\nContent-Length: 99999999999\r\n\r\n";
    let mut archive = Vec::new();
    for _ in 0..20_000 {
        let mut member = flate2::write::GzEncoder::new(&mut archive, flate2::Compression::none());
        member.write_all(lying.as_bytes()).unwrap();
        member.finish().unwrap();
    }
    fs::write(place.path().join("a.warc.gz"), archive).unwrap();
    place.write("b.warc", &lying.repeat(50_000));
    for archive in ["a.warc.gz", "b.warc"] {
        says(&place, &format!("impact --from 2019-01-01 {archive}"), 2, "bytes before the end of the record");
    }
}

#[test]
fn an_archive_that_expands_without_limit_is_given_up() {
    let place = Place::new(&[]);
    let mut member = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    let length = 256 << 20;
    let head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n";
    let length = length + head.len();
    write!(member, "WARC/1.0\r\nWARC-Type: response\r\nContent-Length: {length}\r\n\r\n{head}").unwrap();
    (0..256).for_each(|_| member.write_all(&[b'<'; 1 << 20]).unwrap());
    fs::write(place.path().join("a.warc.gz"), member.finish().unwrap()).unwrap();
    says(&place, "impact --from 2019-01-01 a.warc.gz", 2, "the archive expands to more than 100 times its size");
}

/// A record that takes minutes to skip.
#[test]
fn an_interruption_is_heard_inside_an_archive() {
    let place = Place::new(&[]);
    let length: u64 = 1 << 40;
    let path = place.path().join("a.warc");
    let mut file = File::create(&path).unwrap();
    write!(file, "WARC/1.0\r\nWARC-Type: metadata\r\nContent-Length: {length}\r\n\r\n").unwrap();
    file.set_len(length + 1000).unwrap();
    let child = place.spawn("impact --from 2019-01-01 a.warc");
    thread::sleep(Duration::from_millis(700));
    let signal = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(signal.success());
    let ended = wait(child, Duration::from_secs(1));
    assert_eq!(ended.status.code(), Some(130), "{ended:?}");
}

#[test]
fn a_planted_link_in_the_folder_of_a_report_is_not_followed() {
    let place = Place::new(&[("a.dat", FAILS), ("b.dat", PASSES), ("a.html", "<p>x<search>"), ("victim", "safe")]);
    let files = ["index.html", "junit.xml", "run.json", "mutants.html", "mutants.json", "coverage.json", "impact.html"];
    let more = ["impact.md", "impact.json", "fixtures.patch", "impact.checkpoint"];
    fs::create_dir(place.path().join("report")).unwrap();
    for file in files.iter().chain(&more) {
        std::os::unix::fs::symlink("../victim", place.path().join("report").join(file)).unwrap();
    }
    place.run("run a.dat --no-expectations --report report", 1);
    place.run("mutants b.dat --section initial --report report", 0);
    place.run("impact --from 2019-01-01 a.html --report report", 0);
    assert_eq!(place.read("victim"), "safe");
    assert_has(&place.read("report/index.html"), &["<html"]);
    assert_has(&place.read("report/impact.html"), &["<html"]);
}

#[test]
fn triage_goes_on_after_what_it_cannot_read() {
    let place = Place::new(&[("documents/1.html", "<p>a"), ("documents/3.html", "<?x>")]);
    fifo(&place, "documents/2.html");
    let ran = place.run("triage documents --engine html5ever --oracle trees --format json", 2);
    let said = stderr(&ran);
    assert_has(&said, &["documents/2.html: a named pipe; expected a regular file"]);
    let report: serde_json::Value = serde_json::from_slice(&ran.get_output().stdout).unwrap();
    assert_eq!(report["executions"], 2);
    assert_eq!(report["divergences"].as_array().unwrap().len(), 1);
}

#[test]
fn long_names_in_documents_are_recorded_and_results_come_first() {
    let name = "x".repeat(400);
    let place = Place::new(&[("documents/1.html", &format!("<{name}></{name}><y{name}>"))]);
    let triage = "triage documents --engine faulty:swaps-siblings --oracle trees";
    let ran = place.run(&format!("{triage} --record records"), 1);
    assert_has(&stdout(&ran), &["faulty:swaps-siblings"]);
    assert_eq!(place.entries("records").len(), 1);
    // What cannot be recorded is not lost.
    let ran = place.run(&format!("{triage} --record documents/1.html"), 2);
    assert_has(&stdout(&ran), &["faulty:swaps-siblings"]);
    assert_has(&stderr(&ran), &["cannot write documents/1.html"]);
}
