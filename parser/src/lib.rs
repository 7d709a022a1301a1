//! The HTML standard's parsing algorithm, written out clause by clause.
//!
//! <https://html.spec.whatwg.org/multipage/parsing.html>

pub mod change;
pub mod clause;
pub mod dom;
pub mod error;
pub mod error_log;
pub mod list;
pub mod name;
pub mod observer;
pub mod section;
pub mod tokenizer;
pub mod wtf8;
