//! The tokens that rows of tree construction match by their kind alone.

use crosscheck_standard::clauses::token::Token;

named! {
    /// A token that is neither a tag nor text.
    Declaration {
        Doctype "doctype" "A DOCTYPE token."
        Comment "comment" "A comment token."
        ProcessingInstruction "processing-instruction" "A processing instruction token."
    }
}

impl Declaration {
    /// The kind of a token, if it is one of them.
    pub fn of(token: Token<'_>) -> Option<Self> {
        match token {
            Token::Doctype(_) => Some(Self::Doctype),
            Token::Comment(_) => Some(Self::Comment),
            Token::ProcessingInstruction { .. } => Some(Self::ProcessingInstruction),
            Token::StartTag(_) | Token::EndTag(_) | Token::Characters(_) | Token::EndOfFile => None,
        }
    }
}
