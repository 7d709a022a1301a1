//! Quirks: known deviations of engines that a change of one clause cannot express. A quirk is an engine's own rule that
//! replaces several of the standard's.
//!
//! Mutants are derived from the standard; quirks are not. Each was observed in an engine, whose answers are its tests.
//! So a quirk explains that engine and engines that share its code, and rarely another one. Triage tries them last,
//! after mutants and changes.

#[cfg(test)]
mod tests;

use crosscheck_standard::clauses::clause::Clause;
use crosscheck_standard::clauses::error::{ErrorCode, ParseErrorKind};
use crosscheck_standard::clauses::insertion_mode::InsertionMode;
use crosscheck_standard::clauses::list::List;
use crosscheck_standard::clauses::observer::{Null, Observer};
use crosscheck_standard::clauses::state::State;
use crosscheck_standard::clauses::token::Token;
use crosscheck_standard::clauses::view::{OpenElement, View};
use crosscheck_standard::dom::{ElementName, Namespace, NodeKind};
use crosscheck_standard::name::Name;

use crate::coverage::Reached;
use crate::model::input::{Input, Serialise, Task};

named! {
    /// A rule of an engine's own. Its description is a predicate: what an engine with the quirk does.
    Quirk {
        NullsIgnored "nulls-ignored"
            "ignores U+0000 in text in every insertion mode but “text”, except in foreign content"
        NullsRead "nulls-read"
            "drops U+0000 in the data and RCDATA states and reads it as U+FFFD in all other states, before tree \
             construction sees it, except in foreign content"
        /// What is foreign content is not known before the first token, text waits for the next tag, and an integration
        /// point that is the context counts as foreign. Where it is not foreign content, there are no CDATA sections.
        NullsReadLate "nulls-read-late"
            "drops U+0000 in the data, RCDATA and RAWTEXT states and reads it as U+FFFD in all other states, before tree \
             construction sees it, and finds out only after each token whether what follows is foreign content"
        CdataCutOff "cdata-cut-off"
            "loses the beginning of `<![CDATA[` at the end of the file"
        DeclarationsCutOff "declarations-cut-off"
            "loses the beginning of `<![CDATA[` or `<!DOCTYPE` at the end of the file, and the end of the file with it"
        /// It may close one element of the tag's name too many.
        ImpliedEndTags "implied-end-tags"
            "generates implied end tags without exception at the end tag of an element that is not the current node"
        IsAttribute "is-attribute"
            "does not put a formatting element with an `is` attribute on the list of active formatting elements"
        SvgEndTags "svg-end-tags"
            "adjusts the case of an end tag's name where the current node is an SVG element, before it compares the name"
        BodyEnd "body-end"
            "ends the body at a body or html end tag even where the body is not in scope"
        ContextName "context-name"
            "resets the insertion mode for a MathML or SVG context element as for the HTML element of its name"
        /// In style and other raw text elements, the text is literal.
        ContextText "context-text"
            "serialises the text in a MathML or SVG context element as in the HTML element of its name"
        /// The engine tests whether an element is the root before it tests whether it is an HTML element.
        RootEndTag "root-end-tag"
            "ignores an end tag in foreign content if the search for its element goes up to the root"
        AnnotationBreakOut "annotation-break-out"
            "pops an annotation-xml element that is an HTML integration point where a tag ends foreign content"
        LineFeedBehindError "line-feed-behind-error"
            "keeps the line feed right after a pre, listing or textarea start tag behind a parse error of the tokenizer"
    }
}

