//! One document: read by both editions, and the reasons for any difference.

use std::collections::BTreeSet;
use std::rc::Rc;

use crosscheck_standard::clauses::change::{Change, Edition};
use crosscheck_standard::parser::parse::{Failure, Parsed};
use crosscheck_standard::wtf8::Wtf8Buf;
use serde::{Deserialize, Serialize};

use super::comparison::Comparison;
use super::difference::{Difference, Kind};
use super::reading::{Question, Reading};
use crate::engines::standard::canonical_tree;
use crate::model::answer::NoAnswer;
use crate::oracles::mutation_xss;

/// Longer documents are not attributed to a change and not parsed a second time, because each step parses them again.
pub const MOST_EXPLAINED: usize = 16 << 20;

/// How many different dangers are kept of a document, and of a sweep; the others are kept as one.
pub(super) const MOST_DANGERS: usize = 100;

/// What stands for further dangers.
pub(super) const OTHER_DANGERS: &str = "others";

/// The longest description of a danger that is kept whole, in bytes: it has names of the document.
const LONGEST_DANGER: usize = 200;

/// What two editions of the standard make of documents.
#[derive(Debug, Clone)]
pub struct Examiner {
    /// The editions.
    pub comparison: Comparison,
    editions: Vec<Edition>,
    changes: Vec<Change>,
}

/// How the two editions differ on a document.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    /// In what.
    pub difference: Difference,
    /// Whether the markup differs that is written of the tree.
    pub markup: bool,
    /// Whether the two editions parse markup differently that one of them serialised.
    pub second_parse: bool,
    /// What one edition then finds in it that the other did not write: elements, scripts, event handlers.
    pub dangers: BTreeSet<String>,
    /// The changes that cause the difference, oldest first. Empty if the document is too long.
    pub shares: Vec<Share>,
    /// Whether the document was too long to attribute the difference to a change.
    pub is_too_long: bool,
}

/// What one change did to a document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Share {
    /// The id of the change.
    pub change: String,
    /// In what the editions before and after it differ.
    pub difference: Difference,
    /// Whether the markup differs that is written of the tree.
    pub markup: bool,
    /// Whether it makes the whole difference: turned on alone the document is as it is with all, or turned off alone as
    /// it is with none.
    pub alone: bool,
}

impl Finding {
    /// Adds what was found in another question about the same document.
    pub(super) fn join(&mut self, other: Self) {
        self.difference.join(other.difference);
        self.markup |= other.markup;
        self.second_parse |= other.second_parse;
        self.is_too_long |= other.is_too_long;
        self.dangers.extend(other.dangers);
        for share in other.shares {
            match self.shares.iter_mut().find(|known| known.change == share.change) {
                Some(known) => {
                    known.difference.join(share.difference);
                    known.markup |= share.markup;
                    known.alone &= share.alone;
                }
                None => self.shares.push(share),
            }
        }
    }
}

/// An edition's view of a document.
struct View {
    /// Shared by editions that read it alike.
    reading: Rc<Reading>,
    markup: Option<Wtf8Buf>,
}

impl View {
    /// An edition's view of a question.
    fn of(question: &Question<'_>, edition: Edition) -> Result<Self, NoAnswer> {
        let reading = Rc::new(question.read(edition)?);
        Ok(Self::with(reading, question, edition))
    }

    /// What an edition writes of a reading.
    fn with(reading: Rc<Reading>, question: &Question<'_>, edition: Edition) -> Self {
        let markup = reading.markup(edition, question.scripting());
        Self { reading, markup }
    }

    fn is_same(&self, other: &Self) -> bool {
        self.markup == other.markup && self.reads_like(other)
    }

    fn reads_like(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.reading, &other.reading) || self.reading.is_same(&other.reading)
    }

    /// How a later view differs, with what is written of it.
    fn difference(&self, later: &Self) -> (Difference, bool) {
        let mut difference = Difference::of(&self.reading, &later.reading);
        let markup = self.markup != later.markup;
        if markup && difference.kinds.is_empty() {
            difference.kinds.insert(Kind::SerialisationOnly);
        }
        (difference, markup)
    }
}

impl Examiner {
    /// Compares documents in two editions.
    pub fn new(comparison: Comparison) -> Self {
        let (editions, changes) = comparison.steps();
        Self { comparison, editions, changes }
    }

    /// How the two editions differ on a document; `None` if they do not.
    ///
    /// # Errors
    /// Why it cannot be read.
    pub fn examine(&self, question: &Question<'_>) -> Result<Option<Finding>, NoAnswer> {
        let (from, to) = (self.comparison.from.edition, self.comparison.to.edition);
        let old = View::of(question, from)?;
        let mut new = View::of(question, to)?;
        if old.reads_like(&new) {
            if old.markup == new.markup {
                return Ok(None);
            }
            new.reading = Rc::clone(&old.reading);
        }
        let (difference, markup) = old.difference(&new);
        let mut finding =
            Finding { difference, markup, is_too_long: question.length() > MOST_EXPLAINED, ..Finding::default() };
        if !finding.is_too_long {
            let read_again = self.read_again(question, &old, &new);
            (finding.second_parse, finding.dangers) = read_again.map_err(|failure| failure.to_string())?;
            finding.shares = self.shares(question, old, new)?;
        }
        Ok(Some(finding))
    }

