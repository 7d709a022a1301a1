//! A divergence of a hunt as an issue for the maintainers of the engine.

use crosscheck_reports::{DivergenceEntry, Issue, ProgramEntry, RuleEntry};
use crosscheck_standard::clauses::change::Change;
use crosscheck_standard::clauses::clause::Clause;
use itertools::Itertools as _;

use super::Hunt;
use super::report::{Found, divergences};
use crate::engines::snippet::{Language, Snippet};
use crate::engines::standard::reference_answer;
use crate::fuzzing::triage::Cause;
use crate::model::input::{Context, Input, Source, Task};
use crate::mutants::{Mutant, quoted};
use crate::oracles::Oracle;

/// The issue about one divergence of the list that [`report`](super::report) makes, which counts from 1; `None` if the
/// list is shorter.
pub fn issue(hunt: &Hunt, number: usize) -> Option<Issue> {
    let (found, entry) = divergences(hunt).into_iter().nth(number.checked_sub(1)?)?;
    Some(issue_of(hunt, &found, entry))
}

/// The issue about a divergence of the list.
pub(super) fn issue_of(hunt: &Hunt, found: &Found<'_>, entry: DivergenceEntry) -> Issue {
    let (case, version, rules) = match found {
        Found::Cause(cause) => (&cause.case, cause.version.clone(), rules_of(&cause.cause, cause.clause)),
        Found::Property(found) => (&found.case, version(hunt, &found.engine), Vec::new()),
    };
    let input = case.input();
    let reasoning = Reasoning {
        behaves_like: entry.behaves_like.as_deref(),
        known: Some(entry.known),
        tried: Some(entry.tried),
        oracle: &entry.oracle,
    };
    Issue {
        title: entry.what.clone(),
        known: reasoning.sentence(),
        question: question(&input),
        rules,
        versions: versions(&entry.engine, &version),
        by_hand: by_hand(&entry.engine, &input),
        input: entry.input,
        expected: entry.expected,
        actual: entry.actual,
        reproduce: entry.reproduce,
    }
}

/// What is compared, with its versions.
pub(super) fn versions(engine: &str, version: &str) -> Vec<[String; 2]> {
    let standard = Change::ALL
        .last()
        .map(|newest| ["the HTML standard".to_owned(), format!("as of {}, with the change {newest}", newest.date())]);
    let versions =
        [[engine.to_owned(), version.to_owned()], ["Crosscheck".to_owned(), env!("CARGO_PKG_VERSION").to_owned()]];
    versions.into_iter().chain(standard).collect()
}

/// The version of an engine that a property does not hold of.
pub(super) fn version(hunt: &Hunt, engine: &str) -> String {
    let asked = hunt.asked.iter().find(|asked| asked.engine == engine);
    asked.map_or_else(|| env!("CARGO_PKG_VERSION").to_owned(), |asked| asked.version.clone())
}

/// What is known of the cause of a divergence.
pub(super) struct Reasoning<'r> {
    /// The variant of the standard engine that behaves alike.
    pub(super) behaves_like: Option<&'r str>,
    /// How well that is known, if it was tried on more documents.
    pub(super) known: Option<&'r str>,
    /// On how many documents.
    pub(super) tried: Option<usize>,
    /// The oracle.
    pub(super) oracle: &'r str,
}

impl Reasoning<'_> {
    /// How well the cause is known, in a sentence.
    pub(super) fn sentence(&self) -> String {
        match (self.behaves_like, self.tried) {
            (Some(like), Some(tried)) => {
                let few = if self.known == Some("consistent") { ", which are few" } else { "" };
                format!("Crosscheck's `{like}` gives the engine's answer on all of {tried} documents tried{few}.")
            }
            (Some(like), None) => format!("Crosscheck's `{like}` gives the engine's answer on this document."),
            (None, Some(1) | None) => "One document was found.".to_owned(),
            (None, Some(tried)) if self.oracle == Oracle::NoCrash.name() => {
                format!("The engine fails so on {tried} documents.")
            }
            (None, Some(tried)) => format!("{tried} documents were found. No single rule explains them."),
        }
    }
}

