//! The states of a DOCTYPE's public and system identifiers. Those of one kind differ in which identifier it is and
//! which quote, so each is a table of its clauses for one method a kind.

use super::{ByteSet, Flow, Input, REPLACEMENT_CHARACTER, TokenSink, Tokenizer, WHITESPACE, whitespace};
use crate::clauses::clause::{Clause, clause};
use crate::clauses::error::ErrorCode::{
    self, AbruptDoctypePublicIdentifier, AbruptDoctypeSystemIdentifier, MissingDoctypePublicIdentifier,
    MissingDoctypeSystemIdentifier, MissingQuoteBeforeDoctypePublicIdentifier,
    MissingQuoteBeforeDoctypeSystemIdentifier, MissingWhitespaceAfterDoctypePublicKeyword,
    MissingWhitespaceAfterDoctypeSystemKeyword, MissingWhitespaceBetweenDoctypePublicAndSystemIdentifiers,
    UnexpectedCharacterAfterDoctypeSystemIdentifier, UnexpectedNullCharacter,
};
use crate::clauses::state::State;

static DOUBLE_QUOTED: ByteSet = ByteSet::all_but(b"\">\0");
static SINGLE_QUOTED: ByteSet = ByteSet::all_but(b"'>\0");

/// Which identifier a state is about.
#[derive(Clone, Copy)]
enum Identifier {
    Public,
    System,
}

impl Identifier {
    const fn double_quoted(self) -> State {
        match self {
            Self::Public => State::DoctypePublicIdentifierDoubleQuoted,
            Self::System => State::DoctypeSystemIdentifierDoubleQuoted,
        }
    }

    const fn single_quoted(self) -> State {
        match self {
            Self::Public => State::DoctypePublicIdentifierSingleQuoted,
            Self::System => State::DoctypeSystemIdentifierSingleQuoted,
        }
    }

    const fn missing(self) -> ErrorCode {
        match self {
            Self::Public => MissingDoctypePublicIdentifier,
            Self::System => MissingDoctypeSystemIdentifier,
        }
    }

    const fn missing_quote(self) -> ErrorCode {
        match self {
            Self::Public => MissingQuoteBeforeDoctypePublicIdentifier,
            Self::System => MissingQuoteBeforeDoctypeSystemIdentifier,
        }
    }
}

/// An after DOCTYPE public or system keyword state.
struct AfterKeyword {
    whitespace: Clause,
    quotation_mark: Clause,
    quotation_mark_error: Clause,
    apostrophe: Clause,
    apostrophe_error: Clause,
    rest: NoIdentifier,
    /// Where whitespace leads.
    before: State,
    missing_whitespace: ErrorCode,
    identifier: Identifier,
}

/// A before DOCTYPE public or system identifier state.
struct BeforeIdentifier {
    whitespace: Clause,
    quotation_mark: Clause,
    apostrophe: Clause,
    rest: NoIdentifier,
    identifier: Identifier,
}

/// The rows of a state for what cannot begin the identifier that it expects.
struct NoIdentifier {
    greater_than_sign: Clause,
    greater_than_sign_error: Clause,
    greater_than_sign_force_quirks: Clause,
    eof: Clause,
    eof_error: Clause,
    eof_force_quirks: Clause,
    anything_else: Clause,
    anything_else_error: Clause,
    anything_else_force_quirks: Clause,
}

/// A quoted DOCTYPE public or system identifier state.
struct QuotedIdentifier {
    end: Clause,
    null: Clause,
    null_error: Clause,
    greater_than_sign: Clause,
    greater_than_sign_error: Clause,
    greater_than_sign_force_quirks: Clause,
    eof: Clause,
    eof_error: Clause,
    eof_force_quirks: Clause,
    anything_else: Clause,
    quote: u8,
    text: &'static ByteSet,
    abrupt: ErrorCode,
    after: State,
    identifier: Identifier,
}

/// The rows that the states after a public identifier have in common.
struct NoSystemIdentifier {
    greater_than_sign: Clause,
    eof: Clause,
    eof_error: Clause,
    eof_force_quirks: Clause,
    anything_else: Clause,
    anything_else_error: Clause,
    anything_else_force_quirks: Clause,
}

