//! The states of comments, and of what `<!` opens.

use super::{ByteSet, Flow, Input, REPLACEMENT_CHARACTER, TokenSink, Tokenizer};
use crate::clauses::clause::{Clause, clause};
use crate::clauses::error::ErrorCode::{
    AbruptClosingOfEmptyComment, CdataInHtmlContent, EofInComment, IncorrectlyClosedComment, IncorrectlyOpenedComment,
    NestedComment, UnexpectedNullCharacter,
};
use crate::clauses::state::State;

static COMMENT: ByteSet = ByteSet::all_but(b"<-\0");
static BOGUS_COMMENT: ByteSet = ByteSet::all_but(b">\0");

impl<S: TokenSink> Tokenizer<S> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#bogus-comment-state>
    pub(super) fn bogus_comment_state(&mut self, input: &mut Input<'_>) -> Flow {
        match input.consume() {
            Some(b'>') if self.row(clause!("bogus-comment-state/greater-than-sign", "`>` ends the comment")) => {
                self.emit_comment_in_data_state(input)
            }
            None if self.row(clause!("bogus-comment-state/eof", "EOF ends the comment")) => {
                self.emit_comment_in_data_state(input);
                self.emit_end_of_file(input)
            }
            Some(0) if self.row(clause!("bogus-comment-state/null", "U+0000 is taken as U+FFFD")) => {
                self.error(
                    input,
                    clause!("bogus-comment-state/null/error", "U+0000 is an error"),
                    UnexpectedNullCharacter,
                );
                self.append_to_comment(REPLACEMENT_CHARACTER)
            }
            _ if self.run_row(
                input,
                &BOGUS_COMMENT,
                clause!("bogus-comment-state/anything-else", "anything else is of the comment"),
            ) =>
            {
                self.append_to_comment(input.current())
            }
            _ => Flow::Continue,
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#markup-declaration-open-state>
    pub(super) fn markup_declaration_open_state(&mut self, input: &mut Input<'_>) -> Flow {
        if input.may_become(b"--") || input.may_become(b"doctype") || input.may_become(b"[CDATA[") {
            return Flow::Wait;
        }
        if input.next_are_exactly(b"--")
            && self.long_row(2, clause!("markup-declaration-open-state/hyphens", "`<!--` begins a comment"))
        {
            input.skip(2);
            self.create_comment(b"");
            self.switch_to(State::CommentStart)
        } else if input.next_are(b"doctype")
            && self.long_row(
                7,
                clause!("markup-declaration-open-state/doctype", "`<!DOCTYPE`, in any case, begins a DOCTYPE"),
            )
        {
            input.skip(7);
            self.switch_to(State::Doctype)
        } else if input.next_are_exactly(b"[CDATA[")
            && self.long_row(7, clause!("markup-declaration-open-state/cdata", "`<![CDATA[` may begin a CDATA section"))
        {
            input.skip(7);
            self.open_cdata_section(input)
        } else if self
            .row(clause!("markup-declaration-open-state/anything-else", "anything else begins a bogus comment"))
        {
            self.error_at_next(
                input,
                clause!("markup-declaration-open-state/anything-else/error", "anything else is an error"),
                IncorrectlyOpenedComment,
            );
            self.create_comment(b"");
            self.switch_to(State::BogusComment)
        } else {
            Flow::Continue
        }
    }

    /// What `<![CDATA[` does.
    fn open_cdata_section(&mut self, input: &Input<'_>) -> Flow {
        let in_foreign_content = self.sink.in_foreign_content();
        if self.condition(
            clause!(
                "markup-declaration-open-state/cdata/in-foreign-content",
                "a CDATA section begins where the adjusted current node is foreign"
            ),
            in_foreign_content,
        ) {
            return self.switch_to(State::CdataSection);
        }
        self.error(
            input,
            clause!("markup-declaration-open-state/cdata/error", "elsewhere `<![CDATA[` is an error"),
            CdataInHtmlContent,
        );
        self.create_comment(b"[CDATA[");
        self.switch_to(State::BogusComment)
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#comment-start-state>
    pub(super) fn comment_start_state(&mut self, input: &mut Input<'_>) -> Flow {
        match input.consume() {
            Some(b'-') if self.row(clause!("comment-start-state/hyphen-minus", "`-` may end the comment")) => {
                self.switch_to(State::CommentStartDash)
            }
            Some(b'>') if self.row(clause!("comment-start-state/greater-than-sign", "`<!-->` is an empty comment")) => {
                self.error(
                    input,
                    clause!("comment-start-state/greater-than-sign/error", "`<!-->` is an error"),
                    AbruptClosingOfEmptyComment,
                );
                self.emit_comment_in_data_state(input)
            }
            _ if self.row(clause!("comment-start-state/anything-else", "anything else is of the comment")) => {
                self.reconsume_in(input, State::Comment)
            }
            _ => Flow::Continue,
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#comment-start-dash-state>
    pub(super) fn comment_start_dash_state(&mut self, input: &mut Input<'_>) -> Flow {
        match input.consume() {
            Some(b'-') if self.row(clause!("comment-start-dash-state/hyphen-minus", "`--` may end the comment")) => {
                self.switch_to(State::CommentEnd)
            }
            Some(b'>')
                if self.row(clause!("comment-start-dash-state/greater-than-sign", "`<!--->` is an empty comment")) =>
            {
                self.error(
                    input,
                    clause!("comment-start-dash-state/greater-than-sign/error", "`<!--->` is an error"),
                    AbruptClosingOfEmptyComment,
                );
                self.emit_comment_in_data_state(input)
            }
            None if self.row(clause!("comment-start-dash-state/eof", "EOF ends the comment")) => {
                self.end_of_file_in_comment(input, clause!("comment-start-dash-state/eof/error", "EOF is an error"))
            }
            _ if self.row(clause!(
                "comment-start-dash-state/anything-else",
                "before anything else `-` is of the comment"
            )) =>
            {
                self.append_to_comment(b"-");
                self.reconsume_in(input, State::Comment)
            }
            _ => Flow::Continue,
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#comment>
    pub(super) fn comment_state(&mut self, input: &mut Input<'_>) -> Flow {
        match input.consume() {
            Some(b'<') if self.row(clause!("comment-state/less-than-sign", "`<` may open a nested comment")) => {
                self.append_to_comment(input.current());
                self.switch_to(State::CommentLessThanSign)
            }
            Some(b'-') if self.row(clause!("comment-state/hyphen-minus", "`-` may end the comment")) => {
                self.switch_to(State::CommentEndDash)
            }
            Some(0) if self.row(clause!("comment-state/null", "U+0000 is taken as U+FFFD")) => {
                self.error(input, clause!("comment-state/null/error", "U+0000 is an error"), UnexpectedNullCharacter);
                self.append_to_comment(REPLACEMENT_CHARACTER)
            }
            None if self.row(clause!("comment-state/eof", "EOF ends the comment")) => {
                self.end_of_file_in_comment(input, clause!("comment-state/eof/error", "EOF is an error"))
            }
            _ if self.run_row(
                input,
                &COMMENT,
                clause!("comment-state/anything-else", "anything else is of the comment"),
            ) =>
            {
                self.append_to_comment(input.current())
            }
            _ => Flow::Continue,
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#comment-less-than-sign-state>
    pub(super) fn comment_less_than_sign_state(&mut self, input: &mut Input<'_>) -> Flow {
        match input.consume() {
            Some(b'!')
                if self.row(clause!(
                    "comment-less-than-sign-state/exclamation-mark",
                    "`<!` may open a nested comment"
                )) =>
            {
                self.append_to_comment(input.current());
                self.switch_to(State::CommentLessThanSignBang)
            }
            Some(b'<')
                if self
                    .row(clause!("comment-less-than-sign-state/less-than-sign", "one more `<` is of the comment")) =>
            {
                self.append_to_comment(input.current())
            }
            _ if self.row(clause!(
                "comment-less-than-sign-state/anything-else",
                "anything else opens no nested comment"
            )) =>
            {
                self.reconsume_in(input, State::Comment)
            }
            _ => Flow::Continue,
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#comment-less-than-sign-bang-state>
    pub(super) fn comment_less_than_sign_bang_state(&mut self, input: &mut Input<'_>) -> Flow {
        match input.consume() {
            Some(b'-')
                if self.row(clause!(
                    "comment-less-than-sign-bang-state/hyphen-minus",
                    "`<!-` may open a nested comment"
                )) =>
            {
                self.switch_to(State::CommentLessThanSignBangDash)
            }
            _ if self.row(clause!(
                "comment-less-than-sign-bang-state/anything-else",
                "anything else opens no nested comment"
            )) =>
            {
                self.reconsume_in(input, State::Comment)
            }
            _ => Flow::Continue,
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#comment-less-than-sign-bang-dash-state>
    pub(super) fn comment_less_than_sign_bang_dash_state(&mut self, input: &mut Input<'_>) -> Flow {
        match input.consume() {
            Some(b'-')
                if self.row(clause!(
                    "comment-less-than-sign-bang-dash-state/hyphen-minus",
                    "`<!--` may be a nested comment"
                )) =>
            {
                self.switch_to(State::CommentLessThanSignBangDashDash)
            }
            _ if self.row(clause!(
                "comment-less-than-sign-bang-dash-state/anything-else",
                "anything else opens no nested comment"
            )) =>
            {
                self.reconsume_in(input, State::CommentEndDash)
            }
            _ => Flow::Continue,
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#comment-less-than-sign-bang-dash-dash-state>
    pub(super) fn comment_less_than_sign_bang_dash_dash_state(&mut self, input: &mut Input<'_>) -> Flow {
        match input.consume() {
            Some(b'>') | None
                if self.row(clause!(
                    "comment-less-than-sign-bang-dash-dash-state/end",
                    "`<!-->` or EOF is not nested"
                )) =>
            {
                self.reconsume_in(input, State::CommentEnd)
            }
            _ if self.row(clause!(
                "comment-less-than-sign-bang-dash-dash-state/anything-else",
                "anything else is a nested comment"
            )) =>
            {
                self.error(
                    input,
                    clause!(
                        "comment-less-than-sign-bang-dash-dash-state/anything-else/error",
                        "a nested comment is an error"
                    ),
                    NestedComment,
                );
                self.reconsume_in(input, State::CommentEnd)
            }
            _ => Flow::Continue,
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#comment-end-dash-state>
    pub(super) fn comment_end_dash_state(&mut self, input: &mut Input<'_>) -> Flow {
        match input.consume() {
            Some(b'-') if self.row(clause!("comment-end-dash-state/hyphen-minus", "`--` may end the comment")) => {
                self.switch_to(State::CommentEnd)
            }
            None if self.row(clause!("comment-end-dash-state/eof", "EOF ends the comment")) => {
                self.end_of_file_in_comment(input, clause!("comment-end-dash-state/eof/error", "EOF is an error"))
            }
            _ if self
                .row(clause!("comment-end-dash-state/anything-else", "before anything else `-` is of the comment")) =>
            {
                self.append_to_comment(b"-");
                self.reconsume_in(input, State::Comment)
            }
            _ => Flow::Continue,
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#comment-end-state>
    pub(super) fn comment_end_state(&mut self, input: &mut Input<'_>) -> Flow {
        match input.consume() {
            Some(b'>') if self.row(clause!("comment-end-state/greater-than-sign", "`-->` ends the comment")) => {
                self.emit_comment_in_data_state(input)
            }
            Some(b'!') if self.row(clause!("comment-end-state/exclamation-mark", "`--!` may end the comment")) => {
                self.switch_to(State::CommentEndBang)
            }
            Some(b'-') if self.row(clause!("comment-end-state/hyphen-minus", "one more `-` is of the comment")) => {
                self.append_to_comment(b"-")
            }
            None if self.row(clause!("comment-end-state/eof", "EOF ends the comment")) => {
                self.end_of_file_in_comment(input, clause!("comment-end-state/eof/error", "EOF is an error"))
            }
            _ if self
                .row(clause!("comment-end-state/anything-else", "before anything else `--` is of the comment")) =>
            {
                self.append_to_comment(b"--");
                self.reconsume_in(input, State::Comment)
            }
            _ => Flow::Continue,
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#comment-end-bang-state>
    pub(super) fn comment_end_bang_state(&mut self, input: &mut Input<'_>) -> Flow {
        match input.consume() {
            Some(b'-')
                if self
                    .row(clause!("comment-end-bang-state/hyphen-minus", "`--!` is of the comment, `-` may end it")) =>
            {
                self.append_to_comment(b"--!");
                self.switch_to(State::CommentEndDash)
            }
            Some(b'>') if self.row(clause!("comment-end-bang-state/greater-than-sign", "`--!>` ends the comment")) => {
                self.error(
                    input,
                    clause!("comment-end-bang-state/greater-than-sign/error", "`--!>` is an error"),
                    IncorrectlyClosedComment,
                );
                self.emit_comment_in_data_state(input)
            }
            None if self.row(clause!("comment-end-bang-state/eof", "EOF ends the comment")) => {
                self.end_of_file_in_comment(input, clause!("comment-end-bang-state/eof/error", "EOF is an error"))
            }
            _ if self.row(clause!(
                "comment-end-bang-state/anything-else",
                "before anything else `--!` is of the comment"
            )) =>
            {
                self.append_to_comment(b"--!");
                self.reconsume_in(input, State::Comment)
            }
            _ => Flow::Continue,
        }
    }

    /// What every state of a comment does at EOF.
    fn end_of_file_in_comment(&mut self, input: &Input<'_>, error: Clause) -> Flow {
        self.error(input, error, EofInComment);
        self.emit_comment_in_data_state(input);
        self.emit_end_of_file(input)
    }

    #[inline(always)]
    fn append_to_comment(&mut self, text: &[u8]) -> Flow {
        self.comment.extend_from_slice(text);
        Flow::Continue
    }
}
