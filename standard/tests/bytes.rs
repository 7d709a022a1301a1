//! Bytes: what they are decoded with, when that is known, and what they become.

use std::collections::BTreeSet;

use crosscheck_standard::clauses::clause::Clause;
use crosscheck_standard::clauses::observer::{Ignore, Observer};
use crosscheck_standard::dom::{NodeId, NodeKind};
use crosscheck_standard::parser::byte_parser::ByteParser;
use crosscheck_standard::parser::encoding::{Confidence, Encoding, Metadata, PRESCANNED};
use crosscheck_standard::parser::options::Options;
use crosscheck_standard::parser::parse::{Parsed, parse_document};
use encoding_rs::{EUC_KR, KOI8_R, SHIFT_JIS, UTF_8, UTF_16LE, WINDOWS_1252};
use fastrand::Rng;

fn parser(metadata: Metadata) -> ByteParser<Ignore> {
    ByteParser::new(Ignore, Options::default(), metadata)
}

fn parse(bytes: &[u8], metadata: Metadata) -> (Parsed, &'static Encoding) {
    let mut parser = parser(metadata);
    parser.feed(bytes).unwrap();
    parser.finish().unwrap()
}

/// All text in the document, in order.
fn text(parsed: &Parsed) -> String {
    let document = &parsed.document;
    let texts = document.descendants(NodeId::DOCUMENT).filter_map(|(_, node)| match *document.kind(node) {
        NodeKind::Text(text) => Some(document.text(text)),
        _ => None,
    });
    String::from_utf8(texts.collect::<Vec<_>>().concat()).unwrap()
}

/// The bytes as the encoding with this label.
fn decoded(bytes: &[u8], label: &str) -> String {
    let metadata = Metadata { transport_label: Some(label.to_owned()), ..Metadata::default() };
    text(&parse(bytes, metadata).0)
}

/// So much that the prescan sees nothing behind it.
fn late(markup: &[u8]) -> Vec<u8> {
    [b" ".repeat(PRESCANNED).as_slice(), markup].concat()
}

#[test]
fn what_is_known_is_heeded_in_the_order_of_the_text() {
    let declares = b"<meta charset=shift_jis>".as_slice();
    let mut metadata = Metadata {
        known: Some(UTF_8),
        user_override: Some(EUC_KR),
        transport_label: Some("koi8-r".to_owned()),
        container: Some(EUC_KR),
        likely: Some(KOI8_R),
        fallback: UTF_8,
    };
    let encoding = |metadata: &Metadata, bytes| parse(bytes, metadata.clone()).1;
    assert_eq!(encoding(&metadata, declares), UTF_8, "the known one");
    assert_eq!(encoding(&metadata, b"\xFF\xFE"), UTF_8, "whatever the mark");
    metadata.known = None;
    assert_eq!(encoding(&metadata, b"\xFF\xFE"), UTF_16LE, "the mark");
    assert_eq!(encoding(&metadata, declares), EUC_KR, "the user's");
    metadata.user_override = None;
    assert_eq!(encoding(&metadata, declares), KOI8_R, "the transport's");
    metadata.transport_label = Some("not supported".to_owned());
    assert_eq!(encoding(&metadata, declares), SHIFT_JIS, "the document's");
    assert_eq!(encoding(&metadata, b""), EUC_KR, "the container's");
    metadata.container = Some(UTF_16LE);
    assert_eq!(encoding(&metadata, b""), KOI8_R, "the likely one");
    metadata.likely = None;
    assert_eq!(encoding(&metadata, b""), UTF_8, "the fallback");
}

#[test]
fn a_byte_order_mark_decides_even_where_the_encoding_is_known() {
    let known = Metadata { known: Some(KOI8_R), ..Metadata::default() };
    let (parsed, encoding) = parse("\u{feff}\u{e9}".as_bytes(), known);
    assert_eq!(encoding, KOI8_R, "the document is told what is known");
    assert_eq!(text(&parsed), "\u{e9}", "the decoder goes by the mark");
}

