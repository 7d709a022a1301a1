//! Sweeps over hostile pages and archives: each document costs at most its limits, none is lost, and the rest is examined.

use std::fs::{self, File};
use std::io::Write;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;
use wait4::Wait4;

use crate::{Place, assert_has, stdout};

/// A page whose tree grows with the square of its length: each paragraph gets all the formatting elements again.
fn quadratic(elements: usize, paragraphs: usize) -> String {
    let formatting: String = (0..elements).map(|n| format!("<b id={n}>")).collect();
    format!("<p>{formatting}{}", "<p>x".repeat(paragraphs))
}

/// A page on which the editions differ.
const DIFFERS: &str = "<p>x<search>y";

#[test]
fn a_page_that_takes_too_much_memory_costs_itself() {
    let place = Place::new(&[("a/a.html", DIFFERS), ("a/b.html", &quadratic(2_000, 20_000)), ("a/c.html", DIFFERS)]);
    let arguments = "impact --from 2019-01-01 a --memory 256MiB --format json --jobs 1";
    let report = place.json(arguments, 0);
    assert_eq!((&report["documents"], &report["changed"], &report["failed"]), (&2.into(), &2.into(), &1.into()));
    let problem = report["problems"][0].as_str().unwrap();
    assert_eq!(problem, "a/b.html: out of memory (limit 256.0 MiB)");
}

#[test]
fn a_page_that_takes_too_long_costs_itself() {
    let place = Place::new(&[("a/a.html", DIFFERS), ("a/b.html", &quadratic(2_000, 20_000)), ("a/c.html", DIFFERS)]);
    let arguments = "impact --from 2019-01-01 a --memory none --timeout 300ms --format json --jobs 1";
    let report = place.json(arguments, 0);
    assert_eq!(report["problems"][0], "a/b.html: not examined within 300ms");
    assert_eq!(report["documents"], 2);
}

#[test]
fn what_failed_is_in_the_checkpoint() {
    let place = Place::new(&[("a/a.html", &quadratic(2_000, 20_000)), ("a/b.html", DIFFERS)]);
    let arguments = "impact --from 2019-01-01 a --memory 256MiB --format json --out b/out.json --jobs 1";
    fs::create_dir(place.path().join("b")).unwrap();
    // The result cannot take its place, so that the checkpoint stays.
    fs::create_dir(place.path().join("b/out.json")).unwrap();
    place.run(arguments, 2);
    let checkpoint = place.read("b/out.json.checkpoint");
    assert_has(&checkpoint, &["{\"failed\":[0,\"a/a.html: out of memory (limit 256.0 MiB)\"]}", "{\"changed\":[1,"]);
}

/// A generator of archives that are wrong in some way. The same number gives the same archive.
struct Hostile(fastrand::Rng);

impl Hostile {
    /// The name and the bytes of an archive.
    fn archive(number: u64) -> (String, Vec<u8>) {
        let mut made = Self(fastrand::Rng::with_seed(number));
        let mut bytes = Vec::new();
        let is_packed = made.0.bool();
        for _ in 0..made.0.usize(1..6) {
            let record = made.record();
            match is_packed {
                true => bytes.extend(made.member(&record)),
                false => bytes.extend(record),
            }
        }
        if made.0.u8(..8) == 0 {
            bytes.truncate(made.0.usize(..=bytes.len()));
        }
        let name = if is_packed { "a.warc.gz" } else { "a.warc" };
        (name.to_owned(), bytes)
    }

    fn record(&mut self) -> Vec<u8> {
        let block = self.block();
        let length = match self.0.u8(..10) {
            0 => "99999999999999".to_owned(),
            1 => "-1".to_owned(),
            2 => block.len().saturating_sub(self.0.usize(..20)).to_string(),
            3 => String::new(),
            _ => block.len().to_string(),
        };
        let mut record = match self.0.u8(..12) {
            0 => b"WARC/1.0\r\n\r\n".to_vec(),
            1 => vec![0; 3_000],
            2 => [b"WARC/1.0\r\nX: ".as_slice(), &vec![b'a'; self.0.usize(..2_000_000)], b"\r\n"].concat(),
            3 => b"WARC/9.9\nWARC-Type: response\n".to_vec(),
            4 => "WARC/1.0\r\nContent-Length: 9\r\n\r\n".repeat(self.0.usize(..5_000)).into_bytes(),
            _ => b"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://example.com/\x1b]0;x\x07\r\n".to_vec(),
        };
        record.extend(format!("Content-Length: {length}\r\n\r\n").bytes());
        record.extend(block);
        record.extend(b"\r\n\r\n");
        record
    }