impl Quirk {
    /// The key of the section of the standard that engines with it depart from.
    pub(super) fn section(self) -> &'static str {
        match self {
            Self::NullsIgnored | Self::NullsRead | Self::NullsReadLate => "data-state",
            Self::CdataCutOff | Self::DeclarationsCutOff => "markup-declaration-open-state",
            Self::ImpliedEndTags => "implied-end-tags",
            Self::IsAttribute | Self::BodyEnd => "in-body",
            Self::SvgEndTags | Self::RootEndTag | Self::AnnotationBreakOut => "foreign-content",
            Self::LineFeedBehindError => "dispatcher",
            Self::ContextName => "reset-insertion-mode",
            Self::ContextText => "serialise",
        }
    }

    /// Whether it can make a difference to an input that reaches this.
    pub(super) fn is_reached(self, reached: &Reached) -> bool {
        let asked = |id| Clause::from_id(id).is_some_and(|clause| reached.asked(clause));
        match self {
            Self::NullsIgnored | Self::NullsRead => reached.null(),
            Self::NullsReadLate => reached.null() || asked(CDATA_IN_FOREIGN_CONTENT),
            Self::CdataCutOff | Self::DeclarationsCutOff => asked(BOGUS_COMMENT_AT_END),
            Self::ImpliedEndTags => asked(EXCEPTION),
            Self::IsAttribute => asked(PUSH_FORMATTING),
            Self::SvgEndTags => asked(CLOSE_FOREIGN),
            Self::BodyEnd => asked(BODY_IN_SCOPE),
            Self::ContextName => asked(CONTEXT_COUNTS),
            Self::ContextText => asked(LITERAL_TEXT),
            Self::RootEndTag => asked(BEYOND_FOREIGN),
            Self::AnnotationBreakOut => asked(BREAK_OUT_POINT),
            Self::LineFeedBehindError => asked(IGNORED_LINE_FEED),
        }
    }

    /// Whether what is foreign content is found out after each token.
    fn is_late(self) -> bool {
        matches!(self, Self::NullsReadLate | Self::DeclarationsCutOff)
    }
}

/// Whether a CDATA section begins.
const CDATA_IN_FOREIGN_CONTENT: &str = "markup-declaration-open-state/cdata/in-foreign-content";
/// `<!` begins a bogus comment.
const BOGUS_DECLARATION: &str = "markup-declaration-open-state/anything-else";
/// The end of the file ends a bogus comment.
const BOGUS_COMMENT_AT_END: &str = "bogus-comment-state/eof";
/// `<` comes after text.
const LESS_THAN_SIGN: &str = "data-state/less-than-sign";
/// What the ids of clauses begin with that make U+FFFD of a U+0000 in text.
const TEXT_STATES: [&str; 3] = ["rcdata-", "rawtext-", "script-data-"];

/// Whether implied end tags have an exception.
const EXCEPTION: &str = "implied-end-tags/except";
/// Any other end tag, of all in a body.
const OTHER_END_TAG: &str = "in-body/end-tag";
/// A formatting element goes on the list.
const PUSH_FORMATTING: &str = "in-body/start-tag-formatting/push";
/// Whether there is a foreign element that an end tag closes.
const CLOSE_FOREIGN: &str = "foreign-content/end-tag/close";
/// An end tag that closes no foreign element goes on.
const BEYOND_FOREIGN: &str = "foreign-content/end-tag/html";
/// Whether the current node is an integration point, up to which elements are popped.
const BREAK_OUT_POINT: &str = "foreign-content/break-out/integration-point";
/// Whether there is a line feed to be ignored.
const IGNORED_LINE_FEED: &str = "dispatcher/ignored-line-feed";
/// Whether the body can end.
const BODY_IN_SCOPE: &str = "in-body/end-tag-body/in-scope";
/// Resetting the insertion mode comes to the context element.
const CONTEXT_COUNTS: &str = "reset-insertion-mode/context";
/// Whether text is serialised literally.
const LITERAL_TEXT: &str = "serialise/text/raw-text";
/// What is in an element is serialised.
const CONTENT: &str = "serialise/element/content";
/// All that is in it was.
const END_TAG: &str = "serialise/element/end-tag";

