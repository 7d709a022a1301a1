//! The selected option of a select, as far as the tree shows it: in a selectedcontent element.
//!
//! <https://html.spec.whatwg.org/multipage/form-elements.html#maybe-clone-an-option-into-selectedcontent>

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use crate::change::Change;
use crate::clause::clause;
use crate::dom::{Document, NodeId};
use crate::name::Name;
use crate::observer::{Effect, Observer};
use crate::on_demand::Empty;
use super::TreeBuilder;
use super::list_of_options::{ListedOption, html_name, list_of_options, nearest_ancestor_group, nearest_ancestor_select};

/// What is known of the selects that have options or selectedcontent elements.
#[derive(Debug, Default)]
pub(super) struct Selects {
    states: BTreeMap<NodeId, SelectState>,
    /// The selectedcontent elements in the order they were made, but for those that hold nothing and will not.
    contents: Vec<NodeId>,
    /// The selectedcontent elements that are disabled.
    disabled: BTreeSet<NodeId>,
    /// The options and selectedcontent elements that were removed from where they were, and the options in selects that are
    /// on no list of options; and whether they are selected there.
    pub(super) off_list: BTreeMap<NodeId, bool>,
    /// The newest option or selectedcontent element.
    pub(super) newest: Option<NodeId>,
    /// The selectedcontent elements, in the order they were made, that may change when they are inserted again.
    pub(super) unsettled: Vec<NodeId>,
}

impl Empty for Selects {
    const EMPTY: &'static Self = &Self {
        states: BTreeMap::new(),
        contents: Vec::new(),
        disabled: BTreeSet::new(),
        off_list: BTreeMap::new(),
        newest: None,
        unsettled: Vec::new(),
    };
}

/// What is known of a select.
#[derive(Debug, Clone, Default)]
pub(super) struct SelectState {
    /// The option whose selectedness is true, if it takes one option only.
    selected: Option<Placed>,
    /// Its options that are not disabled, in order, but for those of clones; some may have been removed.
    enabled: VecDeque<NodeId>,
    /// Those that a clone brought into the selectedcontent element; some may have been removed.
    cloned: VecDeque<NodeId>,
    /// Whether the options were not made in the order that they have in the tree.
    pub(super) is_disordered: bool,
    /// The first selectedcontent element.
    content: Option<Placed>,
    /// The option whose clone is all that the selectedcontent element holds, and will be.
    shown: Option<NodeId>,
    /// The newest selectedcontent element that is not disabled.
    pub(super) newest_content: Option<NodeId>,
    /// What was open right in the selectedcontent element when that lost its children, and its position on the stack.
    cut_off: Option<(u32, NodeId)>,
}

/// An option or a selectedcontent element.
#[derive(Debug, Clone, Copy)]
struct Placed {
    node: NodeId,
    /// A table that foster parenting puts nodes in front of, and whether this one is in it; if not, it is in front of it, too.
    table: Option<(NodeId, bool)>,
}

impl Placed {
    /// What was just inserted: in front of a table, or at the end.
    fn new(node: NodeId, before: Option<NodeId>) -> Self {
        Self { node, table: before.map(|table| (table, false)) }
    }

    /// Whether this comes behind what was just inserted: it is in the table in front of which that was.
    fn comes_behind(&mut self, document: &Document, before: Option<NodeId>) -> bool {
        let Some(table) = before else { return false };
        match self.table {
            Some((known, is_within)) if known == table => is_within,
            _ => {
                let mut ancestors = std::iter::successors(Some(self.node), |node| document.parent(*node));
                // What is in a table was made after it.
                let is_within = ancestors.find(|ancestor| *ancestor <= table) == Some(table);
                self.table = Some((table, is_within));
                is_within
            }
        }
    }
}

/// What matters of the ancestors of a selectedcontent element.
struct Surroundings {
    /// The selects it is in, the nearest first, up to one that has a selectedcontent element before it.
    selects: Vec<NodeId>,
    is_connected: bool,
    /// Whether it is in an option, another selectedcontent element or a second select.
    is_nested: bool,
}

