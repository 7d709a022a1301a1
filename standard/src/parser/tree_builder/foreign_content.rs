//! The rules for parsing tokens in foreign content.
//!
//! <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inforeign>

use super::{Next, TreeBuilder, is_all_whitespace};
use crate::clauses::change::Change;
use crate::clauses::clause::clause;
use crate::clauses::error::TreeError;
use crate::clauses::list::{List, ListSet, adjustments};
use crate::clauses::observer::Observer;
use crate::clauses::token::{Tag, Token};
use crate::dom::{AttributeNamespace, ElementName, Namespace};
use crate::name::Name;

impl<O: Observer> TreeBuilder<O> {
    /// Processes a token by the rules for foreign content.
    pub(super) fn in_foreign_content_rules(&mut self, token: Token<'_>) -> Next {
        match token {
            Token::Characters(text) => self.foreign_characters(text),
            Token::Comment(data) if self.row(clause!("foreign-content/comment", "a comment is inserted")) => {
                self.insert_comment(data, None);
                Next::Done
            }
            Token::ProcessingInstruction { target, data }
                if self
                    .row(clause!("foreign-content/processing-instruction", "a processing instruction is inserted")) =>
            {
                self.insert_processing_instruction(target, data, None);
                Next::Done
            }
            Token::Doctype(_) if self.row(clause!("foreign-content/doctype", "a DOCTYPE is an error and ignored")) => {
                self.ignore(TreeError::UnexpectedDoctype)
            }
            Token::StartTag(tag) => self.foreign_start_tag(token, tag),
            Token::EndTag(tag) => self.foreign_end_tag(token, tag),
            _ => Next::Done,
        }
    }

    fn foreign_characters(&mut self, text: &[u8]) -> Next {
        let mut offset = 0;
        for run in text.chunk_by(|left, right| (*left == 0) == (*right == 0)) {
            match run {
                [0, ..]
                    if self.text_row(clause!("foreign-content/null", "U+0000 is an error and becomes U+FFFD"), run) =>
                {
                    for index in 0..run.len() {
                        self.error_at(TreeError::NullCharacterInForeignContent, offset + index);
                        self.insert_characters("\u{FFFD}".as_bytes());
                    }
                }
                _ if is_all_whitespace(run)
                    && self.text_row(clause!("foreign-content/whitespace", "white space is inserted"), run) =>
                {
                    self.insert_characters(run);
                }
                _ if self.text_row(
                    clause!("foreign-content/characters", "other characters are inserted, and no frameset is ok"),
                    run,
                ) =>
                {
                    self.insert_characters(run);
                    if self.step(clause!("foreign-content/characters/frameset-ok", "a frameset is no longer ok")) {
                        self.frameset_ok = false;
                    }
                }
                _ => {}
            }
            offset += run.len();
        }
        Next::Done
    }

    fn foreign_start_tag(&mut self, token: Token<'_>, tag: &Tag) -> Next {
        let breaks_out = self.on_list(List::ForeignBreakout, ElementName::html(tag.name));
        let html_font = tag.name == Name::FONT
            && (tag.attribute(Name::COLOR).is_some()
                || tag.attribute(Name::FACE).is_some()
                || tag.attribute(Name::SIZE).is_some());
        if breaks_out
            && self.tag_row(
                clause!("foreign-content/start-tag-break-out", "HTML's own start tags end foreign content"),
                tag.name,
            )
            || html_font
                && self.tag_row(
                    clause!("foreign-content/start-tag-font", "a font with color, face or size ends foreign content"),
                    tag.name,
                )
        {
            if !self.edition.has(Change::BreakoutInFragment2021) && self.stays_in_fragment() {
                self.error(TreeError::HtmlStartTagInForeignContent);
                return self.foreign_any_other_start_tag(tag);
            }
            return self.break_out(token, TreeError::HtmlStartTagInForeignContent);
        }
        if self.tag_row(clause!("foreign-content/start-tag", "any other start tag opens a foreign element"), tag.name) {
            return self.foreign_any_other_start_tag(tag);
        }
        Next::Done
    }

