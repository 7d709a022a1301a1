//! Collects the clauses: every `clause!("id", "title")` in the sources becomes a row of the table of clauses, so that
//! a clause is named once, where it is implemented. What kind of clause it is, and which names a row of tags is for, is
//! read off what stands before it. Ids that stand twice, and clauses of no known kind, fail the build.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// A clause as it stands in a source file.
struct Clause {
    title: String,
    kind: &'static str,
    names: Vec<String>,
    file: String,
    line: usize,
}

impl Clause {
    /// The clause as an element of the table.
    fn row(&self, id: &str) -> String {
        let Self { title, kind, names, file, line } = self;
        let names: String = names.iter().map(|name| format!("Name::{name}, ")).collect();
        format!(
            "ClauseRow {{ id: {id:?}, title: {title:?}, kind: ClauseKind::{kind}, names: &[{names}], file: {file:?}, line: {line} }}"
        )
    }
}

fn main() {
    println!("cargo:rerun-if-changed=src");
    let mut clauses = BTreeMap::new();
    for file in sources(Path::new("src")) {
        let text = fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        collect(&file, &text, &mut clauses);
    }
    let mut table = String::from("[\n");
    for (id, clause) in &clauses {
        writeln!(table, "    {},", clause.row(id)).unwrap();
    }
    table.push(']');
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    fs::write(out.join("clauses.rs"), table).expect("cannot write the table of clauses");
    fs::write(out.join("clause_count.rs"), clauses.len().to_string()).expect("cannot write the number of clauses");
}

/// All Rust files below `folder`, sorted.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
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
        if before.rsplit('\n').next().is_some_and(|start| start.trim_start().starts_with("//")) {
            continue;
        }
        let rest = &text[at + marker.len()..];
        let Some((id, rest)) = string_literal(rest) else {
            continue;
        };
        let Some((title, _)) = string_literal(rest.trim_start().trim_start_matches(',')) else {
            panic!("{file}:{line}: clause `{id}` has no title; expected clause!(\"id\", \"title\")");
        };
        let context = Context::of(before);
        let Some(kind) = context.kind() else {
            panic!("{file}:{line}: clause `{id}` is of no known kind: it stands in {context:?}");
        };
        let clause = Clause { title, kind, names: context.names(), file: file.clone(), line };
        if let Some(first) = clauses.insert(id.clone(), clause) {
            panic!("{file}:{line}: clause `{id}` stands already at {}:{}", first.file, first.line);
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

/// What a clause stands in.
#[derive(Debug)]
struct Context<'t> {
    /// The bracket that is open before it.
    bracket: u8,
    /// The name before that bracket: of a function, structure or macro.
    callee: &'t str,
    /// The name of the field it is the value of, if any.
    field: Option<&'t str>,
    /// What stands before the callee.
    before: &'t str,
}

impl<'t> Context<'t> {
    fn of(before: &'t str) -> Self {
        let mut depth = 0;
        let opening = before.bytes().rposition(|byte| {
            match byte {
                b')' | b']' | b'}' => depth += 1,
                b'(' | b'[' | b'{' if depth == 0 => return true,
                b'(' | b'[' | b'{' => depth -= 1,
                _ => {}
            }
            false
        });
        let opening = opening.unwrap_or(0);
        let outside = before[..opening].trim_end();
        let callee = last_word(outside);
        Self {
            bracket: before.as_bytes()[opening],
            callee,
            field: before.trim_end().strip_suffix(':').map(last_word),
            before: &outside[..outside.len() - callee.len()],
        }
    }

    /// The kind of a clause that stands here.
    fn kind(&self) -> Option<&'static str> {
        if let Some(field) = self.field {
            return Some(match field {
                "empty" | "pop" | "push" | "switch" | "reprocess" => "Step",
                _ if field.ends_with("_error") || field.ends_with("_force_quirks") => "Step",
                _ if field.starts_with("is_") => "Condition",
                _ => "Row",
            });
        }
        Some(match (self.bracket, self.callee) {
            (b'(', "row" | "long_row" | "run_row" | "text_row" | "tag_row") => "Row",
            // Rows of a table of identifiers, each a condition on the DOCTYPE.
            (b'(', "condition" | "close_p") | (b'{', "rows!") => "Condition",
            // A tuple, of a clause and the error that its step reports.
            (b'(', "") if self.before.trim_end_matches([' ', '{']).ends_with("=>") => "Step",
            (
                b'(',
                "step"
                | "error"
                | "error_at_next"
                | "switch_mode"
                | "reprocess"
                | "frameset_not_ok"
                | "empty_temporary_buffer"
                | "force_quirks"
                | "end_of_file_in_doctype"
                | "end_of_file_in_comment"
                | "no_digits",
            ) => "Step",
            _ => return None,
        })
    }

    /// The names in the pattern of the match arm that a row of tags guards.
    fn names(&self) -> Vec<String> {
        if self.callee != "tag_row" {
            return Vec::new();
        }
        let arm = self.before;
        let start = ["=>", "{\n", "}\n", ",\n"].iter().filter_map(|end| arm.rfind(end)).max().unwrap_or(0);
        let arm = arm[start..].trim_start_matches(['=', '>', '{', '}', ',']);
        let pattern = arm.split(" if ").next().unwrap_or_default();
        let names = pattern.split('|').map(|name| name.trim().strip_prefix("Name::"));
        // Another pattern takes what no list of names says.
        names
            .map(|name| name.filter(|name| name.chars().all(is_of_a_word)).map(str::to_owned))
            .collect::<Option<_>>()
            .unwrap_or_default()
    }
}

fn is_of_a_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_' || c == '!'
}

fn last_word(text: &str) -> &str {
    &text[text.trim_end_matches(is_of_a_word).len()..]
}
