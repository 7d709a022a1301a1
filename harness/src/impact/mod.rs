//! What a change to the standard does to documents: they are parsed by two editions, compared, and the differences
//! explained.
//!
//! A [`Comparison`] names two editions, an [`Examiner`] compares a document in them, [`Documents`] finds documents, and
//! [`sweep`] examines many in parallel and returns the outcomes in order. A [`Tally`] sums them up for the [`report`].
//! A [`Checkpoint`] allows a killed sweep to be resumed.
//!
//! ```
//! use std::borrow::Cow;
//!
//! use crosscheck::impact::{Comparison, Examiner, Kind, Question};
//! use crosscheck::model::input::Input;
//! use crosscheck_standard::clauses::change::Change;
//!
//! let examiner = Examiner::new(Comparison::of_change(Change::SearchElement2023));
//! let input = Input::document("<p>x<search>y");
//! let question = Question::Input(Cow::Borrowed(&input));
//! let finding = examiner.examine(&question)?.expect("search closes a p since 2023");
//! assert!(finding.difference.kinds.contains(&Kind::Structure));
//! assert!(finding.difference.kinds.contains(&Kind::TextMoved));
//!
//! let input = Input::document("<p>x<section>y");
//! assert_eq!(examiner.examine(&Question::Input(Cow::Borrowed(&input)))?, None);
//! # Ok::<(), crosscheck::model::answer::NoAnswer>(())
//! ```

mod checkpoint;
mod comparison;
mod difference;
mod documents;
mod examine;
mod fixtures;
mod interval;
mod limited;
mod outcome;
mod patch;
mod reading;
mod report;
mod sides;
mod snippets;
mod sweep;
mod tally;
pub mod worker;

pub use checkpoint::{Checkpoint, Header};
pub use comparison::{Comparison, NamedEdition, NotAComparison};
pub use difference::{Difference, Kind, Moved};
pub use documents::{Body, Document, Documents, Found, Origin, Reading as HowToRead, Source};
pub use examine::{Examiner, Finding, MOST_EXPLAINED, Share};
pub use fixtures::{FixtureFinding, Side};
pub use interval::wilson;
pub use limited::Limited;
pub use outcome::{Changed, Outcome, examine};
pub use patch::{Patch, patch};
pub use reading::{Question, Reading};
pub use report::{Swept, report};
pub use sides::Engines;
pub use snippets::{Snippet, snippet};
pub use sweep::sweep;
pub use tally::{Candidate, ChangeTally, Count, Kinds, PlacedFixture, Tally};
