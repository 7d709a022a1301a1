//! Comments, help texts, messages and reports avoid phrases that readers stumbled over.
//!
//! A phrase comes onto the list once it is gone everywhere.

use std::fs;
use std::path::Path;

use walkdir::WalkDir;

/// Phrases to avoid, in lower case, and what to write instead.
const AVOIDED: &[(&str, &str)] = &[
    ("to bear", "say that a clause takes effect, or that an input reaches it"),
    ("manieth", "say `one in this many`"),
    ("so many", "say `this many`, or name the number"),
    ("nobody", "name what is missing: no engine, no process, no check"),
    ("somebody", "name the actor: the observer, the caller, the user"),
    ("anybody", "name the actor: the observer, the caller, the user"),
    ("whoever", "name the actor: the thread, the process, the caller"),
    ("whom", "name the actor"),
    ("vouched", "say `trusted` or `untrusted`"),
    ("is told", "say `is reported`, `is printed`, `is detected` or `differs`"),
    ("are told", "say `are reported`, `are printed`, `are detected` or `differ`"),
    ("told of", "say `reported`, or name the event"),
    ("worth telling", "say `reportable`"),
    ("makes of", "say `the result`, `the answer` or `the tree`"),
    ("came of", "say `the result`"),
    ("comes of", "say `the result`"),
    ("became of", "say `the result` or `the outcome`"),
    ("becomes of", "say `the result` or `the outcome`"),
    ("at hand", "say `current`"),
    ("held against", "say `compared with`"),
    ("looks into", "say `triages`"),
    ("looked into", "say `investigated`"),
    ("takes down", "say `records`"),
    ("taken down", "say `recorded`"),
    ("be they", "say `whether or not`"),
    ("of no more use", "say `failed`"),
];

/// Folders of texts.
const TEXTS: [&str; 4] = ["engines/src", "harness/src", "reports/src", "reports/templates"];

#[test]
fn texts_avoid_these_phrases() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut found = Vec::new();
    let mut files = 0;
    for folder in TEXTS {
        for entry in WalkDir::new(root.join(folder)).sort_by_file_name() {
            let entry = entry.expect("the folder is readable");
            let path = entry.path();
            if !entry.file_type().is_file() {
                continue;
            }
            let text = fs::read_to_string(path).expect("the file is UTF-8");
            files += 1;
            for (line, phrase, instead) in avoided(&text, path.extension().is_some_and(is_rust)) {
                let path = path.strip_prefix(&root).unwrap_or(path).display();
                found.push(format!("{path}:{line}: `{phrase}`: {instead}"));
            }
        }
    }
    assert!(files > 100, "only {files} files");
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn a_phrase_is_found_in_comments_and_strings_but_not_in_names() {
    let lines = |text: &str| -> Vec<usize> {
        let found = avoided(text, true).into_iter();
        found.map(|(line, ..)| line).collect()
    };
    assert_eq!(lines("/// It is told here.\n"), [1]);
    assert_eq!(lines("let a = 1;\n/// What came\n/// of it.\n"), [2]);
    assert_eq!(lines("say(\"Nobody answers\");\n"), [1]);
    assert_eq!(lines("say(\n    \"an engine that \\\n     nobody has\",\n);\n"), [3]);
    assert_eq!(lines("let nobody = Watch::Nobody;\n/// Somebodyish.\n"), [0; 0]);
}

fn is_rust(extension: &std::ffi::OsStr) -> bool {
    extension == "rs"
}

/// The avoided phrases in a text, with the lines on which they begin. In Rust only comments and strings count.
fn avoided(text: &str, is_rust: bool) -> Vec<(usize, &'static str, &'static str)> {
    let mut is_continued = false;
    let prose: Vec<String> = text
        .lines()
        .map(|line| match is_rust {
            true => prose(line, &mut is_continued),
            false => line.to_lowercase(),
        })
        .collect();
    let mut found = Vec::new();
    for (index, line) in prose.iter().enumerate() {
        // A phrase can go on on the next line.
        let next = prose.get(index + 1).map_or("", String::as_str);
        let both = format!("{line} {next}");
        for &(phrase, instead) in AVOIDED {
            let starts = both.match_indices(phrase).map(|(start, _)| start);
            let is_whole = |start: usize| {
                let is_letter = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
                !is_letter(both[..start].chars().next_back()) && !is_letter(both[start + phrase.len()..].chars().next())
            };
            if starts.into_iter().any(|start| start < line.len() && is_whole(start)) {
                found.push((index + 1, phrase, instead));
            }
        }
    }
    found
}

/// The comment and the string literals of a line of Rust, in lower case. `is_continued` says whether the line begins in
/// a string.
fn prose(line: &str, is_continued: &mut bool) -> String {
    let line = line.trim();
    if let Some(comment) = line.strip_prefix("//") {
        return comment.trim_start_matches(['/', '!']).trim().to_lowercase();
    }
    let mut prose = String::new();
    let mut is_inside = *is_continued;
    let mut characters = line.chars();
    while let Some(c) = characters.next() {
        match c {
            '"' => is_inside = !is_inside,
            '\\' => drop(characters.next()),
            _ if is_inside => prose.push(c),
            _ => {}
        }
    }
    *is_continued = is_inside && line.ends_with('\\');
    prose.trim().to_lowercase()
}
