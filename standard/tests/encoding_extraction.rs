//! Extracting an encoding from the `content` of a meta element: today's rule against that of the HTML 5 draft of
//! 7 July 2008, "algorithm for extracting an encoding from a Content-Type". The draft gave up at the first `charset`
//! without an equals sign, and gave the label as it stood.

use crosscheck_standard::clauses::observer::Ignore;
use crosscheck_standard::parser::encoding::{Encoding, extract_encoding};

fn today(text: &str) -> Option<&'static str> {
    extract_encoding(&mut Ignore, text.as_bytes()).map(Encoding::name)
}

const WHITESPACE: [char; 5] = ['\t', '\n', '\x0C', '\r', ' '];

/// The draft's algorithm, step by step.
fn in_2008(text: &str) -> Option<&str> {
    let charset = text.to_ascii_lowercase().find("charset")?;
    let behind = text[charset + "charset".len()..].trim_start_matches(WHITESPACE);
    let value = behind.strip_prefix('=')?.trim_start_matches(WHITESPACE);
    match value.chars().next()? {
        quote @ ('"' | '\'') => value[1..].split_once(quote).map(|(label, _)| label),
        _ => value.split(|c| WHITESPACE.contains(&c) || c == ';').next(),
    }
}

#[test]
fn the_rules_of_2008_and_today() {
    let same = [
        ("", None),
        ("text/html", None),
        ("text/html; charset=koi8-r", Some("koi8-r")),
        ("text/html;charset=koi8-r;x", Some("koi8-r")),
        ("CHARSET \t\n\x0C\r=\t\n\x0C\r KOI8-R x", Some("KOI8-R")),
        ("charset=\"koi8-r\"x", Some("koi8-r")),
        ("charset='koi8-r'", Some("koi8-r")),
        ("charset=' koi8-r '", Some(" koi8-r ")),
        ("charset='koi8-r", None),
        ("charset=\"koi8-r'", None),
        ("charset=", None),
        ("charset= ", None),
        ("charset", None),
        ("charset=koi8-r'", Some("koi8-r'")),
        ("charset=;", Some("")),
        ("charset==koi8-r", Some("=koi8-r")),
        ("charset=utf-7; charset=koi8-r", Some("utf-7")),
        ("\u{e9}charset=koi8-r", Some("koi8-r")),
    ];
    for (text, label) in same {
        assert_eq!(in_2008(text), label, "{text:?} in 2008");
        let encoding = label.and_then(|label| Encoding::for_label(label.as_bytes()));
        assert_eq!(today(text), encoding.map(Encoding::name), "{text:?} today");
    }
    for text in
        ["charset charset=koi8-r", "charsetcharset=koi8-r", "charset; charset=koi8-r", "charset \"=\" charset=koi8-r"]
    {
        assert_eq!(in_2008(text), None, "{text:?} in 2008");
        assert_eq!(today(text), Some("KOI8-R"), "{text:?} today");
    }
}

/// Today's rule is that of 2008 from the first `charset` on that an equals sign follows.
#[test]
fn today_is_2008_from_the_right_charset_on() {
    const PARTS: [&str; 8] = ["charset", "ChArSeT", "=", "\"", "'", " ", ";", "koi8-r"];
    const LENGTH: u32 = 6;
    let mut found = 0;
    for number in 0..PARTS.len().pow(LENGTH) {
        let mut text = String::new();
        let mut rest = number;
        for _ in 0..LENGTH {
            text += PARTS[rest % PARTS.len()];
            rest /= PARTS.len();
        }
        let lowercase = text.to_ascii_lowercase();
        let right = lowercase.match_indices("charset").find(|(at, charset)| {
            let behind = lowercase[at + charset.len()..].trim_start();
            behind.starts_with('=')
        });
        let label = right.and_then(|(at, _)| in_2008(&text[at..]));
        let encoding = label.and_then(|label| Encoding::for_label(label.as_bytes()));
        assert_eq!(today(&text), encoding.map(Encoding::name), "{text:?}");
        found += u32::from(encoding.is_some());
    }
    assert!(found > 1000, "there is something to compare: {found}");
}
