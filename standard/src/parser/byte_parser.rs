//! Parsing bytes: decoding them, and parsing them again when they turn out to be in another encoding.

use encoding_rs::{CoderResult, Decoder, Encoding};
use memchr::memchr;

use crate::clauses::observer::Observer;
use crate::parser::encoding::{Confidence, Metadata, PRESCANNED, sniff};
use crate::parser::options::Options;
use crate::parser::parse::{Failure, MAX_INPUT, Parsed, Parser};
use crate::parser::tokenizer::TokenSink as _;
use crate::parser::tree_builder::InputEncoding;

/// How much is decoded at once, in bytes of UTF-8.
const DECODED: usize = 16 * 1024;

/// A parser of a document that takes its bytes in pieces, of any size.
///
/// Nothing is parsed before [`PRESCANNED`] bytes have come, or all there are. While the encoding is tentative the bytes
/// are kept, since a declaration in the document may say another one: then they are parsed again, from the beginning,
/// with that one. This happens at most once.
///
/// ```
/// use crosscheck_standard::parser::byte_parser::ByteParser;
/// use crosscheck_standard::parser::encoding::Metadata;
/// use crosscheck_standard::clauses::observer::Ignore;
/// use crosscheck_standard::parser::options::Options;
///
/// let mut parser = ByteParser::new(Ignore, Options::default(), Metadata::default());
/// parser.feed(b"<meta charset=koi8-r><p>\xD1")?;
/// let (parsed, encoding) = parser.finish()?;
/// assert_eq!(encoding.name(), "KOI8-R");
/// assert_eq!(parsed.document.descendants(parsed.root()).count(), 6);
/// # Ok::<(), crosscheck_standard::parser::parse::Failure>(())
/// ```
#[derive(Debug)]
pub struct ByteParser<O: Observer> {
    options: Options,
    metadata: Metadata,
    stage: Stage<O>,
    fed: u64,
}

#[derive(Debug)]
enum Stage<O: Observer> {
    /// There are not enough bytes yet to tell the encoding.
    Sniffing { parser: Box<Parser<O>>, bytes: Vec<u8> },
    /// The bytes are decoded and parsed as they come.
    Parsing(Box<Parsing<O>>),
    /// An error has ended it.
    Failed(Failure),
}

impl<O: Observer> ByteParser<O> {
    /// A parser of a document, with somebody who watches: what is parsed twice is watched twice.
    pub fn new(observer: O, options: Options, metadata: Metadata) -> Self {
        Self {
            options,
            metadata,
            stage: Stage::Sniffing { parser: Box::new(Parser::new(observer, options)), bytes: Vec::new() },
            fed: 0,
        }
    }

    /// The encoding as it is known now, and how sure it is; nothing until enough bytes have come to tell.
    pub fn encoding(&self) -> Option<(&'static Encoding, Confidence)> {
        match &self.stage {
            Stage::Parsing(parsing) => {
                let known = parsing.parser.tree_builder().input_encoding();
                Some((known.encoding, known.confidence))
            }
            Stage::Sniffing { .. } | Stage::Failed(_) => None,
        }
    }

    /// Parses a piece of the input.
    ///
    /// # Errors
    /// When there is more input, or the document is larger, than 32-bit numbers can tell apart. Nothing can be parsed
    /// after that.
    pub fn feed(&mut self, piece: &[u8]) -> Result<(), Failure> {
        self.fed += piece.len() as u64;
        let stage = std::mem::replace(&mut self.stage, Stage::Failed(Failure::InputTooLarge));
        if self.fed > MAX_INPUT {
            return Err(Failure::InputTooLarge);
        }
        match stage.feed(piece, self.options, &self.metadata) {
            Ok(stage) => {
                self.stage = stage;
                Ok(())
            }
            Err(failure) => {
                self.stage = Stage::Failed(failure);
                Err(failure)
            }
        }
    }

    /// Ends the input, and gives what was parsed and the document's character encoding.
    ///
    /// # Errors
    /// What [`ByteParser::feed`] failed with, or when the document is larger than 32-bit numbers can tell apart.
    pub fn finish(self) -> Result<(Parsed, &'static Encoding), Failure> {
        let parsing = match self.stage {
            Stage::Sniffing { parser, bytes } => Parsing::begin(*parser, self.options, bytes, &self.metadata)?,
            Stage::Parsing(parsing) => parsing,
            Stage::Failed(failure) => return Err(failure),
        };
        let parser = parsing.parse(&[], true)?.parser;
        let encoding = parser.tree_builder().input_encoding().encoding;
        Ok((parser.finish()?, encoding))
    }
}

