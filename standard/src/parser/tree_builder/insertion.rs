//! Creating and inserting nodes.
//!
//! <https://html.spec.whatwg.org/multipage/parsing.html#creating-and-inserting-nodes>

use super::stack::StackEntry;
use super::{Next, TreeBuilder};
use crate::clauses::clause::clause;
use crate::clauses::error::TreeError;
use crate::clauses::insertion_mode::InsertionMode;
use crate::clauses::list::List;
use crate::clauses::observer::{Effect, Observer};
use crate::clauses::state::State;
use crate::clauses::token::Tag;
use crate::dom::{AttributeNamespace, AttributeRange, ElementName, Namespace, NodeId, NodeKind};
use crate::name::Name;

/// A position in a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Location {
    /// The node.
    pub(super) parent: NodeId,
    /// The child it is before; none for after the last child.
    pub(super) before: Option<NodeId>,
}

impl Location {
    /// Inside a node, after its last child.
    #[inline]
    pub(super) fn end_of(parent: NodeId) -> Self {
        Self { parent, before: None }
    }
}

impl<O: Observer> TreeBuilder<O> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#appropriate-place-for-inserting-a-node>
    #[inline]
    pub(super) fn appropriate_place(&mut self, override_target: Option<NodeId>) -> Location {
        // Without elements there is only the document, and nobody asks then.
        let target = override_target.or(self.current_node()).unwrap_or(NodeId::DOCUMENT);
        let fosters = self.foster_parenting && self.is_foster_parenting_target(target);
        let location = if self.condition(
            clause!("appropriate-place/foster-parenting", "foster parenting takes content out of tables"),
            fosters,
        ) {
            self.foster_parent(target)
        } else {
            Location::end_of(target)
        };
        match self.document.element(location.parent) {
            Some(element) if element.contents.is_some() => self.place_in_template(location),
            _ => location,
        }
    }

    fn is_foster_parenting_target(&mut self, target: NodeId) -> bool {
        match self.document.element(target) {
            Some(element) => {
                let name = element.name;
                self.on_list(List::FosterParenting, name)
            }
            None => false,
        }
    }

    fn foster_parent(&mut self, target: NodeId) -> Location {
        self.markers.shuffle();
        let template = self.stack.last_position(Name::TEMPLATE);
        let table = self.stack.last_position(Name::TABLE);
        if self.condition(
            clause!(
                "appropriate-place/foster-template",
                "foster parenting stays in a template that is within the table"
            ),
            template > table,
        ) {
            let template = template.and_then(|position| self.stack.get(position)).map(|element| element.node);
            let contents = template.and_then(|node| self.document.element(node)?.contents);
            return Location::end_of(contents.unwrap_or(NodeId::DOCUMENT));
        }
        let table = table.and_then(|position| Some((position, self.stack.get(position)?.node)));
        let root = Location::end_of(self.root_element().unwrap_or(NodeId::DOCUMENT));
        if self.condition(
            clause!("appropriate-place/foster-root", "without a table content goes to the root element"),
            table.is_none(),
        ) {
            return root;
        }
        // Only a mutant comes here without a table.
        let Some((position, table)) = table else { return Location::end_of(target) };
        let parent = self.document.parent(table);
        if self.condition(
            clause!("appropriate-place/foster-before-table", "content goes before the table"),
            parent.is_some(),
        ) && let Some(parent) = parent
        {
            return Location { parent, before: Some(table) };
        }
        // Within `template for` and with the adoption agency a table can be out of the tree.
        if !self.step(clause!(
            "appropriate-place/foster-previous-element",
            "for a table without a parent content goes to the element before it on the stack"
        )) {
            return root;
        }
        let above = self.stack.above(position).and_then(|above| self.stack.get(above));
        Location::end_of(above.map_or(NodeId::DOCUMENT, |element| element.node))
    }

    fn place_in_template(&mut self, location: Location) -> Location {
        let template = location.parent;
        let patch = self.patches.get(template);
        if self.condition(
            clause!("appropriate-place/patch", "a template that patches has its contents elsewhere"),
            patch.is_some(),
        ) && let Some(patch) = patch
        {
            let end = patch.end.filter(|end| self.document.parent(*end) == Some(patch.target));
            let in_place = self.condition(
                clause!("appropriate-place/patch-end", "content goes before the end marker while that is in place"),
                end.is_some(),
            );
            return Location { parent: patch.target, before: end.filter(|_| in_place) };
        }
        let contents = self.document.element(template).and_then(|element| element.contents);
        if self.step(clause!("appropriate-place/template", "what is inserted in a template goes to its contents")) {
            Location::end_of(contents.unwrap_or(template))
        } else {
            location
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#adjusted-insertion-location>
    #[inline]
    pub(super) fn adjusted_insertion_location(&mut self, insertion_location: Option<NodeId>) -> Location {
        let location = self.appropriate_place(insertion_location);
        match self.root_insertion_target {
            Some(target) => self.adjust_to_root_insertion_target(location, target),
            None => location,
        }
    }

    fn adjust_to_root_insertion_target(&mut self, location: Location, target: NodeId) -> Location {
        let in_root = self.root_element() == Some(location.parent);
        if self.condition(
            clause!("adjusted-insertion-location/root", "what would go to the root goes to the fragment"),
            in_root,
        ) {
            Location::end_of(target)
        } else {
            location
        }
    }

    /// Creates an element for the token. Custom elements, form owners and resetting are out of the parser's sight.
    /// <https://html.spec.whatwg.org/multipage/parsing.html#create-an-element-for-the-token>
    #[inline]
    pub(super) fn create_element(&mut self, tag: &Tag, namespace: Namespace) -> NodeId {
        let attributes =
            tag.attributes().iter().map(|attribute| (AttributeNamespace::None, attribute.name, tag.value(*attribute)));
        let attributes = self.document.store_attributes(attributes);
        let name = ElementName { namespace, local: tag.name };
        let element = self.document.create_element(name, attributes);
        self.observer.effect(Effect::CreatedForToken(element));
        self.element_was_created(element, name);
        element
    }

    /// An HTML element for a start tag that was implied, which has no attributes.
    pub(super) fn create_implied_element(&mut self, name: Name) -> NodeId {
        self.document.create_element(ElementName::html(name), AttributeRange::default())
    }

    /// Inserts an element at the adjusted insertion location, which is given by a node.
    /// <https://html.spec.whatwg.org/multipage/parsing.html#insert-an-element-at-the-adjusted-insertion-location>
    #[inline]
    pub(super) fn insert_element_at(&mut self, element: NodeId, insertion_location: Option<NodeId>) {
        let location = self.adjusted_insertion_location(insertion_location);
        if location.parent == NodeId::DOCUMENT {
            let taken = self.document.document_element().is_some();
            if self.condition(
                clause!("insert-element/document-taken", "a document that has an element takes no other"),
                taken,
            ) {
                return;
            }
        }
        self.insert_at(location, element);
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#insert-an-html-element>
    #[inline]
    pub(super) fn insert_html_element(&mut self, tag: &Tag) -> NodeId {
        let element = self.create_element(tag, Namespace::Html);
        self.insert_element_at(element, None);
        self.push_element(StackEntry::new(element, ElementName::html(tag.name), tag.name));
        element
    }

    /// Inserts an HTML element for a start tag that was implied, which has no attributes.
    pub(super) fn insert_implied_element(&mut self, name: Name) -> NodeId {
        let element = self.create_implied_element(name);
        self.insert_element_at(element, None);
        self.push_element(StackEntry::new(element, ElementName::html(name), name));
        element
    }

    /// Inserts a foreign element, but only on the stack of open elements: an HTML element, for a template.
    /// <https://html.spec.whatwg.org/multipage/parsing.html#insert-a-foreign-element>
    pub(super) fn push_without_inserting(&mut self, tag: &Tag) -> NodeId {
        let element = self.create_element(tag, Namespace::Html);
        self.push_element(StackEntry::new(element, ElementName::html(tag.name), tag.name));
        element
    }

    /// Inserts an SVG or MathML element whose name and attributes are adjusted.
    /// <https://html.spec.whatwg.org/multipage/parsing.html#insert-a-foreign-element>
    pub(super) fn insert_foreign_element(
        &mut self,
        tag: &Tag,
        name: ElementName,
        attribute_names: Vec<(AttributeNamespace, Name)>,
    ) -> NodeId {
        let values = tag.attributes().iter().map(|attribute| tag.value(*attribute));
        let attributes =
            attribute_names.into_iter().zip(values).map(|((namespace, name), value)| (namespace, name, value));
        let attributes = self.document.store_attributes(attributes);
        self.check_namespace_declarations(name.namespace, attributes);
        let node = self.document.create_element(name, attributes);
        self.observer.effect(Effect::CreatedForToken(node));
        self.insert_element_at(node, None);
        let mut element = StackEntry::new(node, name, tag.name);
        element.is_html_annotation = self.is_html_annotation(name, tag);
        self.push_element(element);
        node
    }

    /// The errors about namespace declarations that say something else than the algorithm.
    fn check_namespace_declarations(&mut self, namespace: Namespace, attributes: AttributeRange) {
        if !self.options.errors {
            return;
        }
        let contradicts = |wanted_name: Name, wanted: &str| {
            self.document.attributes(attributes).iter().any(|attribute| {
                attribute.namespace == AttributeNamespace::Xmlns
                    && attribute.name == wanted_name
                    && self.document.text(attribute.value) != wanted.as_bytes()
            })
        };
        let default = contradicts(Name::XMLNS, namespace.uri());
        let xlink = contradicts(Name::XLINK, AttributeNamespace::XLINK_URI);
        if self.condition(
            clause!("create-element/xmlns", "an xmlns attribute that contradicts the namespace is an error"),
            default,
        ) {
            self.error(TreeError::XmlnsMismatch);
        }
        if self.condition(
            clause!("create-element/xmlns-xlink", "an xmlns:xlink attribute that is not XLink's is an error"),
            xlink,
        ) {
            self.error(TreeError::XmlnsXlinkMismatch);
        }
    }

    /// Inserts characters.
    /// <https://html.spec.whatwg.org/multipage/parsing.html#insert-a-character>
    #[inline]
    pub(super) fn insert_characters(&mut self, data: &[u8]) {
        if data.is_empty() {
            return;
        }
        let location = self.adjusted_insertion_location(None);
        let in_document = location.parent == NodeId::DOCUMENT;
        if self.condition(clause!("insert-character/document", "text in the document is dropped"), in_document) {
            return;
        }
        let previous = match location.before {
            Some(before) => self.document.previous_sibling(before),
            None => self.document.last_child(location.parent),
        };
        let text = previous.filter(|node| matches!(self.document.kind(*node), NodeKind::Text(_)));
        if self.condition(clause!("insert-character/append", "text right before is appended to"), text.is_some())
            && let Some(text) = text
        {
            self.observer.effect(Effect::Appended(text));
            self.append_text(location.parent, text, data);
        } else {
            let text = self.document.create_text(data);
            self.insert_at(location, text);
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#insert-a-comment>
    pub(super) fn insert_comment(&mut self, data: &[u8], insertion_location: Option<NodeId>) {
        let location = self.adjusted_insertion_location(insertion_location);
        let data = self.document.store_text(data);
        let comment = self.document.create(NodeKind::Comment(data));
        if self.step(clause!("insert-comment/insert", "the comment is inserted")) {
            self.insert_at(location, comment);
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#insert-a-processing-instruction>
    pub(super) fn insert_processing_instruction(
        &mut self,
        target: &[u8],
        data: &[u8],
        insertion_location: Option<NodeId>,
    ) {
        let location = self.adjusted_insertion_location(insertion_location);
        let target = self.document.names.intern(target);
        let data = self.document.store_text(data);
        let instruction = self.document.create(NodeKind::ProcessingInstruction { target, data });
        if self.step(clause!("insert-processing-instruction/insert", "the processing instruction is inserted")) {
            self.insert_at(location, instruction);
            // What comes after the body is before what else comes into it, and after the head that is opened once more.
            let in_order = match insertion_location {
                Some(_) => self.root_element().is_none(),
                None => self.mode != InsertionMode::AfterHead,
            };
            self.remember_marker(instruction, in_order);
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#generic-raw-text-element-parsing-algorithm>
    pub(super) fn raw_text_element(&mut self, tag: &Tag) -> Next {
        self.text_element(tag, State::Rawtext)
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#generic-rcdata-element-parsing-algorithm>
    pub(super) fn rcdata_element(&mut self, tag: &Tag) -> Next {
        self.text_element(tag, State::Rcdata)
    }

    fn text_element(&mut self, tag: &Tag, state: State) -> Next {
        if self.step(clause!("text-element/insert", "the element is inserted")) {
            self.insert_html_element(tag);
        }
        if self.step(clause!("text-element/state", "the tokenizer goes to the RAWTEXT or RCDATA state")) {
            self.switch_tokenizer(state);
        }
        if self.step(clause!("text-element/original-mode", "the mode is kept for after the text")) {
            self.original_mode = self.mode;
        }
        self.switch_mode(clause!("text-element/text", "the mode becomes text"), InsertionMode::Text);
        Next::Done
    }
}
