//! The engine protocol: JSON Lines over a child process's stdin and stdout, both ends of it.
//!
//! ```text
//! → {"hello":1}
//! ← {"engine":"parse5","version":"8.0.0","language":"JavaScript","can":["document","fragment","scripting"]}
//! → {"id":1,"html":"<p>x","context":null,"scripting":false}
//! ← {"id":1,"tree":"| <html>\n|   <head>\n|   <body>\n|     <p>\n|       \"x\"","errors":[]}
//! → {"id":2,"bytes":"PHA+eA==","encoding":null,"context":null,"scripting":false}
//! ← {"id":2,"unsupported":"bytes"}
//! → {"id":3,"html":"</a>","tokens":{"state":"Data state","lastStartTag":null}}
//! ← {"id":3,"tokens":[["EndTag","a"]],"errors":[],"seconds":0.00001}
//! → {"id":4,"bytes":"PHA+eA==","encoding":"latin1","want":"encoding"}
//! ← {"id":4,"encoding":"windows-1252"}
//! → {"id":5,"html":"<p>x","context":"div","scripting":false,"serialise":{"shadowRoots":"none","extent":"outer"}}
//! ← {"id":5,"markup":"<div><p>x</p></div>"}
//! ```
//!
//! Tokens are in html5lib's notation; lone surrogates are written as JSON escapes. Errors are objects with the members
//! `code` and, where known, `line` and `col`; they count only from an engine that can `errors`. One that can `mode`
//! tells the document's in a member `mode`: `no-quirks`, `limited-quirks` or `quirks`. `seconds` is the time the engine
//! itself took; without it the time between the messages counts. An engine that can `nodes` is asked for trees with
//! `"form":"nodes"` and answers with the member `nodes` in place of `tree`; the `nodes` module of trees has the form. A
//! `tree` is a dump, which several trees may have: a dump that cannot be read is not an error. A tree to serialise
//! comes as `nodes`, or to other engines as `tree`, in place of `html`. An engine that answers many questions at once
//! says in a member `window` of its introduction how many it asks to have in flight.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::{self, BufRead, Read};
use std::time::Duration;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use itertools::Itertools as _;
use serde::{Deserialize, Serialize};

use super::error::NotAMessage;
use crate::Wtf8Buf;
use crate::model::answer::{About, Answer, Capability};
use crate::model::input::{Context, Extent, InitialState, Input, Serialise, ShadowRoots, Source, Task};
use crate::model::token::html5lib::Html5libToken;
use crate::model::token::{ParseError, Position, Token};
use crate::model::tree::{Tree, nodes};
use crate::model::wtf8_json::{self, JsonSlice, JsonText};

/// The version of the protocol.
const VERSION: u64 = 1;

/// The longest line either side may send, in bytes, without its line feed.
pub(super) const LONGEST_LINE: usize = 64 << 20;

/// The longest line between crosscheck and its own workers, with room for large trees.
pub(super) const LONGEST_LINE_OF_WORKERS: usize = 1 << 30;

/// How an engine introduces itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Hello {
    pub(super) about: About,
    /// How many questions it asks to have in flight, if it says.
    pub(super) window: Option<usize>,
}

/// A question to a child process.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Question {
    /// To introduce itself.
    Hello,
    /// To answer.
    Ask(Request),
}

/// A question about an input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Request {
    pub(super) id: u64,
    pub(super) input: Input,
    /// Whether a tree is to come as `nodes`.
    pub(super) nodes: bool,
}

/// An answer to a question.
#[derive(Debug, Clone, PartialEq)]
pub struct Reply {
    /// The number of the question.
    pub id: u64,
    /// The answer.
    pub answer: Answer,
    /// The time the engine took, if it says.
    pub engine_time: Option<Duration>,
}

#[derive(Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct QuestionLine<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    hello: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<u64>,
    #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
    html: Option<JsonSlice<'a>>,
    #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
    tree: Option<JsonSlice<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    nodes: Option<nodes::Nodes>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bytes: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    encoding: Option<Option<String>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    context: Option<Option<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    scripting: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tokens: Option<TokensTask>,
    #[serde(skip_serializing_if = "Option::is_none")]
    want: Option<Want>,
    #[serde(skip_serializing_if = "Option::is_none")]
    serialise: Option<SerialiseTask>,
    #[serde(skip_serializing_if = "Option::is_none")]
    form: Option<Form>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct TokensTask {
    state: String,
    #[serde(rename = "lastStartTag")]
    last_start_tag: Option<JsonText>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SerialiseTask {
    #[serde(rename = "shadowRoots")]
    shadow_roots: String,
    extent: String,
}

/// What is requested instead of a tree.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
enum Want {
    Encoding,
}

#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
enum Form {
    Nodes,
}

#[derive(Serialize, Deserialize)]
struct HelloLine<'a> {
    /// The version of the protocol, which engines may omit.
    hello: Option<u64>,
    engine: Cow<'a, str>,
    version: Cow<'a, str>,
    language: Cow<'a, str>,
    can: Vec<Cow<'a, str>>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    cannot: BTreeMap<String, String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    depth: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    window: Option<usize>,
}