    /// An HTTP response, more or less.
    fn block(&mut self) -> Vec<u8> {
        let head = match self.0.u8(..8) {
            0 => "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n",
            1 => "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: gzip\r\n\r\n",
            2 => "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: br, gzip, gzip, x\r\n\r\n",
            3 => "not HTTP\r\n\r\n",
            4 => "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-16\r\n\r\n",
            _ => "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n",
        };
        let size = self.0.usize(..400_000);
        let body = match self.0.u8(..10) {
            0 => vec![b'<'; size],
            1 => "<div>".repeat(size / 5).into_bytes(),
            2 => "<a><table>".repeat(size / 10).into_bytes(),
            3 => quadratic(self.0.usize(..2_000), self.0.usize(..20_000)).into_bytes(),
            4 => format!("<p {}>", "a=b ".repeat(size / 4)).into_bytes(),
            5 => (0..size / 8).flat_map(|n| format!("<p a{n}>").into_bytes()).collect(),
            6 => vec![0; size],
            7 => "<svg><font><select><selectedcontent><option>".repeat(size / 44).into_bytes(),
            8 => "&notanentity".repeat(size / 12).into_bytes(),
            _ => (0..size).map(|_| self.0.u8(..)).collect(),
        };
        [head.as_bytes(), &body].concat()
    }

    /// A member of gzip, more or less.
    fn member(&mut self, bytes: &[u8]) -> Vec<u8> {
        let mut member = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        member.write_all(bytes).unwrap();
        if self.0.u8(..20) == 0 {
            (0..64).for_each(|_| member.write_all(&[b'<'; 1 << 20]).unwrap());
        }
        let mut member = member.finish().unwrap();
        match self.0.u8(..10) {
            0 => member.truncate(self.0.usize(..member.len())),
            1 => {
                let at = self.0.usize(..member.len());
                member[at] ^= 0xFF;
            }
            _ => {}
        }
        member
    }
}

/// How many archives are generated.
const ARCHIVES: u64 = 1_000;

/// The limits on each sweep: time, and memory in bytes of each process.
const TIME: Duration = Duration::from_secs(10);
const MEMORY: u64 = 512 << 20;

/// One in so many is interrupted, which takes longer.
const INTERRUPTED: u64 = 20;

#[test]
#[ignore = "slow"]
fn a_thousand_hostile_archives_keep_to_limits_and_none_is_lost() {
    for number in 0..ARCHIVES {
        let (name, bytes) = Hostile::archive(number);
        let place = Place::new(&[]);
        fs::write(place.path().join(&name), bytes).unwrap();
        let start = Instant::now();
        let child = sweep(&place, &name);
        let (used, out) = ended(&place, child);
        assert!(start.elapsed() < TIME, "{number}: {:?}", start.elapsed());
        assert!(used < MEMORY, "{number}: {used} bytes");
        let report: Value = serde_json::from_str(&out).unwrap_or_else(|error| panic!("{number}: {error}: {out}"));
        let count = |member: &str| report[member].as_u64().unwrap();
        let told = count("documents") + count("failed") + count("skipped");
        assert!(told > 0 || fs::metadata(place.path().join(&name)).unwrap().len() == 0, "{number}: nothing is said");
        assert_eq!(report["problems"].as_array().unwrap().len() as u64, count("failed").min(100), "{number}");
        if number % INTERRUPTED == 0 {
            let mut child = sweep(&place, &name);
            thread::sleep(start.elapsed().min(Duration::from_millis(50)));
            let interrupted = Instant::now();
            let id = rustix::process::Pid::from_child(&child);
            let _ = rustix::process::kill_process(id, rustix::process::Signal::INT);
            child.wait().unwrap();
            assert!(interrupted.elapsed() < Duration::from_secs(1), "{number}: {:?}", interrupted.elapsed());
        }
    }
}

fn sweep(place: &Place, archive: &str) -> std::process::Child {
    Command::new(env!("CARGO_BIN_EXE_crosscheck"))
        .args(["impact", "--from", "2019-01-01", "--format", "json", "--jobs", "1", "--quiet"])
        .args(["--memory", "400MiB", "--timeout", "2s", archive])
        .current_dir(place.path())
        .stdout(File::create(place.path().join("out")).unwrap())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// The most memory that the command took, or one of its processes, in bytes, and what it said.
fn ended(place: &Place, child: std::process::Child) -> (u64, String) {
    let used = child.wait4().unwrap().rusage.maxrss;
    (used, place.read("out"))
}

#[test]
fn a_small_document_is_made_of_a_page_in_a_worker() {
    let place = Place::new(&[("a.html", &format!("{}{DIFFERS}", "<p>".repeat(1_000)))]);
    let told = stdout(&place.run("impact --change search-element-2023 a.html", 0));
    assert_has(&told, &["1 of 1 document differ"]);
    let report = place.json("impact --change search-element-2023 a.html --format json", 0);
    let length = report["changes"][0]["snippets"][0]["length"].as_u64().expect("a snippet");
    assert!(length < 40, "{length}");
}
