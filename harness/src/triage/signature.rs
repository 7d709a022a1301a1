//! Signatures: what divergences have in common that nothing explains.
//!
//! A bug that no candidate explains still shows on some documents and not on others. What all of its documents have, and
//! those on which the engine agrees lack, is its signature: a character, a kind of token, a name, a context, or a clause
//! that comes to bear. Divergences of one signature are one group.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use crosscheck_parser::clause::{self, Clause, ClauseKind};
use crosscheck_parser::dom::ElementName;
use crosscheck_parser::observer::Observer;
use crosscheck_parser::tokenizer::Token;
use crosscheck_parser::tree_builder::{InsertionMode, View};

use super::observation::{Document, Observation};
use super::vary;
use crate::coverage::{Declaration, Reached};
use crate::engines::Answer;
use crate::engines::standard::Standard;
use crate::input::{Context, Input, Namespace, Task};
use crate::mutants::{guarded, shown_element};
use crate::tree::Node;

/// What the divergences of a bug have in common that nothing explains.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Signature {
    /// What the documents have in common; none where that is not known, as in records of earlier times.
    pub circumstance: Option<Circumstance>,
    /// The kind of the first difference on the smallest of them.
    pub difference: String,
    /// The last row of the standard at work on it.
    pub clause: Option<Clause>,
}

/// Something that can be said of a document.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Circumstance {
    /// It has this character, which is white space, a control, an upper-case letter or beyond ASCII.
    Character(char),
    /// It has a character beyond ASCII.
    NonAscii,
    /// A tag of it ends in `/>`.
    SelfClosing,
    /// A tag of it has several attributes.
    Attributes,
    /// Its tree is at least so many elements deep.
    Depth(usize),
    /// It has at least so many bytes.
    Length(usize),
    /// It is a fragment in this context.
    Context(String),
    /// It is a fragment in an element of MathML or SVG.
    ForeignContext,
    /// It is a fragment.
    Fragment,
    /// It has tokens of this kind.
    Token(Declaration),
    /// A clause of the standard comes to bear on it.
    Clause(Clause),
    /// It has an element of this name.
    Element(ElementName),
    /// It is parsed with scripting on.
    Scripting,
}

/// From this depth on, and from each double of it, depth is a circumstance: no generator makes such trees by chance.
const DEEP: usize = 16;

/// The same for the length in bytes.
const LONG: usize = 4_096;

impl fmt::Display for Circumstance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Character(c) => write!(f, "on documents with {}", vary::shown(*c)),
            Self::NonAscii => write!(f, "on documents with characters beyond ASCII"),
            Self::SelfClosing => write!(f, "on documents with `/` at the end of a tag"),
            Self::Attributes => write!(f, "on documents with several attributes on a tag"),
            Self::Depth(depth) => write!(f, "on documents with {depth} or more nested elements"),
            Self::Length(length) => write!(f, "on documents of {length} or more bytes"),
            Self::Context(context) => write!(f, "on fragments whose context is `{context}`"),
            Self::ForeignContext => write!(
                f,
                "on fragments whose context is an element of MathML or SVG"
            ),
            Self::Fragment => write!(f, "on fragments"),
            Self::Token(kind) => write!(
                f,
                "on documents with a {}",
                kind.to_string().replace('-', " ")
            ),
            Self::Clause(clause) => {
                write!(
                    f,
                    "where the standard applies “{}” ({})",
                    clause.title(),
                    clause.id()
                )
            }
            Self::Element(name) => write!(f, "on documents with `{}`", shown_element(*name)),
            Self::Scripting => write!(f, "with scripting on"),
        }
    }
}

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.circumstance, self.clause) {
            (Some(circumstance), _) => write!(f, "{circumstance}"),
            (None, Some(clause)) => write!(f, "at {}: {}", clause.id(), self.difference),
            (None, None) => f.write_str(&self.difference),
        }
    }
}

impl Signature {
    /// How an engine's answer to a document differs from the standard's, with what the document has in common with others.
    pub(super) fn of(observation: &Observation, circumstance: Option<Circumstance>) -> Self {
        let document = &observation.document;
        let difference = document
            .oracle
            .compare(&document.standard, &observation.answer);
        Self {
            circumstance,
            difference: difference.unwrap_or_default(),
            clause: last_row(&document.input),
        }
    }

