//! A divergence as an issue: Markdown for the tracker of an engine.
//!
//! Documents, and what engines make of them, are hostile text. It stands in blocks and code spans that nothing in it
//! can end, or with what Markdown reads as markup escaped.

use std::io::{self, Write};

use crate::markdown::{escaped, fenced};
use crate::shell::ShellLine;
use crate::visible::visible;

/// A divergence, with what the maintainers of an engine need to see it.
#[derive(Debug, Clone)]
pub struct Issue {
    /// What the engine does, in a sentence.
    pub title: String,
    /// The document as text, or what is asked about in its place.
    pub input: String,
    /// What else the question says, in sentences.
    pub question: Vec<String>,
    /// The standard's answer, or the property that must hold.
    pub expected: String,
    /// The engine's answer.
    pub actual: String,
    /// How well the cause is known, in a sentence.
    pub known: String,
    /// What the standard says.
    pub rules: Vec<RuleEntry>,
    /// What was compared, each by its name with its version.
    pub versions: Vec<[String; 2]>,
    /// How to see it without Crosscheck.
    pub by_hand: Vec<ProgramEntry>,
    /// The command line that shows it.
    pub reproduce: ShellLine,
}

/// A rule of the standard.
#[derive(Debug, Clone)]
pub struct RuleEntry {
    /// Its text, in the words of Crosscheck.
    pub text: String,
    /// Where it is; empty if nowhere in particular.
    pub link: String,
}

/// Something to open or to run.
#[derive(Debug, Clone)]
pub struct ProgramEntry {
    /// What to do with it, in a sentence.
    pub what: String,
    /// The language, as info strings of code blocks name it.
    pub language: &'static str,
    /// The source.
    pub source: String,
}

/// How many bytes of a document or of an answer an issue has at most. Trackers take 64 KiB in all.
const MOST_BYTES: usize = 8_192;

/// Writes the issue.
///
/// # Errors
/// Those of the writer.
pub fn issue(issue: &Issue, mut out: impl Write) -> io::Result<()> {
    let out = &mut out;
    writeln!(out, "# {}\n\n## Input\n", escaped(&issue.title))?;
    document(out, &issue.input)?;
    for sentence in &issue.question {
        writeln!(out, "{}\n", escaped(sentence))?;
    }
    let (expected, actual) = marked(&issue.expected, &issue.actual);
    writeln!(out, "## Expected\n")?;
    fenced(out, "diff", &shortened(&expected))?;
    writeln!(out, "## Actual\n")?;
    fenced(out, "diff", &shortened(&actual))?;
    writeln!(out, "`!` marks the first difference. {}\n", escaped(&issue.known))?;
    if !issue.rules.is_empty() {
        writeln!(out, "## What the standard says\n")?;
        for RuleEntry { text, link } in &issue.rules {
            match link.is_empty() {
                true => writeln!(out, "* {}", escaped(text))?,
                false => writeln!(out, "* [{}]({link})", escaped(text))?,
            }
        }
        writeln!(out)?;
    }
    writeln!(out, "## Versions\n")?;
    for [name, version] in &issue.versions {
        writeln!(out, "* {}: {}", escaped(name), escaped(version))?;
    }
    writeln!(out, "\n## How to reproduce\n")?;
    for program in &issue.by_hand {
        writeln!(out, "{}\n", escaped(&program.what))?;
        fenced(out, program.language, &program.source)?;
    }
    let reproduce = issue.reproduce.to_string();
    match reproduce.len() <= MOST_BYTES {
        true => {
            writeln!(out, "With Crosscheck:\n")?;
            fenced(out, "sh", &reproduce)
        }
        false => writeln!(
            out,
            "With Crosscheck: `crosscheck triage` takes the document, which is too long for this text. \
             `crosscheck hunt --record` writes it to a file.\n"
        ),
    }
}

/// The document in a block, and what stands in it for characters that do not show.
fn document(out: &mut impl Write, text: &str) -> io::Result<()> {
    let shown = match text.strip_suffix('\n') {
        // A block has no last line break to be seen.
        Some(rest) => format!("{}\\n", visible(rest)),
        None => visible(text).into_owned(),
    };
    fenced(out, "html", &shortened(&shown))?;
    match shown == text {
        true => Ok(()),
        false => writeln!(out, "Escapes such as `\\0` and `\\u{{c}}` stand for characters that do not show.\n"),
    }
}

