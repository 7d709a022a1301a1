//! The questions of [`SelectTree`], answered by walking through the tree as the standard does.

use super::{Nesting, Part, PartAttribute, PartWithin, SelectTree};
use crate::clauses::clause::clause;

/// The node after `node` in tree order, among the descendants of `root`.
pub fn following<T: SelectTree>(tree: &T, root: T::Node, node: T::Node) -> Option<T::Node> {
    tree.first_child(node).or_else(|| following_without_descendants(tree, root, node))
}

/// The node after `node` and its descendants in tree order, among the descendants of `root`.
fn following_without_descendants<T: SelectTree>(tree: &T, root: T::Node, node: T::Node) -> Option<T::Node> {
    std::iter::successors(Some(node), |node| tree.parent(*node))
        .take_while(|node| *node != root)
        .find_map(|node| tree.next_sibling(node))
}

/// The ancestors of a node, the nearest first.
fn ancestors<T: SelectTree>(tree: &T, node: T::Node) -> impl Iterator<Item = T::Node> {
    std::iter::successors(tree.parent(node), |node| tree.parent(*node))
}

/// <https://html.spec.whatwg.org/multipage/form-elements.html#concept-select-option-list>
///
/// `visit` is called with each option until it returns `false`.
fn list_of_options<T: SelectTree>(tree: &mut T, select: T::Node, mut visit: impl FnMut(&mut T, T::Node) -> bool) {
    let mut next = tree.first_child(select);
    while let Some(node) = next {
        tree.selects_mut().walked += 1;
        let part = tree.part(node);
        if part == Some(Part::Option)
            && tree.condition(clause!("list-of-options/option", "the list of options has the options"), true)
            && !visit(tree, node)
        {
            return;
        }
        next = match part.is_some_and(|part| hides_descendants(tree, select, node, part)) {
            true => following_without_descendants(tree, select, node),
            false => following(tree, select, node),
        };
    }
}

/// Whether the list of options leaves out what is in a node.
fn hides_descendants<T: SelectTree>(tree: &mut T, select: T::Node, node: T::Node, part: Part) -> bool {
    match part {
        Part::Select => tree.condition(
            clause!("list-of-options/in-select", "the list leaves out the options of a select in the select"),
            true,
        ),
        Part::Hr => tree.condition(clause!("list-of-options/in-hr", "the list leaves out options in an hr"), true),
        Part::Option => {
            tree.condition(clause!("list-of-options/in-option", "the list leaves out options in an option"), true)
        }
        Part::Datalist => {
            tree.condition(clause!("list-of-options/in-datalist", "the list leaves out options in a datalist"), true)
        }
        Part::Optgroup => {
            let is_nested = {
                let mut between = ancestors(tree, node).take_while(|ancestor| *ancestor != select);
                between.any(|ancestor| tree.part(ancestor) == Some(Part::Optgroup))
            };
            tree.condition(
                clause!(
                    "list-of-options/in-second-optgroup",
                    "the list leaves out options in an optgroup in an optgroup"
                ),
                is_nested,
            )
        }
        Part::Selectedcontent => false,
    }
}

/// The first and the last option on a select's list of options whose selectedness is true.
pub fn selected_options<T: SelectTree>(tree: &mut T, select: T::Node) -> Option<(T::Node, T::Node)> {
    let mut selected = None;
    list_of_options(tree, select, |tree, option| {
        if tree.selects().is_selected(option) {
            let (first, _) = selected.unwrap_or((option, option));
            selected = Some((first, option));
        }
        true
    });
    selected
}

/// The first option on a select's list of options that is not disabled.
pub fn first_enabled_option<T: SelectTree>(tree: &mut T, select: T::Node) -> Option<T::Node> {
    let mut enabled = None;
    list_of_options(tree, select, |tree, option| {
        if !is_disabled(tree, option) {
            enabled = Some(option);
        }
        enabled.is_none()
    });
    enabled
}

/// <https://html.spec.whatwg.org/multipage/form-elements.html#concept-option-disabled>
fn is_disabled<T: SelectTree>(tree: &mut T, option: T::Node) -> bool {
    let has_attribute = tree.has_attribute(option, PartAttribute::Disabled);
    if tree.condition(
        clause!("option-disabled/attribute", "an option with a disabled attribute is disabled"),
        has_attribute,
    ) {
        return true;
    }
    let mut ancestor = tree.parent(option);
    while let Some(node) = ancestor {
        tree.selects_mut().walked += 1;
        let part = tree.part(node);
        let is_barrier = matches!(part, Some(Part::Select | Part::Hr | Part::Datalist | Part::Option));
        if is_barrier
            && tree.condition(
                clause!(
                    "option-disabled/barrier",
                    "an optgroup outside of the select, hr, datalist or option around an option does not disable it"
                ),
                true,
            )
        {
            return false;
        }
        if part == Some(Part::Optgroup) {
            let has_attribute = tree.has_attribute(node, PartAttribute::Disabled);
            return tree.condition(
                clause!("option-disabled/optgroup", "the optgroup around an option disables it"),
                has_attribute,
            );
        }
        ancestor = tree.parent(node);
    }
    false
}

