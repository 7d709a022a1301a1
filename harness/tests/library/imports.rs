//! Imports point one way: a module imports only from those below it in its crate, and no two modules of a crate import
//! from each other, whatever lies between them. Tests may import anything.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use syn::visit::{self, Visit};
use syn::{Attribute, ItemMod, ItemUse, UseTree};
use walkdir::WalkDir;

/// The modules of the standard, the lowest first. Each may import from those before it.
const STANDARD: &[&str] = &["name", "wtf8", "dom", "clauses", "parser"];

/// The same of the engines.
const ENGINES: &[&str] = &["files", "quiet", "sync", "model", "coverage", "mutants", "engines"];

/// The same of the harness.
const HARNESS: &[&str] = &[
    "fixtures",
    "judge",
    "expectations",
    "oracles",
    "reproduce",
    "fuzzing",
    "run",
    "campaign",
    "nightly",
    "documents",
    "impact",
    "fetch",
    "parse",
    "serialise",
    "settings",
    "trace",
];

/// The modules of the program, which sees the library as anybody does.
const PROGRAM: &[&str] = &["commands", "main"];

/// A module, by the names on the way from the root of its crate.
type Module = Vec<String>;

/// What modules import from which others.
type Imports = BTreeMap<Module, BTreeSet<Module>>;

/// The paths in a file that begin in its crate.
struct Paths {
    /// The module that is looked at.
    module: Module,
    /// The module that each path stands in, and its names, the first of which is `crate`, `self` or `super`.
    found: Vec<(Module, Vec<String>)>,
}

impl<'ast> Visit<'ast> for Paths {
    fn visit_item_mod(&mut self, item: &'ast ItemMod) {
        if is_test(&item.attrs) {
            return;
        }
        self.module.push(item.ident.to_string());
        visit::visit_item_mod(self, item);
        self.module.pop();
    }

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        if !is_test(&item.attrs) {
            self.flatten(Vec::new(), &item.tree);
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let names = path.segments.iter();
        self.take(names.map(|segment| segment.ident.to_string()).collect());
        visit::visit_path(self, path);
    }
}

impl Paths {
    fn flatten(&mut self, mut before: Vec<String>, tree: &UseTree) {
        match tree {
            UseTree::Path(path) => {
                before.push(path.ident.to_string());
                self.flatten(before, &path.tree);
            }
            UseTree::Group(group) => {
                let trees = group.items.iter();
                trees.for_each(|tree| self.flatten(before.clone(), tree));
            }
            UseTree::Name(name) => self.take([before, vec![name.ident.to_string()]].concat()),
            UseTree::Rename(name) => self.take([before, vec![name.ident.to_string()]].concat()),
            UseTree::Glob(_) => self.take(before),
        }
    }

    fn take(&mut self, names: Vec<String>) {
        if matches!(&*names[0], "crate" | "self" | "super") && names.len() > 1 {
            self.found.push((self.module.clone(), names));
        }
    }
}

fn is_test(attributes: &[Attribute]) -> bool {
    let mut attributes = attributes.iter();
    attributes.any(|attribute| {
        let list = attribute.meta.require_list();
        list.is_ok_and(|list| list.path.is_ident("cfg") && list.tokens.to_string() == "test")
    })
}

/// The module that a file is.
fn module_of(file: &Path, source: &Path) -> Module {
    let path = file.strip_prefix(source).expect("it is below").with_extension("");
    let names = path.iter().map(|name| name.to_string_lossy().into_owned());
    let mut module: Module = names.collect();
    if matches!(module.last().map(String::as_str), Some("mod" | "lib")) {
        module.pop();
    }
    module
}

/// The module that a path leads to, or leads into.
fn leads_to(from: &Module, names: &[String], modules: &BTreeSet<Module>) -> Module {
    let supers = names.iter().take_while(|name| *name == "super").count();
    let (base, rest) = match &*names[0] {
        "crate" => (&[][..], &names[1..]),
        "self" => (&from[..], &names[1..]),
        _ => (&from[..from.len() - supers], &names[supers..]),
    };
    let full = [base, rest].concat();
    let prefixes = (0..=full.len()).rev().map(|length| full[..length].to_vec());
    let mut modules_on_the_way = prefixes.filter(|module| module.is_empty() || modules.contains(module));
    modules_on_the_way.next().expect("the root is one")
}

