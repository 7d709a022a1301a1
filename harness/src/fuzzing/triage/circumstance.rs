//! Circumstances: properties of a document. They tell the documents on which an engine departs from the others.

use std::collections::BTreeSet;
use std::fmt;

use crosscheck_standard::clauses::clause::{self, Clause};
use crosscheck_standard::clauses::observer::Observer;
use crosscheck_standard::clauses::token;
use crosscheck_standard::clauses::view::View;
use crosscheck_standard::wtf8;

use super::vary;
use crate::coverage::{Declaration, Reached};
use crate::engines::standard::{Made, Standard};
use crate::fuzzing::generate::TestCase;
use crate::model::answer::Answer;
use crate::model::input::Input;
use crate::model::token::{Token, sort_attributes};
use crate::model::tree::{Namespace, Node};
use crate::mutants::quoted;
use crate::quiet::guarded;

/// A property of a document.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Circumstance {
    /// It has this character, which is white space, a control, an upper-case letter or beyond ASCII, or a reference to
    /// it.
    Character(char),
    /// It has a character beyond ASCII.
    NonAscii,
    /// A part of it has this property.
    Part(Part, Property),
    /// A tag of it ends in `/>`.
    SelfClosing,
    /// A tag of it has several attributes, which are not in the order of their names.
    Unsorted,
    /// A tag of it has several attributes.
    Attributes,
    /// Its tree is at least this many elements deep.
    Depth(usize),
    /// It has at least this many bytes.
    Length(usize),
    /// It is a fragment in this context.
    Context(String),
    /// It is a fragment in an element of MathML or SVG.
    ForeignContext,
    /// It is a fragment.
    Fragment,
    /// It has tokens of this kind.
    Token(Declaration),
    /// It has a processing instruction with this target.
    Target(String),
    /// The standard applies this clause to it.
    Clause(Clause),
    /// The standard applies a clause with this title to it, in any insertion mode or state.
    Rule(&'static str),
    /// It has a tag of this name, or is a fragment in an element of it.
    Name(String),
    /// It is parsed with scripting on.
    Scripting,
}

/// A part of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Part {
    /// The name of a tag.
    TagName,
    /// The name of an attribute of a start tag.
    AttributeName,
    /// Either of them.
    Name,
    /// The value of an attribute of a start tag.
    AttributeValue,
    /// A text node, or a run of character tokens.
    Text,
    /// The data of a comment.
    Comment,
    /// The target or the data of a processing instruction.
    Instruction,
    /// The name or an identifier of a doctype.
    Doctype,
}

/// A property of a part of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Property {
    /// It is empty.
    Empty,
    /// It is only white space.
    WhiteSpace,
    /// It begins or ends with white space.
    Padded,
    /// It has this ASCII character, which is neither a letter nor a digit.
    Has(char),
    /// It has an upper-case letter beyond ASCII.
    UpperCase,
    /// It has a character beyond ASCII.
    NonAscii,
    /// It has at least this many bytes.
    Length(usize),
}

/// The least depth that is a circumstance, as is each double of it: no generator makes such trees by chance.
const DEEP: usize = 16;

/// The same for the length of a document in bytes.
const LONG: usize = 4_096;

/// The same for the length of a part.
const LONG_PART: usize = 16;

impl fmt::Display for Circumstance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let with = match self {
            Self::Length(length) => return write!(f, "on documents of {length} or more bytes"),
            Self::Context(context) => {
                return write!(f, "on fragments whose context is `{context}`");
            }
            Self::ForeignContext => {
                return f.write_str("on fragments whose context is an element of MathML or SVG");
            }
            Self::Fragment => return f.write_str("on fragments"),
            Self::Clause(clause) => {
                return write!(f, "where the standard applies {}", quoted(*clause));
            }
            Self::Rule(title) => return write!(f, "where the standard applies “{title}”"),
            Self::Scripting => return f.write_str("with scripting on"),
            Self::Character(c) => vary::shown(*c),
            Self::NonAscii => "characters beyond ASCII".to_owned(),
            Self::Part(part, property) => format!("{part} {property}"),
            Self::SelfClosing => "`/` at the end of a tag".to_owned(),
            Self::Unsorted => "attributes that are not in the order of their names".to_owned(),
            Self::Attributes => "several attributes on a tag".to_owned(),
            Self::Depth(depth) => format!("{depth} or more nested elements"),
            Self::Token(kind) => format!("a {kind}").replace('-', " "),
            Self::Target(target) => format!("a processing instruction with the target `{target}`"),
            Self::Name(name) => format!("`{name}`"),
        };
        write!(f, "on documents with {with}")
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::TagName => "a tag name",
            Self::AttributeName => "an attribute name",
            Self::Name => "a name of a tag or an attribute",
            Self::AttributeValue => "an attribute value",
            Self::Text => "a text",
            Self::Comment => "a comment",
            Self::Instruction => "a processing instruction",
            Self::Doctype => "a doctype",
        })
    }
}

