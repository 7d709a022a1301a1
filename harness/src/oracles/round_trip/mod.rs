//! A tree that is serialised and parsed again is the same tree, unless a clause of the standard changes it.
//!
//! The standard [warns] that not every tree comes back. The oracle does not guess the result from the tree. It
//! follows its markup through the parser, and *charges each difference to the clause that made it*:
//!
//! 1. *Writing.* The tree is serialised by the standard. Each piece of the markup stands for one node: a start tag, a
//!    run of text, an end tag, a comment. The engine's markup must be the same.
//! 2. *Reading.* The standard engine parses the markup piece by piece. Each token must be what its piece stands for,
//!    and do the plain thing: a start tag makes one element where its node is, an end tag closes that element, text is
//!    inserted. Whatever else a token does is an event. The engine's own second tree must be the one that is made here,
//!    unless the tree came back.
//! 3. *Accounting.* Nodes of the first tree and their counterparts in the second are compared, one by one. Each that
//!    came back otherwise, or did not come back, and each that is new, is charged to its own event: to the clause that
//!    found a parse error, or else to the one that ran right before something else than the plain thing was done. A
//!    tree can also be written so that it cannot come back: to the clause that wrote it so.
//!
//! What no clause answers for is a finding, wherever it is in the document, and whatever else is charged before it.
//! Text that is read as markup is one, unless the standard writes it as it is: nothing in tree construction can make a
//! token of it.
//!
//! All of this takes time and memory in proportion to markup and trees together; nothing recurses.
//!
//! [warns]: https://html.spec.whatwg.org/multipage/parsing.html#warning-html-serializer-roundtrip

mod account;
mod reading;
mod record;
mod writing;

#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::fmt;

use crosscheck_standard::clauses::clause::Clause;
use crosscheck_standard::dom::{Document, NodeId, NodeKind};
use crosscheck_standard::wtf8;

use super::{Ask, not_asked_for, parsed_text, tree_of};
use crate::Wtf8Buf;
use crate::engines::Engine as _;
use crate::engines::standard::{Standard, canonical_tree, show};
use crate::model::answer::{Answer, NoAnswer};
use crate::model::input::{Context, Input, Serialise, Source, Task};
use crate::model::tree::comparison::Comparison;
use crate::model::tree::{AttributeNamespace, Namespace, Tree, first_difference};
use reading::Reading;
use writing::Writing;

/// What made a tree come back otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Cause {
    /// A clause of the serialiser or of the parser.
    Clause(Clause),
    /// A carriage return, which the input stream has as a line feed.
    /// <https://html.spec.whatwg.org/multipage/parsing.html#preprocessing-the-input-stream>
    CarriageReturn,
}

impl Cause {
    /// The id of the clause, or what stands for one.
    pub fn id(self) -> &'static str {
        match self {
            Self::Clause(clause) => clause.id(),
            Self::CarriageReturn => "input-stream/carriage-return",
        }
    }

    /// What it does.
    pub fn title(self) -> &'static str {
        match self {
            Self::Clause(clause) => clause.title(),
            Self::CarriageReturn => "a carriage return is read as a line feed",
        }
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.id(), self.title())
    }
}

/// What a tree is in, as far as parsing goes by it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Surroundings {
    /// The context element of a fragment; `None` for a document.
    pub context: Option<Context>,
    /// The scripting flag.
    pub scripting: bool,
}

/// The result of a round trip.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RoundTrip {
    /// It came back.
    Stable,
    /// It did not, by these causes.
    Changed(BTreeSet<Cause>),
    /// It did not, and nothing answers for this difference.
    Unexplained(Difference),
}

impl RoundTrip {
    /// Why the tree did not come back, in words.
    pub fn reasons(&self) -> String {
        match self {
            Self::Stable => "it came back".to_owned(),
            Self::Unexplained(difference) => format!("nothing answers for it: {}", difference.what),
            Self::Changed(causes) => {
                let reasons: Vec<String> = causes.iter().map(Cause::to_string).collect();
                format!("by the standard, {}", reasons.join("; "))
            }
        }
    }
}