/// What the modules of a crate import from each other, without their tests.
fn imports_of(source: &Path) -> Imports {
    let entries = WalkDir::new(source).into_iter().map(|entry| entry.expect("it can be read").into_path());
    let is_source =
        |path: &PathBuf| path.extension().is_some_and(|extension| extension == "rs") && !path.ends_with("tests.rs");
    let files: Vec<PathBuf> = entries.filter(is_source).collect();
    assert!(!files.is_empty(), "{} has no sources", source.display());
    let modules: BTreeSet<Module> = files.iter().map(|file| module_of(file, source)).collect();
    let mut imports = Imports::new();
    for file in &files {
        let text = fs::read_to_string(file).expect("it can be read");
        let parsed = syn::parse_file(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let mut paths = Paths { module: module_of(file, source), found: Vec::new() };
        paths.visit_file(&parsed);
        for (from, names) in paths.found {
            let to = leads_to(&from, &names, &modules);
            imports.entry(from).or_default().insert(to);
        }
    }
    imports
}

/// The imports between modules that lie side by side, by the module that both are in; what lies within them counts as
/// they do.
fn between_siblings(imports: &Imports) -> BTreeMap<&[String], BTreeSet<(&str, &str)>> {
    let mut between: BTreeMap<_, BTreeSet<_>> = BTreeMap::new();
    for (from, to) in imports.iter().flat_map(|(from, to)| to.iter().map(move |to| (from, to))) {
        let common = std::iter::zip(from, to).take_while(|(from, to)| from == to).count();
        if let (Some(one), Some(other)) = (from.get(common), to.get(common)) {
            between.entry(&from[..common]).or_default().insert((one.as_str(), other.as_str()));
        }
    }
    between
}

/// The imports that are left when modules that import nothing are taken away, again and again: those in a circle, and
/// those that lead to one.
fn circles<'i>(imports: &BTreeSet<(&'i str, &'i str)>) -> BTreeSet<(&'i str, &'i str)> {
    let mut left = imports.clone();
    loop {
        let importing: BTreeSet<&str> = left.iter().map(|(one, _)| *one).collect();
        let before = left.len();
        left.retain(|(_, other)| importing.contains(other));
        if left.len() == before {
            return left;
        }
    }
}

fn source(of: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(of)
}

#[test]
fn imports_lead_down() {
    for (crate_, order) in [("../standard/src", STANDARD), ("../engines/src", ENGINES), ("src", HARNESS)] {
        let imports = imports_of(&source(crate_));
        let between = between_siblings(&imports);
        let root = &between[&[][..]];
        let place = |module: &str| {
            let place = order.iter().position(|known| *known == module);
            place.unwrap_or_else(|| panic!("{crate_}: `{module}` is not in the order of modules"))
        };
        for (one, other) in root.iter().filter(|(one, _)| !PROGRAM.contains(one)) {
            assert!(place(one) > place(other), "{crate_}: `{one}` imports from `{other}`, which is not below it");
        }
    }
}

#[test]
fn no_modules_import_in_a_circle() {
    for crate_ in ["../standard/src", "../engines/src", "src", "../reports/src"] {
        let imports = imports_of(&source(crate_));
        for (within, between) in between_siblings(&imports) {
            let circles = circles(&between);
            assert!(circles.is_empty(), "{crate_}/{}: {circles:?}", within.join("/"));
        }
    }
}

#[test]
fn imports_are_found_wherever_they_stand() {
    let text = "use super::{a::{b, C as D}, e::*}; mod f { use super::g::H; } #[cfg(test)] mod tests { use crate::i::J; } \
                fn k() -> crate::l::M { self::n::o() }";
    let mut paths = Paths { module: vec!["p".to_owned()], found: Vec::new() };
    paths.visit_file(&syn::parse_file(text).expect("it is Rust"));
    let found = paths.found.iter().map(|(from, names)| format!("{}: {}", from.join("/"), names.join("::")));
    assert_eq!(
        Vec::from_iter(found),
        ["p: super::a::b", "p: super::a::C", "p: super::e", "p/f: super::g::H", "p: crate::l::M", "p: self::n::o"]
    );
    let circle = BTreeSet::from([("a", "b"), ("b", "c"), ("c", "b"), ("b", "d")]);
    assert_eq!(circles(&circle), BTreeSet::from([("a", "b"), ("b", "c"), ("c", "b")]));
}
