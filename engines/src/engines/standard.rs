//! The standard engine, crosscheck-standard, behind the [`Engine`] trait.

pub mod attempt;
mod bytes;
pub mod events;
mod markup;

use std::collections::BTreeMap;

use crosscheck_standard::clauses::change::{Edition, NotAnEdition};
use crosscheck_standard::clauses::observer::Observer;
use crosscheck_standard::clauses::state::State;
use crosscheck_standard::dom::{Document, NodeId, NodeKind};
use crosscheck_standard::parser::encoding::Encoding;
use crosscheck_standard::parser::options::{FragmentContext, Options, ScriptingMode};
use crosscheck_standard::parser::parse::{Failure, Parsed, Parser};
use crosscheck_standard::parser::tokenizer::{TokenizeOptions, Tokenized};
use crosscheck_standard::parser::watch::{self, Watch, tokenize_pieces};
use crosscheck_standard::wtf8::Wtf8Buf;

use super::Engine;
use crate::model::answer::{About, Answer, Capability, NoAnswer};
use crate::model::input::{Context, InitialState, Input, Source, Task};
use crate::model::mode::DocumentMode;
use crate::model::token::{ParseError, sort_attributes};
use crate::model::tree::comparison::Comparison;
use crate::model::tree::{Attribute, Attributes, Dump, Node, TakeNodes, Tree};
use crate::mutants::{Mutant, MutantSet, Mutate};
use crate::quiet::guarded;

/// The name of the engine that follows the newest edition of the standard.
pub const NAME: &str = "standard";
/// How many nodes the document of a mutant may have.
const MOST_NODES_OF_MUTANT: u32 = 1 << 18;
/// The prefix of the names of variants.
const VARIANT: &str = "standard@";
/// The prefix of the names of mutants.
const MUTANT: &str = "standard@mutant:";

/// The standard engine, or a variant of it.
#[derive(Debug, Clone)]
pub struct Standard {
    name: String,
    edition: Edition,
    /// What is wrong in it.
    mutants: Option<MutantSet>,
    /// Whether its documents are bounded, because a mutant can make them grow without end.
    is_bounded: bool,
}

impl Default for Standard {
    /// The newest edition of the standard.
    fn default() -> Self {
        Self::of_edition(Edition::NEWEST)
    }
}

impl Standard {
    /// The engine of this name: `standard`, `standard@EDITION` for an older [`Edition`] as that is written
    /// (`standard@2019-06-01`, `standard@without:ID`), or `standard@mutant:ID` for the standard with one thing wrong,
    /// `standard@mutant:ID+ID` with several.
    pub fn from_name(name: &str) -> Option<Self> {
        let mut engine = Self { name: name.to_owned(), ..Self::default() };
        if let Some(edition) = edition_of(name) {
            engine.edition = edition.ok()?;
        } else if let Some(id) = name.strip_prefix(MUTANT) {
            engine = Self { name: engine.name, ..Self::of_mutant_set(MutantSet::from_id(id)?) };
        } else if name != NAME {
            return None;
        }
        Some(engine)
    }

    /// The engine of this name, if it has nothing wrong.
    pub fn of_name_without_mutants(name: &str) -> Option<Self> {
        Self::from_name(name).filter(|engine| !engine.is_mutant())
    }

    /// The engine that follows this edition, whatever it is called on the command line.
    pub fn of_edition(edition: Edition) -> Self {
        Self { name: NAME.to_owned(), edition, mutants: None, is_bounded: false }
    }

    /// The engine with one thing wrong, of the newest edition that has it.
    pub fn of_mutant(mutant: Mutant) -> Self {
        Self::of_mutant_set(MutantSet::from_iter([mutant]))
    }

    fn of_mutant_set(mutants: MutantSet) -> Self {
        Self { edition: mutants.edition(), mutants: Some(mutants), is_bounded: true, ..Self::default() }
    }

    /// Whether it has one thing wrong.
    pub fn is_mutant(&self) -> bool {
        self.mutants.is_some()
    }

    /// The engine of an edition, for an observer that has things wrong: its documents are bounded.
    pub fn of_mutants(edition: Edition) -> Self {
        Self { is_bounded: true, ..Self::of_edition(edition) }
    }

    /// The edition of the standard that it follows.
    pub fn edition(&self) -> Edition {
        self.edition
    }

    /// A parser of this engine's edition with an observer.
    pub fn parser<O: Observer>(&self, observer: O, context: Option<&Context>, scripting: bool) -> Parser<O> {
        Parser::of(context.map(fragment_context).as_ref(), self.options(scripting, &context), observer)
    }

