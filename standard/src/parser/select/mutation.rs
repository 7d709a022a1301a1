//! The DOM's operations on trees, with the insertion, removing and post-connection steps of options and selectedcontent
//! elements.
//!
//! An option's insertion and removing steps run the selectedness setting algorithm for the select that it enters or
//! leaves. All options that enter or leave a select with the same subtree do so at once, and that algorithm changes
//! nothing when it is run once more. So it is run where the standard runs it first.
//!
//! They call each other, as the standard's do: to show an option in a selectedcontent element is to replace its
//! children.
//!
//! <https://dom.spec.whatwg.org/#mutation-algorithms>
//! <https://html.spec.whatwg.org/multipage/form-elements.html#the-selectedcontent-element>

use super::option::{option_was_created, update_an_options_nearest_ancestor_select};
use super::{Nesting, Part, PartAttribute, PartWithin, SelectTree};
use crate::clauses::clause::clause;

/// Whether a node, or what is in it, can have steps to run.
fn can_have_steps<T: SelectTree>(tree: &T, node: T::Node) -> bool {
    matches!(tree.part(node), Some(Part::Option | Part::Selectedcontent))
        || tree.first_child(node).is_some()
        || tree.shadow_root(node).is_some()
}

/// Inserts a node that has no parent before a child of another, or at its end.
/// <https://dom.spec.whatwg.org/#concept-node-insert>
pub fn insert<T: SelectTree>(tree: &mut T, node: T::Node, parent: T::Node, before: Option<T::Node>) {
    tree.link(parent, node, before);
    if can_have_steps(tree, node) {
        let parts = tree.parts_within(node);
        insertion_steps(tree, node, &parts);
        run_post_connection_steps(tree, &parts);
    }
}

/// Appends the children of a fragment to a node.
fn append_fragment<T: SelectTree>(tree: &mut T, fragment: T::Node, parent: T::Node) {
    let mut inserted = Vec::new();
    while let Some(child) = tree.first_child(fragment) {
        // There is no select in the fragment but in its children: the removing steps have nothing to do.
        tree.unlink(child);
        tree.link(parent, child, None);
        if can_have_steps(tree, child) {
            let parts = tree.parts_within(child);
            insertion_steps(tree, child, &parts);
            inserted.extend(parts);
        }
    }
    run_post_connection_steps(tree, &inserted);
}

fn insertion_steps<T: SelectTree>(tree: &mut T, inserted: T::Node, parts: &[PartWithin<T::Node>]) {
    for part in parts {
        if let PartWithin::Option { option, select } = *part {
            // An option that comes alone and is not selected leaves the others as they are.
            if option != inserted || tree.selects().is_selected(option) {
                tree.selected_options_change(select);
            }
            update_an_options_nearest_ancestor_select(tree, None, Some(select));
        }
    }
}

fn run_post_connection_steps<T: SelectTree>(tree: &mut T, parts: &[PartWithin<T::Node>]) {
    for part in parts {
        if let PartWithin::Selectedcontent(selectedcontent) = *part {
            let is_connected = tree.is_connected(selectedcontent);
            if tree.condition(
                clause!("post-connection/connected", "post-connection steps run for what is connected"),
                is_connected,
            ) {
                post_connection_steps(tree, selectedcontent);
            }
        }
    }
}

/// Removes a node from its parent.
/// <https://dom.spec.whatwg.org/#concept-node-remove>
pub fn remove<T: SelectTree>(tree: &mut T, node: T::Node) {
    let Some(parent) = tree.parent(node) else {
        return;
    };
    let parts = match can_have_steps(tree, node) {
        true => tree.parts_within(node),
        false => Vec::new(),
    };
    tree.unlink(node);
    for part in &parts {
        if let PartWithin::Option { select, .. } = part {
            tree.selected_options_change(*select);
        }
    }
    for part in parts {
        match part {
            PartWithin::Option { select, .. } => {
                update_an_options_nearest_ancestor_select(tree, Some(select), None);
            }
            PartWithin::Selectedcontent(node) => removing_steps(tree, node, parent),
        }
    }
}

/// Takes all children of a node and appends them to another, one by one.
pub fn take_children<T: SelectTree>(tree: &mut T, from: T::Node, to: T::Node) {
    while let Some(child) = tree.first_child(from) {
        remove(tree, child);
        insert(tree, child, to, None);
    }
}

