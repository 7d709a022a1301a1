//! The rows of start tags, and the short ones themselves.

use crate::clauses::change::Change;
use crate::clauses::clause::{Clause, clause};
use crate::clauses::error::TreeError;
use crate::clauses::insertion_mode::InsertionMode;
use crate::clauses::observer::Observer;
use crate::clauses::state::State;
use crate::clauses::token::{Tag, Token};
use crate::dom::Namespace;
use crate::name::Name;
use crate::parser::options::ScriptingMode;
use crate::parser::tree_builder::{Next, TreeBuilder};

impl<O: Observer> TreeBuilder<O> {
    pub(super) fn in_body_start_tag(&mut self, tag: &Tag) -> Next {
        match tag.name {
            Name::HTML
                if self.tag_row(
                    clause!(
                        "in-body/start-tag-html",
                        "an html start tag is an error and adds its attributes to the root"
                    ),
                    tag.name,
                ) =>
            {
                self.in_body_start_tag_html(tag)
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
                    clause!("in-body/start-tag-in-head", "what belongs in the head goes by in head"),
                    tag.name,
                ) =>
            {
                self.in_head(Token::StartTag(tag))
            }
            Name::BODY
                if self.tag_row(
                    clause!(
                        "in-body/start-tag-body",
                        "a body start tag is an error and adds its attributes to the body"
                    ),
                    tag.name,
                ) =>
            {
                self.in_body_start_tag_body(tag)
            }
            Name::FRAMESET
                if self.tag_row(
                    clause!("in-body/start-tag-frameset", "a frameset start tag is an error and can replace the body"),
                    tag.name,
                ) =>
            {
                self.in_body_start_tag_frameset(tag)
            }
            Name::SEARCH if !self.edition.has(Change::SearchElement2023) => self.in_body_any_other_start_tag(tag),
            Name::ADDRESS
            | Name::ARTICLE
            | Name::ASIDE
            | Name::BLOCKQUOTE
            | Name::CENTER
            | Name::DETAILS
            | Name::DIALOG
            | Name::DIR
            | Name::DIV
            | Name::DL
            | Name::FIELDSET
            | Name::FIGCAPTION
            | Name::FIGURE
            | Name::FOOTER
            | Name::HEADER
            | Name::HGROUP
            | Name::MAIN
            | Name::MENU
            | Name::NAV
            | Name::OL
            | Name::P
            | Name::SEARCH
            | Name::SECTION
            | Name::SUMMARY
            | Name::UL
                if self.tag_row(clause!("in-body/start-tag-block", "the start tags of ordinary blocks"), tag.name) =>
            {
                self.in_body_start_tag_block(tag)
            }
            Name::H1 | Name::H2 | Name::H3 | Name::H4 | Name::H5 | Name::H6
                if self
                    .tag_row(clause!("in-body/start-tag-heading", "h1 to h6 start tags close a heading"), tag.name) =>
            {
                self.in_body_start_tag_heading(tag)
            }
            Name::PRE | Name::LISTING
                if self.tag_row(
                    clause!("in-body/start-tag-pre", "pre and listing start tags drop a line feed"),
                    tag.name,
                ) =>
            {
                self.in_body_start_tag_pre(tag)
            }
            Name::FORM
                if self.tag_row(
                    clause!("in-body/start-tag-form", "a form start tag sets the form element pointer"),
                    tag.name,
                ) =>
            {
                self.in_body_start_tag_form(tag)
            }
            Name::LI if self.tag_row(clause!("in-body/start-tag-li", "an li start tag closes an li"), tag.name) => {
                self.in_body_start_tag_li(tag)
            }
            Name::DD | Name::DT
                if self
                    .tag_row(clause!("in-body/start-tag-dd-dt", "dd and dt start tags close a dd or dt"), tag.name) =>
            {
                self.in_body_start_tag_dd_dt(tag)
            }
            Name::PLAINTEXT
                if self.tag_row(
                    clause!("in-body/start-tag-plaintext", "a plaintext start tag ends all markup"),
                    tag.name,
                ) =>
            {
                self.in_body_start_tag_plaintext(tag)
            }
            Name::BUTTON
                if self
                    .tag_row(clause!("in-body/start-tag-button", "a button start tag closes a button"), tag.name) =>
            {
                self.in_body_start_tag_button(tag)
            }
            Name::A if self.tag_row(clause!("in-body/start-tag-a", "an a start tag closes an active a"), tag.name) => {
                self.in_body_start_tag_a(tag)
            }
            Name::B
            | Name::BIG
            | Name::CODE
            | Name::EM
            | Name::FONT
            | Name::I
            | Name::S
            | Name::SMALL
            | Name::STRIKE
            | Name::STRONG
            | Name::TT
            | Name::U
                if self.tag_row(
                    clause!("in-body/start-tag-formatting", "the start tags of ordinary formatting elements"),
                    tag.name,
                ) =>
            {
                self.in_body_start_tag_formatting(tag)
            }
            Name::NOBR
                if self.tag_row(clause!("in-body/start-tag-nobr", "a nobr start tag closes a nobr"), tag.name) =>
            {
                self.in_body_start_tag_nobr(tag)
            }
            Name::APPLET | Name::MARQUEE | Name::OBJECT
                if self.tag_row(
                    clause!("in-body/start-tag-applet", "applet, marquee and object keep formatting elements out"),
                    tag.name,
                ) =>
            {
                self.in_body_start_tag_applet(tag)
            }
            Name::TABLE
                if self.tag_row(clause!("in-body/start-tag-table", "a table start tag opens a table"), tag.name) =>
            {
                self.in_body_start_tag_table(tag)
            }
            Name::KEYGEN if self.keygen_or_textarea_is_ignored() => Next::Done,
            Name::AREA | Name::BR | Name::EMBED | Name::IMG | Name::KEYGEN | Name::WBR
                if self.tag_row(
                    clause!("in-body/start-tag-void", "area, br, embed, img, keygen and wbr are void"),
                    tag.name,
                ) =>
            {
                self.in_body_start_tag_void(tag)
            }
            Name::INPUT
                if self.tag_row(
                    clause!("in-body/start-tag-input", "input is void; a hidden one leaves a frameset ok"),
                    tag.name,
                ) =>
            {
                self.in_body_start_tag_input(tag)
            }
            Name::PARAM | Name::SOURCE | Name::TRACK
                if self.tag_row(
                    clause!("in-body/start-tag-param", "param, source and track are void and reconstruct nothing"),
                    tag.name,
                ) =>
            {
                self.in_body_start_tag_param(tag)
            }
            Name::HR if self.tag_row(clause!("in-body/start-tag-hr", "hr is void and closes a p"), tag.name) => {
                self.in_body_start_tag_hr(tag)
            }
            Name::IMAGE
                if self.tag_row(
                    clause!("in-body/start-tag-image", "an image start tag is an error and becomes img"),
                    tag.name,
                ) =>
            {
                self.error(TreeError::ImageStartTag);
                Next::ReprocessAs(Name::IMG)
            }
            Name::TEXTAREA
                if self.tag_row(
                    clause!("in-body/start-tag-textarea", "a textarea holds RCDATA and drops a line feed"),
                    tag.name,
                ) =>
            {
                self.in_body_start_tag_textarea(tag)
            }
            Name::XMP if self.tag_row(clause!("in-body/start-tag-xmp", "an xmp holds raw text"), tag.name) => {
                self.in_body_start_tag_xmp(tag)
            }
            Name::IFRAME if self.tag_row(clause!("in-body/start-tag-iframe", "an iframe holds raw text"), tag.name) => {
                if self.step(clause!("in-body/start-tag-iframe/frameset-ok", "a frameset is no longer ok")) {
                    self.frameset_ok = false;
                }
                self.raw_text_element(tag)
            }
            Name::NOEMBED
                if self.tag_row(clause!("in-body/start-tag-noembed", "a noembed holds raw text"), tag.name) =>
            {
                self.raw_text_element(tag)
            }
            Name::NOSCRIPT
                if self.options.scripting != ScriptingMode::Disabled
                    && self.tag_row(
                        clause!("in-body/start-tag-noscript", "a noscript holds raw text unless scripting is disabled"),
                        tag.name,
                    ) =>
            {
                self.raw_text_element(tag)
            }
            Name::SELECT
                if self.tag_row(
                    clause!("in-body/start-tag-select", "a select start tag opens or closes a select"),
                    tag.name,
                ) =>
            {
                self.in_body_start_tag_select(tag)
            }
            Name::OPTION
                if self
                    .tag_row(clause!("in-body/start-tag-option", "an option start tag closes an option"), tag.name) =>
            {
                self.in_body_start_tag_option(tag)
            }
            Name::OPTGROUP
                if self.tag_row(
                    clause!("in-body/start-tag-optgroup", "an optgroup start tag closes an option or optgroup"),
                    tag.name,
                ) =>
            {
                self.in_body_start_tag_optgroup(tag)
            }
            Name::RB | Name::RTC
                if self.tag_row(
                    clause!("in-body/start-tag-rb", "rb and rtc start tags close parts of a ruby"),
                    tag.name,
                ) =>
            {
                self.in_body_start_tag_rb(tag)
            }
            Name::RP | Name::RT
                if self.tag_row(
                    clause!("in-body/start-tag-rp", "rp and rt start tags close parts of a ruby, but not an rtc"),
                    tag.name,
                ) =>
            {
                self.in_body_start_tag_rp(tag)
            }
            Name::MATH
                if self.tag_row(clause!("in-body/start-tag-math", "a math start tag opens MathML"), tag.name) =>
            {
                self.in_body_start_tag_foreign(tag, Namespace::MathMl)
            }
            Name::SVG if self.tag_row(clause!("in-body/start-tag-svg", "an svg start tag opens SVG"), tag.name) => {
                self.in_body_start_tag_foreign(tag, Namespace::Svg)
            }
            Name::CAPTION
            | Name::COL
            | Name::COLGROUP
            | Name::FRAME
            | Name::HEAD
            | Name::TBODY
            | Name::TD
            | Name::TFOOT
            | Name::TH
            | Name::THEAD
            | Name::TR
                if self.tag_row(
                    clause!(
                        "in-body/start-tag-ignored",
                        "the start tags of a table's parts, frame and head are errors and ignored"
                    ),
                    tag.name,
                ) =>
            {
                self.ignore(TreeError::UnexpectedStartTagInBody)
            }
            _ => self.in_body_any_other_start_tag(tag),
        }
    }

