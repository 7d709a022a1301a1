//! New expectations for fixtures that a change overtakes, as a patch to their files.

use std::collections::BTreeSet;
use std::path::Path;

use crosscheck_reports::visible;
use crosscheck_standard::clauses::change::Edition;
use serde::Deserialize;
use serde_json::value::RawValue;
use similar::TextDiff;

use super::fixtures::Side;
use super::tally::PlacedFixture;
use crate::engines::Engine as _;
use crate::engines::standard::Standard;
use crate::files;
use crate::fixtures::{Body, Fixture, FixtureFile, TokenizerFixture, renew};

/// What makes fixtures expect the new answers.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Patch {
    /// A patch in the unified format; empty if there is nothing to patch.
    pub text: String,
    /// The fixtures that are to be changed by hand, and why.
    pub by_hand: Vec<String>,
}

/// A patch for the fixtures that expect the old answers. Their files are read again.
pub fn patch(fixtures: &[PlacedFixture], to: Edition) -> Patch {
    let stale = fixtures.iter().filter(|fixture| fixture.finding.side == Side::Old);
    let places: BTreeSet<(&str, usize)> = stale.map(|f| (f.file.as_str(), f.index)).collect();
    let files: BTreeSet<&str> = places.iter().map(|(file, _)| *file).collect();
    let mut patch = Patch::default();
    for file in files {
        let of_file = places.iter().filter(|(other, _)| *other == file);
        let indices: BTreeSet<usize> = of_file.map(|(_, index)| *index).collect();
        if let Err(why) = patch.add(Path::new(file), &indices, to) {
            patch.by_hand.push(format!("{file}: {why}"));
        }
    }
    patch
}

impl Patch {
    fn add(&mut self, path: &Path, indices: &BTreeSet<usize>, to: Edition) -> Result<(), String> {
        let bytes = files::read(path).map_err(|error| error.to_string())?;
        let old = String::from_utf8(bytes).map_err(|_| "the file is not UTF-8".to_owned())?;
        let mut file = FixtureFile::from_bytes(path, old.as_bytes(), None).map_err(|error| error.to_string())?;
        let mut engine = Standard::of_edition(to);
        let mut tokenizer = Vec::new();
        for fixture in &mut file.fixtures {
            if !indices.contains(&fixture.index) {
                continue;
            }
            match renew(fixture, &mut |input| engine.answer(input)) {
                Ok(Body::Tokenizer(new)) => tokenizer.push((fixture.clone(), new)),
                Ok(new) => fixture.body = new,
                Err(why) => {
                    let place = format!("{}:{}", path.display(), fixture.line);
                    self.by_hand.push(format!("{place}: {why}"));
                }
            }
        }
        let new = match tokenizer.is_empty() {
            true => String::from_utf8(file.to_bytes()).map_err(|_| "not UTF-8".to_owned())?,
            false => with_tokens(&old, &tokenizer)?,
        };
        self.text += &difference(path, &old, &new);
        Ok(())
    }
}

/// The lines that differ, in the unified format.
fn difference(path: &Path, old: &str, new: &str) -> String {
    if old == new {
        return String::new();
    }
    // Lines end with a line feed and with nothing else: a lone CR is in a line.
    let lines = |text: &'_ str| -> Vec<String> { text.split_inclusive('\n').map(str::to_owned).collect() };
    let (old, new) = (lines(old), lines(new));
    let (old, new): (Vec<&str>, Vec<&str>) =
        (old.iter().map(String::as_str).collect(), new.iter().map(String::as_str).collect());
    let difference = TextDiff::configure().newline_terminated(true).diff_slices(&old, &new);
    let mut unified = difference.unified_diff();
    unified.header(&name("a/", path), &name("b/", path)).to_string()
}

/// A name in the header of a file, as git writes it: in quotes if it has characters that end the name or do not show,
/// and before a tab if it has spaces.
fn name(side: &str, path: &Path) -> String {
    let path = path.as_os_str().as_encoded_bytes();
    let path = &path[path.iter().take_while(|byte| **byte == b'/').count()..];
    let is_plain = |text: &&str| !text.contains(['"', '\\', '\n']) && visible(text) == *text;
    if let Some(path) = std::str::from_utf8(path).ok().filter(is_plain) {
        let tab = if path.contains(' ') { "\t" } else { "" };
        return format!("{side}{path}{tab}");
    }
    let quoted = path.iter().map(|&byte| match byte {
        b'"' | b'\\' => format!("\\{}", char::from(byte)),
        b' '..=b'~' => char::from(byte).to_string(),
        _ => format!("\\{byte:03o}"),
    });
    format!("\"{side}{}\"", quoted.collect::<String>())
}

/// The fixtures of a file as they are written.
#[derive(Deserialize)]
struct RawFile<'f> {
    #[serde(borrow)]
    tests: Vec<&'f RawValue>,
}

/// What a fixture says that is to be replaced, as it is written.
#[derive(Deserialize)]
struct RawFixture<'f> {
    #[serde(borrow)]
    output: &'f RawValue,
    #[serde(borrow)]
    errors: Option<&'f RawValue>,
}

/// The file with the new output and errors in place of the old, and all else as it was written.
fn with_tokens(file: &str, fixtures: &[(Fixture, TokenizerFixture)]) -> Result<String, String> {
    let malformed = |error: serde_json::Error| error.to_string();
    let raw: RawFile<'_> = serde_json::from_str(file).map_err(malformed)?;
    // What stands where, in bytes of the file, and what comes in its place.
    let mut edits: Vec<(usize, usize, String)> = Vec::new();
    for (fixture, new) in fixtures {
        let written = raw.tests.iter().find(|written| {
            let read = serde_json::from_str::<TokenizerFixture>(written.get());
            read.is_ok_and(|read| fixture.body == Body::Tokenizer(read))
        });
        let written = written.ok_or("a fixture is no longer in the file")?;
        let parts: RawFixture<'_> = serde_json::from_str(written.get()).map_err(malformed)?;
        let place = |part: &RawValue| {
            let start = part.get().as_ptr() as usize - file.as_ptr() as usize;
            (start, start + part.get().len())
        };
        let (start, end) = place(parts.output);
        let mut output = serde_json::to_string(&new.output).map_err(malformed)?;
        let errors = serde_json::to_string(new.errors.as_deref().unwrap_or_default());
        let errors = errors.map_err(malformed)?;
        match (parts.errors, &new.errors) {
            (Some(old), _) => {
                let (start, end) = place(old);
                edits.push((start, end, errors));
            }
            (None, Some(_)) => output += &format!(",\n\"errors\":{errors}"),
            (None, None) => {}
        }
        edits.push((start, end, output));
    }
    edits.sort_by_key(|(start, ..)| std::cmp::Reverse(*start));
    let mut out = file.to_owned();
    for (start, end, text) in edits {
        out.replace_range(start..end, &text);
    }
    Ok(out)
}
