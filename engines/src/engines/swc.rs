//! [swc](https://rustdoc.swc.rs/swc_html_parser/)'s HTML parser, behind the [`Engine`] trait.
//!
//! It panics on some documents, is slow on deep ones, and prints debug output for some.

use swc_common::input::StringInput;
use swc_common::{BytePos, DUMMY_SP};
use swc_html_ast::{
    Attribute, AttributeToken, Child, DocumentMode as SwcMode, Element, Namespace as SwcNamespace, Token as SwcToken,
};
use swc_html_parser::lexer::{Lexer, State};
use swc_html_parser::parser::input::ParserInput;
use swc_html_parser::parser::{Parser, ParserConfig};

use super::{Engine, utf8};
use crate::Wtf8Buf;
use crate::model::answer::{About, Answer, Capability};
use crate::model::input::{Context, InitialState, Input, Task};
use crate::model::mode::DocumentMode;
use crate::model::token::{Token, push_token};
use crate::model::tree::{AttributeNamespace, Namespace, Tree};

/// The name on the command line.
pub(super) const NAME: &str = "swc";

/// swc's parser. Each answer begins anew.
#[derive(Debug, Default)]
pub(super) struct Swc;

impl Engine for Swc {
    fn about(&self) -> About {
        utf8::about(
            NAME,
            env!("CROSSCHECK_SWC_HTML_PARSER_VERSION"),
            &[
                Capability::Document,
                Capability::Fragment,
                Capability::Scripting,
                Capability::Tokens,
                Capability::Mode,
                Capability::Nodes,
            ],
            &[
                ("encoding", "swc takes decoded text"),
                ("errors", "swc names errors of its own beside those of the standard"),
                ("serialise", "swc writes markup by rules of its own"),
            ],
        )
    }

    fn answer(&mut self, input: &Input) -> Answer {
        utf8::answer(NAME, input, |text, task| match task {
            Task::Tree { context, scripting } => Ok(unprinted(|| parse(text, context.as_ref(), *scripting))),
            Task::Tokens { initial_state, last_start_tag } => {
                let name = utf8::last_start_tag(NAME, last_start_tag.as_ref())?;
                Ok(Answer::Tokens { tokens: tokenize(text, *initial_state, name), errors: None })
            }
            Task::Encoding => Err("encoding: swc takes decoded text".into()),
            Task::Serialise(_) => Err("serialise: swc writes markup by rules of its own".into()),
        })
    }
}

fn lexer(text: &str) -> Lexer<'_, StringInput<'_>> {
    // Position 0 is no place for swc.
    let start = BytePos(1);
    let length = u32::try_from(text.len()).expect("questions are shorter than that");
    Lexer::new(StringInput::new(text, start, BytePos(start.0 + length)))
}

/// Runs something with standard output, which carries the answers, redirected to nowhere.
fn unprinted<T>(what: impl FnOnce() -> T) -> T {
    #[cfg(unix)]
    let _restored = Redirected::to_nowhere();
    what()
}

/// The original standard output, to be restored.
#[cfg(unix)]
struct Redirected(std::os::fd::OwnedFd);

#[cfg(unix)]
impl Redirected {
    /// `None` where it could not be redirected.
    fn to_nowhere() -> Option<Self> {
        let before = rustix::io::dup(rustix::stdio::stdout()).ok()?;
        let nowhere = std::fs::File::options().write(true).open("/dev/null").ok()?;
        rustix::stdio::dup2_stdout(&nowhere).ok()?;
        Some(Self(before))
    }
}

#[cfg(unix)]
impl Drop for Redirected {
    fn drop(&mut self) {
        // If it fails, the answer is lost, and the supervisor notices.
        let _ = rustix::stdio::dup2_stdout(&self.0);
    }
}

fn parse(text: &str, context: Option<&Context>, scripting: bool) -> Answer {
    let config = ParserConfig { scripting_enabled: scripting, ..ParserConfig::default() };
    let mut parser = Parser::new(lexer(text), config);
    let (children, mode) = match context {
        None => {
            let document = parser.parse_document().unwrap_or_else(|error| gave_up(&error));
            (document.children, Some(document_mode(document.mode)))
        }
        Some(context) => {
            let element = element(context);
            // "Set the parser's form element pointer to the nearest node to context that is a form element"
            let is_form = context.namespace == Namespace::Html && context.local_name == "form";
            let form = is_form.then(|| element.clone());
            let fragment = parser
                .parse_document_fragment(element, SwcMode::NoQuirks, form)
                .unwrap_or_else(|error| gave_up(&error));
            (fragment.children, None)
        }
    };
    Answer::Tree { tree: tree(&children), errors: None, mode }
}

/// A parser of HTML must not refuse anything.
fn gave_up(error: &swc_html_parser::error::Error) -> ! {
    panic!("swc gave up: {}", error.message())
}