impl<O: Observer> TreeBuilder<O> {
    /// Whether the edition shows selected options in selectedcontent elements, which the select modes of old did not take.
    fn shows_selected_options(&self) -> bool {
        self.edition.has(Change::Selectedcontent2025) && self.edition.has(Change::RelaxedSelect2025)
    }

    /// What happens where an option or a selectedcontent element is inserted; it is the current node.
    #[inline]
    pub(super) fn select_part_was_inserted(&mut self, node: NodeId, name: Name) {
        let in_select = self.stack.last_position(Name::SELECT).is_some() || self.patches.were_there();
        if !in_select || !self.shows_selected_options() {
            return;
        }
        self.selects.newest = Some(node);
        match name {
            Name::OPTION => self.option_was_inserted(node),
            Name::SELECTEDCONTENT => self.selectedcontent_was_inserted(node),
            _ => {}
        }
    }

    /// <https://html.spec.whatwg.org/multipage/form-elements.html#update-an-option's-nearest-ancestor-select>
    fn option_was_inserted(&mut self, option: NodeId) {
        let select = self.nearest_ancestor_select(option, true).filter(|select| !self.is_cut_off(*select, option));
        let Some(select) = select else {
            let is_selected = self.document.attribute(option, Name::SELECTED).is_some();
            self.selects.off_list.insert(option, is_selected);
            return;
        };
        let is_disabled = self.is_disabled_option(option);
        let before = self.document.next_sibling(option);
        let is_patched = self.patches.were_there();
        let state = self.selects.state(select);
        state.is_disordered |= is_patched || before.is_some();
        if !is_disabled && !state.is_disordered {
            state.enabled.push_back(option);
        }
        let is_last = match &mut state.selected {
            None => true,
            Some(selected) if is_patched => self.document.precedes(selected.node, option),
            Some(selected) => !selected.comes_behind(&self.document, before),
        };
        self.select_if_first_or_last(select, ListedOption { node: option, is_disabled }, before, is_last);
    }

    /// What an option changes that is new on the list of a select. `before` is a node that it was inserted in front of;
    /// `is_last` says whether it comes behind the selected option.
    /// <https://html.spec.whatwg.org/multipage/form-elements.html#selectedness-setting-algorithm>
    fn select_if_first_or_last(&mut self, select: NodeId, option: ListedOption, before: Option<NodeId>, is_last: bool) {
        let state = self.selects.state(select);
        let selected = is_last && self.document.attribute(option.node, Name::SELECTED).is_some();
        let first = state.selected.is_none() && display_size(&self.document, select) == Some(1) && !option.is_disabled;
        if self.condition(clause!("selectedcontent/selected-attribute", "the last option with a selected attribute is selected"), selected)
            || self.condition(clause!("selectedcontent/first-option", "without such an option the first that is not disabled is selected"), first)
        {
            self.selects.state(select).selected = Some(Placed::new(option.node, before));
        }
    }

    /// The insertion steps of the options that are in a selectedcontent element as parts of a clone.
    fn cloned_options_were_inserted(&mut self, content: NodeId) {
        let select = nearest_ancestor_select(&self.document, content);
        let Some(select) = select.filter(|select| !self.is_multiple(*select)) else { return };
        let is_patched = self.patches.were_there();
        let group = nearest_ancestor_group(&self.document, content);
        // No node is newer than those of the clone.
        let first_of_clone = self.document.first_child(content);
        self.selects.state(select).cloned.clear();
        for option in list_of_options(&self.document, content, group) {
            let state = self.selects.state(select);
            if !option.is_disabled {
                state.cloned.push_back(option.node);
            }
            let is_last = match state.selected {
                None => true,
                Some(selected) if is_patched || state.is_disordered => self.document.precedes(selected.node, option.node),
                // Made before the selectedcontent element; or another of the clone.
                Some(selected) => selected.node < content || Some(selected.node) >= first_of_clone,
            };
            self.select_if_first_or_last(select, option, None, is_last);
        }
    }

    /// Whether the option went to what was taken out of the select's selectedcontent element and is still open.
    fn is_cut_off(&self, select: NodeId, option: NodeId) -> bool {
        let content = self.selects.states.get(&select).and_then(|state| state.content);
        let is_child = content.is_some_and(|content| self.document.parent(option) == Some(content.node));
        self.cut_off_position(select).is_some() && !is_child && !self.patches.were_there()
    }

