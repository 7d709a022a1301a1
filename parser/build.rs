//! Collects the clauses: every `clause!("id", "title")` in the sources becomes a row of the table of clauses, so that
//! a clause is named once, where it is implemented. Ids that stand twice fail the build.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// A clause as it stands in a source file.
struct Clause {
    title: String,
    file: String,
    line: usize,
}

fn main() {
    println!("cargo:rerun-if-changed=src");
    let mut clauses = BTreeMap::new();
    for file in sources(Path::new("src")) {
        let text =
            fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        collect(&file, &text, &mut clauses);
    }
    let mut table = String::from("[\n");
    for (id, Clause { title, file, line }) in &clauses {
        writeln!(
            table,
            "    ClauseRow {{ id: {id:?}, title: {title:?}, file: {file:?}, line: {line} }},"
        )
        .unwrap();
    }
    table.push(']');
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    fs::write(out.join("clauses.rs"), table).expect("cannot write the table of clauses");
    fs::write(out.join("clause_count.rs"), clauses.len().to_string())
        .expect("cannot write the number of clauses");
}

/// All Rust files below `folder`, sorted.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in
            fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        {
            let path = entry.expect("cannot list the sources").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

/// Finds each `clause!("id", "title")` outside comments.
fn collect(file: &Path, text: &str, clauses: &mut BTreeMap<String, Clause>) {
    let file = file.to_string_lossy().replace('\\', "/");
    for (at, marker) in text.match_indices("clause!(") {
        let before = &text[..at];
        let line = before.matches('\n').count() + 1;
        if before
            .rsplit('\n')
            .next()
            .is_some_and(|start| start.trim_start().starts_with("//"))
        {
            continue;
        }
        let rest = &text[at + marker.len()..];
        let Some((id, rest)) = string_literal(rest) else {
            continue;
        };
        let Some((title, _)) = string_literal(rest.trim_start().trim_start_matches(',')) else {
            panic!(
                "{file}:{line}: clause `{id}` has no title; expected clause!(\"id\", \"title\")"
            );
        };
        let clause = Clause {
            title,
            file: file.clone(),
            line,
        };
        if let Some(first) = clauses.insert(id.clone(), clause) {
            panic!(
                "{file}:{line}: clause `{id}` stands already at {}:{}",
                first.file, first.line
            );
        }
    }
}

/// Reads a string literal with `\"` and `\\` as its only escapes; gives it and what follows.
fn string_literal(text: &str) -> Option<(String, &str)> {
    let text = text.trim_start().strip_prefix('"')?;
    let mut literal = String::new();
    let mut characters = text.char_indices();
    loop {
        match characters.next()? {
            (at, '"') => return Some((literal, &text[at + 1..])),
            (_, '\\') => literal.push(characters.next()?.1),
            (_, c) => literal.push(c),
        }
    }
}