    fn in_body_any_other_start_tag(&mut self, tag: &Tag) -> Next {
        if !self.tag_row(clause!("in-body/start-tag", "any other start tag opens an ordinary element"), tag.name) {
            return Next::Done;
        }
        if self.step(clause!("in-body/start-tag/reconstruct", "the active formatting elements are reconstructed")) {
            self.reconstruct_formatting();
        }
        if self.step(clause!("in-body/start-tag/insert", "the element is inserted")) {
            self.insert_html_element(tag);
        }
        Next::Done
    }

    /// The step that makes a frameset no longer ok.
    #[inline]
    pub(super) fn frameset_not_ok(&mut self, clause: Clause) {
        if self.step(clause) {
            self.frameset_ok = false;
        }
    }

    fn in_body_start_tag_applet(&mut self, tag: &Tag) -> Next {
        if self
            .step(clause!("in-body/start-tag-applet/reconstruct", "the active formatting elements are reconstructed"))
        {
            self.reconstruct_formatting();
        }
        if self.step(clause!("in-body/start-tag-applet/insert", "the element is inserted")) {
            self.insert_html_element(tag);
        }
        if self.step(clause!("in-body/start-tag-applet/marker", "a marker is put on the formatting list")) {
            self.push_marker();
        }
        self.frameset_not_ok(clause!("in-body/start-tag-applet/frameset-ok", "a frameset is no longer ok"));
        Next::Done
    }

