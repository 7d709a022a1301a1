//! The names and pieces of markup that rules of the standard are about.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use crosscheck_standard::clauses::clause;
use crosscheck_standard::clauses::list::List;
use crosscheck_standard::dom::Namespace;
use crosscheck_standard::name::Name;
use crosscheck_standard::parser::tokenizer::named_reference_names;
use crosscheck_standard::parser::tree_builder::doctype_identifiers;

/// Tag names that belong together: the members of a closed list, or the names of a row; and all of them.
pub(super) static FAMILIES: LazyLock<Vec<Vec<&'static str>>> = LazyLock::new(|| {
    let lists = List::ALL
        .iter()
        .filter(|list| !list.is_table())
        .map(|list| Namespace::ALL.into_iter().flat_map(|namespace| list.members(namespace)).collect::<Vec<&Name>>());
    let rows = clause::all().map(|clause| clause.names().iter().collect());
    let spelled = |names: Vec<&Name>| {
        let names: BTreeSet<_> = names.into_iter().filter_map(|name| name.known_spelling()).collect();
        names.into_iter().collect::<Vec<_>>()
    };
    let adjusted = table_names(List::SvgTagNames).collect();
    let mut families: Vec<Vec<&str>> =
        lists.chain(rows).map(spelled).chain([SELECT.to_vec(), adjusted]).filter(|family| !family.is_empty()).collect();
    families.sort();
    families.dedup();
    let all: BTreeSet<_> = families.iter().flatten().copied().chain(ORDINARY).collect();
    families.push(all.into_iter().collect());
    families
});

/// The names of a list of names that are adjusted.
pub(super) fn table_names(list: List) -> impl Iterator<Item = &'static str> {
    let members = list.members(Namespace::Html).iter();
    members.filter_map(|name| name.known_spelling())
}

/// Attributes whose names are adjusted, with a value.
pub(super) static ADJUSTED_ATTRIBUTES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let lists = [List::SvgAttributes, List::MathMlAttributes, List::ForeignAttributes];
    let names = lists.into_iter().flat_map(table_names);
    names.map(|name| format!("{name}=x")).collect()
});

/// The identifiers of doctypes, or beginnings of some, that set a mode.
pub(super) static DOCTYPE_IDENTIFIERS: LazyLock<Vec<&str>> = LazyLock::new(|| doctype_identifiers().collect());

/// The names of character references.
pub(super) static REFERENCES: LazyLock<Vec<&str>> = LazyLock::new(|| named_reference_names().collect());

/// What a select shows is cloned into an element that stands on no list.
const SELECT: [&str; 5] = ["button", "option", "p", "select", "selectedcontent"];

/// Names that no rule is about; of `isindex` there was one once.
const ORDINARY: [&str; 4] = ["span", "x-y", "mrow", "isindex"];

/// Attributes that rules look at, and some that none does.
pub(super) const ATTRIBUTES: &[&str] = &[
    "a",
    "a=1",
    "a=2",
    "id=x",
    "type=hidden",
    "type=text",
    "encoding=text/html",
    "encoding=application/xhtml+xml",
    "definitionurl=x",
    "viewbox=x",
    "xlink:href=x",
    "xmlns=x",
    "xmlns:xlink=x",
    "color=x",
    "face=x",
    "size=2",
    "selected",
    "multiple",
    "disabled",
    "for=m",
    "shadowrootmode=open",
    "shadowrootmode=closed",
    "shadowrootdelegatesfocus",
    "shadowrootclonable",
    "shadowrootserializable",
    "shadowrootslotassignment=manual",
    "shadowrootcustomelementregistry",
    "charset=x",
    "class=x",
    "A=3",
    "a=\"&amp;&notit;&lt\"",
    "a='\0'",
    "a=",
    "=a",
    "\"",
    "<",
    "type=HIDDEN",
    "action=x",
    "is=x",
    "a=' x '",
    "É=1",
];

/// What separates the attributes of a tag, and what only other sets of white space have.
pub(super) const SEPARATORS: [&str; 10] = [" ", " ", " ", "\n", "\t", "\u{C}", "\r", "/", "\u{B}", "\u{85}"];

/// Text, and what looks like it.
pub(super) const TEXTS: &[&str] = &[
    "x",
    "y",
    " ",
    "\n",
    "\t",
    "\u{C}",
    "\r",
    "\r\n",
    "\0",
    "\u{B}",
    "\u{85}",
    "\u{FEFF}",
    "\u{80}",
    "\u{FDD0}",
    "x y",
    " x",
    "é",
    "&",
    "&amp;",
    "&lt",
    "&notit;",
    "&#0;",
    "&#x80;",
    "&#xD800;",
    "&#1114112;",
    "&nosuch;",
    "]]>",
    "-->",
    "<![CDATA[",
    "<![CDATA[x]]>",
    "<![CDATA[<b>]]]]>",
    "\u{1}",
    "\u{1FFFF}",
    "&lang;",
    "&#x10FFFF;",
    "&#38",
    "😀",
];

