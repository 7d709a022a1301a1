//! Serialised and parsed again, a tree is the same tree, but for known classes of trees that are not.
//!
//! The standard warns of such trees, with examples:
//! <https://html.spec.whatwg.org/multipage/parsing.html#warning-html-serializer-roundtrip>. Each [`Class`] here is one of
//! its examples or follows from a rule of the parser that its [`Class::why`] names.
//!
//! What the markup does not say, or what every parser reads otherwise, is taken out of the tree first, exactly: then
//! the trees are compared to the last node. What is left are nodes that cannot stand where they stand. Those are told by
//! the first node that differs, which must be where the class says that the parser goes another way; what comes after it
//! follows from that and is not compared.

mod nesting;
mod patching;
mod rows;
mod tokens;
mod written;

use std::collections::BTreeSet;
use std::fmt;

use super::{Ask, not_asked_for};
use crate::engines::Answer;
use crate::input::{Context, Input, Serialise, Source, Task};
use crate::tree::Tree;
use crate::triage::first_difference;
use rows::Rows;

macro_rules! classes {
    ($($class:ident $name:literal $why:literal)*) => {
        /// A way in which a tree does not come back.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Class { $(#[doc = $why] $class),* }

        impl Class {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$class),*];

            /// Its name in fixtures.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$class => $name),* }
            }

            /// Why such trees do not come back.
            pub const fn why(self) -> &'static str {
                match self { $(Self::$class => $why),* }
            }
        }
    };
}

classes! {
    LeadingLineFeed "leading-line-feed" "The parser drops a line feed right after the start tag of pre, listing and textarea, and the serialiser adds none: the standard's own example."
    DoctypeIdentifiers "doctype-identifiers" "The serialiser writes the name of a doctype alone."
    AdjacentText "adjacent-text" "Text nodes that are neighbours, or empty, are written as one run of characters, of which the parser makes one node or none."
    CarriageReturn "carriage-return" "A carriage return, which only a character reference or a script can put into a tree, is written as it is, and is a line feed to the parser."
    NullCharacter "null-character" "A U+0000, which only scripts can put into a tree, is written as it is, and dropped or replaced by the parser."
    VoidContent "void-content" "What scripts put into a void element is not written."
    TemplateChildren "template-children" "What scripts append to a template element, not to its contents, is not written."
    ShadowRoot "shadow-root" "Shadow roots are not written unless asked for."
    Plaintext "plaintext" "Nothing ends a plaintext element, so that all markup after its start tag is its text."
    RawText "raw-text" "The text of a raw text or RCDATA element ends elsewhere than it did: it holds its own end tag, or leaves a script in the double escaped state. The standard's own example."
    RawTextChildren "raw-text-children" "In a raw text or RCDATA element there is only text, so that markup of other nodes becomes text: the standard's own example."
    Comment "comment" "The data of a comment, as scripts can make it, ends the comment early: the standard's own example."
    ProcessingInstruction "processing-instruction" "The target or the data of a processing instruction, as scripts can make it, is no processing instruction when parsed."
    NestedForm "nested-form" "A form start tag in a form is ignored: the standard's own example."
    NestedFormatting "nested-formatting" "An a or nobr start tag closes an a or nobr that is open, with the adoption agency algorithm: the standard's own example."
    QuirksMode "quirks-mode" "A table in a paragraph stays there only in quirks mode, which the doctype no longer makes without its identifiers."
    ImpliedEndTag "implied-end-tag" "The start tag of the element closes one that is open: the standard's own example."
    FosterParenting "foster-parenting" "What no table can hold is put before the table."
    ImpliedElement "implied-element" "An element that must stand between the two is missing, and the parser puts it there."
    IgnoredTag "ignored-tag" "The start tag of the element is ignored where it stands."
    ForeignContent "foreign-content" "The parser puts the element into another namespace where it stands, or ends the foreign content before it; the text of a raw text element of HTML is markup there."
    OutsideBody "outside-body" "What stands in the head but does not belong there, or beside head and body, as templates that patch can put it, goes to the end of the body or the head when parsed, or makes a body, or is dropped."
    PatchingTemplate "patching-template" "A template with a for attribute that found no marker is in the tree; where another has put the marker in before it since, or it comes to stand beside one, it patches when it is parsed again. So does one in raw text that is markup where it stands."
    Selectedcontent "selectedcontent" "A selectedcontent element is filled with a clone of what the selected option holds each time it is parsed: within the option the clone holds another, behind the option what the markup holds is added to it, and an option in it is one of the select's. What it shows of an option that was then removed or changed, by a patching template or with what another selectedcontent held, is not shown again."
}