impl fmt::Display for Property {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => write!(f, "that is empty"),
            Self::WhiteSpace => write!(f, "that is only white space"),
            Self::Padded => write!(f, "that begins or ends with white space"),
            Self::Has(c) => write!(f, "with {}", vary::shown(*c)),
            Self::UpperCase => write!(f, "with an upper-case letter beyond ASCII"),
            Self::NonAscii => write!(f, "with a character beyond ASCII"),
            Self::Length(length) => write!(f, "of {length} or more bytes"),
        }
    }
}

impl Property {
    /// All properties of a part, which is WTF-8.
    fn all_of(part: &[u8]) -> impl Iterator<Item = Self> + use<> {
        let text = wtf8::to_display(part);
        let trimmed = part.trim_ascii();
        let is_padded = trimmed.len() < part.len();
        let said = [
            (part.is_empty(), Self::Empty),
            (is_padded && trimmed.is_empty(), Self::WhiteSpace),
            (is_padded, Self::Padded),
            (!part.is_ascii(), Self::NonAscii),
            (text.chars().any(|c| !c.is_ascii() && c.is_uppercase()), Self::UpperCase),
        ];
        let characters: BTreeSet<char> = text.chars().filter(|c| c.is_ascii() && !c.is_ascii_alphanumeric()).collect();
        let said = said.into_iter().filter(|(holds, _)| *holds);
        said.map(|(_, property)| property)
            .chain(characters.into_iter().map(Self::Has))
            .chain(doubled(LONG_PART, part.len()).map(Self::Length))
    }
}

/// All circumstances of a document but those of [`clauses`].
pub(super) fn of(case: &TestCase, standard: &Answer) -> BTreeSet<Circumstance> {
    let mut told = Told::default();
    told.document(case, standard);
    told.0
}

/// The clauses that a document reaches, and their titles.
pub(super) fn clauses(reached: &Reached) -> impl Iterator<Item = Circumstance> + '_ {
    let held = clause::all().filter(|clause| reached.held(*clause));
    held.flat_map(|clause| [Circumstance::Clause(clause), Circumstance::Rule(clause.title())])
}

/// A number and its doubles up to another.
fn doubled(first: usize, last: usize) -> impl Iterator<Item = usize> {
    std::iter::successors(Some(first), |size| size.checked_mul(2)).take_while(move |size| *size <= last)
}

/// The circumstances of a document so far.
#[derive(Default)]
struct Told(BTreeSet<Circumstance>);

impl Told {
    fn document(&mut self, case: &TestCase, standard: &Answer) {
        let input = case.input();
        let text = case.text();
        self.characters(vary::unusual(&text));
        if text.contains("/>") {
            self.0.insert(Circumstance::SelfClosing);
        }
        self.0.extend(doubled(LONG, input.source.len()).map(Circumstance::Length));
        let (context, scripting) = input.task.surroundings().unwrap_or_default();
        if let Some(context) = context {
            let is_foreign = context.namespace != Namespace::Html;
            let name = Circumstance::Name(context.local_name.clone());
            let context = Circumstance::Context(context.to_string());
            self.0.extend([Circumstance::Fragment, context, name]);
            self.0.extend(is_foreign.then_some(Circumstance::ForeignContext));
        }
        self.0.extend(scripting.then_some(Circumstance::Scripting));
        match standard {
            Answer::Tokens { tokens, .. } => tokens.iter().for_each(|token| self.token(token)),
            _ => self.tree(&case.parsed().input()),
        }
    }

