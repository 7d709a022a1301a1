//! [html5gum](https://docs.rs/html5gum), a tokenizer, and its bridge to the tree builder of html5ever, each behind the
//! [`Engine`] trait.
//!
//! The bridge is to an html5ever older than the engine of that name.

use html5ever_0_29::interface::tree_builder::{QuirksMode, create_element};
use html5ever_0_29::tree_builder::TreeBuilderOpts;
use html5ever_0_29::{LocalName, ParseOpts, QualName, namespace_url, ns};
use html5gum::emitters::html5ever::{parse_document, parse_fragment_for_element};
use html5gum::{DefaultEmitter, Emitter, ForwardingEmitter, HtmlString, State, Token as GumToken, Tokenizer};
use markup5ever_rcdom_0_5::{Handle, NodeData, RcDom};

use super::{Engine, utf8};
use crate::Wtf8Buf;
use crate::model::answer::{About, Answer, Capability, NoAnswer};
use crate::model::input::{Context, InitialState, Input, Task};
use crate::model::mode::DocumentMode;
use crate::model::token::{ParseError, Token, push_token};
use crate::model::tree::{AttributeNamespace, Namespace, Tree};

/// The name of the tokenizer on the command line.
pub(super) const NAME: &str = "html5gum";

/// The name of the bridge.
pub(super) const BRIDGE: &str = "html5gum-html5ever";

/// html5gum's tokenizer. Each answer begins anew.
#[derive(Debug, Default)]
pub(super) struct Html5gum;

impl Engine for Html5gum {
    fn about(&self) -> About {
        about(
            NAME,
            &[Capability::Tokens, Capability::Errors],
            &[
                ("document", "html5gum is a tokenizer; with html5ever's tree builder it is html5gum-html5ever"),
                ("fragment", "html5gum is a tokenizer"),
            ],
        )
    }

    fn answer(&mut self, input: &Input) -> Answer {
        utf8::answer(NAME, input, |text, task| match task {
            Task::Tokens { initial_state, last_start_tag } => {
                let name = utf8::last_start_tag(NAME, last_start_tag.as_ref())?;
                Ok(tokenize(text, *initial_state, name))
            }
            task => Err(not_asked_for(task)),
        })
    }
}

/// html5gum's tokenizer with html5ever's tree builder. Each answer begins anew.
#[derive(Debug, Default)]
pub(super) struct Bridge;

impl Engine for Bridge {
    fn about(&self) -> About {
        about(
            BRIDGE,
            &[Capability::Document, Capability::Fragment, Capability::Scripting, Capability::Mode, Capability::Nodes],
            &[("tokens", "html5gum is the engine for tokens alone")],
        )
    }

    fn answer(&mut self, input: &Input) -> Answer {
        utf8::answer(BRIDGE, input, |text, task| match task {
            Task::Tree { context, scripting } => Ok(parse(text, context.as_ref(), *scripting)),
            task => Err(not_asked_for(task)),
        })
    }
}

fn about(name: &str, can: &[Capability], cannot: &[(&str, &str)]) -> About {
    let alike = [("encoding", "html5gum takes decoded text"), ("serialise", "html5gum has no serialiser")];
    let cannot = [&alike, cannot].concat();
    utf8::about(name, env!("CROSSCHECK_HTML5GUM_VERSION"), can, &cannot)
}

/// The answer to a task that belongs to the other engine, or to neither.
fn not_asked_for(task: &Task) -> NoAnswer {
    let lacking = match task {
        Task::Tree { context: None, .. } => Capability::Document,
        Task::Tree { .. } => Capability::Fragment,
        Task::Tokens { .. } => Capability::Tokens,
        Task::Encoding => Capability::Encoding,
        Task::Serialise(_) => Capability::Serialise,
    };
    lacking.name().into()
}

/// html5gum's own emitter of tokens, told whether it is in foreign content.
struct InContent {
    inner: DefaultEmitter,
    is_foreign: bool,
}

impl ForwardingEmitter for InContent {
    type Token = GumToken;

    fn inner(&mut self) -> &mut impl Emitter<Token = Self::Token> {
        &mut self.inner
    }

    fn adjusted_current_node_present_but_not_in_html_namespace(&mut self) -> bool {
        self.is_foreign
    }
}

fn tokenize(text: &str, state: InitialState, last_start_tag: Option<&str>) -> Answer {
    let mut emitter = InContent {
        inner: DefaultEmitter::default(),
        // A tokenizer that starts in a CDATA section is in foreign content, as the standard engine has it.
        is_foreign: state == InitialState::CdataSection,
    };
    Emitter::set_last_start_tag(&mut emitter, last_start_tag.map(str::as_bytes));
    let mut tokenizer = Tokenizer::new_with_emitter(text, emitter);
    tokenizer.set_state(match state {
        InitialState::Data => State::Data,
        InitialState::Rcdata => State::RcData,
        InitialState::Rawtext => State::RawText,
        InitialState::ScriptData => State::ScriptData,
        InitialState::Plaintext => State::PlainText,
        InitialState::CdataSection => State::CdataSection,
    });
    let mut tokens = Vec::new();
    let mut errors = Vec::new();
    for token in tokenizer {
        let Ok(token) = token;
        match token {
            GumToken::Error(error) => errors.push(ParseError {
                // html5gum tells places in bytes of the source, from before line ends are normalized.
                position: None,
                code: error.as_str().to_owned(),
            }),
            token => push_token(&mut tokens, convert_token(token)),
        }
    }
    Answer::Tokens { tokens, errors: Some(errors) }
}

