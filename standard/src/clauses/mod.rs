//! What every algorithm of the standard is written in: clauses with an identity, the editions that change them, the
//! closed lists they share, the errors they report, and the observer that watches them.

pub mod change;
pub mod clause;
pub mod error;
pub mod insertion_mode;
pub mod limit;
pub mod list;
pub mod observer;
pub mod section;
pub mod state;
pub mod token;
pub mod view;
