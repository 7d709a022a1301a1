//! Minimised documents of a sweep that show what a change does.

use std::borrow::Cow;

use crosscheck_reports::ShellLine;
use crosscheck_standard::clauses::change::{Change, Edition};
use crosscheck_standard::parser::parse::Parsed;

use super::comparison::NamedEdition;
use super::difference::{Difference, Kind};
use super::documents::Document;
use super::examine::Examiner;
use super::reading::{Question, Reading};
use crate::engines::standard::{Made, Standard, canonical_tree};
use crate::fuzzing::generate::{Piece, TestCase};
use crate::fuzzing::minimise::minimise;
use crate::judge::show;
use crate::model::answer::Answer;
use crate::model::input::{Extent, Input, Serialise, ShadowRoots, Task};
use crate::model::mode::DocumentMode;
use crate::reproduce;

/// Documents of more characters are not made smaller character by character.
const MOST_CHARACTERS: usize = 300;

/// A longer document is not small, in bytes.
const LONGEST: usize = 16 << 10;

/// The longest dump that is shown, in bytes.
const SHOWN: usize = 8 << 10;

/// A small document on which a change makes a difference of a kind.
#[derive(Debug, Clone)]
pub struct Snippet {
    /// The kind of difference.
    pub kind: Kind,
    /// The document that it was made from.
    pub from: String,
    /// The document.
    pub input: Input,
    /// The edition right before the change, on the way from the old edition to the new one.
    pub before: NamedEdition,
    /// The edition right after it.
    pub after: NamedEdition,
    /// The result before the change.
    pub old: String,
    /// The result after the change.
    pub new: String,
}

/// Makes a document small, as long as a change makes a difference of the kind; `None` if it makes none, or
/// the smallest is still long.
pub fn snippet(examiner: &Examiner, change: Change, kind: Kind, document: &Document) -> Option<Snippet> {
    let (before, after) = examiner.of_change(change);
    let shows = |question: &Question<'_>| shows(question, kind, before, after);
    let questions = document.questions();
    let question = questions.into_iter().map(|question| as_text(question, before, after));
    let question = question.into_iter().find(|question| shows(question))?;
    let case = TestCase::of(&question.input())?;
    let does = |case: &TestCase| shows(&question.with_input(case.input()));
    let small = minimise(&shortest_beginning(case, does), does);
    let input = by_characters(small, does).input();
    if input.source.len() > LONGEST {
        return None;
    }
    let question = question.with_input(input.clone());
    Some(Snippet {
        kind,
        from: document.name.clone(),
        old: shown(&question, before, kind),
        new: shown(&question, after, kind),
        input,
        before: NamedEdition::of(before),
        after: NamedEdition::of(after),
    })
}

impl Snippet {
    /// A command that shows both answers.
    pub fn reproduce(&self) -> ShellLine {
        let engines = [self.before.engine(), self.after.engine()];
        let engines = [engines[0].as_str(), engines[1].as_str()];
        let command = match self.kind {
            Kind::SerialisationOnly => reproduce::crosscheck("serialise"),
            Kind::ErrorsOnly => reproduce::crosscheck("parse").word("--errors"),
            _ if self.is_for_engines() => reproduce::crosscheck("parse"),
            // Templates declare shadow roots only where pages are read as browsers read them.
            _ => return self.reproduce_as_page(),
        };
        reproduce::with(command, &engines, &self.input)
    }

    /// Whether the difference shows when engines are asked, which are not asked for shadow roots.
    fn is_for_engines(&self) -> bool {
        let made = |edition| Standard::of_edition(edition).make(&self.input);
        match (made(self.before.edition), made(self.after.edition)) {
            (Ok(old), Ok(new)) => !old.is_same(&new),
            _ => false,
        }
    }

    fn reproduce_as_page(&self) -> ShellLine {
        let command = reproduce::crosscheck("impact").option("--from", &self.before.notation);
        reproduce::with(command.option("--to", &self.after.notation).word("/dev/stdin"), &[], &self.input)
    }

