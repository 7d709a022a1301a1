//! The published pair: html5ever 0.39 and its rcdom.

use html5ever::tendril::{StrTendril, TendrilSink};
use html5ever::{ParseOpts, parse_document};
use html5ever_0_39 as html5ever;
use markup5ever_rcdom::RcDom;

/// Parses to a tree.
pub(crate) fn parse(text: &str) -> RcDom {
    parse_document(RcDom::default(), ParseOpts::default()).one(StrTendril::from_slice(text))
}
