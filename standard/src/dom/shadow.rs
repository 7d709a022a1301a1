//! Declarative shadow roots.

use std::collections::BTreeMap;
use std::fmt;

use super::{Document, Namespace, NodeId, NodeKind};
use crate::name::Name;

/// <https://dom.spec.whatwg.org/#shadowroot-mode>
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ShadowRootMode {
    /// Open.
    Open,
    /// Closed.
    Closed,
}

/// What is particular to a shadow root that was declared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ShadowRoot {
    /// The mode.
    pub mode: ShadowRootMode,
    /// Whether it delegates focus.
    pub delegates_focus: bool,
    /// Whether it is serializable.
    pub serializable: bool,
    /// Whether its slot assignment is manual, not named.
    pub manual_slot_assignment: bool,
    /// Whether it is clonable.
    pub clonable: bool,
    /// Whether it keeps a null custom element registry.
    pub keeps_null_registry: bool,
}

/// As people describe it: `open shadow root, clonable`.
impl fmt::Display for ShadowRoot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mode = match self.mode {
            ShadowRootMode::Open => "open",
            ShadowRootMode::Closed => "closed",
        };
        write!(f, "{mode} shadow root")?;
        let properties = [
            (self.delegates_focus, "delegates focus"),
            (self.serializable, "serializable"),
            (self.manual_slot_assignment, "manual slot assignment"),
            (self.clonable, "clonable"),
            (self.keeps_null_registry, "keeps a null custom element registry"),
        ];
        let mut said = properties.into_iter().filter(|(holds, _)| *holds);
        said.try_for_each(|(_, property)| write!(f, ", {property}"))
    }
}

/// The shadow roots of a document, by host.
#[derive(Debug, Clone, Default)]
pub(super) struct ShadowRoots {
    by_host: BTreeMap<NodeId, (NodeId, ShadowRoot)>,
    hosts: BTreeMap<NodeId, NodeId>,
}

impl Document {
    /// The shadow root of an element, with what is particular to it.
    #[inline]
    pub fn shadow_root(&self, host: NodeId) -> Option<(NodeId, &ShadowRoot)> {
        if self.shadow_roots.by_host.is_empty() {
            return None;
        }
        let (node, root) = self.shadow_roots.by_host.get(&host)?;
        Some((*node, root))
    }

    /// The host of a shadow root.
    pub fn shadow_host(&self, root: NodeId) -> Option<NodeId> {
        self.shadow_roots.hosts.get(&root).copied()
    }

    /// The [host](https://dom.spec.whatwg.org/#concept-documentfragment-host) of a fragment: a template for its
    /// contents.
    pub fn host(&self, fragment: NodeId) -> Option<NodeId> {
        self.shadow_host(fragment).or_else(|| {
            // A template is created right after its contents.
            let next = NodeId(fragment.0.checked_add(1)?);
            let is_template = next.index() < self.nodes.len() && self.element(next)?.contents == Some(fragment);
            is_template.then_some(next)
        })
    }

    /// In how many templates' contents a node is.
    pub(crate) fn templates_around(&self, node: NodeId) -> usize {
        let mut count = 0;
        let mut ancestor = Some(node);
        while let Some(node) = ancestor {
            ancestor = self.parent(node).or_else(|| self.host(node));
            let is_contents = |host| self.parent(node).is_none() && self.shadow_host(node) != Some(host);
            count += usize::from(ancestor.is_some_and(is_contents));
        }
        count
    }

    /// All shadow roots, in no particular order.
    pub fn shadow_roots(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.shadow_roots.by_host.values().map(|(node, _)| *node)
    }

    /// Attaches a shadow root to an element that has none.
    /// <https://dom.spec.whatwg.org/#concept-attach-a-shadow-root>
    pub fn attach_shadow(&mut self, host: NodeId, root: ShadowRoot) -> NodeId {
        let node = self.create(NodeKind::DocumentFragment);
        self.shadow_roots.by_host.insert(host, (node, root));
        self.shadow_roots.hosts.insert(node, host);
        node
    }

    /// Sets the contents of a template element.
    pub fn set_template_contents(&mut self, template: NodeId, contents: NodeId) {
        if let NodeKind::Element(element) = &mut self.nodes[template.index()].kind {
            element.contents = Some(contents);
        }
    }

    /// Whether attaching a shadow root to the element would not throw for what the element is: an HTML element whose
    /// name is a valid custom element name or one of a closed list.
    /// <https://dom.spec.whatwg.org/#concept-attach-a-shadow-root>
    pub fn can_be_shadow_host(&self, host: NodeId) -> bool {
        let Some(element) = self.element(host) else {
            return false;
        };
        let name = self.names.spelling(element.name.local);
        element.name.namespace == Namespace::Html && is_valid_shadow_host_name(name)
    }
}

/// Whether this is a [valid shadow host name](https://dom.spec.whatwg.org/#valid-shadow-host-name): a valid custom
/// element name or one of a closed list.
pub fn is_valid_shadow_host_name(name: &[u8]) -> bool {
    Name::known(name).is_some_and(is_built_in_host) || is_valid_custom_element_name(name)
}

fn is_built_in_host(name: Name) -> bool {
    matches!(
        name,
        Name::ARTICLE
            | Name::ASIDE
            | Name::BLOCKQUOTE
            | Name::BODY
            | Name::DIV
            | Name::FOOTER
            | Name::H1
            | Name::H2
            | Name::H3
            | Name::H4
            | Name::H5
            | Name::H6
            | Name::HEADER
            | Name::MAIN
            | Name::NAV
            | Name::P
            | Name::SECTION
            | Name::SPAN
    )
}

/// <https://html.spec.whatwg.org/multipage/custom-elements.html#valid-custom-element-name>
fn is_valid_custom_element_name(name: &[u8]) -> bool {
    const RESERVED: [&[u8]; 8] = [
        b"annotation-xml",
        b"color-profile",
        b"font-face",
        b"font-face-src",
        b"font-face-uri",
        b"font-face-format",
        b"font-face-name",
        b"missing-glyph",
    ];
    name.first().is_some_and(u8::is_ascii_lowercase)
        && name.contains(&b'-')
        && !name.iter().any(u8::is_ascii_uppercase)
        && !name.iter().any(|byte| matches!(byte, 0 | b'\t' | b'\n' | b'\x0C' | b'\r' | b' ' | b'/' | b'>'))
        && !RESERVED.contains(&name)
}
