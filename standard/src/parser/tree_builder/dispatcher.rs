//! The tree construction dispatcher.
//!
//! <https://html.spec.whatwg.org/multipage/parsing.html#tree-construction-dispatcher>

use super::{Next, TreeBuilder, is_start_tag};
use crate::clauses::clause::clause;
use crate::clauses::insertion_mode::InsertionMode;
use crate::clauses::list::List;
use crate::clauses::observer::{Null, Observer};
use crate::clauses::state::State;
use crate::clauses::token::{Tag, Token};
use crate::clauses::view::OpenElement;
use crate::dom::{ElementName, Namespace};
use crate::name::{Name, Names};
use crate::parser::error_log::ErrorLog;
use crate::parser::tokenizer::TokenSink;

impl<O: Observer> TokenSink for TreeBuilder<O> {
    type Observer = O;

    fn observer(&mut self) -> &mut O {
        &mut self.observer
    }

    fn names(&mut self) -> &mut Names {
        &mut self.document.names
    }

    fn null(&mut self, state: State) -> Null {
        self.ask_null(state)
    }

    #[inline]
    fn process(&mut self, token: Token<'_>, errors: &mut ErrorLog) -> Option<State> {
        self.part_offset = 0;
        if O::watches() && !self.tell_token(token) {
            return None;
        }
        match token {
            Token::Characters(text) => {
                self.character_errors.get_or_insert_default();
                self.process_characters(text);
            }
            _ => {
                self.character_errors = None;
                self.ignore_line_feed = false;
                self.process_token(token);
            }
        }
        if O::watches() {
            self.tell_processed();
        }
        if !self.errors.is_empty() {
            for (error, offset) in &self.errors {
                errors.tree_at(*error, *offset);
            }
            self.errors.clear();
        }
        self.tokenizer_state.take()
    }

    fn in_foreign_content(&mut self) -> bool {
        self.adjusted_current_element().is_some_and(|element| element.name.namespace != Namespace::Html)
    }
}

impl<O: Observer> TreeBuilder<O> {
    /// Processes a run of character tokens: at once where the mode treats all characters alike or sorts them out
    /// itself, else in parts that are all white space, one U+0000, or all other characters.
    fn process_characters(&mut self, text: &[u8]) {
        let mut rest = text;
        if std::mem::take(&mut self.ignore_line_feed)
            && self.condition(
                clause!("dispatcher/ignored-line-feed", "a line feed right after pre, listing or textarea is ignored"),
                text.starts_with(b"\n"),
            )
        {
            rest = text.get(1..).unwrap_or_default();
        }
        while !rest.is_empty() {
            self.part_offset = text.len() - rest.len();
            let length = if self.takes_mixed_characters() { rest.len() } else { part_length(rest) };
            let (part, behind) = rest.split_at(length);
            self.process_token(Token::Characters(part));
            rest = behind;
        }
    }

    /// Whether the insertion mode takes runs of any characters.
    #[inline]
    fn takes_mixed_characters(&self) -> bool {
        if O::watches() {
            return false;
        }
        match self.mode {
            InsertionMode::InBody
            | InsertionMode::Text
            | InsertionMode::InTable
            | InsertionMode::InTableText
            | InsertionMode::InCaption
            | InsertionMode::InTableBody
            | InsertionMode::InRow
            | InsertionMode::InCell
            | InsertionMode::InTemplate
            | InsertionMode::InSelect
            | InsertionMode::InSelectInTable => true,
            InsertionMode::Initial
            | InsertionMode::BeforeHtml
            | InsertionMode::BeforeHead
            | InsertionMode::InHead
            | InsertionMode::InHeadNoscript
            | InsertionMode::AfterHead
            | InsertionMode::InColumnGroup
            | InsertionMode::AfterBody
            | InsertionMode::InFrameset
            | InsertionMode::AfterFrameset
            | InsertionMode::AfterAfterBody
            | InsertionMode::AfterAfterFrameset => false,
        }
    }

    /// Processes a token until nobody wants it reprocessed.
    #[inline]
    pub(super) fn process_token(&mut self, token: Token<'_>) {
        loop {
            match self.dispatch(token) {
                Next::Done => return,
                Next::Reprocess => {}
                Next::ReprocessAs(name) => return self.process_renamed(token, name),
            }
        }
    }

    #[cold]
    fn process_renamed(&mut self, token: Token<'_>, name: Name) {
        if let Token::StartTag(tag) = token {
            let mut renamed = Tag::clone(tag);
            renamed.name = name;
            self.process_token(Token::StartTag(&renamed));
            if !renamed.is_unacknowledged() {
                tag.acknowledge_self_closing();
            }
        }
    }

