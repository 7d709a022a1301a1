//! The standard as a set of its changes.

use std::str::FromStr;

use super::{Change, REFUSED};

/// The standard as a set of changes. The default has them all: the newest edition known.
///
/// Written as a date, `2019-06-01`, which is the set made by that day, and what to add to it or take from it, in that
/// order: `2019-06-01+with:search-element-2023` or `without:relaxed-select-2025+without:template-for-2026`. Without a
/// date it is the newest.
///
/// Each set of changes is a standard of its own. A change to what another one brought is without effect where that one
/// is missing: the select insertion modes know nothing of what changed in their successor.
///
/// ```
/// use crosscheck_standard::clauses::change::{Change, Edition};
///
/// let edition: Edition = "2025-01-01+without:hr-in-select-2023".parse()?;
/// assert!(edition.has(Change::SearchElement2023));
/// assert!(!edition.has(Change::HrInSelect2023));
/// assert!(!edition.has(Change::RelaxedSelect2025));
/// # Ok::<(), crosscheck_standard::clauses::change::NotAnEdition>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Edition {
    without: u64,
}

impl Default for Edition {
    fn default() -> Self {
        Self::NEWEST
    }
}

impl Edition {
    /// The newest edition known.
    pub const NEWEST: Self = Self { without: 0 };

    /// The first day there is an edition of: what changed before is not told apart.
    pub const FIRST_DAY: &'static str = "2018-01-01";

    /// The day of the newest edition known: that of the last change, with a switch or without.
    pub fn newest_day() -> &'static str {
        let refused = REFUSED.iter().map(|refused| refused.date);
        let all = Change::ALL.iter().map(|change| change.date()).chain(refused);
        all.max().unwrap_or(Self::FIRST_DAY)
    }

    /// The standard of a day, written `YYYY-MM-DD`; of a day after the newest edition known, that one.
    ///
    /// # Errors
    /// When it is not a day, or before [the first](Self::FIRST_DAY).
    pub fn as_of(date: &str) -> Result<Self, NotAnEdition> {
        if !is_day(date) {
            return Err(NotAnEdition::NotADay(date.to_owned()));
        }
        if date < Self::FIRST_DAY {
            return Err(NotAnEdition::TooEarly(date.to_owned()));
        }
        let missing = Change::ALL.iter().filter(|change| !change.is_in_force(date));
        Ok(missing.fold(Self::NEWEST, |edition, change| edition.without(*change)))
    }

    /// Whether the edition has the change.
    #[inline(always)]
    pub const fn has(self, change: Change) -> bool {
        self.without & (1 << change as u8) == 0
    }

    /// This edition, but without the change.
    #[must_use]
    pub const fn without(self, change: Change) -> Self {
        Self { without: self.without | 1 << change as u8 }
    }

    /// This edition, and the change.
    #[must_use]
    pub const fn with(self, change: Change) -> Self {
        Self { without: self.without & !(1 << change as u8) }
    }

    /// The changes that the newest edition has and this one has not, oldest first.
    pub fn missing(self) -> impl Iterator<Item = Change> {
        Change::ALL.iter().copied().filter(move |change| !self.has(*change))
    }
}

impl FromStr for Edition {
    type Err = NotAnEdition;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut edition = Self::NEWEST;
        for (index, part) in text.split('+').enumerate() {
            edition = if let Some(id) = part.strip_prefix("without:") {
                edition.without(switch(id)?)
            } else if let Some(id) = part.strip_prefix("with:") {
                edition.with(switch(id)?)
            } else if index == 0 {
                Self::as_of(part)?
            } else {
                return Err(NotAnEdition::NotAnAdjustment(part.to_owned()));
            };
        }
        Ok(edition)
    }
}

/// The change of this id.
///
/// # Errors
/// When there is none, or it has no switch.
pub fn switch(id: &str) -> Result<Change, NotAnEdition> {
    Change::from_id(id).ok_or_else(|| match REFUSED.iter().find(|refused| refused.id == id) {
        Some(refused) => NotAnEdition::NoSwitch(id.to_owned(), refused.why),
        None => NotAnEdition::UnknownChange(id.to_owned()),
    })
}

/// Why a text does not say an edition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotAnEdition {
    /// It should be a day.
    NotADay(String),
    /// The day is before the first edition.
    TooEarly(String),
    /// Only `with:ID` and `without:ID` come after the day.
    NotAnAdjustment(String),
    /// There is no change of this id.
    UnknownChange(String),
    /// The change of this id has no switch, and why.
    NoSwitch(String, &'static str),
}

