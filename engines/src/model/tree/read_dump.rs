//! Reading a dump back into a tree.

use super::{AttributeNamespace, ShadowRootMode, Tree};
use crate::model::tree::Namespace;
use crosscheck_standard::wtf8::{self, Wtf8Buf};

/// The text was not a dump.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {message}")]
pub struct NotADump {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong there.
    pub message: String,
    /// Whether more lines could make it a dump: the last node has no end.
    pub unfinished: bool,
}

impl Tree {
    /// Reads a dump in html5lib's format, WTF-8 without a final newline. What it accepts, [`Tree::dump`] gives back
    /// byte for byte.
    ///
    /// The format escapes nothing, so a dump can have several readings. Lines are read from the top, each node ends at
    /// the first place where it can: its closing characters stand at the end of a line, and the next line begins a node
    /// no deeper than what is allowed there. Hence these trees share their dump with another and are read as the other:
    ///
    /// * A text that holds `"`, a line feed and what looks like a line of a dump is read as several nodes. The same
    ///   goes for comments, processing instructions, identifiers of a doctype, and values of attributes, each with its
    ///   closing characters.
    /// * An attribute whose name begins with `"`, `<?` or `<!-- ` is read as a text, processing instruction or comment.
    /// * An attribute whose name begins with `<` and whose value has a line that ends with `>` is read as an element.
    /// * A public identifier that holds `" "` ends before it.
    /// * A name that begins with `svg `, `math `, `xlink `, `xml ` or `xmlns ` is read as a name in that namespace; the
    ///   parsing algorithm makes none.
    ///
    /// # Errors
    /// When the bytes are not the dump of any tree: the first line that is wrong, and how.
    pub fn from_dump(dump: &[u8]) -> Result<Self, NotADump> {
        let mut reader = Reader::new(dump);
        if let Err(error) = wtf8::validate(dump) {
            reader.at = error.offset;
            return Err(reader.error("not WTF-8".to_owned()));
        }
        while reader.at < dump.len() {
            reader.line()?;
        }
        if dump.ends_with(b"\n") {
            return Err(reader.error(FINAL_LINE_FEED.to_owned()));
        }
        reader.finish()
    }

    /// The tree that an engine gave as a dump. It keeps the dump, which [`Tree::is_same`] compares. The nodes are those
    /// that [`Tree::from_dump`] reads; from the first line on that it cannot read, the rest is one text: the dump may
    /// well be right, and have another reading.
    ///
    /// # Errors
    /// When no dump begins or ends like this.
    pub fn given_as_dump(dump: Wtf8Buf) -> Result<Self, NotADump> {
        let bytes = dump.as_bytes();
        let mut reader = Reader::new(bytes);
        if !bytes.is_empty() && !bytes.starts_with(b"| ") {
            return Err(reader.error(NO_LINE.to_owned()));
        }
        if bytes.ends_with(b"\n") {
            reader.at = bytes.len();
            return Err(reader.error(FINAL_LINE_FEED.to_owned()));
        }
        while reader.at < bytes.len() {
            let unread = reader.at;
            if reader.line().is_err() {
                reader.close_element();
                reader.tree.push_text(reader.deepest, &bytes[unread..]);
                break;
            }
        }
        reader.close_element();
        let mut tree = reader.tree;
        tree.given = Some(dump);
        Ok(tree)
    }
}

/// The message for a line that is not part of a dump.
const NO_LINE: &str = "expected `| `, two spaces for each level, and a node";

/// The message for a dump that ends with a line feed.
const FINAL_LINE_FEED: &str = "a dump has no final line feed";

struct Reader<'d> {
    dump: &'d [u8],
    /// The offset of the line to read.
    at: usize,
    tree: Tree,
    /// The element whose attributes are being read.
    element: Option<OpenElement<'d>>,
    /// How deep the next node may be.
    deepest: u32,
}

struct OpenElement<'d> {
    depth: u32,
    namespace: Namespace,
    name: &'d [u8],
    attributes: Vec<(AttributeNamespace, &'d [u8], &'d [u8])>,
}

