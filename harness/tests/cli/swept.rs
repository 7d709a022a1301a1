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

/// Names in a page are as long and as many as the page likes.
#[test]
fn a_page_does_not_decide_how_long_its_result_is() {
    let handlers: String = (0..2_000).map(|n| format!("on{n}=1 ")).collect();
    let page = format!("<select><xmp><script on0{}=1 {handlers}>", "x".repeat(1 << 20));
    let place = Place::new(&[("a.html", &page)]);
    // The result cannot take its place, so that the checkpoint stays.
    fs::create_dir(place.path().join("out.json")).unwrap();
    place.run("impact --change relaxed-select-2025 a.html --format json --out out.json", 2);
    let checkpoint = place.read("out.json.checkpoint");
    assert_has(&checkpoint, &["an event handler that was not there: on0xxx", "…", "\"others\""]);
    assert!(checkpoint.len() < 20_000, "{} bytes", checkpoint.len());
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
    /// The name and the bytes of an archive, whose first record is a good page, and the last unless the archive is cut.
    fn archive(number: u64) -> (&'static str, Vec<u8>, bool) {
        let mut made = Self(fastrand::Rng::with_seed(number));
        let is_packed = made.0.bool();
        let good = |name: &str| match is_packed {
            true => packed(&page(name)).finish().unwrap(),
            false => page(name),
        };
        let mut bytes = good(FIRST);
        let least = bytes.len();
        for _ in 0..made.0.usize(1..6) {
            let record = made.record();
            match is_packed {
                true => bytes.extend(made.member(&record)),
                false => bytes.extend(record),
            }
        }
        bytes.extend(good(LAST));
        let is_cut = made.0.u8(..8) == 0;
        if is_cut {
            bytes.truncate(made.0.usize(least..bytes.len()));
        }
        let name = if is_packed { "a.warc.gz" } else { "a.warc" };
        (name, bytes, is_cut)
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
        let mut member = packed(bytes);
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

/// The names of the good pages of an archive.
const FIRST: &str = "http://first.example/";
const LAST: &str = "http://last.example/";

/// The record of a page on which the editions differ.
fn page(name: &str) -> Vec<u8> {
    let http = format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n{DIFFERS}");
    let length = http.len();
    let head = format!("WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: {name}\r\nContent-Length: {length}");
    format!("{head}\r\n\r\n{http}\r\n\r\n").into_bytes()
}

/// A member of gzip that is not finished.
fn packed(bytes: &[u8]) -> flate2::write::GzEncoder<Vec<u8>> {
    let mut member = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    member.write_all(bytes).unwrap();
    member
}

/// How many archives are generated.
const ARCHIVES: u64 = 1_000;

/// The limits on each sweep: time, and memory in bytes of the command and of its one worker.
const TIME: Duration = Duration::from_secs(10);
const MEMORY: u64 = (512 << 20) / 2;

/// One in so many is interrupted, which takes longer.
const INTERRUPTED: u64 = 20;

#[test]
#[ignore = "slow"]
fn a_thousand_hostile_archives_keep_to_limits_and_none_is_lost() {
    let mut found = 0;
    for number in 0..ARCHIVES {
        let (name, bytes, is_cut) = Hostile::archive(number);
        let place = Place::new(&[]);
        fs::write(place.path().join(name), bytes).unwrap();
        let start = Instant::now();
        let child = sweep(&place, name);
        let (used, out) = ended(&place, child);
        assert!(start.elapsed() < TIME, "{number}: {:?}", start.elapsed());
        assert!(used < MEMORY, "{number}: {used} bytes");
        let report: Value = serde_json::from_str(&out).unwrap_or_else(|error| panic!("{number}: {error}: {out}"));
        let (failed, problems) = (&report["failed"], report["problems"].as_array().unwrap());
        assert_eq!(problems.len() as u64, failed.as_u64().unwrap().min(100), "{number}");
        let changes = report["changes"].as_array().unwrap();
        let search = changes.iter().find(|change| change["id"] == "search-element-2023").expect("the change");
        let names: Vec<_> = search["examples"].as_array().unwrap().iter().map(|name| name.as_str().unwrap()).collect();
        assert!(names.contains(&FIRST), "{number}: {out}");
        // A member that is cut swallows the next one, and reading stops where an archive expands too much.
        let is_found = names.contains(&LAST);
        assert!(is_found || is_cut || name.ends_with(".gz") && !problems.is_empty(), "{number}: {out}");
        found += u64::from(is_found);
        if number % INTERRUPTED == 0 {
            let mut child = sweep(&place, name);
            thread::sleep(start.elapsed().min(Duration::from_millis(50)));
            let interrupted = Instant::now();
            let id = rustix::process::Pid::from_child(&child);
            let _ = rustix::process::kill_process(id, rustix::process::Signal::INT);
            child.wait().unwrap();
            assert!(interrupted.elapsed() < Duration::from_secs(1), "{number}: {:?}", interrupted.elapsed());
        }
    }
    assert!(found > ARCHIVES * 8 / 10, "the last page is found in {found} of {ARCHIVES} archives");
}

fn sweep(place: &Place, archive: &str) -> std::process::Child {
    Command::new(env!("CARGO_BIN_EXE_crosscheck"))
        .args(["impact", "--from", "2019-01-01", "--format", "json", "--jobs", "1", "--quiet"])
        .args(["--memory", "256MiB", "--timeout", "2s", archive])
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