    fn in_body_start_tag_table(&mut self, tag: &Tag) -> Next {
        let quirks = self.document.quirks_mode == crate::dom::QuirksMode::Quirks;
        if !self
            .condition(clause!("in-body/start-tag-table/quirks", "in quirks mode a table does not close a p"), quirks)
        {
            self.close_p(clause!("in-body/start-tag-table/close-p", "a p in button scope is closed"));
        }
        if self.step(clause!("in-body/start-tag-table/insert", "the table is inserted")) {
            self.insert_html_element(tag);
        }
        self.frameset_not_ok(clause!("in-body/start-tag-table/frameset-ok", "a frameset is no longer ok"));
        self.switch_mode(
            clause!("in-body/start-tag-table/in-table", "the mode becomes in table"),
            InsertionMode::InTable,
        );
        Next::Done
    }

    pub(super) fn in_body_start_tag_void(&mut self, tag: &Tag) -> Next {
        if self.step(clause!("in-body/start-tag-void/reconstruct", "the active formatting elements are reconstructed"))
        {
            self.reconstruct_formatting();
        }
        if self.step(clause!("in-body/start-tag-void/insert", "the element is inserted")) {
            self.insert_html_element(tag);
        }
        if self.step(clause!("in-body/start-tag-void/pop", "the element is popped at once")) {
            self.pop();
        }
        if self.step(clause!("in-body/start-tag-void/acknowledge", "the self-closing flag is acknowledged")) {
            tag.acknowledge_self_closing();
        }
        self.frameset_not_ok(clause!("in-body/start-tag-void/frameset-ok", "a frameset is no longer ok"));
        Next::Done
    }

