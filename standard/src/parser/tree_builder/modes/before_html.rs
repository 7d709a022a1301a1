//! The "before html" insertion mode.

use crate::clauses::clause::clause;
use crate::clauses::error::TreeError;
use crate::clauses::insertion_mode::InsertionMode;
use crate::clauses::observer::Observer;
use crate::clauses::token::{Tag, Token};
use crate::dom::{Namespace, NodeId};
use crate::name::Name;
use crate::parser::tree_builder::{Next, TreeBuilder, is_whitespace};

impl<O: Observer> TreeBuilder<O> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#the-before-html-insertion-mode>
    pub(in crate::parser::tree_builder) fn before_html(&mut self, token: Token<'_>) -> Next {
        match token {
            Token::Doctype(_) if self.row(clause!("before-html/doctype", "a DOCTYPE is an error and ignored")) => {
                self.ignore(TreeError::UnexpectedDoctype)
            }
            Token::Comment(data) if self.row(clause!("before-html/comment", "a comment goes to the document")) => {
                self.insert_comment(data, Some(NodeId::DOCUMENT));
                Next::Done
            }
            Token::ProcessingInstruction { target, data }
                if self.row(clause!(
                    "before-html/processing-instruction",
                    "a processing instruction goes to the document"
                )) =>
            {
                self.insert_processing_instruction(target, data, Some(NodeId::DOCUMENT));
                Next::Done
            }
            Token::Characters(text)
                if is_whitespace(text)
                    && self.text_row(clause!("before-html/whitespace", "white space is ignored"), text) =>
            {
                Next::Done
            }
            Token::StartTag(tag @ Tag { name: Name::HTML, .. })
                if self
                    .tag_row(clause!("before-html/start-tag-html", "an html start tag becomes the root"), tag.name) =>
            {
                self.before_html_start_tag_html(tag)
            }
            Token::EndTag(tag) => match tag.name {
                Name::HEAD | Name::BODY | Name::HTML | Name::BR
                    if self.tag_row(
                        clause!("before-html/end-tag-anything-else", "head, body, html and br end tags imply the root"),
                        tag.name,
                    ) =>
                {
                    self.before_html_anything_else()
                }
                _ if self
                    .tag_row(clause!("before-html/end-tag", "any other end tag is an error and ignored"), tag.name) =>
                {
                    self.ignore(TreeError::UnexpectedEndTagBeforeHtml)
                }
                _ => self.before_html_anything_else(),
            },
            _ => self.before_html_anything_else(),
        }
    }

    fn before_html_start_tag_html(&mut self, tag: &Tag) -> Next {
        let element = self.create_element(tag, Namespace::Html);
        if self.step(clause!("before-html/start-tag-html/insert", "the html element is appended to the document")) {
            self.insert_element_at(element, Some(NodeId::DOCUMENT));
        }
        if self.step(clause!("before-html/start-tag-html/push", "the html element is put on the stack")) {
            self.push(element);
        }
        self.switch_mode(
            clause!("before-html/start-tag-html/before-head", "the mode becomes before head"),
            InsertionMode::BeforeHead,
        );
        Next::Done
    }

    fn before_html_anything_else(&mut self) -> Next {
        if !self.row(clause!("before-html/anything-else", "anything else implies an html element")) {
            return Next::Done;
        }
        let element = self.create_implied_element(Name::HTML);
        if self
            .step(clause!("before-html/anything-else/append", "the implied html element is appended to the document"))
        {
            self.append(NodeId::DOCUMENT, element);
        }
        if self.step(clause!("before-html/anything-else/push", "the implied html element is put on the stack")) {
            self.push(element);
        }
        self.switch_mode(
            clause!("before-html/anything-else/before-head", "the mode becomes before head"),
            InsertionMode::BeforeHead,
        );
        self.reprocess(clause!("before-html/anything-else/reprocess", "the token is reprocessed"))
    }
}