/// A running quirk: an observer that overrides the algorithm.
#[derive(Debug)]
pub(super) struct AtWork {
    quirk: Quirk,
    /// Whether what comes is foreign content, or text, as a late one has found out.
    is_foreign: bool,
    /// The same after text that waits for the next tag.
    is_foreign_after_text: Option<bool>,
    /// Whether the current token is text.
    is_text: bool,
    /// Whether the next U+FFFD was a U+0000 in text.
    is_null: bool,
    /// Whether the next U+0000 is dropped, if it is text.
    drops_null: bool,
    /// Whether the current bogus comment began with `<!`.
    is_declaration: bool,
    /// Whether the end of the file has ended it.
    is_cut_off: bool,
    /// Whether the end of the file is lost.
    is_end_lost: bool,
    tag: TagAtHand,
    /// Whether the row for any other end tag is at work.
    is_other_end_tag: bool,
    /// The clause that resets the insertion mode for an HTML element called like a foreign context.
    reset_by: Option<&'static str>,
    /// Whether there was a token yet: where a fragment begins, the name of its context is not taken for another.
    has_begun: bool,
    /// Whether resetting the insertion mode has come to the context.
    is_at_context: bool,
    /// Whether the text in an HTML element called like a foreign context is serialised literally.
    is_literal: bool,
    /// How many elements are open that are serialised.
    depth: usize,
    /// Whether none of the open elements but the root is an HTML element.
    is_foreign_to_root: bool,
    /// Whether the open elements are annotation-xml elements that are HTML integration points; the last is the current
    /// node.
    html_annotations: Vec<bool>,
    /// Whether the tokenizer had a parse error since the last token.
    has_error: bool,
}

/// The state of the current tag.
#[derive(Debug, Default)]
struct TagAtHand {
    /// Whether it has an `is` attribute.
    has_is: bool,
    /// Whether it is called like the current node.
    is_current: bool,
    /// Whether the name is one that has capitals in SVG.
    has_svg_case: bool,
    /// Whether the current node is of SVG.
    is_in_svg: bool,
    /// Whether the second open element is the body.
    has_body: bool,
}

impl TagAtHand {
    fn of(token: Token<'_>, before: View<'_>) -> Self {
        let (Token::StartTag(tag) | Token::EndTag(tag)) = token else {
            return Self::default();
        };
        let names = &before.document.names;
        let mut attributes = tag.attributes().iter();
        let current = before.adjusted_current_node();
        let second = before.open_nodes().nth(1);
        Self {
            has_is: attributes.any(|attribute| names.spelling(attribute.name) == b"is"),
            is_current: current.is_some_and(|node| node.name.is_html(tag.name)),
            has_svg_case: List::SvgTagNames.contains(ElementName::html(tag.name)),
            is_in_svg: current.is_some_and(|node| node.name.namespace == Namespace::Svg),
            has_body: second.is_some_and(|node| is_body(before.document.kind(node))),
        }
    }
}

fn is_body(kind: &NodeKind) -> bool {
    matches!(kind, NodeKind::Element(element) if element.name.is_html(Name::BODY))
}

/// The clause that resets the insertion mode for an HTML element of this name.
fn reset_by(name: &str) -> Option<&'static str> {
    Some(match name {
        "tr" => "reset-insertion-mode/row",
        "tbody" | "tfoot" | "thead" => "reset-insertion-mode/section",
        "caption" => "reset-insertion-mode/caption",
        "colgroup" => "reset-insertion-mode/colgroup",
        "table" => "reset-insertion-mode/table",
        "frameset" => "reset-insertion-mode/frameset",
        "html" => "reset-insertion-mode/html",
        _ => return None,
    })
}

/// Whether the text in an HTML element of this name is serialised literally, as an input asks for it.
fn is_literal(name: &str, input: &Input) -> bool {
    let Task::Serialise(Serialise { scripting, .. }) = input.task else {
        return false;
    };
    let name = Name::known(name.as_bytes()).map(ElementName::html);
    name.is_some_and(|name| {
        let is_noscript = name.is_html(Name::NOSCRIPT);
        List::SerialisedLiterally.contains(name) || is_noscript && scripting
    })
}

