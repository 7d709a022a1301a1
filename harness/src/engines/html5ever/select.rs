//! What the DOM does for selects, which html5ever leaves to its tree sink: it tells which option is selected, and shows that
//! one in `selectedcontent`.
//!
//! html5ever asks for the clone of an option that is complete. What happens where options and selectedcontent elements are
//! inserted and removed is no business of a parser, and so the sink's alone.

use std::cell::{Cell, RefCell};
use std::collections::{HashMap, HashSet};
use std::ptr;

use super::sink::{Arena, Data, Element, Node, NodeRef};

/// What is known of the selects of a document.
#[derive(Default)]
pub(super) struct Selects<'a> {
    /// The selected option of each select that takes one option only.
    selected: RefCell<HashMap<*const Node<'a>, NodeRef<'a>>>,
    /// The select of each option that is on a list of options of such a select.
    on_list: RefCell<HashMap<*const Node<'a>, NodeRef<'a>>>,
    /// The other options, and whether they are selected.
    off_list: RefCell<HashMap<*const Node<'a>, bool>>,
    /// The selectedcontent elements that are
    /// [disabled](https://html.spec.whatwg.org/multipage/form-elements.html#selectedcontent-disabled).
    disabled: RefCell<HashSet<*const Node<'a>>>,
}

impl<'a> Selects<'a> {
    /// What the options and the selectedcontent elements of a subtree do that was inserted.
    pub(super) fn subtree_was_inserted(
        &self,
        arena: &'a Arena<'a>,
        root: NodeRef<'a>,
        is_connected: bool,
    ) {
        for option in inclusive_descendants(root).filter(|node| is_html(node, &["option"])) {
            self.option_was_inserted(option);
        }
        let is_content = |node: &NodeRef<'a>| is_html(node, &["selectedcontent"]);
        let contents = inclusive_descendants(root).filter(is_content);
        for selectedcontent in contents.filter(|_| is_connected).collect::<Vec<_>>() {
            self.selectedcontent_was_connected(arena, selectedcontent);
        }
    }

    /// What the options of a subtree do that was removed.
    pub(super) fn subtree_was_removed(&self, root: NodeRef<'a>) {
        let mut selects = Vec::new();
        for option in inclusive_descendants(root) {
            let key = ptr::from_ref(option);
            let left = self.on_list.borrow().get(&key).copied();
            if let Some(select) = left.filter(|select| !is_same(select_of(option), Some(select))) {
                let is_selected = is_same(self.selected(select), Some(option));
                self.on_list.borrow_mut().remove(&key);
                self.off_list.borrow_mut().insert(key, is_selected);
                selects.extend(is_selected.then_some(select));
            }
        }
        for select in selects {
            self.select_another(select);
        }
    }

    /// The option's insertion steps: where it comes on another list, the [selectedness setting
    /// algorithm](https://html.spec.whatwg.org/multipage/form-elements.html#selectedness-setting-algorithm) for the select.
    fn option_was_inserted(&self, option: NodeRef<'a>) {
        let key = ptr::from_ref(option);
        let select = select_of(option);
        if select.is_some() && is_same(self.on_list.borrow().get(&key).copied(), select) {
            return;
        }
        let known = self.off_list.borrow_mut().remove(&key);
        let is_marked = known.unwrap_or_else(|| has_attribute(option, "selected"));
        let Some(select) = select else {
            self.off_list.borrow_mut().insert(key, is_marked);
            return;
        };
        self.on_list.borrow_mut().insert(key, select);
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
    fn selectedcontent_was_connected(&self, arena: &'a Arena<'a>, selectedcontent: NodeRef<'a>) {
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
        self.disabled
            .borrow_mut()
            .remove(&ptr::from_ref(selectedcontent));
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
            && is_same(self.selected(select), Some(option))
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
            self.subtree_was_inserted(arena, clone, false);
        }
    }

    /// <https://html.spec.whatwg.org/multipage/form-elements.html#clear-a-select's-non-primary-selectedcontent-elements>
    fn clear_non_primary_selectedcontents(&self, select: NodeRef<'a>) {
        for selectedcontent in selectedcontents(select).skip(1).collect::<Vec<_>>() {
            self.clear(selectedcontent);
        }
    }

    fn clear(&self, selectedcontent: NodeRef<'a>) {
        while let Some(child) = selectedcontent.first_child() {
            child.detach();
            self.subtree_was_removed(child);
        }
    }

    /// The selectedness setting algorithm, where the selected option was removed: in a drop-down box the first that is not
    /// disabled takes its place.
    fn select_another(&self, select: NodeRef<'a>) {
        let is_option = |node: &NodeRef<'a>| {
            is_html(node, &["option"]) && is_same(nearest_ancestor_select(node), Some(select))
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

/// Whether both are the same node, or none.
fn is_same<'a>(one: Option<NodeRef<'a>>, other: Option<NodeRef<'a>>) -> bool {
    one.map(ptr::from_ref) == other.map(ptr::from_ref)
}

/// A node and its descendants in tree order.
fn inclusive_descendants<'a>(root: NodeRef<'a>) -> impl Iterator<Item = NodeRef<'a>> {
    std::iter::once(root).chain(descendants(root))
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

/// The select on whose list of options it is, if that takes one option only.
fn select_of<'a>(option: NodeRef<'a>) -> Option<NodeRef<'a>> {
    nearest_ancestor_select(option).filter(|select| !has_attribute(select, "multiple"))
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
