//! Cloning the selected option into `selectedcontent`, which html5ever leaves to its tree sink.
//!
//! <https://html.spec.whatwg.org/multipage/form-elements.html#maybe-clone-an-option-into-selectedcontent>

use std::cell::Cell;
use std::ptr;

use super::sink::{Arena, Data, Element, Node, NodeRef};

/// Does what its name says to `option`, an option element that html5ever popped off the stack of open elements.
pub(super) fn maybe_clone_an_option_into_selectedcontent<'a>(
    arena: &'a Arena<'a>,
    option: NodeRef<'a>,
) {
    if let Some(select) = nearest_ancestor_select(option)
        && is_selected(select, option)
        && let Some(selectedcontent) = enabled_selectedcontent(select)
    {
        while let Some(child) = selectedcontent.first_child() {
            child.detach();
        }
        clone_children(arena, option, selectedcontent);
    }
}

/// The element's name if it is an HTML element.
fn is_html(node: &Node<'_>, names: &[&str]) -> bool {
    node.element()
        .is_some_and(|element| names.iter().any(|name| element.is_html(name)))
}

fn has_attribute(node: &Node<'_>, name: &str) -> bool {
    node.element()
        .is_some_and(|element| element.has_attribute(name))
}

fn ancestors<'a>(node: NodeRef<'a>) -> impl Iterator<Item = NodeRef<'a>> {
    std::iter::successors(node.parent(), |node| node.parent())
}

/// The descendants in tree order.
fn descendants<'a>(root: NodeRef<'a>) -> impl Iterator<Item = NodeRef<'a>> {
    std::iter::successors(root.first_child(), move |node| following(node, root))
}

/// The node after `node` in tree order, among the descendants of `root`.
fn following<'a>(node: NodeRef<'a>, root: NodeRef<'a>) -> Option<NodeRef<'a>> {
    node.first_child().or_else(|| {
        std::iter::successors(Some(node), |node| node.parent())
            .take_while(|node| !ptr::eq(*node, root))
            .find_map(|node| node.next_sibling())
    })
}

/// <https://html.spec.whatwg.org/multipage/form-elements.html#option-element-nearest-ancestor-select>
fn nearest_ancestor_select<'a>(option: NodeRef<'a>) -> Option<NodeRef<'a>> {
    let mut in_optgroup = false;
    for ancestor in ancestors(option) {
        if is_html(ancestor, &["datalist", "hr", "option"]) {
            return None;
        }
        if is_html(ancestor, &["optgroup"]) && std::mem::replace(&mut in_optgroup, true) {
            return None;
        }
        if is_html(ancestor, &["select"]) {
            return Some(ancestor);
        }
    }
    None
}

/// The option's [selectedness](https://html.spec.whatwg.org/multipage/form-elements.html#concept-option-selectedness)
/// in a select without the multiple attribute that neither script nor user has touched: the last option with a
/// selected attribute has it, or else, in a drop-down box, the first one that is not disabled.
///
/// Looks no further than it must: it is asked about every option there is.
fn is_selected<'a>(select: NodeRef<'a>, option: NodeRef<'a>) -> bool {
    let is_option = |node: &NodeRef<'a>| {
        is_html(node, &["option"])
            && nearest_ancestor_select(node).is_some_and(|nearest| ptr::eq(nearest, select))
    };
    let is_marked = |node: NodeRef<'a>| has_attribute(node, "selected");
    let mut later =
        std::iter::successors(following(option, select), |node| following(node, select))
            .filter(is_option);
    if later.any(is_marked) {
        return false;
    }
    let mut earlier = descendants(select)
        .take_while(|node| !ptr::eq(*node, option))
        .filter(is_option);
    is_marked(option)
        || display_size(select) == 1
            && !is_disabled(option)
            && earlier.all(|node| is_disabled(node) && !is_marked(node))
}

/// <https://html.spec.whatwg.org/multipage/form-elements.html#concept-option-disabled>
fn is_disabled(option: NodeRef<'_>) -> bool {
    has_attribute(option, "disabled")
        || ancestors(option)
            .take_while(|node| !is_html(node, &["select"]))
            .any(|node| is_html(node, &["optgroup"]) && has_attribute(node, "disabled"))
}

/// The [display size](https://html.spec.whatwg.org/multipage/form-elements.html#concept-select-size) of a select
/// without the multiple attribute.
fn display_size(select: NodeRef<'_>) -> u32 {
    let size = select
        .element()
        .and_then(|element| element.attribute("size"));
    let digits = size.as_deref().map_or("", |size| {
        let size = size.trim_start_matches(|c: char| c.is_ascii_whitespace());
        let size = size.strip_prefix('+').unwrap_or(size);
        &size[..size.bytes().take_while(u8::is_ascii_digit).count()]
    });
    if digits.is_empty() {
        1
    } else {
        digits.parse().unwrap_or(u32::MAX)
    }
}

/// <https://html.spec.whatwg.org/multipage/form-elements.html#select-enabled-selectedcontent>
fn enabled_selectedcontent<'a>(select: NodeRef<'a>) -> Option<NodeRef<'a>> {
    if has_attribute(select, "multiple") {
        return None;
    }
    let first = descendants(select).find(|node| is_html(node, &["selectedcontent"]))?;
    let nested = ancestors(first).any(|node| is_html(node, &["option", "selectedcontent"]));
    let selects = ancestors(first)
        .filter(|node| is_html(node, &["select"]))
        .count();
    (!nested && selects == 1).then_some(first)
}

/// Clones the children of `from`, with all they hold, to the end of `to`.
fn clone_children<'a>(arena: &'a Arena<'a>, from: NodeRef<'a>, to: NodeRef<'a>) {
    let mut pending: Vec<(NodeRef<'a>, NodeRef<'a>)> =
        from.children().map(|child| (child, to)).collect();
    pending.reverse();
    while let Some((source, parent)) = pending.pop() {
        let (clone, contents) = clone_node(arena, source);
        parent.append(clone);
        let first = pending.len();
        pending.extend(source.children().map(|child| (child, clone)));
        if let Some((from, to)) = contents {
            pending.extend(from.children().map(|child| (child, to)));
        }
        pending[first..].reverse();
    }
}

/// Clones one node without its children; a template also gives its contents and its clone's, which are still empty.
fn clone_node<'a>(
    arena: &'a Arena<'a>,
    source: NodeRef<'a>,
) -> (NodeRef<'a>, Option<(NodeRef<'a>, NodeRef<'a>)>) {
    let clone: NodeRef<'a> = arena.alloc(Node::new(source.data.clone()));
    let Data::Element(Element {
        template_contents,
        shadow_root,
        ..
    }) = &clone.data
    else {
        return (clone, None);
    };
    // A shadow root is not cloned unless it says so, which the tree does not show.
    shadow_root.set(None);
    let contents = template_contents.get().map(|contents| {
        let new: NodeRef<'a> = arena.alloc(Node::new(Data::Root));
        Cell::set(template_contents, Some(new));
        (contents, new)
    });
    (clone, contents)
}