impl<S: TokenSink> Tokenizer<S> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#after-doctype-public-keyword-state>
    pub(super) fn after_doctype_public_keyword_state(&mut self, input: &mut Input<'_>) -> Flow {
        self.after_doctype_keyword_state(
            input,
            &const {
                AfterKeyword {
                    whitespace: clause!(
                        "after-doctype-public-keyword-state/whitespace",
                        "whitespace stands before the identifier"
                    ),
                    quotation_mark: clause!(
                        "after-doctype-public-keyword-state/quotation-mark",
                        "`\"` begins the identifier"
                    ),
                    quotation_mark_error: clause!(
                        "after-doctype-public-keyword-state/quotation-mark/error",
                        "`\"` is an error"
                    ),
                    apostrophe: clause!("after-doctype-public-keyword-state/apostrophe", "`'` begins the identifier"),
                    apostrophe_error: clause!("after-doctype-public-keyword-state/apostrophe/error", "`'` is an error"),
                    rest: NoIdentifier {
                        greater_than_sign: clause!(
                            "after-doctype-public-keyword-state/greater-than-sign",
                            "`>` ends the DOCTYPE"
                        ),
                        greater_than_sign_error: clause!(
                            "after-doctype-public-keyword-state/greater-than-sign/error",
                            "`>` is an error"
                        ),
                        greater_than_sign_force_quirks: clause!(
                            "after-doctype-public-keyword-state/greater-than-sign/force-quirks",
                            "`>` forces quirks"
                        ),
                        eof: clause!("after-doctype-public-keyword-state/eof", "EOF ends the DOCTYPE"),
                        eof_error: clause!("after-doctype-public-keyword-state/eof/error", "EOF is an error"),
                        eof_force_quirks: clause!(
                            "after-doctype-public-keyword-state/eof/force-quirks",
                            "EOF forces quirks"
                        ),
                        anything_else: clause!(
                            "after-doctype-public-keyword-state/anything-else",
                            "anything else makes it bogus"
                        ),
                        anything_else_error: clause!(
                            "after-doctype-public-keyword-state/anything-else/error",
                            "anything else is an error"
                        ),
                        anything_else_force_quirks: clause!(
                            "after-doctype-public-keyword-state/anything-else/force-quirks",
                            "anything else forces quirks"
                        ),
                    },
                    before: State::BeforeDoctypePublicIdentifier,
                    missing_whitespace: MissingWhitespaceAfterDoctypePublicKeyword,
                    identifier: Identifier::Public,
                }
            },
        )
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#before-doctype-public-identifier-state>
    pub(super) fn before_doctype_public_identifier_state(&mut self, input: &mut Input<'_>) -> Flow {
        self.before_doctype_identifier_state(
            input,
            &const {
                BeforeIdentifier {
                    whitespace: clause!("before-doctype-public-identifier-state/whitespace", "whitespace is ignored"),
                    quotation_mark: clause!(
                        "before-doctype-public-identifier-state/quotation-mark",
                        "`\"` begins the identifier"
                    ),
                    apostrophe: clause!(
                        "before-doctype-public-identifier-state/apostrophe",
                        "`'` begins the identifier"
                    ),
                    rest: NoIdentifier {
                        greater_than_sign: clause!(
                            "before-doctype-public-identifier-state/greater-than-sign",
                            "`>` ends the DOCTYPE"
                        ),
                        greater_than_sign_error: clause!(
                            "before-doctype-public-identifier-state/greater-than-sign/error",
                            "`>` is an error"
                        ),
                        greater_than_sign_force_quirks: clause!(
                            "before-doctype-public-identifier-state/greater-than-sign/force-quirks",
                            "`>` forces quirks"
                        ),
                        eof: clause!("before-doctype-public-identifier-state/eof", "EOF ends the DOCTYPE"),
                        eof_error: clause!("before-doctype-public-identifier-state/eof/error", "EOF is an error"),
                        eof_force_quirks: clause!(
                            "before-doctype-public-identifier-state/eof/force-quirks",
                            "EOF forces quirks"
                        ),
                        anything_else: clause!(
                            "before-doctype-public-identifier-state/anything-else",
                            "anything else makes it bogus"
                        ),
                        anything_else_error: clause!(
                            "before-doctype-public-identifier-state/anything-else/error",
                            "anything else is an error"
                        ),
                        anything_else_force_quirks: clause!(
                            "before-doctype-public-identifier-state/anything-else/force-quirks",
                            "anything else forces quirks"
                        ),
                    },
                    identifier: Identifier::Public,
                }
            },
        )
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#doctype-public-identifier-(double-quoted)-state>
    pub(super) fn doctype_public_identifier_double_quoted_state(&mut self, input: &mut Input<'_>) -> Flow {
        self.doctype_identifier_quoted_state(
            input,
            &const {
                QuotedIdentifier {
                    end: clause!(
                        "doctype-public-identifier-double-quoted-state/quotation-mark",
                        "`\"` ends the identifier"
                    ),
                    null: clause!("doctype-public-identifier-double-quoted-state/null", "U+0000 is taken as U+FFFD"),
                    null_error: clause!(
                        "doctype-public-identifier-double-quoted-state/null/error",
                        "U+0000 is an error"
                    ),
                    greater_than_sign: clause!(
                        "doctype-public-identifier-double-quoted-state/greater-than-sign",
                        "`>` ends the DOCTYPE"
                    ),
                    greater_than_sign_error: clause!(
                        "doctype-public-identifier-double-quoted-state/greater-than-sign/error",
                        "`>` is an error"
                    ),
                    greater_than_sign_force_quirks: clause!(
                        "doctype-public-identifier-double-quoted-state/greater-than-sign/force-quirks",
                        "`>` forces quirks"
                    ),
                    eof: clause!("doctype-public-identifier-double-quoted-state/eof", "EOF ends the DOCTYPE"),
                    eof_error: clause!("doctype-public-identifier-double-quoted-state/eof/error", "EOF is an error"),
                    eof_force_quirks: clause!(
                        "doctype-public-identifier-double-quoted-state/eof/force-quirks",
                        "EOF forces quirks"
                    ),
                    anything_else: clause!(
                        "doctype-public-identifier-double-quoted-state/anything-else",
                        "anything else is of the identifier"
                    ),
                    quote: b'"',
                    text: &DOUBLE_QUOTED,
                    abrupt: AbruptDoctypePublicIdentifier,
                    after: State::AfterDoctypePublicIdentifier,
                    identifier: Identifier::Public,
                }
            },
        )
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#doctype-public-identifier-(single-quoted)-state>
    pub(super) fn doctype_public_identifier_single_quoted_state(&mut self, input: &mut Input<'_>) -> Flow {
        self.doctype_identifier_quoted_state(
            input,
            &const {
                QuotedIdentifier {
                    end: clause!("doctype-public-identifier-single-quoted-state/apostrophe", "`'` ends the identifier"),
                    null: clause!("doctype-public-identifier-single-quoted-state/null", "U+0000 is taken as U+FFFD"),
                    null_error: clause!(
                        "doctype-public-identifier-single-quoted-state/null/error",
                        "U+0000 is an error"
                    ),
                    greater_than_sign: clause!(
                        "doctype-public-identifier-single-quoted-state/greater-than-sign",
                        "`>` ends the DOCTYPE"
                    ),
                    greater_than_sign_error: clause!(
                        "doctype-public-identifier-single-quoted-state/greater-than-sign/error",
                        "`>` is an error"
                    ),
                    greater_than_sign_force_quirks: clause!(
                        "doctype-public-identifier-single-quoted-state/greater-than-sign/force-quirks",
                        "`>` forces quirks"
                    ),
                    eof: clause!("doctype-public-identifier-single-quoted-state/eof", "EOF ends the DOCTYPE"),
                    eof_error: clause!("doctype-public-identifier-single-quoted-state/eof/error", "EOF is an error"),
                    eof_force_quirks: clause!(
                        "doctype-public-identifier-single-quoted-state/eof/force-quirks",
                        "EOF forces quirks"
                    ),
                    anything_else: clause!(
                        "doctype-public-identifier-single-quoted-state/anything-else",
                        "anything else is of the identifier"
                    ),
                    quote: b'\'',
                    text: &SINGLE_QUOTED,
                    abrupt: AbruptDoctypePublicIdentifier,
                    after: State::AfterDoctypePublicIdentifier,
                    identifier: Identifier::Public,
                }
            },
        )
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#after-doctype-public-identifier-state>
    pub(super) fn after_doctype_public_identifier_state(&mut self, input: &mut Input<'_>) -> Flow {
        match input.consume() {
            Some(whitespace!())
                if self.row(clause!(
                    "after-doctype-public-identifier-state/whitespace",
                    "whitespace stands before a system identifier"
                )) =>
            {
                self.switch_to(State::BetweenDoctypePublicAndSystemIdentifiers)
            }
            Some(b'"')
                if self.row(clause!(
                    "after-doctype-public-identifier-state/quotation-mark",
                    "`\"` begins a system identifier"
                )) =>
            {
                self.error(
                    input,
                    clause!("after-doctype-public-identifier-state/quotation-mark/error", "`\"` is an error"),
                    MissingWhitespaceBetweenDoctypePublicAndSystemIdentifiers,
                );
                self.begin_doctype_identifier(Identifier::System, State::DoctypeSystemIdentifierDoubleQuoted)
            }
            Some(b'\'')
                if self.row(clause!(
                    "after-doctype-public-identifier-state/apostrophe",
                    "`'` begins a system identifier"
                )) =>
            {
                self.error(
                    input,
                    clause!("after-doctype-public-identifier-state/apostrophe/error", "`'` is an error"),
                    MissingWhitespaceBetweenDoctypePublicAndSystemIdentifiers,
                );
                self.begin_doctype_identifier(Identifier::System, State::DoctypeSystemIdentifierSingleQuoted)
            }
            other => self.no_doctype_system_identifier(
                input,
                other,
                &const {
                    NoSystemIdentifier {
                        greater_than_sign: clause!(
                            "after-doctype-public-identifier-state/greater-than-sign",
                            "`>` ends the DOCTYPE"
                        ),
                        eof: clause!("after-doctype-public-identifier-state/eof", "EOF ends the DOCTYPE"),
                        eof_error: clause!("after-doctype-public-identifier-state/eof/error", "EOF is an error"),
                        eof_force_quirks: clause!(
                            "after-doctype-public-identifier-state/eof/force-quirks",
                            "EOF forces quirks"
                        ),
                        anything_else: clause!(
                            "after-doctype-public-identifier-state/anything-else",
                            "anything else makes it bogus"
                        ),
                        anything_else_error: clause!(
                            "after-doctype-public-identifier-state/anything-else/error",
                            "anything else is an error"
                        ),
                        anything_else_force_quirks: clause!(
                            "after-doctype-public-identifier-state/anything-else/force-quirks",
                            "anything else forces quirks"
                        ),
                    }
                },
            ),
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#between-doctype-public-and-system-identifiers-state>
    pub(super) fn between_doctype_public_and_system_identifiers_state(&mut self, input: &mut Input<'_>) -> Flow {
        match input.consume() {
            Some(whitespace!())
                if self.run_row(
                    input,
                    &WHITESPACE,
                    clause!("between-doctype-public-and-system-identifiers-state/whitespace", "whitespace is ignored"),
                ) =>
            {
                Flow::Continue
            }
            Some(b'"')
                if self.row(clause!(
                    "between-doctype-public-and-system-identifiers-state/quotation-mark",
                    "`\"` begins a system identifier"
                )) =>
            {
                self.begin_doctype_identifier(Identifier::System, State::DoctypeSystemIdentifierDoubleQuoted)
            }
            Some(b'\'')
                if self.row(clause!(
                    "between-doctype-public-and-system-identifiers-state/apostrophe",
                    "`'` begins a system identifier"
                )) =>
            {
                self.begin_doctype_identifier(Identifier::System, State::DoctypeSystemIdentifierSingleQuoted)
            }
            other => self.no_doctype_system_identifier(
                input,
                other,
                &const {
                    NoSystemIdentifier {
                        greater_than_sign: clause!(
                            "between-doctype-public-and-system-identifiers-state/greater-than-sign",
                            "`>` ends the DOCTYPE"
                        ),
                        eof: clause!("between-doctype-public-and-system-identifiers-state/eof", "EOF ends the DOCTYPE"),
                        eof_error: clause!(
                            "between-doctype-public-and-system-identifiers-state/eof/error",
                            "EOF is an error"
                        ),
                        eof_force_quirks: clause!(
                            "between-doctype-public-and-system-identifiers-state/eof/force-quirks",
                            "EOF forces quirks"
                        ),
                        anything_else: clause!(
                            "between-doctype-public-and-system-identifiers-state/anything-else",
                            "anything else makes it bogus"
                        ),
                        anything_else_error: clause!(
                            "between-doctype-public-and-system-identifiers-state/anything-else/error",
                            "anything else is an error"
                        ),
                        anything_else_force_quirks: clause!(
                            "between-doctype-public-and-system-identifiers-state/anything-else/force-quirks",
                            "anything else forces quirks"
                        ),
                    }
                },
            ),
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#after-doctype-system-keyword-state>
    pub(super) fn after_doctype_system_keyword_state(&mut self, input: &mut Input<'_>) -> Flow {
        self.after_doctype_keyword_state(
            input,
            &const {
                AfterKeyword {
                    whitespace: clause!(
                        "after-doctype-system-keyword-state/whitespace",
                        "whitespace stands before the identifier"
                    ),
                    quotation_mark: clause!(
                        "after-doctype-system-keyword-state/quotation-mark",
                        "`\"` begins the identifier"
                    ),
                    quotation_mark_error: clause!(
                        "after-doctype-system-keyword-state/quotation-mark/error",
                        "`\"` is an error"
                    ),
                    apostrophe: clause!("after-doctype-system-keyword-state/apostrophe", "`'` begins the identifier"),
                    apostrophe_error: clause!("after-doctype-system-keyword-state/apostrophe/error", "`'` is an error"),
                    rest: NoIdentifier {
                        greater_than_sign: clause!(
                            "after-doctype-system-keyword-state/greater-than-sign",
                            "`>` ends the DOCTYPE"
                        ),
                        greater_than_sign_error: clause!(
                            "after-doctype-system-keyword-state/greater-than-sign/error",
                            "`>` is an error"
                        ),
                        greater_than_sign_force_quirks: clause!(
                            "after-doctype-system-keyword-state/greater-than-sign/force-quirks",
                            "`>` forces quirks"
                        ),
                        eof: clause!("after-doctype-system-keyword-state/eof", "EOF ends the DOCTYPE"),
                        eof_error: clause!("after-doctype-system-keyword-state/eof/error", "EOF is an error"),
                        eof_force_quirks: clause!(
                            "after-doctype-system-keyword-state/eof/force-quirks",
                            "EOF forces quirks"
                        ),
                        anything_else: clause!(
                            "after-doctype-system-keyword-state/anything-else",
                            "anything else makes it bogus"
                        ),
                        anything_else_error: clause!(
                            "after-doctype-system-keyword-state/anything-else/error",
                            "anything else is an error"
                        ),
                        anything_else_force_quirks: clause!(
                            "after-doctype-system-keyword-state/anything-else/force-quirks",
                            "anything else forces quirks"
                        ),
                    },
                    before: State::BeforeDoctypeSystemIdentifier,
                    missing_whitespace: MissingWhitespaceAfterDoctypeSystemKeyword,
                    identifier: Identifier::System,
                }
            },
        )
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#before-doctype-system-identifier-state>
    pub(super) fn before_doctype_system_identifier_state(&mut self, input: &mut Input<'_>) -> Flow {
        self.before_doctype_identifier_state(
            input,
            &const {
                BeforeIdentifier {
                    whitespace: clause!("before-doctype-system-identifier-state/whitespace", "whitespace is ignored"),
                    quotation_mark: clause!(
                        "before-doctype-system-identifier-state/quotation-mark",
                        "`\"` begins the identifier"
                    ),
                    apostrophe: clause!(
                        "before-doctype-system-identifier-state/apostrophe",
                        "`'` begins the identifier"
                    ),
                    rest: NoIdentifier {
                        greater_than_sign: clause!(
                            "before-doctype-system-identifier-state/greater-than-sign",
                            "`>` ends the DOCTYPE"
                        ),
                        greater_than_sign_error: clause!(
                            "before-doctype-system-identifier-state/greater-than-sign/error",
                            "`>` is an error"
                        ),
                        greater_than_sign_force_quirks: clause!(
                            "before-doctype-system-identifier-state/greater-than-sign/force-quirks",
                            "`>` forces quirks"
                        ),
                        eof: clause!("before-doctype-system-identifier-state/eof", "EOF ends the DOCTYPE"),
                        eof_error: clause!("before-doctype-system-identifier-state/eof/error", "EOF is an error"),
                        eof_force_quirks: clause!(
                            "before-doctype-system-identifier-state/eof/force-quirks",
                            "EOF forces quirks"
                        ),
                        anything_else: clause!(
                            "before-doctype-system-identifier-state/anything-else",
                            "anything else makes it bogus"
                        ),
                        anything_else_error: clause!(
                            "before-doctype-system-identifier-state/anything-else/error",
                            "anything else is an error"
                        ),
                        anything_else_force_quirks: clause!(
                            "before-doctype-system-identifier-state/anything-else/force-quirks",
                            "anything else forces quirks"
                        ),
                    },
                    identifier: Identifier::System,
                }
            },
        )
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#doctype-system-identifier-(double-quoted)-state>
    pub(super) fn doctype_system_identifier_double_quoted_state(&mut self, input: &mut Input<'_>) -> Flow {
        self.doctype_identifier_quoted_state(
            input,
            &const {
                QuotedIdentifier {
                    end: clause!(
                        "doctype-system-identifier-double-quoted-state/quotation-mark",
                        "`\"` ends the identifier"
                    ),
                    null: clause!("doctype-system-identifier-double-quoted-state/null", "U+0000 is taken as U+FFFD"),
                    null_error: clause!(
                        "doctype-system-identifier-double-quoted-state/null/error",
                        "U+0000 is an error"
                    ),
                    greater_than_sign: clause!(
                        "doctype-system-identifier-double-quoted-state/greater-than-sign",
                        "`>` ends the DOCTYPE"
                    ),
                    greater_than_sign_error: clause!(
                        "doctype-system-identifier-double-quoted-state/greater-than-sign/error",
                        "`>` is an error"
                    ),
                    greater_than_sign_force_quirks: clause!(
                        "doctype-system-identifier-double-quoted-state/greater-than-sign/force-quirks",
                        "`>` forces quirks"
                    ),
                    eof: clause!("doctype-system-identifier-double-quoted-state/eof", "EOF ends the DOCTYPE"),
                    eof_error: clause!("doctype-system-identifier-double-quoted-state/eof/error", "EOF is an error"),
                    eof_force_quirks: clause!(
                        "doctype-system-identifier-double-quoted-state/eof/force-quirks",
                        "EOF forces quirks"
                    ),
                    anything_else: clause!(
                        "doctype-system-identifier-double-quoted-state/anything-else",
                        "anything else is of the identifier"
                    ),
                    quote: b'"',
                    text: &DOUBLE_QUOTED,
                    abrupt: AbruptDoctypeSystemIdentifier,
                    after: State::AfterDoctypeSystemIdentifier,
                    identifier: Identifier::System,
                }
            },
        )
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#doctype-system-identifier-(single-quoted)-state>
    pub(super) fn doctype_system_identifier_single_quoted_state(&mut self, input: &mut Input<'_>) -> Flow {
        self.doctype_identifier_quoted_state(
            input,
            &const {
                QuotedIdentifier {
                    end: clause!("doctype-system-identifier-single-quoted-state/apostrophe", "`'` ends the identifier"),
                    null: clause!("doctype-system-identifier-single-quoted-state/null", "U+0000 is taken as U+FFFD"),
                    null_error: clause!(
                        "doctype-system-identifier-single-quoted-state/null/error",
                        "U+0000 is an error"
                    ),
                    greater_than_sign: clause!(
                        "doctype-system-identifier-single-quoted-state/greater-than-sign",
                        "`>` ends the DOCTYPE"
                    ),
                    greater_than_sign_error: clause!(
                        "doctype-system-identifier-single-quoted-state/greater-than-sign/error",
                        "`>` is an error"
                    ),
                    greater_than_sign_force_quirks: clause!(
                        "doctype-system-identifier-single-quoted-state/greater-than-sign/force-quirks",
                        "`>` forces quirks"
                    ),
                    eof: clause!("doctype-system-identifier-single-quoted-state/eof", "EOF ends the DOCTYPE"),
                    eof_error: clause!("doctype-system-identifier-single-quoted-state/eof/error", "EOF is an error"),
                    eof_force_quirks: clause!(
                        "doctype-system-identifier-single-quoted-state/eof/force-quirks",
                        "EOF forces quirks"
                    ),
                    anything_else: clause!(
                        "doctype-system-identifier-single-quoted-state/anything-else",
                        "anything else is of the identifier"
                    ),
                    quote: b'\'',
                    text: &SINGLE_QUOTED,
                    abrupt: AbruptDoctypeSystemIdentifier,
                    after: State::AfterDoctypeSystemIdentifier,
                    identifier: Identifier::System,
                }
            },
        )
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#after-doctype-system-identifier-state>
    pub(super) fn after_doctype_system_identifier_state(&mut self, input: &mut Input<'_>) -> Flow {
        match input.consume() {
            Some(whitespace!())
                if self.run_row(
                    input,
                    &WHITESPACE,
                    clause!("after-doctype-system-identifier-state/whitespace", "whitespace is ignored"),
                ) =>
            {
                Flow::Continue
            }
            Some(b'>')
                if self.row(clause!(
                    "after-doctype-system-identifier-state/greater-than-sign",
                    "`>` ends the DOCTYPE"
                )) =>
            {
                self.emit_doctype_in_data_state(input)
            }
            None if self.row(clause!("after-doctype-system-identifier-state/eof", "EOF ends the DOCTYPE")) => self
                .end_of_file_in_doctype(
                    input,
                    clause!("after-doctype-system-identifier-state/eof/error", "EOF is an error"),
                    clause!("after-doctype-system-identifier-state/eof/force-quirks", "EOF forces quirks"),
                ),
            // Quirks are not forced here.
            _ if self.row(clause!(
                "after-doctype-system-identifier-state/anything-else",
                "anything else makes it bogus"
            )) =>
            {
                self.error(
                    input,
                    clause!("after-doctype-system-identifier-state/anything-else/error", "anything else is an error"),
                    UnexpectedCharacterAfterDoctypeSystemIdentifier,
                );
                self.reconsume_in(input, State::BogusDoctype)
            }
            _ => Flow::Continue,
        }
    }

    fn after_doctype_keyword_state(&mut self, input: &mut Input<'_>, state: &AfterKeyword) -> Flow {
        match input.consume() {
            Some(whitespace!()) if self.row(state.whitespace) => self.switch_to(state.before),
            Some(b'"') if self.row(state.quotation_mark) => {
                self.error(input, state.quotation_mark_error, state.missing_whitespace);
                self.begin_doctype_identifier(state.identifier, state.identifier.double_quoted())
            }
            Some(b'\'') if self.row(state.apostrophe) => {
                self.error(input, state.apostrophe_error, state.missing_whitespace);
                self.begin_doctype_identifier(state.identifier, state.identifier.single_quoted())
            }
            other => self.no_doctype_identifier(input, other, state.identifier, &state.rest),
        }
    }

    fn before_doctype_identifier_state(&mut self, input: &mut Input<'_>, state: &BeforeIdentifier) -> Flow {
        match input.consume() {
            Some(whitespace!()) if self.run_row(input, &WHITESPACE, state.whitespace) => Flow::Continue,
            Some(b'"') if self.row(state.quotation_mark) => {
                self.begin_doctype_identifier(state.identifier, state.identifier.double_quoted())
            }
            Some(b'\'') if self.row(state.apostrophe) => {
                self.begin_doctype_identifier(state.identifier, state.identifier.single_quoted())
            }
            other => self.no_doctype_identifier(input, other, state.identifier, &state.rest),
        }
    }

    fn no_doctype_identifier(
        &mut self,
        input: &mut Input<'_>,
        character: Option<u8>,
        identifier: Identifier,
        rows: &NoIdentifier,
    ) -> Flow {
        match character {
            Some(b'>') if self.row(rows.greater_than_sign) => {
                self.error(input, rows.greater_than_sign_error, identifier.missing());
                self.force_quirks(rows.greater_than_sign_force_quirks);
                self.emit_doctype_in_data_state(input)
            }
            None if self.row(rows.eof) => self.end_of_file_in_doctype(input, rows.eof_error, rows.eof_force_quirks),
            _ if self.row(rows.anything_else) => {
                self.error(input, rows.anything_else_error, identifier.missing_quote());
                self.force_quirks(rows.anything_else_force_quirks);
                self.reconsume_in(input, State::BogusDoctype)
            }
            _ => Flow::Continue,
        }
    }

    fn no_doctype_system_identifier(
        &mut self,
        input: &mut Input<'_>,
        character: Option<u8>,
        rows: &NoSystemIdentifier,
    ) -> Flow {
        match character {
            Some(b'>') if self.row(rows.greater_than_sign) => self.emit_doctype_in_data_state(input),
            None if self.row(rows.eof) => self.end_of_file_in_doctype(input, rows.eof_error, rows.eof_force_quirks),
            _ if self.row(rows.anything_else) => {
                self.error(input, rows.anything_else_error, MissingQuoteBeforeDoctypeSystemIdentifier);
                self.force_quirks(rows.anything_else_force_quirks);
                self.reconsume_in(input, State::BogusDoctype)
            }
            _ => Flow::Continue,
        }
    }

    fn doctype_identifier_quoted_state(&mut self, input: &mut Input<'_>, state: &QuotedIdentifier) -> Flow {
        match input.consume() {
            Some(quote) if quote == state.quote && self.row(state.end) => self.switch_to(state.after),
            Some(0) if self.row(state.null) => {
                self.error(input, state.null_error, UnexpectedNullCharacter);
                self.append_to_doctype_identifier(state.identifier, REPLACEMENT_CHARACTER)
            }
            Some(b'>') if self.row(state.greater_than_sign) => {
                self.error(input, state.greater_than_sign_error, state.abrupt);
                self.force_quirks(state.greater_than_sign_force_quirks);
                self.emit_doctype_in_data_state(input)
            }
            None if self.row(state.eof) => self.end_of_file_in_doctype(input, state.eof_error, state.eof_force_quirks),
            _ if self.run_row(input, state.text, state.anything_else) => {
                self.append_to_doctype_identifier(state.identifier, input.current())
            }
            _ => Flow::Continue,
        }
    }

    /// Sets an identifier to the empty string, not missing, and switches to the state of its text.
    fn begin_doctype_identifier(&mut self, identifier: Identifier, state: State) -> Flow {
        *self.doctype_identifier(identifier) = Some(Vec::new());
        self.switch_to(state)
    }

    fn append_to_doctype_identifier(&mut self, identifier: Identifier, text: &[u8]) -> Flow {
        self.doctype_identifier(identifier).get_or_insert_default().extend_from_slice(text);
        Flow::Continue
    }

    fn doctype_identifier(&mut self, identifier: Identifier) -> &mut Option<Vec<u8>> {
        match identifier {
            Identifier::Public => &mut self.doctype.public_id,
            Identifier::System => &mut self.doctype.system_id,
        }
    }
}
