//! What elements hold.

use arbitrary::{Result, Unstructured};

use super::tags::{Solidus, Start, end_tag, start_tag};
use super::{Element, Node};
use crate::fuzzing::generate::test_case::joined;

/// How deep elements nest below the body.
const DEPTH: usize = 7;

/// How many children an element has at most, of those that can have any number.
const MOST_CHILDREN: usize = 4;

/// What an element holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Content {
    Nothing,
    /// It is void: it has no end tag.
    Void,
    Flow,
    Phrasing,
    /// Flow content after one of this element, which holds phrasing content.
    After(&'static str),
    RawText,
    EscapableRawText,
    Items,
    Terms,
    Ruby,
    Options,
    /// Text alone, with character references.
    Text,
    Table,
    Video,
    Picture,
    Template,
    Svg,
    Math,
}

use Content::{
    After, EscapableRawText, Flow, Items, Math, Nothing, Options, Phrasing, Picture, RawText, Ruby, Svg, Table,
    Template, Terms, Text, Video, Void,
};

/// Elements of flow content that are not phrasing content, and some that may hold what their parent may.
const FLOW: &[(&str, Content)] = &[
    ("p", Phrasing),
    ("div", Flow),
    ("ul", Items),
    ("ol", Items),
    ("menu", Items),
    ("dl", Terms),
    ("table", Table),
    ("table", Table),
    ("h1", Phrasing),
    ("h2", Phrasing),
    ("h6", Phrasing),
    ("pre", Phrasing),
    ("hr", Void),
    ("form", Flow),
    ("section", Flow),
    ("article", Flow),
    ("aside", Flow),
    ("nav", Flow),
    ("header", Flow),
    ("footer", Flow),
    ("main", Flow),
    ("address", Flow),
    ("blockquote", Flow),
    ("dialog", Flow),
    ("search", Flow),
    ("details", After("summary")),
    ("fieldset", After("legend")),
    ("figure", After("figcaption")),
    ("hgroup", After("h3")),
    ("a", Flow),
    ("ins", Flow),
    ("del", Flow),
    ("map", Flow),
    ("noscript", Flow),
    ("object", Flow),
    ("canvas", Flow),
    ("video", Video),
    ("audio", Video),
    ("x-y", Flow),
    ("template", Template),
];

const PHRASING: &[(&str, Content)] = &[
    ("b", Phrasing),
    ("i", Phrasing),
    ("em", Phrasing),
    ("strong", Phrasing),
    ("small", Phrasing),
    ("s", Phrasing),
    ("u", Phrasing),
    ("code", Phrasing),
    ("a", Phrasing),
    ("span", Phrasing),
    ("sub", Phrasing),
    ("q", Phrasing),
    ("dfn", Phrasing),
    ("label", Phrasing),
    ("button", Phrasing),
    ("ins", Phrasing),
    ("output", Phrasing),
    ("br", Void),
    ("img", Void),
    ("input", Void),
    ("wbr", Void),
    ("embed", Void),
    ("script", RawText),
    ("textarea", EscapableRawText),
    ("iframe", Nothing),
    ("select", Options),
    ("ruby", Ruby),
    ("ruby", Ruby),
    ("picture", Picture),
    ("template", Template),
    ("svg", Svg),
    ("math", Math),
];

/// Elements that must not be in one another.
const NOT_IN_THEMSELVES: [&str; 4] = ["a", "button", "form", "label"];

const TEXTS: [&str; 14] = [
    "x",
    "y z",
    " x",
    "x\n",
    "é漢😀",
    "&amp;",
    "&lt;b&gt;",
    "&nbsp;",
    "&#65;",
    "&#x1F600;",
    "a & b",
    "&b ",
    "> ' \" = /",
    "&NotEqualTilde;",
];

const SPACES: [&str; 4] = [" ", "\n", "\t\u{C}", "\r\n "];

const COMMENTS: [&str; 8] = ["c", "", " <b> ", "-", "--", "<!", "a--b!>", "&amp"];

/// Makes content as bytes say.
pub(super) struct Writer<'u, 'b> {
    pub(super) u: &'u mut Unstructured<'b>,
    /// The names of the elements that are open.
    open: Vec<&'static str>,
}

