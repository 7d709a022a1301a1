//! Reads the bytes of an archive, plain or in gzip members, and finds the next record after a broken one.
//!
//! <https://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/#annex-d-informative-compression-recommendations>

use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::mem;
use std::sync::atomic::{AtomicBool, Ordering};

use flate2::bufread::GzDecoder;

/// How much is read at once, in bytes.
const PIECE: usize = 1 << 16;

/// What a gzip member begins with: its magic number, and that it is deflated.
const MAGIC: [u8; 3] = [0x1F, 0x8B, 0x08];

/// How much a compressed archive may expand to: this many times its size, and this many bytes in any case. The members of real
/// archives expand to fifteen times their size at most.
const EXPANSION: (u64, u64) = (100, 64 << 20);

/// What a record begins with.
const RECORD: &[u8] = b"WARC/1.";

/// The file of an archive.
type File = BufReader<Box<dyn SeekRead>>;

/// What an archive can be read from.
trait SeekRead: Read + Seek + Send {}

impl<T: Read + Seek + Send> SeekRead for T {}

/// The bytes of an archive, uncompressed.
pub(super) struct Members {
    source: Source,
    is_compressed: bool,
    buffer: Box<[u8]>,
    /// How much is in the buffer.
    filled: usize,
    /// How much of that was read.
    read: usize,
    /// Where in the file the record begins, or the member that it begins in.
    start: u64,
    /// Where in the file the member begins that is being read.
    member: u64,
    /// Where in the file the next member begins after the one that the record begins in, once that is known.
    next_member: Option<u64>,
    /// The bytes of the file.
    length: u64,
    /// The bytes that were uncompressed.
    expanded: u64,
    /// The bytes of the file that were gone back over.
    gone_back: u64,
    cancel: Option<&'static AtomicBool>,
}

/// Where to search for the next record after a broken one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Resume {
    /// After what was read of the broken record.
    AfterRead,
    /// In the next member after the one that the broken record begins in, because it claimed more than it has. Members
    /// are gone back over only until that adds up to the length of the file.
    AfterMember,
}

enum Source {
    Plain(File),
    Gzip(GzDecoder<File>),
    /// All was read.
    End(File),
    /// The file cannot be read any more.
    Nothing,
}

impl Source {
    fn new(file: File, is_compressed: bool) -> Self {
        match is_compressed {
            true => Self::Gzip(GzDecoder::new(file)),
            false => Self::Plain(file),
        }
    }
}

impl Members {
    /// The members of an archive; whether it is compressed is seen from its first bytes.
    pub(super) fn of(mut file: impl Read + Seek + Send + 'static) -> io::Result<Self> {
        let length = file.seek(SeekFrom::End(0))?;
        file.rewind()?;
        let mut file: File = BufReader::with_capacity(PIECE, Box::new(file));
        let is_compressed = file.fill_buf()?.starts_with(&MAGIC[..2]);
        Ok(Self {
            source: Source::new(file, is_compressed),
            is_compressed,
            buffer: vec![0; PIECE].into_boxed_slice(),
            filled: 0,
            read: 0,
            start: 0,
            member: 0,
            next_member: None,
            length,
            expanded: 0,
            gone_back: 0,
            cancel: None,
        })
    }

    /// Stops reading, with an error, once this is set.
    pub(super) fn until(&mut self, cancel: &'static AtomicBool) {
        self.cancel = Some(cancel);
    }

    /// Whether reading is to stop.
    pub(super) fn is_cancelled(&self) -> bool {
        self.cancel.is_some_and(|cancel| cancel.load(Ordering::Relaxed))
    }

    /// How many bytes are left, where the file tells that without being read.
    pub(super) fn left(&mut self) -> io::Result<Option<u64>> {
        match &mut self.source {
            Source::Plain(file) => {
                let unread = (self.filled - self.read) as u64;
                Ok(Some((self.length + unread).saturating_sub(file.stream_position()?)))
            }
            _ => Ok(None),
        }
    }

    /// Goes behind the line ends after a record, and the end of its member, which proves its checksum.
    pub(super) fn end_record(&mut self) -> io::Result<()> {
        let mut ends = 0;
        while self.fill()? {
            if ends == 4 || !matches!(self.buffer[self.read], b'\r' | b'\n') {
                break;
            }
            self.read += 1;
            ends += 1;
        }
        self.mark()
    }

