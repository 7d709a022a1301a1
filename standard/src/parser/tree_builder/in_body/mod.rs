//! The "in body" insertion mode.
//!
//! <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inbody>

mod blocks;
mod end_tags;
mod formatting;
mod select;
mod start_tags;
mod structure;
mod tokens;
