//! Engines that say otherwise than the standard at several clauses, or at one in some cases.

use crosscheck_standard::clauses::clause::Clause;
use crosscheck_standard::clauses::observer::Observer;
use crosscheck_standard::clauses::token::Token;
use crosscheck_standard::clauses::view::View;
use crosscheck_standard::dom::{Document, NodeId, NodeKind};
use crosscheck_standard::name::Name;

/// What a fault says otherwise than the standard. Clauses are named by their ids.
pub(crate) trait Hooks {
    fn row(&mut self, _: &'static str) -> bool {
        true
    }

    fn condition(&mut self, _: &'static str, holds: bool) -> bool {
        holds
    }

    fn step(&mut self, _: &'static str) -> bool {
        true
    }

    fn token(&mut self, _: Token<'_>, _: View<'_>) -> bool {
        true
    }

    fn processed(&mut self, _: View<'_>) {}

    fn named_reference(&mut self, _: &'static str) -> bool {
        true
    }
}

/// The observer that all faults are.
pub(crate) struct Watched<'h>(pub(crate) &'h mut dyn Hooks);

impl Observer for Watched<'_> {
    fn row(&mut self, clause: Clause, _: usize) -> bool {
        self.0.row(clause.id())
    }

    fn condition(&mut self, clause: Clause, holds: bool) -> bool {
        self.0.condition(clause.id(), holds)
    }

    fn step(&mut self, clause: Clause) -> bool {
        self.0.step(clause.id())
    }

    fn token(&mut self, token: Token<'_>, before: View<'_>) -> bool {
        self.0.token(token, before)
    }

    fn processed(&mut self, after: View<'_>) {
        self.0.processed(after);
    }

    fn named_reference(&mut self, name: &'static str) -> bool {
        self.0.named_reference(name)
    }
}

/// Rows that never match.
pub(crate) struct WithoutRows(pub(crate) fn(&str) -> bool);

impl Hooks for WithoutRows {
    fn row(&mut self, clause: &'static str) -> bool {
        !(self.0)(clause)
    }
}

/// Conditions that never hold.
pub(crate) struct WithoutConditions(pub(crate) fn(&str) -> bool);

impl Hooks for WithoutConditions {
    fn condition(&mut self, clause: &'static str, holds: bool) -> bool {
        holds && !(self.0)(clause)
    }
}

/// Character references whose names are not known.
pub(crate) struct WithoutReferences(pub(crate) fn(&str) -> bool);

impl Hooks for WithoutReferences {
    fn named_reference(&mut self, name: &'static str) -> bool {
        !(self.0)(name)
    }
}

/// Tokens that tree construction does not hear of.
pub(crate) struct WithoutTokens(pub(crate) fn(Token<'_>, &Document) -> bool);

impl Hooks for WithoutTokens {
    fn token(&mut self, token: Token<'_>, before: View<'_>) -> bool {
        !(self.0)(token, before.document)
    }
}

/// Of what table rules take out of tables only text leaves them.
#[derive(Default)]
pub(crate) struct FostersText {
    /// Whether text that was pending in a table is processed.
    is_text: bool,
}

impl Hooks for FostersText {
    fn condition(&mut self, clause: &'static str, holds: bool) -> bool {
        match clause {
            "in-table-text/anything-else/taint" => {
                self.is_text = holds;
                holds
            }
            "appropriate-place/foster-parenting" => holds && self.is_text,
            _ => holds,
        }
    }

    fn step(&mut self, clause: &'static str) -> bool {
        self.is_text &= clause != "in-table-text/anything-else/original-mode";
        true
    }
}

/// The adoption agency has one round.
#[derive(Default)]
pub(crate) struct OneRound {
    rounds: usize,
}

impl Hooks for OneRound {
    fn token(&mut self, _: Token<'_>, _: View<'_>) -> bool {
        self.rounds = 0;
        true
    }

    fn condition(&mut self, clause: &'static str, holds: bool) -> bool {
        match clause {
            "adoption-agency/lone" => {
                self.rounds = 0;
                holds
            }
            "adoption-agency/outer-loop" => {
                self.rounds += 1;
                self.rounds > 1
            }
            _ => holds,
        }
    }
}

/// How many formatting elements are remembered.
const MOST_FORMATTING: usize = 3;

/// The names of formatting elements.
const FORMATTING: [Name; 14] = [
    Name::A,
    Name::B,
    Name::BIG,
    Name::CODE,
    Name::EM,
    Name::FONT,
    Name::I,
    Name::NOBR,
    Name::S,
    Name::SMALL,
    Name::STRIKE,
    Name::STRONG,
    Name::TT,
    Name::U,
];

/// A formatting element in [`MOST_FORMATTING`] others that are open is not put on the list.
#[derive(Default)]
pub(crate) struct FewFormatting {
    open: usize,
}

impl Hooks for FewFormatting {
    fn token(&mut self, _: Token<'_>, before: View<'_>) -> bool {
        let is_formatting = |node: &NodeId| {
            let element = before.document.element(*node);
            element.is_some_and(|element| FORMATTING.iter().any(|name| element.name.is_html(*name)))
        };
        self.open = before.open_nodes().filter(is_formatting).count();
        true
    }

    fn step(&mut self, clause: &'static str) -> bool {
        self.open < MOST_FORMATTING || clause != "push-formatting/add"
    }
}

/// The case of a doctype's name is kept, and ignored where the name decides.
#[derive(Default)]
pub(crate) struct KeepsDoctypeCase {
    is_html: bool,
}

impl Hooks for KeepsDoctypeCase {
    fn row(&mut self, clause: &'static str) -> bool {
        !matches!(clause, "before-doctype-name-state/upper-alpha" | "doctype-name-state/upper-alpha")
    }

    fn token(&mut self, token: Token<'_>, _: View<'_>) -> bool {
        if let Token::Doctype(doctype) = token {
            let name = doctype.name.as_deref();
            self.is_html = name.is_some_and(|name| name.eq_ignore_ascii_case(b"html"));
        }
        true
    }

    fn condition(&mut self, clause: &'static str, holds: bool) -> bool {
        let is_of_name = matches!(clause, "initial/quirks/name" | "initial/doctype/error-name");
        holds && !(is_of_name && self.is_html)
    }
}

/// Whether a token is the tag of an element whose name has a hyphen.
pub(crate) fn is_hyphenated(token: Token<'_>, document: &Document) -> bool {
    match token {
        Token::StartTag(tag) | Token::EndTag(tag) => document.names.spelling(tag.name).contains(&b'-'),
        _ => false,
    }
}

/// Whether a node is an HTML element of this name.
pub(crate) fn is_html(document: &Document, node: NodeId, name: Name) -> bool {
    matches!(document.kind(node), NodeKind::Element(element) if element.name.is_html(name))
}