impl<O: Observer> Stage<O> {
    fn feed(self, piece: &[u8], options: Options, metadata: &Metadata) -> Result<Self, Failure> {
        let parsing = match self {
            Self::Sniffing { parser, mut bytes } => {
                let missing = PRESCANNED - bytes.len();
                let (sniffed, rest) = piece.split_at(missing.min(piece.len()));
                bytes.extend_from_slice(sniffed);
                if bytes.len() < PRESCANNED {
                    return Ok(Self::Sniffing { parser, bytes });
                }
                Parsing::begin(*parser, options, bytes, metadata)?.parse(rest, false)?
            }
            Self::Parsing(parsing) => parsing.parse(piece, false)?,
            Self::Failed(failure) => return Err(failure),
        };
        Ok(Self::Parsing(parsing))
    }
}

/// A parser that knows the encoding to begin with.
#[derive(Debug)]
struct Parsing<O: Observer> {
    parser: Parser<O>,
    options: Options,
    decoder: Decoder,
    /// What was decoded last, kept for its capacity.
    text: String,
    /// All bytes that have come, while they may be needed again.
    kept: Vec<u8>,
}

impl<O: Observer> Parsing<O> {
    /// Determines the encoding to begin with, and parses the bytes it is determined by.
    fn begin(
        mut parser: Parser<O>,
        options: Options,
        bytes: Vec<u8>,
        metadata: &Metadata,
    ) -> Result<Box<Self>, Failure> {
        let observer = parser.tree_builder_mut().observer();
        let (encoding, confidence) = sniff(observer, &bytes, metadata, options.edition);
        let input_encoding = InputEncoding::new(encoding, confidence);
        Self::new(parser, options, input_encoding).parse(&bytes, false)
    }

    fn new(mut parser: Parser<O>, options: Options, input_encoding: InputEncoding) -> Box<Self> {
        let builder = parser.tree_builder_mut();
        builder.set_input_encoding(input_encoding);
        Box::new(Self {
            parser,
            options,
            decoder: input_encoding.encoding.new_decoder(),
            text: String::with_capacity(DECODED),
            kept: Vec::new(),
        })
    }

    /// Decodes and parses a piece; if the bytes turn out to be in another encoding, all bytes that have come.
    fn parse(mut self: Box<Self>, piece: &[u8], is_last: bool) -> Result<Box<Self>, Failure> {
        if self.is_tentative() {
            self.kept.extend_from_slice(piece);
        }
        if let Some(encoding) = self.decode(piece, is_last)? {
            let input_encoding = InputEncoding::new(encoding, Confidence::Certain);
            let parser = Parser::new(self.parser.into_observer(), self.options);
            let mut again = Self::new(parser, self.options, input_encoding);
            // It is certain now, whatever else the document says.
            again.decode(&self.kept, is_last)?;
            return Ok(again);
        }
        if !self.is_tentative() {
            self.kept = Vec::new();
        }
        Ok(self)
    }

    /// Decodes and parses a piece; gives the encoding to parse all again with, as soon as there is one.
    fn decode(&mut self, piece: &[u8], is_last: bool) -> Result<Option<&'static Encoding>, Failure> {
        let mut text = std::mem::take(&mut self.text);
        let mut rest = piece;
        loop {
            text.clear();
            let (result, read, _) = self.decoder.decode_to_string(rest, &mut text, is_last);
            rest = &rest[read..];
            let restart_with = self.parse_text(&text)?;
            if restart_with.is_some() || result == CoderResult::InputEmpty {
                self.text = text;
                return Ok(restart_with);
            }
        }
    }

    /// Parses decoded text. A tag is emitted at its `>`: while a tag can change the encoding, the text is parsed up to
    /// each, so that nothing behind the tag is parsed in vain.
    fn parse_text(&mut self, text: &str) -> Result<Option<&'static Encoding>, Failure> {
        let mut rest = text;
        while self.is_tentative()
            && let Some(end) = memchr(b'>', rest.as_bytes())
        {
            let (piece, behind) = rest.split_at(end + 1);
            self.parser.feed(piece)?;
            rest = behind;
        }
        let restart_with = self.parser.tree_builder().input_encoding().restart_with;
        if restart_with.is_none() {
            self.parser.feed(rest)?;
        }
        Ok(restart_with)
    }

    fn is_tentative(&self) -> bool {
        let known = self.parser.tree_builder().input_encoding();
        known.confidence == Confidence::Tentative
    }
}
