//! The selected option of a select, as far as the tree shows it: in a selectedcontent element.
//!
//! <https://html.spec.whatwg.org/multipage/form-elements.html#maybe-clone-an-option-into-selectedcontent>

use std::collections::HashMap;

use crate::change::Change;
use crate::clause::clause;
use crate::dom::{Document, Namespace, NodeId};
use crate::name::Name;
use crate::observer::Observer;
use super::TreeBuilder;

/// What is known of the selects that have options or selectedcontent elements.
#[derive(Debug, Default)]
pub(super) struct Selects {
    states: HashMap<NodeId, SelectState>,
}

/// What is known of a select that takes one option.
#[derive(Debug, Clone, Default)]
struct SelectState {
    /// The option whose selectedness is true.
    selected: Option<NodeId>,
    /// The first selectedcontent element, and whether it is disabled.
    selectedcontent: Option<(NodeId, bool)>,
    /// The others that may have children.
    non_primary: Vec<NodeId>,
    /// The option whose clone is all that the selectedcontent element holds, and will be.
    shown: Option<NodeId>,
}

/// What matters of the ancestors of a selectedcontent element.
struct Surroundings {
    /// The nearest select.
    select: NodeId,
    is_connected: bool,
    /// Whether it is in an option, another selectedcontent element or a second select.
    is_nested: bool,
}

impl<O: Observer> TreeBuilder<O> {
    /// What happens where an option or a selectedcontent element is inserted; it is the current node.
    #[inline]
    pub(super) fn select_part_was_inserted(&mut self, node: NodeId, name: Name) {
        let in_select = self.stack.last_position(Name::SELECT).is_some() || self.patches.were_there();
        if !in_select || !self.edition.has(Change::RelaxedSelect2025) {
            return;
        }
        match name {
            Name::OPTION => self.option_was_inserted(node),
            Name::SELECTEDCONTENT => self.selectedcontent_was_inserted(node),
            _ => {}
        }
    }

    /// <https://html.spec.whatwg.org/multipage/form-elements.html#update-an-option's-nearest-ancestor-select>
    fn option_was_inserted(&mut self, option: NodeId) {
        let Some(select) = self.nearest_ancestor_select(option, true) else { return };
        let selected = self.document.attribute(option, Name::SELECTED).is_some();
        let first = self.selects.state(select).selected.is_none()
            && display_size(&self.document, select) == Some(1)
            && !self.is_disabled_option(option);
        if self.condition(clause!("selectedcontent/selected-attribute", "the last option with a selected attribute is selected"), selected)
            || self.condition(clause!("selectedcontent/first-option", "without such an option the first that is not disabled is selected"), first)
        {
            self.selects.state(select).selected = Some(option);
        }
    }

    /// Whether the option, or the group it is in, is disabled.
    /// <https://html.spec.whatwg.org/multipage/form-elements.html#concept-option-disabled>
    fn is_disabled_option(&self, option: NodeId) -> bool {
        let group = self.stack.last_position(Name::OPTGROUP).filter(|group| Some(*group) > self.stack.last_position(Name::SELECT));
        let group = group.and_then(|position| self.stack.get(position));
        self.document.attribute(option, Name::DISABLED).is_some()
            || group.is_some_and(|group| self.document.attribute(group.node, Name::DISABLED).is_some())
    }

    /// An option's nearest ancestor select, if that takes one option only. `is_open` says whether the option is the
    /// current node; if not, it was just now.
    /// <https://html.spec.whatwg.org/multipage/form-elements.html#option-element-nearest-ancestor-select>
    fn nearest_ancestor_select(&self, option: NodeId, is_open: bool) -> Option<NodeId> {
        let select = if self.patches.were_there() {
            self.nearest_ancestor_select_in_tree(option)?
        } else {
            self.nearest_ancestor_select_on_stack(is_open)?
        };
        self.document.attribute(select, Name::MULTIPLE).is_none().then_some(select)
    }

    fn nearest_ancestor_select_on_stack(&self, is_open: bool) -> Option<NodeId> {
        let select = self.stack.last_position(Name::SELECT)?;
        let option = if is_open {
            self.stack.last_but_one_position(Name::OPTION)
        } else {
            self.stack.last_position(Name::OPTION)
        };
        let barriers = [
            option,
            self.stack.last_position(Name::DATALIST),
            self.stack.last_position(Name::TEMPLATE),
            self.stack.last_but_one_position(Name::OPTGROUP),
        ];
        if barriers.into_iter().flatten().any(|position| position > select) {
            return None;
        }
        Some(self.stack.get(select)?.node)
    }

    /// Where templates patch what is elsewhere, the stack does not tell the ancestors.
    fn nearest_ancestor_select_in_tree(&self, option: NodeId) -> Option<NodeId> {
        let mut groups = 0;
        let mut ancestor = self.document.parent(option)?;
        loop {
            match self.html_name(ancestor) {
                Some(Name::DATALIST | Name::HR | Name::OPTION) => return None,
                Some(Name::SELECT) => return Some(ancestor),
                Some(Name::OPTGROUP) => groups += 1,
                _ => {}
            }
            ancestor = self.document.parent(ancestor).filter(|_| groups < 2)?;
        }
    }

