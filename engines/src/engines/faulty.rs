//! Engines with one fault each: proof that the harness notices.
//!
//! They wrap a real engine. They can be named but are not listed.

use std::hint::black_box;
use std::io::Write;

use strum::{EnumString, IntoStaticStr, VariantArray};

use super::html5ever::Html5ever;
use super::{Engine, EngineSpec};
use crate::model::answer::{About, Answer, Capability};
use crate::model::input::{Input, Source, Task};
use crate::model::tree::{AttributeNamespace, Node, Tree};

/// What the names of faulty engines begin with.
const PREFIX: &str = "faulty:";

/// Faults that affect one input are triggered by this text.
pub const TRIGGER: &str = "boom";

/// What is wrong with a faulty engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case", const_into_str)]
enum Fault {
    DropsAttributes,
    TrimsText,
    SwapsSiblings,
    SwallowsErrors,
    AnswersThePreviousInput,
    #[strum(serialize = "crashes-on-the-7th-input")]
    CrashesOnThe7thInput,
    NeverAnswers,
    ClaimsWhatItCannot,
    GivesTreesForTokens,
    OverflowsItsStack,
    AllocatesEndlessly,
    Panics,
    PrintsGarbage,
    ExitsAtOnce,
    SpeaksAnotherVersion,
}

/// The names of all faulty engines.
pub fn names() -> impl Iterator<Item = String> {
    Fault::VARIANTS.iter().map(|fault| format!("{PREFIX}{}", fault.into_str()))
}

/// The faulty engine of this name.
pub(super) fn find(name: &str) -> Option<EngineSpec> {
    let fault: Fault = name.strip_prefix(PREFIX)?.parse().ok()?;
    Some(EngineSpec::in_process(name, "faulty", move || Box::new(Faulty::new(fault))))
}

struct Faulty {
    fault: Fault,
    real: Html5ever,
    asked: u32,
    previous: Option<Answer>,
}

impl Faulty {
    fn new(fault: Fault) -> Self {
        match fault {
            Fault::ExitsAtOnce => std::process::exit(3),
            Fault::SpeaksAnotherVersion => {
                say(r#"{"hello":2,"engine":"faulty","version":"1","language":"Rust","can":["document"]}"#);
            }
            _ => {}
        }
        Self { fault, real: Html5ever::new(), asked: 0, previous: None }
    }

    /// What it does besides answering.
    fn misbehave(&self, triggered: bool) {
        match self.fault {
            Fault::CrashesOnThe7thInput if self.asked == 7 => std::process::abort(),
            Fault::NeverAnswers if triggered => loop {
                std::hint::spin_loop();
            },
            Fault::OverflowsItsStack if triggered => {
                black_box(recurse(&[0; 64]));
            }
            Fault::AllocatesEndlessly if triggered => {
                let mut hoard = Vec::new();
                loop {
                    hoard.push(black_box(vec![1_u8; 1 << 20]));
                }
            }
            Fault::Panics if triggered => panic!("a faulty engine panics when told to"),
            Fault::PrintsGarbage if triggered => say("garbage"),
            _ => {}
        }
    }

    fn falsify(&mut self, answer: Answer, input: &Input) -> Answer {
        match (self.fault, answer) {
            (Fault::AnswersThePreviousInput, answer) => self.previous.replace(answer.clone()).unwrap_or(answer),
            (Fault::DropsAttributes, answer) => answer.with_tree(|tree| rebuilt(tree, true, |text| text)),
            (Fault::TrimsText, answer) => answer.with_tree(|tree| rebuilt(tree, false, <[u8]>::trim_ascii)),
            (Fault::SwapsSiblings, answer) => answer.with_tree(with_siblings_swapped),
            (Fault::SwallowsErrors, Answer::Tree { tree, mode, .. }) => {
                Answer::Tree { tree, errors: Some(Vec::new()), mode }
            }
            (Fault::SwallowsErrors, Answer::Tokens { tokens, .. }) => {
                Answer::Tokens { tokens, errors: Some(Vec::new()) }
            }
            (Fault::ClaimsWhatItCannot, answer) => match &input.task {
                Task::Tokens { .. } => Answer::Unsupported("tokens".to_owned()),
                Task::Tree { context: Some(_), .. } => Answer::Unsupported("fragment: not yet".to_owned()),
                Task::Tree { context: None, .. } | Task::Encoding | Task::Serialise(_) => answer,
            },
            (Fault::GivesTreesForTokens, Answer::Tokens { .. }) => {
                Answer::Tree { tree: Tree::new(), errors: None, mode: None }
            }
            (_, answer) => answer,
        }
    }
}

impl Engine for Faulty {
    fn about(&self) -> About {
        let mut about = self.real.about();
        about.name = format!("{PREFIX}{}", self.fault.into_str());
        if self.fault == Fault::SwallowsErrors {
            about.can.push(Capability::Errors);
        }
        about
    }