/// Replaces all children of a selectedcontent element with those of a fragment, if there is one.
/// <https://dom.spec.whatwg.org/#concept-node-replace-all>
fn replace_all<T: SelectTree>(tree: &mut T, fragment: Option<T::Node>, parent: T::Node) {
    tree.selects_mut().replacing.push(parent);
    while let Some(child) = tree.first_child(parent) {
        tree.selects_mut().have_removed = true;
        remove(tree, child);
    }
    if let Some(fragment) = fragment {
        append_fragment(tree, fragment, parent);
    }
    tree.selects_mut().replacing.pop();
}

/// Appends clones of all children of a node to a fragment.
/// <https://dom.spec.whatwg.org/#concept-node-clone>
fn clone_children<T: SelectTree>(tree: &mut T, from: T::Node, fragment: T::Node) {
    // Nodes still to be cloned, each with the parent of the clone. The next is the last.
    let mut pending = Vec::new();
    push_children(tree, &mut pending, from, fragment);
    while let Some((node, parent)) = pending.pop() {
        if tree.is_full() {
            return;
        }
        tree.selects_mut().walked += CLONED_NODE;
        let copy = tree.clone_single_node(node);
        if tree.part(copy) == Some(Part::Option) {
            option_was_created(tree, copy);
        }
        insert(tree, copy, parent, None);
        for (inner, inner_copy) in tree.cloned_inner_trees(node, copy) {
            push_children(tree, &mut pending, inner, inner_copy);
        }
        push_children(tree, &mut pending, node, copy);
    }
}

/// How many nodes can be walked through while one is cloned, about.
const CLONED_NODE: u64 = 16;

fn push_children<T: SelectTree>(tree: &T, pending: &mut Vec<(T::Node, T::Node)>, from: T::Node, to: T::Node) {
    let start = pending.len();
    let children = std::iter::successors(tree.first_child(from), |child| tree.next_sibling(*child));
    pending.extend(children.map(|child| (child, to)));
    pending[start..].reverse();
}

/// Runs for an option that was popped off the stack of open elements.
/// <https://html.spec.whatwg.org/multipage/form-elements.html#maybe-clone-an-option-into-selectedcontent>
pub fn maybe_clone_an_option_into_selectedcontent<T: SelectTree>(tree: &mut T, option: T::Node) {
    let Some(select) = tree.nearest_ancestor_select(option) else {
        return;
    };
    let is_selected = tree.selects().is_selected(option);
    if !tree.condition(
        clause!("selectedcontent/popped-option", "an option that is popped is shown if it is selected"),
        is_selected,
    ) {
        return;
    }
    if let Some(selectedcontent) = enabled_selectedcontent(tree, select) {
        clone_an_option_into_a_selectedcontent(tree, option, selectedcontent);
    }
}

/// <https://html.spec.whatwg.org/multipage/form-elements.html#update-a-select's-selectedcontent>
fn update_a_selects_selectedcontent<T: SelectTree>(tree: &mut T, select: T::Node) {
    let Some(selectedcontent) = enabled_selectedcontent(tree, select) else {
        return;
    };
    // Its children are being replaced, and their removing steps ask for an update. They get what the replacement
    // brings.
    if tree.selects().replacing.contains(&selectedcontent) {
        return;
    }
    match tree.selected_options(select) {
        None => clear_a_selectedcontent(tree, selectedcontent),
        Some((first, _)) => clone_an_option_into_a_selectedcontent(tree, first, selectedcontent),
    }
}

/// <https://html.spec.whatwg.org/multipage/form-elements.html#select-enabled-selectedcontent>
fn enabled_selectedcontent<T: SelectTree>(tree: &mut T, select: T::Node) -> Option<T::Node> {
    let is_multiple = tree.has_attribute(select, PartAttribute::Multiple);
    if tree.condition(
        clause!("selectedcontent/multiple", "a select with a multiple attribute shows no option"),
        is_multiple,
    ) {
        return None;
    }
    let selectedcontent = tree.first_selectedcontent(select)?;
    let is_disabled = tree.selects().is_disabled(selectedcontent);
    if tree.condition(
        clause!(
            "selectedcontent/first-is-disabled",
            "a select whose first selectedcontent is disabled shows no option"
        ),
        is_disabled,
    ) {
        return None;
    }
    Some(selectedcontent)
}