    fn in_body_start_tag_input(&mut self, tag: &Tag) -> Next {
        if self.edition.has(Change::RelaxedSelect2025) && self.input_closes_select() {
            return Next::Done;
        }
        if self.step(clause!("in-body/start-tag-input/reconstruct", "the active formatting elements are reconstructed"))
        {
            self.reconstruct_formatting();
        }
        if self.step(clause!("in-body/start-tag-input/insert", "the input is inserted")) {
            self.insert_html_element(tag);
        }
        if self.step(clause!("in-body/start-tag-input/pop", "the input is popped at once")) {
            self.pop();
        }
        if self.step(clause!("in-body/start-tag-input/acknowledge", "the self-closing flag is acknowledged")) {
            tag.acknowledge_self_closing();
        }
        let hidden = tag.attribute(Name::TYPE).is_some_and(|value| value.eq_ignore_ascii_case(b"hidden"));
        if !self
            .condition(clause!("in-body/start-tag-input/hidden", "after a hidden input a frameset is still ok"), hidden)
        {
            self.frameset_ok = false;
        }
        Next::Done
    }

    fn in_body_start_tag_param(&mut self, tag: &Tag) -> Next {
        if self.step(clause!("in-body/start-tag-param/insert", "the element is inserted")) {
            self.insert_html_element(tag);
        }
        if self.step(clause!("in-body/start-tag-param/pop", "the element is popped at once")) {
            self.pop();
        }
        if self.step(clause!("in-body/start-tag-param/acknowledge", "the self-closing flag is acknowledged")) {
            tag.acknowledge_self_closing();
        }
        Next::Done
    }

    fn in_body_start_tag_hr(&mut self, tag: &Tag) -> Next {
        self.close_p(clause!("in-body/start-tag-hr/close-p", "a p in button scope is closed"));
        if self.edition.has(Change::RelaxedSelect2025) {
            self.hr_in_select();
        }
        if self.step(clause!("in-body/start-tag-hr/insert", "the hr is inserted")) {
            self.insert_html_element(tag);
        }
        if self.step(clause!("in-body/start-tag-hr/pop", "the hr is popped at once")) {
            self.pop();
        }
        if self.step(clause!("in-body/start-tag-hr/acknowledge", "the self-closing flag is acknowledged")) {
            tag.acknowledge_self_closing();
        }
        self.frameset_not_ok(clause!("in-body/start-tag-hr/frameset-ok", "a frameset is no longer ok"));
        Next::Done
    }