    /// Where the stack has what was taken out of the select's selectedcontent element, if it is still open.
    pub(super) fn cut_off_position(&self, select: NodeId) -> Option<u32> {
        let (position, node) = self.selects.states.get(&select)?.cut_off?;
        self.stack.is_at(position, node).then_some(position)
    }

    /// Whether the option, or the group it is in, is disabled.
    /// <https://html.spec.whatwg.org/multipage/form-elements.html#concept-option-disabled>
    fn is_disabled_option(&self, option: NodeId) -> bool {
        let is_disabled = |node| self.document.attribute(node, Name::DISABLED).is_some();
        is_disabled(option) || self.nearest_ancestor_group(option).is_some_and(is_disabled)
    }

    /// The optgroup that an option is in, if no select is between them.
    fn nearest_ancestor_group(&self, option: NodeId) -> Option<NodeId> {
        if self.patches.were_there() {
            return nearest_ancestor_group(&self.document, option);
        }
        let group = self.stack.last_position(Name::OPTGROUP)?;
        Some(self.stack.get(group)?.node).filter(|_| Some(group) > self.stack.last_position(Name::SELECT))
    }

    /// An option's nearest ancestor select, if that takes one option only. `is_open` says whether the option is the
    /// current node; if not, it was just now.
    /// <https://html.spec.whatwg.org/multipage/form-elements.html#option-element-nearest-ancestor-select>
    fn nearest_ancestor_select(&self, option: NodeId, is_open: bool) -> Option<NodeId> {
        let select = if self.patches.were_there() {
            nearest_ancestor_select(&self.document, option)?
        } else {
            self.nearest_ancestor_select_on_stack(is_open)?
        };
        (!self.is_multiple(select)).then_some(select)
    }

