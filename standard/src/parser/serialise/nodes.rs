//! The HTML fragment serialisation algorithm, node by node.
//!
//! <https://html.spec.whatwg.org/multipage/parsing.html#html-fragment-serialisation-algorithm>

use super::escaping::Mode;
use super::{Pending, Serialiser};
use crate::clauses::change::Change;
use crate::clauses::clause::clause;
use crate::clauses::list::List;
use crate::clauses::observer::{Observer, Part};
use crate::dom::{Attribute, AttributeNamespace, Element, ElementName, NodeId, NodeKind, Text};
use crate::name::Name;

impl<O: Observer> Serialiser<'_, O> {
    /// The algorithm itself, for the node that is serialised; its children come as [`Pending`].
    pub(super) fn children(&mut self, node: NodeId) {
        let Some(element) = self.document.element(node) else {
            return self.siblings(self.document.first_child(node));
        };
        let is_void =
            self.options.edition.has(Change::VoidChildrenNotSerialized2018) && self.serialises_as_void(element.name);
        if self.condition(clause!("serialise/void", "in a void element there is nothing"), is_void) {
            return;
        }
        let contents = element.contents;
        let is_template = self.condition(
            clause!("serialise/template", "in a template element there are its contents"),
            contents.is_some(),
        );
        let node = match contents.filter(|_| is_template) {
            Some(contents) => {
                self.templates += 1;
                self.pending.push(Pending::EndOfTemplate);
                contents
            }
            None => node,
        };
        self.siblings(self.document.first_child(node));
        // The text asks whether "current node" is a shadow host before there is one: it means the node.
        self.shadow_root_of(node);
    }

    fn siblings(&mut self, first: Option<NodeId>) {
        self.pending.extend(first.map(Pending::Siblings));
    }

    /// The appropriate string for the node.
    pub(super) fn node(&mut self, node: NodeId) {
        self.writes(Part::Start(node));
        match *self.document.kind(node) {
            NodeKind::Element(element) if self.row(clause!("serialise/element", "an element")) => {
                self.element(node, element)
            }
            NodeKind::Text(data) if self.row(clause!("serialise/text", "a text node")) => self.text(node, data),
            NodeKind::Comment(data) if self.row(clause!("serialise/comment", "a comment")) => self.comment(data),
            NodeKind::ProcessingInstruction { target, data }
                if self.row(clause!("serialise/processing-instruction", "a processing instruction")) =>
            {
                self.processing_instruction(target, data);
            }
            NodeKind::Doctype(id)
                if self.row(clause!("serialise/doctype", "a doctype: its name, and no identifiers")) =>
            {
                let name = self.document.doctype(id).name;
                self.write(b"<!DOCTYPE ");
                self.write(self.document.text(name));
                self.write(b">");
            }
            NodeKind::Document | NodeKind::DocumentFragment => self.children(node),
            _ => {}
        }
    }

    fn element(&mut self, node: NodeId, element: Element) {
        self.write(b"<");
        self.write_name(element.name.local);
        for attribute in self.document.attributes(element.attributes) {
            if self
                .step(clause!("serialise/element/attribute", "each attribute is written, its value in quotation marks"))
            {
                self.attribute(attribute);
            }
        }
        self.write(b">");
        let is_void = self.serialises_as_void(element.name);
        if self.condition(clause!("serialise/element/void", "a void element has neither content nor end tag"), is_void)
        {
            return;
        }
        self.pending.push(Pending::EndTag(node, element.name.local));
        if self.step(clause!("serialise/element/content", "behind the start tag comes what is in the element")) {
            self.children(node);
        }
    }

    pub(super) fn end_tag(&mut self, element: NodeId, name: Name) {
        self.writes(Part::EndTag(element));
        if self.step(clause!("serialise/element/end-tag", "behind the content comes the end tag")) {
            self.write(b"</");
            self.write_name(name);
            self.write(b">");
        }
    }

    fn attribute(&mut self, attribute: &Attribute) {
        self.write(b" ");
        self.attribute_name(attribute);
        self.write(b"=\"");
        self.escape(self.document.text(attribute.value), Mode::Attribute);
        self.write(b"\"");
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#attribute's-serialised-name>
    fn attribute_name(&mut self, attribute: &Attribute) {
        match attribute.namespace {
            AttributeNamespace::None
                if self.row(clause!("attribute-name/none", "an attribute in no namespace: its local name")) =>
            {
                self.write_name(attribute.name)
            }
            AttributeNamespace::Xml
                if self
                    .row(clause!("attribute-name/xml", "an attribute of XML's namespace: xml: and its local name")) =>
            {
                self.write(b"xml:");
                self.write_name(attribute.name);
            }
            AttributeNamespace::Xmlns
                if attribute.name == Name::XMLNS
                    && self.row(clause!("attribute-name/xmlns", "xmlns in its namespace: xmlns alone")) =>
            {
                self.write(b"xmlns")
            }
            AttributeNamespace::Xmlns
                if self.row(clause!(
                    "attribute-name/xmlns-other",
                    "another attribute of xmlns's namespace: xmlns: and its local name"
                )) =>
            {
                self.write(b"xmlns:");
                self.write_name(attribute.name);
            }
            AttributeNamespace::XLink
                if self.row(clause!(
                    "attribute-name/xlink",
                    "an attribute of XLink's namespace: xlink: and its local name"
                )) =>
            {
                self.write(b"xlink:");
                self.write_name(attribute.name);
            }
            _ => {}
        }
    }

    fn text(&mut self, node: NodeId, data: Text) {
        let parent = self.document.parent(node).and_then(|parent| self.document.element(parent));
        let parent = parent.map(|element| element.name);
        let is_raw = parent.is_some_and(|parent| self.on_list(List::SerialisedLiterally, parent));
        let is_noscript = parent.is_some_and(|parent| parent.is_html(Name::NOSCRIPT));
        let data = self.document.text(data);
        if self.condition(
            clause!(
                "serialise/text/raw-text",
                "the text of style, script, xmp, iframe, noembed, noframes and plaintext is literal"
            ),
            is_raw,
        ) || self.condition(
            clause!("serialise/text/noscript", "the text of noscript is literal if scripting is enabled"),
            is_noscript && self.options.scripting,
        ) {
            self.write(data);
        } else {
            self.escape(data, Mode::Text);
        }
    }

    fn comment(&mut self, data: Text) {
        self.write(b"<!--");
        self.write(self.document.text(data));
        self.write(b"-->");
    }

    fn processing_instruction(&mut self, target: Name, data: Text) {
        self.write(b"<?");
        self.write_name(target);
        self.write(b" ");
        self.write(self.document.text(data));
        self.write(match self.options.edition.has(Change::SerializePiQuestion2026) {
            true => b"?>",
            false => b">",
        });
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#serializes-as-void>
    fn serialises_as_void(&mut self, name: ElementName) -> bool {
        let is_void = self.on_list(List::Void, name);
        if self.condition(clause!("serialises-as-void/void-elements", "the void elements serialise as void"), is_void) {
            return true;
        }
        let is_former = self.on_list(List::FormerlyVoid, name)
            && (self.options.edition.has(Change::ParamSerializesVoid2023) || !name.is_html(Name::PARAM));
        self.condition(
            clause!("serialises-as-void/former", "basefont, bgsound, frame, keygen and param serialise as void"),
            is_former,
        )
    }
}