impl<'u, 'b> Writer<'u, 'b> {
    pub(super) fn new(u: &'u mut Unstructured<'b>) -> Self {
        let open = Vec::new();
        Self { u, open }
    }

    /// Comments and white space, mostly none.
    pub(super) fn comments_and_spaces(&mut self) -> Result<Vec<Node>> {
        let mut nodes = Vec::new();
        while !self.u.is_empty() && self.u.ratio(1, 5)? {
            nodes.push(self.comment_or_space()?);
        }
        Ok(nodes)
    }

    fn comment_or_space(&mut self) -> Result<Node> {
        match self.u.ratio(1, 3)? {
            true => self.comment(),
            false => Ok(Node::Text((*self.u.choose(&SPACES)?).into())),
        }
    }

    fn comment(&mut self) -> Result<Node> {
        let data = self.u.choose(&COMMENTS)?;
        Ok(Node::Other(joined(&["<!--", data, "-->"])))
    }

    /// The whole document element.
    pub(super) fn html(&mut self) -> Result<Element> {
        // White space here would be dropped, or be parsed elsewhere if a tag were omitted.
        let mut children = Vec::new();
        if !self.u.is_empty() && self.u.ratio(1, 12)? {
            children.push(self.comment()?);
        }
        let in_head = self.head()?;
        children.push(self.element("head", in_head)?);
        children.extend(self.comments_and_spaces()?);
        let in_body = self.flow()?;
        children.push(self.element("body", in_body)?);
        let html = self.element("html", children)?;
        match html {
            Node::Element(html) => Ok(html),
            _ => Err(arbitrary::Error::IncorrectFormat),
        }
    }

    fn head(&mut self) -> Result<Vec<Node>> {
        let mut nodes = self.comments_and_spaces()?;
        nodes.push(self.of("title", EscapableRawText)?);
        while !self.u.is_empty() && self.u.ratio(1, 3)? {
            let node = match self.u.int_in_range(0..=7)? {
                0 => self.of("script", RawText)?,
                1 => self.of("style", RawText)?,
                2 => self.with("link", " rel=stylesheet href=x", Void)?,
                3 => self.with("meta", " name='a' content=\"b\"", Void)?,
                4 => self.of("template", Template)?,
                5 => self.in_head_noscript()?,
                _ => self.comment_or_space()?,
            };
            nodes.push(node);
        }
        Ok(nodes)
    }

    fn in_head_noscript(&mut self) -> Result<Node> {
        let mut nodes = self.comments_and_spaces()?;
        nodes.push(self.with("link", " rel=stylesheet href=x", Void)?);
        nodes.push(self.of("style", RawText)?);
        self.element("noscript", nodes)
    }

    /// An element with these children.
    fn element(&mut self, name: &'static str, children: Vec<Node>) -> Result<Node> {
        let start = start_tag(self.u, name, "", Solidus::Never)?;
        self.closed(name, true, start, children)
    }

    fn closed(&mut self, name: &'static str, is_html: bool, start: Start, children: Vec<Node>) -> Result<Node> {
        Ok(Node::Element(Element { name, is_html, start, end: Some(end_tag(self.u, name)?), children }))
    }

    /// An element with some children.
    fn of(&mut self, name: &'static str, content: Content) -> Result<Node> {
        self.with(name, "", content)
    }

    /// An element with these attributes and some children.
    fn with(&mut self, name: &'static str, attributes: &str, content: Content) -> Result<Node> {
        if content == Void {
            return Ok(Node::Element(Element {
                name,
                is_html: true,
                start: start_tag(self.u, name, attributes, Solidus::Sometimes)?,
                end: None,
                children: Vec::new(),
            }));
        }
        let start = start_tag(self.u, name, attributes, Solidus::Never)?;
        self.open.push(name);
        let children = self.children(content);
        self.open.pop();
        self.closed(name, true, start, children?)
    }

