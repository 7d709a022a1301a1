//! An engine that is the standard engine but for one fault.

use crosscheck::engines::Engine;
use crosscheck::engines::standard::{Made, Standard};
use crosscheck::model::answer::{About, Answer, Capability};
use crosscheck::model::input::{Input, Source, Task};

use super::faults::Fault;
use super::observers::{Hooks, Watched};

/// Text in, trees out: what every engine here can do.
pub(crate) const TREES: &[Capability] =
    &[Capability::Document, Capability::Fragment, Capability::Scripting, Capability::Mode, Capability::Surrogates];

/// Trees and tokens.
pub(crate) const TOKENS: &[Capability] = &[
    Capability::Document,
    Capability::Fragment,
    Capability::Scripting,
    Capability::Mode,
    Capability::Surrogates,
    Capability::Tokens,
];

/// All that text can be asked about.
pub(crate) const TEXT: &[Capability] = &[
    Capability::Document,
    Capability::Fragment,
    Capability::Scripting,
    Capability::Mode,
    Capability::Surrogates,
    Capability::Tokens,
    Capability::Errors,
    Capability::TreeErrors,
    Capability::Serialise,
];

/// Everything.
pub(crate) const ALL: &[Capability] = Capability::ALL;

impl Engine for &'static Fault {
    fn about(&self) -> About {
        About {
            name: self.name.to_owned(),
            version: "1".to_owned(),
            language: "Rust".to_owned(),
            can: self.can.to_vec(),
            cannot: Default::default(),
            depth: None,
        }
    }

    fn answer(&mut self, input: &Input) -> Answer {
        let answer = match crosscheck::model::answer::lacking(input, self.can) {
            Some(capability) => Answer::Unsupported(capability.name().to_owned()),
            None => (self.answer)(input),
        };
        self.told(answer)
    }
}

impl Fault {
    /// What is left of an answer when the engine says it: one that reports no errors leaves them out.
    pub(crate) fn told(&self, mut answer: Answer) -> Answer {
        if !self.can.contains(&Capability::Errors)
            && let Answer::Tree { errors, .. } | Answer::Tokens { errors, .. } = &mut answer
        {
            *errors = None;
        }
        answer
    }
}

/// What the standard engine answers where a fault says otherwise than the algorithm.
pub(crate) fn watched(input: &Input, mut hooks: impl Hooks) -> Answer {
    let made = Standard::default().make_watched(input, &mut Watched(&mut hooks));
    made.map_or_else(Answer::from, Answer::from)
}

/// What the standard answers.
pub(crate) fn standard(input: &Input) -> Answer {
    Standard::default().answer(input)
}

/// The answer with a tree that is parsed from text by hand.
pub(crate) fn parsed(parsed: crosscheck_standard::parser::parse::Parsed) -> Answer {
    Made::Tree(parsed).into()
}

/// The question about another text.
pub(crate) fn with_text(input: &Input, change: impl FnOnce(&[u8]) -> Vec<u8>) -> Input {
    let Source::Text(text) = &input.source else {
        return input.clone();
    };
    Input { source: Source::Text(crosscheck::Wtf8Buf::from_valid(change(text.as_bytes()))), task: input.task.clone() }
}

/// The question with the task changed.
pub(crate) fn with_task(input: &Input, change: impl FnOnce(&mut Task)) -> Input {
    let mut input = input.clone();
    change(&mut input.task);
    input
}