    #[inline]
    fn dispatch(&mut self, token: Token<'_>) -> Next {
        if self.is_processed_as_html(token) {
            self.process_in_html_content(token)
        } else {
            self.in_foreign_content_rules(token)
        }
    }

    /// Whether the token goes by the rules for HTML content, not by those for foreign content.
    #[inline]
    fn is_processed_as_html(&mut self, token: Token<'_>) -> bool {
        let current = self.adjusted_current_element();
        if self.condition(
            clause!("dispatcher/empty-stack", "before the first element tokens are HTML content"),
            current.is_none(),
        ) {
            return true;
        }
        let Some(current) = current else { return false };
        let is_html = current.name.namespace == Namespace::Html;
        self.condition(clause!("dispatcher/html", "within an HTML element tokens are HTML content"), is_html)
            || self.is_html_within_foreign(token, current)
    }

    fn is_html_within_foreign(&mut self, token: Token<'_>, current: OpenElement) -> bool {
        let is_text = matches!(token, Token::Characters(_));
        let is_start_tag_ = matches!(token, Token::StartTag(_));
        let other_start_tag =
            is_start_tag_ && !is_start_tag(token, Name::MGLYPH) && !is_start_tag(token, Name::MALIGNMARK);
        let in_mathml_text = self.on_list(List::MathMlTextIntegrationPoint, current.name);
        let in_annotation = current.name == ElementName { namespace: Namespace::MathMl, local: Name::ANNOTATION_XML };
        let in_html_point = current.is_html_annotation || self.on_list(List::HtmlIntegrationPoint, current.name);
        self.condition(
            clause!(
                "dispatcher/mathml-text-start-tag",
                "start tags in a MathML text integration point are HTML content, but mglyph and malignmark"
            ),
            in_mathml_text && other_start_tag,
        ) || self.condition(
            clause!(
                "dispatcher/mathml-text-characters",
                "characters in a MathML text integration point are HTML content"
            ),
            in_mathml_text && is_text,
        ) || self.condition(
            clause!("dispatcher/annotation-xml-svg", "an svg start tag in annotation-xml is HTML content"),
            in_annotation && is_start_tag(token, Name::SVG),
        ) || self.condition(
            clause!("dispatcher/html-point-start-tag", "start tags in an HTML integration point are HTML content"),
            in_html_point && is_start_tag_,
        ) || self.condition(
            clause!("dispatcher/html-point-characters", "characters in an HTML integration point are HTML content"),
            in_html_point && is_text,
        ) || self
            .condition(clause!("dispatcher/eof", "the end of file is HTML content"), matches!(token, Token::EndOfFile))
    }

    /// Processes a token by the rules of the current insertion mode.
    #[inline]
    pub(super) fn process_in_html_content(&mut self, token: Token<'_>) -> Next {
        match self.mode {
            InsertionMode::Initial => self.initial(token),
            InsertionMode::BeforeHtml => self.before_html(token),
            InsertionMode::BeforeHead => self.before_head(token),
            InsertionMode::InHead => self.in_head(token),
            InsertionMode::InHeadNoscript => self.in_head_noscript(token),
            InsertionMode::AfterHead => self.after_head(token),
            InsertionMode::InBody => self.in_body(token),
            InsertionMode::Text => self.text(token),
            InsertionMode::InTable => self.in_table(token),
            InsertionMode::InTableText => self.in_table_text(token),
            InsertionMode::InCaption => self.in_caption(token),
            InsertionMode::InColumnGroup => self.in_column_group(token),
            InsertionMode::InTableBody => self.in_table_body(token),
            InsertionMode::InRow => self.in_row(token),
            InsertionMode::InCell => self.in_cell(token),
            InsertionMode::InTemplate => self.in_template(token),
            InsertionMode::AfterBody => self.after_body(token),
            InsertionMode::InFrameset => self.in_frameset(token),
            InsertionMode::AfterFrameset => self.after_frameset(token),
            InsertionMode::AfterAfterBody => self.after_after_body(token),
            InsertionMode::AfterAfterFrameset => self.after_after_frameset(token),
            InsertionMode::InSelect => self.in_select(token),
            InsertionMode::InSelectInTable => self.in_select_in_table(token),
        }
    }
}

/// How many bytes of a run belong together: white space, one U+0000, or other characters.
fn part_length(text: &[u8]) -> usize {
    let kind = |byte: &u8| match byte {
        b'\t' | b'\n' | b'\x0C' | b'\r' | b' ' => 0,
        0 => 1,
        _ => 2,
    };
    match text.first().map(kind) {
        Some(1) => 1,
        Some(first) => text.iter().position(|byte| kind(byte) != first).unwrap_or(text.len()),
        None => 0,
    }
}
