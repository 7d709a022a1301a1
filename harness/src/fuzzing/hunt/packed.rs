//! A tree as numbers and one text, the form in which the processes of a hunt exchange trees. It is several times faster
//! than the readable `nodes` of the engine protocol.
//!
//! Each node is its depth, the number of its kind and the lengths of its strings; those of an element are followed by
//! namespace and lengths for each attribute. In the text each string has a space behind it, so that surrogates of two
//! of them are no pair.
//!
//! The numbers are a string too, to base 32 with the lowest digit first: JSON's numbers take several times as long to
//! write and to read.

use std::borrow::Cow;
use std::str::Bytes;

use serde::{Deserialize, Serialize};

use crate::model::tree::{Attribute, AttributeNamespace, Namespace, Node, ShadowRootMode, Tree};
use crate::model::wtf8_json::JsonSlice;

const DOCTYPE: u32 = 0;
const TEXT: u32 = 1;
const COMMENT: u32 = 2;
const PROCESSING_INSTRUCTION: u32 = 3;
const TEMPLATE_CONTENTS: u32 = 4;
const OPEN_SHADOW_ROOT: u32 = 5;
const CLOSED_SHADOW_ROOT: u32 = 6;
/// And behind it an element in each of the other namespaces.
const ELEMENT: u32 = 7;

/// How many bits a digit is worth.
const DIGIT: u32 = 5;

/// Zero as the last digit of a number; the others are the characters behind it. None is one that JSON escapes.
const LAST: u8 = b'#';

/// Zero as a digit behind which there are others.
const NOT_LAST: u8 = b']';

/// A tree in this form.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Packed<'t> {
    #[serde(borrow)]
    numbers: Cow<'t, str>,
    #[serde(borrow)]
    text: JsonSlice<'t>,
}

impl Packed<'_> {
    /// Packs a tree.
    pub(super) fn of(tree: &Tree) -> Self {
        let mut packer =
            Packer { numbers: String::with_capacity(4 * tree.len()), text: Vec::with_capacity(8 * tree.len()) };
        for (depth, node) in tree.nodes() {
            packer.number(depth);
            packer.node(node);
        }
        Self { numbers: packer.numbers.into(), text: JsonSlice(Cow::Owned(packer.text)) }
    }

    /// The tree.
    pub(super) fn unpack(&self) -> Result<Tree, String> {
        let mut unpacker = Unpacker { numbers: self.numbers.bytes(), text: &self.text.0 };
        let mut tree = Tree::with_capacity(self.numbers.len() / 3, self.text.0.len());
        let mut deepest = 0;
        while unpacker.numbers.len() > 0 {
            let depth = unpacker.number()?;
            if depth > deepest {
                return Err(format!("a node at depth {depth}; expected at most {deepest}"));
            }
            deepest = depth + u32::from(unpacker.node(depth, &mut tree)?);
        }
        Ok(tree)
    }
}

struct Packer {
    numbers: String,
    text: Vec<u8>,
}

impl Packer {
    fn node(&mut self, node: Node<'_>) {
        match node {
            Node::Doctype { name, public_id, system_id } => self.strings(DOCTYPE, &[name, public_id, system_id]),
            Node::Text(data) => self.strings(TEXT, &[data]),
            Node::Comment(data) => self.strings(COMMENT, &[data]),
            Node::ProcessingInstruction { target, data } => {
                self.strings(PROCESSING_INSTRUCTION, &[target, data]);
            }
            Node::TemplateContents => self.strings(TEMPLATE_CONTENTS, &[]),
            Node::ShadowRoot { mode } => match mode {
                ShadowRootMode::Open => self.strings(OPEN_SHADOW_ROOT, &[]),
                ShadowRootMode::Closed => self.strings(CLOSED_SHADOW_ROOT, &[]),
            },
            Node::Element { namespace, name, attributes } => {
                self.strings(ELEMENT + place(&Namespace::ALL, namespace), &[name]);
                self.number(as_u32(attributes.len()));
                for (namespace, name, value) in attributes.iter() {
                    let namespace = place(&AttributeNamespace::ALL, namespace);
                    self.strings(namespace, &[name, value]);
                }
            }
        }
    }

