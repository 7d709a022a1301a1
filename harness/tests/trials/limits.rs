//! What is argued never to happen at a clause does not happen at it: on no fixture, of ours or public, and on no
//! generated document of any generator, in any context, with scripting or without. Where the algorithm computes the
//! condition that an argument is about, the tree that comes of it is looked at as well.
//!
//! A sample of the generated documents is tried here; many more with `CROSSCHECK_ARGUMENTS=all`, which is for optimised
//! builds: `CROSSCHECK_ARGUMENTS=all cargo test --release --test trials`.

use crate::support;
use std::collections::BTreeSet;
use std::sync::LazyLock;

use crosscheck::engines::standard::{Made, Standard};
use crosscheck::fixtures::FixtureFile;
use crosscheck::fuzzing::generate::Generator;
use crosscheck::model::input::{Input, Source, Task};
use crosscheck_standard::clauses::clause::{self, Clause};
use crosscheck_standard::clauses::insertion_mode::InsertionMode;
use crosscheck_standard::clauses::limit::Never;
use crosscheck_standard::clauses::observer::Observer;
use crosscheck_standard::clauses::token::Token;
use crosscheck_standard::clauses::view::View;
use crosscheck_standard::dom::{Document, NodeId, NodeKind};
use crosscheck_standard::name::Name;
use crosscheck_standard::parser::options::{FragmentContext, Options, ScriptingMode};
use crosscheck_standard::parser::parse::{Parsed, Parser};
use libtest_mimic::{Failed, Trial};

use crate::support::arguments::{Questions, seeds};

/// What never happens at each clause in the newest edition.
static LIMITS: LazyLock<Vec<Option<Never>>> = LazyLock::new(|| {
    let limits = clause::all().map(|clause| match clause.until() {
        Some(_) => Some(Never::Reached),
        None => clause.limit().map(|limit| limit.never),
    });
    limits.collect()
});

/// Notes each clause at which something happened that is argued never to happen.
#[derive(Debug, Default)]
struct Refuter {
    refuted: BTreeSet<Clause>,
    /// What is wrong with the stack of open elements.
    wrong: Option<&'static str>,
}

impl Refuter {
    fn note(&mut self, clause: Clause, happened: &[Never]) {
        if LIMITS[clause.index()].is_some_and(|never| happened.contains(&never)) {
            self.refuted.insert(clause);
        }
    }
}

impl Observer for Refuter {
    fn row(&mut self, clause: Clause, _: usize) -> bool {
        self.note(clause, &[Never::Reached]);
        true
    }

    fn condition(&mut self, clause: Clause, holds: bool) -> bool {
        let happened = if holds { Never::Holds } else { Never::Fails };
        self.note(clause, &[Never::Reached, happened]);
        holds
    }

    fn step(&mut self, clause: Clause) -> bool {
        self.note(clause, &[Never::Reached]);
        true
    }

    /// `in-row/end-tag-section/row-in-scope`: where it is asked a row is in table scope.
    fn token(&mut self, token: Token<'_>, before: View<'_>) -> bool {
        if let Token::EndTag(tag) = token
            && matches!(tag.name, Name::TBODY | Name::TFOOT | Name::THEAD)
            && before.mode == InsertionMode::InRow
            && is_in_table_scope(before, &[tag.name])
            && !is_in_table_scope(before, &[Name::TR])
        {
            self.wrong = Some("in a row, a section is in table scope and no row is");
        }
        true
    }
}

/// Whether an element of one of these names is in table scope: by walking the stack of open elements.
fn is_in_table_scope(view: View<'_>, names: &[Name]) -> bool {
    let stack: Vec<NodeId> = view.open_nodes().collect();
    for node in stack.into_iter().rev() {
        let is_html = |name: &Name| is_html(view.document, node, *name);
        if names.iter().any(is_html) {
            return true;
        }
        if [Name::HTML, Name::TABLE, Name::TEMPLATE].iter().any(is_html) {
            return false;
        }
    }
    false
}

fn is_html(document: &Document, node: NodeId, name: Name) -> bool {
    matches!(document.kind(node), NodeKind::Element(element) if element.name.is_html(name))
}

