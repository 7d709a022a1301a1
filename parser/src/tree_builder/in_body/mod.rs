//! The "in body" insertion mode.
//!
//! <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inbody>

#[rustfmt::skip]
mod blocks;
#[rustfmt::skip]
mod end_tags;
#[rustfmt::skip]
mod formatting;
#[rustfmt::skip]
mod select;
#[rustfmt::skip]
mod start_tags;
#[rustfmt::skip]
mod structure;
#[rustfmt::skip]
mod tokens;