impl AtWork {
    pub(super) fn new(quirk: Quirk, input: &Input) -> Self {
        let context = input.task.surroundings().and_then(|(context, _)| context);
        let foreign = context.filter(|context| context.namespace != Namespace::Html);
        Self {
            quirk,
            is_foreign: false,
            is_foreign_after_text: None,
            is_text: false,
            is_null: false,
            drops_null: false,
            is_declaration: false,
            is_cut_off: false,
            is_end_lost: false,
            tag: TagAtHand::default(),
            is_other_end_tag: false,
            reset_by: foreign.and_then(|context| reset_by(&context.local_name)),
            has_begun: false,
            is_at_context: false,
            is_literal: foreign.is_some_and(|context| is_literal(&context.local_name, input)),
            depth: 0,
            is_foreign_to_root: false,
            html_annotations: Vec::new(),
            has_error: false,
        }
    }

    /// Whether what comes is foreign content, or text.
    fn is_foreign(&self, at: View<'_>) -> bool {
        let is_context = || at.open_nodes().nth(1).is_none();
        at.mode == InsertionMode::Text
            || at.adjusted_current_node().is_some_and(|node| {
                node.name.namespace != Namespace::Html
                    && (!is_integration_point(node) || self.quirk.is_late() && is_context())
            })
    }

    /// Records properties of the open elements that only some quirks need, because this takes time proportional to
    /// their depth.
    fn look_at_open_elements(&mut self, before: View<'_>) {
        match self.quirk {
            Quirk::RootEndTag => {
                let mut others = before.open_nodes().skip(1);
                self.is_foreign_to_root = others.all(|node| {
                    let element = before.document.element(node);
                    element.is_some_and(|element| element.name.namespace != Namespace::Html)
                });
            }
            Quirk::AnnotationBreakOut => {
                self.html_annotations.clear();
                self.html_annotations.extend(before.open_elements().map(|element| element.is_html_annotation));
            }
            _ => {}
        }
    }

    /// Whether a token of characters is a U+0000 that is to be ignored.
    fn ignores(&mut self, text: &[u8], before: View<'_>) -> bool {
        let was_null = std::mem::take(&mut self.is_null);
        let is_null = text == b"\0" || was_null && text == "\u{FFFD}".as_bytes();
        is_null
            && (std::mem::take(&mut self.drops_null) || self.quirk == Quirk::NullsIgnored && !self.is_foreign(before))
    }

    /// Whether a comment that the end of the file has cut off is lost.
    fn loses(&self, comment: &[u8], before: View<'_>) -> bool {
        let begins_like = |whole: &[u8]| whole.get(..comment.len()) == Some(comment);
        let is_cdata = begins_like(b"[CDATA[");
        match self.quirk {
            _ if comment.is_empty() => false,
            Quirk::CdataCutOff => {
                let node = before.adjusted_current_node();
                is_cdata && node.is_some_and(|node| node.name.namespace != Namespace::Html)
            }
            Quirk::DeclarationsCutOff => {
                is_cdata && self.is_foreign
                    || b"doctype".len() >= comment.len() && comment.eq_ignore_ascii_case(&b"doctype"[..comment.len()])
            }
            _ => false,
        }
    }
}

fn is_integration_point(node: OpenElement) -> bool {
    node.is_html_annotation
        || List::HtmlIntegrationPoint.contains(node.name)
        || List::MathMlTextIntegrationPoint.contains(node.name)
}

impl Observer for AtWork {
    fn row(&mut self, clause: Clause, _: usize) -> bool {
        match clause.id() {
            LESS_THAN_SIGN => {
                if let Some(is_foreign) = self.is_foreign_after_text.take() {
                    self.is_foreign = is_foreign;
                }
            }
            BOGUS_DECLARATION => self.is_declaration = true,
            BOGUS_COMMENT_AT_END => self.is_cut_off = self.is_declaration,
            OTHER_END_TAG => self.is_other_end_tag = true,
            id if id.ends_with("-state/null") => {
                self.is_null |= TEXT_STATES.iter().any(|state| id.starts_with(state));
            }
            _ => {}
        }
        true
    }

