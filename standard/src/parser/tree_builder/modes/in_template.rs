//! The "in template" insertion mode.

use crate::clauses::change::Change;
use crate::clauses::clause::{Clause, clause};
use crate::clauses::error::TreeError;
use crate::clauses::insertion_mode::InsertionMode;
use crate::clauses::observer::Observer;
use crate::clauses::token::{Tag, Token};
use crate::name::Name;
use crate::parser::tree_builder::{Next, TreeBuilder};

/// The steps that give a template another insertion mode and have the token reprocessed.
struct NewMode {
    mode: InsertionMode,
    pop: Clause,
    push: Clause,
    switch: Clause,
    reprocess: Clause,
}

impl<O: Observer> TreeBuilder<O> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-intemplate>
    pub(in crate::parser::tree_builder) fn in_template(&mut self, token: Token<'_>) -> Next {
        match token {
            Token::Characters(text)
                if self.text_row(clause!("in-template/characters", "characters go by in body"), text) =>
            {
                self.in_body(token)
            }
            Token::Comment(_) if self.row(clause!("in-template/comment", "a comment goes by in body")) => {
                self.in_body(token)
            }
            Token::ProcessingInstruction { .. }
                if self.edition.has(Change::PiInNoscriptTemplate2026)
                    && self.row(clause!(
                        "in-template/processing-instruction",
                        "a processing instruction goes by in body"
                    )) =>
            {
                self.in_body(token)
            }
            Token::Doctype(_) if self.row(clause!("in-template/doctype", "a DOCTYPE goes by in body")) => {
                self.in_body(token)
            }
            Token::StartTag(tag) => self.in_template_start_tag(tag),
            Token::EndTag(tag) => match tag.name {
                Name::TEMPLATE
                    if self.tag_row(
                        clause!("in-template/end-tag-template", "a template end tag goes by in head"),
                        tag.name,
                    ) =>
                {
                    self.in_head(token)
                }
                _ => {
                    if !self
                        .tag_row(clause!("in-template/end-tag", "any other end tag is an error and ignored"), tag.name)
                    {
                        return Next::Done;
                    }
                    self.ignore(TreeError::UnexpectedEndTagInTemplate)
                }
            },
            Token::EndOfFile if self.row(clause!("in-template/eof", "the end of the file closes the template")) => {
                self.in_template_eof()
            }
            // Only a mutant comes here, and a processing instruction of which the text had forgotten to speak.
            _ => Next::Done,
        }
    }

    fn in_template_start_tag(&mut self, tag: &Tag) -> Next {
        match tag.name {
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
                    clause!("in-template/start-tag-in-head", "what belongs in a head goes by in head"),
                    tag.name,
                ) =>
            {
                self.in_head(Token::StartTag(tag))
            }
            Name::CAPTION | Name::COLGROUP | Name::TBODY | Name::TFOOT | Name::THEAD
                if self.tag_row(
                    clause!(
                        "in-template/start-tag-in-table",
                        "caption, colgroup, tbody, tfoot and thead imply in table"
                    ),
                    tag.name,
                ) =>
            {
                self.change_template_mode(&NewMode {
                    mode: InsertionMode::InTable,
                    pop: clause!("in-template/start-tag-in-table/pop-mode", "the template's mode is popped"),
                    push: clause!(
                        "in-template/start-tag-in-table/push-mode",
                        "in table is pushed as the template's mode"
                    ),
                    switch: clause!("in-template/start-tag-in-table/in-table", "the mode becomes in table"),
                    reprocess: clause!("in-template/start-tag-in-table/reprocess", "the token is reprocessed"),
                })
            }
            Name::COL
                if self.tag_row(clause!("in-template/start-tag-col", "col implies in column group"), tag.name) =>
            {
                self.change_template_mode(&NewMode {
                    mode: InsertionMode::InColumnGroup,
                    pop: clause!("in-template/start-tag-col/pop-mode", "the template's mode is popped"),
                    push: clause!(
                        "in-template/start-tag-col/push-mode",
                        "in column group is pushed as the template's mode"
                    ),
                    switch: clause!("in-template/start-tag-col/in-column-group", "the mode becomes in column group"),
                    reprocess: clause!("in-template/start-tag-col/reprocess", "the token is reprocessed"),
                })
            }
            Name::TR if self.tag_row(clause!("in-template/start-tag-tr", "tr implies in table body"), tag.name) => self
                .change_template_mode(&NewMode {
                    mode: InsertionMode::InTableBody,
                    pop: clause!("in-template/start-tag-tr/pop-mode", "the template's mode is popped"),
                    push: clause!(
                        "in-template/start-tag-tr/push-mode",
                        "in table body is pushed as the template's mode"
                    ),
                    switch: clause!("in-template/start-tag-tr/in-table-body", "the mode becomes in table body"),
                    reprocess: clause!("in-template/start-tag-tr/reprocess", "the token is reprocessed"),
                }),
            Name::TD | Name::TH
                if self.tag_row(clause!("in-template/start-tag-cell", "td and th imply in row"), tag.name) =>
            {
                self.change_template_mode(&NewMode {
                    mode: InsertionMode::InRow,
                    pop: clause!("in-template/start-tag-cell/pop-mode", "the template's mode is popped"),
                    push: clause!("in-template/start-tag-cell/push-mode", "in row is pushed as the template's mode"),
                    switch: clause!("in-template/start-tag-cell/in-row", "the mode becomes in row"),
                    reprocess: clause!("in-template/start-tag-cell/reprocess", "the token is reprocessed"),
                })
            }
            _ => {
                if !self.tag_row(clause!("in-template/start-tag", "any other start tag implies in body"), tag.name) {
                    return Next::Done;
                }
                self.change_template_mode(&NewMode {
                    mode: InsertionMode::InBody,
                    pop: clause!("in-template/start-tag/pop-mode", "the template's mode is popped"),
                    push: clause!("in-template/start-tag/push-mode", "in body is pushed as the template's mode"),
                    switch: clause!("in-template/start-tag/in-body", "the mode becomes in body"),
                    reprocess: clause!("in-template/start-tag/reprocess", "the token is reprocessed"),
                })
            }
        }
    }

    fn change_template_mode(&mut self, new: &NewMode) -> Next {
        if self.step(new.pop) {
            self.template_modes.pop();
        }
        if self.step(new.push) {
            self.template_modes.push(new.mode);
        }
        self.switch_mode(new.switch, new.mode);
        self.reprocess(new.reprocess)
    }

    fn in_template_eof(&mut self) -> Next {
        let has_template = self.has_template_on_stack();
        if !self.condition(
            clause!("in-template/eof/on-stack", "without a template on the stack parsing stops"),
            has_template,
        ) {
            self.stop_parsing();
            return Next::Done;
        }
        self.error(TreeError::EofInTemplate);
        if self.step(clause!("in-template/eof/pop", "the stack is popped up to the template")) {
            self.pop_until(Name::TEMPLATE);
        }
        if self.step(clause!("in-template/eof/clear-formatting", "the formatting list is cleared to the marker")) {
            self.clear_formatting_to_marker();
        }
        if self.step(clause!("in-template/eof/pop-mode", "the template's insertion mode is popped")) {
            self.template_modes.pop();
        }
        if self.step(clause!("in-template/eof/reset", "the insertion mode is reset")) {
            self.reset_insertion_mode();
        }
        self.reprocess(clause!("in-template/eof/reprocess", "the end of the file is reprocessed"))
    }
}
