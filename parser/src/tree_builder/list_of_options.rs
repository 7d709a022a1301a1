//! The options of a select as the tree has them, for where the stack of open elements and the order in which they were made
//! do not tell: templates patch some in, clones of others bring some with them.
//!
//! <https://html.spec.whatwg.org/multipage/form-elements.html#concept-select-option-list>

use crate::dom::{Document, Namespace, NodeId};
use crate::name::Name;

/// An option on the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ListedOption {
    pub(super) node: NodeId,
    /// Whether it, or the group it is in, is disabled.
    pub(super) is_disabled: bool,
}

/// What is below a node of a list of options: the select itself, or a descendant that is in `group`, if in one.
pub(super) fn list_of_options(
    document: &Document,
    root: NodeId,
    group: Option<NodeId>,
) -> Vec<ListedOption> {
    let is_disabled = |node| document.attribute(node, Name::DISABLED).is_some();
    let mut options = Vec::new();
    // Of what is deeper than this there is nothing on the list.
    let mut skipped: Option<usize> = None;
    let mut current: Option<(usize, NodeId)> = None;
    for (depth, node) in document.descendants(root) {
        if skipped.is_some_and(|skipped| depth > skipped) {
            continue;
        }
        skipped = None;
        current = current.filter(|(group, _)| depth > *group);
        let around = current.map(|(_, group)| group).or(group);
        match html_name(document, node) {
            Some(Name::OPTION) => {
                let is_disabled = is_disabled(node) || around.is_some_and(is_disabled);
                options.push(ListedOption { node, is_disabled });
                skipped = Some(depth);
            }
            Some(Name::OPTGROUP) if around.is_none() => current = Some((depth, node)),
            Some(Name::SELECT | Name::HR | Name::DATALIST | Name::OPTGROUP) => {
                skipped = Some(depth)
            }
            _ => {}
        }
    }
    options
}

/// The select of which a node, or an option that is this node, is on the list, by its ancestors.
/// <https://html.spec.whatwg.org/multipage/form-elements.html#option-element-nearest-ancestor-select>
pub(super) fn nearest_ancestor_select(document: &Document, node: NodeId) -> Option<NodeId> {
    let mut groups = 0;
    let mut ancestor = document.parent(node)?;
    loop {
        match html_name(document, ancestor) {
            Some(Name::DATALIST | Name::HR | Name::OPTION) => return None,
            Some(Name::SELECT) => return Some(ancestor),
            Some(Name::OPTGROUP) => groups += 1,
            _ => {}
        }
        ancestor = document.parent(ancestor).filter(|_| groups < 2)?;
    }
}

/// The optgroup that disables the options right here if it is disabled, by the ancestors of a node.
/// <https://html.spec.whatwg.org/multipage/form-elements.html#concept-option-disabled>
pub(super) fn nearest_ancestor_group(document: &Document, node: NodeId) -> Option<NodeId> {
    let mut ancestor = document.parent(node);
    while let Some(node) = ancestor {
        match html_name(document, node) {
            Some(Name::SELECT | Name::HR | Name::DATALIST | Name::OPTION) => return None,
            Some(Name::OPTGROUP) => return Some(node),
            _ => ancestor = document.parent(node),
        }
    }
    None
}

/// The name of an HTML element.
pub(super) fn html_name(document: &Document, node: NodeId) -> Option<Name> {
    let element = document.element(node)?;
    (element.name.namespace == Namespace::Html).then_some(element.name.local)
}
