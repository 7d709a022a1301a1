//! Parsing: text in, a document or fragment out.

use std::fmt;

use crate::clauses::error::ParseError;
use crate::clauses::observer::{Ignore, Observer};
use crate::dom::{Document, NodeId};
use crate::parser::options::{FragmentContext, Options};
use crate::parser::tokenizer::Tokenizer;
use crate::parser::tree_builder::{Disagreement, TreeBuilder};
use crate::wtf8::NotWtf8;

/// The most input there may be, in bytes: places in it are 32-bit numbers.
pub const MAX_INPUT: u64 = u32::MAX as u64;

/// Why the parser gave up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Failure {
    /// The text fed was not WTF-8.
    NotWtf8(NotWtf8),
    /// There was more than [`MAX_INPUT`] of input.
    InputTooLarge,
    /// The document had more nodes, or more text, than 32-bit numbers can tell apart.
    DocumentTooLarge,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotWtf8(error) => error.fmt(f),
            Self::InputTooLarge => write!(f, "more than {MAX_INPUT} bytes of input"),
            Self::DocumentTooLarge => {
                f.write_str("more nodes in the document than there may be, or more than 4 Gi bytes of text")
            }
        }
    }
}

impl std::error::Error for Failure {}

impl From<NotWtf8> for Failure {
    fn from(error: NotWtf8) -> Self {
        Self::NotWtf8(error)
    }
}

/// What parsing gives.
#[derive(Debug, Clone)]
pub struct Parsed {
    /// The document. Parsing a fragment makes one, too.
    pub document: Document,
    /// The fragment, if one was parsed.
    pub fragment: Option<NodeId>,
    /// The parse errors in the order of their positions, if they were asked for.
    pub errors: Vec<ParseError>,
}

impl Parsed {
    /// The document node, or the fragment.
    pub fn root(&self) -> NodeId {
        self.fragment.unwrap_or(NodeId::DOCUMENT)
    }
}

/// Parses a document.
///
/// # Errors
/// When the text or the document is too large for 32-bit numbers.
///
/// ```
/// use crosscheck_standard::parser::options::Options;
/// use crosscheck_standard::parser::parse::parse_document;
///
/// let parsed = parse_document("<!DOCTYPE html><p>x", Options::default())?;
/// let nodes = parsed.document.descendants(parsed.root());
/// assert_eq!(nodes.count(), 6, "doctype, html, head, body, p and the text");
/// # Ok::<(), crosscheck_standard::parser::parse::Failure>(())
/// ```
pub fn parse_document(text: &str, options: Options) -> Result<Parsed, Failure> {
    let mut parser = Parser::new(Ignore, options);
    parser.feed(text)?;
    // The parser is large: it stays where it is.
    let (fragment, errors) = parser.end()?;
    Ok(Parsed { document: parser.tokenizer.sink.document, fragment, errors })
}

/// Parses a fragment, as if it were to go into the context element.
/// <https://html.spec.whatwg.org/multipage/parsing.html#html-fragment-parsing-algorithm>
///
/// # Errors
/// When the text or the document is too large for 32-bit numbers.
pub fn parse_fragment(text: &str, context: &FragmentContext, options: Options) -> Result<Parsed, Failure> {
    let mut parser = Parser::for_fragment(Ignore, options, context);
    parser.feed(text)?;
    parser.finish()
}

/// A parser that takes its input in pieces, of any size.
#[derive(Debug)]
pub struct Parser<O: Observer> {
    tokenizer: Tokenizer<TreeBuilder<O>>,
    fed: u64,
}

impl<O: Observer> Parser<O> {
    /// A parser of a document, with somebody who watches.
    // Inlined like what it calls: the parts are large, and made where they stay.
    #[inline(always)]
    pub fn new(observer: O, options: Options) -> Self {
        let builder = TreeBuilder::new(observer, options);
        Self { tokenizer: Tokenizer::new(builder, options.edition, options.errors), fed: 0 }
    }

    /// A parser of a fragment, with somebody who watches.
    pub fn for_fragment(observer: O, options: Options, context: &FragmentContext) -> Self {
        let mut builder = TreeBuilder::for_fragment(observer, options, context);
        let state = builder.initial_tokenizer_state();
        let mut tokenizer = Tokenizer::new(builder, options.edition, options.errors);
        tokenizer.set_state(state);
        Self { tokenizer, fed: 0 }
    }

    /// A parser of a fragment if there is a context element, else of a document.
    #[inline(always)]
    pub fn of(context: Option<&FragmentContext>, options: Options, observer: O) -> Self {
        match context {
            None => Self::new(observer, options),
            Some(context) => Self::for_fragment(observer, options, context),
        }
    }

    /// Tree construction as it stands.
    pub fn tree_builder(&self) -> &TreeBuilder<O> {
        &self.tokenizer.sink
    }

    /// Tree construction as it stands, for who decodes the input.
    pub(crate) fn tree_builder_mut(&mut self) -> &mut TreeBuilder<O> {
        &mut self.tokenizer.sink
    }

    /// Gives up, and gives back who watches.
    pub(crate) fn into_observer(self) -> O {
        self.tokenizer.sink.into_observer()
    }

    /// Parses a piece of the input.
    ///
    /// # Errors
    /// When there is more input, or the document is larger, than 32-bit numbers can tell apart.
    pub fn feed(&mut self, piece: &str) -> Result<(), Failure> {
        self.count(piece.len())?;
        self.tokenizer.feed(piece);
        self.check_size()
    }

    /// Parses a piece of the input that may hold lone surrogates, as WTF-8.
    ///
    /// # Errors
    /// When the piece is not WTF-8; then nothing of it is parsed. Else as for [`Parser::feed`].
    pub fn feed_wtf8(&mut self, piece: &[u8]) -> Result<(), Failure> {
        self.count(piece.len())?;
        self.tokenizer.feed_wtf8(piece)?;
        self.check_size()
    }

    /// Ends the input, and gives what was parsed.
    ///
    /// # Errors
    /// When the document is larger than 32-bit numbers can tell apart.
    pub fn finish(self) -> Result<Parsed, Failure> {
        Ok(self.finish_checked()?.0)
    }

    /// The same, with the [disagreements](TreeBuilder::disagreements) between index and walk.
    ///
    /// # Errors
    /// As for [`Parser::finish`].
    pub fn finish_checked(mut self) -> Result<(Parsed, Vec<Disagreement>), Failure> {
        let (fragment, errors) = self.end()?;
        let disagreements = self.tree_builder().disagreements().to_vec();
        let parsed = Parsed { document: self.tokenizer.sink.document, fragment, errors };
        Ok((parsed, disagreements))
    }

    /// Ends the input; gives the fragment, if one was parsed, and the errors.
    fn end(&mut self) -> Result<(Option<NodeId>, Vec<ParseError>), Failure> {
        let errors = self.tokenizer.end();
        let builder = &mut self.tokenizer.sink;
        builder.end();
        if builder.document.is_too_large() {
            return Err(Failure::DocumentTooLarge);
        }
        Ok((builder.fragment(), errors))
    }

    fn count(&mut self, bytes: usize) -> Result<(), Failure> {
        self.fed += bytes as u64;
        if self.fed > MAX_INPUT {
            return Err(Failure::InputTooLarge);
        }
        Ok(())
    }

    fn check_size(&self) -> Result<(), Failure> {
        if self.tree_builder().document().is_too_large() {
            return Err(Failure::DocumentTooLarge);
        }
        Ok(())
    }
}