    fn condition(&mut self, clause: Clause, holds: bool) -> bool {
        let tag = &self.tag;
        match (self.quirk, clause.id()) {
            (Quirk::NullsReadLate, CDATA_IN_FOREIGN_CONTENT) => self.is_foreign,
            (Quirk::ImpliedEndTags, EXCEPTION) if self.is_other_end_tag => holds && tag.is_current,
            (Quirk::SvgEndTags, CLOSE_FOREIGN) => holds && (!tag.has_svg_case || tag.is_in_svg),
            (Quirk::BodyEnd, BODY_IN_SCOPE) => tag.has_body,
            (Quirk::ContextName, id) if self.is_at_context => holds || self.reset_by == Some(id),
            (Quirk::ContextText, LITERAL_TEXT) if self.depth == 0 => holds || self.is_literal,
            (Quirk::AnnotationBreakOut, BREAK_OUT_POINT) => {
                // It is asked of one element after the other, as they are popped.
                let is_annotation = self.html_annotations.pop() == Some(true);
                holds && !is_annotation
            }
            (Quirk::LineFeedBehindError, IGNORED_LINE_FEED) => holds && !self.has_error,
            _ => holds,
        }
    }

    fn step(&mut self, clause: Clause) -> bool {
        let id = clause.id();
        self.is_at_context |= self.has_begun && id == CONTEXT_COUNTS;
        match id {
            CONTENT => self.depth += 1,
            END_TAG => self.depth = self.depth.saturating_sub(1),
            _ => {}
        }
        match (self.quirk, id) {
            (Quirk::IsAttribute, PUSH_FORMATTING) => !self.tag.has_is,
            (Quirk::SvgEndTags, BEYOND_FOREIGN) => !(self.tag.has_svg_case && self.tag.is_in_svg),
            (Quirk::RootEndTag, BEYOND_FOREIGN) => !self.is_foreign_to_root,
            _ => true,
        }
    }

    fn null(&mut self, state: State, at: Option<View<'_>>) -> Null {
        let is_foreign = match self.quirk {
            Quirk::NullsRead => at.is_some_and(|view| self.is_foreign(view)),
            Quirk::NullsReadLate => self.is_foreign,
            _ => return Null::AsIs,
        };
        match state {
            State::CharacterReference
            | State::NamedCharacterReference
            | State::AmbiguousAmpersand
            | State::NumericCharacterReference
            | State::HexadecimalCharacterReferenceStart
            | State::HexadecimalCharacterReference
            | State::DecimalCharacterReference => {
                // It ends the reference and comes to the state that this returns to.
                self.drops_null = !is_foreign;
                Null::AsIs
            }
            State::Data | State::Rcdata if !is_foreign => Null::Nothing,
            State::Rawtext if !is_foreign && self.quirk == Quirk::NullsReadLate => Null::Nothing,
            _ => Null::Replacement,
        }
    }

    fn token(&mut self, token: Token<'_>, before: View<'_>) -> bool {
        let is_declaration = std::mem::take(&mut self.is_declaration);
        let is_cut_off = std::mem::take(&mut self.is_cut_off) && is_declaration;
        self.is_text = matches!(token, Token::Characters(_));
        self.drops_null &= self.is_text;
        self.tag = TagAtHand::of(token, before);
        self.look_at_open_elements(before);
        (self.is_other_end_tag, self.is_at_context) = (false, false);
        self.has_begun = true;
        match token {
            Token::Characters(text) => !self.ignores(text, before),
            Token::Comment(comment) if is_cut_off && self.loses(comment, before) => {
                self.is_end_lost = self.quirk == Quirk::DeclarationsCutOff;
                false
            }
            Token::EndOfFile => !self.is_end_lost,
            _ => true,
        }
    }

    fn error(&mut self, error: ParseErrorKind) {
        // That a tag may not close itself is known after tree construction only, and is no error of that tokenizer.
        const SOLIDUS: ErrorCode = ErrorCode::NonVoidHtmlElementStartTagWithTrailingSolidus;
        self.has_error |= matches!(error, ParseErrorKind::Code(code) if code != SOLIDUS);
    }

    fn processed(&mut self, after: View<'_>) {
        self.has_error = false;
        let is_foreign = self.is_foreign(after);
        match self.is_text {
            true => self.is_foreign_after_text = Some(is_foreign),
            false => (self.is_foreign, self.is_foreign_after_text) = (is_foreign, None),
        }
    }
}
