//! What the DOM does for selects, which html5ever leaves to its tree sink: it tells which option is selected, and shows that
//! one in `selectedcontent`.
//!
//! html5ever asks for the clone of an option that is complete. What happens where options and selectedcontent elements are
//! inserted is no business of a parser, and so the sink's alone.

use std::cell::{Cell, RefCell};
use std::collections::{HashMap, HashSet};
use std::ptr;

use super::sink::{Arena, Data, Element, Node, NodeRef};

/// What is known of the selects of a document.
#[derive(Default)]
pub(super) struct Selects<'a> {
    /// The selected option of each select that takes one option only.
    selected: RefCell<HashMap<*const Node<'a>, NodeRef<'a>>>,
    /// The selectedcontent elements that are
    /// [disabled](https://html.spec.whatwg.org/multipage/form-elements.html#selectedcontent-disabled).
    disabled: RefCell<HashSet<*const Node<'a>>>,
}

impl<'a> Selects<'a> {
    /// The option's insertion steps: the [selectedness setting
    /// algorithm](https://html.spec.whatwg.org/multipage/form-elements.html#selectedness-setting-algorithm) for its select.
    pub(super) fn option_was_inserted(&self, option: NodeRef<'a>) {
        let Some(select) = nearest_ancestor_select(option) else {
            return;
        };
        if has_attribute(select, "multiple") {
            return;
        }
        let is_marked = has_attribute(option, "selected");
        let becomes_selected = match self.selected(select) {
            // Of two, it is the last in tree order: what is foster-parented comes before what is there.
            Some(selected) => is_marked && !follows(selected, option, select),
            None => is_marked || display_size(select) == 1 && !is_disabled(option),
        };
        if becomes_selected {
            self.selected.borrow_mut().insert(select, option);
        }
    }

    /// The selectedcontent element's [post-connection
    /// steps](https://html.spec.whatwg.org/multipage/form-elements.html#the-selectedcontent-element).
    pub(super) fn selectedcontent_was_connected(
        &self,
        arena: &'a Arena<'a>,
        selectedcontent: NodeRef<'a>,
    ) {
        let mut nearest_select = None;
        for ancestor in ancestors(selectedcontent) {
            let is_select = is_html(ancestor, &["select"]);
            if is_select && nearest_select.is_none() {
                nearest_select = Some(ancestor);
            } else if is_select || is_html(ancestor, &["option", "selectedcontent"]) {
                self.disabled.borrow_mut().insert(selectedcontent);
                return;
            }
        }
        if let Some(select) = nearest_select
            && !has_attribute(select, "multiple")
        {
            self.update_selectedcontent(arena, select);
            self.clear_non_primary_selectedcontents(select);
        }
    }

    /// Does what its name says to an option that html5ever has popped off the stack of open elements.
    /// <https://html.spec.whatwg.org/multipage/form-elements.html#maybe-clone-an-option-into-selectedcontent>
    pub(super) fn maybe_clone_an_option_into_selectedcontent(
        &self,
        arena: &'a Arena<'a>,
        option: NodeRef<'a>,
    ) {
        if let Some(select) = nearest_ancestor_select(option)
            && self
                .selected(select)
                .is_some_and(|selected| ptr::eq(selected, option))
        {
            self.update_selectedcontent(arena, select);
        }
    }

    /// <https://html.spec.whatwg.org/multipage/form-elements.html#update-a-select's-selectedcontent>
    fn update_selectedcontent(&self, arena: &'a Arena<'a>, select: NodeRef<'a>) {
        let Some(selectedcontent) = self.enabled_selectedcontent(select) else {
            return;
        };
        // The selectedcontent element may be in the option itself, in a fragment.
        let clones: NodeRef<'a> = arena.alloc(Node::new(Data::Root));
        if let Some(option) = self.selected(select) {
            clone_children(arena, option, clones);
        }
        self.clear(selectedcontent);
        while let Some(clone) = clones.first_child() {
            selectedcontent.append(clone);
        }
        self.select_another(select);
    }

    /// <https://html.spec.whatwg.org/multipage/form-elements.html#clear-a-select's-non-primary-selectedcontent-elements>
    fn clear_non_primary_selectedcontents(&self, select: NodeRef<'a>) {
        for selectedcontent in selectedcontents(select).skip(1).collect::<Vec<_>>() {
            self.clear(selectedcontent);
        }
        self.select_another(select);
    }

    fn clear(&self, selectedcontent: NodeRef<'a>) {
        while let Some(child) = selectedcontent.first_child() {
            child.detach();
        }
    }

    /// The selectedness setting algorithm, where options were removed: if the selected one was, the first that is not disabled
    /// takes its place in a drop-down box.
    fn select_another(&self, select: NodeRef<'a>) {
        let Some(selected) = self.selected(select) else {
            return;
        };
        if nearest_ancestor_select(selected).is_some_and(|nearest| ptr::eq(nearest, select)) {
            return;
        }
        let is_option = |node: &NodeRef<'a>| {
            is_html(node, &["option"])
                && nearest_ancestor_select(node).is_some_and(|nearest| ptr::eq(nearest, select))
        };
        let mut options = descendants(select).filter(is_option);
        let first = options.find(|option| !is_disabled(option));
        match first.filter(|_| display_size(select) == 1) {
            Some(first) => self.selected.borrow_mut().insert(select, first),
            None => self.selected.borrow_mut().remove(&ptr::from_ref(select)),
        };
    }

    fn selected(&self, select: NodeRef<'a>) -> Option<NodeRef<'a>> {
        self.selected.borrow().get(&ptr::from_ref(select)).copied()
    }

    /// <https://html.spec.whatwg.org/multipage/form-elements.html#select-enabled-selectedcontent>
    fn enabled_selectedcontent(&self, select: NodeRef<'a>) -> Option<NodeRef<'a>> {
        if has_attribute(select, "multiple") {
            return None;
        }
        let first = selectedcontents(select).next()?;
        let is_disabled = self.disabled.borrow().contains(&ptr::from_ref(first));
        (!is_disabled).then_some(first)
    }
}

/// The selectedcontent elements in a select, in tree order.
fn selectedcontents<'a>(select: NodeRef<'a>) -> impl Iterator<Item = NodeRef<'a>> {
    descendants(select).filter(|node| is_html(node, &["selectedcontent"]))
}

/// Whether a node comes after another, which is no ancestor of it, among the descendants of `root`.
fn follows<'a>(node: NodeRef<'a>, other: NodeRef<'a>, root: NodeRef<'a>) -> bool {
    let mut later = std::iter::successors(following(other, root), |node| following(node, root));
    later.any(|later| ptr::eq(later, node))
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
