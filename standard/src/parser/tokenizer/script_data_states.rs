//! The states of script data in which a `<!--` hides end tags, and a `<script` in it hides them twice.

use super::{ByteSet, Flow, Input, TokenSink, Tokenizer, alpha, push_lowercase, whitespace};
use crate::clauses::clause::{Clause, clause};
use crate::clauses::error::ErrorCode::{EofInScriptHtmlCommentLikeText, UnexpectedNullCharacter};
use crate::clauses::state::State;

static ESCAPED: ByteSet = ByteSet::all_but(b"-<\0");

/// The clauses that the script data double escape start and end states have in common.
struct DoubleEscape {
    delimiter: Clause,
    is_script: Clause,
    upper_alpha: Clause,
    lower_alpha: Clause,
    anything_else: Clause,
    /// Where the end of `script` leads.
    script: State,
    /// Where anything else leads.
    other: State,
}

impl<S: TokenSink> Tokenizer<S> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#script-data-less-than-sign-state>
    pub(super) fn script_data_less_than_sign_state(&mut self, input: &mut Input<'_>) -> Flow {
        match input.consume() {
            Some(b'/') if self.row(clause!("script-data-less-than-sign-state/solidus", "`/` may open the end tag")) => {
                self.empty_temporary_buffer(clause!(
                    "script-data-less-than-sign-state/solidus/empty",
                    "the temporary buffer is emptied"
                ));
                self.switch_to(State::ScriptDataEndTagOpen)
            }
            Some(b'!')
                if self
                    .row(clause!("script-data-less-than-sign-state/exclamation-mark", "`!` may begin an escape")) =>
            {
                self.switch_to(State::ScriptDataEscapeStart);
                self.emit_characters(input, b"<!");
                Flow::Continue
            }
            _ if self.row(clause!(
                "script-data-less-than-sign-state/anything-else",
                "before anything else the `<` is text"
            )) =>
            {
                self.emit_characters(input, b"<");
                self.reconsume_in(input, State::ScriptData)
            }
            _ => Flow::Continue,
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#script-data-escape-start-state>
    pub(super) fn script_data_escape_start_state(&mut self, input: &mut Input<'_>) -> Flow {
        match input.consume() {
            Some(b'-')
                if self.row(clause!("script-data-escape-start-state/hyphen-minus", "`<!-` may begin an escape")) =>
            {
                self.switch_to(State::ScriptDataEscapeStartDash);
                self.emit_current(input)
            }
            _ if self
                .row(clause!("script-data-escape-start-state/anything-else", "anything else begins no escape")) =>
            {
                self.reconsume_in(input, State::ScriptData)
            }
            _ => Flow::Continue,
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#script-data-escape-start-dash-state>
    pub(super) fn script_data_escape_start_dash_state(&mut self, input: &mut Input<'_>) -> Flow {
        match input.consume() {
            Some(b'-')
                if self.row(clause!("script-data-escape-start-dash-state/hyphen-minus", "`<!--` begins an escape")) =>
            {
                self.switch_to(State::ScriptDataEscapedDashDash);
                self.emit_current(input)
            }
            _ if self.row(clause!(
                "script-data-escape-start-dash-state/anything-else",
                "anything else begins no escape"
            )) =>
            {
                self.reconsume_in(input, State::ScriptData)
            }
            _ => Flow::Continue,
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#script-data-escaped-state>
    pub(super) fn script_data_escaped_state(&mut self, input: &mut Input<'_>) -> Flow {
        match input.consume() {
            Some(b'-') if self.row(clause!("script-data-escaped-state/hyphen-minus", "`-` may end the escape")) => {
                self.switch_to(State::ScriptDataEscapedDash);
                self.emit_current(input)
            }
            Some(b'<') if self.row(clause!("script-data-escaped-state/less-than-sign", "`<` may open a tag")) => {
                self.switch_to(State::ScriptDataEscapedLessThanSign)
            }
            Some(0) if self.row(clause!("script-data-escaped-state/null", "U+0000 is emitted as U+FFFD")) => {
                self.error(
                    input,
                    clause!("script-data-escaped-state/null/error", "U+0000 is an error"),
                    UnexpectedNullCharacter,
                );
                self.emit_replacement_character(input)
            }
            None if self.row(clause!("script-data-escaped-state/eof", "EOF ends the tokens")) => {
                self.error(
                    input,
                    clause!("script-data-escaped-state/eof/error", "EOF is an error"),
                    EofInScriptHtmlCommentLikeText,
                );
                self.emit_end_of_file(input)
            }
            _ if self.run_row(
                input,
                &ESCAPED,
                clause!("script-data-escaped-state/anything-else", "anything else is emitted"),
            ) =>
            {
                self.emit_current(input)
            }
            _ => Flow::Continue,
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#script-data-escaped-dash-state>
    pub(super) fn script_data_escaped_dash_state(&mut self, input: &mut Input<'_>) -> Flow {
        match input.consume() {
            Some(b'-')
                if self.row(clause!("script-data-escaped-dash-state/hyphen-minus", "`--` may end the escape")) =>
            {
                self.switch_to(State::ScriptDataEscapedDashDash);
                self.emit_current(input)
            }
            Some(b'<') if self.row(clause!("script-data-escaped-dash-state/less-than-sign", "`<` may open a tag")) => {
                self.switch_to(State::ScriptDataEscapedLessThanSign)
            }
            Some(0) if self.row(clause!("script-data-escaped-dash-state/null", "U+0000 is emitted as U+FFFD")) => {
                self.error(
                    input,
                    clause!("script-data-escaped-dash-state/null/error", "U+0000 is an error"),
                    UnexpectedNullCharacter,
                );
                self.switch_to(State::ScriptDataEscaped);
                self.emit_replacement_character(input)
            }
            None if self.row(clause!("script-data-escaped-dash-state/eof", "EOF ends the tokens")) => {
                self.error(
                    input,
                    clause!("script-data-escaped-dash-state/eof/error", "EOF is an error"),
                    EofInScriptHtmlCommentLikeText,
                );
                self.emit_end_of_file(input)
            }
            _ if self.row(clause!(
                "script-data-escaped-dash-state/anything-else",
                "after anything else the escape goes on"
            )) =>
            {
                self.switch_to(State::ScriptDataEscaped);
                self.emit_current(input)
            }
            _ => Flow::Continue,
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#script-data-escaped-dash-dash-state>
    pub(super) fn script_data_escaped_dash_dash_state(&mut self, input: &mut Input<'_>) -> Flow {
        match input.consume() {
            Some(b'-')
                if self.row(clause!("script-data-escaped-dash-dash-state/hyphen-minus", "one more `-` is emitted")) =>
            {
                self.emit_current(input)
            }
            Some(b'<')
                if self.row(clause!("script-data-escaped-dash-dash-state/less-than-sign", "`<` may open a tag")) =>
            {
                self.switch_to(State::ScriptDataEscapedLessThanSign)
            }
            Some(b'>')
                if self
                    .row(clause!("script-data-escaped-dash-dash-state/greater-than-sign", "`-->` ends the escape")) =>
            {
                self.switch_to(State::ScriptData);
                self.emit_current(input)
            }
            Some(0) if self.row(clause!("script-data-escaped-dash-dash-state/null", "U+0000 is emitted as U+FFFD")) => {
                self.error(
                    input,
                    clause!("script-data-escaped-dash-dash-state/null/error", "U+0000 is an error"),
                    UnexpectedNullCharacter,
                );
                self.switch_to(State::ScriptDataEscaped);
                self.emit_replacement_character(input)
            }
            None if self.row(clause!("script-data-escaped-dash-dash-state/eof", "EOF ends the tokens")) => {
                self.error(
                    input,
                    clause!("script-data-escaped-dash-dash-state/eof/error", "EOF is an error"),
                    EofInScriptHtmlCommentLikeText,
                );
                self.emit_end_of_file(input)
            }
            _ if self.row(clause!(
                "script-data-escaped-dash-dash-state/anything-else",
                "after anything else the escape goes on"
            )) =>
            {
                self.switch_to(State::ScriptDataEscaped);
                self.emit_current(input)
            }
            _ => Flow::Continue,
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#script-data-escaped-less-than-sign-state>
    pub(super) fn script_data_escaped_less_than_sign_state(&mut self, input: &mut Input<'_>) -> Flow {
        match input.consume() {
            Some(b'/')
                if self
                    .row(clause!("script-data-escaped-less-than-sign-state/solidus", "`/` may open the end tag")) =>
            {
                self.empty_temporary_buffer(clause!(
                    "script-data-escaped-less-than-sign-state/solidus/empty",
                    "the temporary buffer is emptied"
                ));
                self.switch_to(State::ScriptDataEscapedEndTagOpen)
            }
            Some(alpha!())
                if self
                    .row(clause!("script-data-escaped-less-than-sign-state/alpha", "a letter may begin `script`")) =>
            {
                self.empty_temporary_buffer(clause!(
                    "script-data-escaped-less-than-sign-state/alpha/empty",
                    "the temporary buffer is emptied"
                ));
                self.emit_characters(input, b"<");
                self.reconsume_in(input, State::ScriptDataDoubleEscapeStart)
            }
            _ if self.row(clause!(
                "script-data-escaped-less-than-sign-state/anything-else",
                "before anything else the `<` is text"
            )) =>
            {
                self.emit_characters(input, b"<");
                self.reconsume_in(input, State::ScriptDataEscaped)
            }
            _ => Flow::Continue,
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#script-data-double-escape-start-state>
    pub(super) fn script_data_double_escape_start_state(&mut self, input: &mut Input<'_>) -> Flow {
        self.double_escape_state(
            input,
            &const {
                DoubleEscape {
                    delimiter: clause!(
                        "script-data-double-escape-start-state/delimiter",
                        "whitespace, `/` or `>` ends the name"
                    ),
                    is_script: clause!(
                        "script-data-double-escape-start-state/is-script",
                        "`<script` begins a double escape"
                    ),
                    upper_alpha: clause!(
                        "script-data-double-escape-start-state/upper-alpha",
                        "a capital is lowercased"
                    ),
                    lower_alpha: clause!(
                        "script-data-double-escape-start-state/lower-alpha",
                        "a small letter is of the name"
                    ),
                    anything_else: clause!(
                        "script-data-double-escape-start-state/anything-else",
                        "anything else begins no double escape"
                    ),
                    script: State::ScriptDataDoubleEscaped,
                    other: State::ScriptDataEscaped,
                }
            },
        )
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#script-data-double-escaped-state>
    pub(super) fn script_data_double_escaped_state(&mut self, input: &mut Input<'_>) -> Flow {
        match input.consume() {
            Some(b'-')
                if self.row(clause!("script-data-double-escaped-state/hyphen-minus", "`-` may end the escape")) =>
            {
                self.switch_to(State::ScriptDataDoubleEscapedDash);
                self.emit_current(input)
            }
            Some(b'<')
                if self.row(clause!("script-data-double-escaped-state/less-than-sign", "`<` may open `</script`")) =>
            {
                self.switch_to(State::ScriptDataDoubleEscapedLessThanSign);
                self.emit_current(input)
            }
            Some(0) if self.row(clause!("script-data-double-escaped-state/null", "U+0000 is emitted as U+FFFD")) => {
                self.error(
                    input,
                    clause!("script-data-double-escaped-state/null/error", "U+0000 is an error"),
                    UnexpectedNullCharacter,
                );
                self.emit_replacement_character(input)
            }
            None if self.row(clause!("script-data-double-escaped-state/eof", "EOF ends the tokens")) => {
                self.error(
                    input,
                    clause!("script-data-double-escaped-state/eof/error", "EOF is an error"),
                    EofInScriptHtmlCommentLikeText,
                );
                self.emit_end_of_file(input)
            }
            _ if self.run_row(
                input,
                &ESCAPED,
                clause!("script-data-double-escaped-state/anything-else", "anything else is emitted"),
            ) =>
            {
                self.emit_current(input)
            }
            _ => Flow::Continue,
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#script-data-double-escaped-dash-state>
    pub(super) fn script_data_double_escaped_dash_state(&mut self, input: &mut Input<'_>) -> Flow {
        match input.consume() {
            Some(b'-')
                if self
                    .row(clause!("script-data-double-escaped-dash-state/hyphen-minus", "`--` may end the escape")) =>
            {
                self.switch_to(State::ScriptDataDoubleEscapedDashDash);
                self.emit_current(input)
            }
            Some(b'<')
                if self.row(clause!(
                    "script-data-double-escaped-dash-state/less-than-sign",
                    "`<` may open `</script`"
                )) =>
            {
                self.switch_to(State::ScriptDataDoubleEscapedLessThanSign);
                self.emit_current(input)
            }
            Some(0)
                if self.row(clause!("script-data-double-escaped-dash-state/null", "U+0000 is emitted as U+FFFD")) =>
            {
                self.error(
                    input,
                    clause!("script-data-double-escaped-dash-state/null/error", "U+0000 is an error"),
                    UnexpectedNullCharacter,
                );
                self.switch_to(State::ScriptDataDoubleEscaped);
                self.emit_replacement_character(input)
            }
            None if self.row(clause!("script-data-double-escaped-dash-state/eof", "EOF ends the tokens")) => {
                self.error(
                    input,
                    clause!("script-data-double-escaped-dash-state/eof/error", "EOF is an error"),
                    EofInScriptHtmlCommentLikeText,
                );
                self.emit_end_of_file(input)
            }
            _ if self.row(clause!(
                "script-data-double-escaped-dash-state/anything-else",
                "after anything else the escape goes on"
            )) =>
            {
                self.switch_to(State::ScriptDataDoubleEscaped);
                self.emit_current(input)
            }
            _ => Flow::Continue,
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#script-data-double-escaped-dash-dash-state>
    pub(super) fn script_data_double_escaped_dash_dash_state(&mut self, input: &mut Input<'_>) -> Flow {
        match input.consume() {
            Some(b'-')
                if self.row(clause!(
                    "script-data-double-escaped-dash-dash-state/hyphen-minus",
                    "one more `-` is emitted"
                )) =>
            {
                self.emit_current(input)
            }
            Some(b'<')
                if self.row(clause!(
                    "script-data-double-escaped-dash-dash-state/less-than-sign",
                    "`<` may open `</script`"
                )) =>
            {
                self.switch_to(State::ScriptDataDoubleEscapedLessThanSign);
                self.emit_current(input)
            }
            Some(b'>')
                if self.row(clause!(
                    "script-data-double-escaped-dash-dash-state/greater-than-sign",
                    "`-->` ends both escapes"
                )) =>
            {
                self.switch_to(State::ScriptData);
                self.emit_current(input)
            }
            Some(0)
                if self
                    .row(clause!("script-data-double-escaped-dash-dash-state/null", "U+0000 is emitted as U+FFFD")) =>
            {
                self.error(
                    input,
                    clause!("script-data-double-escaped-dash-dash-state/null/error", "U+0000 is an error"),
                    UnexpectedNullCharacter,
                );
                self.switch_to(State::ScriptDataDoubleEscaped);
                self.emit_replacement_character(input)
            }
            None if self.row(clause!("script-data-double-escaped-dash-dash-state/eof", "EOF ends the tokens")) => {
                self.error(
                    input,
                    clause!("script-data-double-escaped-dash-dash-state/eof/error", "EOF is an error"),
                    EofInScriptHtmlCommentLikeText,
                );
                self.emit_end_of_file(input)
            }
            _ if self.row(clause!(
                "script-data-double-escaped-dash-dash-state/anything-else",
                "after anything else the escape goes on"
            )) =>
            {
                self.switch_to(State::ScriptDataDoubleEscaped);
                self.emit_current(input)
            }
            _ => Flow::Continue,
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#script-data-double-escaped-less-than-sign-state>
    pub(super) fn script_data_double_escaped_less_than_sign_state(&mut self, input: &mut Input<'_>) -> Flow {
        match input.consume() {
            Some(b'/')
                if self.row(clause!(
                    "script-data-double-escaped-less-than-sign-state/solidus",
                    "`/` may open `</script`"
                )) =>
            {
                self.empty_temporary_buffer(clause!(
                    "script-data-double-escaped-less-than-sign-state/solidus/empty",
                    "the temporary buffer is emptied"
                ));
                self.switch_to(State::ScriptDataDoubleEscapeEnd);
                self.emit_current(input)
            }
            _ if self.row(clause!(
                "script-data-double-escaped-less-than-sign-state/anything-else",
                "anything else opens no end tag"
            )) =>
            {
                self.reconsume_in(input, State::ScriptDataDoubleEscaped)
            }
            _ => Flow::Continue,
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#script-data-double-escape-end-state>
    pub(super) fn script_data_double_escape_end_state(&mut self, input: &mut Input<'_>) -> Flow {
        self.double_escape_state(
            input,
            &const {
                DoubleEscape {
                    delimiter: clause!(
                        "script-data-double-escape-end-state/delimiter",
                        "whitespace, `/` or `>` ends the name"
                    ),
                    is_script: clause!(
                        "script-data-double-escape-end-state/is-script",
                        "`</script` ends the double escape"
                    ),
                    upper_alpha: clause!("script-data-double-escape-end-state/upper-alpha", "a capital is lowercased"),
                    lower_alpha: clause!(
                        "script-data-double-escape-end-state/lower-alpha",
                        "a small letter is of the name"
                    ),
                    anything_else: clause!(
                        "script-data-double-escape-end-state/anything-else",
                        "anything else does not end the double escape"
                    ),
                    script: State::ScriptDataEscaped,
                    other: State::ScriptDataDoubleEscaped,
                }
            },
        )
    }

    #[inline(always)]
    fn double_escape_state(&mut self, input: &mut Input<'_>, state: &DoubleEscape) -> Flow {
        match input.consume() {
            Some(whitespace!() | b'/' | b'>') if self.row(state.delimiter) => {
                let is_script = self.temporary_buffer == b"script";
                if self.condition(state.is_script, is_script) {
                    self.switch_to(state.script);
                } else {
                    self.switch_to(state.other);
                }
                self.emit_current(input)
            }
            Some(b'A'..=b'Z') if self.row(state.upper_alpha) => {
                push_lowercase(&mut self.temporary_buffer, input.current());
                self.emit_current(input)
            }
            Some(b'a'..=b'z') if self.row(state.lower_alpha) => {
                self.temporary_buffer.extend_from_slice(input.current());
                self.emit_current(input)
            }
            _ if self.row(state.anything_else) => self.reconsume_in(input, state.other),
            _ => Flow::Continue,
        }
    }
}