/// What a tree has that the arguments say no tree has.
fn wrong_with(parsed: &Parsed) -> Option<&'static str> {
    let document = &parsed.document;
    let (mut doctypes, mut elements) = (0, 0);
    for child in document.children(NodeId::DOCUMENT) {
        match document.kind(child) {
            // `initial/doctype/document-taken`
            NodeKind::Doctype(_) if doctypes + elements > 0 => {
                return Some("a doctype comes after a doctype or an element");
            }
            NodeKind::Doctype(_) => doctypes += 1,
            // `insert-element/document-taken`
            NodeKind::Element(_) if elements > 0 => return Some("the document has two elements"),
            NodeKind::Element(element) => {
                elements += 1;
                // `in-head/start-tag-template/shadow-host-root`
                if element.name.is_html(Name::HTML) && document.shadow_root(child).is_some() {
                    return Some("the root is a shadow host");
                }
            }
            // `insert-character/document`
            NodeKind::Text(_) => return Some("the document has text"),
            _ => {}
        }
    }
    // `in-head/start-tag-template/scope-template`
    let mut nodes = document.descendants(parsed.root());
    nodes
        .any(|(_, node)| is_html(document, node, Name::TEMPLATE) && document.first_child(node).is_some())
        .then_some("a template has children beside its contents")
}

/// What refutes an argument on an input.
fn refuted(input: &Input) -> Result<(), Failed> {
    let mut refuter = Refuter::default();
    // What the standard cannot answer refutes nothing.
    let made = Standard::default().make_watched(input, &mut refuter);
    let plain = match made {
        Ok(Made::Tree(parsed)) => Some(parsed),
        _ => None,
    };
    let trees = plain.into_iter().chain(with_shadow_roots(input, &mut refuter));
    let wrong = trees.filter_map(|parsed| wrong_with(&parsed)).next();
    match (refuter.refuted.is_empty(), refuter.wrong.or(wrong)) {
        (true, None) => Ok(()),
        (_, wrong) => {
            let at = refuter.refuted;
            Err(format!("{input:?} does what cannot be done: at {at:?}; {wrong:?}").into())
        }
    }
}

/// What is parsed where templates may declare shadow roots.
fn with_shadow_roots(input: &Input, refuter: &mut Refuter) -> Option<Parsed> {
    let (Source::Text(text), Task::Tree { context, scripting }) = (&input.source, &input.task) else {
        return None;
    };
    let options = Options {
        scripting: match (scripting, context) {
            (false, _) => ScriptingMode::Disabled,
            (true, None) => ScriptingMode::Normal,
            (true, Some(_)) => ScriptingMode::Inert,
        },
        allow_declarative_shadow_roots: true,
        ..Options::default()
    };
    let mut parser = match context {
        None => Parser::new(refuter, options),
        Some(context) => {
            let context = FragmentContext::new(context.namespace, &context.local_name);
            Parser::for_fragment(refuter, options, &context)
        }
    };
    parser.feed_wtf8(text.as_bytes()).ok()?;
    parser.finish().ok()
}

/// The tests.
pub(crate) fn trials() -> Vec<Trial> {
    let mut files = support::own_tree_files();
    files.extend(support::own_tokenizer_files());
    files.extend(support::own_serializer_files());
    files.extend(support::own_encoding_files());
    let mut missing = None;
    match (support::tree_files(), support::tokenizer_files()) {
        (Ok(trees), Ok(tokens)) => files.extend(trees.into_iter().chain(tokens)),
        (Err(why), _) | (_, Err(why)) => missing = Some(why),
    }
    let mut trials: Vec<_> = files.into_iter().map(of_file).collect();
    trials.extend(Generator::ALL.map(of_generator));
    trials.extend(missing.map(|why| support::skipped("public fixtures", why)));
    trials
}

fn of_file(file: FixtureFile) -> Trial {
    Trial::test(support::name(&file), move || {
        let checks = file.fixtures.iter().flat_map(|fixture| fixture.checks());
        for check in checks {
            check.inputs.iter().try_for_each(refuted)?;
        }
        Ok(())
    })
}

fn of_generator(generator: Generator) -> Trial {
    Trial::test(format!("generated documents: {}", generator.name()), move || {
        for seed in seeds() {
            let mut questions = Questions::new(generator, seed);
            questions.try_for_each(|case| refuted(&case.input()))?;
        }
        Ok(())
    })
}
