//! Reading the markup of a tree, piece by piece, and taking down what each token of it does.
//!
//! A token *stands for* a node when it is what the node's piece of the markup is meant to be: the start tag of its
//! name, its text, its comment. It does the *plain* thing when nothing but that happens:
//!
//! * a start tag creates one element, the node's counterpart, as the last child of the counterpart of the node's
//!   parent, and opens it, unless it is void;
//! * an end tag closes the counterpart, which is the current node, and nothing else;
//! * text, a comment, a processing instruction and a doctype become the last child of the parent's counterpart.
//!
//! Whatever else a token does is an [`Event`], which knows the clause that made it.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::Range;

use crosscheck_standard::clauses::clause::{self, Clause};
use crosscheck_standard::clauses::error::ParseErrorKind;
use crosscheck_standard::clauses::insertion_mode::InsertionMode;
use crosscheck_standard::clauses::observer::{Effect, Observer, Part};
use crosscheck_standard::clauses::token::Token;
use crosscheck_standard::clauses::view::View;
use crosscheck_standard::dom::{Document, NodeId, NodeKind};
use crosscheck_standard::parser::parse::{Failure, Parsed};
use crosscheck_standard::parser::tree_builder::TreeBuilder;
use crosscheck_standard::parser::watch::WatchedParser;

use super::record::{Event, Reason, Record};
use super::writing::{Piece, Writing, is_text};
use super::{Cause, Surroundings};
use crate::engines::standard::{Standard, fragment_context};

/// The result of reading a tree's markup.
pub(super) struct Reading {
    pub(super) parsed: Parsed,
    pub(super) record: Record,
}

impl Reading {
    /// Reads the markup of a tree.
    ///
    /// # Errors
    /// When the markup or the new tree is too large.
    pub(super) fn of(writing: &Writing, around: &Surroundings) -> Result<Self, Failure> {
        let reader = RefCell::new(Reader::new(writing));
        let options = Standard::default().options(around.scripting, &around.context);
        let mut watch = Watch(&reader);
        let context = around.context.as_ref().map(fragment_context);
        let mut parser = WatchedParser::new(context.as_ref(), options, &mut watch);
        reader.borrow_mut().start(parser.tree_builder());
        for piece in &writing.pieces {
            reader.borrow_mut().begin(*piece);
            parser.feed_wtf8(writing.markup_of(*piece))?;
            reader.borrow_mut().end(*piece, parser.tree_builder());
        }
        let parsed = parser.finish()?;
        let record = reader.into_inner().record;
        Ok(Self { parsed, record })
    }
}

/// Watches the parser.
struct Reader<'w> {
    writing: &'w Writing,
    record: Record,
    /// The current piece.
    piece: Option<Piece>,
    /// How much of the piece was read as the very characters that it is made of; `None` once something else came.
    verbatim: Option<usize>,
    /// Whether a token came since the piece began.
    has_token: bool,
    /// The text node that is read, its data and that of its neighbours, and how much of that came.
    text: Option<NodeId>,
    text_data: Vec<u8>,
    text_read: usize,
    /// What ought to be open; never empty.
    path: Vec<Open>,
    /// The current node after the last token.
    current: Option<NodeId>,
    /// The event since which the current node is not what it ought to be.
    astray: Option<usize>,
    /// The events that closed elements of which it was not the end tag.
    closed: HashMap<NodeId, usize>,
    /// Whether the last piece was read as what it is meant to be, to its end.
    is_complete: bool,
    /// Why a piece was last misread. The tokenizer may still be in what began there.
    misread: Option<Cause>,
    /// The last clause before each element became the current node.
    began: HashMap<NodeId, Clause>,
    /// The last clause.
    last: Option<Clause>,
    now: Now,
}

/// An element whose start tag has been read and whose end tag has not.
#[derive(Debug, Clone, Copy)]
struct Open {
    /// What ought to be the current node.
    current: Option<NodeId>,
    /// What its children ought to be children of.
    place: NodeId,
}

/// What a token stands for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Role {
    #[default]
    Nothing,
    StartTag(NodeId),
    EndTag(NodeId),
    /// A comment, a processing instruction, a doctype.
    Leaf(NodeId),
    /// This many bytes of text.
    Text(NodeId, usize),
}