fn convert_token(token: GumToken) -> Token {
    match token {
        GumToken::StartTag(tag) => Token::StartTag {
            name: wtf8(tag.name),
            attributes: tag.attributes.into_iter().map(|(name, value)| (wtf8(name), wtf8(value.value))).collect(),
            self_closing: tag.self_closing,
        },
        GumToken::EndTag(tag) => Token::EndTag { name: wtf8(tag.name) },
        GumToken::String(text) => Token::Characters(wtf8(text.value)),
        GumToken::Comment(comment) => Token::Comment(wtf8(comment.value)),
        GumToken::Doctype(doctype) => Token::Doctype {
            // The standard knows no empty name, so that it means none here.
            name: Some(doctype.name).filter(|name| !name.is_empty()).map(wtf8),
            public_id: doctype.public_identifier.map(wtf8),
            system_id: doctype.system_identifier.map(wtf8),
            force_quirks: doctype.force_quirks,
        },
        GumToken::Error(error) => unreachable!("{error:?} is no token"),
    }
}

fn wtf8(text: HtmlString) -> Wtf8Buf {
    Wtf8Buf::from_wtf8(text.0).expect("UTF-8 comes out as UTF-8")
}

fn parse(text: &str, context: Option<&Context>, scripting: bool) -> Answer {
    let options = ParseOpts {
        tree_builder: TreeBuilderOpts { scripting_enabled: scripting, ..TreeBuilderOpts::default() },
        ..ParseOpts::default()
    };
    let sink = RcDom::default();
    let Some(context) = context else {
        let Ok(dom) = parse_document(text, sink, options);
        let mode = document_mode(dom.quirks_mode.get());
        return answer(&dom.document, Some(mode));
    };
    let local_name = LocalName::from(&*context.local_name);
    let namespace = match context.namespace {
        Namespace::Html => ns!(html),
        Namespace::Svg => ns!(svg),
        Namespace::MathMl => ns!(mathml),
    };
    // "Set the parser's form element pointer to the nearest node to context that is a form element"
    let is_form = context.namespace == Namespace::Html && context.local_name == "form";
    let element = create_element(&sink, QualName::new(None, namespace, local_name), Vec::new());
    let form = is_form.then(|| element.clone());
    let Ok(dom) = parse_fragment_for_element(text, sink, options, element, form);
    let root = dom.document.children.borrow().first().cloned();
    answer(&root.unwrap_or(dom.document.clone()), None)
}

fn document_mode(mode: QuirksMode) -> DocumentMode {
    match mode {
        QuirksMode::NoQuirks => DocumentMode::NoQuirks,
        QuirksMode::LimitedQuirks => DocumentMode::LimitedQuirks,
        QuirksMode::Quirks => DocumentMode::Quirks,
    }
}

/// The answer that is inside `root`.
fn answer(root: &Handle, mode: Option<DocumentMode>) -> Answer {
    let mut tree = Tree::new();
    let inside = |node: &Handle, depth: u32| {
        let children = node.children.borrow().clone();
        children.into_iter().rev().map(move |child| (depth, child))
    };
    // What is pushed last comes first.
    let mut pending: Vec<(u32, Handle)> = inside(root, 0).collect();
    while let Some((depth, node)) = pending.pop() {
        match &node.data {
            NodeData::Document => unreachable!("a document has no parent"),
            NodeData::Doctype { name, public_id, system_id } => {
                tree.push_doctype(depth, name.as_bytes(), public_id.as_bytes(), system_id.as_bytes())
            }
            NodeData::Text { contents } => tree.push_text(depth, contents.borrow().as_bytes()),
            NodeData::Comment { contents } => tree.push_comment(depth, contents.as_bytes()),
            NodeData::ProcessingInstruction { target, contents } => {
                tree.push_processing_instruction(depth, target.as_bytes(), contents.as_bytes());
            }
            NodeData::Element { name, attrs, template_contents, .. } => {
                push_element(&mut tree, depth, name, &attrs.borrow());
                pending.extend(inside(&node, depth + 1));
                if let Some(contents) = &*template_contents.borrow() {
                    tree.push_template_contents(depth + 1);
                    pending.extend(inside(contents, depth + 2));
                }
            }
        }
    }
    Answer::Tree { tree, errors: None, mode }
}

fn push_element(tree: &mut Tree, depth: u32, name: &QualName, attributes: &[html5ever_0_29::Attribute]) {
    let namespace = match name.ns {
        ns!(svg) => Namespace::Svg,
        ns!(mathml) => Namespace::MathMl,
        _ => Namespace::Html,
    };
    let mut attributes: Vec<_> = attributes
        .iter()
        .map(|attribute| {
            let namespace = match attribute.name.ns {
                ns!(xlink) => AttributeNamespace::XLink,
                ns!(xml) => AttributeNamespace::Xml,
                ns!(xmlns) => AttributeNamespace::Xmlns,
                _ => AttributeNamespace::None,
            };
            (namespace, attribute.name.local.as_bytes(), str::as_bytes(&attribute.value))
        })
        .collect();
    tree.push_element(depth, namespace, name.local.as_bytes(), &mut attributes);
}