    fn in_body_start_tag_textarea(&mut self, tag: &Tag) -> Next {
        if self.keygen_or_textarea_is_ignored() {
            return Next::Done;
        }
        if self.step(clause!("in-body/start-tag-textarea/insert", "the textarea is inserted")) {
            self.insert_html_element(tag);
        }
        if self.step(clause!("in-body/start-tag-textarea/line-feed", "a line feed that comes next is ignored")) {
            self.ignore_line_feed = true;
        }
        if self.step(clause!("in-body/start-tag-textarea/rcdata", "the tokenizer goes to the RCDATA state")) {
            self.switch_tokenizer(State::Rcdata);
        }
        if self.step(clause!("in-body/start-tag-textarea/original-mode", "the mode is kept for after the text")) {
            self.original_mode = self.mode;
        }
        self.frameset_not_ok(clause!("in-body/start-tag-textarea/frameset-ok", "a frameset is no longer ok"));
        self.switch_mode(clause!("in-body/start-tag-textarea/text", "the mode becomes text"), InsertionMode::Text);
        Next::Done
    }

    fn in_body_start_tag_xmp(&mut self, tag: &Tag) -> Next {
        self.close_p(clause!("in-body/start-tag-xmp/close-p", "a p in button scope is closed"));
        if self.step(clause!("in-body/start-tag-xmp/reconstruct", "the active formatting elements are reconstructed")) {
            self.reconstruct_formatting();
        }
        self.frameset_not_ok(clause!("in-body/start-tag-xmp/frameset-ok", "a frameset is no longer ok"));
        self.raw_text_element(tag)
    }

    fn in_body_start_tag_rb(&mut self, tag: &Tag) -> Next {
        let in_ruby = self.has_in_scope(Name::RUBY);
        if self.condition(clause!("in-body/start-tag-rb/ruby", "in a ruby implied end tags are generated"), in_ruby) {
            self.generate_implied_end_tags(None);
        }
        let is_current = self.current_node_is(Name::RUBY);
        if !self
            .condition(clause!("in-body/start-tag-rb/current", "the ruby ought to be the current node now"), is_current)
        {
            self.error(TreeError::MisplacedRubyPart);
        }
        if self.step(clause!("in-body/start-tag-rb/insert", "the element is inserted")) {
            self.insert_html_element(tag);
        }
        Next::Done
    }

    fn in_body_start_tag_rp(&mut self, tag: &Tag) -> Next {
        let in_ruby = self.has_in_scope(Name::RUBY);
        if self.condition(
            clause!("in-body/start-tag-rp/ruby", "in a ruby implied end tags are generated, but for rtc"),
            in_ruby,
        ) {
            self.generate_implied_end_tags(Some(Name::RTC));
        }
        let is_current = self.current_node_is(Name::RTC) || self.current_node_is(Name::RUBY);
        if !self.condition(
            clause!("in-body/start-tag-rp/current", "an rtc or ruby ought to be the current node now"),
            is_current,
        ) {
            self.error(TreeError::MisplacedRubyPart);
        }
        if self.step(clause!("in-body/start-tag-rp/insert", "the element is inserted")) {
            self.insert_html_element(tag);
        }
        Next::Done
    }

    fn in_body_start_tag_foreign(&mut self, tag: &Tag, namespace: Namespace) -> Next {
        if self.select_ignores_foreign() {
            return self.ignore(TreeError::UnexpectedTagInSelect);
        }
        if self
            .step(clause!("in-body/start-tag-foreign/reconstruct", "the active formatting elements are reconstructed"))
        {
            self.reconstruct_formatting();
        }
        if self.step(clause!("in-body/start-tag-foreign/insert", "the element is inserted, its attributes adjusted")) {
            self.insert_adjusted_element(tag, namespace);
        }
        if self.condition(
            clause!("in-body/start-tag-foreign/self-closing", "a self-closing element is popped at once"),
            tag.self_closing,
        ) {
            self.pop();
            tag.acknowledge_self_closing();
        }
        Next::Done
    }
}