    /// What an engine is asked that is to tell on which side of the change it is.
    pub fn question(&self) -> Input {
        match (&self.input.task, self.kind) {
            (Task::Tree { context, scripting }, Kind::SerialisationOnly) => Input {
                source: self.input.source.clone(),
                task: Task::Serialise(Serialise {
                    context: context.clone(),
                    scripting: *scripting,
                    shadow_roots: ShadowRoots::None,
                    extent: Extent::Inner,
                }),
            },
            _ => self.input.clone(),
        }
    }
}

/// Whether the editions make something of a question that differs in this kind.
fn shows(question: &Question<'_>, kind: Kind, before: Edition, after: Edition) -> bool {
    let (Ok(old), Ok(new)) = (question.read(before), question.read(after)) else {
        return false;
    };
    if kind != Kind::SerialisationOnly {
        return !old.is_same(&new) && Difference::of(&old, &new).kinds.contains(&kind);
    }
    let scripting = question.scripting();
    old.is_same(&new) && old.markup(before, scripting) != new.markup(after, scripting)
}

/// A page as text, where both editions decode it alike: text is shown and cut better than bytes.
fn as_text<'q>(question: Question<'q>, before: Edition, after: Edition) -> Question<'q> {
    let Question::Page { page, scripting } = &question else {
        return question;
    };
    let encoding = |edition| question.read(edition).ok()?.encoding;
    match (encoding(before), encoding(after)) {
        (Some(old), Some(new)) if old == new => {
            let (text, _, _) = new.decode(&page.bytes);
            Question::Text { text: Cow::Owned(text.into_owned().into()), scripting: *scripting }
        }
        _ => question,
    }
}

/// The shortest beginning of a document that still does, as far as halving finds it: most of a page comes after what
/// matters.
fn shortest_beginning(case: TestCase, does: impl Fn(&TestCase) -> bool) -> TestCase {
    let beginning = |length: usize| TestCase { pieces: case.pieces[..length].to_vec(), ..case.clone() };
    let (mut short, mut long) = (0, case.pieces.len());
    while short + 1 < long {
        let middle = short.midpoint(long);
        match does(&beginning(middle)) {
            true => long = middle,
            false => short = middle,
        }
    }
    beginning(long)
}

/// A small document with as few characters as will do, where they are few enough to be tried one by one.
fn by_characters(small: TestCase, does: impl Fn(&TestCase) -> bool) -> TestCase {
    let characters = small.text();
    let mut buffer = [0; 4];
    let characters: Vec<Piece> = characters.chars().map(|c| Piece::from(&*c.encode_utf8(&mut buffer))).collect();
    if characters.len() > MOST_CHARACTERS {
        return small;
    }
    let case = TestCase { pieces: characters, ..small };
    case.shrunk(does)
}

/// An edition's result for a question, for people.
fn shown(question: &Question<'_>, edition: Edition, kind: Kind) -> String {
    let reading = match question.read(edition) {
        Ok(reading) => reading,
        Err(why) => return why.to_string(),
    };
    match (&reading.made, kind) {
        (Made::Tree(_), Kind::SerialisationOnly) => {
            let markup = reading.markup(edition, question.scripting());
            markup.unwrap_or_default().to_display().into_owned()
        }
        (Made::Tree(parsed), Kind::QuirksMode) => DocumentMode::from(parsed.document.quirks_mode).to_string(),
        (Made::Tree(parsed), Kind::ShadowRoots) => shadow_roots(parsed),
        (Made::Tree(_), Kind::ErrorsOnly) => show::errors_of(&Answer::from(reading.made)),
        (Made::Tree(parsed), _) => tree(parsed, &reading),
        _ => show::answer(&Answer::from(reading.made)),
    }
}

fn tree(parsed: &Parsed, reading: &Reading) -> String {
    let dump = show::dump(&canonical_tree(parsed), SHOWN);
    match reading.encoding {
        Some(encoding) => format!("{dump}\nin {}", encoding.name()),
        None => dump,
    }
}

/// The shadow roots of a document with all their properties, a line each.
fn shadow_roots(parsed: &Parsed) -> String {
    let document = &parsed.document;
    let nodes = document.descendants(parsed.root());
    let roots = nodes.filter_map(|(_, node)| document.shadow_root(node));
    let roots: Vec<String> = roots.map(|(_, root)| format!("{root:?}")).collect();
    roots.join("\n")
}
