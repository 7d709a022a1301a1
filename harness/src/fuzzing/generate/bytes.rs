//! Raw bytes: tag soup in some encoding, which is declared in some way or none, rightly or not.

use arbitrary::{Result, Unstructured};
use encoding_rs::{
    BIG5, EUC_JP, EUC_KR, Encoding, GB18030, GBK, IBM866, ISO_2022_JP, ISO_8859_2, KOI8_R, MACINTOSH, SHIFT_JIS, UTF_8,
    UTF_16BE, UTF_16LE, WINDOWS_1251, WINDOWS_1252, WINDOWS_1255, X_USER_DEFINED,
};

use super::tag_soup;
use super::test_case::{Form, Piece, TestCase, isomorphic};
use crate::model::input::Task;

/// Encodings to write in: each family of decoders, and single-byte ones that differ most.
const ENCODINGS: [&Encoding; 19] = [
    UTF_8,
    WINDOWS_1252,
    UTF_16LE,
    UTF_16BE,
    SHIFT_JIS,
    EUC_JP,
    ISO_2022_JP,
    EUC_KR,
    BIG5,
    GBK,
    GB18030,
    WINDOWS_1251,
    WINDOWS_1255,
    KOI8_R,
    IBM866,
    ISO_8859_2,
    MACINTOSH,
    X_USER_DEFINED,
    encoding_rs::REPLACEMENT,
];

/// Labels that are none, or stand for other encodings than one would think.
const ODD_LABELS: [&str; 8] = ["", "x", "ascii", "latin1", "UTF8", " utf-8\t", "utf-7", "unicode"];

/// Text that takes more than one byte somewhere.
const LETTERS: [&str; 6] = ["é", "ж", "漢", "ｱ", "€", "😀"];

/// Byte sequences that some decoder stumbles over.
const SEQUENCES: [&[u8]; 14] = [
    b"\x80",
    b"\xFF",
    b"\xC3",
    b"\xE2\x82",
    b"\xED\xA0\x80",
    b"\xF4\x90\x80\x80",
    b"\xC0\x80",
    b"\x81<",
    b"\x8F\xA1",
    b"\x1B$B",
    b"\x1B(J\\~",
    b"\x1B(B",
    b"\x00\xD8",
    b"\x81\x30\x81",
];

/// Byte order marks, and what looks like one.
const MARKS: [&[u8]; 4] = [b"\xEF\xBB\xBF", b"\xFF\xFE", b"\xFE\xFF", b"\xEF\xBB"];

pub(super) fn bytes(u: &mut Unstructured<'_>) -> Result<TestCase> {
    // Most documents are UTF-8, whether they say so or not.
    let encoding = match u.ratio(1, 3)? {
        true => UTF_8,
        false => *u.choose(&ENCODINGS)?,
    };
    let transport = match u.ratio(1, 4)? {
        true => Some(label(u, encoding)?),
        false => None,
    };
    let mut pieces = Vec::new();
    if u.ratio(1, 6)? {
        pieces.push(isomorphic(u.choose(&MARKS)?));
    }
    let mut text = Vec::new();
    if u.ratio(1, 2)? {
        text.push(declaration(u, encoding)?.into());
    }
    let task = match u.ratio(1, 3)? {
        true => Task::Encoding,
        false => Task::Tree { context: None, scripting: u.ratio(1, 8)? },
    };
    let names = tag_soup::names(u)?;
    while !u.is_empty() {
        match u.int_in_range(0..=9)? {
            0 => pieces.extend(written(&mut text, encoding).chain([isomorphic(u.choose(&SEQUENCES)?)])),
            1 => pieces.extend(written(&mut text, encoding).chain([isomorphic(&[u.arbitrary()?])])),
            2 => text.push(declaration(u, encoding)?.into()),
            3 | 4 => text.push((*u.choose(&LETTERS)?).into()),
            _ => tag_soup::token(u, &names, &mut text)?,
        }
    }
    pieces.extend(written(&mut text, encoding));
    Ok(TestCase { task, pieces, form: Form::Bytes { encoding: transport } })
}

/// The pieces of text, in the encoding; they are taken.
fn written<'t>(text: &'t mut Vec<Piece>, encoding: &'static Encoding) -> impl Iterator<Item = Piece> + use<'t> {
    text.drain(..).map(move |piece| isomorphic(&encoded(&piece, encoding)))
}

/// Text in an encoding; UTF-16 too, for which the Encoding standard has no encoder.
fn encoded(text: &str, encoding: &'static Encoding) -> Vec<u8> {
    match encoding {
        _ if encoding == UTF_16LE => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
        _ if encoding == UTF_16BE => text.encode_utf16().flat_map(u16::to_be_bytes).collect(),
        _ => encoding.encode(text).0.into_owned(),
    }
}

/// Mostly the encoding's own name; else another's, or an odd label.
fn label(u: &mut Unstructured<'_>, encoding: &'static Encoding) -> Result<String> {
    Ok(match u.int_in_range(0..=7)? {
        0 | 1 => (*u.choose(&ODD_LABELS)?).to_owned(),
        2 => u.choose(&ENCODINGS)?.name().to_owned(),
        _ => encoding.name().to_owned(),
    })
}

/// A declaration of the encoding in the document, or what looks like one.
fn declaration(u: &mut Unstructured<'_>, encoding: &'static Encoding) -> Result<String> {
    let label = label(u, encoding)?;
    let template = u.choose(&[
        "<meta charset=%>",
        "<meta charset='%'>",
        "<META CHARSET = \"%\"/>",
        "<meta http-equiv=content-type content='text/html; charset=%'>",
        "<meta content='charset=\"%\"' http-equiv=Content-Type>",
        "<meta content='charset=%'>",
        "<meta charset=x charset=%>",
        "<meta/charset=%>",
        "<?xml version='1.0' encoding='%'?>",
        "<?xml encoding=\"%\"",
        "<!--<meta charset=%>-->",
        "<!--><meta charset=%>",
        "</a b='<meta charset=x>'><meta charset=%>",
        "<script><meta charset=%></script>",
        "<a b=<meta charset=%>",
    ])?;
    Ok(template.replace('%', &label))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::engines::Engine as _;
    use crate::engines::standard::Standard;
    use crate::fuzzing::generate::Generator;
    use crate::model::answer::Answer;
    use crate::model::input::Source;

    #[test]
    fn documents_end_in_many_encodings_by_transport_and_by_declaration() {
        let (mut by_transport, mut by_document) = (HashSet::new(), HashSet::new());
        let mut standard = Standard::default();
        for case in Generator::Bytes.documents(1).take(4_000) {
            let mut input = case.input();
            input.task = Task::Encoding;
            let is_told = matches!(&input.source, Source::Bytes { encoding: Some(_), .. });
            if let Answer::Encoding(encoding) = standard.answer(&input) {
                match is_told {
                    true => by_transport.insert(encoding),
                    false => by_document.insert(encoding),
                };
            }
        }
        // UTF-16 is never declared within a document: a declaration of it means UTF-8. Its mark tells it.
        for found in [&by_transport, &by_document] {
            assert!(found.len() >= ENCODINGS.len() - 1, "{found:?}");
        }
    }
}
