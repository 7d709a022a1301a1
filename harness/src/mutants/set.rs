//! Several mutants at once: an engine with several things wrong.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::LazyLock;

use crosscheck_parser::change::Edition;
use crosscheck_parser::clause::Clause;
use crosscheck_parser::dom::{ElementName, Namespace};
use crosscheck_parser::list::List;

use super::{Mutant, all, element, is_kin, kebab, namesakes};

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

    /// Whether two sets may be of one root: something is wrong in both with one list or one row, or with one name in
    /// lists like each other.
    pub fn is_akin(&self, others: &Self) -> bool {
        let mut pairs = self
            .iter()
            .flat_map(|one| others.iter().map(move |other| (one, other)));
        pairs.any(|(one, other)| is_akin(one, other))
    }

    /// What is wrong, in a sentence; the names together that lists lack, or have too many.
    pub fn description(&self) -> String {
        let lacking = described(
            "not on the list",
            |mutant| match mutant {
                Mutant::MemberDropped(list, name) => Some((list, name)),
                _ => None,
            },
            self,
        );
        let added = described(
            "too many on the list",
            |mutant| match mutant {
                Mutant::MemberAdded(list, name) => Some((list, name)),
                _ => None,
            },
            self,
        );
        let is_of_list =
            |mutant: &Mutant| matches!(mutant, Mutant::MemberDropped(..) | Mutant::MemberAdded(..));
        let others = self.iter().filter(|mutant| !is_of_list(mutant));
        let others = others.map(Mutant::description);
        let all: Vec<String> = lacking.into_iter().chain(added).chain(others).collect();
        all.join("; ")
    }
}

/// What is wrong with lists in one way, the same names of several lists together.
fn described(
    what: &str,
    is_wrong: impl Fn(Mutant) -> Option<(List, ElementName)>,
    mutants: &MutantSet,
) -> Vec<String> {
    let mut names: BTreeMap<List, Vec<ElementName>> = BTreeMap::new();
    for (list, name) in mutants.iter().filter_map(is_wrong) {
        names.entry(list).or_default().push(name);
    }
    let mut lists: BTreeMap<Vec<ElementName>, Vec<List>> = BTreeMap::new();
    for (list, names) in names {
        lists.entry(names).or_default().push(list);
    }
    let described = lists.into_iter().map(|(names, lists)| {
        let names = joined(names.into_iter().map(|name| element(name, " ")));
        let lists = joined(lists.into_iter().map(kebab));
        format!("{what} {lists}: {names}")
    });
    described.collect()
}

fn joined(words: impl Iterator<Item = String>) -> String {
    words.collect::<Vec<_>>().join(", ")
}

fn is_akin(one: Mutant, other: Mutant) -> bool {
    use Mutant::{MemberAdded, MemberDropped, TagDropped};
    match (one, other) {
        (TagDropped(row, _), TagDropped(other, _)) => row == other,
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

/// Mutants of the closed lists that an engine may well have together: a name forgotten on a list and on those like it, a
/// list without any name of MathML and SVG, and one with the namesakes there of its HTML elements.
pub fn families() -> &'static [MutantSet] {
    static ALL: LazyLock<Vec<MutantSet>> = LazyLock::new(|| {
        let dropped: BTreeSet<Mutant> = all()
            .iter()
            .copied()
            .filter(|mutant| matches!(mutant, Mutant::MemberDropped(..)))
            .collect();
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
                together(mutant, &|other_list, other| {
                    name == other && is_kin(list, other_list)
                }),
                together(mutant, &|other_list, other| {
                    list == other_list && !is_html(name) && !is_html(other)
                }),
            ],
            _ => Vec::new(),
        });
        let by_local_name = List::ALL.iter().map(|list| namesakes(*list).collect());
        let families = families.chain(by_local_name);
        let families: BTreeSet<_> = families.filter(|family| family.0.len() > 1).collect();
        families.into_iter().collect()
    });
    &ALL
}