    fn html_name(&self, node: NodeId) -> Option<Name> {
        let element = self.document.element(node)?;
        (element.name.namespace == Namespace::Html).then_some(element.name.local)
    }

    /// What happens when an option is popped off the stack of open elements.
    #[cold]
    pub(super) fn option_was_popped(&mut self, option: NodeId) {
        if !self.edition.has(Change::RelaxedSelect2025) || self.selects.states.is_empty() {
            return;
        }
        let Some(select) = self.nearest_ancestor_select(option, false) else { return };
        let is_selected = self.selects.state(select).selected == Some(option);
        if self.condition(clause!("selectedcontent/popped-option", "a selected option is shown when it is complete"), is_selected) {
            self.show_selected_option(select);
        }
    }

    /// The selectedcontent element's post-connection steps.
    fn selectedcontent_was_inserted(&mut self, node: NodeId) {
        let Some(Surroundings { select, is_connected, is_nested }) = self.surroundings(node) else { return };
        let disabled = is_connected && is_nested;
        let disabled = self.condition(clause!("selectedcontent/disabled", "within an option, another selectedcontent or a second select it shows nothing"), disabled);
        let first = self.selects.state(select).selectedcontent.is_none();
        if first {
            self.selects.state(select).selectedcontent = Some((node, disabled));
        }
        if is_connected && !disabled && self.document.attribute(select, Name::MULTIPLE).is_none() {
            self.show_selected_option(select);
            if self.step(clause!("selectedcontent/clear-others", "all selectedcontent elements but the first are cleared")) {
                for other in std::mem::take(&mut self.selects.state(select).non_primary) {
                    self.document.remove_children(other);
                }
            }
        }
        if !first {
            self.selects.state(select).non_primary.push(node);
        }
    }

    /// What there is around a selectedcontent element, if a select is.
    fn surroundings(&self, node: NodeId) -> Option<Surroundings> {
        if self.patches.were_there() {
            return self.surroundings_in_tree(node);
        }
        let template = self.stack.last_position(Name::TEMPLATE);
        let within = |position: Option<u32>| position.filter(|position| Some(*position) > template);
        let select = within(self.stack.last_position(Name::SELECT))?;
        let nesting = [
            self.stack.last_position(Name::OPTION),
            self.stack.last_but_one_position(Name::SELECTEDCONTENT),
            self.stack.last_but_one_position(Name::SELECT),
        ];
        Some(Surroundings {
            select: self.stack.get(select)?.node,
            is_connected: !self.is_fragment() && template.is_none(),
            is_nested: nesting.into_iter().any(|position| within(position).is_some()),
        })
    }

    fn surroundings_in_tree(&self, node: NodeId) -> Option<Surroundings> {
        let mut surroundings = None;
        let mut is_nested = false;
        let mut top = node;
        while let Some(ancestor) = self.document.parent(top) {
            top = ancestor;
            match self.html_name(ancestor) {
                Some(Name::SELECT) if surroundings.is_none() => surroundings = Some(ancestor),
                Some(Name::SELECT | Name::OPTION | Name::SELECTEDCONTENT) => is_nested = true,
                _ => {}
            }
        }
        Some(Surroundings {
            select: surroundings?,
            is_connected: top == NodeId::DOCUMENT,
            is_nested,
        })
    }

    /// Puts a clone of the selected option's children into the select's selectedcontent element.
    /// <https://html.spec.whatwg.org/multipage/form-elements.html#update-a-select's-selectedcontent>
    fn show_selected_option(&mut self, select: NodeId) {
        let state = self.selects.state(select);
        let (Some((selectedcontent, false)), selected) = (state.selectedcontent, state.selected) else { return };
        if selected.is_some() && state.shown == selected {
            return;
        }
        let is_closed = self.stack.find(Name::SELECTEDCONTENT, selectedcontent).is_none();
        self.selects.state(select).shown = selected.filter(|_| is_closed);
        if self.step(clause!("selectedcontent/replace", "what selectedcontent held is replaced")) {
            self.document.remove_children(selectedcontent);
        }
        if let Some(option) = selected
            && self.step(clause!("selectedcontent/clone", "the selected option's children are cloned"))
        {
            self.document.clone_children(option, selectedcontent);
        }
    }
}

impl Selects {
    fn state(&mut self, select: NodeId) -> &mut SelectState {
        self.states.entry(select).or_default()
    }
}

/// A select's display size; none for a size attribute too large for a number.
/// <https://html.spec.whatwg.org/multipage/form-elements.html#concept-select-size>
fn display_size(document: &Document, select: NodeId) -> Option<u64> {
    let size = document.attribute(select, Name::SIZE).unwrap_or_default().trim_ascii_start();
    let size = size.strip_prefix(b"+").unwrap_or(size);
    let digits = size.iter().take_while(|byte| byte.is_ascii_digit()).count();
    match std::str::from_utf8(&size[..digits]) {
        Ok("") | Err(_) => Some(1),
        Ok(digits) => digits.parse().ok(),
    }
}
