//! What an engine does that has mutants, as the predicate of a sentence about the engine.
//!
//! Each kind of mutant has one form: verb first, then what it is wrong about, in the words of the standard's clauses.

use crosscheck_standard::clauses::clause::{Clause, ClauseKind};
use crosscheck_standard::clauses::insertion_mode::InsertionMode;
use crosscheck_standard::clauses::limit::Never;
use crosscheck_standard::clauses::list::List;

use super::{Mutant, MutantSet, Quirk, shown_element, spelling};
use crate::coverage::Declaration;

/// Where a phrase names its objects.
const OBJECTS: &str = "{objects}";

/// The end of a word that has a plural where there are several objects.
const PLURAL: &str = "{s}";

impl MutantSet {
    /// What an engine with these mutants does: "skips the step “the row is popped” (in-row/end-tag-tr/pop)".
    pub fn predicate(&self) -> String {
        // One phrase names all lists that lack the same names, and all clauses that are wrong alike.
        let forms = gathered(self.iter().map(Form::of));
        let phrases = gathered(forms.iter().flat_map(|(form, names)| form.phrases(names)));
        let phrases = phrases.iter().map(|(phrase, objects)| {
            let plural = if objects.len() > 1 { "s" } else { "" };
            phrase.replace(PLURAL, plural).replace(OBJECTS, &joined(objects))
        });
        phrases.collect::<Vec<_>>().join("; it ")
    }
}

/// A clause in a sentence: its title and its id.
pub fn quoted(clause: Clause) -> String {
    format!("“{}” ({})", clause.title(), clause.id())
}

/// The values of each key. The keys keep the order in which they come first.
fn gathered<K: PartialEq>(pairs: impl Iterator<Item = (K, String)>) -> Vec<(K, Vec<String>)> {
    let mut all: Vec<(K, Vec<String>)> = Vec::new();
    for (key, value) in pairs {
        match all.iter_mut().find(|(known, _)| *known == key) {
            Some((_, values)) => values.push(value),
            None => all.push((key, vec![value])),
        }
    }
    all
}

