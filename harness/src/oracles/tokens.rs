//! An engine's tokenizer gives the standard's tokens from every initial state. Accepted differences are those that
//! [`Token`] does not represent: how a run of characters is split into tokens, and the order of attributes.

use crate::model::answer::Answer;
use crate::model::token::Token;

/// Describes the first difference between an engine's tokens and the standard's; `None` if they are the same, or an
/// answer is not tokens.
pub fn difference(standard: &Answer, engine: &Answer) -> Option<String> {
    match (standard, engine) {
        (Answer::Tokens { tokens: standard, .. }, Answer::Tokens { tokens, .. }) => first_difference(standard, tokens),
        _ => None,
    }
}

fn first_difference(standard: &[Token], tokens: &[Token]) -> Option<String> {
    let length = standard.len().max(tokens.len());
    let mut pairs = (0..length).map(|index| (standard.get(index), tokens.get(index)));
    let (should, is) = pairs.find(|(should, is)| should != is)?;
    Some(match (should.map(kind), is.map(kind)) {
        (should, is) if should == is => format!("another {}", is.unwrap_or("token")),
        (should, is) => format!("{} is {}", should.unwrap_or("nothing"), is.unwrap_or("nothing")),
    })
}

fn kind(token: &Token) -> &'static str {
    match token {
        Token::Doctype { .. } => "doctype",
        Token::StartTag { .. } => "start tag",
        Token::EndTag { .. } => "end tag",
        Token::Comment(_) => "comment",
        Token::ProcessingInstruction { .. } => "processing instruction",
        Token::Characters(_) => "characters",
    }
}
