//! The HTML standard's parsing and serialisation algorithms, written out clause by clause.
//!
//! <https://html.spec.whatwg.org/multipage/parsing.html>

pub mod change;
pub mod clause;
pub mod dom;
pub mod encoding;
pub mod error;
pub mod error_log;
pub mod limit;
pub mod list;
pub mod name;
pub mod observer;
mod on_demand;
pub mod options;
pub mod parse;
pub mod pseudo_attribute;
pub mod section;
pub mod select;
pub mod serialise;
pub mod tokenizer;
pub mod tree_builder;
pub mod watch;
mod words;
pub mod wtf8;
