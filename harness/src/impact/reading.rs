//! Parsing a document by an edition of the standard.

use std::borrow::Cow;

use crosscheck_standard::clauses::change::Edition;
use crosscheck_standard::dom::{Document, NodeId};
use crosscheck_standard::parser::encoding::{Encoding, Metadata};
use crosscheck_standard::parser::options::{Options, ScriptingMode};
use crosscheck_standard::parser::parse::{Failure, Parsed};
use crosscheck_standard::parser::serialise::{SerialiseOptions, inner};
use crosscheck_standard::parser::watch::{Watch, parse, parse_bytes};
use crosscheck_standard::wtf8::Wtf8Buf;

use crate::documents::Document as Page;
use crate::engines::standard::{Made, Standard, fragment_context};
use crate::model::answer::NoAnswer;
use crate::model::input::{Context, Input, Source, Task};
use crate::quiet::guarded;

/// A document and how to parse it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Question<'q> {
    /// A page as a browser gets it: bytes, the encoding from the transport layer, and templates that may declare shadow
    /// roots.
    Page {
        /// The bytes, and their label.
        page: Cow<'q, Page>,
        /// The scripting flag.
        scripting: bool,
    },
    /// The text of a page, with templates that may declare shadow roots.
    Text {
        /// The text.
        text: Cow<'q, Wtf8Buf>,
        /// The scripting flag.
        scripting: bool,
    },
    /// An input of a fixture, a generator or a record: read as the standard engine reads it.
    Input(Cow<'q, Input>),
}

/// The result of parsing a document.
#[derive(Debug, Clone)]
pub struct Reading {
    /// The tree with its errors, or the tokens, or the encoding.
    pub made: Made,
    /// The encoding that the bytes of a page were in.
    pub encoding: Option<&'static Encoding>,
}

impl Question<'_> {
    /// Reads the document by an edition of the standard.
    ///
    /// # Errors
    /// Why it cannot be read: it is too large, or the question is none that the standard answers.
    pub fn read(&self, edition: Edition) -> Result<Reading, NoAnswer> {
        let read = || match self {
            Self::Page { page, scripting } => {
                let (parsed, encoding) =
                    read_bytes(page, options(edition, *scripting)).map_err(|failure| failure.to_string())?;
                Ok(Reading { made: Made::Tree(parsed), encoding: Some(encoding) })
            }
            Self::Text { text, scripting } => {
                let parsed = parse(&[text.as_bytes()], None, options(edition, *scripting), Watch::Nobody);
                parsed.map(Reading::from).map_err(|failure| NoAnswer(failure.to_string()))
            }
            Self::Input(input) => {
                let made = Standard::of_edition(edition).make(input)?;
                Ok(Reading { made, encoding: None })
            }
        };
        guarded(read).unwrap_or_else(|| Err("the parser panicked; this is a bug in crosscheck".into()))
    }

    /// Reads other markup where this document stands, as text, without its errors.
    ///
    /// # Errors
    /// As of [`read`](Self::read).
    pub(super) fn read_instead(&self, markup: &Wtf8Buf, edition: Edition) -> Result<Parsed, Failure> {
        let context = self.context();
        let options = match context {
            None => options(edition, self.scripting()),
            Some(_) => Standard::of_edition(edition).options(self.scripting(), &context),
        };
        let options = Options { errors: false, ..options };
        let context = context.map(fragment_context);
        parse(&[markup.as_bytes()], context.as_ref(), options, Watch::Nobody)
    }

    /// The scripting flag.
    pub fn scripting(&self) -> bool {
        match self {
            Self::Page { scripting, .. } | Self::Text { scripting, .. } => *scripting,
            Self::Input(input) => matches!(input.task, Task::Tree { scripting: true, .. }),
        }
    }

    /// The context element, if the document is a fragment.
    pub fn context(&self) -> Option<&Context> {
        match self {
            Self::Input(input) => match &input.task {
                Task::Tree { context, .. } => context.as_ref(),
                _ => None,
            },
            _ => None,
        }
    }

    /// How long the document is, in bytes.
    pub fn length(&self) -> usize {
        match self {
            Self::Page { page, .. } => page.bytes.len(),
            Self::Text { text, .. } => text.len(),
            Self::Input(input) => input.source.len(),
        }
    }

    /// The document as an engine is asked about it.
    pub fn input(&self) -> Input {
        let task = Task::Tree { context: None, scripting: self.scripting() };
        let source = match self {
            Self::Input(input) => return input.clone().into_owned(),
            Self::Page { page, .. } => Source::Bytes { bytes: page.bytes.clone(), encoding: page.charset.clone() },
            Self::Text { text, .. } => Source::Text(text.clone().into_owned()),
        };
        Input { source, task }
    }

    /// The question about another input in its place.
    #[must_use]
    pub fn with_input(&self, input: Input) -> Question<'static> {
        let scripting = matches!(input.task, Task::Tree { scripting: true, .. });
        match (self, input) {
            (Self::Page { page, .. }, Input { source: Source::Bytes { bytes, encoding }, .. }) => Question::Page {
                page: Cow::Owned(Page { name: page.name.clone(), charset: encoding, bytes }),
                scripting,
            },
            (Self::Page { .. } | Self::Text { .. }, Input { source: Source::Text(text), task }) => {
                Question::Text { text: Cow::Owned(text), scripting: matches!(task, Task::Tree { scripting: true, .. }) }
            }
            (_, input) => Question::Input(Cow::Owned(input)),
        }
    }
}

impl From<Parsed> for Reading {
    fn from(parsed: Parsed) -> Self {
        Self { made: Made::Tree(parsed), encoding: None }
    }
}

impl Reading {
    /// Whether both are the same, down to the places of all errors.
    pub fn is_same(&self, other: &Self) -> bool {
        self.encoding == other.encoding && self.made.is_same(&other.made)
    }

    /// What was parsed, if it is a tree.
    pub fn parsed(&self) -> Option<&Parsed> {
        match &self.made {
            Made::Tree(parsed) => Some(parsed),
            _ => None,
        }
    }

    /// The markup of the tree by an edition of the standard, as `innerHTML` gives it; `None` if it is no tree.
    pub fn markup(&self, edition: Edition, scripting: bool) -> Option<Wtf8Buf> {
        let parsed = self.parsed()?;
        Some(markup(&parsed.document, parsed.root(), edition, scripting))
    }
}

/// The markup of what is in a node.
pub(super) fn markup(document: &Document, root: NodeId, edition: Edition, scripting: bool) -> Wtf8Buf {
    let options = SerialiseOptions { edition, scripting, ..SerialiseOptions::default() };
    inner(document, root, &options)
}

/// As a browser has it that loads a page.
fn options(edition: Edition, scripting: bool) -> Options {
    Options {
        edition,
        scripting: match scripting {
            true => ScriptingMode::Normal,
            false => ScriptingMode::Disabled,
        },
        allow_declarative_shadow_roots: true,
        ..Options::default()
    }
}

fn read_bytes(page: &Page, options: Options) -> Result<(Parsed, &'static Encoding), Failure> {
    // Detection, which the standard allows: text of other encodings is hardly ever UTF-8.
    let is_utf_8 = std::str::from_utf8(&page.bytes).is_ok();
    let metadata = Metadata {
        transport_label: page.charset.clone(),
        likely: is_utf_8.then_some(encoding_rs::UTF_8),
        ..Metadata::default()
    };
    parse_bytes(&[&page.bytes], options, metadata, Watch::Nobody)
}
