//! The two editions of the standard that are compared.

use crosscheck_standard::clauses::change::{Change, Edition, NotAnEdition};

use crate::engines::standard;

/// An edition of the standard with its notation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedEdition {
    /// As [`Edition`] is written: `2019-06-01`, `2025-07-21+without:relaxed-select-2025`.
    pub notation: String,
    /// What that says.
    pub edition: Edition,
}

impl NamedEdition {
    /// The edition that is written so.
    ///
    /// # Errors
    /// When it is not one: what was expected.
    pub fn new(notation: &str) -> Result<Self, NotAnEdition> {
        Ok(Self { notation: notation.to_owned(), edition: notation.parse()? })
    }

    /// The newest edition known.
    pub fn newest() -> Self {
        Self { notation: Edition::newest_day().to_owned(), edition: Edition::NEWEST }
    }

    /// An edition, written as shortly as it can be: as of a day, and what to add or to take.
    pub fn of(edition: Edition) -> Self {
        let days = Change::ALL.iter().map(|change| change.date());
        let of_day = |day: &str| {
            let base = Edition::as_of(day).unwrap_or_default();
            let adjusted = Change::ALL.iter().filter_map(|change| match (edition.has(*change), base.has(*change)) {
                (true, false) => Some(format!("with:{change}")),
                (false, true) => Some(format!("without:{change}")),
                _ => None,
            });
            let parts: Vec<String> = [day.to_owned()].into_iter().chain(adjusted).collect();
            parts
        };
        let writings = [Edition::FIRST_DAY].into_iter().chain(days).map(of_day);
        let shortest = writings.min_by_key(Vec::len).unwrap_or_default();
        Self { notation: shortest.join("+"), edition }
    }

    /// The name of the engine that follows it.
    pub fn engine(&self) -> String {
        standard::name_of(&self.notation)
    }
}

/// Why two editions are not compared.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotAComparison {
    /// They have the same changes.
    #[error("{from} and {to} are the same standard: no known change was made between them")]
    Same {
        /// The old edition.
        from: String,
        /// The new one.
        to: String,
    },
    /// The new one only lacks changes that the old one has.
    #[error("{from} is newer than {to}; swap `--from` and `--to`")]
    Reversed {
        /// The old edition.
        from: String,
        /// The new one.
        to: String,
    },
}

/// Two editions of the standard to compare.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comparison {
    /// The old one.
    pub from: NamedEdition,
    /// The new one.
    pub to: NamedEdition,
}

impl Comparison {
    /// The effect of one change: the standard on the day of the change, without it and with it.
    pub fn of_change(change: Change) -> Self {
        let day = change.date();
        let edition = Edition::as_of(day).unwrap_or_default();
        Self {
            from: NamedEdition { notation: format!("{day}+without:{change}"), edition: edition.without(change) },
            to: NamedEdition { notation: day.to_owned(), edition: edition.with(change) },
        }
    }

    /// Checks that the new edition has something that the old one has not.
    ///
    /// # Errors
    /// When both are the same, or the old one is the newer one.
    pub fn check(&self) -> Result<(), NotAComparison> {
        let (from, to) = (&self.from.notation, &self.to.notation);
        let changes = self.changes();
        match changes.iter().any(|change| self.to.edition.has(*change)) {
            true => Ok(()),
            false if changes.is_empty() => Err(NotAComparison::Same { from: from.clone(), to: to.clone() }),
            false => Err(NotAComparison::Reversed { from: from.clone(), to: to.clone() }),
        }
    }

    /// The days of the editions that are after the newest known change.
    pub fn later_than_known(&self) -> impl Iterator<Item = &str> {
        let days = [&self.from, &self.to].into_iter().filter_map(|named| named.notation.split('+').next());
        // Days are written so that they sort by age.
        days.filter(|day| *day > Edition::newest_day())
    }

    /// The changes that one of the editions has and the other has not, oldest first.
    pub fn changes(&self) -> Vec<Change> {
        let differs = |change: &Change| self.from.edition.has(*change) != self.to.edition.has(*change);
        Change::ALL.iter().copied().filter(differs).collect()
    }

    /// The editions on the way from the old one to the new one, a change at a time in the order in which they were
    /// made: the first is the old one, the last is the new one, and each differs from the one before by one change.
    pub fn steps(&self) -> (Vec<Edition>, Vec<Change>) {
        let changes = self.changes();
        let mut editions = vec![self.from.edition];
        let mut edition = self.from.edition;
        for change in &changes {
            edition = match self.to.edition.has(*change) {
                true => edition.with(*change),
                false => edition.without(*change),
            };
            editions.push(edition);
        }
        (editions, changes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_change_is_one_step_and_years_are_many() {
        for change in Change::ALL {
            let comparison = Comparison::of_change(*change);
            assert_eq!(comparison.changes(), [*change]);
            for named in [&comparison.from, &comparison.to] {
                assert_eq!(NamedEdition::new(&named.notation).as_ref(), Ok(named));
            }
        }
        let years =
            Comparison { from: NamedEdition::new("2019-01-01").unwrap(), to: NamedEdition::new("2026-08-21").unwrap() };
        let (editions, changes) = years.steps();
        assert_eq!(editions.len(), changes.len() + 1);
        assert_eq!(editions.last(), Some(&years.to.edition));
        assert!(changes.contains(&Change::RelaxedSelect2025), "{changes:?}");
        assert!(!changes.contains(&Change::VoidChildrenNotSerialized2018), "{changes:?}");
    }
}
