//! Reading web archives: WARC 1.0 and 1.1, plain or with gzip per record.
//!
//! <https://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/>

use std::io::{self, BufRead, Read, Seek};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use super::Document;
use super::members::{Members, Resume};
use crate::files;

/// More header bytes than this in one record means that it is not a WARC record.
const HEADER_LIMIT: usize = 64 * 1024;

/// The default limit on the size of a page: 1 GiB.
pub const PAGE_LIMIT: u64 = 1 << 30;

/// The records of an archive, streamed.
pub struct Warc {
    path: PathBuf,
    reader: Members,
    page_limit: u64,
    record: u64,
    state: State,
}

/// Where in an archive its reader is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    /// Where a record begins, or the archive ends.
    AtRecord,
    /// Somewhere after a record that is broken: the next one is to be searched for from there.
    Lost(Resume),
    /// There is nothing more.
    Done,
}

/// A record of an archive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Record {
    /// An HTML page.
    Page(Document),
    /// Something else, and what: requests, metadata, images.
    Skipped(String),
}

/// An archive that cannot be read (further).
#[derive(Debug, thiserror::Error)]
#[error("{}, record {record}: {problem}", path.display())]
pub struct WarcError {
    /// The archive.
    pub path: PathBuf,
    /// The record, from 1.
    pub record: u64,
    /// What is wrong with it.
    pub problem: Problem,
}

/// What is wrong with a record.
#[derive(Debug, thiserror::Error)]
pub enum Problem {
    /// The file cannot be read, or the compressed data is corrupt.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The record does not begin as one.
    #[error("expected `WARC/1.0` or `WARC/1.1`, found `{0}`")]
    NotARecord(String),
    /// The record's header is not one.
    #[error("the record's header is malformed: {0}")]
    Header(#[from] httparse::Error),
    /// The record's header is too long, or does not end.
    #[error("the record's header does not end within {HEADER_LIMIT} bytes")]
    EndlessHeader,
    /// The record's header does not say how long it is.
    #[error("expected a `Content-Length` header with a number of bytes")]
    NoLength,
    /// The file ends inside a record.
    #[error("the file ends {missing} bytes before the end of the record")]
    Cut {
        /// How many bytes are missing.
        missing: u64,
    },
}

impl Warc {
    /// Opens an archive. The first bytes show whether it is compressed. Pages of more than `page_limit` bytes are
    /// skipped with an error.
    ///
    /// # Errors
    /// When the file cannot be opened or read.
    pub fn open(path: &Path, page_limit: u64) -> Result<Self, WarcError> {
        let unreadable = |error: io::Error| WarcError { path: path.to_owned(), record: 0, problem: error.into() };
        Self::of(path, files::open(path).map_err(unreadable)?, page_limit)
    }

    /// Reads an archive; `path` names it in errors.
    ///
    /// # Errors
    /// When its first bytes cannot be read.
    pub fn of(path: &Path, file: impl Read + Seek + Send + 'static, page_limit: u64) -> Result<Self, WarcError> {
        match Members::of(file) {
            Ok(reader) => Ok(Self { path: path.to_owned(), reader, page_limit, record: 0, state: State::AtRecord }),
            Err(error) => Err(WarcError { path: path.to_owned(), record: 0, problem: error.into() }),
        }
    }

    /// Ends the archive early once this is set.
    #[must_use]
    pub fn until(mut self, cancel: &'static AtomicBool) -> Self {
        self.reader.until(cancel);
        self
    }

    fn read_record(&mut self) -> Result<Option<Record>, Problem> {
        let Some(header) = self.read_header()? else {
            return Ok(None);
        };
        let mut slots = [httparse::EMPTY_HEADER; 64];
        let httparse::Status::Complete((_, headers)) = httparse::parse_headers(&header, &mut slots)? else {
            return Err(Problem::EndlessHeader);
        };
        let field = |name: &str| field(headers, name);
        let length: u64 = field("Content-Length").and_then(|n| n.trim().parse().ok()).ok_or(Problem::NoLength)?;
        if let Some(missing) = self.reader.left()?.and_then(|left| length.checked_sub(left)).filter(|n| *n > 0) {
            return Err(Problem::Cut { missing });
        }
        let kind = field("WARC-Type").unwrap_or_default();
        let name = field("WARC-Target-URI").unwrap_or_default();
        let skip = if kind != "response" {
            Some(format!("a `{kind}` record"))
        } else if length > self.page_limit {
            Some(format!("{name}: {length} bytes, more than {}", self.page_limit))
        } else {
            None
        };
        if let Some(what) = skip {
            let skipped = io::copy(&mut (&mut self.reader).take(length), &mut io::sink())?;
            self.end_record(skipped, length)?;
            return Ok(Some(Record::Skipped(what)));
        }
        let mut block = Vec::new();
        let read = (&mut self.reader).take(length).read_to_end(&mut block)? as u64;
        self.end_record(read, length)?;
        Ok(Some(page(name, block)))
    }

    /// Goes to where the next record begins; what ends the record is part of it, the checksum of its compressed data
    /// too.
    fn end_record(&mut self, read: u64, length: u64) -> Result<(), Problem> {
        match length - read {
            0 => Ok(self.reader.end_record()?),
            missing => Err(Problem::Cut { missing }),
        }
    }