#[derive(Deserialize)]
struct ReplyLine<'a> {
    id: u64,
    #[serde(borrow)]
    tree: Option<JsonSlice<'a>>,
    nodes: Option<nodes::Nodes>,
    tokens: Option<Vec<Html5libToken>>,
    encoding: Option<String>,
    #[serde(borrow)]
    markup: Option<JsonSlice<'a>>,
    errors: Option<Vec<ErrorObject>>,
    mode: Option<Cow<'a, str>>,
    unsupported: Option<String>,
    seconds: Option<f64>,
}

#[derive(Serialize, Deserialize)]
struct ErrorObject {
    code: String,
    line: Option<u32>,
    col: Option<u32>,
}

/// Reads a line of at most `longest` bytes into `line`, without its line feed; `false` at the end.
///
/// # Errors
/// When reading fails, the line is too long, or the stream ends within a line.
pub(super) fn read_line(from: &mut impl BufRead, line: &mut Vec<u8>, longest: usize) -> io::Result<bool> {
    line.clear();
    from.by_ref().take(longest as u64 + 1).read_until(b'\n', line)?;
    let problem = match line.pop() {
        None => return Ok(false),
        Some(b'\n') => return Ok(true),
        Some(_) if line.len() == longest => {
            format!("the line is longer than {} MiB", longest >> 20)
        }
        Some(_) => "the stream ends in the middle of a line".to_owned(),
    };
    Err(io::Error::new(io::ErrorKind::InvalidData, problem))
}

/// The question that asks an engine to introduce itself.
pub(super) fn write_hello_question() -> Vec<u8> {
    format!("{{\"hello\":{VERSION}}}\n").into_bytes()
}

/// A request as a line, with its line feed.
pub fn write_request(id: u64, input: &Input, nodes: bool) -> Vec<u8> {
    let mut line = QuestionLine { id: Some(id), ..QuestionLine::default() };
    match &input.source {
        Source::Text(text) => line.html = Some(JsonSlice(Cow::Borrowed(text.as_bytes()))),
        Source::Bytes { bytes, encoding } => {
            line.bytes = Some(BASE64_STANDARD.encode(bytes));
            line.encoding = Some(encoding.clone());
        }
        Source::Tree(tree) if nodes => line.nodes = Some(nodes::Nodes(tree.clone())),
        Source::Tree(tree) => {
            line.tree = Some(JsonSlice(Cow::Owned(tree.dump().into_bytes())));
        }
    }
    match &input.task {
        Task::Tree { context, scripting } => {
            line.context = Some(context.as_ref().map(ToString::to_string));
            line.scripting = Some(*scripting);
            line.form = nodes.then_some(Form::Nodes);
        }
        Task::Tokens { initial_state, last_start_tag } => {
            line.tokens = Some(TokensTask {
                state: initial_state.name().to_owned(),
                last_start_tag: last_start_tag.clone().map(JsonText),
            });
        }
        Task::Encoding => line.want = Some(Want::Encoding),
        Task::Serialise(task) => {
            line.context = Some(task.context.as_ref().map(ToString::to_string));
            line.scripting = Some(task.scripting);
            line.serialise = Some(SerialiseTask {
                shadow_roots: task.shadow_roots.name().to_owned(),
                extent: task.extent.name().to_owned(),
            });
        }
    }
    (to_json(&line) + "\n").into_bytes()
}