    /// Whether the tags that end foreign content did not in a fragment, before [`Change::BreakoutInFragment2021`].
    fn stays_in_fragment(&mut self) -> bool {
        let is_fragment = self.is_fragment();
        self.condition(
            clause!(
                "foreign-content/break-out/fragment-until-2021",
                "before 2021, foreign content did not end in a fragment"
            ),
            is_fragment,
        )
    }

    /// Leaves foreign content: back to where HTML can stand.
    fn break_out(&mut self, token: Token<'_>, error: TreeError) -> Next {
        self.error(error);
        while let Some(current) = self.stack.current().copied() {
            let is_point = self.on_list(List::MathMlTextIntegrationPoint, current.name)
                || self.on_list(List::HtmlIntegrationPoint, current.name)
                || current.is_html_annotation;
            let is_html = current.name.namespace == Namespace::Html;
            if self.condition(
                clause!(
                    "foreign-content/break-out/integration-point",
                    "elements are popped up to an integration point"
                ),
                is_point,
            ) || self.condition(
                clause!("foreign-content/break-out/html", "elements are popped up to an HTML element"),
                is_html,
            ) {
                break;
            }
            self.pop();
        }
        if !self.edition.has(Change::FosterForeignRegression2021) {
            return self.in_body(token);
        }
        if self.step(clause!("foreign-content/break-out/reprocess", "the token goes by the insertion mode")) {
            self.process_in_html_content(token)
        } else {
            Next::Done
        }
    }

    fn foreign_any_other_start_tag(&mut self, tag: &Tag) -> Next {
        let Some(adjusted) = self.adjusted_current_element() else { return Next::Done };
        let namespace = adjusted.name.namespace;
        self.insert_adjusted_element(tag, namespace);
        if tag.self_closing {
            let is_svg_script = tag.name == Name::SCRIPT && namespace == Namespace::Svg;
            // A script is not run, so that closing it is all there is to do.
            self.condition(
                clause!("foreign-content/start-tag/self-closing-script", "a self-closing SVG script is run"),
                is_svg_script,
            );
            if self
                .step(clause!("foreign-content/start-tag/self-closing-pop", "a self-closing element is popped at once"))
            {
                self.pop();
            }
            if self.step(clause!("foreign-content/start-tag/acknowledge", "the self-closing flag is acknowledged")) {
                tag.acknowledge_self_closing();
            }
        }
        Next::Done
    }

    /// Adjusts the tag name and the attributes for a namespace, and inserts the element.
    pub(super) fn insert_adjusted_element(&mut self, tag: &Tag, namespace: Namespace) {
        let html = ElementName::html(tag.name);
        let svg_name = namespace == Namespace::Svg && self.on_list(List::SvgTagNames, html);
        let local = if self.condition(
            clause!("foreign-content/svg-tag-name", "the case of an SVG element's name is put right"),
            svg_name,
        ) {
            adjustments::svg_element_name(tag.name)
        } else {
            tag.name
        };
        let attributes = self.adjust_attributes(tag, namespace);
        self.insert_foreign_element(tag, ElementName { namespace, local }, attributes);
    }

    /// What the names of the attributes become, in the order of the attributes.
    fn adjust_attributes(&mut self, tag: &Tag, namespace: Namespace) -> Vec<(AttributeNamespace, Name)> {
        let mut adjusted = Vec::with_capacity(tag.attributes().len());
        for attribute in tag.attributes() {
            adjusted.push(self.adjust_attribute(attribute.name, namespace));
        }
        adjusted
    }