/// <https://html.spec.whatwg.org/multipage/form-elements.html#clone-an-option-into-a-selectedcontent>
fn clone_an_option_into_a_selectedcontent<T: SelectTree>(tree: &mut T, option: T::Node, selectedcontent: T::Node) {
    if tree.holds_clone_of(selectedcontent, option) {
        return;
    }
    let fragment = tree.create_fragment();
    if tree.step(clause!("selectedcontent/clone", "the children of the option are cloned")) {
        clone_children(tree, option, fragment);
    }
    replace_all(tree, Some(fragment), selectedcontent);
    tree.clone_was_made(option, selectedcontent);
}

/// <https://html.spec.whatwg.org/multipage/form-elements.html#clear-a-selectedcontent>
fn clear_a_selectedcontent<T: SelectTree>(tree: &mut T, selectedcontent: T::Node) {
    if tree.step(clause!(
        "selectedcontent/clear",
        "without a selected option the children of the selectedcontent are removed"
    )) {
        replace_all(tree, None, selectedcontent);
    }
}

/// <https://html.spec.whatwg.org/multipage/form-elements.html#clear-a-select's-non-primary-selectedcontent-elements>
fn clear_a_selects_non_primary_selectedcontents<T: SelectTree>(tree: &mut T, select: T::Node) {
    let mut last = tree.first_selectedcontent(select);
    while let Some(passed) = last {
        // To clear one that holds nothing changes nothing.
        last = tree.next_filled_selectedcontent(select, passed);
        if let Some(selectedcontent) = last
            && tree.step(clause!(
                "selectedcontent/clear-others",
                "all selectedcontent elements of a select but the first are cleared"
            ))
        {
            replace_all(tree, None, selectedcontent);
        }
    }
}

/// The selectedcontent element's HTML element post-connection steps.
fn post_connection_steps<T: SelectTree>(tree: &mut T, selectedcontent: T::Node) {
    let Nesting { select, is_nested } = tree.nesting(selectedcontent);
    set_disabled(tree, selectedcontent, is_nested);
    let Some(select) = select.filter(|_| !is_nested) else {
        return;
    };
    let is_multiple = tree.has_attribute(select, PartAttribute::Multiple);
    if tree.condition(
        clause!(
            "selectedcontent/connected-in-multiple",
            "a selectedcontent that is connected does nothing in a select with a multiple attribute"
        ),
        is_multiple,
    ) {
        return;
    }
    if tree.step(clause!("selectedcontent/connected", "a selectedcontent that is connected shows the selected option"))
    {
        update_a_selects_selectedcontent(tree, select);
    }
    clear_a_selects_non_primary_selectedcontents(tree, select);
}

/// The selectedcontent element's HTML element removing steps.
fn removing_steps<T: SelectTree>(tree: &mut T, selectedcontent: T::Node, old_ancestor: T::Node) {
    let is_disabled = tree.selects().is_disabled(selectedcontent);
    if tree.condition(
        clause!(
            "selectedcontent/removed-disabled",
            "a selectedcontent that is disabled is removed without a further effect"
        ),
        is_disabled,
    ) {
        return;
    }
    let is_in_select = tree.nearest_inclusive_select(selectedcontent).is_some();
    if tree.condition(
        clause!(
            "selectedcontent/removed-with-select",
            "a selectedcontent that is removed with a select around it has no further effect"
        ),
        is_in_select,
    ) {
        return;
    }
    if let Some(select) = tree.nearest_inclusive_select(old_ancestor)
        && tree.step(clause!(
            "selectedcontent/removed",
            "when a selectedcontent is removed its select shows the selected option anew"
        ))
    {
        update_a_selects_selectedcontent(tree, select);
    }
}

/// Sets whether a selectedcontent element is disabled.
fn set_disabled<T: SelectTree>(tree: &mut T, selectedcontent: T::Node, is_disabled: bool) {
    let disabled = &mut tree.selects_mut().disabled;
    let is_changed = match is_disabled {
        true => disabled.insert(selectedcontent),
        false => disabled.remove(&selectedcontent),
    };
    if is_changed {
        tree.state_changed(selectedcontent);
    }
}