/// What the standard says where the engine departs.
pub(super) fn rules_of(cause: &Cause, clause: Option<Clause>) -> Vec<RuleEntry> {
    let of_clause = |clause: Clause| RuleEntry {
        text: format!("{}: {}", clause.section().title, quoted(clause)),
        link: clause.link(),
    };
    let of_mutant = |mutant: Mutant| match mutant.clause() {
        // The row that a condition or a step belongs to says when it takes effect.
        Some(clause) => {
            let row = clause.id().rsplit_once('/').and_then(|(row, _)| Clause::from_id(row));
            row.into_iter().chain([clause]).map(of_clause).collect()
        }
        // A list has no rule of its own; the clause is where it is used.
        None if clause.is_some() => Vec::new(),
        None => vec![RuleEntry { text: mutant.section(), link: mutant.link() }],
    };
    let rules = match cause {
        Cause::Without(change) => {
            vec![RuleEntry { text: format!("{}, {}: {}", change, change.date(), change.title()), link: change.link() }]
        }
        Cause::Like(mutants) => mutants.iter().flat_map(of_mutant).chain(clause.map(of_clause)).collect(),
        Cause::Unexplained(_) | Cause::Fault(_) => clause.map(of_clause).into_iter().collect(),
    };
    rules.into_iter().unique_by(|rule| rule.text.clone()).collect()
}

/// What a question says beside its document.
pub(super) fn question(input: &Input) -> Vec<String> {
    let scripting = |scripting: bool| match scripting {
        true => "The scripting flag is on.".to_owned(),
        false => "The scripting flag is off.".to_owned(),
    };
    let fragment = |context: &Context| format!("This is a fragment; its context element is `{context}`.");
    let mut said = Vec::new();
    match &input.task {
        Task::Tree { context, scripting: flag } => {
            said.extend(context.as_ref().map(fragment));
            said.push(scripting(*flag));
        }
        Task::Serialise(task) => {
            said.push("The question is for the markup that the parsed tree is serialised to.".to_owned());
            said.extend(task.context.as_ref().map(fragment));
            said.push(scripting(task.scripting));
        }
        Task::Tokens { initial_state, last_start_tag } => {
            said.push(format!(
                "The question is for the tokens alone. The tokenizer starts in the {}; no page can show that.",
                initial_state.name()
            ));
            said.extend(
                last_start_tag
                    .as_ref()
                    .map(|name| format!("The last start tag before the input was `{}`.", name.to_display())),
            );
        }
        Task::Encoding => said.push("The question is for the encoding of the bytes.".to_owned()),
    }
    match &input.source {
        Source::Text(text) if text.as_str().is_none() => said
            .push("The document has lone surrogates. No encoded page has these; a script can write them.".to_owned()),
        Source::Text(_) => {}
        Source::Bytes { encoding: None, .. } => {
            said.push("The input is bytes, without an encoding from the transport layer.".to_owned());
        }
        Source::Bytes { encoding: Some(label), .. } => {
            said.push(format!("The input is bytes; the transport layer gives the encoding `{label}`."));
        }
        Source::Tree(_) => said.push("The input is a tree to be serialised, shown as a dump.".to_owned()),
    }
    said
}

/// How to see it in a browser, and with a program in the engine's own language.
pub(super) fn by_hand(engine: &str, input: &Input) -> Vec<ProgramEntry> {
    if input.source.len() > MOST_BYTES {
        return Vec::new();
    }
    let program = Snippet::of(engine, input).map(|snippet| ProgramEntry {
        what: format!("With {}:", snippet.note),
        language: snippet.language.name(),
        source: snippet.code,
    });
    in_browser(input).into_iter().chain(program).collect()
}

/// The longest document that an issue has links and programs for, in bytes.
const MOST_BYTES: usize = 2_048;

