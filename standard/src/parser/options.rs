//! What the parser is told before it starts.

use crate::clauses::change::Edition;
use crate::dom::{Namespace, QuirksMode};

/// The parser scripting mode.
///
/// Scripts are never run; the mode says how `noscript` is parsed.
/// <https://html.spec.whatwg.org/multipage/parsing.html#parser-scripting-mode>
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum ScriptingMode {
    /// Scripts would be run when inserted.
    Normal,
    /// There are no scripts; `noscript` represents its contents.
    #[default]
    Disabled,
    /// Scripts are marked so that they would never run: the default of the fragment parsing algorithm.
    Inert,
    /// Scripts would be run as soon as they are inserted, as by `createContextualFragment()`.
    Fragment,
}

/// How the algorithms of selects look up what they ask of the tree; see
/// [`SelectTree`](crate::parser::select::SelectTree).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Lookup {
    /// They walk through the tree, and ask an index where that has become expensive.
    #[default]
    WhereLong,
    /// They walk through the tree, however long that takes.
    Walk,
    /// They ask the index.
    Index,
    /// They do both. Where the answers differ the parser reports [a
    /// disagreement](crate::parser::tree_builder::TreeBuilder::disagreements).
    Check,
}

/// What the parser is told before it starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// The parser scripting mode; by default scripts are disabled.
    pub scripting: ScriptingMode,
    /// The standard as of when; by default the newest edition known.
    pub edition: Edition,
    /// Whether parse errors are looked for; by default they are.
    pub errors: bool,
    /// Whether `<template shadowrootmode>` attaches a shadow root; by default not.
    /// <https://html.spec.whatwg.org/multipage/parsing.html#allow-declarative-shadow-roots>
    pub allow_declarative_shadow_roots: bool,
    /// Whether this is an `iframe srcdoc` document, which needs no DOCTYPE.
    /// <https://html.spec.whatwg.org/multipage/iframe-embed-object.html#an-iframe-srcdoc-document>
    pub iframe_srcdoc: bool,
    /// Whether the parser must leave the document's mode alone.
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parser-cannot-change-the-mode-flag>
    pub parser_cannot_change_mode: bool,
    /// How many nodes there may be; the document that has more is an error. Asked for after each piece of input, and
    /// where nodes are cloned.
    pub most_nodes: u32,
    /// The mode the document starts in; for a fragment, the mode of its context element's document.
    pub quirks_mode: QuirksMode,
    /// How what the algorithms of selects ask of the tree is looked up.
    pub lookup: Lookup,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            scripting: ScriptingMode::Disabled,
            edition: Edition::NEWEST,
            errors: true,
            allow_declarative_shadow_roots: false,
            iframe_srcdoc: false,
            parser_cannot_change_mode: false,
            most_nodes: u32::MAX - 1,
            quirks_mode: QuirksMode::NoQuirks,
            lookup: Lookup::WhereLong,
        }
    }
}

/// The element that a fragment is parsed for.
/// <https://html.spec.whatwg.org/multipage/parsing.html#concept-frag-parse-context>
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FragmentContext {
    /// The namespace.
    pub namespace: Namespace,
    /// The local name, in the case that elements have: `foreignObject` for SVG's.
    pub local_name: String,
    /// The attributes in no namespace: names and values. Only annotation-xml's encoding matters.
    pub attributes: Vec<(String, String)>,
    /// Whether a form element is among the ancestors.
    pub is_in_form: bool,
}

impl FragmentContext {
    /// An element without attributes that is in no form.
    pub fn new(namespace: Namespace, local_name: &str) -> Self {
        Self { namespace, local_name: local_name.to_owned(), attributes: Vec::new(), is_in_form: false }
    }
}
