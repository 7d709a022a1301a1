//! Several mutants at once: an engine with several things wrong.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::LazyLock;

use crosscheck_standard::clauses::change::Edition;
use crosscheck_standard::clauses::clause::{Clause, ClauseKind};
use crosscheck_standard::clauses::insertion_mode::InsertionMode;
use crosscheck_standard::clauses::list::List;
use crosscheck_standard::dom::{ElementName, Namespace};

use super::{Mutant, Quirk, all, is_kin, namesakes, shown_element, spelling};
use crate::coverage::Declaration;

/// Mutants that go together.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MutantSet(BTreeSet<Mutant>);

/// What stands between the ids of mutants.
const AND: char = '+';

impl FromIterator<Mutant> for MutantSet {
    fn from_iter<I: IntoIterator<Item = Mutant>>(mutants: I) -> Self {
        Self(mutants.into_iter().collect())
    }
}

/// The ids: `list/special:drop:search`, `list/special:drop:math:mi+list/special:drop:math:mo`.
impl fmt::Display for MutantSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ids: Vec<String> = self.iter().map(|mutant| mutant.to_string()).collect();
        f.write_str(&ids.join(&AND.to_string()))
    }
}

impl MutantSet {
    /// The mutants of these ids.
    pub fn from_id(ids: &str) -> Option<Self> {
        ids.split(AND).map(Mutant::from_id).collect()
    }

    /// The mutants, in order.
    pub fn iter(&self) -> impl Iterator<Item = Mutant> + '_ {
        self.0.iter().copied()
    }

    /// These and those.
    #[must_use]
    pub fn union(&self, others: &Self) -> Self {
        self.iter().chain(others.iter()).collect()
    }

    /// The clause that is wrong, if it is one.
    pub fn clause(&self) -> Option<Clause> {
        self.iter().find_map(Mutant::clause)
    }

    /// The newest edition of the standard that has all that is wrong.
    pub fn edition(&self) -> Edition {
        let missing = self.iter().flat_map(|mutant| mutant.edition().missing());
        missing.fold(Edition::NEWEST, Edition::without)
    }

    /// A link into the standard.
    pub fn link(&self) -> Option<String> {
        self.iter().map(Mutant::link).find(|link| !link.is_empty())
    }

    /// Whether two sets can have one root cause: both affect the same list or row, or the same name in similar lists.
    pub fn is_akin(&self, others: &Self) -> bool {
        let mut pairs = self.iter().flat_map(|one| others.iter().map(move |other| (one, other)));
        pairs.any(|(one, other)| is_akin(one, other))
    }

    /// What an engine that has them does, as a sentence about it.
    pub fn sentence(&self, engine: &str) -> String {
        format!("{engine} {}", self.predicate())
    }

    /// The same without the engine. Mutants of one kind share a phrase.
    pub fn predicate(&self) -> String {
        // Lists that lack, or have too many, the same names are named together, and so are rules that are wrong alike.
        let ways = gathered(self.iter().map(Way::of));
        let phrases = gathered(ways.into_iter().flat_map(|(way, all)| {
            let (phrase, of) = way.phrase(&all);
            let none = of.is_empty().then(String::new);
            let of = of.into_iter().chain(none);
            of.map(|place| (phrase.clone(), place)).collect::<Vec<_>>()
        }));
        let phrases = phrases.into_iter().map(|(phrase, of)| phrase.replace(PLACES, &joined(&of)));
        phrases.collect::<Vec<_>>().join("; it ")
    }
}

/// What there is to each key, the keys in the order in which they come first.
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

/// Where a phrase names the places it is about.
const PLACES: &str = "{places}";

