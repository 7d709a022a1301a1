//! Answers: an engine's introduction, its answers, and the outcome of a question.

use std::collections::BTreeMap;
use std::time::Duration;

use strum::{EnumString, IntoStaticStr, VariantArray};

use super::input::{Input, Source, Task};
use super::mode::DocumentMode;
use super::token::{ParseError, Token};
use super::tree::Tree;
use crate::Wtf8Buf;

/// An engine's introduction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct About {
    /// The name it is called by on the command line.
    pub name: String,
    /// Its version.
    pub version: String,
    /// The language it is written in.
    pub language: String,
    /// What it can do.
    pub can: Vec<Capability>,
    /// What it does not support, each with the reason: capabilities and other limits.
    pub cannot: BTreeMap<String, String>,
    /// The greatest depth of elements that its trees have; `None` for any. The root is the first.
    pub depth: Option<usize>,
}

impl About {
    /// Whether the engine has this capability.
    pub fn can(&self, capability: Capability) -> bool {
        self.can.contains(&capability)
    }

    /// What the engine lacks, with the reason if it gives one.
    pub fn explained(&self, lacking: &str) -> String {
        match self.cannot.get(lacking) {
            Some(reason) => format!("{lacking}: {reason}"),
            None => lacking.to_owned(),
        }
    }

    /// Why the engine cannot be judged on an input, if it cannot: it does not support the question, or cannot give an
    /// answer like the standard's. `standard` is called only if needed.
    pub fn left_out<'s>(&self, input: &Input, standard: impl FnOnce() -> &'s Answer) -> Option<String> {
        if let Some(capability) = lacking(input, &self.can) {
            return Some(self.explained(capability.name()));
        }
        let depth = self.depth?;
        // A fragment has a root that is not in its tree.
        let deepest = match (standard(), &input.task) {
            (Answer::Tree { tree, .. }, Task::Tree { context, .. }) => tree.depth() + usize::from(context.is_some()),
            _ => 0,
        };
        (deepest > depth).then(|| self.explained("depth"))
    }
}

/// Something an engine can do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum Capability {
    /// Parse a document.
    Document,
    /// Parse a fragment.
    Fragment,
    /// Parse with the scripting flag on as well as off.
    Scripting,
    /// Tokenise from a given state.
    Tokens,
    /// Report parse errors by the standard's codes.
    Errors,
    /// Report the parse errors of tree construction, which the standard does not name, by the standard engine's names.
    TreeErrors,
    /// Tell the mode of a document: whether it is in quirks mode.
    Mode,
    /// Take undecoded bytes.
    Bytes,
    /// Tell the encoding that bytes are decoded with.
    Encoding,
    /// Serialise a tree.
    Serialise,
    /// Take and give lone surrogates.
    Surrogates,
    /// Give trees, and take trees to serialise, as nodes: a dump may be that of several trees.
    Nodes,
}

impl Capability {
    /// All of them.
    pub const ALL: &[Self] = Self::VARIANTS;

    /// Its name in the engine protocol.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// The capability of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        name.parse().ok()
    }
}

/// What an engine that can do `can` lacks to answer `input`: the first of task, source and scripting mode.
pub fn lacking(input: &Input, can: &[Capability]) -> Option<Capability> {
    let (task, scripting) = match &input.task {
        Task::Tree { context, scripting } => {
            let task = match context {
                None => Capability::Document,
                Some(_) => Capability::Fragment,
            };
            (task, scripting.then_some(Capability::Scripting))
        }
        Task::Tokens { .. } => (Capability::Tokens, None),
        Task::Encoding => (Capability::Encoding, None),
        Task::Serialise(task) => {
            let scripting = task.scripting.then_some(Capability::Scripting);
            (Capability::Serialise, scripting)
        }
    };
    let source = match &input.source {
        Source::Bytes { .. } => Some(Capability::Bytes),
        Source::Text(text) => text.has_surrogates().then_some(Capability::Surrogates),
        Source::Tree(tree) => tree.has_surrogates().then_some(Capability::Surrogates),
    };
    [Some(task), source, scripting].into_iter().flatten().find(|capability| !can.contains(capability))
}

/// Why there is no answer to a question: the input is of another kind, or the engine does not support it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct NoAnswer(pub String);

impl From<String> for NoAnswer {
    fn from(reason: String) -> Self {
        Self(reason)
    }
}

impl From<&str> for NoAnswer {
    fn from(reason: &str) -> Self {
        Self(reason.to_owned())
    }
}

/// Converts the reason to an answer that is unsupported.
impl From<NoAnswer> for Answer {
    fn from(NoAnswer(reason): NoAnswer) -> Self {
        Self::Unsupported(reason)
    }
}

/// What an engine answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// The tree, to [`Task::Tree`].
    Tree {
        /// The tree of the document, or of the fragment.
        tree: Tree,
        /// The parse errors, if the engine reports them.
        errors: Option<Vec<ParseError>>,
        /// The mode of a document, if the engine tells it; a fragment has none of its own.
        mode: Option<DocumentMode>,
    },
    /// The tokens, to [`Task::Tokens`].
    Tokens {
        /// The tokens, without the end-of-file token.
        tokens: Vec<Token>,
        /// The parse errors, if the engine reports them.
        errors: Option<Vec<ParseError>>,
    },
    /// The name, or a label, of the encoding, to [`Task::Encoding`].
    Encoding(String),
    /// The markup, to [`Task::Serialise`].
    Markup(Wtf8Buf),
    /// The engine does not support the question, and why.
    Unsupported(String),
}

impl Answer {
    /// The kind of answer, in words.
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Tree { .. } => "a tree",
            Self::Tokens { .. } => "tokens",
            Self::Encoding(_) => "an encoding",
            Self::Markup(_) => "markup",
            Self::Unsupported(_) => "nothing",
        }
    }

    /// The answer with another tree, if there is one.
    pub fn with_tree(self, change: impl FnOnce(&Tree) -> Tree) -> Self {
        match self {
            Self::Tree { tree, errors, mode } => Self::Tree { tree: change(&tree), errors, mode },
            other => other,
        }
    }
}

/// The outcome of one question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// The engine answered.
    Answer(Answer),
    /// The engine's process died: its exit status and the last lines of its stderr.
    Crashed(String),
    /// The engine did not answer within this limit.
    TimedOut(Duration),
    /// The engine violated the protocol, or lacks a capability that it claims: how.
    ProtocolError(String),
}

impl Outcome {
    /// What went wrong, in words; `None` for an answer.
    pub fn fault(&self) -> Option<String> {
        match self {
            Self::Answer(_) => None,
            Self::Crashed(how) => Some(how.clone()),
            Self::TimedOut(limit) => Some(format!("no answer within {limit:?}")),
            Self::ProtocolError(what) => Some(format!("protocol error: {what}")),
        }
    }
}
