//! Engines that take one character for another.

use crosscheck::Wtf8Buf;
use crosscheck::model::answer::Answer;
use crosscheck::model::input::{Input, Source, Task};
use crosscheck::model::token::Token;
use crosscheck::model::tree::{Node, Tree};

use super::engine::{standard, watched, with_text};
use super::observers::Hooks;
use super::trees::rewritten;

/// A character that means nothing to any rule and that no document here has.
const ORDINARY: char = '\u{F00C}';

/// White space that any other white space can stand for, with references that make it.
const WHITE_SPACE: [(char, &[&str]); 2] =
    [('\u{C}', &["&#12", "&#012", "&#xc", "&#x0c"]), ('\t', &["&#9", "&#09", "&#x9", "&#x09", "&tab"])];

/// The answer of an engine to which a character means nothing.
pub(crate) fn meaningless(input: &Input, character: char) -> Answer {
    read_as(input, character, ORDINARY)
}

/// The answer of an engine to which a character is white space. It cannot say what it makes of documents that have
/// every white space that could stand for it.
pub(crate) fn white_space(input: &Input, character: char) -> Answer {
    let mut text = String::new();
    with_text(input, |bytes| {
        text = String::from_utf8_lossy(bytes).to_ascii_lowercase();
        Vec::new()
    });
    let mut stand_ins = WHITE_SPACE.iter();
    let free = stand_ins.find(|(stand_in, references)| {
        !text.contains(*stand_in) && !references.iter().any(|reference| text.contains(reference))
    });
    match free {
        _ if !text.contains(character) => standard(input),
        Some((stand_in, _)) => read_as(input, character, *stand_in),
        None => Answer::Unsupported("white space: all that could stand for it is in use".to_owned()),
    }
}

/// The answer of an engine that reads one character as another, and still writes the one.
fn read_as(input: &Input, character: char, stand_in: char) -> Answer {
    let swapped = |from: char, to: char| move |bytes: &[u8]| replaced(bytes, from, to);
    let answer = standard(&with_text(input, swapped(character, stand_in)));
    in_answer(answer, swapped(stand_in, character))
}

/// The answer of an engine that drops a character.
pub(crate) fn dropped(input: &Input, character: char) -> Answer {
    let encoded = character.to_string();
    standard(&with_text(input, |bytes| replace(bytes, encoded.as_bytes(), b"")))
}

/// The answer of an engine that takes bytes for UTF-8 where nothing says what they are, and they can be.
pub(crate) fn utf_8_guessed(input: &Input) -> Answer {
    let mut guessed = input.clone();
    if let Source::Bytes { bytes, encoding: encoding @ None } = &mut guessed.source {
        let is_guessed = !bytes.is_ascii() && str::from_utf8(bytes).is_ok() && !is_declared(bytes);
        *encoding = is_guessed.then(|| "utf-8".to_owned());
    }
    standard(&guessed)
}

/// Whether a byte order mark or a declaration says what bytes are.
fn is_declared(bytes: &[u8]) -> bool {
    let mut declared = Declared::default();
    let input = Input { source: Source::Bytes { bytes: bytes.to_vec(), encoding: None }, task: Task::Encoding };
    let _ = watched(&input, &mut declared);
    declared.0
}

/// Whether the document has said what its encoding is.
#[derive(Default)]
struct Declared(bool);

impl Hooks for &mut Declared {
    fn row(&mut self, clause: &'static str) -> bool {
        self.0 |= matches!(clause, "encoding-sniffing/byte-order-mark" | "encoding-sniffing/prescan");
        true
    }
}

fn replaced(bytes: &[u8], from: char, to: char) -> Vec<u8> {
    replace(bytes, from.to_string().as_bytes(), to.to_string().as_bytes())
}

fn replace(bytes: &[u8], from: &[u8], to: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(bytes.len());
    let mut rest = bytes;
    while let Some((first, after)) = rest.split_first() {
        match rest.strip_prefix(from) {
            Some(after) => {
                out.extend_from_slice(to);
                rest = after;
            }
            None => {
                out.push(*first);
                rest = after;
            }
        }
    }
    out
}

/// The answer with every text and every name changed.
pub(crate) fn in_answer(answer: Answer, change: impl Fn(&[u8]) -> Vec<u8>) -> Answer {
    match answer {
        Answer::Tree { tree, errors, mode } => Answer::Tree { tree: in_tree(&tree, &change), errors, mode },
        Answer::Tokens { tokens, errors } => {
            Answer::Tokens { tokens: tokens.into_iter().map(|token| in_token(token, &change)).collect(), errors }
        }
        Answer::Markup(markup) => Answer::Markup(Wtf8Buf::from_valid(change(markup.as_bytes()))),
        other => other,
    }
}

fn in_tree(tree: &Tree, change: &impl Fn(&[u8]) -> Vec<u8>) -> Tree {
    rewritten(tree, |out, depth, node| match node {
        Node::Doctype { name, public_id, system_id } => {
            out.push_doctype(depth, &change(name), &change(public_id), &change(system_id));
        }
        Node::Element { namespace, name, attributes } => {
            let owned: Vec<_> =
                attributes.iter().map(|(namespace, name, value)| (namespace, change(name), change(value))).collect();
            let mut attributes: Vec<_> =
                owned.iter().map(|(namespace, name, value)| (*namespace, &name[..], &value[..])).collect();
            out.push_element(depth, namespace, &change(name), &mut attributes);
        }
        Node::Text(data) => out.push_text(depth, &change(data)),
        Node::Comment(data) => out.push_comment(depth, &change(data)),
        Node::ProcessingInstruction { target, data } => {
            out.push_processing_instruction(depth, &change(target), &change(data));
        }
        Node::TemplateContents => out.push_template_contents(depth),
        Node::ShadowRoot { mode } => out.push_shadow_root(depth, mode),
    })
}

fn in_token(token: Token, change: &impl Fn(&[u8]) -> Vec<u8>) -> Token {
    let changed = |text: Wtf8Buf| Wtf8Buf::from_valid(change(text.as_bytes()));
    match token {
        Token::Doctype { name, public_id, system_id, force_quirks } => Token::Doctype {
            name: name.map(changed),
            public_id: public_id.map(changed),
            system_id: system_id.map(changed),
            force_quirks,
        },
        Token::StartTag { name, attributes, self_closing } => {
            let pairs = attributes.into_iter().map(|(name, value)| (changed(name), changed(value)));
            let mut attributes: Vec<_> = pairs.collect();
            attributes.sort();
            Token::StartTag { name: changed(name), attributes, self_closing }
        }
        Token::EndTag { name } => Token::EndTag { name: changed(name) },
        Token::Comment(data) => Token::Comment(changed(data)),
        Token::ProcessingInstruction { target, data } => {
            Token::ProcessingInstruction { target: changed(target), data: changed(data) }
        }
        Token::Characters(text) => Token::Characters(changed(text)),
    }
}
