//! Tracing the standard engine, token by token.

use crosscheck_reports::{TraceReport, TracedClause, TracedToken};
use crosscheck_standard::clauses::change::Edition;
use crosscheck_standard::clauses::clause::Clause;
use crosscheck_standard::clauses::error::ParseErrorKind;
use crosscheck_standard::clauses::observer::Observer;
use crosscheck_standard::clauses::token::Token;
use crosscheck_standard::clauses::view::View;
use crosscheck_standard::dom::{Document, NodeId};
use crosscheck_standard::parser::parse::Failure;
use crosscheck_standard::parser::watch::{Watch, parse};
use serde_json::json;

use crate::Wtf8Buf;
use crate::engines::standard::{Standard, fragment_context};
use crate::model::input::Context;
use crate::parse::entry;

/// Parses a document, or a fragment in a context, by an edition of the standard and records what happens for each
/// token.
///
/// # Errors
/// When the text or the document is too large for the parser.
///
/// ```
/// use crosscheck::trace::trace;
/// use crosscheck_standard::clauses::change::Edition;
///
/// let trace = trace(&"<p>x".into(), None, false, Edition::NEWEST)?;
/// let first = &trace.tokens[0];
/// assert!(first.clauses.iter().any(|clause| clause.id.starts_with("data-state/")));
/// # Ok::<(), crosscheck_standard::parser::parse::Failure>(())
/// ```
pub fn trace(
    text: &Wtf8Buf,
    context: Option<&Context>,
    scripting: bool,
    edition: Edition,
) -> Result<TraceReport, Failure> {
    let mut tracer = Tracer::default();
    let options = Standard::of_edition(edition).options(scripting, &context);
    let context = context.map(fragment_context);
    let errors = parse(&[text.as_bytes()], context.as_ref(), options, Watch::Observer(&mut tracer))?.errors;
    let errors = errors.into_iter().map(|error| entry(&error.into())).collect();
    Ok(TraceReport { tokens: tracer.tokens, errors })
}

/// Records the parser's events.
#[derive(Debug, Default)]
struct Tracer {
    tokens: Vec<TracedToken>,
    /// The current token: first its clauses and errors, then the effects of tree construction.
    current: TracedToken,
}

impl Tracer {
    fn ran(&mut self, clause: Clause, length: usize) {
        self.current.clauses.push(TracedClause {
            id: clause.id().to_owned(),
            title: clause.title().to_owned(),
            length,
        });
    }
}

impl Observer for Tracer {
    fn row(&mut self, clause: Clause, length: usize) -> bool {
        self.ran(clause, length);
        true
    }

    fn condition(&mut self, clause: Clause, holds: bool) -> bool {
        if holds {
            self.ran(clause, 1);
        }
        holds
    }

    fn step(&mut self, clause: Clause) -> bool {
        self.ran(clause, 1);
        true
    }

    fn error(&mut self, error: ParseErrorKind) {
        self.current.errors.push(error.to_string());
    }

    fn token(&mut self, token: Token<'_>, before: View<'_>) -> bool {
        self.current.token = shown(token, before.document);
        self.current.mode_before = before.mode.name().to_owned();
        self.current.stack_before = stack(before);
        true
    }

    fn processed(&mut self, after: View<'_>) {
        self.current.mode_after = after.mode.name().to_owned();
        self.current.stack_after = stack(after);
        self.tokens.push(std::mem::take(&mut self.current));
    }
}

fn stack(view: View<'_>) -> Vec<String> {
    view.open_nodes().map(|node| element_name(view.document, node)).collect()
}

/// The name of an element as dumps write it.
fn element_name(document: &Document, node: NodeId) -> String {
    let Some(element) = document.element(node) else {
        return String::new();
    };
    let prefix = element.name.namespace.prefix();
    format!("{prefix}{}", text(document.names.spelling(element.name.local)))
}

/// The token in the notation of the tokenizer fixtures.
fn shown(token: Token<'_>, document: &Document) -> String {
    let optional = |part: &Option<Vec<u8>>| part.as_deref().map(text);
    let name = |name| text(document.names.spelling(name));
    let value = match token {
        Token::Doctype(doctype) => json!([
            "DOCTYPE",
            optional(&doctype.name),
            optional(&doctype.public_id),
            optional(&doctype.system_id),
            !doctype.force_quirks
        ]),
        Token::StartTag(tag) => {
            let attributes: serde_json::Map<_, _> = tag
                .attributes()
                .iter()
                .map(|attribute| (name(attribute.name), text(tag.value(*attribute)).into()))
                .collect();
            let mut value = json!(["StartTag", name(tag.name), attributes]);
            if let (true, Some(parts)) = (tag.self_closing, value.as_array_mut()) {
                parts.push(true.into());
            }
            value
        }
        Token::EndTag(tag) => json!(["EndTag", name(tag.name)]),
        Token::Comment(data) => json!(["Comment", text(data)]),
        Token::ProcessingInstruction { target, data } => {
            json!(["ProcessingInstruction", text(target), text(data)])
        }
        Token::Characters(data) => json!(["Character", text(data)]),
        Token::EndOfFile => json!(["EndOfFile"]),
    };
    value.to_string()
}

fn text(wtf8: &[u8]) -> String {
    crosscheck_standard::wtf8::to_display(wtf8).into_owned()
}