/// Content of elements whose content is text, much of which nearly ends it. `%` stands for the element's name.
pub(super) const RAW_TEXTS: &[&str] = &[
    "x",
    "\n",
    "\0",
    "&amp;",
    "<",
    "</",
    "</%",
    "</% ",
    "</%x>",
    "</%/",
    "<!--",
    "-->",
    "<!-->",
    "--!>",
    "<%>",
    "<!--<%>",
    "<!--<script>",
    "<!-- <script></script>",
    "</script",
    "<b>",
    "]]>",
    "<![CDATA[",
    "<?x?>",
];

/// Comments, doctypes, processing instructions.
pub(super) const DECLARATIONS: &[&str] = &[
    "<!--c-->",
    "<!---->",
    "<!-->",
    "<!--->",
    "<!--c--!>",
    "<!--c-- >",
    "<!--<!--c-->",
    "<!c>",
    "</ c>",
    "</>",
    "<!DOCTYPE html>",
    "<!DOCTYPE>",
    "<!DOCTYPE x>",
    "<!DOCTYPE html SYSTEM \"about:legacy-compat\">",
    "<!DOCTYPE html PUBLIC \"-//W3C//DTD HTML 3.2//EN\">",
    "<!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0 Frameset//EN\" \"\">",
    "<?a b?>",
    "<?xml?>",
    "<?a>",
    "<?marker name=m?>",
    "<?start name=m?>",
    "<?end?>",
    "<?",
    "<?>",
    "<?a b=\"?>\"?>",
    "<?1?>",
    "<?xml version=1.0 encoding=latin1?>",
    "<!doctype HTML PUBLIC \"\" ''>",
    "<!DOCTYPEhtml>",
    "<!DOCTYPE html PUBLIC>",
    "<!DOCTYPE html PUBLIC \"-//W3C//DTD HTML 4.01 Transitional//EN\">",
];

/// What doctypes are made of.
pub(super) const DOCTYPE_PARTS: &[&str] = &[
    " ",
    " ",
    "html",
    " html PUBLIC \"-//W3C//DTD HTML 4.01 Transitional//EN\"",
    " html SYSTEM",
    " PUBLIC",
    "\"a\"",
    "'b'",
    "\"",
    "'",
    "x",
    "\0",
];

/// Tokens that a document can end in the middle of.
pub(super) const UNFINISHED: &[&str] = &[
    "<",
    "</",
    "<p",
    "<p a",
    "<p a=",
    "<p a=x",
    "<p a=\"x",
    "<p a='x'",
    "<!",
    "<!--",
    "<!---",
    "<!--x-",
    "<!--x--",
    "<!--x--!",
    "<!DOCTYPE",
    "<!DOCTYPE ",
    "<!DOCTYPE html",
    "<!DOCTYPE html PUBLIC",
    "<!DOCTYPE html PUBLIC ",
    "<!DOCTYPE html PUBLIC \"x",
    "<!DOCTYPE html PUBLIC 'x'",
    "<!DOCTYPE html PUBLIC 'x' ",
    "<!DOCTYPE html SYSTEM",
    "<!DOCTYPE html SYSTEM 'x",
    "<!DOCTYPE html SYSTEM \"x\"",
    "<?",
    "<?x",
    "<?x y",
    "<?x y?",
    "<script><!--<script>-",
    "<svg><![CDATA[x]]",
    "&",
    "&am",
    "&#x",
];

/// Pieces that the tokenizer takes apart.
pub(super) const PIECES: &[&str] = &[
    "<",
    "</",
    ">",
    "/",
    "!",
    "-",
    "--",
    "?",
    "=",
    "\"",
    "'",
    "`",
    "&",
    "#",
    ";",
    "x",
    "X",
    "a",
    "1",
    " ",
    "\n",
    "\0",
    "<!",
    "<!--",
    "-->",
    "--!>",
    "<!DOCTYPE",
    "PUBLIC",
    "SYSTEM",
    "html",
    "script",
    "<script",
    "</script",
    "<a",
    "</a",
    "[CDATA[",
    "]]>",
    "]",
    "amp",
    "&amp",
    "&#",
    "&#x",
    "0",
    "80",
    "D800",
    "FFFE",
    "110000",
    "é",
    "😀",
    "\u{FFFE}",
    "\u{1}",
    "not",
    "in",
    "<?",
    "?>",
    "xml",
    "\u{C}",
    "\t",
];
