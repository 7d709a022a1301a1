//! The tokenizer's answer does not depend on how the text is cut into pieces.

use crosscheck_standard::clauses::observer::Ignore;
use crosscheck_standard::clauses::state::State;
use crosscheck_standard::parser::tokenizer::{OwnedToken, TokenizeOptions, Tokenized, tokenize};
use crosscheck_standard::wtf8::{self, NotWtf8, Wtf8Buf};
use fastrand::Rng;

fn tokens(pieces: &[&[u8]], options: &TokenizeOptions) -> Tokenized {
    tokenize(pieces.iter().copied(), options, &mut Ignore).expect("the pieces are WTF-8")
}

const LEAD: &[u8] = b"\xED\xA0\xBD";
const TRAIL: &[u8] = b"\xED\xB8\x80";

#[test]
fn a_surrogate_pair_in_two_pieces_is_one_character() {
    let options = TokenizeOptions::default();
    let whole = tokens(&["a\u{1F600}\0".as_bytes()], &options);
    assert_eq!(tokens(&[b"a", LEAD, TRAIL, b"\0"], &options), whole);
    let lead_behind_a: &[u8] = &[b"a", LEAD].concat();
    let trail_before_null: &[u8] = &[TRAIL, b"\0"].concat();
    assert_eq!(tokens(&[lead_behind_a, trail_before_null], &options), whole);
    assert_eq!(tokens(&[lead_behind_a, b"", trail_before_null], &options), whole);
}

#[test]
fn a_surrogate_pair_is_joined_behind_what_is_looked_ahead_at() {
    let options = TokenizeOptions::default();
    for before in ["&am", "<!DOC", "<!-", "<![CDA", "<!DOCTYPE a PUB", "<a b=&no"] {
        let whole = tokens(&[format!("{before}\u{1F600}>").as_bytes()], &options);
        let with_lead = [before.as_bytes(), LEAD].concat();
        assert_eq!(tokens(&[&with_lead, TRAIL, b">"], &options), whole, "{before}");
        assert_eq!(tokens(&[before.as_bytes(), LEAD, TRAIL, b">"], &options), whole, "{before}");
    }
}

#[test]
fn a_lone_surrogate_stays() {
    let options = TokenizeOptions::default();
    for pieces in [[b"a", LEAD], [LEAD, b"a"], [TRAIL, LEAD], [LEAD, LEAD]] {
        let whole = pieces.concat();
        let tokenized = tokens(&pieces, &options);
        let expected = Wtf8Buf::from_wtf8(whole.clone()).expect("lone surrogates are WTF-8");
        assert_eq!(tokenized.tokens, [OwnedToken::Characters(expected)]);
        assert_eq!(tokens(&[&whole], &options), tokenized);
    }
}

#[test]
fn what_is_not_wtf8_is_an_error() {
    let pieces: [&[u8]; 2] = [b"a", b"bc\xFF"];
    let error = tokenize(pieces, &TokenizeOptions::default(), &mut Ignore);
    assert_eq!(error, Err(NotWtf8 { offset: 2 }));
}

/// What random texts are made of: whatever some state treats apart.
const PARTS: &[&str] = &[
    "<",
    ">",
    "/",
    "!",
    "?",
    "-",
    "--",
    "&",
    "#",
    "x",
    ";",
    "=",
    "\"",
    "'",
    "`",
    " ",
    "\t",
    "\r",
    "\n",
    "\r\n",
    "\0",
    "\u{1}",
    "]",
    "]]>",
    "[CDATA[",
    "<!--",
    "-->",
    "DOCTYPE",
    "public",
    "SYSTEM",
    "script",
    "</script",
    "Script",
    "a",
    "B",
    "9",
    "not",
    "notin",
    "amp",
    "&#",
    "&#x8",
    "xml",
    "_",
    "\u{e9}",
    "\u{1F600}",
    "\u{FDD0}",
    "\u{FFFF}",
];

#[test]
fn random_texts_in_random_pieces() {
    let mut numbers = Rng::with_seed(1);
    for round in 0..20_000 {
        let text: String = (0..numbers.usize(..24)).map(|_| PARTS[numbers.usize(..PARTS.len())]).collect();
        let options = TokenizeOptions {
            initial_state: [
                State::Data,
                State::Rcdata,
                State::Rawtext,
                State::ScriptData,
                State::Plaintext,
                State::CdataSection,
            ][round % 6],
            last_start_tag: Some("script".into()),
            ..TokenizeOptions::default()
        };
        let whole = tokens(&[text.as_bytes()], &options);
        let mut pieces: Vec<&[u8]> = Vec::new();
        let mut rest = text.as_bytes();
        while !rest.is_empty() {
            let mut length = 0;
            for _ in 0..=numbers.usize(..5) {
                length += wtf8::first_code_point(&rest[length..]).map_or(0, |(_, length)| length);
            }
            let (piece, behind) = rest.split_at(length);
            pieces.push(piece);
            rest = behind;
        }
        assert_eq!(tokens(&pieces, &options), whole, "{text:?} from {}", options.initial_state);
    }
}
