//! The "in frameset" insertion mode.

use crate::clauses::clause::clause;
use crate::clauses::error::TreeError;
use crate::clauses::insertion_mode::InsertionMode;
use crate::clauses::observer::Observer;
use crate::clauses::token::{Tag, Token};
use crate::name::Name;
use crate::parser::tree_builder::{Next, TreeBuilder, is_whitespace};

impl<O: Observer> TreeBuilder<O> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inframeset>
    pub(in crate::parser::tree_builder) fn in_frameset(&mut self, token: Token<'_>) -> Next {
        match token {
            Token::Characters(text)
                if is_whitespace(text)
                    && self.text_row(clause!("in-frameset/whitespace", "white space is inserted"), text) =>
            {
                self.insert_characters(text);
                Next::Done
            }
            Token::Comment(data) if self.row(clause!("in-frameset/comment", "a comment is inserted")) => {
                self.insert_comment(data, None);
                Next::Done
            }
            Token::ProcessingInstruction { target, data }
                if self.row(clause!("in-frameset/processing-instruction", "a processing instruction is inserted")) =>
            {
                self.insert_processing_instruction(target, data, None);
                Next::Done
            }
            Token::Doctype(_) if self.row(clause!("in-frameset/doctype", "a DOCTYPE is an error and ignored")) => {
                self.ignore(TreeError::UnexpectedDoctype)
            }
            Token::StartTag(tag) => match tag.name {
                Name::HTML
                    if self.tag_row(
                        clause!("in-frameset/start-tag-html", "an html start tag goes by in body"),
                        tag.name,
                    ) =>
                {
                    self.in_body(token)
                }
                Name::FRAMESET
                    if self.tag_row(clause!("in-frameset/start-tag-frameset", "a frameset is inserted"), tag.name) =>
                {
                    self.insert_html_element(tag);
                    Next::Done
                }
                Name::FRAME
                    if self.tag_row(
                        clause!("in-frameset/start-tag-frame", "a frame is inserted and closed"),
                        tag.name,
                    ) =>
                {
                    self.in_frameset_start_tag_frame(tag)
                }
                Name::NOFRAMES
                    if self
                        .tag_row(clause!("in-frameset/start-tag-noframes", "a noframes goes by in head"), tag.name) =>
                {
                    self.in_head(token)
                }
                _ => self.in_frameset_anything_else(),
            },
            Token::EndTag(Tag { name: Name::FRAMESET, .. })
                if self.tag_row(
                    clause!("in-frameset/end-tag-frameset", "a frameset end tag closes the frameset"),
                    Name::FRAMESET,
                ) =>
            {
                self.in_frameset_end_tag_frameset()
            }
            Token::EndOfFile if self.row(clause!("in-frameset/eof", "the end of the file stops parsing")) => {
                self.in_frameset_eof()
            }
            _ => self.in_frameset_anything_else(),
        }
    }

    fn in_frameset_end_tag_frameset(&mut self) -> Next {
        let is_root = self.current_node() == self.root_element();
        if self.condition(
            clause!("in-frameset/end-tag-frameset/root", "at the root the end tag is an error and ignored"),
            is_root,
        ) {
            return self.ignore(TreeError::FramesetEndTagAtRoot);
        }
        if self.step(clause!("in-frameset/end-tag-frameset/pop", "the frameset is popped")) {
            self.pop();
        }
        let (is_fragment, is_nested) = (self.is_fragment(), self.current_node_is(Name::FRAMESET));
        if !self
            .condition(clause!("in-frameset/end-tag-frameset/fragment", "in a fragment the mode stays"), is_fragment)
            && !self.condition(
                clause!("in-frameset/end-tag-frameset/nested", "within another frameset the mode stays"),
                is_nested,
            )
        {
            self.switch_mode(
                clause!("in-frameset/end-tag-frameset/after-frameset", "the mode becomes after frameset"),
                InsertionMode::AfterFrameset,
            );
        }
        Next::Done
    }

    fn in_frameset_start_tag_frame(&mut self, tag: &Tag) -> Next {
        if self.step(clause!("in-frameset/start-tag-frame/insert", "the frame is inserted")) {
            self.insert_html_element(tag);
        }
        if self.step(clause!("in-frameset/start-tag-frame/pop", "the frame is popped at once")) {
            self.pop();
        }
        if self.step(clause!("in-frameset/start-tag-frame/acknowledge", "the self-closing flag is acknowledged")) {
            tag.acknowledge_self_closing();
        }
        Next::Done
    }

    fn in_frameset_eof(&mut self) -> Next {
        let is_root = self.current_node() == self.root_element();
        if !self.condition(clause!("in-frameset/eof/root", "an open frameset is an error"), is_root) {
            self.error(TreeError::EofInFrameset);
        }
        self.stop_parsing();
        Next::Done
    }

    fn in_frameset_anything_else(&mut self) -> Next {
        if !self.row(clause!("in-frameset/anything-else", "anything else is an error and ignored")) {
            return Next::Done;
        }
        self.ignore(TreeError::UnexpectedTokenInFrameset)
    }
}
