//! html5gum's tokenizer. Neither it nor ours switches states on its own, as tree construction would.

use std::convert::Infallible;

use html5gum::emitters::callback::{CallbackEmitter, CallbackEvent};
use html5gum::emitters::default::{DefaultEmitter, Token};
use html5gum::{Span, Tokenizer};

/// Hears of everything, borrowed; gives how many bytes it heard of.
pub(crate) fn count_events(text: &str) -> usize {
    let mut count = 0;
    let mut emitter = CallbackEmitter::new(|event: CallbackEvent<'_>, _: Span<()>| -> Option<Infallible> {
        count += match event {
            CallbackEvent::OpenStartTag { name }
            | CallbackEvent::AttributeName { name }
            | CallbackEvent::EndTag { name }
            | CallbackEvent::Doctype { name, .. } => name.len(),
            CallbackEvent::AttributeValue { value }
            | CallbackEvent::String { value }
            | CallbackEvent::Comment { value } => value.len(),
            CallbackEvent::CloseStartTag { .. } | CallbackEvent::Error(_) => 1,
        };
        None
    });
    emitter.naively_switch_states(false);
    let Ok(()) = Tokenizer::new_with_emitter(text, emitter).finish();
    count
}

/// All tokens, errors among them.
pub(crate) fn tokens(text: &str) -> Vec<Token> {
    let mut emitter = DefaultEmitter::default();
    emitter.naively_switch_states(false);
    let tokens = Tokenizer::new_with_emitter(text, emitter);
    tokens.map(|Ok(token)| token).collect()
}
