//! The "initial" insertion mode.

use super::quirks::{self, Row};
use crate::clauses::clause::clause;
use crate::clauses::error::TreeError;
use crate::clauses::insertion_mode::InsertionMode;
use crate::clauses::observer::Observer;
use crate::clauses::token::{Doctype, Token};
use crate::dom::{NodeId, QuirksMode};
use crate::parser::tree_builder::{Next, TreeBuilder, is_whitespace};

impl<O: Observer> TreeBuilder<O> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#the-initial-insertion-mode>
    pub(in crate::parser::tree_builder) fn initial(&mut self, token: Token<'_>) -> Next {
        match token {
            Token::Characters(text)
                if is_whitespace(text)
                    && self.text_row(clause!("initial/whitespace", "white space is ignored"), text) =>
            {
                Next::Done
            }
            Token::Comment(data) if self.row(clause!("initial/comment", "a comment goes to the document")) => {
                self.insert_comment(data, Some(NodeId::DOCUMENT));
                Next::Done
            }
            Token::ProcessingInstruction { target, data }
                if self.row(clause!(
                    "initial/processing-instruction",
                    "a processing instruction goes to the document"
                )) =>
            {
                self.insert_processing_instruction(target, data, Some(NodeId::DOCUMENT));
                Next::Done
            }
            Token::Doctype(doctype)
                if self.row(clause!("initial/doctype", "a DOCTYPE becomes a node and decides the mode")) =>
            {
                self.initial_doctype(doctype)
            }
            _ => {
                if !self.row(clause!("initial/anything-else", "without a DOCTYPE the document is in quirks mode")) {
                    return Next::Done;
                }
                self.initial_anything_else()
            }
        }
    }

    fn initial_doctype(&mut self, doctype: &Doctype) -> Next {
        if self.is_nonconforming(doctype) {
            self.error(TreeError::NonconformingDoctype);
        }
        if self.step(clause!("initial/doctype/append", "the doctype node is appended to the document")) {
            self.append_doctype(doctype);
        }
        if self.may_set_document_mode() {
            if self.sets_quirks(doctype) {
                self.document.quirks_mode = QuirksMode::Quirks;
            } else if self.any_row_holds(quirks::LIMITED_QUIRKS, doctype) {
                self.document.quirks_mode = QuirksMode::LimitedQuirks;
            }
        }
        self.switch_mode(
            clause!("initial/doctype/before-html", "the mode becomes before html"),
            InsertionMode::BeforeHtml,
        );
        Next::Done
    }

    fn initial_anything_else(&mut self) -> Next {
        let srcdoc = self.options.iframe_srcdoc;
        if !self.condition(clause!("initial/anything-else/srcdoc", "an srcdoc document needs no DOCTYPE"), srcdoc) {
            self.error(TreeError::ExpectedDoctype);
            let fixed = self.options.parser_cannot_change_mode;
            if !self.condition(
                clause!("initial/anything-else/mode-fixed", "the parser may be forbidden to change the mode"),
                fixed,
            ) {
                self.document.quirks_mode = QuirksMode::Quirks;
            }
        }
        self.switch_mode(
            clause!("initial/anything-else/before-html", "the mode becomes before html"),
            InsertionMode::BeforeHtml,
        );
        self.reprocess(clause!("initial/anything-else/reprocess", "the token is reprocessed"))
    }

    /// Whether the token differs from the DOCTYPEs that are no error.
    fn is_nonconforming(&mut self, doctype: &Doctype) -> bool {
        let name = doctype.name.as_deref() != Some(b"html");
        let public = doctype.public_id.is_some();
        let system = doctype.system_id.as_deref().is_some_and(|system| system != b"about:legacy-compat");
        self.condition(clause!("initial/doctype/error-name", "a name other than html is an error"), name)
            || self.condition(clause!("initial/doctype/error-public", "a public identifier is an error"), public)
            || self.condition(
                clause!("initial/doctype/error-system", "a system identifier but about:legacy-compat is an error"),
                system,
            )
    }

    /// Appends the doctype node, empty strings in the place of what is missing.
    fn append_doctype(&mut self, doctype: &Doctype) {
        let taken = self.document.has_doctype_or_element();
        if self.condition(
            clause!("initial/doctype/document-taken", "a document with a doctype or element gets no doctype"),
            taken,
        ) {
            return;
        }
        let node = self.document.create_doctype(
            doctype.name.as_deref().unwrap_or_default(),
            doctype.public_id.as_deref().unwrap_or_default(),
            doctype.system_id.as_deref().unwrap_or_default(),
        );
        self.append(NodeId::DOCUMENT, node);
    }

    fn may_set_document_mode(&mut self) -> bool {
        let (srcdoc, fixed) = (self.options.iframe_srcdoc, self.options.parser_cannot_change_mode);
        !self.condition(clause!("initial/doctype/srcdoc", "the DOCTYPE of an srcdoc document sets no mode"), srcdoc)
            && !self.condition(
                clause!("initial/doctype/mode-fixed", "a DOCTYPE sets no mode where the parser may not"),
                fixed,
            )
    }

    fn sets_quirks(&mut self, doctype: &Doctype) -> bool {
        let other_name = doctype.name.as_deref() != Some(b"html");
        self.condition(
            clause!("initial/quirks/force-quirks", "quirks: the force-quirks flag is on"),
            doctype.force_quirks,
        ) || self.condition(clause!("initial/quirks/name", "quirks: the name is not html"), other_name)
            || self.any_row_holds(quirks::QUIRKS, doctype)
    }

    fn any_row_holds(&mut self, rows: &[Row], doctype: &Doctype) -> bool {
        if !O::sees_all() && doctype.public_id.is_none() && doctype.system_id.is_none() {
            return false;
        }
        let edition = self.edition;
        rows.iter().any(|row| self.condition(row.clause, row.holds(doctype, edition)))
    }
}