/// A difference that nothing answers for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// What it is, in words that do not depend on where it is.
    pub what: String,
    /// The node as it was, with its ancestors, or its markup as it ought to be.
    pub before: Option<String>,
    /// The same as it is.
    pub after: Option<String>,
}

/// The round trip of an engine's own tree.
#[derive(Debug, Clone)]
pub(super) struct Trip {
    pub(super) tree: Tree,
    pub(super) around: Surroundings,
    pub(super) markup: Wtf8Buf,
    pub(super) again: Tree,
}

impl Trip {
    /// Asks an engine for the tree of a text, the markup of that, and the tree of the markup.
    ///
    /// # Errors
    /// What `ask` says, or that the engine cannot do what is asked.
    pub(super) fn of_text(ask: &mut Ask<'_>, input: &Input) -> Result<Self, NoAnswer> {
        let (_, context, scripting) = parsed_text(input)?;
        let around = Surroundings { context: context.cloned(), scripting };
        let tree = tree_of(ask, input)?;
        Self::of_tree(ask, tree, around)
    }

    /// Asks an engine for the markup of a tree, and for the tree of that.
    fn of_tree(ask: &mut Ask<'_>, tree: Tree, around: Surroundings) -> Result<Self, NoAnswer> {
        let question = Input {
            source: Source::Tree(tree),
            task: Task::Serialise(Serialise {
                context: around.context.clone(),
                scripting: around.scripting,
                ..Serialise::default()
            }),
        };
        let markup = match ask(&question)? {
            Answer::Markup(markup) => markup,
            other => return Err(not_asked_for(&other)),
        };
        let Source::Tree(tree) = question.source else { unreachable!("it was put there") };
        let again = read(ask, markup.clone(), &around)?;
        Ok(Self { tree, around, markup, again })
    }

    /// The standard's round trip of the engine's tree.
    ///
    /// # Errors
    /// When the tree is too large for the standard engine.
    pub(super) fn by_standard(&self) -> Result<ByStandard, NoAnswer> {
        let writing = Writing::of(&self.tree, &self.around);
        let reading = Reading::of(&writing, &self.around).map_err(|error| error.to_string())?;
        let again = canonical_tree(&reading.parsed);
        let (outcome, arisen) = account::account(&writing, &reading);
        let of_engine_markup = match writing.markup == self.markup {
            true => again.clone(),
            false => {
                let mut standard = Standard::default();
                let ask: &mut Ask<'_> = &mut |input| Ok(standard.answer(input));
                read(ask, self.markup.clone(), &self.around)?
            }
        };
        Ok(ByStandard { outcome, arisen, again, of_engine_markup })
    }

    /// The result for the tree.
    ///
    /// # Errors
    /// When the tree is too large for the standard engine.
    fn outcome(&self) -> Result<RoundTrip, NoAnswer> {
        let writing = Writing::of(&self.tree, &self.around);
        if let Some(difference) = writing.difference(&self.markup) {
            return Ok(RoundTrip::Unexplained(difference));
        }
        if self.tree == self.again {
            return Ok(RoundTrip::Stable);
        }
        let reading = Reading::of(&writing, &self.around).map_err(|error| error.to_string())?;
        if let Some(what) = reading.difference(&self.again) {
            return Ok(RoundTrip::Unexplained(Difference { what, before: None, after: None }));
        }
        Ok(account::account(&writing, &reading).0)
    }
}

/// The standard's round trip of an engine's tree.
pub(super) struct ByStandard {
    pub(super) outcome: RoundTrip,
    pub(super) arisen: Vec<Arisen>,
    /// The standard's tree of the standard's markup.
    pub(super) again: Tree,
    /// The standard's tree of the engine's markup.
    pub(super) of_engine_markup: Tree,
}

/// An element of the second tree that was not there before, or not as it is.
pub(super) struct Arisen {
    pub(super) namespace: Namespace,
    pub(super) name: Vec<u8>,
    /// The attributes that it did not have: namespace, name, value.
    pub(super) attributes: Vec<(AttributeNamespace, Vec<u8>, Vec<u8>)>,
    /// The namespace it was in, if it was there.
    pub(super) was: Option<Namespace>,
}

