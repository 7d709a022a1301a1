//! The tokenizer: one file per family of states, one method per state, one arm per row.
//!
//! <https://html.spec.whatwg.org/multipage/parsing.html#tokenization>

mod data_states;
mod input;
mod token;

use crate::change::Edition;
use crate::clause::Clause;
use crate::error::{ErrorCode, ErrorLog};
use crate::name::Names;
use crate::observer::Observer;
use input::Input;
pub use token::{Doctype, Tag, TagAttribute, Token};

/// Who takes the tokens: the tree builder, or a list.
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
    fn in_foreign_content(&self) -> bool;
}

/// The states of the tokenizer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum State {
    /// Data state
    Data,
    /// RCDATA state
    Rcdata,
    /// RAWTEXT state
    Rawtext,
    /// Script data state
    ScriptData,
    /// PLAINTEXT state
    Plaintext,
    /// Tag open state
    TagOpen,
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

/// The tokenizer's own variables; the state the standard calls the state machine's.
pub(crate) struct Tokenizer<S> {
    pub(crate) sink: S,
    edition: Edition,
    state: State,
    errors: ErrorLog,
}

impl<S: TokenSink> Tokenizer<S> {
    /// Runs until the piece is consumed, or as much of it as can be without looking further.
    fn run(&mut self, input: &mut Input<'_>) -> Flow {
        loop {
            if input.rest().is_empty() && !input.is_last() {
                return Flow::Wait;
            }
            let flow = match self.state {
                State::Data => self.data_state(input),
                State::TagOpen => self.tag_open_state(input),
            };
            if flow != Flow::Continue {
                return flow;
            }
        }
    }

    /// A row of a state that takes `length` characters.
    #[inline(always)]
    fn row(&mut self, clause: Clause) -> bool {
        self.sink.observer().row(clause, 1)
    }

    /// Switches to a state.
    #[inline(always)]
    fn switch_to(&mut self, state: State) -> Flow {
        self.state = state;
        Flow::Continue
    }

    /// Makes the current input character the next one again, and switches to a state.
    #[inline(always)]
    fn reconsume_in(&mut self, input: &mut Input<'_>, state: State) -> Flow {
        input.reconsume();
        self.switch_to(state)
    }

    #[inline(always)]
    fn emit_characters(&mut self, text: &[u8]) -> Flow {
        self.sink.process(Token::Characters(text), &mut self.errors);
        Flow::Continue
    }

    fn emit_end_of_file(&mut self) -> Flow {
        self.sink.process(Token::EndOfFile, &mut self.errors);
        Flow::Done
    }

    /// Reports an error at the current input character.
    fn error(&mut self, input: &Input<'_>, code: ErrorCode) {
        self.errors.report(input, code);
    }
}
