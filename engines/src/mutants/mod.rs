//! Mutants: the standard's algorithm with one thing in it wrong.
//!
//! They are derived from the table of clauses, the closed lists and the named character references. Only
//! [quirks](Quirk) of engines are listed by hand; they are not among [all]. A mutant is chosen at run time, by an
//! [observer](Mutate) that overrides the algorithm at one clause.

mod mutate;
mod quirk;
mod sentence;
mod set;

use std::collections::HashMap;
use std::fmt;
use std::sync::LazyLock;

use crosscheck_standard::clauses::change::Edition;
use crosscheck_standard::clauses::clause::{self, Clause, ClauseKind};
use crosscheck_standard::clauses::insertion_mode::InsertionMode;
use crosscheck_standard::clauses::limit::Never;
use crosscheck_standard::clauses::list::List;
use crosscheck_standard::clauses::section::{SECTIONS, Section};
use crosscheck_standard::dom::{ElementName, Namespace};
use crosscheck_standard::name::Name;
use crosscheck_standard::parser::tokenizer::named_reference_names;

use crate::coverage::{Declaration, Reached};
pub use mutate::Mutate;
pub use quirk::Quirk;
pub use sentence::quoted;
pub use set::{MutantSet, families};

/// What is wrong in a mutant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mutant {
    /// A row that never matches, so that its tokens fall through to the rows after it, or a step that is skipped.
    Off(Clause),
    /// A condition that never holds.
    Never(Clause),
    /// A condition that holds when it should not, and the other way round.
    Negated(Clause),
    /// A row for tags that lacks one of its names.
    TagDropped(Clause, Name),
    /// A closed list that lacks one of its members.
    MemberDropped(List, ElementName),
    /// A closed list that has a name too many.
    MemberAdded(List, ElementName),
    /// The table of named character references lacks a name.
    ReferenceDropped(&'static str),
    /// An insertion mode ignores the tokens of a kind.
    Ignored(InsertionMode, Declaration),
    /// An engine's own rule replaces several of the standard's.
    Quirk(Quirk),
}

/// One in this many named character references gets a mutant that drops it. The number is prime, so that the sample has
/// names of every length and first letter.
const REFERENCE_SAMPLE: usize = 37;

/// All mutants, by clause, then by list.
///
/// ```
/// use crosscheck_engines::engines::Engine as _;
/// use crosscheck_engines::engines::standard::Standard;
/// use crosscheck_engines::model::input::Input;
/// use crosscheck_engines::mutants;
///
/// let mutant = mutants::all().iter().find(|mutant| mutant.to_string().contains("in-body/start-tag-hr")).expect("one");
/// let mut wrong = Standard::from_name(&format!("standard@mutant:{mutant}")).expect("a variant");
/// let input = Input::document("<p><hr>");
/// assert_ne!(wrong.answer(&input), Standard::default().answer(&input));
/// ```
pub fn all() -> &'static [Mutant] {
    static ALL: LazyLock<Vec<Mutant>> = LazyLock::new(|| {
        let clauses = clause::all().flat_map(of_clause);
        let lists = List::ALL.iter().copied().flat_map(of_list);
        let references = named_reference_names().step_by(REFERENCE_SAMPLE).map(Mutant::ReferenceDropped);
        let modes = InsertionMode::all().iter().copied().flat_map(of_mode);
        clauses.chain(lists).chain(references).chain(modes).collect()
    });
    &ALL
}

/// The mutants of a clause. A clause that no input reaches has none. If a limit says that a condition always or never
/// holds, there is no mutant that is equivalent because of it.
fn of_clause(clause: Clause) -> Vec<Mutant> {
    let never = clause.limit().map(|limit| limit.never);
    match (clause.kind(), never) {
        (_, Some(Never::Reached)) => Vec::new(),
        // It never holds anyway, or the mutant would equal the negation.
        (ClauseKind::Condition, Some(_)) => vec![Mutant::Negated(clause)],
        (ClauseKind::Condition, None) => vec![Mutant::Never(clause), Mutant::Negated(clause)],
        (ClauseKind::Row | ClauseKind::Step, _) => {
            let names = match clause.names() {
                // Without its only name a row never matches.
                [_] => &[],
                names => names,
            };
            let dropped = names.iter().map(|name| Mutant::TagDropped(clause, *name));
            [Mutant::Off(clause)].into_iter().chain(dropped).collect()
        }
    }
}

/// The mutants of a closed list: each member dropped, and its neighbours added.
fn of_list(list: List) -> Vec<Mutant> {
    let dropped = members(list).map(|name| Mutant::MemberDropped(list, name));
    let added = neighbours(list).into_iter();
    dropped.chain(added.map(|name| Mutant::MemberAdded(list, name))).collect()
}