/// What a line begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Begins {
    Text,
    Comment,
    ProcessingInstruction,
    Doctype,
    Element,
    TemplateContents,
    ShadowRoot(ShadowRootMode),
    Attribute,
}

impl<'d> Reader<'d> {
    fn new(dump: &'d [u8]) -> Self {
        Self { dump, at: 0, tree: Tree::new(), element: None, deepest: 0 }
    }

    /// Reads the node or attribute that begins here.
    fn line(&mut self) -> Result<(), NotADump> {
        let line = line_at(self.dump, self.at);
        let Some((depth, content)) = split_line(line) else {
            return Err(self.error(NO_LINE.to_owned()));
        };
        let Some(begins) = classify(content) else {
            return Err(self.error("expected a node or an attribute".to_owned()));
        };
        if depth > self.deepest {
            let message = format!("too deep: level {depth}, expected at most {}", self.deepest);
            return Err(self.error(message));
        }
        let start = self.at + (line.len() - content.len());
        if begins == Begins::Attribute {
            return self.attribute(depth, start);
        }
        self.close_element();
        match begins {
            Begins::Text => {
                let data = self.until(start + 1, b"\"", depth)?;
                self.tree.push_text(depth, data);
            }
            Begins::Comment => {
                let data = self.until(start + 5, b" -->", depth)?;
                self.tree.push_comment(depth, data);
            }
            Begins::ProcessingInstruction => {
                let data = self.until(start + 2, b"?>", depth)?;
                let Some((target, data)) = split_once(data, b" ") else {
                    return Err(self.error("expected `<?TARGET DATA?>`".to_owned()));
                };
                self.tree.push_processing_instruction(depth, target, data);
            }
            Begins::Doctype => self.doctype(depth, start)?,
            Begins::Element => self.open_element(depth, content),
            Begins::TemplateContents => self.tree.push_template_contents(depth),
            Begins::ShadowRoot(mode) => self.tree.push_shadow_root(depth, mode),
            Begins::Attribute => unreachable!("dealt with above"),
        }
        let container = matches!(begins, Begins::Element | Begins::TemplateContents | Begins::ShadowRoot(_));
        if container {
            self.at += line.len() + 1;
        }
        self.deepest = depth + u32::from(container);
        Ok(())
    }

    fn doctype(&mut self, depth: u32, start: usize) -> Result<(), NotADump> {
        let inside = self.until(start + "<!DOCTYPE ".len(), b">", depth)?;
        let (name, identifiers) = split_once(inside, b" ").unwrap_or((inside, b"\"\" \"\""));
        let identifiers = identifiers
            .strip_prefix(b"\"")
            .and_then(|rest| rest.strip_suffix(b"\""))
            .and_then(|rest| split_once(rest, b"\" \""));
        let Some((public_id, system_id)) = identifiers else {
            return Err(self.error("expected `<!DOCTYPE NAME \"PUBLIC\" \"SYSTEM\">`".to_owned()));
        };
        self.tree.push_doctype(depth, name, public_id, system_id);
        Ok(())
    }

    fn open_element(&mut self, depth: u32, content: &'d [u8]) {
        let name = &content[1..content.len() - 1];
        let prefixes = [Namespace::Svg, Namespace::MathMl];
        let (namespace, name) = prefixes
            .into_iter()
            .find_map(|namespace| Some((namespace, name.strip_prefix(namespace.prefix().as_bytes())?)))
            .unwrap_or((Namespace::Html, name));
        self.element = Some(OpenElement { depth, namespace, name, attributes: Vec::new() });
    }