    fn children(&mut self, content: Content) -> Result<Vec<Node>> {
        match content {
            Nothing | Void => Ok(Vec::new()),
            Flow => self.flow(),
            Phrasing => self.phrasing(),
            After(name) => {
                let mut nodes = self.spaces()?;
                nodes.push(self.of(name, Phrasing)?);
                nodes.extend(self.flow()?);
                Ok(nodes)
            }
            RawText => self.text_of(&["", "x", "a<b && c", "</b>", "&amp", "<!- ]]>", "\n"]),
            EscapableRawText => self.text_of(&["x", "&lt;", "a<b>", "<!--", "x & y", "</b>", "\n"]),
            Items => self.repeat(&[("li", Flow)]),
            Terms => self.repeat(&[("dt", Phrasing), ("dd", Flow)]),
            Ruby => self.ruby(),
            Options => self.options(),
            Text => Ok(vec![self.text()?]),
            Table => self.table(),
            Video => {
                let mut nodes = self.repeat(&[("source", Void), ("track", Void)])?;
                nodes.extend(self.flow()?);
                Ok(nodes)
            }
            Picture => {
                let mut nodes = self.repeat(&[("source", Void)])?;
                nodes.push(self.of("img", Void)?);
                Ok(nodes)
            }
            Template => match self.u.int_in_range(0..=3)? {
                0 => self.rows(),
                1 => self.repeat(&[("td", Phrasing)]),
                2 => self.phrasing(),
                _ => self.flow(),
            },
            Svg => self.svg(),
            Math => self.math(),
        }
    }

    fn text_of(&mut self, texts: &[&str]) -> Result<Vec<Node>> {
        let text = self.u.choose(texts)?;
        Ok(vec![Node::Text((*text).into())])
    }

    /// White space, mostly none.
    fn spaces(&mut self) -> Result<Vec<Node>> {
        let mut nodes = self.comments_and_spaces()?;
        nodes.truncate(1);
        Ok(nodes)
    }

    fn count(&mut self) -> Result<usize> {
        match self.open.len() < DEPTH && !self.u.is_empty() {
            true => self.u.int_in_range(0..=MOST_CHILDREN),
            false => Ok(0),
        }
    }

