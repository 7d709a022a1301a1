//! Whole inputs, while somebody watches or nobody does.
//!
//! The parser is generic over its observer, and each type of observer makes another parser to be compiled. Those of
//! these functions are compiled in this crate.

use crate::clauses::observer::{CoverageMap, Ignore, Observer, Onlooker};
use crate::parser::byte_parser::ByteParser;
use crate::parser::encoding::{Confidence, Encoding, Metadata};
use crate::parser::options::{FragmentContext, Options};
use crate::parser::parse::{Failure, Parsed, Parser};
use crate::parser::tokenizer::{TokenizeOptions, Tokenized, tokenize};
use crate::parser::tree_builder::{Disagreement, TreeBuilder};
use crate::wtf8::NotWtf8;

/// Who watches.
pub enum Watch<'a> {
    /// Nobody.
    Nobody,
    /// The clauses that come to bear are noted.
    CoverageMap(&'a mut CoverageMap),
    /// Somebody who only looks at what does hold, and is told of nothing else.
    Onlooker(&'a mut dyn Observer),
    /// Somebody who is told of everything, and may say otherwise.
    Observer(&'a mut dyn Observer),
}

impl Watch<'_> {
    /// The same, for a shorter time.
    pub fn reborrow(&mut self) -> Watch<'_> {
        match self {
            Self::Nobody => Watch::Nobody,
            Self::CoverageMap(coverage_map) => Watch::CoverageMap(coverage_map),
            Self::Onlooker(observer) => Watch::Onlooker(*observer),
            Self::Observer(observer) => Watch::Observer(*observer),
        }
    }
}

/// Parses a document, or a fragment if there is a context element. The WTF-8 text comes in pieces, of any size and as
/// many as may be.
///
/// # Errors
/// When a piece is not WTF-8, or the text or the document is too large for 32-bit numbers.
pub fn parse(
    pieces: &[&[u8]],
    context: Option<&FragmentContext>,
    options: Options,
    watch: Watch<'_>,
) -> Result<Parsed, Failure> {
    match watch {
        Watch::Nobody => parse_by(pieces, context, options, Ignore),
        Watch::CoverageMap(coverage_map) => parse_by(pieces, context, options, coverage_map),
        Watch::Onlooker(observer) => parse_by(pieces, context, options, Onlooker(observer)),
        Watch::Observer(observer) => parse_by(pieces, context, options, observer),
    }
}

fn parse_by<O: Observer>(
    pieces: &[&[u8]],
    context: Option<&FragmentContext>,
    options: Options,
    observer: O,
) -> Result<Parsed, Failure> {
    Ok(parse_checked_by(pieces, context, options, observer)?.0)
}

/// The same while nobody watches, with the [disagreements](TreeBuilder::disagreements) between index and walk.
///
/// # Errors
/// As for [`parse`].
pub fn parse_checked(
    pieces: &[&[u8]],
    context: Option<&FragmentContext>,
    options: Options,
) -> Result<(Parsed, Vec<Disagreement>), Failure> {
    parse_checked_by(pieces, context, options, Ignore)
}

fn parse_checked_by<O: Observer>(
    pieces: &[&[u8]],
    context: Option<&FragmentContext>,
    options: Options,
    observer: O,
) -> Result<(Parsed, Vec<Disagreement>), Failure> {
    let mut parser = Parser::of(context, options, observer);
    for piece in pieces {
        parser.feed_wtf8(piece)?;
    }
    parser.finish_checked()
}

/// A parser that an onlooker watches, and that takes its input in pieces, of any size.
pub struct WatchedParser<'a>(Parser<Onlooker<'a>>);

impl<'a> WatchedParser<'a> {
    /// A parser of a document, or of a fragment if there is a context element.
    pub fn new(context: Option<&FragmentContext>, options: Options, observer: &'a mut dyn Observer) -> Self {
        Self(Parser::of(context, options, Onlooker(observer)))
    }

    /// As [`Parser::feed_wtf8`].
    ///
    /// # Errors
    /// As there.
    pub fn feed_wtf8(&mut self, piece: &[u8]) -> Result<(), Failure> {
        self.0.feed_wtf8(piece)
    }

    /// As [`Parser::finish`].
    ///
    /// # Errors
    /// As there.
    pub fn finish(self) -> Result<Parsed, Failure> {
        self.0.finish()
    }

    /// Tree construction as it stands.
    pub fn tree_builder(&self) -> &TreeBuilder<Onlooker<'a>> {
        self.0.tree_builder()
    }
}

/// Parses a document of bytes that come in pieces, and gives its encoding too.
///
/// # Errors
/// When the input or the document is too large for 32-bit numbers.
pub fn parse_bytes(
    pieces: &[&[u8]],
    options: Options,
    metadata: Metadata,
    watch: Watch<'_>,
) -> Result<(Parsed, &'static Encoding), Failure> {
    match watch {
        Watch::Nobody => parse_bytes_by(pieces, options, metadata, Ignore),
        Watch::CoverageMap(coverage_map) => parse_bytes_by(pieces, options, metadata, coverage_map),
        Watch::Onlooker(observer) => parse_bytes_by(pieces, options, metadata, Onlooker(observer)),
        Watch::Observer(observer) => parse_bytes_by(pieces, options, metadata, observer),
    }
}

fn parse_bytes_by<O: Observer>(
    pieces: &[&[u8]],
    options: Options,
    metadata: Metadata,
    observer: O,
) -> Result<(Parsed, &'static Encoding), Failure> {
    let mut parser = ByteParser::new(observer, options, metadata);
    for piece in pieces {
        parser.feed(piece)?;
    }
    parser.finish()
}

/// The encoding that bytes are parsed in, as soon as it is certain.
///
/// # Errors
/// When the input or the document is too large for 32-bit numbers.
pub fn encoding_of(
    pieces: &mut dyn Iterator<Item = &[u8]>,
    options: Options,
    metadata: Metadata,
) -> Result<&'static Encoding, Failure> {
    let mut parser = ByteParser::new(Ignore, options, metadata);
    for piece in pieces {
        parser.feed(piece)?;
        if let Some((encoding, Confidence::Certain)) = parser.encoding() {
            return Ok(encoding);
        }
    }
    Ok(parser.finish()?.1)
}

/// The tokens of a text that comes in pieces, of any size and as many as may be.
///
/// # Errors
/// Gives the offset in the piece of what is not WTF-8.
pub fn tokenize_pieces(pieces: &[&[u8]], options: &TokenizeOptions, watch: Watch<'_>) -> Result<Tokenized, NotWtf8> {
    let pieces = pieces.iter().copied();
    match watch {
        Watch::Nobody => tokenize(pieces, options, &mut Ignore),
        Watch::CoverageMap(mut coverage_map) => tokenize(pieces, options, &mut coverage_map),
        Watch::Onlooker(observer) => tokenize(pieces, options, &mut Onlooker(observer)),
        Watch::Observer(mut observer) => tokenize(pieces, options, &mut observer),
    }
}