    /// Whether a select takes several options.
    pub(super) fn is_multiple(&self, select: NodeId) -> bool {
        self.document.attribute(select, Name::MULTIPLE).is_some()
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

    /// What happens when an option is popped off the stack of open elements; it was just now.
    /// <https://html.spec.whatwg.org/multipage/form-elements.html#maybe-clone-an-option-into-selectedcontent>
    #[cold]
    pub(super) fn maybe_clone_option_into_selectedcontent(&mut self, option: NodeId) {
        if !self.shows_selected_options() || self.selects.states.is_empty() {
            return;
        }
        let Some(select) = self.nearest_ancestor_select(option, false) else { return };
        let is_selected = self.selects.selected_option(select) == Some(option);
        if self.condition(clause!("selectedcontent/popped-option", "a selected option is shown when it is complete"), is_selected) {
            self.show_selected_option(select);
        }
    }

    /// The selectedcontent element's post-connection steps.
    fn selectedcontent_was_inserted(&mut self, node: NodeId) {
        let before = self.document.next_sibling(node);
        let Some(Surroundings { selects, is_connected, is_nested }) = self.surroundings(node, before) else { return };
        let Some(select) = selects.first().copied().or_else(|| self.nearest_select(node)) else { return };
        let disabled = is_connected && is_nested;
        let disabled = self.condition(clause!("selectedcontent/disabled", "within an option, another selectedcontent or a second select it shows nothing"), disabled);
        if disabled {
            self.selects.disabled.insert(node);
        }
        self.selects.contents.push(node);
        for select in selects {
            let state = self.selects.state(select);
            state.content = Some(Placed::new(node, before));
            state.shown = None;
        }
        if is_connected && !disabled && !self.is_multiple(select) {
            self.selects.state(select).newest_content = Some(node);
            self.selects.unsettled.push(node);
            self.update_contents(select);
        }
    }

    /// What a selectedcontent element that is not disabled does to its select when it is connected.
    fn update_contents(&mut self, select: NodeId) {
        self.show_selected_option(select);
        if self.step(clause!("selectedcontent/clear-others", "all selectedcontent elements but the first are cleared")) {
            self.clear_other_contents(select);
        }
    }

    /// The same, for one that was inserted again, in a tree of any order.
    pub(super) fn selectedcontent_was_connected(&mut self, node: NodeId) {
        let surroundings = self.surroundings_in_tree(node).filter(|surroundings| surroundings.is_connected);
        let Some(Surroundings { selects, is_nested, .. }) = surroundings else { return };
        self.selects.off_list.remove(&node);
        for select in selects {
            let state = self.selects.state(select);
            if state.content.is_none_or(|content| content.node != node) {
                state.content = Some(Placed::new(node, None));
                state.shown = None;
            }
        }
        if is_nested {
            self.selects.disabled.insert(node);
            return;
        }
        self.selects.disabled.remove(&node);
        let select = nearest_select_in_tree(&self.document, node);
        let Some(select) = select.filter(|select| !self.is_multiple(*select)) else { return };
        self.selects.state(select).newest_content = Some(node);
        self.update_contents(select);
    }

    /// What there is around a selectedcontent element that was inserted in front of a node or at the end; none if no
    /// select is.
    fn surroundings(&mut self, node: NodeId, before: Option<NodeId>) -> Option<Surroundings> {
        if self.patches.were_there() {
            return self.surroundings_in_tree(node);
        }
        let template = self.stack.last_position(Name::TEMPLATE);
        let within = |position: Option<u32>| position.filter(|position| Some(*position) > template);
        let nearest = within(self.stack.last_position(Name::SELECT))?;
        let around = std::iter::successors(Some(nearest), |position| within(self.stack.last_before(*position)));
        let around = around.filter_map(|position| Some(self.stack.get(position)?.node));
        let selects = around.take_while(|select| self.selects.comes_first(&self.document, *select, before));
        let nesting = [
            self.stack.last_position(Name::OPTION),
            self.stack.last_but_one_position(Name::SELECTEDCONTENT),
            self.stack.last_but_one_position(Name::SELECT),
        ];
        Some(Surroundings {
            selects: selects.collect(),
            is_connected: !self.is_fragment() && self.templates_are_shadow_roots(),
            is_nested: nesting.into_iter().any(|position| within(position).is_some()),
        })
    }

    /// Whether there is no template on the stack but those that declare shadow roots, which are connected as their hosts
    /// are. Such a template was never inserted.
    fn templates_are_shadow_roots(&self) -> bool {
        let mut templates = std::iter::successors(self.stack.last_position(Name::TEMPLATE), |position| self.stack.last_before(*position));
        let is_inserted = |position| self.stack.get(position).is_none_or(|template| self.document.parent(template.node).is_some());
        match self.options.allow_declarative_shadow_roots {
            true => !templates.any(is_inserted),
            false => templates.next().is_none(),
        }
    }

    fn surroundings_in_tree(&self, node: NodeId) -> Option<Surroundings> {
        let mut ancestors = Vec::new();
        let mut is_nested = false;
        let mut top = node;
        while let Some(ancestor) = self.document.parent(top) {
            top = ancestor;
            match html_name(&self.document, ancestor) {
                Some(Name::SELECT) => ancestors.push(ancestor),
                Some(Name::OPTION | Name::SELECTEDCONTENT) => is_nested = true,
                _ => {}
            }
        }
        is_nested |= ancestors.len() > 1;
        (!ancestors.is_empty()).then_some(Surroundings {
            selects: ancestors.into_iter().filter(|select| self.first_content(*select) == Some(node)).collect(),
            is_connected: top == NodeId::DOCUMENT && !self.is_fragment(),
            is_nested,
        })
    }

    /// The select that a node is in.
    fn nearest_select(&self, node: NodeId) -> Option<NodeId> {
        if !self.patches.were_there() {
            return Some(self.stack.get(self.stack.last_position(Name::SELECT)?)?.node);
        }
        nearest_select_in_tree(&self.document, node)
    }

    /// The select's first selectedcontent element in tree order.
    fn first_content(&self, select: NodeId) -> Option<NodeId> {
        let mut nodes = self.document.descendants(select).map(|(_, node)| node);
        nodes.find(|node| html_name(&self.document, *node) == Some(Name::SELECTEDCONTENT))
    }

    /// Puts a clone of the selected option's children into the select's selectedcontent element.
    /// <https://html.spec.whatwg.org/multipage/form-elements.html#update-a-select's-selectedcontent>
    fn show_selected_option(&mut self, select: NodeId) {
        let selected = self.selects.selected_option(select);
        let state = self.selects.state(select);
        let Some(Placed { node: content, .. }) = state.content else { return };
        if selected.is_some() && state.shown == selected || self.selects.disabled.contains(&content) {
            return;
        }
        let position = self.stack.find(Name::SELECTEDCONTENT, content);
        let open_child = position.and_then(|position| self.stack.below(position));
        let cut_off = open_child.and_then(|position| Some((position, self.stack.get(position)?.node)));
        let state = self.selects.state(select);
        state.shown = selected.filter(|_| position.is_none());
        state.cut_off = cut_off;
        // The selectedcontent element may be in the option itself.
        let copies = match selected {
            Some(option) if self.step(clause!("selectedcontent/clone", "the selected option's children are cloned")) => {
                Some(self.document.clone_children(option))
            }
            _ => None,
        };
        if self.step(clause!("selectedcontent/replace", "what selectedcontent held is replaced")) {
            self.clear_content(content);
        }
        self.select_another_option(select);
        if let Some(copies) = copies {
            self.document.reparent_children(copies, content);
            self.clone_was_inserted(content);
        }
    }

    /// What happens where a clone is inserted into a selectedcontent element.
    fn clone_was_inserted(&mut self, content: NodeId) {
        let mut has_options = false;
        for (_, node) in self.document.descendants(content) {
            match html_name(&self.document, node) {
                Some(Name::SELECTEDCONTENT) => self.selects.contents.push(node),
                Some(Name::OPTION) => has_options = true,
                _ => {}
            }
        }
        if has_options {
            self.cloned_options_were_inserted(content);
        }
        if !self.markers.is_empty() {
            self.remember_markers_within(content, false);
        }
    }

    /// <https://html.spec.whatwg.org/multipage/form-elements.html#clear-a-select's-non-primary-selectedcontent-elements>
    fn clear_other_contents(&mut self, select: NodeId) {
        let first = self.selects.state(select).content.map(|content| content.node);
        let is_open = self.stack.last_position(Name::SELECT).is_some_and(|position| self.stack.is_at(position, select));
        let mut kept = Vec::new();
        while let Some(content) = self.selects.contents.pop_if(|content| *content > select) {
            // What was made since the select is in it while it is open.
            let elsewhere = (!is_open || self.patches.were_there()) && !self.is_inclusive_ancestor(select, content);
            if Some(content) == first || elsewhere {
                kept.push(content);
            } else {
                self.clear_content(content);
                // One that is open can have children again.
                kept.extend(self.stack.find(Name::SELECTEDCONTENT, content).map(|_| content));
            }
        }
        self.selects.contents.extend(kept.into_iter().rev());
        self.select_another_option(select);
    }

    fn clear_content(&mut self, content: NodeId) {
        self.markers.shuffle();
        while let Some(child) = self.document.first_child(content) {
            self.remove_with_select_parts(child);
        }
    }

    /// Removes a node, and notes the options and selectedcontent elements that go with it.
    pub(super) fn remove_with_select_parts(&mut self, node: NodeId) {
        self.observer.effect(Effect::Removed(node));
        self.document.detach(node);
        if self.selects.states.is_empty() {
            return;
        }
        let nodes = std::iter::once(node).chain(self.document.descendants(node).map(|(_, node)| node));
        let parts: Vec<_> = nodes.filter(|node| matches!(html_name(&self.document, *node), Some(Name::OPTION | Name::SELECTEDCONTENT))).collect();
        for part in parts {
            self.selects.off_list.entry(part).or_default();
        }
    }

    /// What happens to the selects when a template that patches has removed a range.
    pub(super) fn select_parts_were_removed(&mut self) {
        if self.selects.off_list.is_empty() {
            return;
        }
        let mut selects: Vec<_> = self.selects.states.keys().copied().collect();
        selects.sort_unstable();
        for select in selects {
            self.select_another_option(select);
            let Some(content) = self.selects.state(select).content.map(|content| content.node) else { continue };
            if self.selects.off_list.contains_key(&content) && !self.is_inclusive_ancestor(select, content) {
                let first = self.first_content(select);
                let state = self.selects.state(select);
                state.content = first.map(|node| Placed::new(node, None));
                state.shown = None;
                if !self.selects.disabled.contains(&content) {
                    self.show_selected_option(select);
                }
            }
        }
    }

    /// The selectedness setting algorithm, where it is the selected option that was removed.
    /// <https://html.spec.whatwg.org/multipage/form-elements.html#selectedness-setting-algorithm>
    fn select_another_option(&mut self, select: NodeId) {
        let selected = self.selects.selected_option(select);
        let removed = selected.is_some_and(|selected| self.selects.off_list.contains_key(&selected));
        if !self.condition(clause!("selectedcontent/removed-option", "for a selected option that is removed the first that is not disabled is selected"), removed) {
            return;
        }
        if let Some(is_selected) = selected.and_then(|selected| self.selects.off_list.get_mut(&selected)) {
            *is_selected = true;
        }
        let first = self.first_enabled_option(select).filter(|_| display_size(&self.document, select) == Some(1));
        self.selects.select(select, first);
    }

    /// The first option on a select's list that is not disabled.
    pub(super) fn first_enabled_option(&mut self, select: NodeId) -> Option<NodeId> {
        let Selects { states, off_list, .. } = &mut *self.selects;
        let state = states.get_mut(&select)?;
        if state.is_disordered || self.patches.were_there() {
            let options = list_of_options(&self.document, select, None);
            return options.into_iter().find(|option| !option.is_disabled).map(|option| option.node);
        }
        while state.enabled.pop_front_if(|option| off_list.contains_key(option)).is_some() {}
        while state.cloned.pop_front_if(|option| off_list.contains_key(option)).is_some() {}
        let cloned = state.cloned.front().zip(state.content);
        let first = state.enabled.front().copied();
        match cloned {
            Some((cloned, content)) if first.is_none_or(|first| content.node < first) => Some(*cloned),
            _ => first,
        }
    }
}

impl Selects {
    /// Whether a selectedcontent element that was just inserted, in front of a table or at the end, is the select's first.
    fn comes_first(&mut self, document: &Document, select: NodeId, before: Option<NodeId>) -> bool {
        let first = self.states.get_mut(&select).and_then(|state| state.content.as_mut());
        first.is_none_or(|first| first.comes_behind(document, before))
    }

