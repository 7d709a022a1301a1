//! The "after head" insertion mode.

use crate::clauses::clause::clause;
use crate::clauses::error::TreeError;
use crate::clauses::insertion_mode::InsertionMode;
use crate::clauses::observer::Observer;
use crate::clauses::token::{Tag, Token};
use crate::name::Name;
use crate::parser::tree_builder::{Next, TreeBuilder, is_whitespace};

impl<O: Observer> TreeBuilder<O> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#the-after-head-insertion-mode>
    pub(in crate::parser::tree_builder) fn after_head(&mut self, token: Token<'_>) -> Next {
        match token {
            Token::Characters(text)
                if is_whitespace(text)
                    && self.text_row(clause!("after-head/whitespace", "white space is inserted"), text) =>
            {
                self.insert_characters(text);
                Next::Done
            }
            Token::Comment(data) if self.row(clause!("after-head/comment", "a comment is inserted")) => {
                self.insert_comment(data, None);
                Next::Done
            }
            Token::ProcessingInstruction { target, data }
                if self.row(clause!("after-head/processing-instruction", "a processing instruction is inserted")) =>
            {
                self.insert_processing_instruction(target, data, None);
                Next::Done
            }
            Token::Doctype(_) if self.row(clause!("after-head/doctype", "a DOCTYPE is an error and ignored")) => {
                self.ignore(TreeError::UnexpectedDoctype)
            }
            Token::StartTag(tag) => self.after_head_start_tag(tag),
            Token::EndTag(tag) => match tag.name {
                Name::TEMPLATE
                    if self.tag_row(
                        clause!("after-head/end-tag-template", "a template end tag goes by in head"),
                        tag.name,
                    ) =>
                {
                    self.in_head(token)
                }
                Name::BODY | Name::HTML | Name::BR
                    if self.tag_row(
                        clause!("after-head/end-tag-anything-else", "body, html and br end tags imply a body"),
                        tag.name,
                    ) =>
                {
                    self.after_head_anything_else()
                }
                _ if self
                    .tag_row(clause!("after-head/end-tag", "any other end tag is an error and ignored"), tag.name) =>
                {
                    self.ignore(TreeError::UnexpectedEndTagAfterHead)
                }
                _ => self.after_head_anything_else(),
            },
            _ => self.after_head_anything_else(),
        }
    }

    fn after_head_start_tag(&mut self, tag: &Tag) -> Next {
        match tag.name {
            Name::HTML
                if self
                    .tag_row(clause!("after-head/start-tag-html", "an html start tag goes by in body"), tag.name) =>
            {
                self.in_body(Token::StartTag(tag))
            }
            Name::BODY
                if self.tag_row(clause!("after-head/start-tag-body", "a body start tag opens the body"), tag.name) =>
            {
                if self.step(clause!("after-head/start-tag-body/insert", "the body element is inserted")) {
                    self.insert_html_element(tag);
                }
                if self.step(clause!("after-head/start-tag-body/frameset-ok", "a frameset is no longer ok")) {
                    self.frameset_ok = false;
                }
                self.switch_mode(
                    clause!("after-head/start-tag-body/in-body", "the mode becomes in body"),
                    InsertionMode::InBody,
                );
                Next::Done
            }
            Name::FRAMESET
                if self.tag_row(
                    clause!("after-head/start-tag-frameset", "a frameset start tag takes the body's place"),
                    tag.name,
                ) =>
            {
                if self.step(clause!("after-head/start-tag-frameset/insert", "the frameset element is inserted")) {
                    self.insert_html_element(tag);
                }
                self.switch_mode(
                    clause!("after-head/start-tag-frameset/in-frameset", "the mode becomes in frameset"),
                    InsertionMode::InFrameset,
                );
                Next::Done
            }
            Name::BASE
            | Name::BASEFONT
            | Name::BGSOUND
            | Name::LINK
            | Name::META
            | Name::NOFRAMES
            | Name::SCRIPT
            | Name::STYLE
            | Name::TEMPLATE
            | Name::TITLE
                if self.tag_row(
                    clause!("after-head/start-tag-in-head", "what belongs in the head still goes there"),
                    tag.name,
                ) =>
            {
                self.after_head_start_tag_in_head(tag)
            }
            Name::HEAD
                if self.tag_row(
                    clause!("after-head/start-tag-head", "a second head start tag is an error and ignored"),
                    tag.name,
                ) =>
            {
                self.ignore(TreeError::UnexpectedHeadStartTag)
            }
            _ => self.after_head_anything_else(),
        }
    }

    fn after_head_start_tag_in_head(&mut self, tag: &Tag) -> Next {
        self.error(TreeError::HeadElementAfterHead);
        let Some(head) = self.head else {
            return Next::Done;
        };
        if self.step(clause!("after-head/start-tag-in-head/push-head", "the head element is put back on the stack")) {
            self.push(head);
        }
        let next = self.in_head(Token::StartTag(tag));
        if self.step(clause!("after-head/start-tag-in-head/remove-head", "the head element is taken off the stack")) {
            self.remove_from_stack(head);
        }
        next
    }

    fn after_head_anything_else(&mut self) -> Next {
        if !self.row(clause!("after-head/anything-else", "anything else implies a body")) {
            return Next::Done;
        }
        if self.step(clause!("after-head/anything-else/insert", "the implied body element is inserted")) {
            self.insert_implied_element(Name::BODY);
        }
        self.switch_mode(
            clause!("after-head/anything-else/in-body", "the mode becomes in body"),
            InsertionMode::InBody,
        );
        self.reprocess(clause!("after-head/anything-else/reprocess", "the token is reprocessed"))
    }
}
