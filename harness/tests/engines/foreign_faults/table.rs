//! The table of what a hunt says of each fault, as the documentation has it.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use snapbox::Data;
use snapbox::assert::{Assert, DEFAULT_ACTION_ENV};

use super::benchmark::{Group, Row};

/// The document with the table.
const DOCUMENT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/foreign-faults.md");

const BEGIN: &str = "<!-- table -->\n";
const END: &str = "<!-- end of table -->\n";

/// The rows as a table in Markdown. A fault with several groups has a line for each.
pub(crate) fn table(rows: &[Row]) -> String {
    let mut table = "| fault | groups | title | known | counterexamples |\n\
                     | --- | --- | --- | --- | --- |\n"
        .to_owned();
    for row in rows {
        let mut fault = format!("{} | {}", row.what, row.groups.len());
        if row.groups.is_empty() {
            let _ = writeln!(table, "| {fault} | | | |");
        }
        for Group { title, known, refuted, .. } in &row.groups {
            let title = title.replace('|', "\\|");
            let refuted = refuted.as_ref().map_or(0, |(_, count)| *count);
            let _ = writeln!(table, "| {fault} | {title} | {known} | {refuted} |");
            fault = " | ".to_owned();
        }
    }
    table
}

/// Compares the rows with the documentation, or writes them there.
pub(crate) fn check(rows: &[Row]) {
    let text = fs::read_to_string(DOCUMENT).expect("the document is there");
    let (before, rest) = text.split_once(BEGIN).expect("the table begins");
    let (_, after) = rest.split_once(END).expect("the table ends");
    let current = format!("{before}{BEGIN}\n{}\n{END}{after}", table(rows));
    Assert::new()
        .action_env(DEFAULT_ACTION_ENV)
        .eq(Data::text(current).raw(), Data::read_from(Path::new(DOCUMENT), None).raw());
}
