//! The "in head" insertion mode.

use crate::clauses::clause::clause;
use crate::clauses::error::TreeError;
use crate::clauses::insertion_mode::InsertionMode;
use crate::clauses::observer::Observer;
use crate::clauses::state::State;
use crate::clauses::token::{Tag, Token};
use crate::dom::Namespace;
use crate::name::Name;
use crate::parser::options::ScriptingMode;
use crate::parser::tree_builder::{Next, TreeBuilder, is_whitespace};

impl<O: Observer> TreeBuilder<O> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inhead>
    pub(in crate::parser::tree_builder) fn in_head(&mut self, token: Token<'_>) -> Next {
        match token {
            Token::Characters(text)
                if is_whitespace(text)
                    && self.text_row(clause!("in-head/whitespace", "white space is inserted"), text) =>
            {
                self.insert_characters(text);
                Next::Done
            }
            Token::Comment(data) if self.row(clause!("in-head/comment", "a comment is inserted")) => {
                self.insert_comment(data, None);
                Next::Done
            }
            Token::ProcessingInstruction { target, data }
                if self.row(clause!("in-head/processing-instruction", "a processing instruction is inserted")) =>
            {
                self.insert_processing_instruction(target, data, None);
                Next::Done
            }
            Token::Doctype(_) if self.row(clause!("in-head/doctype", "a DOCTYPE is an error and ignored")) => {
                self.ignore(TreeError::UnexpectedDoctype)
            }
            Token::StartTag(tag) => self.in_head_start_tag(tag),
            Token::EndTag(tag) => self.in_head_end_tag(tag),
            _ => self.in_head_anything_else(),
        }
    }

    fn in_head_start_tag(&mut self, tag: &Tag) -> Next {
        let scripting = self.options.scripting != ScriptingMode::Disabled;
        match tag.name {
            Name::HTML
                if self.tag_row(clause!("in-head/start-tag-html", "an html start tag goes by in body"), tag.name) =>
            {
                self.in_body(Token::StartTag(tag))
            }
            Name::BASE | Name::BASEFONT | Name::BGSOUND | Name::LINK
                if self.tag_row(
                    clause!("in-head/start-tag-void", "base, basefont, bgsound and link are inserted and closed"),
                    tag.name,
                ) =>
            {
                self.in_head_void_element(tag)
            }
            Name::META
                if self.tag_row(clause!("in-head/start-tag-meta", "a meta is inserted and closed"), tag.name) =>
            {
                self.in_head_start_tag_meta(tag)
            }
            Name::TITLE if self.tag_row(clause!("in-head/start-tag-title", "a title holds RCDATA"), tag.name) => {
                self.rcdata_element(tag)
            }
            Name::NOSCRIPT
                if scripting
                    && self.tag_row(
                        clause!(
                            "in-head/start-tag-noscript-scripting",
                            "a noscript holds raw text unless scripting is disabled"
                        ),
                        tag.name,
                    ) =>
            {
                self.raw_text_element(tag)
            }
            Name::NOFRAMES | Name::STYLE
                if self
                    .tag_row(clause!("in-head/start-tag-raw-text", "noframes and style hold raw text"), tag.name) =>
            {
                self.raw_text_element(tag)
            }
            Name::NOSCRIPT
                if !scripting
                    && self.tag_row(
                        clause!("in-head/start-tag-noscript", "a noscript is parsed when scripting is disabled"),
                        tag.name,
                    ) =>
            {
                if self.step(clause!("in-head/start-tag-noscript/insert", "the noscript is inserted")) {
                    self.insert_html_element(tag);
                }
                self.switch_mode(
                    clause!("in-head/start-tag-noscript/in-head-noscript", "the mode becomes in head noscript"),
                    InsertionMode::InHeadNoscript,
                );
                Next::Done
            }
            Name::SCRIPT
                if self.tag_row(clause!("in-head/start-tag-script", "a script holds script data"), tag.name) =>
            {
                self.in_head_start_tag_script(tag)
            }
            Name::TEMPLATE
                if self.tag_row(
                    clause!("in-head/start-tag-template", "a template opens contents of its own"),
                    tag.name,
                ) =>
            {
                self.in_head_start_tag_template(tag)
            }
            Name::HEAD
                if self.tag_row(
                    clause!("in-head/start-tag-head", "a second head start tag is an error and ignored"),
                    tag.name,
                ) =>
            {
                self.ignore(TreeError::UnexpectedHeadStartTag)
            }
            _ => self.in_head_anything_else(),
        }
    }

    fn in_head_end_tag(&mut self, tag: &Tag) -> Next {
        match tag.name {
            Name::HEAD if self.tag_row(clause!("in-head/end-tag-head", "a head end tag closes the head"), tag.name) => {
                if self.step(clause!("in-head/end-tag-head/pop", "the head element is popped")) {
                    self.pop();
                }
                self.switch_mode(
                    clause!("in-head/end-tag-head/after-head", "the mode becomes after head"),
                    InsertionMode::AfterHead,
                );
                Next::Done
            }
            Name::BODY | Name::HTML | Name::BR
                if self.tag_row(
                    clause!("in-head/end-tag-anything-else", "body, html and br end tags imply the head's end"),
                    tag.name,
                ) =>
            {
                self.in_head_anything_else()
            }
            Name::TEMPLATE
                if self.tag_row(
                    clause!("in-head/end-tag-template", "a template end tag closes the last template"),
                    tag.name,
                ) =>
            {
                self.in_head_end_tag_template()
            }
            _ if self.tag_row(clause!("in-head/end-tag", "any other end tag is an error and ignored"), tag.name) => {
                self.ignore(TreeError::UnexpectedEndTagInHead)
            }
            _ => self.in_head_anything_else(),
        }
    }

    fn in_head_anything_else(&mut self) -> Next {
        if !self.row(clause!("in-head/anything-else", "anything else implies the head's end")) {
            return Next::Done;
        }
        if self.step(clause!("in-head/anything-else/pop", "the head element is popped")) {
            self.pop();
        }
        self.switch_mode(
            clause!("in-head/anything-else/after-head", "the mode becomes after head"),
            InsertionMode::AfterHead,
        );
        self.reprocess(clause!("in-head/anything-else/reprocess", "the token is reprocessed"))
    }

    fn in_head_void_element(&mut self, tag: &Tag) -> Next {
        if self.step(clause!("in-head/start-tag-void/insert", "the void element is inserted")) {
            self.insert_html_element(tag);
        }
        if self.step(clause!("in-head/start-tag-void/pop", "the void element is popped at once")) {
            self.pop();
        }
        if self.step(clause!("in-head/start-tag-void/acknowledge", "the self-closing flag is acknowledged")) {
            tag.acknowledge_self_closing();
        }
        Next::Done
    }

    fn in_head_start_tag_meta(&mut self, tag: &Tag) -> Next {
        if self.step(clause!("in-head/start-tag-meta/insert", "the meta is inserted")) {
            self.insert_html_element(tag);
        }
        if self.step(clause!("in-head/start-tag-meta/pop", "the meta is popped at once")) {
            self.pop();
        }
        if self.step(clause!("in-head/start-tag-meta/acknowledge", "the self-closing flag is acknowledged")) {
            tag.acknowledge_self_closing();
        }
        self.heed_encoding_declaration(tag);
        Next::Done
    }

    /// Scripts are not run, so that what only concerns running them (parser document, force async, already started)
    /// has no place here.
    /// <https://html.spec.whatwg.org/multipage/parsing.html#scriptTag>
    fn in_head_start_tag_script(&mut self, tag: &Tag) -> Next {
        let location = self.appropriate_place(None);
        let element = self.create_element(tag, Namespace::Html);
        if self.step(clause!("in-head/start-tag-script/insert", "the script is inserted")) {
            self.insert_element_at(element, Some(location.parent));
        }
        if self.step(clause!("in-head/start-tag-script/push", "the script is put on the stack")) {
            self.push(element);
        }
        if self.step(clause!("in-head/start-tag-script/script-data", "the tokenizer goes to the script data state")) {
            self.switch_tokenizer(State::ScriptData);
        }
        if self.step(clause!("in-head/start-tag-script/original-mode", "the mode is kept for after the script")) {
            self.original_mode = self.mode;
        }
        self.switch_mode(clause!("in-head/start-tag-script/text", "the mode becomes text"), InsertionMode::Text);
        Next::Done
    }

    fn in_head_end_tag_template(&mut self) -> Next {
        let has_template = self.has_template_on_stack();
        if !self.condition(
            clause!("in-head/end-tag-template/on-stack", "there must be a template on the stack"),
            has_template,
        ) {
            return self.ignore(TreeError::TemplateEndTagWithoutTemplate);
        }
        if self
            .step(clause!("in-head/end-tag-template/implied-end-tags", "all implied end tags are generated thoroughly"))
        {
            self.generate_all_implied_end_tags_thoroughly();
        }
        let is_current = self.current_node_is(Name::TEMPLATE);
        if !self.condition(
            clause!("in-head/end-tag-template/current", "the template ought to be the current node"),
            is_current,
        ) {
            self.error(TreeError::UnclosedElementsAtTemplateEnd);
        }
        self.finish_content_patching();
        if self.step(clause!("in-head/end-tag-template/pop", "the stack is popped up to the template")) {
            self.pop_until(Name::TEMPLATE);
        }
        if self
            .step(clause!("in-head/end-tag-template/clear-formatting", "the formatting list is cleared to the marker"))
        {
            self.clear_formatting_to_marker();
        }
        if self.step(clause!("in-head/end-tag-template/pop-mode", "the template's insertion mode is popped")) {
            self.template_modes.pop();
        }
        if self.step(clause!("in-head/end-tag-template/reset", "the insertion mode is reset")) {
            self.reset_insertion_mode();
        }
        Next::Done
    }
}