    pub(super) fn state(&mut self, select: NodeId) -> &mut SelectState {
        self.states.entry(select).or_default()
    }

    pub(super) fn selected_option(&self, select: NodeId) -> Option<NodeId> {
        self.states.get(&select)?.selected.map(|selected| selected.node)
    }

    /// Whether the clone of the selected option is what a select shows.
    pub(super) fn shows_selected_option(&self, select: NodeId) -> bool {
        self.states.get(&select).is_none_or(|state| state.selected.map(|selected| selected.node) == state.shown)
    }

    /// Selects an option of a select, or none.
    pub(super) fn select(&mut self, select: NodeId, option: Option<NodeId>) {
        self.state(select).selected = option.map(|option| Placed::new(option, None));
    }

    /// Whether a select's options have the order in which they were made.
    pub(super) fn has_order(&self, select: NodeId) -> bool {
        self.states.get(&select).is_none_or(|state| !state.is_disordered && state.cloned.is_empty())
    }
}

/// The select that a node is in.
pub(super) fn nearest_select_in_tree(document: &Document, node: NodeId) -> Option<NodeId> {
    let mut ancestors = std::iter::successors(document.parent(node), |node| document.parent(*node));
    ancestors.find(|ancestor| html_name(document, *ancestor) == Some(Name::SELECT))
}

/// A select's display size; none for a size attribute too large for a number.
/// <https://html.spec.whatwg.org/multipage/form-elements.html#concept-select-size>
pub(super) fn display_size(document: &Document, select: NodeId) -> Option<u64> {
    let size = document.attribute(select, Name::SIZE).unwrap_or_default().trim_ascii_start();
    let size = size.strip_prefix(b"+").unwrap_or(size);
    let digits = size.iter().take_while(|byte| byte.is_ascii_digit()).count();
    match std::str::from_utf8(&size[..digits]) {
        Ok("") | Err(_) => Some(1),
        Ok(digits) => digits.parse().ok(),
    }
}