#[test]
fn tentative_becomes_certain_by_a_declaration() {
    let mut parser = parser(Metadata::default());
    assert_eq!(parser.encoding(), None, "before there are bytes to tell by");
    parser.feed(&late(b"")[1..]).unwrap();
    assert_eq!(parser.encoding(), None, "one byte is missing");
    parser.feed(b"<p>\xD0").unwrap();
    let fallback = Some((WINDOWS_1252, Confidence::Tentative));
    assert_eq!(parser.encoding(), fallback);
    parser.feed(b"<meta charset=koi8-r").unwrap();
    assert_eq!(parser.encoding(), fallback, "the tag is open");
    parser.feed(b">\xD0").unwrap();
    assert_eq!(parser.encoding(), Some((KOI8_R, Confidence::Certain)));
    parser.feed(b"<meta charset=euc-kr>\xD0").unwrap();
    let (parsed, encoding) = parser.finish().unwrap();
    assert_eq!(encoding, KOI8_R);
    assert_eq!(text(&parsed).trim(), "\u{43f}\u{43f}\u{43f}");
}

#[test]
fn what_was_parsed_in_vain_leaves_no_errors_and_no_nodes() {
    let bytes = late(b"</p><meta charset=koi8-r>\xD0</p>");
    let (again, _) = parse(&bytes, Metadata::default());
    let known = Metadata { known: Some(KOI8_R), ..Metadata::default() };
    let (at_once, _) = parse(&bytes, known);
    assert!(is_same(&again, &at_once));
}

/// Counts what is done for which start tags, and how often all is begun again.
#[derive(Default)]
struct Counts {
    metas: usize,
    blocks: usize,
    restarts: usize,
}

impl Observer for Counts {
    fn row(&mut self, clause: Clause, _: usize) -> bool {
        match clause.id() {
            "in-head/start-tag-meta" => self.metas += 1,
            "in-body/start-tag-block" => self.blocks += 1,
            _ => {}
        }
        true
    }

    fn step(&mut self, clause: Clause) -> bool {
        self.restarts += usize::from(clause.id() == "change-encoding/restart");
        true
    }
}

#[test]
fn nothing_behind_the_declaration_is_parsed_in_vain() {
    assert!(Clause::from_id("in-body/start-tag-block").is_some());
    let bytes = late(b"<div><div><meta charset=koi8-r><div>");
    let mut counts = Counts::default();
    let mut parser = ByteParser::new(&mut counts, Options::default(), Metadata::default());
    parser.feed(&bytes).unwrap();
    parser.finish().unwrap();
    assert_eq!((counts.restarts, counts.metas), (1, 2));
    assert_eq!(counts.blocks, 2 + 3, "those before it, then all");
}

#[test]
fn bytes_that_mean_nothing_become_replacement_characters() {
    assert_eq!(decoded(b"a\xFFb", "utf-8"), "a\u{fffd}b");
    assert_eq!(decoded(b"a\xE2\x82", "utf-8"), "a\u{fffd}", "at the end");
    assert_eq!(decoded(b"\xED\xA0\x80", "utf-8"), "\u{fffd}".repeat(3));
    assert_eq!(decoded(b"a\0\0\xD8b\0c", "utf-16le"), "a\u{fffd}b\u{fffd}");
    assert_eq!(decoded(b"\x82<p>", "shift_jis"), "\u{fffd}", "no tag is eaten");
    assert_eq!(decoded(b"<p>a lot", "iso-2022-kr"), "\u{fffd}");
    assert_eq!(decoded(b"", "iso-2022-kr"), "", "nothing is not replaced");
    assert_eq!(decoded(b"\x80\xFF", "x-user-defined"), "\u{f780}\u{f7ff}");
}

