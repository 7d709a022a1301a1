//! Parsing HTML fragments.
//!
//! <https://html.spec.whatwg.org/multipage/parsing.html#html-fragment-parsing-algorithm>

use super::TreeBuilder;
use super::stack::StackEntry;
use crate::clauses::change::Change;
use crate::clauses::clause::clause;
use crate::clauses::insertion_mode::InsertionMode;
use crate::clauses::observer::Observer;
use crate::clauses::state::State;
use crate::clauses::view::OpenElement;
use crate::dom::{AttributeNamespace, ElementName, Namespace, NodeId, NodeKind};
use crate::name::Name;
use crate::parser::options::{FragmentContext, Options, ScriptingMode};

impl<O: Observer> TreeBuilder<O> {
    /// A tree construction stage for a fragment, as if it were to go into the context element.
    pub fn for_fragment(observer: O, options: Options, context: &FragmentContext) -> Self {
        let mut builder = Self::new(observer, options);
        let context = builder.create_context(context);
        builder.context = Some(context);
        let root = builder.create_implied_element(Name::HTML);
        if builder.step(clause!("fragment/append-root", "the root is appended to a document of its own")) {
            builder.append(NodeId::DOCUMENT, root);
        }
        builder.push_element(StackEntry::new(root, ElementName::html(Name::HTML), Name::HTML));
        if builder.edition.has(Change::FragmentParserRefactor2026) {
            builder.root_insertion_target = Some(builder.document.create(NodeKind::DocumentFragment));
        }
        let in_template = context.name.is_html(Name::TEMPLATE);
        if builder
            .condition(clause!("fragment/template", "a template context has an insertion mode of its own"), in_template)
        {
            builder.template_modes.push(InsertionMode::InTemplate);
        }
        if builder.step(clause!("fragment/reset", "the insertion mode is set by the context element")) {
            builder.reset_insertion_mode();
        }
        builder
    }

    /// The state the tokenizer starts in.
    pub fn initial_tokenizer_state(&mut self) -> State {
        let Some(name) = self.context.map(|context| context.name) else {
            return State::Data;
        };
        if name.namespace != Namespace::Html {
            return State::Data;
        }
        let scripting = self.options.scripting != ScriptingMode::Disabled;
        match name.local {
            Name::TITLE | Name::TEXTAREA if self.row(clause!("fragment/rcdata", "title and textarea hold RCDATA")) => {
                State::Rcdata
            }
            Name::STYLE | Name::XMP | Name::IFRAME | Name::NOEMBED | Name::NOFRAMES
                if self.row(clause!("fragment/rawtext", "style, xmp, iframe, noembed and noframes hold raw text")) =>
            {
                State::Rawtext
            }
            Name::SCRIPT if self.row(clause!("fragment/script", "script holds script data")) => State::ScriptData,
            Name::NOSCRIPT
                if scripting
                    && self
                        .row(clause!("fragment/noscript", "noscript holds raw text unless scripting is disabled")) =>
            {
                State::Rawtext
            }
            Name::PLAINTEXT if self.row(clause!("fragment/plaintext", "plaintext holds plain text")) => {
                State::Plaintext
            }
            _ => State::Data,
        }
    }

    /// Creates the context element, which is nowhere in the tree, and what is to be known of its surroundings.
    fn create_context(&mut self, context: &FragmentContext) -> OpenElement {
        let local = self.document.names.intern(context.local_name.as_bytes());
        let name = ElementName { namespace: context.namespace, local };
        let mut attributes = Vec::with_capacity(context.attributes.len());
        for (name, value) in &context.attributes {
            attributes.push((AttributeNamespace::None, self.document.names.intern(name.as_bytes()), value.as_bytes()));
        }
        let attributes = self.document.store_attributes(attributes.into_iter());
        let node = self.document.create_element(name, attributes);
        if context.is_in_form || name.is_html(Name::FORM) {
            self.form = Some(node);
        }
        let is_html_annotation = name == ElementName { namespace: Namespace::MathMl, local: Name::ANNOTATION_XML }
            && self.document.attribute(node, Name::ENCODING).is_some_and(super::foreign_content::is_html_encoding);
        OpenElement { node, name, is_html_annotation }
    }
}