impl std::error::Error for NotAnEdition {}

impl std::fmt::Display for NotAnEdition {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NotADay(text) => write!(f, "`{text}` is not a day; expected YYYY-MM-DD"),
            Self::TooEarly(day) => {
                let first = Edition::FIRST_DAY;
                write!(f, "there is no edition of {day}: the first is that of {first}")
            }
            Self::NotAnAdjustment(text) => {
                write!(f, "expected `with:ID` or `without:ID`, found `{text}`")
            }
            Self::UnknownChange(id) => {
                let known: Vec<_> = Change::ALL.iter().map(|change| change.id()).collect();
                write!(f, "there is no change `{id}`; there are: {}", known.join(", "))
            }
            Self::NoSwitch(id, why) => write!(f, "the change `{id}` has no switch: {why}"),
        }
    }
}

/// Whether it is a day of the Gregorian calendar, as `YYYY-MM-DD`: then the order of texts is that of days.
fn is_day(text: &str) -> bool {
    let [year @ .., b'-', m, n, b'-', d, e] = text.as_bytes() else {
        return false;
    };
    let number = |digits: &[u8]| {
        let digit = |sum: u32, byte: &u8| byte.is_ascii_digit().then(|| 10 * sum + u32::from(byte - b'0'));
        digits.iter().try_fold(0, digit)
    };
    let Some(year) = Some(year).filter(|year| year.len() == 4).and_then(number) else {
        return false;
    };
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match number(&[*m, *n]) {
        Some(1 | 3 | 5 | 7 | 8 | 10 | 12) => 31,
        Some(4 | 6 | 9 | 11) => 30,
        Some(2) => 28 + u32::from(is_leap),
        _ => return false,
    };
    number(&[*d, *e]).is_some_and(|day| (1..=days).contains(&day))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_those_of_the_calendar() {
        for day in ["2018-01-01", "2024-02-29", "2000-02-29", "2019-12-31"] {
            assert!(is_day(day), "{day}");
        }
        for text in [
            "",
            "2019",
            "2019-6-01",
            "2019-13-01",
            "2019-00-01",
            "2019-02-29",
            "2100-02-29",
            "2019-04-31",
            "2019-01-00",
            "02019-01-01",
            "2019/01/01",
            "2019-01-0x",
            "-2019-01-01",
            "99999999999-01-01",
        ] {
            assert!(!is_day(text), "{text}");
        }
    }

    #[test]
    fn an_edition_has_what_was_made_by_its_day() {
        for change in Change::ALL {
            let edition = |date| Edition::as_of(date).unwrap();
            assert!(edition(change.date()).has(*change), "{change}");
            assert!(edition("2030-01-01").has(*change), "{change}");
            let slip = change.slip();
            assert_eq!(edition(Edition::FIRST_DAY).has(*change), slip.is_some(), "{change}");
            assert!(slip.is_none_or(|slip| !edition(slip).has(*change) && slip < change.date()));
        }
        assert_eq!(Edition::as_of("2030-01-01"), Ok(Edition::NEWEST));
    }

    #[test]
    fn adjustments_are_made_in_their_order() {
        let search = Change::SearchElement2023;
        let parse = |text: &str| text.parse::<Edition>();
        assert_eq!(parse("without:search-element-2023"), Ok(Edition::NEWEST.without(search)));
        assert_eq!(parse("without:search-element-2023+with:search-element-2023"), Ok(Edition::NEWEST));
        let old = Edition::as_of("2019-06-01").unwrap();
        assert_eq!(parse("2019-06-01+with:search-element-2023"), Ok(old.with(search)));
        assert_eq!(old.missing().count() + 1, old.without(Change::VoidChildrenNotSerialized2018).missing().count());
    }

    #[test]
    fn what_is_no_edition_is_told_with_what_was_expected() {
        let error = |text: &str| text.parse::<Edition>().unwrap_err().to_string();
        assert_eq!(error("newest"), "`newest` is not a day; expected YYYY-MM-DD");
        assert_eq!(error("2017-12-31"), "there is no edition of 2017-12-31: the first is that of 2018-01-01");
        assert_eq!(error("2019-01-01+2020-01-01"), "expected `with:ID` or `without:ID`, found `2020-01-01`");
        assert!(error("with:nothing").starts_with("there is no change `nothing`; there are: void-children"));
        assert_eq!(error("without:cdata-note-2026"), "the change `cdata-note-2026` has no switch: Editorial.");
    }
}