    fn strings(&mut self, kind: u32, strings: &[&[u8]]) {
        self.number(kind);
        for string in strings {
            self.number(as_u32(string.len()));
            self.text.extend_from_slice(string);
            self.text.push(b' ');
        }
    }

    fn number(&mut self, number: u32) {
        let mut left = number;
        while left >= 1 << DIGIT {
            self.digit(NOT_LAST, left);
            left >>= DIGIT;
        }
        self.digit(LAST, left);
    }

    /// The lowest digit of a number.
    fn digit(&mut self, zero: u8, number: u32) {
        let digit = (number % (1 << DIGIT)) as u8;
        self.numbers.push(char::from(zero + digit));
    }
}

/// A length or a place in a tree.
fn as_u32(n: usize) -> u32 {
    u32::try_from(n).expect("a tree holds less than 4 GiB")
}

/// Where a value stands among all.
fn place<T: PartialEq>(all: &[T], value: T) -> u32 {
    let place = all.iter().position(|other| *other == value);
    as_u32(place.expect("all are there"))
}

struct Unpacker<'p> {
    numbers: Bytes<'p>,
    text: &'p [u8],
}

impl<'p> Unpacker<'p> {
    /// Adds the next node to a tree. Whether there may be others in it.
    fn node(&mut self, depth: u32, tree: &mut Tree) -> Result<bool, String> {
        match self.number()? {
            DOCTYPE => tree.push_doctype(depth, self.string()?, self.string()?, self.string()?),
            TEXT => tree.push_text(depth, self.string()?),
            COMMENT => tree.push_comment(depth, self.string()?),
            PROCESSING_INSTRUCTION => {
                tree.push_processing_instruction(depth, self.string()?, self.string()?);
            }
            kind => {
                self.container(kind, depth, tree)?;
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn container(&mut self, kind: u32, depth: u32, tree: &mut Tree) -> Result<(), String> {
        match kind {
            TEMPLATE_CONTENTS => tree.push_template_contents(depth),
            OPEN_SHADOW_ROOT => tree.push_shadow_root(depth, ShadowRootMode::Open),
            CLOSED_SHADOW_ROOT => tree.push_shadow_root(depth, ShadowRootMode::Closed),
            _ => {
                let namespace = kind.checked_sub(ELEMENT).ok_or("no kind of node")?;
                let namespace = at(&Namespace::ALL, namespace)?;
                let name = self.string()?;
                let mut attributes = (0..self.number()?).map(|_| self.attribute()).collect::<Result<Vec<_>, _>>()?;
                tree.push_element(depth, namespace, name, &mut attributes);
            }
        }
        Ok(())
    }

    fn attribute(&mut self) -> Result<Attribute<'p>, String> {
        let namespace = at(&AttributeNamespace::ALL, self.number()?)?;
        Ok((namespace, self.string()?, self.string()?))
    }

    fn number(&mut self) -> Result<u32, String> {
        let mut number = 0;
        for place in (0..u32::BITS).step_by(DIGIT as usize) {
            let byte = self.numbers.next().ok_or("a number is missing")?;
            let digit = |zero| byte.checked_sub(zero).filter(|digit| *digit < 1 << DIGIT);
            let (digit, is_last) = match (digit(LAST), digit(NOT_LAST)) {
                (Some(digit), _) => (digit, true),
                (None, Some(digit)) => (digit, false),
                (None, None) => return Err(format!("no digit: {:?}", char::from(byte))),
            };
            number |= u64::from(digit) << place;
            if is_last {
                return u32::try_from(number).map_err(|error| error.to_string());
            }
        }
        Err("a number has too many digits".to_owned())
    }

    fn string(&mut self) -> Result<&'p [u8], String> {
        let length = self.number()? as usize;
        let (string, rest) = self.text.split_at_checked(length).ok_or("the text is too short")?;
        // A space is no part of a longer sequence: the string ends where a code point does.
        self.text = rest.strip_prefix(b" ").ok_or("a string has no end")?;
        Ok(string)
    }
}

/// The value that stands there among all.
fn at<T: Copy>(all: &[T], place: u32) -> Result<T, String> {
    let value = all.get(place as usize).copied();
    value.ok_or_else(|| format!("no namespace has the number {place}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::Engine as _;
    use crate::engines::standard::Standard;
    use crate::fuzzing::generate::Generator;
    use crate::model::answer::Answer;

    fn again(tree: &Tree) -> Tree {
        let json = serde_json::to_string(&Packed::of(tree)).expect("it is JSON");
        let packed: Packed<'_> = serde_json::from_str(&json).expect("it is packed");
        packed.unpack().expect("it is a tree")
    }

    #[test]
    fn a_tree_is_the_same_again() {
        let mut trees = 0;
        for generator in Generator::ALL {
            for case in generator.documents(4).take(500) {
                if let Answer::Tree { tree, .. } = Standard::default().answer(&case.input()) {
                    assert_eq!(again(&tree), tree);
                    trees += 1;
                }
            }
        }
        assert!(trees > 2_000, "{trees}");
    }

    #[test]
    fn every_kind_of_node_is_the_same_again() {
        let mut tree = Tree::new();
        tree.push_doctype(0, b"html", b"a", b"b c");
        for (namespace, attribute) in std::iter::zip(Namespace::ALL, AttributeNamespace::ALL) {
            let mut attributes = [(attribute, b"x".as_slice(), b" ".as_slice())];
            tree.push_element(0, namespace, b"template", &mut attributes);
        }
        tree.push_template_contents(1);
        tree.push_shadow_root(1, ShadowRootMode::Open);
        tree.push_shadow_root(1, ShadowRootMode::Closed);
        // A pair of surrogates in two texts.
        tree.push_text(2, b"\xED\xA0\x80");
        tree.push_text(2, b"\xED\xB0\x80");
        tree.push_comment(2, b"");
        tree.push_processing_instruction(2, b"t", b"d");
        assert_eq!(again(&tree), tree);
    }

    #[test]
    fn every_length_is_the_same_again() {
        for length in [31, 32, 33, 1_023, 1_024, 1_025, 40_000] {
            let mut tree = Tree::new();
            tree.push_text(0, "x".repeat(length).as_bytes());
            tree.push_comment(0, b"behind it");
            assert_eq!(again(&tree), tree, "{length}");
        }
    }

    #[test]
    fn what_is_no_tree_is_refused() {
        for (json, why) in [
            (r#"{"numbers":"$$$","text":"x "}"#, "at depth 1"),
            (r##"{"numbers":"#","text":""}"##, "a number is missing"),
            (r##"{"numbers":"#$]","text":""}"##, "a number is missing"),
            (r##"{"numbers":"#$%","text":"x"}"##, "too short"),
            (r##"{"numbers":"#$$","text":"é "}"##, "no end"),
            (r##"{"numbers":"#-$#","text":"x "}"##, "namespace"),
            (r##"{"numbers":"#$ ","text":"x "}"##, "no digit"),
            (r##"{"numbers":"#$]]]]]]]#","text":"x "}"##, "too many digits"),
            (r##"{"numbers":"#$]]]]]]'","text":"x "}"##, "out of range"),
        ] {
            let packed: Packed<'_> = serde_json::from_str(json).expect("it is packed");
            let error = packed.unpack().expect_err("it is no tree");
            assert!(error.contains(why), "{json}: {error}");
        }
    }
}