    fn attribute(&mut self, depth: u32, start: usize) -> Result<(), NotADump> {
        let belongs = self.element.as_ref().is_some_and(|element| element.depth + 1 == depth);
        if !belongs {
            return Err(self.error("an attribute that does not follow its element".to_owned()));
        }
        let name = attribute_name(line_at(self.dump, start)).expect("the line is an attribute's");
        let value = self.until(start + name.len() + 2, b"\"", depth)?;
        let name = &self.dump[start..][..name.len()];
        let prefixes = [AttributeNamespace::XLink, AttributeNamespace::Xml, AttributeNamespace::Xmlns];
        let (namespace, name) = prefixes
            .into_iter()
            .find_map(|namespace| Some((namespace, name.strip_prefix(namespace.prefix().as_bytes())?)))
            .unwrap_or((AttributeNamespace::None, name));
        if let Some(element) = &mut self.element {
            element.attributes.push((namespace, name, value));
        }
        Ok(())
    }

    /// Gives the tree the element whose attributes have all been read.
    fn close_element(&mut self) {
        if let Some(mut element) = self.element.take() {
            let OpenElement { depth, namespace, name, attributes } = &mut element;
            self.tree.push_element(*depth, *namespace, name, attributes);
        }
    }

    /// What stands from `start` to the first `closing` after which a new line can begin, and moves on to that line.
    /// `depth` is where the node or attribute stands.
    fn until(&mut self, start: usize, closing: &[u8], depth: u32) -> Result<&'d [u8], NotADump> {
        let mut line_start = start;
        while line_start <= self.dump.len() {
            let line_end = line_start + line_at(self.dump, line_start).len();
            let end = line_end.checked_sub(closing.len()).filter(|&end| end >= start);
            if let Some(end) = end
                && self.dump[end..line_end] == *closing
                && self.can_go_on(line_end, depth)
            {
                self.at = line_end + 1;
                return Ok(&self.dump[start..end]);
            }
            line_start = line_end + 1;
        }
        let closing = String::from_utf8_lossy(closing);
        let message = format!("expected `{closing}` at the end of the node that begins here");
        Err(NotADump { unfinished: true, ..self.error(message) })
    }

    /// Whether the dump ends at `line_end`, or goes on with a line at most as deep as `depth`.
    fn can_go_on(&self, line_end: usize, depth: u32) -> bool {
        if line_end == self.dump.len() {
            return true;
        }
        let next = split_line(line_at(self.dump, line_end + 1));
        next.is_some_and(|(next_depth, content)| {
            next_depth <= depth
                && match classify(content) {
                    None => false,
                    Some(Begins::Attribute) => {
                        self.element.as_ref().is_some_and(|element| element.depth + 1 == next_depth)
                    }
                    Some(_) => true,
                }
        })
    }

    /// Checks that the tree's dump is the dump that was read.
    fn finish(mut self) -> Result<Tree, NotADump> {
        self.close_element();
        let dump = self.tree.dump();
        if dump.as_bytes() == self.dump {
            return Ok(self.tree);
        }
        let same = self.dump.iter().zip(dump.as_bytes()).take_while(|(a, b)| a == b).count();
        let line_start = dump.as_bytes()[..same].iter().rposition(|&b| b == b'\n').map_or(0, |at| at + 1);
        let expected = wtf8::to_display(line_at(dump.as_bytes(), line_start)).into_owned();
        self.at = same;
        Err(self.error(format!("not in the form of a dump; expected `{expected}`")))
    }

    fn error(&self, message: String) -> NotADump {
        let before = &self.dump[..self.at.min(self.dump.len())];
        NotADump { line: 1 + memchr::memchr_iter(b'\n', before).count(), message, unfinished: false }
    }
}

/// What stands from `start` to the end of its line.
fn line_at(bytes: &[u8], start: usize) -> &[u8] {
    let rest = bytes.get(start..).unwrap_or_default();
    &rest[..memchr::memchr(b'\n', rest).unwrap_or(rest.len())]
}

/// The depth of a line and what follows its indentation.
fn split_line(line: &[u8]) -> Option<(u32, &[u8])> {
    let indented = line.strip_prefix(b"| ")?;
    let spaces = indented.iter().take_while(|&&b| b == b' ').count();
    let depth = u32::try_from(spaces / 2).ok().filter(|_| spaces % 2 == 0)?;
    Some((depth, &indented[spaces..]))
}