    /// The header's fields after the version line, up to and with the empty line; `None` at the end of the archive.
    fn read_header(&mut self) -> Result<Option<Vec<u8>>, Problem> {
        let mut line = Vec::new();
        loop {
            line.clear();
            if self.read_line(&mut line)? == 0 {
                return Ok(None);
            }
            // Records end with two empty lines.
            if !line.trim_ascii().is_empty() {
                break;
            }
        }
        if !matches!(line.trim_ascii_end(), b"WARC/1.0" | b"WARC/1.1") {
            let found = String::from_utf8_lossy(&line[..line.len().min(40)]).trim_end().to_owned();
            return Err(Problem::NotARecord(found));
        }
        let mut header = Vec::new();
        loop {
            let start = header.len();
            if self.read_line(&mut header)? == 0 || header.len() > HEADER_LIMIT {
                return Err(Problem::EndlessHeader);
            }
            if header[start..].trim_ascii().is_empty() {
                return Ok(Some(header));
            }
        }
    }

    fn read_line(&mut self, line: &mut Vec<u8>) -> io::Result<usize> {
        (&mut self.reader).take(HEADER_LIMIT as u64).read_until(b'\n', line)
    }
}

impl Iterator for Warc {
    type Item = Result<Record, WarcError>;

    /// After an error the next record is the one whose start is found after what was read of the broken record. Nothing is
    /// read more than twice.
    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let mut was_lost = false;
            match self.state {
                State::Done => return None,
                State::Lost(from) => {
                    was_lost = true;
                    if !self.reader.seek_record(from).is_ok_and(|found| found) {
                        self.state = State::Done;
                        return None;
                    }
                }
                State::AtRecord => {}
            }
            match self.read_record() {
                Ok(Some(record)) => {
                    self.record += 1;
                    self.state = State::AtRecord;
                    return Some(Ok(record));
                }
                Ok(None) => self.state = State::Done,
                Err(_) if self.reader.is_cancelled() => self.state = State::Done,
                Err(problem) => {
                    self.state = State::Lost(match problem {
                        Problem::Cut { .. } => Resume::AfterMember,
                        _ => Resume::AfterRead,
                    });
                    if was_lost {
                        // A false start of a record is part of the broken one.
                        continue;
                    }
                    self.record += 1;
                    return Some(Err(WarcError { path: self.path.clone(), record: self.record, problem }));
                }
            }
        }
    }
}

/// The page in the HTTP response of a record.
fn page(name: String, mut block: Vec<u8>) -> Record {
    let mut slots = [httparse::EMPTY_HEADER; 128];
    let mut response = httparse::Response::new(&mut slots);
    let Ok(httparse::Status::Complete(length)) = response.parse(&block) else {
        return Record::Skipped(format!("{name}: not an HTTP response"));
    };
    let content_type = field(response.headers, "Content-Type").unwrap_or_default();
    let mut parts = content_type.split(';');
    let essence = parts.next().unwrap_or_default().trim();
    if !essence.eq_ignore_ascii_case("text/html") {
        return Record::Skipped(format!("{name}: `{essence}`, not `text/html`"));
    }
    let charset = parts.find_map(|parameter| {
        let (key, value) = parameter.split_once('=')?;
        key.trim().eq_ignore_ascii_case("charset").then(|| value.trim().trim_matches('"').to_owned())
    });
    block.drain(..length);
    Record::Page(Document { name, charset, bytes: block })
}