    fn answer(&mut self, input: &Input) -> Answer {
        self.asked += 1;
        let triggered = match &input.source {
            Source::Text(text) => text.as_str().is_some_and(|text| text.contains(TRIGGER)),
            Source::Bytes { .. } | Source::Tree(_) => false,
        };
        self.misbehave(triggered);
        let answer = self.real.answer(input);
        self.falsify(answer, input)
    }
}

/// Writes a line where the answers go.
fn say(line: &str) {
    let mut stdout = std::io::stdout().lock();
    // If the pipe is closed, the worker notices.
    let _ = writeln!(stdout, "{line}").and_then(|()| stdout.flush());
}

#[expect(unconditional_recursion, reason = "it is there to overflow the stack")]
fn recurse(frame: &[u8; 64]) -> u8 {
    let mut next = *frame;
    next[0] = next[0].wrapping_add(1);
    recurse(black_box(&next)).wrapping_add(next[0])
}

fn rebuilt(tree: &Tree, drop_attributes: bool, text: fn(&[u8]) -> &[u8]) -> Tree {
    let mut rebuilt = Tree::new();
    for (depth, node) in tree.nodes() {
        match node {
            Node::Text(data) => rebuilt.push_text(depth, text(data)),
            Node::Element { namespace, name, .. } if drop_attributes => {
                rebuilt.push_element(depth, namespace, name, &mut []);
            }
            other => push(&mut rebuilt, depth, other),
        }
    }
    rebuilt
}

/// The first two siblings that can be swapped, swapped.
fn with_siblings_swapped(tree: &Tree) -> Tree {
    let nodes: Vec<_> = tree.nodes().collect();
    let end_of = |start: usize| {
        let depth = nodes[start].0;
        let inside = nodes[start + 1..].iter().take_while(|(inner, _)| *inner > depth);
        start + 1 + inside.count()
    };
    let pair = (0..nodes.len()).find_map(|first| {
        let second = end_of(first);
        let siblings = second < nodes.len() && nodes[second].0 == nodes[first].0 && nodes[first].1 != nodes[second].1;
        siblings.then(|| (first, second, end_of(second)))
    });
    let order: Vec<usize> = match pair {
        None => (0..nodes.len()).collect(),
        Some((first, second, end)) => {
            (0..first).chain(second..end).chain(first..second).chain(end..nodes.len()).collect()
        }
    };
    let mut swapped = Tree::new();
    for index in order {
        let (depth, node) = nodes[index];
        push(&mut swapped, depth, node);
    }
    swapped
}

fn push(tree: &mut Tree, depth: u32, node: Node<'_>) {
    match node {
        Node::Doctype { name, public_id, system_id } => tree.push_doctype(depth, name, public_id, system_id),
        Node::Element { namespace, name, attributes } => {
            let mut attributes: Vec<(AttributeNamespace, &[u8], &[u8])> = attributes.iter().collect();
            tree.push_element(depth, namespace, name, &mut attributes);
        }
        Node::Text(data) => tree.push_text(depth, data),
        Node::Comment(data) => tree.push_comment(depth, data),
        Node::ProcessingInstruction { target, data } => tree.push_processing_instruction(depth, target, data),
        Node::TemplateContents => tree.push_template_contents(depth),
        Node::ShadowRoot { mode } => tree.push_shadow_root(depth, mode),
    }
}
