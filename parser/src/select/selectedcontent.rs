//! What a selectedcontent element shows.
//!
//! <https://html.spec.whatwg.org/multipage/form-elements.html#the-selectedcontent-element>

use super::mutation::{clone_children, replace_all};
use super::{Nesting, PartAttribute, SelectTree};
use crate::clause::clause;

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
    // Its children are being replaced, and their removing steps ask for an update. They get what the replacement brings.
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
pub(super) fn post_connection_steps<T: SelectTree>(tree: &mut T, selectedcontent: T::Node) {
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
pub(super) fn removing_steps<T: SelectTree>(tree: &mut T, selectedcontent: T::Node, old_ancestor: T::Node) {
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