/// The mutants of an insertion mode. In "text" there are no such tokens.
fn of_mode(mode: InsertionMode) -> impl Iterator<Item = Mutant> {
    let kinds = Declaration::ALL.into_iter();
    kinds.filter(move |_| mode != InsertionMode::Text).map(move |kind| Mutant::Ignored(mode, kind))
}

fn members(list: List) -> impl Iterator<Item = ElementName> {
    Namespace::ALL.into_iter().flat_map(move |namespace| {
        let names = list.members(namespace).iter();
        names.map(move |local| ElementName { namespace, local: *local })
    })
}

/// Names that an implementation could wrongly add to a list: the members of lists of about the same size that contain
/// it or are contained in it, the namesakes of its first member in other namespaces, and the element after its first
/// member in the vocabulary. Tables of adjusted names have none, because they leave other names unchanged.
fn neighbours(list: List) -> Vec<ElementName> {
    if list.is_table() {
        return Vec::new();
    }
    let kin = List::ALL.iter().filter(|other| is_kin(list, **other));
    let mut names: Vec<ElementName> = kin.flat_map(|other| members(*other)).collect();
    if let Some(first) = members(list).next() {
        names.extend(Namespace::ALL.map(|namespace| ElementName { namespace, ..first }));
        let next = special_after(first.local).map(|local| ElementName { local, ..first });
        names.extend(next);
    }
    names.retain(|name| !list.contains(*name));
    names.sort();
    names.dedup();
    names
}

/// The set of mutants of an engine that compares only local names on a list of HTML elements, so that the MathML and
/// SVG namesakes match too.
fn namesakes(list: List) -> impl Iterator<Item = Mutant> {
    let html = list.members(Namespace::Html).iter();
    let names = html.flat_map(|local| Namespace::ALL.map(|namespace| ElementName { namespace, local: *local }));
    names.filter(move |name| is_addition(list, *name)).map(move |name| Mutant::MemberAdded(list, name))
}

/// Each name that an input has, added to each list.
pub fn additions(reached: &Reached) -> impl Iterator<Item = Mutant> {
    let names = reached.listed_names();
    names.flat_map(|name| {
        let lists = List::ALL.iter().copied();
        let lists = lists.filter(move |list| is_addition(*list, name));
        lists.map(move |list| Mutant::MemberAdded(list, name))
    })
}

/// Whether a list that treats its names alike does not have this one.
fn is_addition(list: List, name: ElementName) -> bool {
    !list.is_table() && !list.contains(name)
}

/// Whether one list contains the other and has at most twice as many members.
fn is_kin(list: List, other: List) -> bool {
    let within = |small: List, large: List| members(small).all(|name| large.contains(name));
    let (size, other_size) = (members(list).count(), members(other).count());
    !other.is_table()
        && (within(list, other) && other_size <= 2 * size || within(other, list) && size <= 2 * other_size)
}

/// The special element that comes after this name in the vocabulary.
fn special_after(name: Name) -> Option<Name> {
    let spelling = name.known_spelling()?;
    let special = List::Special.members(Namespace::Html).iter().copied();
    special.filter(|other| other.known_spelling() > Some(spelling)).min_by_key(|other| other.known_spelling())
}

impl Mutant {
    /// The mutant of this id.
    pub fn from_id(id: &str) -> Option<Self> {
        static BY_ID: LazyLock<HashMap<String, Mutant>> = LazyLock::new(|| {
            let quirks = Quirk::ALL.map(Mutant::Quirk);
            let mutants = all().iter().copied().chain(quirks);
            mutants.map(|mutant| (mutant.to_string(), mutant)).collect()
        });
        BY_ID.get(id).copied().or_else(|| Self::member_added(id))
    }

    /// Any known name on any list that does not have it.
    fn member_added(id: &str) -> Option<Self> {
        let (list, name) = id.strip_prefix("list/")?.split_once(":add:")?;
        let list = List::ALL.iter().find(|known| kebab(**known) == list)?;
        let (namespace, local) = match name.split_once(':') {
            None => (Namespace::Html, name),
            Some(("math", local)) => (Namespace::MathMl, local),
            Some(("svg", local)) => (Namespace::Svg, local),
            Some(_) => return None,
        };
        let local = Name::known(local.as_bytes())?;
        let name = ElementName { namespace, local };
        is_addition(*list, name).then_some(Self::MemberAdded(*list, name))
    }

    /// The clause that is wrong, if it is one.
    pub fn clause(self) -> Option<Clause> {
        match self {
            Self::Off(clause) | Self::Never(clause) | Self::Negated(clause) | Self::TagDropped(clause, _) => {
                Some(clause)
            }
            Self::MemberDropped(..)
            | Self::MemberAdded(..)
            | Self::ReferenceDropped(_)
            | Self::Ignored(..)
            | Self::Quirk(_) => None,
        }
    }

