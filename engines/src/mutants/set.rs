//! Several mutants at once: an engine with several things wrong.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::LazyLock;

use crosscheck_standard::clauses::change::Edition;
use crosscheck_standard::clauses::clause::{Clause, ClauseKind};
use crosscheck_standard::clauses::list::List;
use crosscheck_standard::dom::{ElementName, Namespace};

use super::{Mutant, all, is_kin, namesakes};
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
