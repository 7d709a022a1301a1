//! Selects, templates and patches: what the DOM does when their parts are inserted, removed and cloned. Documents,
//! template contents and fragments reach every clause of those algorithms.

use arbitrary::{Result, Unstructured};

use super::test_case::{Piece, TestCase};
use crate::model::input::{Context, Task};
use crate::model::tree::Namespace;

/// Start tags of what the algorithms look at.
const PARTS: [&str; 21] = [
    "<select>",
    "<select>",
    "<select multiple>",
    "<select size=2>",
    "<select size=-0>",
    "<option>",
    "<option>",
    "<option>",
    "<option selected>",
    "<option selected>",
    "<option disabled>",
    "<optgroup>",
    "<optgroup>",
    "<optgroup disabled>",
    "<selectedcontent>",
    "<selectedcontent>",
    "<selectedcontent>",
    "<selectedcontent></selectedcontent>",
    "<hr>",
    "<datalist>",
    "<button>",
];

/// Start tags of what moves them: formatting elements and blocks for the adoption agency, tables for foster parenting.
const MOVERS: [&str; 14] = [
    "<b>",
    "<i>",
    "<b id=1>",
    "<nobr>",
    "<a>",
    "<p>",
    "<div>",
    "<li>",
    "<table>",
    "<tr>",
    "<td>",
    "<caption>",
    "<svg>",
    "<svg><desc>",
];

/// What patches, and what is patched.
const PATCHES: [&str; 17] = [
    "<template>",
    "<template>",
    "<template for=a>",
    "<template for=a>",
    "<template for=b>",
    "<template for>",
    "<template shadowrootmode=open shadowrootclonable>",
    "<?marker name=a>",
    "<?marker name=b>",
    "<?marker name='a' name='a'>",
    "<?marker name='&#97;'>",
    "<?start name=\"a\">",
    "<?start name=\"a\"?>",
    "<?start name=\"b\">",
    "<?marker name=\"a\">",
    "<?marker name=\"b\">",
    "<?end>",
];

/// Their end tags.
const ENDS: [&str; 22] = [
    "</select>",
    "</select>",
    "</option>",
    "</option>",
    "</optgroup>",
    "</selectedcontent>",
    "</selectedcontent>",
    "</datalist>",
    "</button>",
    "</b>",
    "</b>",
    "</b>",
    "</i>",
    "</nobr>",
    "</a>",
    "</p>",
    "</div>",
    "</td>",
    "</table>",
    "</template>",
    "</template>",
    "</template>",
];

/// What can be around a fragment.
const CONTEXTS: [&str; 12] = [
    "div",
    "select",
    "option",
    "optgroup",
    "selectedcontent",
    "datalist",
    "template",
    "table",
    "tr",
    "td",
    "button",
    "body",
];

pub(super) fn selects(u: &mut Unstructured<'_>) -> Result<TestCase> {
    let context = match u.int_in_range(0..=3)? {
        0 => Some(Context { namespace: Namespace::Html, local_name: (*u.choose(&CONTEXTS)?).to_owned() }),
        _ => None,
    };
    // How much of each there is differs from document to document.
    let [movers, patches] = [u.int_in_range(0..=4)?, u.int_in_range(0..=3)?];
    let mut pieces: Vec<Piece> = Vec::with_capacity(u.len());
    if u.ratio(1, 2)? {
        pieces.push("<select>".into());
    }
    while !u.is_empty() {
        let pick = u.int_in_range(0..=11 + movers + patches)?;
        let piece = match pick {
            0..=4 => *u.choose(&PARTS)?,
            5 => *u.choose(&["x", "y", "z"])?,
            6..=11 => *u.choose(&ENDS)?,
            _ if pick <= 11 + movers => *u.choose(&MOVERS)?,
            _ => *u.choose(&PATCHES)?,
        };
        pieces.push(piece.into());
    }
    Ok(TestCase { task: Task::Tree { context, scripting: false }, ..TestCase::document(pieces) })
}