/// What shows the tree of an input in a browser.
fn in_browser(input: &Input) -> Option<ProgramEntry> {
    let (context, scripting) = input.task.surroundings()?;
    let (what, language, source) = match context {
        None => ("Open this in a browser and inspect the tree", "", data_url(&input.source)?),
        Some(context) => ("Run this in the console of a browser", "js", console(context, &input.source)?),
    };
    let note = match scripting || !depends_on_scripting(input) {
        true => ":",
        false => ". A browser has the scripting flag on, with which the standard's tree is another one:",
    };
    Some(ProgramEntry { what: format!("{what}{note}"), language, source })
}

/// Whether the standard's answer is another one with the scripting flag on.
fn depends_on_scripting(input: &Input) -> bool {
    let (context, _) = input.task.surroundings().unwrap_or_default();
    let with = Input { task: input.task.within(context.cloned(), true), ..input.clone() };
    reference_answer(input).ok() != reference_answer(&with).ok()
}

/// A `data:` URL of a document; `None` if it is no text that can be encoded.
fn data_url(source: &Source) -> Option<String> {
    let (charset, bytes) = match source {
        Source::Text(text) => (Some("utf-8"), text.as_str()?.as_bytes()),
        Source::Bytes { bytes, encoding } => (encoding.as_deref(), bytes.as_slice()),
        Source::Tree(_) => return None,
    };
    let is_plain = |label: &str| label.bytes().all(|byte| percent_encoded(&byte).len() == 1);
    if !charset.is_none_or(is_plain) {
        return None;
    }
    let charset = charset.map(|label| format!(";charset={label}"));
    // Decoding takes a byte order mark away.
    let is_text = matches!(source, Source::Text(_));
    let mark: &[u8] = match is_text && bytes.starts_with(BYTE_ORDER_MARK) {
        true => BYTE_ORDER_MARK,
        false => &[],
    };
    let encoded: String = mark.iter().chain(bytes).map(percent_encoded).collect();
    Some(format!("data:text/html{},{encoded}", charset.unwrap_or_default()))
}

const BYTE_ORDER_MARK: &[u8] = "\u{FEFF}".as_bytes();

fn percent_encoded(byte: &u8) -> String {
    match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' | b'=' => {
            char::from(*byte).to_string()
        }
        byte => format!("%{byte:02X}"),
    }
}

/// A script that parses a fragment.
fn console(context: &Context, source: &Source) -> Option<String> {
    let Source::Text(text) = source else {
        return None;
    };
    let literal = |text: &str| Language::JavaScript.literal(text);
    Some(format!(
        "const context = document.createElementNS({}, {});\ncontext.innerHTML = {};\ncontext",
        literal(context.namespace.uri()),
        literal(&context.local_name),
        literal(text.as_str()?)
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_data_url_is_the_document_byte_for_byte() {
        let url = |text: &str| data_url(&Source::Text(text.into())).expect("it is text");
        assert_eq!(url("<p>#%\0ä"), "data:text/html;charset=utf-8,%3Cp%3E%23%25%00%C3%A4");
        assert_eq!(url("\u{FEFF}x"), "data:text/html;charset=utf-8,%EF%BB%BF%EF%BB%BFx");
        let bytes = |encoding: Option<&str>| Source::Bytes { bytes: vec![0xE4], encoding: encoding.map(str::to_owned) };
        assert_eq!(data_url(&bytes(None)).as_deref(), Some("data:text/html,%E4"));
        let labelled = data_url(&bytes(Some("windows-1252")));
        assert_eq!(labelled.as_deref(), Some("data:text/html;charset=windows-1252,%E4"));
    }

    #[test]
    fn what_a_browser_shows_otherwise_is_said() {
        let what = |text: &str| in_browser(&Input::document(text)).expect("a document").what;
        assert!(!what("<p>x").contains("scripting"));
        assert!(what("<noscript><p>").contains("scripting"));
    }

    #[test]
    fn a_fragment_is_a_script() {
        let input = Input {
            task: Task::Tree { context: "svg desc".parse().ok(), scripting: false },
            ..Input::document("</b>\"")
        };
        let program = in_browser(&input).expect("it is text");
        assert_eq!(
            program.source,
            "const context = document.createElementNS(\"http://www.w3.org/2000/svg\", \"desc\");\n\
             context.innerHTML = \"</b>\\\"\";\ncontext"
        );
    }
}