/// The current token.
#[derive(Debug, Default)]
struct Now {
    /// Whether tree construction has it.
    is_out: bool,
    role: Role,
    misread: Option<Option<Cause>>,
    /// The clause that found an error in the token itself.
    token_error: Option<Clause>,
    error: Option<Clause>,
    effect: Option<Clause>,
    clauses: Vec<Clause>,
    /// The elements that were created for it.
    created: Vec<NodeId>,
    changed: Vec<NodeId>,
    /// Whether the element was popped that it is the end tag of.
    is_popped: bool,
    /// Other elements that were popped.
    closed: Vec<NodeId>,
    nodes_before: usize,
    current_before: Option<NodeId>,
    /// Text nodes whose text tree construction keeps until another token comes.
    kept: Vec<NodeId>,
}

impl<'w> Reader<'w> {
    fn new(writing: &'w Writing) -> Self {
        let nodes = writing.document.nodes_made();
        Self {
            writing,
            record: Record {
                counterparts: vec![None; nodes],
                reasons: vec![Vec::new(); nodes],
                plain: vec![false; clause::COUNT],
                ..Record::default()
            },
            piece: None,
            verbatim: None,
            has_token: false,
            text: None,
            text_data: Vec::new(),
            text_read: 0,
            path: Vec::new(),
            current: None,
            astray: None,
            closed: HashMap::new(),
            is_complete: true,
            misread: None,
            began: HashMap::new(),
            last: None,
            now: Now::default(),
        }
    }

    /// The parser is there and has read nothing yet.
    fn start<O: Observer>(&mut self, builder: &TreeBuilder<O>) {
        let place = builder.fragment().unwrap_or(NodeId::DOCUMENT);
        let current = builder.open_elements().next_back();
        self.current = current;
        self.path.push(Open { current, place });
        self.began.extend(current.zip(self.last));
        self.record.counterparts[self.writing.root.index()] = Some(place);
    }

    fn begin(&mut self, piece: Piece) {
        self.piece = Some(piece);
        self.verbatim = Some(0);
        self.has_token = false;
        if self.is_complete {
            self.misread = None;
        }
        self.is_complete = false;
        if let Part::Start(node) = piece.part
            && is_text(&self.writing.document, node)
        {
            self.text = Some(node);
            self.text_data = as_read(&self.writing.run_of_text(node)).into_owned();
            self.text_read = 0;
        }
    }

    fn end<O: Observer>(&mut self, piece: Piece, builder: &TreeBuilder<O>) {
        self.piece = None;
        match piece.part {
            Part::Start(node) => {
                if is_text(&self.writing.document, node) {
                    self.is_complete = self.text == Some(node) && self.text_read == self.text_data.len();
                }
                if !self.has_token && !self.is_complete {
                    self.misread = self.misread.or_else(|| self.cause_of_data(piece));
                    self.charge(node, Reason::Misread(self.misread));
                }
                if self.writing.closes(node) {
                    self.path.push(self.opened(node, builder.document()));
                }
            }
            Part::EndTag(_) => {
                self.path.pop();
            }
        }
        if !self.is_complete {
            self.misread = self.misread.or_else(|| self.cause_of_data(piece));
        }
        if self.current == self.top().current {
            self.astray = None;
        } else if self.astray.is_none() {
            let closed = self.top().current.and_then(|open| self.closed.get(&open));
            let last = self.record.events.len().checked_sub(1);
            self.astray = closed.copied().or(last);
        }
    }

    /// What ought to be open within a node: its counterpart, or what is open around it when it has none.
    fn opened(&self, node: NodeId, document: &Document) -> Open {
        match self.record.counterparts[node.index()] {
            None => self.top(),
            Some(element) => Open {
                current: Some(element),
                place: document.element(element).and_then(|made| made.contents).unwrap_or(element),
            },
        }
    }

    fn top(&self) -> Open {
        self.path[self.path.len() - 1]
    }

    fn charge(&mut self, node: NodeId, reason: Reason) {
        self.record.reasons[node.index()].push(reason);
    }

