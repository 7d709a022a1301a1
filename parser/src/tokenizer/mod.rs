//! The tokenizer: one file per family of states, one method per state, one arm per row.
//!
//! <https://html.spec.whatwg.org/multipage/parsing.html#tokenization>

mod actions;
// A row of a state begins with one line that names its clause, whatever its length: these files are laid out by hand.
#[rustfmt::skip]
mod data_states;
mod input;
mod pieces;
mod preprocessing;
mod state;
mod token;

use crate::change::Edition;
use crate::error_log::ErrorLog;
use crate::name::{Name, Names};
use crate::observer::Observer;
use input::{ByteSet, Input};
use preprocessing::Newlines;
pub use state::State;
pub use token::{Doctype, Tag, TagAttribute, Token};

/// Who takes the tokens: tree construction, or a list.
pub trait TokenSink {
    /// Who watches.
    type Observer: Observer;

    /// The observer, shared between the tokenizer and the sink.
    fn observer(&mut self) -> &mut Self::Observer;

    /// Where names are interned.
    fn names(&mut self) -> &mut Names;

    /// Takes a token. Gives the state the tokenizer is to switch to, if tree construction says so.
    fn process(&mut self, token: Token<'_>, errors: &mut ErrorLog) -> Option<State>;

    /// Whether there is an adjusted current node and it is not in the HTML namespace: `<![CDATA[` depends on it.
    fn in_foreign_content(&mut self) -> bool;
}

/// Whether the tokenizer goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Flow {
    /// With the next state.
    Continue,
    /// Not before there is more input: the state looks ahead.
    Wait,
    /// The end-of-file token was emitted.
    Done,
}

/// The tokenizer, and the sink it hands its tokens to.
#[derive(Debug)]
pub struct Tokenizer<S> {
    /// Who takes the tokens.
    pub sink: S,
    edition: Edition,
    errors: ErrorLog,
    state: State,
    /// The state to return to from a character reference.
    return_state: State,
    /// The name of the last start tag that was emitted.
    last_start_tag: Option<Name>,
    newlines: Newlines,
    /// Where newlines are normalised, kept for its capacity.
    normalized: Vec<u8>,
    /// What a state looked ahead at and could not decide on.
    held: Vec<u8>,
    temporary_buffer: Vec<u8>,
    tag: Tag,
}

impl<S: TokenSink> Tokenizer<S> {
    /// A tokenizer in the data state. Errors are looked for only if they are asked for.
    pub fn new(sink: S, edition: Edition, errors: bool) -> Self {
        Self {
            sink,
            edition,
            errors: ErrorLog::new(errors),
            state: State::Data,
            return_state: State::Data,
            last_start_tag: None,
            newlines: Newlines::default(),
            normalized: Vec::new(),
            held: Vec::new(),
            temporary_buffer: Vec::new(),
            tag: Tag::default(),
        }
    }

    /// Switches to a state from outside, as the fragment parsing algorithm does.
    pub fn set_state(&mut self, state: State) {
        self.state = state;
    }

    /// Sets the name of the last start tag emitted, which an appropriate end tag token must match.
    pub fn set_last_start_tag(&mut self, name: Name) {
        self.last_start_tag = Some(name);
    }

    /// Runs until the piece is consumed, or as much of it as can be without looking further.
    fn run(&mut self, input: &mut Input<'_>) {
        while !input.is_exhausted() && self.run_state(input) == Flow::Continue {}
    }

    #[inline(always)]
    fn run_state(&mut self, input: &mut Input<'_>) -> Flow {
        match self.state {
            State::Data => self.data_state(input),
            _ => self.switch_to(State::Data),
        }
    }
}