/// The form of a phrase. Mutants of one form share a phrase, which names what is particular to each.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Form {
    SkipsRule(&'static str),
    SkipsRuleFor(Clause),
    SkipsStep(&'static str),
    AlwaysFalse(&'static str),
    AlwaysTrue(&'static str),
    Inverts(&'static str),
    SetsNoMode { mode: String, doctype: String },
    Lacks(List),
    Adds(List),
    LacksReference,
    Ignores(Declaration),
    Quirk(Quirk),
}

impl Form {
    /// The form for a mutant, and what is particular to the mutant.
    fn of(mutant: Mutant) -> (Self, String) {
        let element = |name| format!("`{}`", shown_element(name));
        let of_clause = |form: fn(&'static str) -> Self, clause: Clause| (form(clause.title()), clause.id().to_owned());
        match mutant {
            Mutant::Off(clause) if clause.kind() == ClauseKind::Step => of_clause(Self::SkipsStep, clause),
            Mutant::Off(clause) => of_clause(Self::SkipsRule, clause),
            Mutant::Never(clause) => sets_no_mode(clause).unwrap_or_else(|| of_clause(Self::AlwaysFalse, clause)),
            Mutant::Negated(clause) => match clause.limit().map(|limit| limit.never) {
                Some(Never::Holds) => of_clause(Self::AlwaysTrue, clause),
                Some(Never::Fails) => of_clause(Self::AlwaysFalse, clause),
                _ => of_clause(Self::Inverts, clause),
            },
            Mutant::TagDropped(clause, name) => (Self::SkipsRuleFor(clause), format!("`{}`", spelling(name))),
            Mutant::MemberDropped(list, member) => (Self::Lacks(list), element(member)),
            Mutant::MemberAdded(list, member) => (Self::Adds(list), element(member)),
            Mutant::ReferenceDropped(name) => (Self::LacksReference, format!("`&{name}`")),
            Mutant::Ignored(mode, kind) => (Self::Ignores(kind), format!("“{}”", mode.name())),
            Mutant::Quirk(quirk) => (Self::Quirk(quirk), String::new()),
        }
    }

    /// The phrase, once for each of its objects.
    fn phrases(&self, names: &[String]) -> Vec<(String, String)> {
        let all = joined(names);
        let one = |phrase: String, object: String| vec![(phrase, object)];
        let titled = |phrase: String, title: &str| one(phrase, format!("“{title}” ({all})"));
        let plain = |phrase: String| one(phrase, String::new());
        match self {
            Self::SkipsRule(title) => titled(format!("does not apply the rule{PLURAL} {OBJECTS}"), title),
            Self::SkipsRuleFor(clause) => plain(format!("does not apply the rule {} to {all}", quoted(*clause))),
            Self::SkipsStep(title) => titled(format!("skips the step{PLURAL} {OBJECTS}"), title),
            Self::AlwaysFalse(title) => {
                titled(format!("treats the condition{PLURAL} {OBJECTS} as always false"), title)
            }
            Self::AlwaysTrue(title) => titled(format!("treats the condition{PLURAL} {OBJECTS} as always true"), title),
            Self::Inverts(title) => titled(format!("inverts the condition{PLURAL} {OBJECTS}"), title),
            Self::SetsNoMode { mode, doctype } => {
                let phrase = format!("does not set {mode} mode for {doctype} {}", listed(names, "or"));
                plain(phrase.trim_end().to_owned())
            }
            Self::Lacks(list) => one(format!("does not treat {all} as {OBJECTS}"), noun(*list, names.len())),
            Self::Adds(list) => one(format!("treats {all} as {OBJECTS}"), noun(*list, names.len())),
            Self::LacksReference => plain(format!("does not recognise the named character reference {all}")),
            Self::Ignores(kind) => {
                let kind = kind.to_string().replace('-', " ");
                // In "text" there are no such tokens.
                match names.len() + 1 == InsertionMode::all().len() {
                    true => plain(format!("ignores every {kind}")),
                    false => plain(format!("ignores every {kind} in the insertion mode {all}")),
                }
            }
            Self::Quirk(quirk) => plain(quirk.about().to_owned()),
        }
    }
}

/// The form for a condition that never holds, if it says which DOCTYPE sets a document mode: "quirks: public identifier
/// `HTML`".
fn sets_no_mode(clause: Clause) -> Option<(Form, String)> {
    let (mode, which) = clause.title().split_once(": ")?;
    let at = mode.find(" with").unwrap_or(mode.len());
    let (mode, system) = mode.split_at(at);
    if !matches!(mode, "quirks" | "limited quirks") {
        return None;
    }
    let which = which.trim_start_matches("the ");
    let (which, identifier) = which.split_at(which.find('`').unwrap_or(which.len()));
    let which = match which.strip_suffix("starts ") {
        Some(identifier) => format!("{identifier}starts with"),
        None => which.replace("identifier ", "identifier is"),
    };
    let form = Form::SetsNoMode { mode: mode.replace(' ', "-"), doctype: format!("a DOCTYPE{system} whose {which}") };
    Some((form, identifier.to_owned()))
}

/// A list as one member or several: "a table section", "table sections".
fn noun(list: List, members: usize) -> String {
    let noun = singular(list);
    match members {
        1 => noun.replace('*', ""),
        _ => noun.trim_start_matches("an ").trim_start_matches("a ").replace('*', "s"),
    }
}

/// What a member of a list is. A star marks the end of the word that has a plural.
fn singular(list: List) -> &'static str {
    match list {
        List::Special => "a special element*",
        List::Scope => "a barrier* of the scope",
        List::ListItemScope => "a barrier* of the list item scope",
        List::ButtonScope => "a barrier* of the button scope",
        List::TableScope => "a barrier* of the table scope",
        List::ListItemTransparent => "a special element* with no effect on the search for a list item",
        List::ExpectedOpenAtEnd => "an element* allowed to be open at the end",
        List::ImpliedEndTags => "an element* with an implied end tag",
        List::ImpliedEndTagsThorough => "an element* with an implied end tag where these are generated thoroughly",
        List::TableText => "an element* whose text is table text",
        List::TableSections => "a table section*",
        List::Cell => "a table cell*",
        List::FosterParenting => "an element* whose content is foster-parented",
        List::TableContext => "an element* of a table context",
        List::TableBodyContext => "an element* of a table body context",
        List::TableRowContext => "an element* of a table row context",
        List::Headings => "a heading*",
        List::MathMlTextIntegrationPoint => "a MathML text integration point*",
        List::HtmlIntegrationPoint => "an HTML integration point*",
        List::ForeignBreakout => "a start tag* to end foreign content",
        List::SvgTagNames => "a tag name* adjusted in SVG",
        List::SvgAttributes => "an attribute name* adjusted in SVG",
        List::MathMlAttributes => "an attribute name* adjusted in MathML",
        List::ForeignAttributes => "an attribute name* adjusted in foreign elements",
        List::Void => "a void element*",
        List::FormerlyVoid => "a former void element*, serialised without an end tag",
        List::SerialisedLiterally => "an element* with literally serialised text",
    }
}

/// How many things a sentence names at most.
const MOST_NAMED: usize = 12;

/// Words as a list: "a, b and c".
fn joined(words: &[String]) -> String {
    listed(words, "and")
}

/// Words as a list, with this word before the last one.
fn listed(words: &[String], last_by: &str) -> String {
    match words {
        [] => String::new(),
        [word] => word.clone(),
        words if words.len() > MOST_NAMED => {
            let (named, others) = words.split_at(MOST_NAMED);
            format!("{} {last_by} {} more", named.join(", "), others.len())
        }
        [words @ .., last] => format!("{} {last_by} {last}", words.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crosscheck_standard::clauses::clause;

    fn predicate(mutants: &str) -> String {
        let mutants = MutantSet::from_id(mutants);
        mutants.expect("there are such mutants").predicate()
    }

    fn clause(id: &str) -> String {
        quoted(Clause::from_id(id).expect("a clause"))
    }

    #[test]
    fn each_kind_of_mutant_has_one_form() {
        let [row, step, condition] = ["in-row/end-tag-tr", "in-row/end-tag-tr/pop", "close-p/current"].map(clause);
        let (hr, cell) = (clause("in-body/start-tag-hr"), clause("in-row/start-tag-cell"));
        for (mutants, expected) in [
            ("in-row/end-tag-tr:off", format!("does not apply the rule {row}")),
            ("in-row/end-tag-tr:off+in-body/start-tag-hr:off", format!("does not apply the rules {hr} and {row}")),
            ("in-row/start-tag-cell:drop:th", format!("does not apply the rule {cell} to `th`")),
            ("in-row/end-tag-tr/pop:off", format!("skips the step {step}")),
            ("close-p/current:never", format!("treats the condition {condition} as always false")),
            ("close-p/current:negated", format!("inverts the condition {condition}")),
            ("list/table-sections:drop:thead", "does not treat `thead` as a table section".to_owned()),
            (
                "list/table-sections:drop:thead+list/table-sections:drop:tbody",
                "does not treat `tbody` and `thead` as table sections".to_owned(),
            ),
            ("list/special:add:dialog", "treats `dialog` as a special element".to_owned()),
            (
                "list/special:drop:search+list/special:add:dialog",
                "does not treat `search` as a special element; it treats `dialog` as a special element".to_owned(),
            ),
            ("in-table-text:ignore:doctype", "ignores every doctype in the insertion mode “in table text”".to_owned()),
            (
                "initial/quirks/public-html:never",
                "does not set quirks mode for a DOCTYPE whose public identifier is `HTML`".to_owned(),
            ),
            (
                "initial/quirks/public-html:never+initial/quirks/public-w3c-html-4-0-transitional-en:never",
                "does not set quirks mode for a DOCTYPE whose public identifier is `HTML` or \
                 `-/W3C/DTD HTML 4.0 Transitional/EN`"
                    .to_owned(),
            ),
            (
                "initial/quirks/force-quirks:never",
                "does not set quirks mode for a DOCTYPE whose force-quirks flag is on".to_owned(),
            ),
            (
                "initial/quirks/no-system-w3c-html-4-01-frameset:never",
                "does not set quirks mode for a DOCTYPE without system identifier whose public identifier starts \
                 with `-//W3C//DTD HTML 4.01 Frameset//`"
                    .to_owned(),
            ),
            ("quirk:is-attribute", Quirk::IsAttribute.about().to_owned()),
        ] {
            assert_eq!(predicate(mutants), expected, "{mutants}");
        }
        let reference = MutantSet::from_iter([Mutant::ReferenceDropped("amp;")]).predicate();
        assert_eq!(reference, "does not recognise the named character reference `&amp;`");
    }

    #[test]
    fn a_condition_that_never_holds_is_negated_to_one_that_always_does() {
        for (never, expected) in [(Never::Holds, "as always true"), (Never::Fails, "as always false")] {
            let limited = |clause: &Clause| clause.limit().is_some_and(|limit| limit.never == never);
            let is_condition = |clause: &Clause| clause.kind() == ClauseKind::Condition;
            let clause = clause::all().find(|clause| limited(clause) && is_condition(clause));
            let mutant = Mutant::Negated(clause.expect("there is one"));
            let predicate = MutantSet::from_iter([mutant]).predicate();
            assert!(predicate.ends_with(expected), "{predicate}");
        }
    }
}
