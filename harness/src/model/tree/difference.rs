//! The first difference of two trees.

use crosscheck_standard::wtf8;

use crate::model::tree::{Node, Tree};

/// The longest dump that is read again to compare it with a dump, in bytes.
const LONGEST_DUMP: usize = 1 << 20;

/// The first difference of a tree from the standard's, in words that do not depend on where it is: what stands there,
/// below what, and what should. `None` for [the same](Tree::is_same) tree.
pub fn first_difference(standard: &Tree, other: &Tree) -> Option<String> {
    if standard.is_same(other) {
        return None;
    }
    let standard = &*standard.read_like(other, LONGEST_DUMP);
    let mut path: Vec<String> = Vec::new();
    let (mut should, mut is) = (standard.nodes(), other.nodes());
    loop {
        match (should.next(), is.next()) {
            (Some((depth, a)), Some((other_depth, b))) if depth == other_depth && a == b => {
                path.truncate(depth as usize);
                path.push(kind(a));
            }
            (None, None) => return Some("attributes".to_owned()),
            (should, is) => {
                let depth = should.map_or(0, |(depth, _)| depth) as usize;
                let parent = depth.checked_sub(1).and_then(|parent| path.get(parent));
                let parent = parent.map_or("the root", String::as_str);
                let told =
                    |node: Option<(u32, Node<'_>)>| node.map_or_else(|| "nothing".to_owned(), |(_, node)| kind(node));
                let (a, b) = (told(should), told(is));
                let deeper = match (should, is) {
                    (Some((a, _)), Some((b, _))) if a < b => ", deeper",
                    (Some((a, _)), Some((b, _))) if a > b => ", higher",
                    _ => "",
                };
                return Some(format!("{a} in {parent} is {b}{deeper}"));
            }
        }
    }
}

/// What a node is, with the name of an element and without text.
fn kind(node: Node<'_>) -> String {
    match node {
        Node::Doctype { .. } => "a doctype".to_owned(),
        Node::Element { namespace, name, .. } => {
            format!("{}{}", namespace.prefix(), wtf8::to_display(name))
        }
        Node::Text(_) => "text".to_owned(),
        Node::Comment(_) => "a comment".to_owned(),
        Node::ProcessingInstruction { .. } => "a processing instruction".to_owned(),
        Node::TemplateContents => "content".to_owned(),
        Node::ShadowRoot { .. } => "a shadow root".to_owned(),
    }
}