    /// Some of these elements, perhaps with white space and comments among them.
    fn repeat(&mut self, elements: &[(&'static str, Content)]) -> Result<Vec<Node>> {
        let mut nodes = self.spaces()?;
        for _ in 0..self.count()? {
            let (name, content) = *self.u.choose(elements)?;
            nodes.push(self.of(name, content)?);
            nodes.extend(self.spaces()?);
        }
        Ok(nodes)
    }

    fn flow(&mut self) -> Result<Vec<Node>> {
        let mut nodes = self.spaces()?;
        for _ in 0..self.count()? {
            if self.u.ratio(1, 4)? {
                nodes.extend(self.phrasing()?);
            } else {
                nodes.extend(self.one_of(FLOW)?);
            }
            nodes.extend(self.spaces()?);
        }
        Ok(nodes)
    }

    fn phrasing(&mut self) -> Result<Vec<Node>> {
        let mut nodes = Vec::new();
        for _ in 0..self.count()? {
            match self.u.int_in_range(0..=4)? {
                0 | 1 => nodes.push(self.text()?),
                2 => nodes.extend(self.spaces()?),
                _ => nodes.extend(self.one_of(PHRASING)?),
            }
        }
        Ok(nodes)
    }

    fn text(&mut self) -> Result<Node> {
        Ok(Node::Text((*self.u.choose(&TEXTS)?).into()))
    }

    /// One of these elements; none, if it must not be here.
    fn one_of(&mut self, elements: &[(&'static str, Content)]) -> Result<Option<Node>> {
        let (name, content) = *self.u.choose(elements)?;
        let is_alone = NOT_IN_THEMSELVES.contains(&name) && self.open.contains(&name);
        match is_alone {
            true => Ok(None),
            false => self.of(name, content).map(Some),
        }
    }

    fn ruby(&mut self) -> Result<Vec<Node>> {
        let mut nodes = vec![self.text()?];
        nodes.extend(self.repeat(&[("rt", Phrasing), ("rp", Phrasing)])?);
        Ok(nodes)
    }

    fn options(&mut self) -> Result<Vec<Node>> {
        let mut nodes = self.spaces()?;
        for _ in 0..self.count()? {
            match self.u.int_in_range(0..=4)? {
                0 => nodes.push(self.of("hr", Void)?),
                1 | 2 => {
                    let options = self.repeat(&[("option", Text)])?;
                    nodes.push(self.element("optgroup", options)?);
                }
                _ => nodes.push(self.of("option", Text)?),
            }
            nodes.extend(self.spaces()?);
        }
        Ok(nodes)
    }

    fn table(&mut self) -> Result<Vec<Node>> {
        let mut nodes = self.spaces()?;
        if self.u.ratio(1, 3)? {
            nodes.push(self.of("caption", Phrasing)?);
            nodes.extend(self.spaces()?);
        }
        for _ in 0..self.count()?.min(2) {
            let columns = self.repeat(&[("col", Void)])?;
            nodes.push(self.element("colgroup", columns)?);
            nodes.extend(self.spaces()?);
        }
        if self.u.ratio(1, 2)? {
            nodes.push(self.row_group("thead")?);
            nodes.extend(self.spaces()?);
        }
        for _ in 0..self.count()?.min(2) {
            nodes.push(self.row_group("tbody")?);
            nodes.extend(self.spaces()?);
        }
        if self.u.ratio(1, 3)? {
            nodes.push(self.row_group("tfoot")?);
            nodes.extend(self.spaces()?);
        }
        Ok(nodes)
    }

    fn row_group(&mut self, name: &'static str) -> Result<Node> {
        let rows = self.rows()?;
        self.element(name, rows)
    }

    fn rows(&mut self) -> Result<Vec<Node>> {
        let mut nodes = self.spaces()?;
        for _ in 0..self.count()?.min(2) {
            self.open.push("tr");
            let cells = self.repeat(&[("td", Flow), ("th", Phrasing)]);
            self.open.pop();
            nodes.push(self.element("tr", cells?)?);
            nodes.extend(self.spaces()?);
        }
        Ok(nodes)
    }

    fn svg(&mut self) -> Result<Vec<Node>> {
        let mut nodes = Vec::new();
        for _ in 0..self.count()? {
            match self.u.int_in_range(0..=5)? {
                0 => nodes.push(self.text()?),
                1 => nodes.push(Node::Other("<![CDATA[<b>&amp;]]]>".into())),
                2 => nodes.push(self.foreign("path", " viewBox='0 0 1 1'", Nothing)?),
                3 => nodes.push(self.foreign("linearGradient", "", Svg)?),
                4 => nodes.push(self.foreign("foreignObject", "", Flow)?),
                _ => nodes.push(self.foreign("title", " xlink:href=x", Phrasing)?),
            }
        }
        Ok(nodes)
    }

    fn math(&mut self) -> Result<Vec<Node>> {
        let html = " encoding=\"text/html\"";
        let mut nodes = Vec::new();
        for _ in 0..self.count()? {
            match self.u.int_in_range(0..=5)? {
                0 => nodes.push(self.foreign("mspace", " definitionURL=x", Nothing)?),
                1 => nodes.push(Node::Other("<![CDATA[x>]]>".into())),
                2 => nodes.push(self.foreign("mrow", "", Math)?),
                3 => nodes.push(self.foreign("annotation-xml", html, Flow)?),
                4 => nodes.push(self.foreign("mtext", "", Phrasing)?),
                _ => nodes.push(self.foreign("mi", "", Phrasing)?),
            }
        }
        Ok(nodes)
    }

    /// An element of SVG or MathML. One that holds nothing may be self-closing.
    fn foreign(&mut self, name: &'static str, attributes: &str, content: Content) -> Result<Node> {
        let solidus = match content {
            Nothing => Solidus::Sometimes,
            _ => Solidus::Never,
        };
        let start = start_tag(self.u, name, attributes, solidus)?;
        self.open.push(name);
        let children = self.children(content);
        self.open.pop();
        if start.is_self_closing {
            return Ok(Node::Element(Element { name, is_html: false, start, end: None, children: Vec::new() }));
        }
        self.closed(name, false, start, children?)
    }
}