    /// Whether a signature on record, which may know less, is this one.
    pub(super) fn is(&self, on_record: &Self) -> bool {
        match &on_record.circumstance {
            Some(circumstance) => self.circumstance.as_ref() == Some(circumstance),
            None => self.difference == on_record.difference && self.clause == on_record.clause,
        }
    }
}

/// All that can be said of a document.
fn circumstances(document: &Document) -> BTreeSet<Circumstance> {
    let mut all = BTreeSet::new();
    let reached = &document.reached;
    for c in vary::unusual(&document.soup) {
        all.insert(match c.is_ascii() {
            true => Circumstance::Character(c),
            false => Circumstance::NonAscii,
        });
    }
    if let Answer::Tree { tree, .. } = &document.standard {
        all.extend(doubled(DEEP, tree.depth()).map(Circumstance::Depth));
    }
    all.extend(doubled(LONG, document.input.source.len()).map(Circumstance::Length));
    all.extend(context(&document.input).map(|context| Circumstance::Context(context.to_string())));
    all.extend(reached.listed_names().map(Circumstance::Element));
    all.extend(
        clause::all()
            .filter(|clause| reached.held(*clause))
            .map(Circumstance::Clause),
    );
    let others = [
        Circumstance::SelfClosing,
        Circumstance::Attributes,
        Circumstance::ForeignContext,
        Circumstance::Fragment,
        Circumstance::Scripting,
    ];
    let kinds = Declaration::ALL.map(Circumstance::Token);
    all.extend(
        others
            .into_iter()
            .chain(kinds)
            .filter(|circumstance| circumstance.holds(document)),
    );
    all
}

/// The context of a fragment.
fn context(input: &Input) -> Option<&Context> {
    match &input.task {
        Task::Tree { context, .. } => context.as_ref(),
        Task::Serialise(task) => task.context.as_ref(),
        Task::Tokens { .. } | Task::Encoding => None,
    }
}

impl Circumstance {
    /// Whether it can be said of a document.
    pub(super) fn holds(&self, document: &Document) -> bool {
        let reached = &document.reached;
        match self {
            Self::Character(c) => vary::unusual(&document.soup).any(|other| other == *c),
            Self::NonAscii => vary::unusual(&document.soup).any(|c| !c.is_ascii()),
            Self::SelfClosing => document.soup.text().contains("/>"),
            Self::Attributes => match &document.standard {
                Answer::Tree { tree, .. } => tree.nodes().any(|(_, node)| match node {
                    Node::Element { attributes, .. } => attributes.iter().count() > 1,
                    _ => false,
                }),
                _ => false,
            },
            Self::Depth(depth) => match &document.standard {
                Answer::Tree { tree, .. } => tree.depth() >= *depth,
                _ => false,
            },
            Self::Length(length) => document.input.source.len() >= *length,
            Self::Context(name) => {
                context(&document.input).is_some_and(|context| context.to_string() == *name)
            }
            Self::ForeignContext => {
                context(&document.input).is_some_and(|context| context.namespace != Namespace::Html)
            }
            Self::Fragment => context(&document.input).is_some(),
            Self::Scripting => match &document.input.task {
                Task::Tree { scripting, .. } => *scripting,
                Task::Serialise(task) => task.scripting,
                Task::Tokens { .. } | Task::Encoding => false,
            },
            Self::Token(kind) => InsertionMode::all()
                .iter()
                .any(|mode| reached.declaration(*mode, *kind)),
            Self::Element(name) => reached.listed(*name),
            Self::Clause(clause) => reached.held(*clause),
        }
    }
}

/// The doubles of a number up to another.
fn doubled(first: usize, last: usize) -> impl Iterator<Item = usize> {
    std::iter::successors(Some(first), |size| size.checked_mul(2))
        .take_while(move |size| *size <= last)
}

