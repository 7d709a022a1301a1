//! Inputs of engines: text, bytes or a tree, and the task.

use std::fmt;
use std::str::FromStr;

use crosscheck_standard::wtf8::Wtf8Buf;
use strum::{EnumString, IntoStaticStr, VariantArray};

use super::tree::{Namespace, Tree};

/// One question to an engine.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Input {
    /// The document, the fragment, or the text to tokenise.
    pub source: Source,
    /// What the engine is to do with it.
    pub task: Task,
}

impl Input {
    /// The question for the tree of a document, scripting off.
    pub fn document(text: impl Into<Wtf8Buf>) -> Self {
        Self::parsed(text, None, false)
    }

    /// The question for the tree of a text. With a context element, the text is a fragment.
    pub fn parsed(text: impl Into<Wtf8Buf>, context: Option<Context>, scripting: bool) -> Self {
        Self { source: Source::Text(text.into()), task: Task::Tree { context, scripting } }
    }
}

/// The material of an [`Input`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Source {
    /// Decoded text, which may hold lone surrogates. It is the *input stream before preprocessing*: CR is still there.
    Text(Wtf8Buf),
    /// Undecoded bytes.
    Bytes {
        /// The bytes as they came.
        bytes: Vec<u8>,
        /// The encoding label the transport layer gave, if any.
        encoding: Option<String>,
    },
    /// A tree, to be serialised. Its first nodes are the children of the document or of the context element.
    Tree(Tree),
}

impl Source {
    /// How much it is: the bytes of the text, or the nodes of the tree.
    pub fn len(&self) -> usize {
        match self {
            Self::Text(text) => text.len(),
            Self::Bytes { bytes, .. } => bytes.len(),
            Self::Tree(tree) => tree.len(),
        }
    }

    /// The source as readable text.
    pub fn to_display(&self) -> String {
        match self {
            Self::Text(text) => text.to_display().into_owned(),
            Self::Bytes { bytes, .. } => bytes.escape_ascii().to_string(),
            Self::Tree(tree) => tree.dump().to_display().into_owned(),
        }
    }

    /// Whether there is nothing.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// What an engine is to do with a [`Source`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Task {
    /// Parse to a tree.
    Tree {
        /// The context element of a fragment; `None` for a document.
        context: Option<Context>,
        /// The scripting flag.
        scripting: bool,
    },
    /// Tokenise without a tree builder.
    Tokens {
        /// The state the tokenizer starts in.
        initial_state: InitialState,
        /// The name of "the last start tag emitted", for the appropriate end tag token.
        last_start_tag: Option<Wtf8Buf>,
    },
    /// Parse a document of bytes, scripting disabled, and tell the encoding it ends with: the document's character
    /// encoding.
    Encoding,
    /// Serialise: parse the text first, if there is no tree yet.
    Serialise(Serialise),
}

impl Task {
    /// To serialise what this parses; `None` for what makes no tree.
    pub fn serialised(&self) -> Option<Self> {
        match self {
            Self::Tree { context, scripting } => Some(Self::Serialise(Serialise {
                context: context.clone(),
                scripting: *scripting,
                ..Serialise::default()
            })),
            Self::Serialise(task) => Some(Self::Serialise(task.clone())),
            Self::Tokens { .. } | Self::Encoding => None,
        }
    }

    /// The context element of what is parsed, and the scripting flag; `None` for what makes no tree.
    pub const fn surroundings(&self) -> Option<(Option<&Context>, bool)> {
        match self {
            Self::Tree { context, scripting } => Some((context.as_ref(), *scripting)),
            Self::Serialise(task) => Some((task.context.as_ref(), task.scripting)),
            Self::Tokens { .. } | Self::Encoding => None,
        }
    }