/// Both texts with the first line marked in which they differ.
fn marked(expected: &str, actual: &str) -> (String, String) {
    let (expected, actual) = (lines(expected), lines(actual));
    let same = std::iter::zip(&expected, &actual).take_while(|(one, other)| one == other);
    let first = same.count();
    let mark = |lines: &[&str]| {
        let marked = lines.iter().enumerate().map(|(line, text)| match line {
            line if line == first => format!("! {text}"),
            _ => format!("  {text}"),
        });
        let end = (lines.len() == first).then(|| "! (nothing more)".to_owned());
        marked.chain(end).collect::<Vec<_>>().join("\n")
    };
    (mark(&expected), mark(&actual))
}

fn lines(text: &str) -> Vec<&str> {
    match text {
        "" => Vec::new(),
        text => text.split('\n').collect(),
    }
}

/// As much of a text as an issue has room for.
fn shortened(text: &str) -> String {
    match text.len() <= MOST_BYTES {
        true => text.to_owned(),
        false => {
            let end = text.floor_char_boundary(MOST_BYTES);
            format!("{}\n… ({} more bytes)", &text[..end], text.len() - end)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(issue: &Issue) -> String {
        let mut out = Vec::new();
        super::issue(issue, &mut out).expect("a vector takes everything");
        String::from_utf8(out).expect("it is text")
    }

    fn hostile(text: &str) -> Issue {
        Issue {
            title: format!("x crashes: {text}"),
            input: text.to_owned(),
            question: vec![format!("The context is `{text}`.")],
            expected: "| <p>\n|   \"x\"".to_owned(),
            actual: format!("| <p>\n|   {text}"),
            known: "Nothing explains it.".to_owned(),
            rules: Vec::new(),
            versions: vec![["x".to_owned(), text.to_owned()]],
            by_hand: vec![ProgramEntry {
                what: "Run this:".to_owned(),
                language: "js",
                source: format!("parse({text:?})"),
            }],
            reproduce: ShellLine::command(text),
        }
    }

    /// The lines outside of code blocks, read as CommonMark reads them.
    fn outside(markdown: &str) -> Vec<&str> {
        let mut fence: Option<usize> = None;
        let mut outside = Vec::new();
        for line in markdown.split('\n') {
            let run = line.len() - line.trim_start_matches('`').len();
            fence = match fence {
                None if run >= 3 => Some(run),
                None => {
                    outside.push(line);
                    None
                }
                Some(open) if run >= open && line.trim_end().len() == run => None,
                open => open,
            };
        }
        assert_eq!(fence, None, "a block has no end: {markdown}");
        outside
    }

    #[test]
    fn no_text_gets_out_of_its_block() {
        for text in ["```\n<script>", "````````", "~~~\n`", "`<img>`", "\n\n# x\n```", "[a](b)"] {
            let markdown = written(&hostile(text));
            for line in outside(&markdown) {
                let mut code = line.split('`').step_by(2);
                assert!(!code.any(|part| part.contains("<script>") || part.contains("[a](b)")), "{line}");
                let is_ours = line.starts_with("## ") || line.starts_with("# x crashes");
                assert!(!line.starts_with('#') || is_ours, "{line}");
            }
        }
    }

    #[test]
    fn the_first_difference_is_marked_on_both_sides() {
        let (expected, actual) = marked("a\nb\nc", "a\nx\nc");
        assert_eq!((&*expected, &*actual), ("  a\n! b\n  c", "  a\n! x\n  c"));
        let (expected, actual) = marked("a\nb", "a");
        assert_eq!((&*expected, &*actual), ("  a\n! b", "  a\n! (nothing more)"));
        assert_eq!(marked("", "a").0, "! (nothing more)");
    }

    #[test]
    fn every_character_of_the_document_shows() {
        let markdown = written(&hostile("<p\u{c}>\0\n"));
        assert!(markdown.contains("<p\\u{c}>\\0\\n\n"), "{markdown}");
        assert!(markdown.contains("stand for characters"), "{markdown}");
    }

    #[test]
    fn code_in_a_sentence_stays_code_and_the_rest_is_escaped() {
        assert_eq!(escaped("`<p>` and <b>"), "`<p>` and \\<b\\>");
        assert_eq!(escaped("` `"), "`   `");
        assert_eq!(escaped("one ` alone"), "one \\` alone");
    }
}
