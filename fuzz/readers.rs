//! What reads the files and answers of others, and what must hold of it: it takes any bytes without a panic, in memory and
//! time in proportion to them. The targets and `harness/tests/library/readers.rs` share it.

use std::io::{Cursor, Write as _};
use std::path::Path;
use std::time::Duration;

use crosscheck::documents::warc::Warc;
use crosscheck::engines::protocol::read_reply;
use crosscheck::engines::{read_introduction, read_question};
use crosscheck::expectations::Expectations;
use crosscheck::fuzzing::triage::record::Record;
use crosscheck::settings::Settings;
use flate2::Compression;
use flate2::write::GzEncoder;
use rustix::time::{ClockId, clock_gettime};

/// What reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(dead_code, reason = "each target has one")]
pub(crate) enum Reader {
    /// A web archive.
    Archive,
    /// A web archive whose records are compressed, each in a gzip member.
    Members,
    /// A file of expectations.
    Expectations,
    /// The file of a recorded divergence.
    Record,
    /// What an engine says: its introduction and its answers, a line each.
    Replies,
    /// A `crosscheck.toml`.
    Settings,
}

/// The largest page that is read from archives, in bytes.
const PAGE_LIMIT: u64 = 1 << 20;

/// What a reader may use for an input: this much, and this much for each byte of it.
struct Allowance {
    memory: (u64, u64),
    /// The processor's time.
    time: (Duration, Duration),
}

impl Reader {
    /// Panics where the reader panics, or takes more memory or time than the input allows.
    pub(crate) fn holds(self, bytes: &[u8]) {
        let bytes = match self {
            Self::Members => &in_members(bytes),
            _ => bytes,
        };
        let start = processor_time();
        let memory = allocation_counter::measure(|| self.read(bytes)).bytes_max;
        let time = processor_time() - start;
        let allowed = self.allowance();
        let length = bytes.len() as u64;
        let most = allowed.memory.0 + allowed.memory.1 * length;
        assert!(memory <= most, "{self:?} takes {memory} bytes of memory for {length} bytes; expected {most} at most");
        let most = allowed.time.0 + allowed.time.1 * u32::try_from(length).unwrap_or(u32::MAX);
        assert!(time <= most, "{self:?} takes {time:?} for {length} bytes; expected {most:?} at most");
    }

    fn allowance(self) -> Allowance {
        let (memory, time) = match self {
            // A few buffers and one page, and the copy of the input. It may expand to 64 MiB in any case.
            Self::Archive | Self::Members => ((4 * PAGE_LIMIT, 1), (Duration::from_secs(5), Duration::from_micros(10))),
            // Lists of names and clauses are made once, on demand.
            _ => ((1 << 20, 256), (Duration::from_secs(1), Duration::from_micros(2))),
        };
        Allowance { memory, time }
    }

    fn read(self, bytes: &[u8]) {
        let path = Path::new("fuzzed");
        // What is not UTF-8 is refused where files are read.
        let text = std::str::from_utf8(bytes);
        match (self, text) {
            (Self::Archive | Self::Members, _) => {
                // An error is an item too.
                let archive = Warc::of(path, Cursor::new(bytes.to_vec()), PAGE_LIMIT);
                archive.expect("memory can be read").for_each(drop);
            }
            (Self::Replies, _) => {
                for line in bytes.split(|byte| *byte == b'\n') {
                    let _ = read_introduction(line);
                    let _ = read_reply(line);
                    let _ = read_question(line);
                }
            }
            (Self::Expectations, Ok(text)) => drop(Expectations::parse(path, text)),
            (Self::Settings, Ok(text)) => drop(Settings::parse(path, text)),
            (Self::Record, Ok(text)) => {
                if let Ok(record) = Record::parse(path, text) {
                    let _ = record.known_cause(path);
                    let _ = record.question(path, b"<p>x".to_vec());
                }
            }
            (Self::Expectations | Self::Settings | Self::Record, Err(_)) => {}
        }
    }
}

/// The time that this thread has run.
fn processor_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec as u32)
}

/// A compressed archive with a member for each record.
fn in_members(archive: &[u8]) -> Vec<u8> {
    let mut starts: Vec<usize> = memchr::memmem::find_iter(archive, "WARC/1.").filter(|start| *start > 0).collect();
    starts.push(archive.len());
    let mut start = 0;
    let mut members = Vec::new();
    for end in starts {
        let mut member = GzEncoder::new(members, Compression::fast());
        member.write_all(&archive[start..end]).expect("memory can be written to");
        members = member.finish().expect("memory can be written to");
        start = end;
    }
    members
}
