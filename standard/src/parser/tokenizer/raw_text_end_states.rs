//! The states that look for the end tag of RCDATA, RAWTEXT and script data. They differ in where they come from and go
//! back to, so each is a table of its clauses for one of three methods.

use super::{ByteSet, Flow, Input, TokenSink, Tokenizer, UPPER_ALPHA, alpha, push_lowercase, whitespace};
use crate::clauses::clause::{Clause, clause};
use crate::clauses::state::State;

static LOWER_ALPHA: ByteSet = ByteSet::only(b"abcdefghijklmnopqrstuvwxyz");

/// A less-than sign state.
struct LessThanSign {
    solidus: Clause,
    empty: Clause,
    anything_else: Clause,
    end_tag_open: State,
    text: State,
}

/// An end tag open state.
struct EndTagOpen {
    alpha: Clause,
    anything_else: Clause,
    end_tag_name: State,
    text: State,
}

/// An end tag name state.
struct EndTagName {
    whitespace: Clause,
    solidus: Clause,
    greater_than_sign: Clause,
    upper_alpha: Clause,
    lower_alpha: Clause,
    anything_else: Clause,
    text: State,
}

impl<S: TokenSink> Tokenizer<S> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#rcdata-less-than-sign-state>
    pub(super) fn rcdata_less_than_sign_state(&mut self, input: &mut Input<'_>) -> Flow {
        self.less_than_sign_state(
            input,
            &const {
                LessThanSign {
                    solidus: clause!("rcdata-less-than-sign-state/solidus", "`/` may open the end tag"),
                    empty: clause!("rcdata-less-than-sign-state/solidus/empty", "the temporary buffer is emptied"),
                    anything_else: clause!(
                        "rcdata-less-than-sign-state/anything-else",
                        "before anything else the `<` is text"
                    ),
                    end_tag_open: State::RcdataEndTagOpen,
                    text: State::Rcdata,
                }
            },
        )
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#rcdata-end-tag-open-state>
    pub(super) fn rcdata_end_tag_open_state(&mut self, input: &mut Input<'_>) -> Flow {
        self.text_end_tag_open_state(
            input,
            &const {
                EndTagOpen {
                    alpha: clause!("rcdata-end-tag-open-state/alpha", "a letter begins the name of an end tag"),
                    anything_else: clause!(
                        "rcdata-end-tag-open-state/anything-else",
                        "before anything else the `</` is text"
                    ),
                    end_tag_name: State::RcdataEndTagName,
                    text: State::Rcdata,
                }
            },
        )
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#rcdata-end-tag-name-state>
    pub(super) fn rcdata_end_tag_name_state(&mut self, input: &mut Input<'_>) -> Flow {
        self.text_end_tag_name_state(
            input,
            &const {
                EndTagName {
                    whitespace: clause!("rcdata-end-tag-name-state/whitespace", "whitespace ends an appropriate name"),
                    solidus: clause!("rcdata-end-tag-name-state/solidus", "`/` ends an appropriate name"),
                    greater_than_sign: clause!(
                        "rcdata-end-tag-name-state/greater-than-sign",
                        "`>` ends an appropriate end tag"
                    ),
                    upper_alpha: clause!("rcdata-end-tag-name-state/upper-alpha", "a capital is lowercased"),
                    lower_alpha: clause!("rcdata-end-tag-name-state/lower-alpha", "a small letter is of the name"),
                    anything_else: clause!(
                        "rcdata-end-tag-name-state/anything-else",
                        "before anything else all of it is text"
                    ),
                    text: State::Rcdata,
                }
            },
        )
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#rawtext-less-than-sign-state>
    pub(super) fn rawtext_less_than_sign_state(&mut self, input: &mut Input<'_>) -> Flow {
        self.less_than_sign_state(
            input,
            &const {
                LessThanSign {
                    solidus: clause!("rawtext-less-than-sign-state/solidus", "`/` may open the end tag"),
                    empty: clause!("rawtext-less-than-sign-state/solidus/empty", "the temporary buffer is emptied"),
                    anything_else: clause!(
                        "rawtext-less-than-sign-state/anything-else",
                        "before anything else the `<` is text"
                    ),
                    end_tag_open: State::RawtextEndTagOpen,
                    text: State::Rawtext,
                }
            },
        )
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#rawtext-end-tag-open-state>
    pub(super) fn rawtext_end_tag_open_state(&mut self, input: &mut Input<'_>) -> Flow {
        self.text_end_tag_open_state(
            input,
            &const {
                EndTagOpen {
                    alpha: clause!("rawtext-end-tag-open-state/alpha", "a letter begins the name of an end tag"),
                    anything_else: clause!(
                        "rawtext-end-tag-open-state/anything-else",
                        "before anything else the `</` is text"
                    ),
                    end_tag_name: State::RawtextEndTagName,
                    text: State::Rawtext,
                }
            },
        )
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#rawtext-end-tag-name-state>
    pub(super) fn rawtext_end_tag_name_state(&mut self, input: &mut Input<'_>) -> Flow {
        self.text_end_tag_name_state(
            input,
            &const {
                EndTagName {
                    whitespace: clause!("rawtext-end-tag-name-state/whitespace", "whitespace ends an appropriate name"),
                    solidus: clause!("rawtext-end-tag-name-state/solidus", "`/` ends an appropriate name"),
                    greater_than_sign: clause!(
                        "rawtext-end-tag-name-state/greater-than-sign",
                        "`>` ends an appropriate end tag"
                    ),
                    upper_alpha: clause!("rawtext-end-tag-name-state/upper-alpha", "a capital is lowercased"),
                    lower_alpha: clause!("rawtext-end-tag-name-state/lower-alpha", "a small letter is of the name"),
                    anything_else: clause!(
                        "rawtext-end-tag-name-state/anything-else",
                        "before anything else all of it is text"
                    ),
                    text: State::Rawtext,
                }
            },
        )
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#script-data-end-tag-open-state>
    pub(super) fn script_data_end_tag_open_state(&mut self, input: &mut Input<'_>) -> Flow {
        self.text_end_tag_open_state(
            input,
            &const {
                EndTagOpen {
                    alpha: clause!("script-data-end-tag-open-state/alpha", "a letter begins the name of an end tag"),
                    anything_else: clause!(
                        "script-data-end-tag-open-state/anything-else",
                        "before anything else the `</` is text"
                    ),
                    end_tag_name: State::ScriptDataEndTagName,
                    text: State::ScriptData,
                }
            },
        )
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#script-data-end-tag-name-state>
    pub(super) fn script_data_end_tag_name_state(&mut self, input: &mut Input<'_>) -> Flow {
        self.text_end_tag_name_state(
            input,
            &const {
                EndTagName {
                    whitespace: clause!(
                        "script-data-end-tag-name-state/whitespace",
                        "whitespace ends an appropriate name"
                    ),
                    solidus: clause!("script-data-end-tag-name-state/solidus", "`/` ends an appropriate name"),
                    greater_than_sign: clause!(
                        "script-data-end-tag-name-state/greater-than-sign",
                        "`>` ends an appropriate end tag"
                    ),
                    upper_alpha: clause!("script-data-end-tag-name-state/upper-alpha", "a capital is lowercased"),
                    lower_alpha: clause!("script-data-end-tag-name-state/lower-alpha", "a small letter is of the name"),
                    anything_else: clause!(
                        "script-data-end-tag-name-state/anything-else",
                        "before anything else all of it is text"
                    ),
                    text: State::ScriptData,
                }
            },
        )
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#script-data-escaped-end-tag-open-state>
    pub(super) fn script_data_escaped_end_tag_open_state(&mut self, input: &mut Input<'_>) -> Flow {
        self.text_end_tag_open_state(
            input,
            &const {
                EndTagOpen {
                    alpha: clause!(
                        "script-data-escaped-end-tag-open-state/alpha",
                        "a letter begins the name of an end tag"
                    ),
                    anything_else: clause!(
                        "script-data-escaped-end-tag-open-state/anything-else",
                        "before anything else the `</` is text"
                    ),
                    end_tag_name: State::ScriptDataEscapedEndTagName,
                    text: State::ScriptDataEscaped,
                }
            },
        )
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#script-data-escaped-end-tag-name-state>
    pub(super) fn script_data_escaped_end_tag_name_state(&mut self, input: &mut Input<'_>) -> Flow {
        self.text_end_tag_name_state(
            input,
            &const {
                EndTagName {
                    whitespace: clause!(
                        "script-data-escaped-end-tag-name-state/whitespace",
                        "whitespace ends an appropriate name"
                    ),
                    solidus: clause!("script-data-escaped-end-tag-name-state/solidus", "`/` ends an appropriate name"),
                    greater_than_sign: clause!(
                        "script-data-escaped-end-tag-name-state/greater-than-sign",
                        "`>` ends an appropriate end tag"
                    ),
                    upper_alpha: clause!(
                        "script-data-escaped-end-tag-name-state/upper-alpha",
                        "a capital is lowercased"
                    ),
                    lower_alpha: clause!(
                        "script-data-escaped-end-tag-name-state/lower-alpha",
                        "a small letter is of the name"
                    ),
                    anything_else: clause!(
                        "script-data-escaped-end-tag-name-state/anything-else",
                        "before anything else all of it is text"
                    ),
                    text: State::ScriptDataEscaped,
                }
            },
        )
    }

    #[inline(always)]
    fn less_than_sign_state(&mut self, input: &mut Input<'_>, state: &LessThanSign) -> Flow {
        match input.consume() {
            Some(b'/') if self.row(state.solidus) => {
                self.empty_temporary_buffer(state.empty);
                self.switch_to(state.end_tag_open)
            }
            _ if self.row(state.anything_else) => {
                self.emit_characters(input, b"<");
                self.reconsume_in(input, state.text)
            }
            _ => Flow::Continue,
        }
    }

    #[inline(always)]
    fn text_end_tag_open_state(&mut self, input: &mut Input<'_>, state: &EndTagOpen) -> Flow {
        match input.consume() {
            Some(alpha!()) if self.row(state.alpha) => {
                self.create_end_tag();
                self.reconsume_in(input, state.end_tag_name)
            }
            _ if self.row(state.anything_else) => {
                self.emit_characters(input, b"</");
                self.reconsume_in(input, state.text)
            }
            _ => Flow::Continue,
        }
    }

    #[inline(always)]
    fn text_end_tag_name_state(&mut self, input: &mut Input<'_>, state: &EndTagName) -> Flow {
        match input.consume() {
            Some(whitespace!()) if self.is_appropriate_end_tag() && self.row(state.whitespace) => {
                self.switch_to(State::BeforeAttributeName)
            }
            Some(b'/') if self.is_appropriate_end_tag() && self.row(state.solidus) => {
                self.switch_to(State::SelfClosingStartTag)
            }
            Some(b'>') if self.is_appropriate_end_tag() && self.row(state.greater_than_sign) => {
                self.emit_tag_in_data_state(input)
            }
            Some(b'A'..=b'Z') if self.run_row(input, &UPPER_ALPHA, state.upper_alpha) => {
                push_lowercase(&mut self.tag_name, input.current());
                self.temporary_buffer.extend_from_slice(input.current());
                Flow::Continue
            }
            Some(b'a'..=b'z') if self.run_row(input, &LOWER_ALPHA, state.lower_alpha) => {
                self.tag_name.extend_from_slice(input.current());
                self.temporary_buffer.extend_from_slice(input.current());
                Flow::Continue
            }
            _ if self.row(state.anything_else) => {
                self.emit_characters(input, b"</");
                self.emit_temporary_buffer(input);
                self.reconsume_in(input, state.text)
            }
            _ => Flow::Continue,
        }
    }
}
