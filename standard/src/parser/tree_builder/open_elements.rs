//! What the rules do with the stack of open elements, and ask of it.
//!
//! <https://html.spec.whatwg.org/multipage/parsing.html#the-stack-of-open-elements>

use super::TreeBuilder;
use super::classes::{Class, Classes};
use super::stack::StackEntry;
use crate::clauses::change::{Change, Edition};
use crate::clauses::clause::clause;
use crate::clauses::list::{List, ListSet};
use crate::clauses::observer::{Effect, Observer};
use crate::clauses::view::OpenElement;
use crate::dom::{ElementName, Namespace, NodeId};
use crate::name::Name;

impl<O: Observer> TreeBuilder<O> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#current-node>
    #[inline(always)]
    pub(super) fn current_node(&self) -> Option<NodeId> {
        self.stack.current().map(|element| element.node)
    }

    /// The current node's name.
    #[inline(always)]
    pub(super) fn current_node_name(&self) -> Option<ElementName> {
        self.stack.current().map(|element| element.name)
    }

    /// Whether the current node is an HTML element of this name.
    #[inline(always)]
    pub(super) fn current_node_is(&self, name: Name) -> bool {
        self.current_node_name().is_some_and(|current| current.is_html(name))
    }

    /// Whether the current node's name is on the list.
    #[inline]
    pub(super) fn current_node_on(&mut self, list: List) -> bool {
        match self.current_node_name() {
            Some(name) => self.on_list(list, name),
            None => false,
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#adjusted-current-node>
    pub(super) fn adjusted_current_node(&self) -> Option<NodeId> {
        self.adjusted_current_element().map(|element| element.node)
    }

    /// The adjusted current node as the dispatcher sees it; `None` when the stack is empty.
    #[inline]
    pub(super) fn adjusted_current_element(&self) -> Option<OpenElement> {
        match &self.context {
            Some(context) if self.stack.has_one() => Some(*context),
            _ => self.stack.current().map(StackEntry::seen),
        }
    }

    /// The first element on the stack, an html element.
    #[inline]
    pub(super) fn root_element(&self) -> Option<NodeId> {
        self.stack.first().map(|element| element.node)
    }

    /// Pushes an element that has a tag name, and tells what lists its name is on.
    #[inline]
    pub(super) fn push_element(&mut self, element: StackEntry) {
        let usual = ListSet::of(element.name);
        let mut lists = self.observer.lists(element.name, usual);
        if self.edition != Edition::NEWEST {
            lists = self.lists_before(element.name, lists);
        }
        let classes = if lists == usual { Classes::usual(element.name) } else { Classes::of(element.name, lists) };
        self.observer.effect(Effect::Pushed(element.node));
        self.stack.push(element, classes);
    }

    /// The lists that a name was on before the changes to them that the edition has not.
    fn lists_before(&self, name: ElementName, lists: ListSet) -> ListSet {
        if name.is_html(Name::SELECT) && !self.edition.has(Change::SelectScopeBarrier2025) {
            lists.with(List::Scope, false).with(List::ListItemScope, false).with(List::ButtonScope, false)
        } else if name.is_html(Name::SEARCH) && !self.edition.has(Change::SearchElement2023) {
            lists.with(List::Special, false)
        } else {
            lists
        }
    }

    /// Pushes an HTML element.
    pub(super) fn push(&mut self, node: NodeId) {
        if let Some(element) = self.document.element(node) {
            let name = element.name;
            self.push_element(StackEntry::new(node, name, name.local));
        }
    }

    /// Pops the current node.
    #[inline]
    pub(super) fn pop(&mut self) -> Option<NodeId> {
        let element = self.stack.pop()?;
        self.observer.effect(Effect::Popped(element.node));
        if element.name.is_html(Name::OPTION) && self.edition.has(Change::OptionPopped2025) {
            self.option_was_popped(element.node);
        }
        Some(element.node)
    }

    /// Pops elements until an HTML element of this name has been popped.
    pub(super) fn pop_until(&mut self, name: Name) {
        while let Some(current) = self.current_node_name() {
            self.pop();
            if current.is_html(name) {
                return;
            }
        }
    }

    /// Pops elements until one whose name is on the list has been popped.
    pub(super) fn pop_until_on(&mut self, list: List) {
        while let Some(current) = self.current_node_name() {
            self.pop();
            if self.on_list(list, current) {
                return;
            }
        }
    }

    /// Pops elements until the one at a position has been popped.
    pub(super) fn pop_through(&mut self, position: u32) {
        while self.stack.current_position().is_some_and(|current| current >= position) {
            self.pop();
        }
    }

    /// Pops elements while the current node's name is not on the list.
    pub(super) fn clear_stack_back_to(&mut self, context: List) {
        while self.current_node().is_some() && !self.current_node_on(context) {
            self.pop();
        }
    }

    /// Takes an element out of the stack, wherever it is; it is near the end.
    pub(super) fn remove_from_stack(&mut self, node: NodeId) {
        let name = self.document.element(node).map(|element| element.name.local);
        if let Some(position) = name.and_then(|name| self.stack.find(name, node)) {
            self.stack.remove(position);
        }
    }

    /// Whether there is a template element on the stack.
    #[inline]
    pub(super) fn has_template_on_stack(&self) -> bool {
        self.stack.last_position(Name::TEMPLATE).is_some()
    }

    /// The last template element on the stack.
    pub(super) fn last_template(&self) -> Option<NodeId> {
        let position = self.stack.last_position(Name::TEMPLATE)?;
        Some(self.stack.get(position)?.node)
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#has-an-element-in-scope>
    #[inline]
    pub(super) fn has_in_scope(&mut self, name: Name) -> bool {
        let holds = self.stack.has_in_scope(Class::Scope, name);
        self.condition(clause!("stack/in-scope", "an element is in scope that no barrier hides"), holds)
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#has-an-element-in-list-item-scope>
    #[inline]
    pub(super) fn has_in_list_item_scope(&mut self, name: Name) -> bool {
        let holds = self.stack.has_in_scope(Class::ListItemScope, name);
        self.condition(clause!("stack/in-list-item-scope", "for list items ol and ul are barriers too"), holds)
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#has-an-element-in-button-scope>
    #[inline]
    pub(super) fn has_in_button_scope(&mut self, name: Name) -> bool {
        let holds = self.stack.has_in_scope(Class::ButtonScope, name);
        self.condition(clause!("stack/in-button-scope", "for paragraphs button is a barrier too"), holds)
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#has-an-element-in-table-scope>
    #[inline]
    pub(super) fn has_in_table_scope(&mut self, name: Name) -> bool {
        let holds = self.stack.has_in_scope(Class::TableScope, name);
        self.is_in_table_scope(holds)
    }

    /// Whether an element on a list of HTML elements is in table scope.
    pub(super) fn has_any_in_table_scope(&mut self, list: List) -> bool {
        let holds = match O::sees_all() {
            false => {
                let mut names = list.members(Namespace::Html).iter();
                names.any(|name| self.stack.has_in_scope(Class::TableScope, *name))
            }
            // Whoever watches so may say of any element that it is on the list.
            true => {
                let open: Vec<ElementName> = self.stack.in_order().rev().map(|element| element.name).collect();
                let end =
                    open.into_iter().find(|name| self.on_list(list, *name) || self.on_list(List::TableScope, *name));
                end.is_some_and(|name| self.on_list(list, name))
            }
        };
        self.is_in_table_scope(holds)
    }

    #[inline]
    fn is_in_table_scope(&mut self, holds: bool) -> bool {
        self.condition(clause!("stack/in-table-scope", "for tables only html, table and template are barriers"), holds)
    }
}