    /// What a token stands for.
    fn role(&mut self, token: Token<'_>, document: &Document) -> Role {
        if let Token::Characters(data) = token {
            return self.role_of_text(data);
        }
        let Some(piece) = self.piece else {
            return Role::Nothing;
        };
        let written = &self.writing.document;
        let node = piece.node();
        if self.text == Some(node) {
            // Another token came where its text ought to go on.
            self.text = None;
        }
        let name = |name| written.names.spelling(name);
        let is_data = |text, data: &[u8]| *as_read(written.text(text)) == *data;
        match (token, *written.kind(node)) {
            (Token::StartTag(tag) | Token::EndTag(tag), NodeKind::Element(element)) => {
                let read = document.names.spelling(tag.name);
                let is_named = read.eq_ignore_ascii_case(name(element.name.local));
                match (token, piece.part) {
                    (Token::StartTag(_), Part::Start(_)) if is_named => Role::StartTag(node),
                    (Token::EndTag(_), Part::EndTag(_)) if is_named => Role::EndTag(node),
                    _ => Role::Nothing,
                }
            }
            (Token::Comment(read), NodeKind::Comment(data)) if is_data(data, read) => Role::Leaf(node),
            (
                Token::ProcessingInstruction { target: read, data: read_data },
                NodeKind::ProcessingInstruction { target, data },
            ) if read == name(target) && is_data(data, read_data) => Role::Leaf(node),
            (Token::Doctype(read), NodeKind::Doctype(id))
                if is_data(written.doctype(id).name, read.name.as_deref().unwrap_or_default()) =>
            {
                Role::Leaf(node)
            }
            _ => Role::Nothing,
        }
    }

    fn role_of_text(&mut self, data: &[u8]) -> Role {
        let to_come = self.text_data.get(self.text_read..).unwrap_or_default();
        match self.text {
            Some(node) if to_come.starts_with(data) => {
                self.text_read += data.len();
                // The tokenizer may have held it back until it saw what is behind it.
                self.record.reasons[node.index()].retain(|reason| matches!(reason, Reason::Event(_)));
                Role::Text(node, data.len())
            }
            _ => {
                self.text = None;
                Role::Nothing
            }
        }
    }

    /// Why a token is not what the piece is meant to be, if anything answers for that: text that the standard does not
    /// escape; an error in the token; an element within which all markup is text; data that the standard writes as it
    /// is; or what made the piece before that has not come to its end.
    fn why_misread(&mut self, token: Token<'_>, piece: Piece) -> Option<Cause> {
        let markup = self.writing.markup_of(piece);
        let is_verbatim = match (token, self.verbatim) {
            (Token::Characters(data), Some(at)) => {
                let is_verbatim = markup[at..].starts_with(data);
                self.verbatim = is_verbatim.then(|| at + data.len());
                is_verbatim
            }
            _ => false,
        };
        let began = || self.began.get(&self.current?).copied();
        let of_token = self.now.token_error.or_else(|| is_verbatim.then(began).flatten());
        match self.writing.is_literal(piece.node()) {
            true => self.cause_of_data(piece),
            false => of_token.map(Cause::Clause).or_else(|| self.cause_of_data(piece)).or(self.misread),
        }
    }

    /// The clause that writes the data of a piece as it is, whatever that is read as.
    fn cause_of_data(&self, piece: Piece) -> Option<Cause> {
        let Part::Start(node) = piece.part else {
            return None;
        };
        let is_escaped = match self.writing.document.kind(node) {
            NodeKind::Element(_) => true,
            NodeKind::Text(_) => !self.writing.is_literal(node),
            _ => false,
        };
        let clause = self.writing.clause(node).filter(|_| !is_escaped);
        clause.map(Cause::Clause)
    }

    /// Whether the token does the plain thing. Notes the counterpart of the node it stands for.
    fn is_plain(&mut self, view: View<'_>) -> bool {
        let document = view.document;
        let made = self.now.nodes_before..document.nodes_made();
        let place = self.top().place;
        let is_last = |node| document.parent(node) == Some(place) && document.next_sibling(node).is_none();
        let stays = self.current == self.now.current_before;
        let counterparts = &mut self.record.counterparts;
        let is_placed = match self.now.role {
            Role::Nothing => false,
            Role::StartTag(node) => {
                let Some(&element) = self.now.created.first() else {
                    return false;
                };
                counterparts[node.index()] = Some(element);
                let opens = match self.writing.closes(node) {
                    true => self.current == Some(element),
                    false => stays,
                };
                let contents = document.element(element).and_then(|made| made.contents);
                let plain = 1 + usize::from(contents.is_some());
                let is_named = has_same_name(&self.writing.document, node, document, element);
                opens && is_last(element) && is_named && made.len() == plain
            }
            Role::EndTag(_) => {
                let around = self.path.iter().rev().nth(1);
                let is_closed = around.is_some_and(|around| around.current == self.current);
                made.is_empty() && (is_closed || self.now.is_popped)
            }
            Role::Leaf(node) => {
                let leaf = document.last_child(place);
                counterparts[node.index()] = leaf.filter(|leaf| made.contains(&leaf.index()));
                stays && counterparts[node.index()].is_some() && made.len() == 1
            }
            Role::Text(node, length) => {
                let read = &self.text_data[self.text_read - length..self.text_read];
                let changed = &self.now.changed;
                let text = document
                    .last_child(place)
                    .filter(|last| made.contains(&last.index()) || changed.contains(last))
                    .filter(|last| match document.kind(*last) {
                        NodeKind::Text(data) => document.text(*data).ends_with(read),
                        _ => false,
                    });
                counterparts[node.index()] = text.or(counterparts[node.index()]);
                stays && text.is_some() && made.len() <= 1
            }
        };
        is_placed && self.now.effect.is_none()
    }