fn element(context: &Context) -> Element {
    Element {
        span: DUMMY_SP,
        tag_name: context.local_name.as_str().into(),
        namespace: match context.namespace {
            Namespace::Html => SwcNamespace::HTML,
            Namespace::Svg => SwcNamespace::SVG,
            Namespace::MathMl => SwcNamespace::MATHML,
        },
        attributes: Vec::new(),
        children: Vec::new(),
        content: None,
        is_self_closing: false,
    }
}

fn document_mode(mode: SwcMode) -> DocumentMode {
    match mode {
        SwcMode::NoQuirks => DocumentMode::NoQuirks,
        SwcMode::LimitedQuirks => DocumentMode::LimitedQuirks,
        SwcMode::Quirks => DocumentMode::Quirks,
    }
}

fn tree(children: &[Child]) -> Tree {
    let mut tree = Tree::new();
    let mut pending = vec![(0, children.iter())];
    while let Some((depth, siblings)) = pending.last_mut() {
        let depth = *depth;
        let Some(child) = siblings.next() else {
            pending.pop();
            continue;
        };
        match child {
            Child::DocumentType(doctype) => {
                let [name, public_id, system_id] = [&doctype.name, &doctype.public_id, &doctype.system_id]
                    .map(|part| part.as_ref().map_or(&[][..], |part| part.as_bytes()));
                tree.push_doctype(depth, name, public_id, system_id);
            }
            Child::Text(text) => tree.push_text(depth, text.data.as_bytes()),
            Child::Comment(comment) => tree.push_comment(depth, comment.data.as_bytes()),
            Child::Element(element) => {
                push_element(&mut tree, depth, element);
                // What is pushed last comes first.
                pending.push((depth + 1, element.children.iter()));
                if let Some(content) = &element.content {
                    tree.push_template_contents(depth + 1);
                    pending.push((depth + 2, content.children.iter()));
                }
            }
        }
    }
    tree
}

fn push_element(tree: &mut Tree, depth: u32, element: &Element) {
    let namespace = match element.namespace {
        SwcNamespace::SVG => Namespace::Svg,
        SwcNamespace::MATHML => Namespace::MathMl,
        _ => Namespace::Html,
    };
    let mut attributes: Vec<_> = element.attributes.iter().map(attribute).collect();
    tree.push_element(depth, namespace, element.tag_name.as_bytes(), &mut attributes);
}

fn attribute(attribute: &Attribute) -> (AttributeNamespace, &[u8], &[u8]) {
    let namespace = match attribute.namespace {
        Some(SwcNamespace::XLINK) => AttributeNamespace::XLink,
        Some(SwcNamespace::XML) => AttributeNamespace::Xml,
        Some(SwcNamespace::XMLNS) => AttributeNamespace::Xmlns,
        _ => AttributeNamespace::None,
    };
    let value = attribute.value.as_ref();
    (namespace, attribute.name.as_bytes(), value.map_or(&[], |value| value.as_bytes()))
}

fn tokenize(text: &str, state: InitialState, last_start_tag: Option<&str>) -> Vec<Token> {
    let mut lexer = lexer(text);
    // A tokenizer that starts in a CDATA section is in foreign content, as the standard engine has it.
    lexer.set_adjusted_current_node_to_html_namespace(state != InitialState::CdataSection);
    lexer.set_input_state(match state {
        InitialState::Data => State::Data,
        InitialState::Rcdata => State::Rcdata,
        InitialState::Rawtext => State::Rawtext,
        InitialState::ScriptData => State::ScriptData,
        InitialState::Plaintext => State::PlainText,
        InitialState::CdataSection => State::CdataSection,
    });
    if let Some(name) = last_start_tag {
        lexer.set_last_start_tag_name(&name.into());
    }
    let mut tokens = Vec::new();
    for token in lexer {
        match convert_token(token.token) {
            Some(token) => push_token(&mut tokens, token),
            None => break,
        }
    }
    tokens
}

/// A token; `None` for the end of the file.
fn convert_token(token: SwcToken) -> Option<Token> {
    Some(match token {
        SwcToken::Doctype { name, force_quirks, public_id, system_id, .. } => {
            Token::Doctype { name: text(name), public_id: text(public_id), system_id: text(system_id), force_quirks }
        }
        SwcToken::StartTag { tag_name, is_self_closing, attributes, .. } => {
            let pair = |attribute: AttributeToken| {
                let value = text(attribute.value).unwrap_or_default();
                (wtf8(attribute.name), value)
            };
            let mut attributes: Vec<_> = attributes.into_iter().map(pair).collect();
            attributes.sort();
            Token::StartTag { name: wtf8(tag_name), attributes, self_closing: is_self_closing }
        }
        SwcToken::EndTag { tag_name, .. } => Token::EndTag { name: wtf8(tag_name) },
        SwcToken::Comment { data, .. } => Token::Comment(wtf8(data)),
        SwcToken::Character { value, .. } => Token::Characters(String::from(value).into()),
        SwcToken::Eof => return None,
    })
}

fn text(text: Option<impl AsRef<str>>) -> Option<Wtf8Buf> {
    text.map(wtf8)
}

fn wtf8(text: impl AsRef<str>) -> Wtf8Buf {
    text.as_ref().into()
}