#[test]
fn a_byte_order_mark_is_no_text_but_a_second_one_is() {
    let twice = "\u{feff}\u{feff}x".as_bytes();
    assert_eq!(decoded(twice, "koi8-r"), "\u{feff}x");
    assert_eq!(decoded(b"\xFE\xFF\0x", "koi8-r"), "x");
}

#[test]
fn a_decoder_goes_on_from_piece_to_piece() {
    let bytes = b"\x1B$B$\"\x1B(B\x82";
    let mut parser = parser(Metadata { user_override: Encoding::for_label(b"iso-2022-jp"), ..Metadata::default() });
    for byte in late(bytes).chunks(1) {
        parser.feed(byte).unwrap();
    }
    let (parsed, _) = parser.finish().unwrap();
    assert_eq!(text(&parsed).trim(), "\u{3042}\u{fffd}");
}

/// What random bytes are made of: whatever the prescan, the parser or a decoder treats apart.
const PARTS: &[&[u8]] = &[
    b"<",
    b">",
    b"/",
    b"=",
    b"\"",
    b"'",
    b" ",
    b"-",
    b"!--",
    b"-->",
    b"<!",
    b"?",
    b"<?xml",
    b"encoding",
    b"<p ",
    b"<meta ",
    b"<META/",
    b"charset",
    b"content",
    b"http-equiv=content-type",
    b"charset=koi8-r ",
    b"charset='utf-16'",
    b"charset=iso-2022-jp>",
    b"charset=iso-2022-kr>",
    b"charset=x-user-defined>",
    b"<meta charset=shift_jis>",
    b"<meta charset=gb18030>",
    b"<plaintext>",
    b"<svg><![CDATA[",
    b"&#x2d;",
    b"\r",
    b"\n",
    b"\0",
    b"\x1B$B",
    b"\x1B(B",
    b"\xEF\xBB\xBF",
    b"\xFF\xFE",
    b"\xFE\xFF",
    b"\x81",
    b"\x81\x30",
    b"\xC3",
    b"\xA9",
    b"\xF0\x9F\x98\x80",
    b"\xED\xA0\x80",
];

/// The pieces make what the whole makes, and that is what the text makes that the bytes are in their encoding.
#[test]
fn random_bytes_in_random_pieces() {
    let mut numbers = Rng::with_seed(1);
    let mut encodings = BTreeSet::new();
    for round in 0..20_000 {
        let mut bytes = Vec::new();
        for _ in 0..numbers.usize(..24) {
            bytes.extend_from_slice(PARTS[numbers.usize(..PARTS.len())]);
            // In some rounds, what comes next is near the end of what is prescanned, or behind it.
            if round % 4 == 0 && numbers.usize(..8) == 0 {
                bytes.resize(bytes.len().max(PRESCANNED - numbers.usize(..30)), b' ');
            }
        }
        let (whole, encoding) = parse(&bytes, Metadata::default());
        let mut cut = parser(Metadata::default());
        let mut rest = bytes.as_slice();
        while !rest.is_empty() {
            let (piece, behind) = rest.split_at(numbers.usize(1..=rest.len().min(9)));
            cut.feed(piece).unwrap();
            rest = behind;
        }
        let (cut, other) = cut.finish().unwrap();
        let shown = bytes.escape_ascii();
        assert_eq!(other, encoding, "{shown}");
        assert!(is_same(&cut, &whole), "{shown}");
        let (text, _, _) = encoding.decode(&bytes);
        let from_text = parse_document(&text, Options::default()).unwrap();
        assert!(is_same(&from_text, &whole), "{shown} as {}", encoding.name());
        encodings.insert(encoding.name());
    }
    assert!(encodings.len() > 6, "the parts bring about many: {encodings:?}");
}

fn is_same(one: &Parsed, other: &Parsed) -> bool {
    let (document, root) = (&other.document, other.root());
    one.errors == other.errors && one.document.same_below(one.root(), document, root)
}