    /// How it parses a document, or a fragment if there is a context element.
    pub fn options<C>(&self, scripting: bool, context: &Option<C>) -> Options {
        Options {
            scripting: match (scripting, context) {
                (false, _) => ScriptingMode::Disabled,
                (true, None) => ScriptingMode::Normal,
                (true, Some(_)) => ScriptingMode::Inert,
            },
            edition: self.edition,
            most_nodes: match self.is_bounded {
                false => Options::default().most_nodes,
                true => MOST_NODES_OF_MUTANT,
            },
            ..Options::default()
        }
    }

    /// This engine's output for an input.
    ///
    /// # Errors
    /// Why there is no output.
    pub fn make(&self, input: &Input) -> Result<Made, NoAnswer> {
        self.make_with(input, Watch::Nobody)
    }

    /// This engine's output for an input with an observer, which may be a mutant.
    ///
    /// # Errors
    /// Why there is no output.
    pub fn make_watched(&self, input: &Input, observer: &mut dyn Observer) -> Result<Made, NoAnswer> {
        self.make_with(input, Watch::Observer(observer))
    }

    /// This engine's output for an input with any observer.
    ///
    /// # Errors
    /// Why there is no output.
    pub fn make_with(&self, input: &Input, watch: Watch<'_>) -> Result<Made, NoAnswer> {
        match (&input.task, &input.source) {
            (Task::Serialise(task), source) => self.serialise(source, task, watch).map(Made::Markup),
            (_, Source::Text(text)) => self.make_of_pieces(input, &[text.as_bytes()], watch),
            (_, Source::Bytes { bytes, .. }) => self.make_of_pieces(input, &[bytes], watch),
            (_, Source::Tree(_)) => Err("a tree is not parsed".into()),
        }
    }

    /// This engine's output for an input whose text or bytes arrive in these pieces.
    pub fn make_of_pieces(&self, input: &Input, pieces: &[&[u8]], watch: Watch<'_>) -> Result<Made, NoAnswer> {
        let made = match (&input.task, &input.source) {
            (Task::Tree { context, scripting }, Source::Text(_)) => {
                let options = self.options(*scripting, context);
                let context = context.as_ref().map(fragment_context);
                watch::parse(pieces, context.as_ref(), options, watch).map(Made::Tree)
            }
            (Task::Tree { context: None, scripting }, Source::Bytes { encoding, .. }) => {
                self.parse_bytes(pieces, encoding.as_deref(), *scripting, watch).map(|(parsed, _)| Made::Tree(parsed))
            }
            (Task::Encoding, Source::Bytes { encoding, .. }) => self
                .parse_bytes(pieces, encoding.as_deref(), false, watch)
                .map(|(_, encoding)| Made::Encoding(encoding)),
            (Task::Tokens { initial_state, last_start_tag }, Source::Text(_)) => {
                self.tokenize(pieces, *initial_state, last_start_tag.as_ref(), watch).map(Made::Tokens)
            }
            _ => {
                return Err("a document alone is parsed from bytes, and bytes alone are in an encoding".into());
            }
        };
        made.map_err(|failure| failure.to_string().into())
    }

    /// The tokens of a text that comes in pieces.
    fn tokenize(
        &self,
        pieces: &[&[u8]],
        initial_state: InitialState,
        last_start_tag: Option<&Wtf8Buf>,
        watch: Watch<'_>,
    ) -> Result<Tokenized, Failure> {
        let options = TokenizeOptions {
            initial_state: state(initial_state),
            last_start_tag: last_start_tag.cloned(),
            edition: self.edition,
            errors: true,
        };
        Ok(tokenize_pieces(pieces, &options, watch)?)
    }
}

/// The standard's answer to an untrusted question.
///
/// # Errors
/// Why there is none: the input is of another kind, or the parser panicked.
pub fn reference_answer(input: &Input) -> Result<Answer, NoAnswer> {
    let made = guarded(|| Standard::default().make(input));
    Ok(made.ok_or("the standard engine panicked")??.into())
}

/// The context element as the parser takes it.
pub fn fragment_context(context: &Context) -> FragmentContext {
    FragmentContext::new(context.namespace, &context.local_name)
}

/// The name of the engine that follows an edition written so.
pub fn name_of(edition: &str) -> String {
    format!("{VARIANT}{edition}")
}

/// The edition in the name of an engine that follows an older one, or why there is none.
pub(super) fn edition_of(name: &str) -> Option<Result<Edition, NotAnEdition>> {
    let edition = name.strip_prefix(VARIANT)?;
    (!name.starts_with(MUTANT)).then(|| edition.parse())
}

