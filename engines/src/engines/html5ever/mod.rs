//! [html5ever](https://docs.rs/html5ever), behind the [`Engine`] trait.
//!
//! html5ever takes UTF-8 only, and its errors are English, not the standard's codes.

mod convert;
mod markup;
mod sink;
mod tokens;

use html5ever::interface::tree_builder::{QuirksMode, create_element};
use html5ever::tendril::{StrTendril, TendrilSink};
use html5ever::tokenizer::TokenizerOpts;
use html5ever::tree_builder::TreeBuilderOpts;
use html5ever::{LocalName, ParseOpts, QualName, driver, ns};

use super::{Engine, utf8};
use crate::Wtf8Buf;
use crate::model::answer::{About, Answer, Capability, NoAnswer};
use crate::model::input::{Context, Input, Serialise, ShadowRoots, Source, Task};
use crate::model::mode::DocumentMode;
use crate::model::tree::{Namespace, Tree};
use convert::AttributeOrder;
use sink::{Arena, NodeRef, Sink};

/// The name on the command line.
const NAME: &str = "html5ever";

/// html5ever.
#[derive(Debug, Default)]
pub struct Html5ever {
    declarative_shadow_roots: bool,
}

impl Html5ever {
    /// html5ever; it needs no setting up.
    pub fn new() -> Self {
        Self::default()
    }

    /// The same, where the templates of documents may declare shadow roots.
    pub fn with_declarative_shadow_roots() -> Self {
        Self { declarative_shadow_roots: true }
    }

    /// Parses a document or a fragment; returns the document's mode too.
    fn parse(
        &self,
        text: &str,
        context: Option<&Context>,
        scripting: bool,
        order: AttributeOrder,
    ) -> (Tree, DocumentMode) {
        let arena = arena(text);
        let (root, mode) = build(&arena, text, context, scripting, self.declarative_shadow_roots);
        // Names of elements are most of what a tree says beyond its source.
        let mut tree = Tree::with_capacity(arena.len(), text.len() + 8 * arena.len());
        if let Some(root) = root {
            convert::push_children(&mut tree, root, order);
        }
        (tree, document_mode(mode))
    }
}

impl Engine for Html5ever {
    fn about(&self) -> About {
        utf8::about(
            NAME,
            env!("CROSSCHECK_HTML5EVER_VERSION"),
            &[
                Capability::Document,
                Capability::Fragment,
                Capability::Scripting,
                Capability::Tokens,
                Capability::Mode,
                Capability::Serialise,
                Capability::Nodes,
            ],
            &[
                ("encoding", "html5ever takes decoded text"),
                ("errors", "html5ever's errors are English text, not the standard's codes"),
            ],
        )
    }

    fn answer(&mut self, input: &Input) -> Answer {
        if let (Source::Tree(tree), Task::Serialise(task)) = (&input.source, &input.task) {
            return serialise(tree, task).unwrap_or_else(Answer::from);
        }
        utf8::answer(NAME, input, |text, task| match task {
            Task::Tree { context, scripting } => {
                let (tree, mode) = self.parse(text, context.as_ref(), *scripting, AttributeOrder::Sorted);
                Ok(Answer::Tree { tree, errors: None, mode: context.is_none().then_some(mode) })
            }
            Task::Tokens { initial_state, last_start_tag } => {
                let last_start_tag = utf8::last_start_tag(NAME, last_start_tag.as_ref())?;
                Ok(Answer::Tokens { tokens: tokens::tokenize(text, *initial_state, last_start_tag), errors: None })
            }
            Task::Serialise(task) => {
                let (tree, _) = self.parse(text, task.context.as_ref(), task.scripting, AttributeOrder::AsWritten);
                serialise(&tree, task)
            }
            Task::Encoding => Err("encoding: html5ever takes decoded text".into()),
        })
    }
}

fn serialise(tree: &Tree, task: &Serialise) -> Result<Answer, NoAnswer> {
    if task.shadow_roots != ShadowRoots::None {
        return Err("shadow roots: html5ever's serialiser writes none".into());
    }
    if tree.has_surrogates() {
        return Err(utf8::surrogates(NAME, "tree"));
    }
    let markup = markup::serialise(tree, task).map_err(|error| format!("markup: {error}"))?;
    Ok(Answer::Markup(Wtf8Buf::from_wtf8(markup).map_err(|error| format!("markup: {error}"))?))
}

/// Only parses with html5ever and returns the number of nodes, to measure the overhead of the harness.
pub fn count_nodes(text: &str, context: Option<&Context>, scripting: bool) -> usize {
    let arena = arena(text);
    build(&arena, text, context, scripting, false);
    arena.len()
}

fn arena<'a>(text: &str) -> Arena<'a> {
    Arena::with_capacity(16 + text.len() / 32)
}

/// The node whose children are what was parsed, and the document's mode.
fn build<'a>(
    arena: &'a Arena<'a>,
    text: &str,
    context: Option<&Context>,
    scripting: bool,
    declarative_shadow_roots: bool,
) -> (Option<NodeRef<'a>>, QuirksMode) {
    let text = StrTendril::from_slice(text);
    let Some(context) = context else {
        let sink = Sink::new(arena, declarative_shadow_roots);
        let parser = driver::parse_document(sink, options(scripting));
        let built = parser.one(text);
        return (Some(built.document), built.mode);
    };
    let sink = Sink::of_fragment(arena);
    let local_name = LocalName::from(&*context.local_name);
    let name = QualName::new(None, namespace(context.namespace), local_name);
    let element = create_element(&sink, name, Vec::new());
    // "Set the parser's form element pointer to the nearest node to context that is a form element"
    let form = sink::is_form(element).then_some(element);
    let options = options(scripting);
    let parser = driver::parse_fragment_for_element(sink, options, element, scripting, form);
    let built = parser.one(text);
    (built.document.first_child(), built.mode)
}

fn document_mode(mode: QuirksMode) -> DocumentMode {
    match mode {
        QuirksMode::NoQuirks => DocumentMode::NoQuirks,
        QuirksMode::LimitedQuirks => DocumentMode::LimitedQuirks,
        QuirksMode::Quirks => DocumentMode::Quirks,
    }
}

fn options(scripting: bool) -> ParseOpts {
    ParseOpts {
        tokenizer: tokenizer_options(),
        tree_builder: TreeBuilderOpts { scripting_enabled: scripting, ..TreeBuilderOpts::default() },
    }
}

/// The decoder handles byte order marks; in decoded text U+FEFF is an ordinary character.
fn tokenizer_options() -> TokenizerOpts {
    TokenizerOpts { discard_bom: false, ..TokenizerOpts::default() }
}

fn namespace(namespace: Namespace) -> html5ever::Namespace {
    match namespace {
        Namespace::Html => ns!(html),
        Namespace::Svg => ns!(svg),
        Namespace::MathMl => ns!(mathml),
    }
}
