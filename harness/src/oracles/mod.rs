//! Oracles: properties that must hold of one input, or say in which known way they do not.
//!
//! Each judges one engine. Those that compare ask the standard engine the same; the others ask the engine several
//! questions that must have answers that go together. What is asked goes through a function, so that an oracle does not
//! know where its engine runs: the hunt, fuzz targets and tests have the same ones.

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

use std::fmt;

use crosscheck_standard::wtf8::Wtf8Buf;

use crate::model::answer::{Answer, NoAnswer};
use crate::model::input::{Input, Source, Task};

/// Asks an engine.
///
/// Its errors are reasons why there is no answer.
pub type Ask<'a> = dyn FnMut(&Input) -> Result<Answer, NoAnswer> + 'a;

/// What an oracle found wrong with an engine on an input.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Finding {
    /// What is wrong, in words that do not depend on where it is: the same words of the same engine are the same divergence.
    pub what: String,
    /// Why it is so by the standard, if it is. Then the engine does not depart.
    pub by_standard: Option<String>,
}

impl Finding {
    /// The engine departs.
    pub(crate) fn departure(what: String) -> Self {
        Self { what, by_standard: None }
    }
}

macro_rules! oracles {
    ($($oracle:ident $name:literal $about:literal)*) => {
        /// A property that is checked.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Oracle { $(#[doc = $about] $oracle),* }

        impl Oracle {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$oracle),*];

            /// Its name on the command line and in results.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$oracle => $name),* }
            }

            /// What must hold, in a sentence.
            pub const fn about(self) -> &'static str {
                match self { $(Self::$oracle => $about),* }
            }
        }
    };
}

oracles! {
    Trees "trees" "The engine makes the standard's tree."
    Tokens "tokens" "The engine makes the standard's tokens."
    Errors "errors" "The engine reports the standard's parse errors."
    Encoding "encoding" "The engine finds the standard's encoding of bytes."
    Markup "markup" "The engine serialises what it parsed to the standard's markup."
    NoCrash "no-crash" "The engine answers: it does not crash, hang or talk nonsense."
    Chunking "chunking" "However the input is cut into pieces, the result is the same."
    RoundTrip "round-trip" "Serialised and parsed again, a tree is the same tree, but where a clause makes it another."
    MutationXss "mutation-xss" "Serialised and parsed again, a tree holds no element, script, handler or URL that was not there."
    Fragment "fragment" "A fragment in a body is what is in the body of a document."
    Scripting "scripting" "The scripting flag matters only where noscript is named."
    Growth "growth" "Nodes and work grow no faster than the input and the standard's tree of it."
    Index "index" "The standard engine's index of the tree answers what walking through it does."
}

impl fmt::Display for Oracle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Oracle {
    /// The oracle of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|oracle| oracle.name() == name)
    }

    /// Whether it compares the engine's answer to the input itself with the standard's.
    pub const fn is_comparison(self) -> bool {
        matches!(self, Self::Trees | Self::Tokens | Self::Errors | Self::Encoding | Self::Markup)
    }

    /// Where an engine's answer differs first from the standard's to the same question; `None` if it does not, and from
    /// oracles that compare no answers, or answers of another kind.
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
        let difference = match self {
            Self::Trees => trees::difference(standard, engine),
            Self::Tokens => tokens::difference(standard, engine),
            Self::Errors => errors::difference(standard, engine),
            Self::Encoding => encoding::difference(standard, engine),
            Self::Markup => markup::difference(standard, engine),
            _ => return None,
        };
        difference.unwrap_or_default()
    }

    /// Whether an engine's answer differs from the standard's: as [`compare`](Self::compare), which takes longer to tell how.
    pub fn differ(self, standard: &Answer, engine: &Answer) -> bool {
        match self {
            Self::Trees => trees::differ(standard, engine),
            _ => self.compare(standard, engine).is_some(),
        }
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

    /// What is wrong with the engine of this name on an input: nothing when the property holds. That an engine gives no
    /// answer is not judged here but by [`no_crash`], since there may be nobody left to ask.
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
            Self::Fragment => fragment::difference(ask, standard, document(input)?)?,
            Self::Scripting => scripting::difference(ask, input)?,
            Self::Index => index::difference(engine, input)?,
            Self::Growth => growth::difference(engine, ask, standard, input)?,
        };
        Ok(found.into_iter().map(Finding::departure).collect())
    }
}

/// The text of a document that is to be parsed.
fn document(input: &Input) -> Result<&Wtf8Buf, NoAnswer> {
    match (&input.source, &input.task) {
        (Source::Text(text), Task::Tree { context: None, .. }) => Ok(text),
        _ => Err("it is about the text of documents".into()),
    }
}

/// Whether the text has the name in it, in either case, so that a tag may have it.
fn names(text: &Wtf8Buf, name: &str) -> bool {
    text.as_bytes().windows(name.len()).any(|window| window.eq_ignore_ascii_case(name.as_bytes()))
}

/// That an answer is of another kind than the question asks for.
fn not_asked_for(answer: &Answer) -> NoAnswer {
    let reason = match answer {
        Answer::Unsupported(reason) => format!("the engine cannot say: {reason}"),
        Answer::Tree { .. } => "a tree was not asked for".to_owned(),
        Answer::Tokens { .. } => "tokens were not asked for".to_owned(),
        Answer::Encoding(_) => "an encoding was not asked for".to_owned(),
        Answer::Markup(_) => "markup was not asked for".to_owned(),
    };
    NoAnswer(reason)
}

#[cfg(test)]
mod tests;
