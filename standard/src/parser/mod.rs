//! The parsing and serialisation algorithms.
//!
//! <https://html.spec.whatwg.org/multipage/parsing.html>

pub mod byte_parser;
pub mod encoding;
pub mod error_log;
mod on_demand;
pub mod options;
pub mod parse;
pub mod pseudo_attribute;
pub mod select;
pub mod serialise;
pub mod tokenizer;
pub mod tree_builder;
pub mod watch;
mod words;
