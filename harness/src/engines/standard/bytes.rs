//! The standard engine on bytes.

use crosscheck_parser::encoding::{ByteParser, Encoding, Metadata};
use crosscheck_parser::observer::Observer;
use crosscheck_parser::options::ScriptingMode;
use crosscheck_parser::parse::{Failure, Parsed};

use super::Standard;

impl Standard {
    /// A parser of a document of bytes by this engine's edition, with somebody who watches.
    pub fn byte_parser<O: Observer>(
        &self,
        observer: O,
        transport_label: Option<&str>,
        scripting: bool,
    ) -> ByteParser<O> {
        let options = self.options(match scripting {
            false => ScriptingMode::Disabled,
            true => ScriptingMode::Normal,
        });
        let metadata = Metadata {
            transport_label: transport_label.map(str::to_owned),
            ..Metadata::default()
        };
        ByteParser::new(observer, options, metadata)
    }

    /// Parses a document of bytes; gives its encoding too.
    pub(super) fn parse_bytes<O: Observer>(
        &self,
        bytes: &[u8],
        transport_label: Option<&str>,
        scripting: bool,
        observer: O,
    ) -> Result<(Parsed, &'static Encoding), Failure> {
        let mut parser = self.byte_parser(observer, transport_label, scripting);
        parser.feed(bytes)?;
        parser.finish()
    }
}
