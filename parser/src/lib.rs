//! The HTML standard's parsing algorithm, written out clause by clause.
//!
//! <https://html.spec.whatwg.org/multipage/parsing.html>

pub mod wtf8;