    /// Adds those of the tree that an input is parsed to, and of its tokens.
    fn tree(&mut self, input: &Input) {
        let Some(Ok(Made::Tree(parsed))) = guarded(|| Standard::default().make_watched(input, &mut *self)) else {
            return;
        };
        let made = &parsed.document;
        let elements = made.descendants(parsed.root()).filter_map(|(_, node)| made.element(node));
        for element in elements {
            let names = made.attributes(element.attributes).iter();
            // Tags add attributes to an open html or body element.
            self.attribute_names(names.map(|attribute| made.names.spelling(attribute.name)));
        }
        if let Answer::Tree { tree, .. } = Made::Tree(parsed).into_answer(false) {
            self.0.extend(doubled(DEEP, tree.depth()).map(Circumstance::Depth));
            for (_, node) in tree.nodes() {
                if let Node::Text(text) = node {
                    self.part(Part::Text, text);
                }
            }
        }
    }

    fn attribute_names<'n>(&mut self, names: impl Iterator<Item = &'n [u8]>) {
        if !names.is_sorted() {
            self.0.insert(Circumstance::Unsorted);
        }
    }

    fn characters(&mut self, unusual: impl Iterator<Item = char>) {
        // U+FFFD mostly stands for another character.
        let unusual = unusual.filter(|c| *c != char::REPLACEMENT_CHARACTER);
        self.0.extend(unusual.map(|c| match c.is_ascii() {
            true => Circumstance::Character(c),
            false => Circumstance::NonAscii,
        }));
    }

    fn part(&mut self, part: Part, text: &[u8]) {
        let said = Property::all_of(text).map(|property| Circumstance::Part(part, property));
        self.0.extend(said);
        self.characters(vary::unusual(&wtf8::to_display(text)));
    }

    fn name(&mut self, part: Part, name: &[u8]) {
        self.part(part, name);
        self.part(Part::Name, name);
    }

    fn tag_name(&mut self, name: &[u8]) {
        self.name(Part::TagName, name);
        let name = wtf8::to_display(name).into_owned();
        self.0.insert(Circumstance::Name(name));
    }

    fn declaration<'a>(&mut self, kind: Declaration, parts: impl IntoIterator<Item = &'a [u8]>, part: Part) {
        self.0.insert(Circumstance::Token(kind));
        parts.into_iter().for_each(|text| self.part(part, text));
    }

    fn token(&mut self, token: &Token) {
        match token {
            Token::Doctype { name, public_id, system_id, .. } => {
                let parts = [name, public_id, system_id];
                let parts = parts.into_iter().flatten().map(|part| part.as_bytes());
                self.declaration(Declaration::Doctype, parts, Part::Doctype);
            }
            Token::StartTag { name, attributes, .. } => {
                self.tag_name(name.as_bytes());
                for (name, value) in attributes {
                    self.name(Part::AttributeName, name.as_bytes());
                    self.part(Part::AttributeValue, value.as_bytes());
                }
                if attributes.len() > 1 {
                    self.0.insert(Circumstance::Attributes);
                }
            }
            Token::EndTag { name } => self.tag_name(name.as_bytes()),
            Token::Comment(data) => {
                self.declaration(Declaration::Comment, [data.as_bytes()], Part::Comment);
            }
            Token::ProcessingInstruction { target, data } => {
                let name = target.to_display().into_owned();
                self.0.insert(Circumstance::Target(name));
                let parts = [target.as_bytes(), data.as_bytes()];
                self.declaration(Declaration::ProcessingInstruction, parts, Part::Instruction);
            }
            Token::Characters(text) => self.part(Part::Text, text.as_bytes()),
        }
    }
}

impl Observer for Told {
    fn token(&mut self, token: token::Token<'_>, before: View<'_>) -> bool {
        let names = &before.document.names;
        match token {
            // Text nodes are parts, not runs of characters.
            token::Token::Characters(text) => {
                self.characters(vary::unusual(&wtf8::to_display(text)));
                return true;
            }
            token::Token::StartTag(tag) => {
                let attributes = tag.attributes().iter();
                self.attribute_names(attributes.map(|attribute| names.spelling(attribute.name)));
            }
            _ => {}
        }
        if let Some(mut token) = Token::of(token, names) {
            sort_attributes(&mut token);
            self.token(&token);
        }
        true
    }
}