    /// The newest edition of the standard that has what is wrong.
    pub fn edition(self) -> Edition {
        self.clause().map_or(Edition::NEWEST, Clause::edition)
    }

    /// The section of the standard it belongs to, as its clauses' ids begin; `list/NAME` for a closed list,
    /// `named-references` for the table of these.
    pub fn section(self) -> String {
        match self {
            Self::MemberDropped(list, _) | Self::MemberAdded(list, _) => {
                format!("list/{}", kebab(list))
            }
            Self::ReferenceDropped(_) => "named-references".to_owned(),
            Self::Ignored(mode, _) => key(mode),
            Self::Quirk(quirk) => quirk.section().to_owned(),
            _ => {
                let section = self.clause().map(|clause| clause.section().key);
                section.unwrap_or_default().to_owned()
            }
        }
    }

    /// What an engine with the mutant does, as a predicate: "skips the step “the row is popped”
    /// (in-row/end-tag-tr/pop)".
    pub fn predicate(self) -> String {
        MutantSet::from_iter([self]).predicate()
    }

    /// A link into the standard.
    pub fn link(self) -> String {
        const REFERENCES: &str =
            "https://html.spec.whatwg.org/multipage/named-characters.html#named-character-references";
        match self {
            Self::MemberDropped(list, _) | Self::MemberAdded(list, _) => list.link().unwrap_or_default().to_owned(),
            Self::ReferenceDropped(_) => REFERENCES.to_owned(),
            Self::Ignored(..) | Self::Quirk(_) => {
                let key = self.section();
                let section = SECTIONS.iter().find(|section| section.key == key);
                section.map_or_else(String::new, Section::link)
            }
            _ => self.clause().map_or_else(String::new, Clause::link),
        }
    }

    /// Whether the mutant can make a difference to an input that reaches this.
    pub fn is_reached(self, reached: &Reached) -> bool {
        match self {
            Self::Off(clause) | Self::Never(clause) => reached.held(clause),
            Self::Negated(clause) => reached.asked(clause),
            Self::TagDropped(clause, name) => reached.tag(clause, name),
            Self::MemberDropped(_, name) | Self::MemberAdded(_, name) => reached.listed(name),
            Self::ReferenceDropped(name) => reached.reference(name),
            Self::Ignored(mode, kind) => reached.declaration(mode, kind),
            Self::Quirk(quirk) => quirk.is_reached(reached),
        }
    }
}

/// The id: `in-row/end-tag-tr:off`, `in-row/end-tag-tr/in-scope:negated`, `in-row/start-tag-cell:drop:th`,
/// `list/special:drop:svg:title`, `list/scope:add:ol`, `named-references:drop:amp;`, `quirk:nulls-read`.
impl fmt::Display for Mutant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Off(clause) => write!(f, "{}:off", clause.id()),
            Self::Never(clause) => write!(f, "{}:never", clause.id()),
            Self::Negated(clause) => write!(f, "{}:negated", clause.id()),
            Self::TagDropped(clause, name) => write!(f, "{}:drop:{}", clause.id(), spelling(name)),
            Self::MemberDropped(list, name) => {
                write!(f, "list/{}:drop:{}", kebab(list), element(name, ":"))
            }
            Self::MemberAdded(list, name) => {
                write!(f, "list/{}:add:{}", kebab(list), element(name, ":"))
            }
            Self::ReferenceDropped(name) => write!(f, "named-references:drop:{name}"),
            Self::Ignored(mode, kind) => write!(f, "{}:ignore:{kind}", key(mode)),
            Self::Quirk(quirk) => write!(f, "quirk:{quirk}"),
        }
    }
}

/// The prefix of the ids of a mode's clauses.
fn key(mode: InsertionMode) -> String {
    mode.name().replace(' ', "-")
}

fn spelling(name: Name) -> &'static str {
    name.known_spelling().unwrap_or_default()
}

/// An element's name as people write it: `p`, `svg title`.
pub fn shown_element(name: ElementName) -> String {
    element(name, " ")
}

/// An element's name with its namespace, if that is not HTML's.
fn element(name: ElementName, separator: &str) -> String {
    let local = spelling(name.local);
    match name.namespace {
        Namespace::Html => local.to_owned(),
        Namespace::MathMl => format!("math{separator}{local}"),
        Namespace::Svg => format!("svg{separator}{local}"),
    }
}

/// `ListItemScope` as `list-item-scope`.
fn kebab(list: List) -> String {
    let mut kebab = String::new();
    for c in format!("{list:?}").chars() {
        if c.is_ascii_uppercase() && !kebab.is_empty() {
            kebab.push('-');
        }
        kebab.push(c.to_ascii_lowercase());
    }
    kebab
}