    /// The same with another context element and scripting flag.
    #[must_use]
    pub fn within(&self, context: Option<Context>, scripting: bool) -> Self {
        match self {
            Self::Tree { .. } => Self::Tree { context, scripting },
            Self::Serialise(task) => Self::Serialise(Serialise { context, scripting, ..task.clone() }),
            Self::Tokens { .. } | Self::Encoding => self.clone(),
        }
    }
}

/// How a tree is to be serialised.
/// <https://html.spec.whatwg.org/multipage/parsing.html#html-fragment-serialisation-algorithm>
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Serialise {
    /// The element that the tree is in; `None` for a document. Text is parsed as a fragment in it.
    pub context: Option<Context>,
    /// The scripting flag, of the parser and of the serialiser.
    pub scripting: bool,
    /// Which shadow roots are written. Where it is any, text is parsed so that templates can declare them.
    pub shadow_roots: ShadowRoots,
    /// What is written.
    pub extent: Extent,
}

/// Which shadow roots a serialiser writes.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, EnumString, IntoStaticStr, clap::ValueEnum,
)]
#[strum(serialize_all = "lowercase")]
pub enum ShadowRoots {
    /// No shadow roots.
    #[default]
    None,
    /// Shadow roots that are serializable.
    Serializable,
    /// All shadow roots.
    All,
}

/// What a serialiser writes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, EnumString, IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum Extent {
    /// What is in the document or in the context element: as `innerHTML`.
    #[default]
    Inner,
    /// The document element or the context element, with what is in it: as `outerHTML`.
    Outer,
}

impl ShadowRoots {
    /// Its name in the engine protocol, in fixtures and on the command line.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// The one of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        name.parse().ok()
    }
}

impl Extent {
    /// Its name in the engine protocol, in fixtures and on the command line.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// The one of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        name.parse().ok()
    }
}

/// The context element of the fragment parsing algorithm.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Context {
    /// Its namespace.
    pub namespace: Namespace,
    /// Its local name.
    pub local_name: String,
}

/// html5lib's notation: `td`, `svg desc`, `math mi`.
impl fmt::Display for Context {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.namespace.prefix(), self.local_name)
    }
}

/// The text was not html5lib's notation of a context element.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a context element; expected a local name, or `svg NAME`, or `math NAME`")]
pub struct NotAContext(pub String);

impl FromStr for Context {
    type Err = NotAContext;

    fn from_str(notation: &str) -> Result<Self, NotAContext> {
        let (namespace, local_name) = match notation.split_once(' ') {
            None => (Namespace::Html, notation),
            Some(("svg", name)) => (Namespace::Svg, name),
            Some(("math", name)) => (Namespace::MathMl, name),
            Some(_) => return Err(NotAContext(notation.to_owned())),
        };
        if local_name.is_empty() || local_name.contains(char::is_whitespace) {
            return Err(NotAContext(notation.to_owned()));
        }
        Ok(Self { namespace, local_name: local_name.to_owned() })
    }
}

/// The tokenizer states a test may start in.
/// <https://html.spec.whatwg.org/multipage/parsing.html#tokenization>
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, EnumString, IntoStaticStr, VariantArray)]
pub enum InitialState {
    /// Data state
    #[strum(serialize = "Data state")]
    Data,
    /// RCDATA state
    #[strum(serialize = "RCDATA state")]
    Rcdata,
    /// RAWTEXT state
    #[strum(serialize = "RAWTEXT state")]
    Rawtext,
    /// Script data state
    #[strum(serialize = "Script data state")]
    ScriptData,
    /// PLAINTEXT state
    #[strum(serialize = "PLAINTEXT state")]
    Plaintext,
    /// CDATA section state
    #[strum(serialize = "CDATA section state")]
    CdataSection,
}

impl InitialState {
    /// All of them, in the standard's order of states.
    pub const ALL: &[Self] = Self::VARIANTS;

    /// The standard's name of the state, as the tokenizer fixtures write it.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// The state of this name, if it is one a test may start in.
    pub fn from_name(name: &str) -> Option<Self> {
        name.parse().ok()
    }
}
