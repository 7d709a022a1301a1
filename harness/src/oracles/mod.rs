//! Oracles: properties that must hold for every input, with their known exceptions.
//!
//! Each judges one engine. Some compare the answer with the standard engine's; the others ask the engine several
//! questions and check that the answers are consistent. Engines are asked through a function, so that the hunt, fuzz
//! targets and tests can share the oracles.

pub mod chunking;
pub mod encoding;
pub mod errors;
pub mod fragment;
pub mod growth;
pub mod index;
pub mod markup;
pub mod mutation_xss;
pub mod no_crash;
pub mod round_trip;
pub mod scripting;
pub mod tokens;
pub mod trees;

use crosscheck_standard::wtf8::Wtf8Buf;
use serde::{Deserialize, Serialize};

use crate::model::answer::{Answer, NoAnswer};
use crate::model::input::{Context, Input, Source, Task};
use crate::model::tree::Tree;

/// Asks an engine.
///
/// Its errors are reasons why there is no answer.
pub type Ask<'a> = dyn FnMut(&Input) -> Result<Answer, NoAnswer> + 'a;

/// A violation that an oracle found on an input.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Finding {
    /// A description that does not depend on the position in the input: equal descriptions for one engine are one
    /// divergence.
    pub what: String,
    /// The reason, if the standard itself requires the result. Then the engine does not depart.
    pub by_standard: Option<String>,
}

impl Finding {
    /// The engine departs.
    pub(crate) fn departure(what: String) -> Self {
        Self { what, by_standard: None }
    }
}

crate::named! {
    /// A property that is checked.
    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    Oracle {
        Trees "trees" "The engine's tree is the standard's."
        Tokens "tokens" "The engine's tokens are the standard's."
        Errors "errors" "The engine's parse errors are the standard's."
        Encoding "encoding" "The engine detects the same encoding as the standard."
        Markup "markup" "The engine serialises its tree to the standard's markup."
        NoCrash "no-crash" "The engine answers every question: it does not crash, hang or break the protocol."
        Chunking "chunking" "The result does not depend on how the input is split into chunks."
        RoundTrip "round-trip" "A tree that is serialised and parsed again stays the same, unless a clause explains the change."
        MutationXss "mutation-xss" "A tree that is serialised and parsed again has no new element, script, event handler or javascript: URL."
        Fragment "fragment" "A fragment in a body parses like the body of a document."
        Scripting "scripting" "The scripting flag changes the result only if the input names noscript."
        Growth "growth" "Nodes and work grow no faster than the input and the standard's tree."
        Index "index" "The standard engine's tree index gives the same answers as a walk of the tree."
    }
}

impl Oracle {
    /// Whether it compares the engine's answer to the input itself with the standard's.
    pub const fn is_comparison(self) -> bool {
        matches!(self, Self::Trees | Self::Tokens | Self::Errors | Self::Encoding | Self::Markup)
    }

    /// The first difference between an engine's answer and the standard's to the same question; `None` if there is
    /// none, or if the oracle does not compare answers of this kind.
    ///
    /// ```
    /// use crosscheck::engines::Engine as _;
    /// use crosscheck::engines::standard::Standard;
    /// use crosscheck::model::input::Input;
    /// use crosscheck::oracles::Oracle;
    ///
    /// let input = Input::document("<search>x");
    /// let now = Standard::default().answer(&input);
    /// let mut before = Standard::from_name("standard@2023-01-01").expect("an edition");
    /// let p = Input::document("<p><search>x");
    /// assert_eq!(Oracle::Trees.compare(&now, &before.answer(&input)), None);
    /// assert!(Oracle::Trees.compare(&Standard::default().answer(&p), &before.answer(&p)).is_some());
    /// ```
    pub fn compare(self, standard: &Answer, engine: &Answer) -> Option<String> {
        match self {
            Self::Trees => trees::difference(standard, engine),
            Self::Tokens => tokens::difference(standard, engine),
            Self::Errors => errors::difference(standard, engine),
            Self::Encoding => encoding::difference(standard, engine),
            Self::Markup => markup::difference(standard, engine),
            _ => None,
        }
    }

    /// Whether an engine's answer differs from the standard's: a faster form of [`compare`](Self::compare).
    pub fn differ(self, standard: &Answer, engine: &Answer) -> bool {
        match self {
            Self::Trees => trees::differ(standard, engine),
            _ => self.compare(standard, engine).is_some(),
        }
    }