fn classify(content: &[u8]) -> Option<Begins> {
    match content {
        [b'"', ..] => Some(Begins::Text),
        b"content" => Some(Begins::TemplateContents),
        b"#shadow-root (open)" => Some(Begins::ShadowRoot(ShadowRootMode::Open)),
        b"#shadow-root (closed)" => Some(Begins::ShadowRoot(ShadowRootMode::Closed)),
        _ if content.starts_with(b"<!-- ") => Some(Begins::Comment),
        _ if content.starts_with(b"<!DOCTYPE ") => Some(Begins::Doctype),
        [b'<', b'?', ..] => Some(Begins::ProcessingInstruction),
        [b'<', name @ .., b'>'] if !name.is_empty() && !name.contains(&b'>') => Some(Begins::Element),
        _ => attribute_name(content).map(|_| Begins::Attribute),
    }
}

/// The name of the attribute that begins on this line. It may begin with `=`, but has none later.
fn attribute_name(line: &[u8]) -> Option<&[u8]> {
    let equals = 1 + memchr::memchr(b'=', line.get(1..)?)?;
    (line.get(equals + 1) == Some(&b'"')).then(|| &line[..equals])
}

fn split_once<'b>(bytes: &'b [u8], separator: &[u8]) -> Option<(&'b [u8], &'b [u8])> {
    let at = memchr::memmem::find(bytes, separator)?;
    Some((&bytes[..at], &bytes[at + separator.len()..]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::tree::Node;

    fn kinds(dump: &str) -> usize {
        let tree = Tree::from_dump(dump.as_bytes()).unwrap_or_else(|e| panic!("{dump}\n{e}"));
        assert_eq!(tree.dump().as_str(), Some(dump));
        tree.len()
    }

    fn wrong(dump: &str) -> NotADump {
        Tree::from_dump(dump.as_bytes()).expect_err(dump)
    }

    #[test]
    fn every_kind_of_node_is_read() {
        let dump = "| <!DOCTYPE html \"a\" \"b\">\n| <!-- c -->\n| <?t d?>\n| <html>\n|   <template>\n|     a=\"1\"\n\
                    |     content\n|       \"x\"\n|     <svg path>\n|       d=\"\"\n|       xlink href=\"#\"\n\
                    |   <div>\n|     #shadow-root (closed)\n|       <math mi>";
        assert_eq!(kinds(dump), 11);
        assert_eq!(kinds(""), 0);
        assert_eq!(kinds("| <!DOCTYPE >"), 1);
        assert_eq!(kinds("| <!DOCTYPE  \"a\" \"\">"), 1);
        assert_eq!(kinds("| <?t ?>"), 1);
    }

    #[test]
    fn text_may_hold_line_feeds_quotes_and_what_looks_like_markup() {
        for text in
            ["", "\"", "\n", "a\n\nb", "\n| ", "\"\n<b>", "\"\n| <b>", "a\"\n| content x", "| <p>", "\"\n|     \"x"]
        {
            assert_eq!(kinds(&format!("| <p>\n|   \"{text}\"\n| <i>")), 3, "{text:?}");
        }
        for comment in ["", " -->", " -->\n", "\n| x", " -->\n|  <b>"] {
            assert_eq!(kinds(&format!("| <!-- {comment} -->\n| <i>")), 2, "{comment:?}");
        }
        for value in ["", "\"", "\"\nx=\"y", "\"\n|     \"", ">", "a=\"b"] {
            assert_eq!(kinds(&format!("| <p>\n|   a=\"{value}\"\n|   b=\"\"\n|   \"x\"")), 2, "{value:?}");
        }
    }

    #[test]
    fn odd_names_are_read() {
        assert_eq!(kinds("| <a\"b=\"c\">"), 1, "an element whose name has quotes");
        assert_eq!(kinds("| <p>\n|   <=\"x\"\n|   ==\"\"\n|   a\"=\"\"\n|   content=\"\""), 1);
    }

    #[test]
    fn ambiguous_dumps_are_read_as_more_nodes() {
        assert_eq!(kinds("| \"x\"\n| \"y\""), 2);
        assert_eq!(kinds("| <p>\n|   \"=\"y\""), 2, "a text, not an attribute named by a quote");
    }

    #[test]
    fn any_tree_is_given_as_its_dump() {
        let names: [&[u8]; 7] = [b"a", b"\"", b"<?b", b"<!-- c", b"<b", b"=", b"svg "];
        let texts: [&[u8]; 6] = [b"", b"\"\n| <b>", b"\"\n|   \"", b" -->\n| ", b"\n", b">\n|     x"];
        for name in names {
            for text in texts {
                let mut tree = Tree::new();
                let attribute = (AttributeNamespace::None, name, text);
                tree.push_element(0, Namespace::Html, b"p", &mut [attribute]);
                tree.push_text(1, text);
                tree.push_comment(0, text);
                let dump = tree.dump();
                let given = Tree::given_as_dump(dump.clone()).expect("it is a dump");
                assert!(given.is_same(&tree) && tree.is_same(&given), "{dump:?}");
                assert_eq!(given.dump(), dump);
                assert_eq!(given.dump_within(dump.len() - 1), None);
                let mut other = tree.clone();
                other.push_text(0, b"");
                assert!(!given.is_same(&other) && !other.is_same(&given), "{dump:?}");
            }
        }
    }

    #[test]
    fn of_two_structures_with_a_dump_each_is_same_as_what_was_given_as_the_dump() {
        let mut attribute = Tree::new();
        let name: &mut [(_, &[u8], &[u8])] = &mut [(AttributeNamespace::None, b"\"x", b"")];
        attribute.push_element(0, Namespace::Html, b"p", name);
        let mut text = Tree::new();
        text.push_element(0, Namespace::Html, b"p", &mut []);
        text.push_text(1, b"x=\"");
        assert_eq!(attribute.dump(), text.dump());
        assert!(!attribute.is_same(&text));
        let given = Tree::given_as_dump(text.dump()).expect("it is a dump");
        assert!(given.is_same(&attribute) && given.is_same(&text));
        let reread = attribute.read_like(&given, usize::MAX);
        assert!(reread.nodes().eq(text.nodes()));
        assert_eq!(*attribute.read_like(&given, 1), attribute);
        assert_eq!(*attribute.read_like(&text, usize::MAX), attribute);
        // Another node makes a structure of it.
        let mut more = given.clone();
        more.push_text(0, b"");
        assert!(!more.is_given_as_dump() && !more.is_same(&given));
    }

    #[test]
    fn what_cannot_be_read_is_one_text() {
        let given = |dump: &str| Tree::given_as_dump(dump.into());
        let tree = given("| <p>\n|   <?b=\"\"\n| <i>").expect("a tree has this dump");
        let texts = tree.nodes().map(|(depth, node)| (depth, matches!(node, Node::Text(_))));
        assert_eq!(texts.collect::<Vec<_>>(), [(0, false), (1, true)]);
        for no_dump in ["<p>", "x", "|", "| <p>\n", "\n"] {
            assert!(given(no_dump).is_err(), "{no_dump:?}");
        }
        assert_eq!(given("").map(|tree| tree.len()), Ok(0));
    }

    #[test]
    fn what_is_no_dump_is_refused_with_its_line() {
        for (dump, line) in [
            ("<p>", 1),
            ("| <p>\n", 2),
            ("| <p>\n|  <b>", 2),
            ("| <p>\n|     <b>", 2),
            ("| \"a", 1),
            ("| <p>\n|   b=\"\"\n|   a=\"\"", 2),
            ("| <p>\n| a=\"\"", 2),
            ("| a=\"\"", 1),
            ("| <!DOCTYPE html \"\" \"\">", 1),
            ("| <!DOCTYPE html \"a\">", 1),
            ("| <?t?>", 1),
            ("|   <p>", 1),
        ] {
            assert_eq!(wrong(dump).line, line, "{dump:?}: {}", wrong(dump));
        }
        assert!(Tree::from_dump(b"| \"\xFF\"").is_err());
    }
}