    /// The editions immediately before and after a change, on the way from the old edition to the new one.
    pub(super) fn of_change(&self, change: Change) -> (Edition, Edition) {
        let place = self.changes.iter().position(|other| *other == change);
        match place {
            Some(place) => (self.editions[place], self.editions[place + 1]),
            None => (self.comparison.to.edition, self.comparison.to.edition),
        }
    }

    /// The changes that can make a difference, oldest first.
    pub fn changes(&self) -> &[Change] {
        &self.changes
    }

    /// The changes that make a difference on the way from the old edition to the new one, found by bisection.
    fn shares(&self, question: &Question<'_>, old: View, new: View) -> Result<Vec<Share>, NoAnswer> {
        let view = |edition| match Rc::ptr_eq(&old.reading, &new.reading) {
            // Only what is written of it differs.
            true => Ok(View::with(Rc::clone(&old.reading), question, edition)),
            false => View::of(question, edition),
        };
        let mut steps = Vec::new();
        let (mut start, mut before) = (0, None::<View>);
        while start < self.changes.len() && !before.as_ref().unwrap_or(&old).is_same(&new) {
            let (mut same, mut differs) = (start, self.changes.len());
            let mut after = None;
            while same + 1 < differs {
                let middle = same.midpoint(differs);
                let seen = view(self.editions[middle])?;
                if seen.is_same(before.as_ref().unwrap_or(&old)) {
                    same = middle;
                } else {
                    (differs, after) = (middle, Some(seen));
                }
            }
            let from = before.as_ref().unwrap_or(&old);
            let (difference, markup) = from.difference(after.as_ref().unwrap_or(&new));
            steps.push(Share { change: self.changes[differs - 1].id().to_owned(), difference, markup, alone: false });
            start = differs;
            before = after;
            if before.is_none() {
                break;
            }
        }
        if let [only] = steps.as_mut_slice() {
            only.alone = self.is_alone(&view, &only.change, &old, &new)?;
        }
        Ok(steps)
    }

    /// Whether a change makes the whole difference when it alone is turned on, or off.
    fn is_alone(
        &self,
        view: &dyn Fn(Edition) -> Result<View, NoAnswer>,
        change: &str,
        old: &View,
        new: &View,
    ) -> Result<bool, NoAnswer> {
        if self.changes.len() == 1 {
            return Ok(true);
        }
        let Some(change) = Change::from_id(change) else {
            return Ok(false);
        };
        let (from, to) = (self.comparison.from.edition, self.comparison.to.edition);
        let toggled = |edition: Edition| match edition.has(change) {
            true => edition.without(change),
            false => edition.with(change),
        };
        Ok(view(toggled(from))?.is_same(new) || view(toggled(to))?.is_same(old))
    }

    /// Whether the editions parse markup differently that one of them serialised, and what is new in it. A sanitiser of
    /// one edition and a browser of the other disagree on such documents.
    fn read_again(&self, question: &Question<'_>, old: &View, new: &View) -> Result<(bool, BTreeSet<String>), Failure> {
        let (from, to) = (self.comparison.from.edition, self.comparison.to.edition);
        let mut differs = false;
        let mut dangers = BTreeSet::new();
        for (view, own, other) in [(old, from, to), (new, to, from)] {
            let (Some(parsed), Some(markup)) = (view.reading.parsed(), &view.markup) else {
                continue;
            };
            let again = question.read_instead(markup, own)?;
            let elsewhere = question.read_instead(markup, other)?;
            if !is_same_tree(&again, &elsewhere) {
                differs = true;
                let trees = [&elsewhere, parsed, &again].map(canonical_tree);
                let mutations = mutation_xss::beyond(&trees[0], [&trees[1], &trees[2]]);
                for danger in mutations.iter().map(|mutation| shortened(mutation.to_string())) {
                    match dangers.len() < MOST_DANGERS {
                        true => dangers.insert(danger),
                        false => dangers.insert(OTHER_DANGERS.to_owned()),
                    };
                }
            }
        }
        Ok((differs, dangers))
    }
}

/// A description that is not too long, or its beginning.
fn shortened(mut text: String) -> String {
    if text.len() > LONGEST_DANGER {
        text.truncate(text.floor_char_boundary(LONGEST_DANGER));
        text.push('…');
    }
    text
}

fn is_same_tree(one: &Parsed, other: &Parsed) -> bool {
    one.document.quirks_mode == other.document.quirks_mode
        && one.document.same_below(one.root(), &other.document, other.root())
}