/// Serialises a tree and parses the markup, by asking the same engine.
///
/// # Errors
/// When the engine does not answer as asked: what it said, or what `ask` says.
pub fn round_trip(ask: &mut Ask<'_>, tree: &Tree, around: &Surroundings) -> Result<RoundTrip, NoAnswer> {
    Trip::of_tree(ask, tree.clone(), around.clone())?.outcome()
}

/// Describes an unexplained change of an engine's tree of a text in a round trip; `None` if there is none,
/// or something does.
///
/// # Errors
/// What `ask` says, or that the engine cannot do what is asked.
pub fn difference(ask: &mut Ask<'_>, input: &Input) -> Result<Option<String>, NoAnswer> {
    Ok(match Trip::of_text(ask, input)?.outcome()? {
        RoundTrip::Unexplained(difference) => Some(difference.what),
        RoundTrip::Stable | RoundTrip::Changed(_) => None,
    })
}

/// An engine's tree of markup.
fn read(ask: &mut Ask<'_>, markup: Wtf8Buf, around: &Surroundings) -> Result<Tree, NoAnswer> {
    tree_of(ask, &Input::parsed(markup, around.context.clone(), around.scripting))
}

impl Reading {
    /// Where a tree differs first from the one that was read, in words.
    fn difference(&self, tree: &Tree) -> Option<String> {
        let mut comparison = Comparison::with(tree);
        show(&self.parsed, &mut comparison);
        match comparison.is_same() {
            true => None,
            false => {
                let difference = first_difference(&canonical_tree(&self.parsed), tree);
                difference.map(|difference| difference.to_string())
            }
        }
    }
}

impl Writing {
    /// Where an engine's markup differs first from this.
    fn difference(&self, markup: &Wtf8Buf) -> Option<Difference> {
        let (ours, theirs) = (self.markup.as_bytes(), markup.as_bytes());
        if ours == theirs {
            return None;
        }
        let shared = std::iter::zip(ours, theirs).take_while(|(a, b)| a == b).count();
        let piece = self.piece_at(shared);
        let (what, start) = match piece {
            Some(piece) => (kind(&self.document, piece.node()), piece.start),
            None => ("more".to_owned(), shared),
        };
        Some(Difference {
            what: format!("{what} is written otherwise"),
            before: Some(excerpt(&ours[start..])),
            after: Some(excerpt(&theirs[start..])),
        })
    }
}

/// What a node is, without its text.
fn kind(document: &Document, node: NodeId) -> String {
    match *document.kind(node) {
        NodeKind::Element(element) => format!(
            "{}{}",
            element.name.namespace.prefix(),
            wtf8::to_display(document.names.spelling(element.name.local))
        ),
        NodeKind::Text(_) => "text".to_owned(),
        NodeKind::Comment(_) => "a comment".to_owned(),
        NodeKind::ProcessingInstruction { .. } => "a processing instruction".to_owned(),
        NodeKind::Doctype(_) => "a doctype".to_owned(),
        NodeKind::Document | NodeKind::DocumentFragment => "content".to_owned(),
    }
}

/// What a node and its ancestors are, and the beginning of its text, for people.
fn shown(document: &Document, node: NodeId) -> String {
    let ancestors = std::iter::successors(document.parent(node), |node| document.parent(*node));
    let mut path: Vec<String> = ancestors.map(|node| kind(document, node)).collect();
    path.reverse();
    path.push(match *document.kind(node) {
        NodeKind::Text(data) => format!("{:?}", excerpt(document.text(data))),
        NodeKind::Comment(data) => format!("<!--{}-->", excerpt(document.text(data))),
        _ => kind(document, node),
    });
    path.join(" > ")
}

/// The beginning of a text.
fn excerpt(text: &[u8]) -> String {
    const SHOWN: usize = 40;
    wtf8::to_display(text).chars().take(SHOWN).collect()
}