/// A way to be wrong. What mutants of one way are wrong with goes into one phrase.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Way {
    Rule(&'static str),
    RuleFor(Clause),
    Step(&'static str),
    Never(&'static str),
    Negated(&'static str),
    Lacks(List),
    Adds(List),
    Reference,
    Ignores(Declaration),
    Quirk(Quirk),
}

impl Way {
    /// How a mutant is wrong, and with what.
    fn of(mutant: Mutant) -> (Self, String) {
        let name = |name| format!("`{}`", shown_element(name));
        match mutant {
            Mutant::Off(clause) if clause.kind() == ClauseKind::Step => {
                (Self::Step(clause.title()), clause.id().to_owned())
            }
            Mutant::Off(clause) => (Self::Rule(clause.title()), clause.id().to_owned()),
            Mutant::Never(clause) => (Self::Never(clause.title()), clause.id().to_owned()),
            Mutant::Negated(clause) => (Self::Negated(clause.title()), clause.id().to_owned()),
            Mutant::TagDropped(clause, name) => (Self::RuleFor(clause), format!("`{}`", spelling(name))),
            Mutant::MemberDropped(list, member) => (Self::Lacks(list), name(member)),
            Mutant::MemberAdded(list, member) => (Self::Adds(list), name(member)),
            Mutant::ReferenceDropped(name) => (Self::Reference, format!("`&{name}`")),
            Mutant::Ignored(mode, kind) => (Self::Ignores(kind), format!("“{}”", mode.name())),
            Mutant::Quirk(quirk) => (Self::Quirk(quirk), String::new()),
        }
    }

    /// The phrase, and the places to be named in it.
    fn phrase(&self, all: &[String]) -> (String, Vec<String>) {
        let named = joined(all);
        let titled = |title: &str| vec![format!("“{title}” ({named})")];
        match self {
            Self::Rule(title) => (format!("does not apply the rule {PLACES}"), titled(title)),
            Self::RuleFor(clause) => {
                (format!("does not apply the rule “{}” ({}) to {named}", clause.title(), clause.id()), Vec::new())
            }
            Self::Step(title) => (format!("skips the step {PLACES}"), titled(title)),
            Self::Never(title) => (format!("takes {PLACES} for false where it is true"), titled(title)),
            Self::Negated(title) => {
                (format!("takes {PLACES} for true where it is false, and the other way round"), titled(title))
            }
            Self::Lacks(list) => (format!("does not count {named} among {PLACES}"), vec![noun(*list).to_owned()]),
            Self::Adds(list) => (format!("counts {named} among {PLACES}"), vec![noun(*list).to_owned()]),
            Self::Reference => (format!("does not know the character reference {named}"), Vec::new()),
            Self::Ignores(kind) => {
                let kind = kind.to_string().replace('-', " ");
                let everywhere = all.len() + 1 == InsertionMode::all().len();
                match everywhere {
                    true => (format!("ignores every {kind}"), Vec::new()),
                    false => (format!("ignores every {kind} in the insertion mode {PLACES}"), all.to_vec()),
                }
            }
            Self::Quirk(quirk) => (format!("has the quirk {quirk}: {}", quirk.description()), Vec::new()),
        }
    }
}

/// What the members of a list are, in the plural.
fn noun(list: List) -> &'static str {
    match list {
        List::Special => "the special elements",
        List::Scope => "the elements that end a scope",
        List::ListItemScope => "the elements that end a list item scope",
        List::ButtonScope => "the elements that end a button scope",
        List::TableScope => "the elements that end a table scope",
        List::ListItemTransparent => "the special elements that a list item is looked for beyond",
        List::ExpectedOpenAtEnd => "the elements that may be open at the end",
        List::ImpliedEndTags => "the elements with implied end tags",
        List::ImpliedEndTagsThorough => "the elements with implied end tags where these are generated thoroughly",
        List::TableText => "the elements in which text is table text",
        List::TableSections => "the table sections",
        List::Cell => "the table cells",
        List::FosterParenting => "the elements that foster-parent what is in them",
        List::TableContext => "the elements of a table context",
        List::TableBodyContext => "the elements of a table body context",
        List::TableRowContext => "the elements of a table row context",
        List::Headings => "the headings",
        List::MathMlTextIntegrationPoint => "the MathML text integration points",
        List::HtmlIntegrationPoint => "the HTML integration points",
        List::ForeignBreakout => "the start tags that end foreign content",
        List::SvgTagNames => "the tag names that SVG adjusts",
        List::SvgAttributes => "the attribute names that SVG adjusts",
        List::MathMlAttributes => "the attribute names that MathML adjusts",
        List::ForeignAttributes => "the attribute names that foreign elements adjust",
        List::Void => "the void elements",
        List::FormerlyVoid => "the elements that are serialised as void ones are",
        List::SerialisedLiterally => "the elements whose text is serialised literally",
    }
}

/// How many things a sentence names at most.
const MOST_NAMED: usize = 12;

/// Words as a list: "a, b and c".
fn joined(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [word] => word.clone(),
        words if words.len() > MOST_NAMED => {
            let (named, others) = words.split_at(MOST_NAMED);
            format!("{} and {} more", named.join(", "), others.len())
        }
        [words @ .., last] => format!("{} and {last}", words.join(", ")),
    }
}

fn is_akin(one: Mutant, other: Mutant) -> bool {
    use Mutant::{Ignored, MemberAdded, MemberDropped, Off, TagDropped};
    match (one, other) {
        (TagDropped(row, _), TagDropped(other, _)) => row == other,
        // The same rule of several insertion modes.
        (Off(row), Off(other)) => row.kind() == ClauseKind::Row && row.title() == other.title(),
        (Ignored(_, kind), Ignored(_, other)) => kind == other,
        (
            MemberDropped(list, name) | MemberAdded(list, name),
            MemberDropped(other_list, other) | MemberAdded(other_list, other),
        ) => match list == other_list {
            // That a list forgets about other namespaces is one thing, a name it forgets another.
            true => is_html(name) == is_html(other),
            false => name == other && is_kin(list, other_list),
        },
        _ => false,
    }
}

fn is_html(name: ElementName) -> bool {
    name.namespace == Namespace::Html
}

/// Sets of mutants that an engine is likely to have together: a name missing from similar lists, a list without its
/// MathML and SVG names, a list with the MathML and SVG namesakes of its HTML elements, a rule that several insertion
/// modes share, and a kind of token that all modes ignore.
pub fn families() -> &'static [MutantSet] {
    static ALL: LazyLock<Vec<MutantSet>> = LazyLock::new(|| {
        let dropped: BTreeSet<Mutant> =
            all().iter().copied().filter(|mutant| matches!(mutant, Mutant::MemberDropped(..))).collect();
        let together = |mutant: &Mutant, is_one: &dyn Fn(List, ElementName) -> bool| -> MutantSet {
            let others = dropped.iter().copied();
            let others = others.filter(|other| match other {
                Mutant::MemberDropped(list, name) => is_one(*list, *name),
                _ => false,
            });
            others.chain([*mutant]).collect()
        };
        let families = dropped.iter().flat_map(|mutant| match *mutant {
            Mutant::MemberDropped(list, name) => vec![
                together(mutant, &|other_list, other| name == other && is_kin(list, other_list)),
                together(mutant, &|other_list, other| list == other_list && !is_html(name) && !is_html(other)),
            ],
            _ => Vec::new(),
        });
        let by_local_name = List::ALL.iter().map(|list| namesakes(*list).collect());
        let families = families.chain(by_local_name);
        let families = families.chain(of_several_modes());
        let families: BTreeSet<_> = families.filter(|family| family.0.len() > 1).collect();
        families.into_iter().collect()
    });
    &ALL
}

/// The rules with one title, and the kinds of tokens in all insertion modes.
fn of_several_modes() -> impl Iterator<Item = MutantSet> {
    let mut rules: BTreeMap<&str, BTreeSet<Mutant>> = BTreeMap::new();
    let mut kinds: BTreeMap<Declaration, BTreeSet<Mutant>> = BTreeMap::new();
    // A rule of an older edition alone would make all of them that edition.
    let newest = all().iter().filter(|mutant| mutant.edition() == Edition::NEWEST);
    for mutant in newest {
        match mutant {
            Mutant::Off(row) if row.kind() == ClauseKind::Row => {
                rules.entry(row.title()).or_default().insert(*mutant);
            }
            Mutant::Ignored(_, kind) => {
                kinds.entry(*kind).or_default().insert(*mutant);
            }
            _ => {}
        }
    }
    rules.into_values().chain(kinds.into_values()).map(MutantSet)
}