/// Reads a question.
pub(super) fn read_question(line: &[u8]) -> Result<Question, String> {
    let mut line: QuestionLine<'_> = serde_json::from_slice(line).map_err(|error| wtf8_json::described(&error))?;
    if let Some(version) = line.hello {
        return match version {
            VERSION => Ok(Question::Hello),
            _ => Err(format!("version {version} of the engine protocol is not supported; expected {VERSION}")),
        };
    }
    let id = line.id.ok_or("the question has no `id`")?;
    let source = read_source(&mut line)?;
    let context: Option<Context> = line
        .context
        .flatten()
        .map(|context| context.parse())
        .transpose()
        .map_err(|error: crate::model::input::NotAContext| error.to_string())?;
    let scripting = line.scripting.unwrap_or(false);
    let task = match (line.tokens, line.want, line.serialise) {
        (None, None, Some(task)) => Task::Serialise(Serialise {
            context,
            scripting,
            shadow_roots: ShadowRoots::from_name(&task.shadow_roots).ok_or_else(|| {
                format!("`{}` is not a value of `shadowRoots`; expected none, serializable or all", task.shadow_roots)
            })?,
            extent: Extent::from_name(&task.extent)
                .ok_or_else(|| format!("`{}` is not a value of `extent`; expected inner or outer", task.extent))?,
        }),
        _ if matches!(source, Source::Tree(_)) => {
            return Err("`tree` and `nodes` need `serialise`".to_owned());
        }
        (None, Some(Want::Encoding), None) => Task::Encoding,
        (Some(task), None, None) => Task::Tokens {
            initial_state: InitialState::from_name(&task.state)
                .ok_or_else(|| format!("`{}` is not an initial state", task.state))?,
            last_start_tag: task.last_start_tag.map(|tag| tag.0),
        },
        (None, None, None) => Task::Tree { context, scripting },
        _ => return Err("expected only one of `tokens`, `want` and `serialise`".to_owned()),
    };
    Ok(Question::Ask(Request { id, input: Input { source, task }, nodes: line.form == Some(Form::Nodes) }))
}

/// Reads the input of a question.
fn read_source(line: &mut QuestionLine<'_>) -> Result<Source, String> {
    let source = (line.html.take(), line.bytes.take(), line.nodes.take(), line.tree.take());
    match source {
        (Some(JsonSlice(html)), None, None, None) => {
            let text = Wtf8Buf::from_wtf8(html.into_owned()).map_err(|error| error.to_string())?;
            Ok(Source::Text(text))
        }
        (None, Some(bytes), None, None) => Ok(Source::Bytes {
            bytes: BASE64_STANDARD.decode(bytes).map_err(|error| format!("`bytes`: {error}"))?,
            encoding: line.encoding.take().flatten(),
        }),
        (None, None, Some(nodes::Nodes(tree)), None) => Ok(Source::Tree(tree)),
        (None, None, None, Some(JsonSlice(dump))) => {
            Tree::from_dump(&dump).map(Source::Tree).map_err(|error| format!("`tree`: {error}"))
        }
        _ => Err("expected exactly one of `html`, `bytes`, `nodes` and `tree`".to_owned()),
    }
}

/// The introduction of an engine of crosscheck's own, as a line with its line feed.
pub fn write_hello(about: &About, window: Option<usize>) -> Vec<u8> {
    let capabilities = about.can.iter().map(|capability| capability.name());
    let line = HelloLine {
        hello: Some(VERSION),
        engine: Cow::Borrowed(&about.name),
        version: Cow::Borrowed(&about.version),
        language: Cow::Borrowed(&about.language),
        can: capabilities.map(Cow::Borrowed).collect(),
        cannot: about.cannot.clone(),
        depth: about.depth,
        window,
    };
    (to_json(&line) + "\n").into_bytes()
}

/// Reads an engine's introduction.
pub(super) fn read_hello(line: &[u8]) -> Result<Hello, String> {
    let line: HelloLine<'_> = serde_json::from_slice(line).map_err(|error| shown(line, &error))?;
    if let Some(version) = line.hello.filter(|&version| version != VERSION) {
        return Err(format!("version {version} of the engine protocol is not supported; expected {VERSION}"));
    }
    let can = line.can.iter().map(|name| {
        Capability::from_name(name).ok_or_else(|| {
            let known = Capability::ALL.iter().map(|can| can.name()).join(", ");
            format!("`can` lists `{name}`; expected only: {known}")
        })
    });
    let can: Vec<Capability> = can.collect::<Result<_, _>>()?;
    Ok(Hello {
        about: About {
            name: line.engine.into_owned(),
            version: line.version.into_owned(),
            language: line.language.into_owned(),
            can,
            cannot: line.cannot,
            depth: line.depth,
        },
        window: line.window,
    })
}

