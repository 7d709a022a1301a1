//! The results of Crosscheck, as plain types with their JSON, and what renders them.
//!
//! A result type says what was found and nothing about how it is shown; a renderer takes a result type and a writer.
//! The JSON is the type itself, wrapped in a [`Document`].

mod changes;
mod check_engine;
mod clauses;
mod compare;
mod coverage;
mod diff;
mod document;
mod engines;
mod expectations;
pub mod github;
pub mod html;
mod hunt;
mod impact;
mod issue;
pub mod junit;
pub mod markdown;
mod mutants;
mod nightly;
mod parse;
mod run;
pub mod sarif;
mod serialise;
mod shell;
pub mod tap;
pub mod terminal;
mod trace;
mod visible;
mod words;

pub use changes::{ChangeEntry, ChangesReport};
pub use check_engine::{CheckEngineReport, EngineCheck, EngineCheckResult};
pub use clauses::{ClauseEntry, ClauseLimit, ClausesReport};
pub use compare::{CheckChange, CompareReport, EngineChange, EngineThen};
pub use coverage::{Compared, CoverageReport, SectionCoverage, Unreachable};
pub use diff::{Line, Row, Span, keep_readable, side_by_side};
pub use document::{Body, Document, NotADocument, read_json, write_json};
pub use engines::{Editions, EngineEntry, EnginesReport};
pub use expectations::{ExpectationEntry, ExpectationsFile, ExpectationsReport};
pub use hunt::{AskedEntry, DivergenceEntry, HuntReport, NeighbourEntry, SuspectEntry};
pub use impact::{
    CountEntry, FixtureEntry, ImpactEntry, ImpactReport, SecurityEntry, SideEntry, SnippetEntry, SourceEntry,
    UnjudgedEntry,
};
pub use issue::{Issue, ProgramEntry, RuleEntry, issue as write_issue};
pub use mutants::{MutantCounts, MutantEntry, MutantSection, MutantsReport};
pub use nightly::{
    Compared as ComparedWithNight, FixturesNight, FoundCause, NightlyReport, PartEntry, PartState, RecordEntry,
    Regression,
};
pub use parse::{ErrorEntry, Output, ParseReport};
pub use run::{
    CheckResult, EngineVersion, PassedChecks, Problem, Provenance, RunReport, SourceVersion, Total, Verdict,
    VerdictCounts,
};
pub use serialise::{MarkupOutput, RoundTripCause, RoundTripEntry, SerialiseReport};
pub use shell::ShellLine;
pub use trace::{TraceReport, TracedClause, TracedToken};
pub use visible::{Piece, pieces, visible, visible_line};