    /// What an engine does whose answer differs from the standard's, as a predicate, and how it does so on this input,
    /// as a sentence.
    pub(crate) fn departure(self, standard: &Answer, engine: &Answer) -> (String, Option<String>) {
        let does = match self {
            Self::Trees => return trees::departure(standard, engine),
            Self::Tokens => "emits different tokens",
            Self::Errors => "reports different parse errors",
            Self::Encoding => "detects a different encoding",
            Self::Markup => "serialises to different markup",
            _ => "gives a different answer",
        };
        (does.to_owned(), None)
    }

    /// The oracle that compares the answers to a task, but for the errors in them.
    pub const fn comparing(task: &Task) -> Self {
        match task {
            Task::Tree { .. } => Self::Trees,
            Task::Tokens { .. } => Self::Tokens,
            Task::Encoding => Self::Encoding,
            Task::Serialise(_) => Self::Markup,
        }
    }

    /// Whether it compares answers of this kind.
    pub(crate) fn compares(self, answer: &Answer) -> bool {
        match (self, answer) {
            (Self::Trees, Answer::Tree { .. })
            | (Self::Tokens, Answer::Tokens { .. })
            | (Self::Encoding, Answer::Encoding(_))
            | (Self::Markup, Answer::Markup(_)) => true,
            (Self::Errors, Answer::Tree { errors, .. } | Answer::Tokens { errors, .. }) => errors.is_some(),
            _ => false,
        }
    }

    /// The violations by the engine of this name on an input, none if the property holds. A missing answer is judged by
    /// [`no_crash`], not here.
    ///
    /// # Errors
    /// Why the property does not apply: the input is of another kind, or the engine cannot do what is asked.
    pub fn judge(
        self,
        engine: &str,
        input: &Input,
        ask: &mut Ask<'_>,
        standard: &mut Ask<'_>,
    ) -> Result<Vec<Finding>, NoAnswer> {
        let found = match self {
            Self::Trees | Self::Tokens | Self::Errors | Self::Encoding => self.compare(&standard(input)?, &ask(input)?),
            Self::Markup => {
                let question = markup::question(input)?;
                self.compare(&standard(&question)?, &ask(&question)?)
            }
            Self::NoCrash => ask(input).map(|_| None)?,
            Self::Chunking => chunking::difference(engine, input)?,
            Self::RoundTrip => round_trip::difference(ask, input)?,
            Self::MutationXss => return mutation_xss::findings(ask, input),
            Self::Fragment => match parsed_text(input)? {
                (text, None, _) => fragment::difference(ask, standard, text)?,
                _ => return Err("the input is not the text of a document".into()),
            },
            Self::Scripting => scripting::difference(ask, input)?,
            Self::Index => index::difference(engine, input)?,
            Self::Growth => growth::difference(engine, ask, standard, input)?,
        };
        Ok(found.into_iter().map(Finding::departure).collect())
    }
}

/// The text to parse, the context element and the scripting flag.
fn parsed_text(input: &Input) -> Result<(&Wtf8Buf, Option<&Context>, bool), NoAnswer> {
    match (&input.source, &input.task) {
        (Source::Text(text), Task::Tree { context, scripting }) => Ok((text, context.as_ref(), *scripting)),
        _ => Err("the input is not text to be parsed".into()),
    }
}

/// An engine's tree of an input.
fn tree_of(ask: &mut Ask<'_>, input: &Input) -> Result<Tree, NoAnswer> {
    match ask(input)? {
        Answer::Tree { tree, .. } => Ok(tree),
        other => Err(not_asked_for(&other)),
    }
}

/// Whether the text contains the name in any case, so that there may be a tag of it.
fn names(text: &Wtf8Buf, name: &str) -> bool {
    text.as_bytes().windows(name.len()).any(|window| window.eq_ignore_ascii_case(name.as_bytes()))
}

/// The error that an answer is not of the kind that the question asks for.
fn not_asked_for(answer: &Answer) -> NoAnswer {
    let reason = match answer {
        Answer::Unsupported(reason) => format!("the engine does not support it: {reason}"),
        Answer::Tree { .. } => "the engine answered with a tree".to_owned(),
        Answer::Tokens { .. } => "the engine answered with tokens".to_owned(),
        Answer::Encoding(_) => "the engine answered with an encoding".to_owned(),
        Answer::Markup(_) => "the engine answered with markup".to_owned(),
    };
    NoAnswer(reason)
}

#[cfg(test)]
mod tests;