/// What sets divergent documents apart from those on which the engine agrees: again and again the circumstance that most of
/// those left have in common and fewest of the others have. Gives the places of the documents of each.
pub(super) fn groups(
    divergent: &[&Document],
    agreeing: &[&Document],
) -> Vec<(Option<Circumstance>, Vec<usize>)> {
    let of_divergent: Vec<_> = divergent
        .iter()
        .map(|document| circumstances(document))
        .collect();
    let all: BTreeSet<&Circumstance> = of_divergent.iter().flatten().collect();
    let without = |circumstance: &Circumstance| {
        agreeing
            .iter()
            .filter(|other| circumstance.holds(other))
            .count()
    };
    let without: BTreeMap<&Circumstance, usize> =
        all.into_iter().map(|one| (one, without(one))).collect();
    let mut left: Vec<usize> = (0..divergent.len()).collect();
    let mut groups = Vec::new();
    while !left.is_empty() {
        let contrasts = without.iter().map(|(circumstance, without)| {
            let with = left
                .iter()
                .filter(|place| of_divergent[**place].contains(*circumstance))
                .count();
            (
                Contrast {
                    with,
                    without: *without,
                },
                *circumstance,
            )
        });
        // Of several the first says most.
        let best = contrasts
            .filter(|(contrast, _)| contrast.with > 0)
            .reduce(|best, other| {
                if other.0.is_more(&best.0) {
                    other
                } else {
                    best
                }
            });
        let circumstance = best.map(|(_, circumstance)| circumstance.clone());
        let places: Vec<usize> = match &circumstance {
            Some(circumstance) => left
                .extract_if(.., |place| of_divergent[*place].contains(circumstance))
                .collect(),
            None => std::mem::take(&mut left),
        };
        groups.push((circumstance, places));
    }
    groups
}

/// How well a circumstance sets divergent documents apart.
struct Contrast {
    /// How many divergent documents have it.
    with: usize,
    /// How many agreeing documents have it.
    without: usize,
}

impl Contrast {
    /// Whether it sets apart more: by Ochiai's coefficient, for which the number of divergent documents is the same.
    fn is_more(&self, other: &Self) -> bool {
        let square = |contrast: &Self| contrast.with * contrast.with;
        let sum = |contrast: &Self| contrast.with + contrast.without;
        square(self) * sum(other) > square(other) * sum(self)
    }
}

/// The clauses that come to bear on one document and not on another, in the order of their ids.
pub(super) fn only_on(document: &Reached, other: &Reached) -> Vec<Clause> {
    clause::all()
        .filter(|clause| document.held(*clause) && !other.held(*clause))
        .collect()
}

/// The row of the standard that treats the last token, which is where engines part on a document of which nothing can be
/// left out: of tree construction, or of the tokenizer where there is none. Of what is serialised it is the row that
/// treats the last node, or the condition by which there is none.
pub(super) fn last_row(input: &Input) -> Option<Clause> {
    let mut rows = LastRow::default();
    guarded(|| Standard::default().make_watched(input, &mut rows));
    let serialising = rows.of_nodes.or(rows.of_no_nodes);
    serialising.or(rows.of_tree).or(rows.of_tokens)
}

/// The section of the rows and conditions that treat nodes to be serialised.
const SERIALISING: &str = "serialise";

/// Takes down the last rows before the end of the file.
#[derive(Default)]
struct LastRow {
    of_tree: Option<Clause>,
    of_tokens: Option<Clause>,
    of_nodes: Option<Clause>,
    /// The last condition of serialising that held.
    of_no_nodes: Option<Clause>,
    /// Whether tree construction is at a token.
    is_at_token: bool,
    is_at_end: bool,
}

impl Observer for LastRow {
    fn row(&mut self, clause: Clause, _: usize) -> bool {
        self.is_at_end |= clause.id().ends_with("/eof");
        if clause.kind() == ClauseKind::Row {
            if clause.section().key == SERIALISING {
                self.of_nodes = Some(clause);
            } else if self.is_at_token {
                self.of_tree = Some(clause);
            } else if !self.is_at_end {
                self.of_tokens = Some(clause);
            }
        }
        true
    }

    fn condition(&mut self, clause: Clause, holds: bool) -> bool {
        if holds && clause.section().key == SERIALISING {
            self.of_no_nodes = Some(clause);
        }
        holds
    }

    fn token(&mut self, token: Token<'_>, _: View<'_>) -> bool {
        self.is_at_token = !matches!(token, Token::EndOfFile);
        true
    }

    fn processed(&mut self, _: View<'_>) {
        self.is_at_token = false;
    }
}
