//! Real pages, whole and in pieces: the pieces make the same tree and the same errors, as bytes and as text.

use crate::support;
use std::ops::Range;
use std::path::{Path, PathBuf};

use crosscheck::documents::Document;
use crosscheck::documents::warc::{PAGE_LIMIT, Record, Warc};
use crosscheck::engines::standard::{self, Standard};
use crosscheck_standard::clauses::observer::Ignore;
use crosscheck_standard::parser::parse::Parsed;
use libtest_mimic::{Failed, Trial};

/// How many tests share the pages of an archive, so that they can run side by side.
const SHARES: usize = 8;

/// The tests.
pub(crate) fn trials() -> Vec<Trial> {
    let of_archives = |archives: Vec<PathBuf>| archives.iter().flat_map(|path| trials_of(path)).collect();
    support::archives().map_or_else(|why| vec![support::skipped("pages", why)], of_archives)
}

fn trials_of(archive: &Path) -> impl Iterator<Item = Trial> {
    let name = archive.file_name().unwrap_or_default().to_string_lossy();
    let trials = (0..SHARES).map(|share| {
        let archive = archive.to_owned();
        let name = format!("{name}, pages {} of every {SHARES}", share + 1);
        Trial::test(name, move || check(&archive, share))
    });
    trials.collect::<Vec<_>>().into_iter()
}

fn check(archive: &Path, share: usize) -> Result<(), Failed> {
    let pages = Warc::open(archive, PAGE_LIMIT)?.filter_map(|record| match record {
        Ok(Record::Page(page)) => Some(Ok(page)),
        Ok(Record::Skipped(_)) => None,
        Err(error) => Some(Err(error)),
    });
    let mut checked = 0;
    for page in pages.skip(share).step_by(SHARES) {
        check_page(&page?)?;
        checked += 1;
    }
    match checked {
        0 => Err("there is no page to check".into()),
        _ => Ok(()),
    }
}

fn check_page(page: &Document) -> Result<(), Failed> {
    let standard = Standard::from_name(standard::NAME).expect("it is there");
    let label = page.charset.as_deref();
    let as_bytes = |ranges: &mut dyn Iterator<Item = Range<usize>>| {
        let mut parser = standard.byte_parser(Ignore, label, false);
        for range in ranges {
            parser.feed(&page.bytes[range])?;
        }
        parser.finish()
    };
    let (whole, encoding) = as_bytes(&mut std::iter::once(0..page.bytes.len()))?;
    let (text, _, _) = encoding.decode(&page.bytes);
    let as_text = |ranges: &mut dyn Iterator<Item = Range<usize>>| {
        let mut parser = standard.parser(Ignore, None, false);
        for range in ranges {
            parser.feed(&text[range])?;
        }
        parser.finish()
    };
    let is_same = |other: &Parsed, how: &str| match support::same(other, &whole) {
        true => Ok(()),
        false => Err(Failed::from(format!("{}: {how} differs", page.name))),
    };
    is_same(&as_text(&mut std::iter::once(0..text.len()))?, "whole as text")?;
    for lengths in [Lengths::Fixed(1), Lengths::Fixed(1000), Lengths::Random(1)] {
        let (cut, other) = as_bytes(&mut pieces(page.bytes.len(), lengths, |_| true))?;
        is_same(&cut, &format!("{lengths:?} as bytes"))?;
        if other != encoding {
            let (name, other) = (encoding.name(), other.name());
            return Err(format!("{}: {name}, in pieces {other}", page.name).into());
        }
        let cut = as_text(&mut pieces(text.len(), lengths, |at| text.is_char_boundary(at)))?;
        is_same(&cut, &format!("{lengths:?} as text"))?;
    }
    Ok(())
}

/// How long pieces are.
#[derive(Debug, Clone, Copy)]
enum Lengths {
    Fixed(usize),
    /// From 1 to 4096, by a sequence of numbers with this seed.
    Random(u64),
}

/// Cuts so many bytes into pieces, at places where they may be cut.
fn pieces(total: usize, mut lengths: Lengths, may_cut: impl Fn(usize) -> bool) -> impl Iterator<Item = Range<usize>> {
    let mut start = 0;
    std::iter::from_fn(move || {
        if start == total {
            return None;
        }
        let length = match &mut lengths {
            Lengths::Fixed(length) => *length,
            Lengths::Random(state) => {
                *state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                1 + (*state >> 33) as usize % 4096
            }
        };
        let mut end = (start + length).min(total);
        while end < total && !may_cut(end) {
            end += 1;
        }
        let piece = start..end;
        start = end;
        Some(piece)
    })
}