impl Class {
    /// The class of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|class| class.name() == name)
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
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

/// What became of a tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RoundTrip {
    /// It came back.
    Stable,
    /// It did not, for these reasons.
    Changed(BTreeSet<Class>),
    /// It did not, for no known reason.
    Unexplained(Difference),
}

impl RoundTrip {
    /// Why the tree did not come back, in words.
    pub fn reasons(&self) -> String {
        match self {
            Self::Stable => "it came back".to_owned(),
            Self::Unexplained(_) => "by the standard, of no known class".to_owned(),
            Self::Changed(classes) => {
                let reason = |class: &Class| format!("{class}: {}", class.why());
                let reasons: Vec<String> = classes.iter().map(reason).collect();
                format!("by the standard, {}", reasons.join(" "))
            }
        }
    }
}

/// Where two trees differ first: the dump of the nodes, `None` behind the last.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// The node of the tree that was serialised, with its ancestors.
    pub before: Option<String>,
    /// The node of the tree that was parsed from the markup, with its ancestors.
    pub after: Option<String>,
}

/// Serialises a tree and parses the markup, by asking the same engine.
///
/// # Errors
/// When the engine does not answer as asked: what it said, or what `ask` says.
pub fn round_trip(
    ask: &mut Ask<'_>,
    tree: &Tree,
    around: &Surroundings,
) -> Result<RoundTrip, String> {
    let again = parsed_again(ask, tree, around)?;
    Ok(compare(tree, &again, around))
}

/// In words, that the tree an engine makes of a text does not come back, for no known reason; `None` if it does, or there
/// is one.
///
/// # Errors
/// What `ask` says, or that the engine cannot do what is asked.
pub fn difference(ask: &mut Ask<'_>, input: &Input) -> Result<Option<String>, String> {
    let (tree, around) = parsed(ask, input)?;
    let again = parsed_again(ask, &tree, &around)?;
    Ok(match compare(&tree, &again, &around) {
        RoundTrip::Unexplained(_) => first_difference(&tree, &again),
        RoundTrip::Stable | RoundTrip::Changed(_) => None,
    })
}

/// The tree an engine makes of a text, and what it is in.
pub(super) fn parsed(ask: &mut Ask<'_>, input: &Input) -> Result<(Tree, Surroundings), String> {
    let (Source::Text(_), Task::Tree { context, scripting }) = (&input.source, &input.task) else {
        return Err("it is about text that is parsed".to_owned());
    };
    let around = Surroundings {
        context: context.clone(),
        scripting: *scripting,
    };
    match ask(input)? {
        Answer::Tree { tree, .. } => Ok((tree, around)),
        other => Err(not_asked_for(&other)),
    }
}

/// The tree an engine makes of the markup it writes for a tree.
pub(super) fn parsed_again(
    ask: &mut Ask<'_>,
    tree: &Tree,
    around: &Surroundings,
) -> Result<Tree, String> {
    let question = Input {
        source: Source::Tree(tree.clone()),
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
    let question = Input {
        source: Source::Text(markup),
        task: Task::Tree {
            context: around.context.clone(),
            scripting: around.scripting,
        },
    };
    match ask(&question)? {
        Answer::Tree { tree, .. } => Ok(tree),
        other => Err(not_asked_for(&other)),
    }
}

/// Compares a tree with what its markup was parsed to.
pub fn compare(tree: &Tree, again: &Tree, around: &Surroundings) -> RoundTrip {
    if tree == again {
        return RoundTrip::Stable;
    }
    let (written, mut classes) = written::written(tree, around);
    let (before, after) = (Rows::new(&written), Rows::new(again));
    if let Some(first) = before.first_difference(&after) {
        let of_nesting = |index| nesting::class(&before, &after, index, around, &classes);
        let is_misplaced = |index| of_nesting(index).is_some();
        let of_tokens = |index| tokens::class(&before, index, around);
        let shown = || nesting::shown_at(&before, first, around);
        let is_patched = || {
            let is_markup = |index| nesting::is_markup(&before, index, around);
            shown().any(|place| patching::is_patched(&before, place, is_misplaced, is_markup))
        };
        let class = of_tokens(first)
            .or_else(|| of_nesting(first))
            .or_else(|| shown().find_map(of_tokens))
            .or_else(|| is_patched().then_some(Class::PatchingTemplate));
        match class {
            Some(class) => classes.insert(class),
            None => {
                return RoundTrip::Unexplained(Difference {
                    before: before.shown(first),
                    after: after.shown(first),
                });
            }
        };
    }
    RoundTrip::Changed(classes)
}
