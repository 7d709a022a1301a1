//! Reads the bytes of an archive, plain or in gzip members, and finds the next record after a broken one.
//!
//! <https://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/#annex-d-informative-compression-recommendations>

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::mem;
use std::path::Path;

use flate2::bufread::GzDecoder;

/// How much is read at once, in bytes.
const PIECE: usize = 1 << 16;

/// What a gzip member begins with: its magic number, and that it is deflated.
const MAGIC: [u8; 3] = [0x1F, 0x8B, 0x08];

/// What a record begins with.
const RECORD: &[u8] = b"WARC/1.";

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
}

enum Source {
    Plain(BufReader<File>),
    Gzip(GzDecoder<BufReader<File>>),
    /// All was read.
    End(BufReader<File>),
    /// The file cannot be read any more.
    Nothing,
}

impl Source {
    fn new(file: BufReader<File>, is_compressed: bool) -> Self {
        match is_compressed {
            true => Self::Gzip(GzDecoder::new(file)),
            false => Self::Plain(file),
        }
    }
}

impl Members {
    /// Opens an archive; whether it is compressed is seen from its first bytes.
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        let mut file = BufReader::with_capacity(PIECE, File::open(path)?);
        let is_compressed = file.fill_buf()?.starts_with(&MAGIC[..2]);
        Ok(Self {
            source: Source::new(file, is_compressed),
            is_compressed,
            buffer: vec![0; PIECE].into_boxed_slice(),
            filled: 0,
            read: 0,
            start: 0,
            member: 0,
        })
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
        Ok(())
    }

    /// Goes to the next place behind the beginning of a broken record where one may begin; whether there is one.
    pub(super) fn seek_record(&mut self) -> io::Result<bool> {
        let mut file = match mem::replace(&mut self.source, Source::Nothing) {
            Source::Plain(file) | Source::End(file) => file,
            Source::Gzip(decoder) => decoder.into_inner(),
            Source::Nothing => return Ok(false),
        };
        let what = match self.is_compressed {
            true => &MAGIC[..],
            false => RECORD,
        };
        file.seek(SeekFrom::Start(self.start + 1))?;
        (self.filled, self.read) = (0, 0);
        let Some(skipped) = skip_to(&mut file, what)? else {
            return Ok(false);
        };
        self.start += 1 + skipped;
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
        (self.filled, self.read) = (0, 0);
        self.filled = match &mut self.source {
            Source::Plain(file) => file.read(&mut self.buffer),
            Source::Gzip(decoder) => decoder.read(&mut self.buffer),
            Source::End(_) | Source::Nothing => Ok(0),
        }?;
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

    fn next_member(&mut self, mut file: BufReader<File>) -> io::Result<Source> {
        if file.fill_buf()?.is_empty() {
            return Ok(Source::End(file));
        }
        self.member = file.stream_position()?;
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

/// Reads up to where `what` begins; how many bytes come before it, if it is there.
fn skip_to(file: &mut BufReader<File>, what: &[u8]) -> io::Result<Option<u64>> {
    let mut skipped = 0;
    let mut window = Vec::new();
    loop {
        let piece = file.fill_buf()?;
        if piece.is_empty() {
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
