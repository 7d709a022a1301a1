//! The standard engine on bytes.

use crosscheck_standard::clauses::observer::Observer;
use crosscheck_standard::parser::byte_parser::ByteParser;
use crosscheck_standard::parser::encoding::{Encoding, Metadata};
use crosscheck_standard::parser::parse::{Failure, Parsed};
use crosscheck_standard::parser::watch::{Watch, parse_bytes};

use super::Standard;
use crate::model::input::Context;

impl Standard {
    /// A parser of a document of bytes by this engine's edition, with an observer.
    pub fn byte_parser<O: Observer>(
        &self,
        observer: O,
        transport_label: Option<&str>,
        scripting: bool,
    ) -> ByteParser<O> {
        let options = self.options(scripting, &None::<Context>);
        ByteParser::new(observer, options, metadata(transport_label))
    }

    /// Parses a document of bytes that arrive in pieces; returns its encoding too.
    pub(super) fn parse_bytes(
        &self,
        pieces: &[&[u8]],
        transport_label: Option<&str>,
        scripting: bool,
        watch: Watch<'_>,
    ) -> Result<(Parsed, &'static Encoding), Failure> {
        let options = self.options(scripting, &None::<Context>);
        parse_bytes(pieces, options, metadata(transport_label), watch)
    }
}

fn metadata(transport_label: Option<&str>) -> Metadata {
    Metadata { transport_label: transport_label.map(str::to_owned), ..Metadata::default() }
}