    fn adjust_attribute(&mut self, name: Name, namespace: Namespace) -> (AttributeNamespace, Name) {
        let html = ElementName::html(name);
        let lists = self.observer.lists(html, ListSet::of(html));
        let mathml = namespace == Namespace::MathMl && lists.contains(List::MathMlAttributes);
        let svg = namespace == Namespace::Svg && lists.contains(List::SvgAttributes);
        let foreign = lists.contains(List::ForeignAttributes);
        if self.condition(
            clause!("foreign-content/adjust-mathml-attributes", "MathML has an attribute with a capital"),
            mathml,
        ) {
            (AttributeNamespace::None, adjustments::mathml_attribute_name(name))
        } else if self
            .condition(clause!("foreign-content/adjust-svg-attributes", "SVG has attributes with capitals"), svg)
        {
            (AttributeNamespace::None, adjustments::svg_attribute_name(name))
        } else if self.condition(
            clause!("foreign-content/adjust-foreign-attributes", "XLink, XML and XMLNS attributes have namespaces"),
            foreign,
        ) {
            adjustments::foreign_attribute(name)
        } else {
            (AttributeNamespace::None, name)
        }
    }

    /// Whether a MathML annotation-xml element is an HTML integration point, for what its start tag says.
    pub(super) fn is_html_annotation(&mut self, name: ElementName, tag: &Tag) -> bool {
        let html = name == ElementName { namespace: Namespace::MathMl, local: Name::ANNOTATION_XML }
            && tag.attribute(Name::ENCODING).is_some_and(is_html_encoding);
        self.condition(
            clause!(
                "html-integration-point/annotation-xml",
                "annotation-xml is one if its encoding is HTML's or XHTML's"
            ),
            html,
        )
    }

    fn foreign_end_tag(&mut self, token: Token<'_>, tag: &Tag) -> Next {
        let is_svg_script =
            self.current_node_name() == Some(ElementName { namespace: Namespace::Svg, local: Name::SCRIPT });
        match tag.name {
            Name::BR | Name::P
                if self.edition.has(Change::BrPEndTagsForeign2021)
                    && self.tag_row(
                        clause!("foreign-content/end-tag-br-p", "br and p end tags end foreign content"),
                        tag.name,
                    ) =>
            {
                self.break_out(token, TreeError::HtmlEndTagInForeignContent)
            }
            Name::SCRIPT
                if is_svg_script
                    && self.tag_row(
                        clause!("foreign-content/end-tag-script", "a script end tag closes an SVG script"),
                        tag.name,
                    ) =>
            {
                self.pop();
                Next::Done
            }
            _ if self.tag_row(
                clause!("foreign-content/end-tag", "any other end tag closes the nearest element of its name"),
                tag.name,
            ) =>
            {
                self.foreign_any_other_end_tag(token, tag)
            }
            _ => Next::Done,
        }
    }

    /// Goes up through the foreign elements, compared by the names in their tags, which are in lower case.
    fn foreign_any_other_end_tag(&mut self, token: Token<'_>, tag: &Tag) -> Next {
        let current = self.stack.current().copied();
        let is_current = current.is_some_and(|current| current.tag_name == tag.name);
        if !self.condition(
            clause!("foreign-content/end-tag/current", "the element ought to be the current node"),
            is_current,
        ) {
            self.error(TreeError::MisnestedForeignEndTag);
        }
        if self.condition(
            clause!("foreign-content/end-tag/topmost", "the topmost element is never closed"),
            self.stack.has_one(),
        ) {
            return Next::Done;
        }
        // The fragment case: an HTML root that is the current node was handled above, so this one is foreign.
        let position = self.stack.last_foreign_position(tag.name);
        if self.condition(
            clause!(
                "foreign-content/end-tag/close",
                "the stack is popped up to the nearest foreign element of the name"
            ),
            position.is_some(),
        ) && let Some(position) = position
        {
            self.pop_through(position);
            return Next::Done;
        }
        if self.step(clause!(
            "foreign-content/end-tag/html",
            "beyond the foreign elements the token goes by the insertion mode"
        )) {
            self.process_in_html_content(token)
        } else {
            Next::Done
        }
    }
}

/// Whether an annotation-xml element's encoding makes it an HTML integration point.
/// <https://html.spec.whatwg.org/multipage/parsing.html#html-integration-point>
pub(super) fn is_html_encoding(encoding: &[u8]) -> bool {
    encoding.eq_ignore_ascii_case(b"text/html") || encoding.eq_ignore_ascii_case(b"application/xhtml+xml")
}
