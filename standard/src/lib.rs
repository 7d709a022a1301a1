//! The HTML standard, executable: its algorithms, written out clause by clause.
//!
//! [`clauses`] says what a clause and an edition are and how an observer watches them; [`parser`] holds the parsing and
//! serialisation algorithms, over the document of [`dom`].
//!
//! <https://html.spec.whatwg.org/multipage/parsing.html>

pub mod clauses;
pub mod dom;
pub mod name;
pub mod parser;
pub mod wtf8;