    /// Records what the token did beyond the plain thing.
    fn log_event(&mut self, made: Range<usize>) {
        let now = &mut self.now;
        let event = self.record.events.len();
        for changed in now.changed.drain(..) {
            self.record.changes.entry(changed).or_default().push(event);
        }
        self.closed.extend(now.closed.drain(..).map(|closed| (closed, event)));
        if now.role == Role::Nothing {
            self.record.strays.extend(&now.created);
        }
        // Where the token goes astray because one before it did, and does nothing else, that one answers for it.
        let is_led_astray =
            now.error.is_none() && now.effect.is_none() && now.current_before != self.path[self.path.len() - 1].current;
        let led = self.astray.filter(|_| is_led_astray);
        let reason = Reason::Event(led.unwrap_or(event));
        let role = now.role;
        let misread = now.misread;
        self.record.events.push(Event {
            misread,
            error: now.error,
            effect: now.effect,
            clauses: std::mem::take(&mut now.clauses),
            nodes: made,
        });
        for node in std::mem::take(&mut now.kept) {
            self.charge(node, Reason::Event(event));
        }
        match (role, self.piece.map(|piece| piece.part)) {
            (Role::StartTag(node) | Role::Leaf(node) | Role::Text(node, _), _) => self.charge(node, reason),
            (Role::Nothing, Some(Part::Start(node))) => {
                self.charge(node, Reason::Misread(misread.flatten()));
            }
            _ => {}
        }
    }

    fn ran(&mut self, clause: Clause) {
        self.last = Some(clause);
        if self.now.is_out {
            self.now.clauses.push(clause);
        }
    }

    fn token(&mut self, token: Token<'_>, before: View<'_>) {
        if self.now.kept.is_empty() {
            self.now = Now {
                clauses: std::mem::take(&mut self.now.clauses),
                token_error: self.now.token_error,
                nodes_before: before.document.nodes_made(),
                current_before: before.current_node(),
                ..Now::default()
            };
            self.now.clauses.clear();
        }
        self.has_token = true;
        self.now.is_out = true;
        self.now.role = self.role(token, before.document);
        self.is_complete |= !matches!(self.now.role, Role::Nothing | Role::Text(..));
        self.now.misread = match (self.now.role, self.piece, token) {
            (Role::Nothing, Some(piece), _) => {
                self.misread = self.why_misread(token, piece);
                Some(self.misread)
            }
            (Role::Nothing, None, Token::EndOfFile) => None,
            (Role::Nothing, None, _) => Some(self.misread),
            _ => None,
        };
    }

    fn processed(&mut self, after: View<'_>) {
        self.now.is_out = false;
        let token_error = self.now.token_error.take().map(Cause::Clause);
        if let (Role::StartTag(node), Some(element)) = (self.now.role, self.now.created.first())
            && !has_attributes_of(after.document, *element, &self.writing.document, node)
        {
            self.charge(node, Reason::Misread(token_error));
        }
        self.current = after.current_node();
        if let (Some(current), Some(last)) = (self.current, self.last) {
            self.began.entry(current).or_insert(last);
        }
        if let (Role::Text(node, _), InsertionMode::InTableText) = (self.now.role, after.mode) {
            return self.now.kept.push(node);
        }
        if self.is_plain(after) {
            self.now.kept.clear();
            for clause in &self.now.clauses {
                self.record.plain[clause.index()] = true;
            }
        } else {
            self.log_event(self.now.nodes_before..after.document.nodes_made());
        }
    }

