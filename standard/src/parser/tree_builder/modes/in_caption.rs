//! The "in caption" insertion mode.

use crate::clauses::clause::clause;
use crate::clauses::error::TreeError;
use crate::clauses::insertion_mode::InsertionMode;
use crate::clauses::observer::Observer;
use crate::clauses::token::Token;
use crate::name::Name;
use crate::parser::tree_builder::{Next, TreeBuilder};

impl<O: Observer> TreeBuilder<O> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-incaption>
    pub(in crate::parser::tree_builder) fn in_caption(&mut self, token: Token<'_>) -> Next {
        match token {
            Token::EndTag(tag) => match tag.name {
                Name::CAPTION
                    if self.tag_row(
                        clause!("in-caption/end-tag-caption", "a caption end tag closes the caption"),
                        tag.name,
                    ) =>
                {
                    self.in_caption_end_tag_caption()
                }
                Name::TABLE
                    if self.tag_row(
                        clause!("in-caption/end-tag-table", "a table end tag closes the caption first"),
                        tag.name,
                    ) =>
                {
                    self.in_caption_table_structure()
                }
                Name::BODY
                | Name::COL
                | Name::COLGROUP
                | Name::HTML
                | Name::TBODY
                | Name::TD
                | Name::TFOOT
                | Name::TH
                | Name::THEAD
                | Name::TR
                    if self.tag_row(
                        clause!(
                            "in-caption/end-tag-ignored",
                            "end tags of the table's other parts, body and html are errors and ignored"
                        ),
                        tag.name,
                    ) =>
                {
                    self.ignore(TreeError::UnexpectedEndTagInCaption)
                }
                _ => self.in_caption_anything_else(token),
            },
            Token::StartTag(tag) => match tag.name {
                Name::CAPTION
                | Name::COL
                | Name::COLGROUP
                | Name::TBODY
                | Name::TD
                | Name::TFOOT
                | Name::TH
                | Name::THEAD
                | Name::TR
                    if self.tag_row(
                        clause!(
                            "in-caption/start-tag-structure",
                            "start tags of the table's parts close the caption first"
                        ),
                        tag.name,
                    ) =>
                {
                    self.in_caption_table_structure()
                }
                _ => self.in_caption_anything_else(token),
            },
            _ => self.in_caption_anything_else(token),
        }
    }

    fn in_caption_end_tag_caption(&mut self) -> Next {
        let in_scope = self.has_in_table_scope(Name::CAPTION);
        if !self.condition(
            clause!("in-caption/end-tag-caption/in-scope", "there must be a caption in table scope"),
            in_scope,
        ) {
            return self.ignore(TreeError::CaptionEndTagWithoutCaption);
        }
        if self.step(clause!("in-caption/end-tag-caption/implied-end-tags", "implied end tags are generated")) {
            self.generate_implied_end_tags(None);
        }
        let is_current = self.current_node_is(Name::CAPTION);
        if !self.condition(
            clause!("in-caption/end-tag-caption/current", "the caption ought to be the current node"),
            is_current,
        ) {
            self.error(TreeError::UnclosedElementsInCaption);
        }
        if self.step(clause!("in-caption/end-tag-caption/pop", "the stack is popped up to the caption")) {
            self.pop_until(Name::CAPTION);
        }
        if self.step(clause!(
            "in-caption/end-tag-caption/clear-formatting",
            "the formatting list is cleared to the marker"
        )) {
            self.clear_formatting_to_marker();
        }
        self.switch_mode(
            clause!("in-caption/end-tag-caption/in-table", "the mode becomes in table"),
            InsertionMode::InTable,
        );
        Next::Done
    }

    /// What belongs in the table, not in its caption: the caption is closed and the token reprocessed.
    fn in_caption_table_structure(&mut self) -> Next {
        let in_scope = self.has_in_table_scope(Name::CAPTION);
        if !self.condition(clause!("in-caption/structure/in-scope", "there must be a caption in table scope"), in_scope)
        {
            return self.ignore(TreeError::TableTagWithoutCaption);
        }
        if self.step(clause!("in-caption/structure/implied-end-tags", "implied end tags are generated")) {
            self.generate_implied_end_tags(None);
        }
        let is_current = self.current_node_is(Name::CAPTION);
        if !self
            .condition(clause!("in-caption/structure/current", "the caption ought to be the current node"), is_current)
        {
            self.error(TreeError::UnclosedElementsInCaption);
        }
        if self.step(clause!("in-caption/structure/pop", "the stack is popped up to the caption")) {
            self.pop_until(Name::CAPTION);
        }
        if self.step(clause!("in-caption/structure/clear-formatting", "the formatting list is cleared to the marker")) {
            self.clear_formatting_to_marker();
        }
        self.switch_mode(clause!("in-caption/structure/in-table", "the mode becomes in table"), InsertionMode::InTable);
        self.reprocess(clause!("in-caption/structure/reprocess", "the token is reprocessed"))
    }

    fn in_caption_anything_else(&mut self, token: Token<'_>) -> Next {
        if !self.row(clause!("in-caption/anything-else", "anything else goes by in body")) {
            return Next::Done;
        }
        self.in_body(token)
    }
}
