//! Engines that build the standard's tree and then change it.

use crosscheck::Wtf8Buf;
use crosscheck::engines::standard::{Made, Standard};
use crosscheck::model::answer::Answer;
use crosscheck::model::input::{Input, Serialise, ShadowRoots, Source, Task};
use crosscheck::model::token::Token;
use crosscheck::model::tree::{Attribute, Namespace, Node, TakeNodes as _, Tree};
use crosscheck_standard::dom::Element;
use crosscheck_standard::parser::parse::Parsed;

use super::engine::{standard, with_task};
use super::observers::{Watched, WithoutConditions};

/// The greatest depth of an element, for [`flattened`].
const DEEPEST: u32 = 32;

/// The length of a text node in bytes, for [`split_texts`].
const LONGEST_TEXT: usize = 16;

/// The tree that `push` makes of the nodes of another, in tree order.
pub(crate) fn rewritten(tree: &Tree, mut push: impl FnMut(&mut Tree, u32, Node<'_>)) -> Tree {
    let mut out = Tree::new();
    for (depth, node) in tree.nodes() {
        push(&mut out, depth, node);
    }
    out
}

/// The tree without some nodes and what is in them. The texts around one stay apart.
pub(crate) fn without(tree: &Tree, is_out: impl Fn(&Node<'_>) -> bool) -> Tree {
    let mut out = Tree::new();
    let mut cut: Option<u32> = None;
    for (depth, node) in tree.nodes() {
        if cut.is_some_and(|above| depth > above) {
            continue;
        }
        cut = is_out(&node).then_some(depth);
        if cut.is_none() {
            out.push(depth, node);
        }
    }
    out
}

/// The tree without head elements that have no attributes and nothing in them.
pub(crate) fn without_empty_heads(tree: &Tree) -> Tree {
    let nodes: Vec<_> = tree.nodes().collect();
    let mut out = Tree::new();
    for (index, (depth, node)) in nodes.iter().enumerate() {
        let is_head = matches!(node, Node::Element { namespace: Namespace::Html, name: b"head", attributes }
            if attributes.is_empty());
        let is_empty = nodes.get(index + 1).is_none_or(|(next, _)| next <= depth);
        if !(is_head && is_empty) {
            out.push(*depth, *node);
        }
    }
    out
}

/// No element is deeper than [`DEEPEST`]: those that would be are siblings.
pub(crate) fn flattened(tree: &Tree) -> Tree {
    rewritten(tree, |out, depth, node| {
        let is_inside = matches!(node, Node::TemplateContents | Node::ShadowRoot { .. });
        if depth <= DEEPEST || !is_inside {
            out.push(depth.min(DEEPEST), node);
        }
    })
}

/// Text nodes are cut into pieces of at most [`LONGEST_TEXT`] bytes.
pub(crate) fn split_texts(tree: &Tree) -> Tree {
    rewritten(tree, |out, depth, node| match node {
        Node::Text(mut rest) => {
            while rest.len() > LONGEST_TEXT {
                let is_boundary = |at: &usize| rest[*at] & 0xC0 != 0x80;
                let at = (1..=LONGEST_TEXT).rev().find(is_boundary).unwrap_or(LONGEST_TEXT);
                out.push_text(depth, &rest[..at]);
                rest = &rest[at..];
            }
            out.push_text(depth, rest);
        }
        node => out.push(depth, node),
    })
}

/// What is in a template is among its children.
pub(crate) fn with_template_children(tree: &Tree) -> Tree {
    // The depths of the contents that the node at hand is in.
    let mut inside: Vec<u32> = Vec::new();
    rewritten(tree, |out, depth, node| {
        inside.retain(|contents| depth > *contents);
        match node {
            Node::TemplateContents => inside.push(depth),
            node => out.push(depth - u32::try_from(inside.len()).expect("it is a depth"), node),
        }
    })
}

/// Changes the attributes of the elements of a tree. Those of one element are sorted by name.
pub(crate) fn with_attributes(tree: &Tree, change: impl Fn(&mut Vec<Attribute<'_>>)) -> Tree {
    rewritten(tree, |out, depth, node| match node {
        Node::Element { namespace, name, attributes } => {
            let mut attributes: Vec<_> = attributes.iter().collect();
            change(&mut attributes);
            out.push_element(depth, namespace, name, &mut attributes);
        }
        node => out.push(depth, node),
    })
}

/// Changes the attributes of the start tags of an answer.
fn with_token_attributes(answer: Answer, change: impl Fn(&mut Vec<(Wtf8Buf, Wtf8Buf)>)) -> Answer {
    let Answer::Tokens { mut tokens, errors } = answer else {
        return answer;
    };
    for token in &mut tokens {
        if let Token::StartTag { attributes, .. } = token {
            change(attributes);
        }
    }
    Answer::Tokens { tokens, errors }
}

/// Attributes with empty values are dropped.
pub(crate) fn without_empty_values(answer: Answer) -> Answer {
    let answer = with_token_attributes(answer, |attributes| attributes.retain(|(_, value)| !value.is_empty()));
    answer.with_tree(|tree| with_attributes(tree, |attributes| attributes.retain(|(.., value)| !value.is_empty())))
}

/// White space around the values of attributes is trimmed.
pub(crate) fn with_trimmed_values(answer: Answer) -> Answer {
    let answer = with_token_attributes(answer, |attributes| {
        for (_, value) in attributes {
            *value = Wtf8Buf::from_valid(value.as_bytes().trim_ascii());
        }
    });
    answer.with_tree(|tree| {
        with_attributes(tree, |attributes| {
            for (.., value) in attributes {
                *value = value.trim_ascii();
            }
        })
    })
}

/// The answer of an engine that keeps the last of the attributes with one name.
pub(crate) fn last_attributes(input: &Input) -> Answer {
    let mut both = WithoutConditions(|id| id == "attribute-name-state/duplicate");
    let parsed = match Standard::default().make_watched(input, &mut Watched(&mut both)) {
        Ok(Made::Tree(parsed)) => parsed,
        Ok(made) => return made.into(),
        Err(why) => return why.into(),
    };
    let elements = elements(&parsed);
    let document = parsed.document.clone();
    let mut elements = elements.into_iter();
    Answer::from(Made::Tree(parsed)).with_tree(|tree| {
        rewritten(tree, |out, depth, node| match node {
            Node::Element { namespace, name, .. } => {
                let element = elements.next().expect("both are in tree order");
                let mut kept: Vec<Attribute<'_>> = Vec::new();
                for attribute in document.attributes(element.attributes) {
                    let name = (attribute.namespace, document.names.spelling(attribute.name));
                    kept.retain(|(namespace, local, _)| (*namespace, *local) != name);
                    kept.push((name.0, name.1, document.text(attribute.value)));
                }
                out.push_element(depth, namespace, name, &mut kept);
            }
            node => out.push(depth, node),
        })
    })
}

/// The elements in the order of a tree, where the contents of a template come before its children.
fn elements(parsed: &Parsed) -> Vec<Element> {
    let document = &parsed.document;
    let mut elements = Vec::new();
    let mut pending = vec![parsed.root()];
    while let Some(node) = pending.pop() {
        let element = document.element(node);
        elements.extend(element.copied());
        let contents = element.and_then(|element| element.contents);
        let first = pending.len();
        pending.extend(contents.into_iter().chain(document.children(node)));
        pending[first..].reverse();
    }
    elements
}

/// Names of elements and attributes are lower-cased beyond ASCII. Of attributes that then have one name the first is
/// kept.
pub(crate) fn lowercased(answer: Answer) -> Answer {
    let with_tokens = with_lowercased_tokens(answer);
    with_tokens.with_tree(|tree| {
        rewritten(tree, |out, depth, node| match node {
            Node::Element { namespace, name, attributes } => {
                let mut owned: Vec<_> = Vec::new();
                for (namespace, name, value) in attributes.iter() {
                    let lowercased = lowercased_beyond_ascii(name);
                    if !owned.iter().any(|(_, other, _)| *other == lowercased) {
                        owned.push((namespace, lowercased, value));
                    }
                }
                let attributes = owned.iter().map(|(namespace, name, value)| (*namespace, &name[..], *value));
                let mut attributes: Vec<_> = attributes.collect();
                out.push_element(depth, namespace, &lowercased_beyond_ascii(name), &mut attributes);
            }
            node => out.push(depth, node),
        })
    })
}

fn with_lowercased_tokens(answer: Answer) -> Answer {
    let Answer::Tokens { mut tokens, errors } = answer else {
        return answer;
    };
    let lowercase = |name: &mut Wtf8Buf| {
        *name = Wtf8Buf::from_valid(lowercased_beyond_ascii(name.as_bytes()));
    };
    for token in &mut tokens {
        match token {
            Token::StartTag { name, attributes, .. } => {
                lowercase(name);
                attributes.iter_mut().for_each(|(name, _)| lowercase(name));
                attributes.sort();
                attributes.dedup_by(|later, first| later.0 == first.0);
            }
            Token::EndTag { name } => lowercase(name),
            _ => {}
        }
    }
    Answer::Tokens { tokens, errors }
}

/// A name with its letters beyond ASCII lower-cased. Those of SVG names are not.
fn lowercased_beyond_ascii(name: &[u8]) -> Vec<u8> {
    let Ok(name) = str::from_utf8(name) else {
        return name.to_vec();
    };
    let mut lowercased = String::new();
    for c in name.chars() {
        match c.is_ascii() {
            true => lowercased.push(c),
            false => lowercased.extend(c.to_lowercase()),
        }
    }
    lowercased.into_bytes()
}

/// Serialises with the attributes of each element sorted by name.
pub(crate) fn serialised_with_sorted_attributes(input: &Input) -> Answer {
    let (Source::Text(_), Task::Serialise(task)) = (&input.source, &input.task) else {
        return standard(input);
    };
    if task.shadow_roots != ShadowRoots::None {
        return Answer::Unsupported("serialise: shadow roots".to_owned());
    }
    let Serialise { context, scripting, .. } = task.clone();
    let answer = standard(&with_task(input, |of| *of = Task::Tree { context, scripting }));
    match answer {
        // The attributes of a tree that is an answer are sorted.
        Answer::Tree { tree, .. } => standard(&Input { source: Source::Tree(tree), task: input.task.clone() }),
        other => other,
    }
}