    /// Remembers that a record begins here.
    fn mark(&mut self) -> io::Result<()> {
        self.start = match &mut self.source {
            Source::Plain(file) => file.stream_position()? - (self.filled - self.read) as u64,
            _ => self.member,
        };
        self.next_member = None;
        Ok(())
    }

    /// Goes to the next place where a record may begin; whether there is one.
    pub(super) fn seek_record(&mut self, from: Resume) -> io::Result<bool> {
        let unread = (self.filled - self.read) as u64;
        (self.filled, self.read) = (0, 0);
        let (mut file, unread) = match mem::replace(&mut self.source, Source::Nothing) {
            Source::Plain(file) | Source::End(file) => (file, unread),
            Source::Gzip(decoder) => (decoder.into_inner(), 0),
            Source::Nothing => return Ok(false),
        };
        let what = match self.is_compressed {
            true => &MAGIC[..],
            false => RECORD,
        };
        let mut place = (file.stream_position()? - unread).max(self.start + 1);
        if let (Resume::AfterMember, Some(member)) = (from, self.next_member.take()) {
            self.gone_back += place.saturating_sub(member);
            place = if self.gone_back <= self.length { member } else { place };
        }
        file.seek(SeekFrom::Start(place))?;
        let Some(skipped) = skip_to(&mut file, what, || self.is_cancelled())? else {
            return Ok(false);
        };
        self.start = place + skipped;
        self.member = self.start;
        file.seek(SeekFrom::Start(self.start))?;
        self.source = Source::new(file, self.is_compressed);
        Ok(true)
    }

    /// Makes sure that there is something in the buffer; whether there is. At the end of a member there is nothing,
    /// once.
    fn fill(&mut self) -> io::Result<bool> {
        if self.read < self.filled {
            return Ok(true);
        }
        if self.is_cancelled() {
            return Err(io::Error::other("interrupted"));
        }
        (self.filled, self.read) = (0, 0);
        self.filled = match &mut self.source {
            Source::Plain(file) => file.read(&mut self.buffer),
            Source::Gzip(decoder) => decoder.read(&mut self.buffer),
            Source::End(_) | Source::Nothing => Ok(0),
        }?;
        if self.is_compressed {
            let (times, least) = EXPANSION;
            self.expanded += self.filled as u64;
            if self.expanded > self.length.saturating_mul(times).saturating_add(least) {
                (self.filled, self.source) = (0, Source::Nothing);
                return Err(io::Error::other(format!("the archive expands to more than {times} times its size")));
            }
        }
        if self.filled > 0 {
            return Ok(true);
        }
        self.source = match mem::replace(&mut self.source, Source::Nothing) {
            Source::Gzip(decoder) => self.next_member(decoder.into_inner())?,
            Source::Plain(file) | Source::End(file) => Source::End(file),
            Source::Nothing => Source::Nothing,
        };
        Ok(false)
    }

    fn next_member(&mut self, mut file: File) -> io::Result<Source> {
        if file.fill_buf()?.is_empty() {
            return Ok(Source::End(file));
        }
        self.member = file.stream_position()?;
        self.next_member.get_or_insert(self.member);
        Ok(Source::Gzip(GzDecoder::new(file)))
    }
}

impl Read for Members {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let mut available = self.fill_buf()?;
        let read = available.read(out)?;
        self.consume(read);
        Ok(read)
    }
}

impl BufRead for Members {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        while !self.fill()? {
            if !matches!(self.source, Source::Gzip(_)) {
                return Ok(&[]);
            }
        }
        Ok(&self.buffer[self.read..self.filled])
    }

    fn consume(&mut self, amount: usize) {
        self.read += amount;
    }
}

/// Reads up to where `what` begins; how many bytes come before it, if it is there and is not too late.
fn skip_to(file: &mut File, what: &[u8], is_cancelled: impl Fn() -> bool) -> io::Result<Option<u64>> {
    let mut skipped = 0;
    let mut window = Vec::new();
    loop {
        let piece = file.fill_buf()?;
        if piece.is_empty() || is_cancelled() {
            return Ok(None);
        }
        window.extend_from_slice(piece);
        let length = piece.len();
        file.consume(length);
        if let Some(place) = memchr::memmem::find(&window, what) {
            return Ok(Some(skipped + place as u64));
        }
        // It may begin in the last bytes.
        let seen = window.len().saturating_sub(what.len() - 1);
        window.drain(..seen);
        skipped += seen as u64;
    }
}