fn field(headers: &[httparse::Header<'_>], name: &str) -> Option<String> {
    let header = headers.iter().find(|header| header.name.eq_ignore_ascii_case(name))?;
    Some(String::from_utf8_lossy(header.value).into_owned())
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    fn record(kind: &str, http: &str) -> String {
        let length = http.len();
        format!("WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Target-URI: u\r\nContent-Length: {length}\r\n\r\n{http}\r\n\r\n")
    }

    fn read(bytes: &[u8]) -> Vec<Result<Record, String>> {
        let warc = Warc::of(Path::new("a.warc"), io::Cursor::new(bytes.to_vec()), PAGE_LIMIT).unwrap();
        warc.map(|r| r.map_err(|error| format!("record {}: {}", error.record, error.problem))).collect()
    }

    const PAGE: &str = "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=\"Shift_JIS\"\r\n\r\n<p>x\r\n";

    fn page() -> Record {
        Record::Page(Document { name: "u".into(), charset: Some("Shift_JIS".into()), bytes: b"<p>x\r\n".to_vec() })
    }

    #[test]
    fn pages_come_with_their_charset_and_to_the_byte() {
        let archive = record("request", "GET / HTTP/1.1\r\n\r\n") + &record("response", PAGE);
        let expected = vec![Ok(Record::Skipped("a `request` record".into())), Ok(page())];
        assert_eq!(read(archive.as_bytes()), expected);
    }

    #[test]
    fn gzip_per_record() {
        let mut archive = Vec::new();
        for _ in 0..3 {
            let mut member = flate2::write::GzEncoder::new(&mut archive, flate2::Compression::fast());
            member.write_all(record("response", PAGE).as_bytes()).unwrap();
            member.finish().unwrap();
        }
        assert_eq!(read(&archive), vec![Ok(page()), Ok(page()), Ok(page())]);
    }

    #[test]
    fn what_is_not_html_is_said_to_be_skipped() {
        let image = record("response", "HTTP/1.1 200 OK\r\nContent-Type: image/png\r\n\r\n....");
        assert_eq!(read(image.as_bytes()), vec![Ok(Record::Skipped("u: `image/png`, not `text/html`".into()))]);
        let nonsense = record("response", "nonsense");
        assert_eq!(read(nonsense.as_bytes()), vec![Ok(Record::Skipped("u: not an HTTP response".into()))]);
    }

    #[test]
    fn a_cut_archive_gives_what_came_before_and_an_error() {
        let archive = record("response", PAGE) + &record("response", PAGE);
        let cut = &archive.as_bytes()[..archive.len() - 10];
        let expected = vec![Ok(page()), Err("record 2: the file ends 6 bytes before the end of the record".into())];
        assert_eq!(read(cut), expected);
    }

    fn compressed(records: &[String]) -> Vec<Vec<u8>> {
        let member = |record: &String| {
            let mut member = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::none());
            member.write_all(record.as_bytes()).unwrap();
            member.finish().unwrap()
        };
        records.iter().map(member).collect()
    }

    #[test]
    fn a_broken_record_does_not_hide_those_behind_it() {
        let records = [(); 3].map(|()| record("response", PAGE));
        let broken = |member: &[u8], at: usize| {
            let mut member = member.to_vec();
            member[at] ^= 0xFF;
            member
        };
        let members = compressed(&records);
        let lengths = members[1].len();
        // The magic number, the data, the checksum.
        for at in [0, 30, lengths - 6] {
            let archive = [&*members[0], &broken(&members[1], at), &members[2]].concat();
            let found = read(&archive);
            assert_eq!(found.len(), 3, "{at}: {found:?}");
            assert_eq!((&found[0], &found[2]), (&Ok(page()), &Ok(page())), "{at}");
            let error = found[1].as_ref().unwrap_err();
            assert!(error.starts_with("record 2: "), "{error}");
        }
        let no_length = records[1].replace("Content-Length", "Content-Depth");
        let too_long = records[1].replace("Content-Length: ", "Content-Length: 9");
        for broken in [no_length, too_long] {
            let archive = [&*records[0], &*broken, &*records[2]].concat();
            let found = read(archive.as_bytes());
            assert_eq!(found.len(), 3, "{found:?}");
            assert_eq!((&found[0], &found[2]), (&Ok(page()), &Ok(page())));
            assert!(found[1].is_err());
        }
    }

    #[test]
    fn records_may_share_a_member() {
        let all = record("response", PAGE) + &record("request", "x") + &record("response", PAGE);
        let found = read(&compressed(&[all])[0]);
        let skipped = Ok(Record::Skipped("a `request` record".into()));
        assert_eq!(found, vec![Ok(page()), skipped, Ok(page())]);
    }

    /// The bytes that are read of an archive whose records all claim to be longer than it are a multiple of its size.
    #[test]
    fn false_starts_are_not_read_to_the_end_again_and_again() {
        let lying = "WARC/1.0\r\nContent-Length: 99999999999\r\n\r\n";
        let compressed = compressed(&vec![lying.to_owned(); 20_000]).concat();
        for archive in [lying.repeat(200_000).into_bytes(), compressed] {
            let start = std::time::Instant::now();
            let found = read(&archive);
            assert!(found[0].is_err());
            assert!(start.elapsed() < std::time::Duration::from_secs(20), "{:?}", start.elapsed());
        }
    }

    #[test]
    fn an_archive_that_expands_too_much_is_not_read_further() {
        let mut member = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
        let text = record("response", &(PAGE.to_owned() + &"<".repeat(200 << 20)));
        member.write_all(text.as_bytes()).unwrap();
        let found = read(&member.finish().unwrap());
        assert_eq!(found, [Err("record 1: the archive expands to more than 100 times its size".to_owned())]);
    }

    #[test]
    fn an_interruption_ends_an_archive() {
        static CANCEL: AtomicBool = AtomicBool::new(false);
        let mut file = tempfile::NamedTempFile::new().unwrap();
        file.write_all(record("response", PAGE).repeat(100_000).as_bytes()).unwrap();
        let mut warc = Warc::open(file.path(), PAGE_LIMIT).unwrap().until(&CANCEL);
        assert!(warc.next().is_some());
        CANCEL.store(true, std::sync::atomic::Ordering::Relaxed);
        assert!(warc.count() < 50_000);
    }

    #[test]
    fn what_is_no_archive_is_an_error() {
        let error = "record 1: expected `WARC/1.0` or `WARC/1.1`, found `<!DOCTYPE html>`";
        assert_eq!(read(b"<!DOCTYPE html>\n<p>"), vec![Err(error.into())]);
        assert_eq!(read(b""), vec![]);
    }
}