/// The standard engine's output for an input, before it is converted to an [`Answer`].
#[derive(Debug, Clone)]
#[allow(clippy::large_enum_variant, reason = "one is made per input, and a box would be one more allocation each")]
pub enum Made {
    /// To [`Task::Tree`].
    Tree(Parsed),
    /// To [`Task::Tokens`].
    Tokens(Tokenized),
    /// To [`Task::Serialise`].
    Markup(Wtf8Buf),
    /// To [`Task::Encoding`].
    Encoding(&'static Encoding),
}

impl Made {
    /// Whether both are the same, including the positions of all errors. Unlike a comparison of the [`Answer`]s this
    /// includes the errors of tree construction.
    pub fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Tree(one), Self::Tree(other)) => {
                one.errors == other.errors
                    && one.document.quirks_mode == other.document.quirks_mode
                    && one.document.same_below(one.root(), &other.document, other.root())
            }
            (Self::Tokens(one), Self::Tokens(other)) => one.errors == other.errors && one.tokens == other.tokens,
            (Self::Markup(one), Self::Markup(other)) => one == other,
            (Self::Encoding(one), Self::Encoding(other)) => one == other,
            _ => false,
        }
    }
}

impl Made {
    /// The answer, with or without parse errors.
    pub fn into_answer(self, with_errors: bool) -> Answer {
        let told = |found: Vec<_>| with_errors.then(|| errors(found));
        match self {
            Self::Tree(mut parsed) => {
                let found = std::mem::take(&mut parsed.errors);
                tree_answer(&parsed, told(found))
            }
            Self::Tokens(mut tokenized) => {
                tokenized.tokens.iter_mut().for_each(sort_attributes);
                Answer::Tokens { tokens: tokenized.tokens, errors: told(tokenized.errors) }
            }
            Self::Markup(markup) => Answer::Markup(markup),
            Self::Encoding(encoding) => Answer::Encoding(encoding.name().to_owned()),
        }
    }
}

impl From<Made> for Answer {
    fn from(made: Made) -> Self {
        made.into_answer(true)
    }
}