/// <https://html.spec.whatwg.org/multipage/form-elements.html#option-element-nearest-ancestor-select>
pub fn nearest_ancestor_select<T: SelectTree>(tree: &mut T, element: T::Node) -> Option<T::Node> {
    let mut ancestor_optgroup = None;
    let mut ancestor = tree.parent(element);
    while let Some(node) = ancestor {
        tree.selects_mut().walked += 1;
        match tree.part(node) {
            Some(Part::Datalist)
                if tree.condition(
                    clause!("nearest-ancestor-select/datalist", "an option in a datalist has no select"),
                    true,
                ) =>
            {
                return None;
            }
            Some(Part::Hr)
                if tree.condition(clause!("nearest-ancestor-select/hr", "an option in an hr has no select"), true) =>
            {
                return None;
            }
            Some(Part::Option)
                if tree.condition(
                    clause!("nearest-ancestor-select/option", "an option in an option has no select"),
                    true,
                ) =>
            {
                return None;
            }
            Some(Part::Optgroup) => {
                if tree.condition(
                    clause!("nearest-ancestor-select/second-optgroup", "an option in two optgroups has no select"),
                    ancestor_optgroup.is_some(),
                ) {
                    return None;
                }
                ancestor_optgroup = Some(node);
            }
            Some(Part::Select) => return Some(node),
            _ => {}
        }
        ancestor = tree.parent(node);
    }
    None
}

/// The first selectedcontent element in a select.
pub fn first_selectedcontent<T: SelectTree>(tree: &mut T, select: T::Node) -> Option<T::Node> {
    let mut next = tree.first_child(select);
    while let Some(node) = next {
        tree.selects_mut().walked += 1;
        if tree.part(node) == Some(Part::Selectedcontent) {
            return Some(node);
        }
        next = following(tree, select, node);
    }
    None
}

/// The next selectedcontent element in a select after one, of those that have children.
pub fn next_filled_selectedcontent<T: SelectTree>(tree: &mut T, select: T::Node, after: T::Node) -> Option<T::Node> {
    let mut next = following(tree, select, after);
    while let Some(node) = next {
        tree.selects_mut().walked += 1;
        if tree.part(node) == Some(Part::Selectedcontent) && tree.first_child(node).is_some() {
            return Some(node);
        }
        next = following(tree, select, node);
    }
    None
}

/// The parts in a subtree for which it matters that it is inserted or removed, in shadow-including tree order.
pub fn parts_within<T: SelectTree>(tree: &mut T, root: T::Node) -> Vec<PartWithin<T::Node>> {
    let mut parts = Vec::new();
    let mut has_option = false;
    // The roots of the trees that are walked through, each with where that goes on afterwards.
    let mut trees = Vec::new();
    let (mut tree_root, mut next) = (root, Some(root));
    loop {
        let Some(node) = next else {
            match trees.pop() {
                Some(outer) => {
                    (tree_root, next) = outer;
                    continue;
                }
                None => return parts,
            }
        };
        tree.selects_mut().walked += 1;
        match tree.part(node) {
            Some(Part::Option) if tree_root == root && !has_option => {
                let select = tree.nearest_ancestor_select(node);
                let path = std::iter::successors(Some(node), |node| tree.parent(*node));
                let is_around = |select| {
                    let mut below = path.take_while(|node| *node != select);
                    below.any(|node| node == root)
                };
                if let Some(select) = select
                    && is_around(select)
                {
                    has_option = true;
                    parts.push(PartWithin::Option { option: node, select });
                }
            }
            Some(Part::Selectedcontent) => parts.push(PartWithin::Selectedcontent(node)),
            _ => {}
        }
        next = following(tree, tree_root, node);
        if let Some(shadow) = tree.shadow_root(node) {
            trees.push((tree_root, next));
            (tree_root, next) = (shadow, tree.first_child(shadow));
        }
    }
}

/// What is around a selectedcontent element.
pub fn nesting<T: SelectTree>(tree: &mut T, selectedcontent: T::Node) -> Nesting<T::Node> {
    let mut select = None;
    let mut ancestor = tree.parent(selectedcontent);
    while let Some(node) = ancestor {
        tree.selects_mut().walked += 1;
        let is_nested = match tree.part(node) {
            Some(Part::Select) if select.is_none() => {
                select = Some(node);
                false
            }
            Some(Part::Select) => tree.condition(
                clause!("selectedcontent/in-second-select", "a selectedcontent in two selects is disabled"),
                true,
            ),
            Some(Part::Option) => {
                tree.condition(clause!("selectedcontent/in-option", "a selectedcontent in an option is disabled"), true)
            }
            Some(Part::Selectedcontent) => tree.condition(
                clause!("selectedcontent/in-selectedcontent", "a selectedcontent in a selectedcontent is disabled"),
                true,
            ),
            _ => false,
        };
        if is_nested {
            return Nesting { select, is_nested };
        }
        ancestor = tree.parent(node);
    }
    Nesting { select, is_nested: false }
}

/// The nearest select that a node is in, or is.
pub fn nearest_inclusive_select<T: SelectTree>(tree: &mut T, node: T::Node) -> Option<T::Node> {
    let mut ancestor = Some(node);
    while let Some(node) = ancestor {
        tree.selects_mut().walked += 1;
        if tree.part(node) == Some(Part::Select) {
            return Some(node);
        }
        ancestor = tree.parent(node);
    }
    None
}