/// An answer as a line with its line feed. An answer that is too long becomes unsupported.
pub fn write_reply(id: u64, answer: &Answer, engine_time: Duration, nodes: bool) -> Vec<u8> {
    let mut json = format!("{{\"id\":{id}");
    let mut text = |name: &str, text: &[u8]| {
        json.push_str(&format!(",\"{name}\":"));
        wtf8_json::quote(&mut json, text);
    };
    let errors = match answer {
        Answer::Tree { tree, errors, mode } => {
            if let Some(mode) = mode {
                text("mode", mode.name().as_bytes());
            }
            if nodes {
                json.push_str(",\"nodes\":");
                nodes::write(&mut json, tree);
            } else {
                text("tree", tree.dump().as_bytes());
            }
            errors
        }
        Answer::Tokens { tokens, errors } => {
            let tokens: Vec<Html5libToken> = tokens.iter().map(Html5libToken::from).collect();
            json.push_str(&format!(",\"tokens\":{}", to_json(&tokens)));
            errors
        }
        Answer::Encoding(name) => {
            text("encoding", name.as_bytes());
            &None
        }
        Answer::Markup(markup) => {
            text("markup", markup.as_bytes());
            &None
        }
        Answer::Unsupported(reason) => {
            text("unsupported", reason.as_bytes());
            &None
        }
    };
    if let Some(errors) = errors {
        let errors: Vec<_> = errors.iter().map(error_object).collect();
        json.push_str(&format!(",\"errors\":{}", to_json(&errors)));
    }
    // Whole nanoseconds, because writing a fraction can take longer than the engine.
    json.push_str(&format!(",\"seconds\":{}e-9}}", engine_time.as_nanos()));
    if json.len() > LONGEST_LINE_OF_WORKERS {
        let answer = too_long("answer", LONGEST_LINE_OF_WORKERS);
        return write_reply(id, &answer, engine_time, nodes);
    }
    json.push('\n');
    json.into_bytes()
}

/// The reason for a message that does not fit into a line.
pub(super) fn too_long(what: &str, longest: usize) -> Answer {
    Answer::Unsupported(format!(
        "size: the {what} is longer than the {} MiB of a line of the engine protocol",
        longest >> 20
    ))
}

/// Reads an answer.
///
/// # Errors
/// When the line is not an answer of the engine protocol.
pub fn read_reply(line: &[u8]) -> Result<Reply, NotAMessage> {
    let reply: ReplyLine<'_> = serde_json::from_slice(line).map_err(|error| shown(line, &error))?;
    let engine_time =
        reply.seconds.map(Duration::try_from_secs_f64).transpose().map_err(|error| format!("`seconds`: {error}"))?;
    let errors: Option<Vec<_>> = reply.errors.map(|errors| errors.into_iter().map(parse_error).collect());
    let mode = reply.mode.map(|mode| mode.parse()).transpose().map_err(|error| format!("`mode`: {error}"))?;
    let answer = match (reply.tree, reply.nodes, reply.tokens, reply.encoding, reply.markup, reply.unsupported) {
        (Some(JsonSlice(dump)), None, None, None, None, None) => Answer::Tree {
            tree: Tree::given_as_dump(Wtf8Buf::from_valid(dump.into_owned()))
                .map_err(|error| format!("`tree`: {error}"))?,
            errors,
            mode,
        },
        (None, Some(nodes::Nodes(tree)), None, None, None, None) => Answer::Tree { tree, errors, mode },
        (None, None, Some(tokens), None, None, None) => Answer::Tokens { tokens: coalesced(&tokens), errors },
        (None, None, None, Some(name), None, None) => Answer::Encoding(name),
        (None, None, None, None, Some(JsonSlice(markup)), None) => {
            let markup = Wtf8Buf::from_wtf8(markup.into_owned());
            Answer::Markup(markup.map_err(|error| format!("`markup`: {error}"))?)
        }
        (None, None, None, None, None, Some(reason)) => Answer::Unsupported(reason),
        _ => {
            let expected = "expected exactly one of `nodes`, `tree`, `tokens`, `encoding`, `markup` and `unsupported`";
            return Err(NotAMessage(expected.to_owned()));
        }
    };
    Ok(Reply { id: reply.id, answer, engine_time })
}

/// Merges adjacent character tokens: their number is not part of the answer.
fn coalesced(tokens: &[Html5libToken]) -> Vec<Token> {
    let mut coalesced: Vec<Token> = Vec::with_capacity(tokens.len());
    for token in tokens {
        match (coalesced.last_mut(), token.token(|text| text.0.clone())) {
            (Some(Token::Characters(run)), Token::Characters(more)) => run.push_wtf8(&more),
            (_, token) => coalesced.push(token),
        }
    }
    coalesced
}

fn error_object(error: &ParseError) -> ErrorObject {
    ErrorObject {
        code: error.code.clone(),
        line: error.position.map(|position| position.line),
        col: error.position.map(|position| position.column),
    }
}

fn parse_error(error: ErrorObject) -> ParseError {
    let position = error.line.zip(error.col);
    ParseError { position: position.map(|(line, column)| Position { line, column }), code: error.code }
}

fn to_json<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).expect("the type has string keys and no failing parts")
}

/// Describes an error in a line, with the start of the line.
fn shown(line: &[u8], error: &serde_json::Error) -> String {
    const SHOWN: usize = 80;
    let beginning = String::from_utf8_lossy(&line[..line.len().min(SHOWN)]);
    let more = if line.len() > SHOWN { "…" } else { "" };
    format!("{}, in the line {beginning:?}{more}", wtf8_json::described(error))
}

#[cfg(test)]
mod tests;