impl Engine for Standard {
    fn about(&self) -> About {
        About {
            name: self.name.clone(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            language: "Rust".to_owned(),
            can: vec![
                Capability::Document,
                Capability::Fragment,
                Capability::Scripting,
                Capability::Tokens,
                Capability::Errors,
                Capability::TreeErrors,
                Capability::Mode,
                Capability::Serialise,
                Capability::Bytes,
                Capability::Encoding,
                Capability::Surrogates,
                Capability::Nodes,
            ],
            cannot: BTreeMap::new(),
            depth: None,
        }
    }

    fn answer(&mut self, input: &Input) -> Answer {
        let made = match &self.mutants {
            None => self.make(input),
            Some(mutants) => self.make_watched(input, &mut Mutate::new(mutants.iter(), input)),
        };
        match made {
            Ok(made) => made.into(),
            Err(none) => none.into(),
        }
    }
}

/// The mode of a document; a fragment has that of its context's document.
fn mode(parsed: &Parsed) -> Option<DocumentMode> {
    (parsed.root() == NodeId::DOCUMENT).then(|| parsed.document.quirks_mode.into())
}

fn errors(errors: Vec<crosscheck_standard::clauses::error::ParseError>) -> Vec<ParseError> {
    errors.into_iter().map(ParseError::from).collect()
}

fn state(state: InitialState) -> State {
    match state {
        InitialState::Data => State::Data,
        InitialState::Plaintext => State::Plaintext,
        InitialState::Rcdata => State::Rcdata,
        InitialState::Rawtext => State::Rawtext,
        InitialState::ScriptData => State::ScriptData,
        InitialState::CdataSection => State::CdataSection,
    }
}

/// The tree that was parsed, in its canonical form.
pub fn canonical_tree(parsed: &Parsed) -> Tree {
    let document = &parsed.document;
    let nodes = document.nodes_made();
    // Names of elements are most of what a tree says beyond its source.
    let mut tree = Tree::with_capacity(nodes, document.text_length() + 8 * nodes);
    show(parsed, &mut tree);
    tree
}

/// The answer with the tree that was parsed, and with these errors.
pub fn tree_answer(parsed: &Parsed, errors: Option<Vec<ParseError>>) -> Answer {
    Answer::Tree { tree: canonical_tree(parsed), mode: mode(parsed), errors }
}

/// Whether an engine's answer is the tree that was parsed, and the document's mode if it reports the mode.
pub fn is_answer(parsed: &Parsed, answer: &Answer) -> bool {
    let Answer::Tree { tree, mode: told, .. } = answer else {
        return false;
    };
    let mut comparison = Comparison::with(tree);
    show(parsed, &mut comparison);
    comparison.is_same() && (told.is_none() || *told == mode(parsed))
}

/// The tree that was parsed, in html5lib's format; the same as the [dump](Tree::dump) of the canonical tree.
pub fn dump(parsed: &Parsed) -> Wtf8Buf {
    let document = &parsed.document;
    let mut dump = Dump::with_capacity(document.text_length() + 24 * document.nodes_made());
    show(parsed, &mut dump);
    dump.finish()
}

/// Shows the nodes of the tree that was parsed in tree order, with their depth.
#[inline]
pub fn show(parsed: &Parsed, taker: &mut impl TakeNodes) {
    let document = &parsed.document;
    // Kept for its capacity.
    let mut attributes = Vec::new();
    // What comes later.
    let mut pending: Vec<(NodeId, u32)> = Vec::new();
    let mut at = document.first_child(parsed.root()).map(|node| (node, 0));
    while let Some((node, depth)) = at {
        show_node(document, node, depth, &mut attributes, taker);
        let next = document.next_sibling(node).map(|next| (next, depth));
        let child = document.first_child(node).map(|child| (child, depth + 1));
        let inner = document.inner_root(node).and_then(|inner| {
            taker.push(depth + 1, inner_root(document, node));
            Some((document.first_child(inner)?, depth + 2))
        });
        at = match (inner, child) {
            (Some(_), _) => {
                pending.extend(next);
                pending.extend(child);
                inner
            }
            (None, Some(_)) => {
                pending.extend(next);
                child
            }
            (None, None) => next.or_else(|| pending.pop()),
        };
    }
}

/// Shows one node; its attributes are put in `attributes` for it.
#[inline(always)]
fn show_node<'d>(
    document: &'d Document,
    node: NodeId,
    depth: u32,
    attributes: &mut Vec<Attribute<'d>>,
    taker: &mut impl TakeNodes,
) {
    let text = |text| document.text(text);
    match *document.kind(node) {
        // They have no parent.
        NodeKind::Document | NodeKind::DocumentFragment => {}
        NodeKind::Doctype(id) => {
            let doctype = document.doctype(id);
            let doctype = Node::Doctype {
                name: text(doctype.name),
                public_id: text(doctype.public_id),
                system_id: text(doctype.system_id),
            };
            taker.push(depth, doctype);
        }
        NodeKind::Text(data) => taker.push(depth, Node::Text(text(data))),
        NodeKind::Comment(data) => taker.push(depth, Node::Comment(text(data))),
        NodeKind::ProcessingInstruction { target, data } => {
            let instruction = Node::ProcessingInstruction { target: document.names.spelling(target), data: text(data) };
            taker.push(depth, instruction);
        }
        NodeKind::Element(element) => {
            let of_element = document.attributes(element.attributes).iter();
            attributes.clear();
            attributes.extend(of_element.map(|attribute| {
                (attribute.namespace, document.names.spelling(attribute.name), text(attribute.value))
            }));
            let element = Node::Element {
                namespace: element.name.namespace,
                name: document.names.spelling(element.name.local),
                attributes: Attributes::sort(attributes),
            };
            taker.push(depth, element);
        }
    }
}

/// The shadow root of a node that has one, else the contents of the template it is.
fn inner_root(document: &Document, node: NodeId) -> Node<'static> {
    match document.shadow_root(node) {
        Some((_, shadow)) => Node::ShadowRoot { mode: shadow.mode },
        None => Node::TemplateContents,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_dump_of_a_document_is_that_of_its_canonical_tree() {
        let text = "<!DOCTYPE html PUBLIC 'a' 'b'><!--c--><p z=1 a=2 \u{10000}=3 \u{ff5e}=4>x<template><b>y</template>\
                    <div><template shadowrootmode=open><i>s</i></template></div><svg xlink:href=# viewbox=0><?t d?>";
        let options = Options { allow_declarative_shadow_roots: true, ..Options::default() };
        let parsed = crosscheck_standard::parser::parse::parse_document(text, options).expect("it is small");
        let dump = dump(&parsed);
        assert_eq!(dump, canonical_tree(&parsed).dump());
        for line in ["content", "#shadow-root (open)", "<!-- c -->", "xlink href=\"#\""] {
            let dump = dump.as_str().expect("it has no surrogates");
            assert!(dump.contains(line), "{line} in {dump}");
        }
    }
}