    fn effect(&mut self, effect: Effect) {
        let now = &mut self.now;
        let is_plain = match (effect, now.role) {
            (Effect::CreatedForToken(element), role) => {
                now.created.push(element);
                matches!(role, Role::StartTag(_)) && now.created.len() == 1
            }
            (Effect::Pushed(element), _) => now.created.first() == Some(&element),
            (Effect::Popped(element), role) => {
                let is_own = matches!(role, Role::EndTag(node)
                    if self.record.counterparts[node.index()] == Some(element));
                now.is_popped |= is_own;
                let is_plain = is_own || now.created.first() == Some(&element);
                now.closed.extend((!is_plain).then_some(element));
                is_plain
            }
            (Effect::Appended(text), role) => {
                now.changed.push(text);
                matches!(role, Role::Text(..))
            }
            (Effect::Removed(node) | Effect::AttributesAdded(node), _) => {
                now.changed.push(node);
                false
            }
            (Effect::Cloned(_), _) => false,
        };
        if !is_plain && now.effect.is_none() {
            now.effect = self.last;
        }
    }
}

/// The reader as the parser's observer.
struct Watch<'r, 'w>(&'r RefCell<Reader<'w>>);

impl Observer for Watch<'_, '_> {
    fn row(&mut self, clause: Clause, _length: usize) -> bool {
        self.0.borrow_mut().ran(clause);
        true
    }

    fn condition(&mut self, clause: Clause, holds: bool) -> bool {
        if holds {
            self.0.borrow_mut().ran(clause);
        }
        holds
    }

    fn step(&mut self, clause: Clause) -> bool {
        self.0.borrow_mut().ran(clause);
        true
    }

    fn error(&mut self, _error: ParseErrorKind) {
        let reader = &mut *self.0.borrow_mut();
        let found = match reader.now.is_out {
            true => &mut reader.now.error,
            false => &mut reader.now.token_error,
        };
        *found = found.or(reader.last);
    }

    fn token(&mut self, token: Token<'_>, before: View<'_>) -> bool {
        self.0.borrow_mut().token(token, before);
        true
    }

    fn processed(&mut self, after: View<'_>) {
        self.0.borrow_mut().processed(after);
    }

    fn effect(&mut self, effect: Effect) {
        self.0.borrow_mut().effect(effect);
    }
}

/// Whether elements of two documents have the same name.
fn has_same_name(one: &Document, a: NodeId, other: &Document, b: NodeId) -> bool {
    let (Some(a), Some(b)) = (one.element(a), other.element(b)) else {
        return false;
    };
    let spellings = [one.names.spelling(a.name.local), other.names.spelling(b.name.local)];
    a.name.namespace == b.name.namespace && spellings[0] == spellings[1]
}

/// Whether an element of one document has the attributes of one of another as they are read. In another namespace their
/// names are adjusted otherwise.
fn has_attributes_of(one: &Document, a: NodeId, other: &Document, b: NodeId) -> bool {
    let (Some(x), Some(y)) = (one.element(a), other.element(b)) else {
        return false;
    };
    let (read, written) = (one.attributes(x.attributes), other.attributes(y.attributes));
    let is_adjusted_alike = has_same_name(one, a, other, b);
    read.len() == written.len()
        && std::iter::zip(read, written).all(|(read, written)| {
            let names = [one.names.spelling(read.name), other.names.spelling(written.name)];
            let is_named_so = read.namespace == written.namespace && names[0] == names[1];
            (is_named_so || !is_adjusted_alike) && *one.text(read.value) == *as_read(other.text(written.value))
        })
}

/// Text as the input stream has it, where a carriage return is a line feed.
/// <https://html.spec.whatwg.org/multipage/parsing.html#preprocessing-the-input-stream>
fn as_read(text: &[u8]) -> Cow<'_, [u8]> {
    if !text.contains(&b'\r') {
        return Cow::Borrowed(text);
    }
    let mut read = Vec::with_capacity(text.len());
    let mut after_return = false;
    for &byte in text {
        if byte != b'\n' || !after_return {
            read.push(if byte == b'\r' { b'\n' } else { byte });
        }
        after_return = byte == b'\r';
    }
    Cow::Owned(read)
}
