//! The faults, each with documents on which an engine that has it departs from the standard, and documents like these
//! on which it does not.

use crosscheck::model::answer::{Answer, Capability};
use crosscheck::model::input::{Context, Input, Serialise, Source, Task};
use crosscheck::model::tree::{Namespace, Node};
use crosscheck_standard::clauses::token::Token;

use super::engine::{ALL, TEXT, TOKENS, TREES, standard, watched, with_task};
use super::observers::{
    FewFormatting, FostersText, KeepsDoctypeCase, OneRound, WithoutConditions, WithoutReferences, WithoutRows,
    WithoutTokens, is_hyphenated,
};
use super::{characters, columns, feeding, trees};

/// A fault that is not one clause wrong, nor the lack of a change, nor a quirk.
pub(crate) struct Fault {
    /// Its name, which is the engine's.
    pub(crate) name: &'static str,
    /// What the engine does, in a sentence.
    pub(crate) what: &'static str,
    /// What the engine can do.
    pub(crate) can: &'static [Capability],
    /// What it answers.
    pub(crate) answer: fn(&Input) -> Answer,
    /// Documents on which it departs.
    pub(crate) departs: &'static [Example],
    /// Documents like these on which it does not.
    pub(crate) agrees: &'static [Example],
}

/// A question to an engine.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Example {
    /// For the tree of a document.
    Document(&'static str),
    /// For the tree of a fragment in an element.
    Fragment(&'static str, &'static str),
    /// For the markup of a document.
    Markup(&'static str),
    /// For the tree of a document of bytes.
    Bytes(&'static [u8]),
}

use Example::{Bytes, Document, Fragment, Markup};

impl Example {
    pub(crate) fn input(self) -> Input {
        match self {
            Document(text) => Input::document(text),
            Fragment(context, text) => with_task(&Input::document(text), |task| {
                *task = Task::Tree { context: Some(context.parse().expect("it is a context")), scripting: false };
            }),
            Markup(text) => with_task(&Input::document(text), |task| {
                *task = Task::Serialise(Serialise::default());
            }),
            Bytes(bytes) => Input {
                source: Source::Bytes { bytes: bytes.to_vec(), encoding: None },
                task: Task::Tree { context: None, scripting: false },
            },
        }
    }
}

/// All of them.
pub(crate) static FAULTS: &[Fault] = &[
    Fault {
        name: "form-feed-means-nothing",
        what: "a form feed is not white space",
        can: TOKENS,
        answer: |input| characters::meaningless(input, '\u{C}'),
        departs: &[
            Document("<table>\u{C}"),
            Document("<p\u{C}a>"),
            Document("\u{C}<p>"),
            Document("<!DOCTYPE\u{C}html>"),
        ],
        agrees: &[Document("<p>\u{C}x"), Document("<table>\t"), Document("<p\ta>")],
    },
    Fault {
        name: "vertical-tab-is-space",
        what: "U+000B is white space",
        can: TOKENS,
        answer: |input| characters::white_space(input, '\u{B}'),
        departs: &[Document("<table>\u{B}"), Document("<p\u{B}a>"), Document("\u{B}<p>")],
        agrees: &[Document("<p>\u{B}x"), Document("<p a='\u{B}'>")],
    },
    Fault {
        name: "next-line-is-space",
        what: "U+0085 is white space",
        can: TOKENS,
        answer: |input| characters::white_space(input, '\u{85}'),
        departs: &[Document("<table>\u{85}"), Document("<p\u{85}a>"), Document("\u{85}<p>")],
        agrees: &[Document("<p>\u{85}x"), Document("<p a='\u{85}'>"), Document("<table>\u{A0}")],
    },
    Fault {
        name: "carriage-return-kept",
        what: "a carriage return is kept, as white space",
        can: TOKENS,
        answer: |input| characters::white_space(input, '\r'),
        departs: &[Document("<p>x\r\ny"), Document("<p>x\ry"), Document("<pre>\rx")],
        agrees: &[Document("<p\ra>"), Document("\r\n<p>"), Document("<p>x\ny")],
    },
    Fault {
        name: "nulls-dropped",
        what: "U+0000 is dropped before the tokenizer",
        can: TOKENS,
        answer: |input| characters::dropped(input, '\0'),
        departs: &[Document("<p\0>"), Document("<svg>\0"), Document("<!--\0-->"), Document("<\0p>")],
        agrees: &[Document("<p>\0x"), Document("<p>&#0;")],
    },
    Fault {
        name: "byte-order-marks-dropped",
        what: "U+FEFF is dropped wherever it is",
        can: TOKENS,
        answer: |input| characters::dropped(input, '\u{FEFF}'),
        departs: &[Document("<p>x\u{FEFF}y"), Document("<p\u{FEFF}>"), Document("<table>\u{FEFF}")],
        agrees: &[Document("<p>&#xFEFF;"), Document("<p>\u{FFFE}")],
    },
    Fault {
        name: "self-closing-honoured",
        what: "`/>` closes HTML elements",
        can: TREES,
        answer: feeding::self_closing,
        departs: &[Document("<p/>x"), Document("<div/><b/>x"), Document("<title/>x")],
        agrees: &[Document("<br/>x"), Document("<svg/>x"), Document("<p/x>y"), Document("<p a=/>x")],
    },
    Fault {
        name: "isindex-expanded",
        what: "`<isindex>` is read as a form",
        can: TREES,
        answer: feeding::isindex,
        departs: &[Document("<isindex>"), Document("<p><isindex a>x")],
        agrees: &[Document("</isindex>"), Document("<isindexx>"), Document("<input name=isindex>")],
    },
    Fault {
        name: "cut-off-tags-kept",
        what: "a tag that the end of the file cuts off is a tag",
        can: TREES,
        answer: feeding::cut_off_tags,
        departs: &[Document("<p"), Document("<p a='x"), Document("x</p"), Document("<p a=x")],
        agrees: &[Document("<p>"), Document("<"), Document("<!--x"), Document("<!DOCTYPE html")],
    },
    Fault {
        name: "comment-ends-spaced",
        what: "white space may stand before the `>` that ends a comment",
        can: TREES,
        answer: feeding::spaced_comment_ends,
        departs: &[Document("<!--x-- >y-->"), Document("<!--x--\n>"), Document("<!---- >x")],
        agrees: &[Document("<!--x- ->y-->"), Document("<!--x--!>"), Document("<!--x-- y>-->")],
    },
    Fault {
        name: "names-lowercased-beyond-ascii",
        what: "names of elements and attributes are lower-cased beyond ASCII",
        can: TOKENS,
        answer: |input| trees::lowercased(standard(input)),
        departs: &[Document("<p É>"), Document("<xÉ>"), Document("<svg><aÉ É=1 é=2>")],
        agrees: &[Document("<p a=É>É"), Document("<P A>"), Document("<!DOCTYPE É>"), Document("<p é>")],
    },
    Fault {
        name: "references-need-semicolons",
        what: "a named character reference without semicolon is text",
        can: TEXT,
        answer: |input| watched(input, WithoutReferences(|name| !name.ends_with(';'))),
        departs: &[Document("<p>&amp"), Document("<p>&lt<"), Document("<p a='&copy'>"), Document("&notit;")],
        agrees: &[Document("<p>&amp;"), Document("<p>&#38"), Document("<p a='&copyx'>")],
    },
    Fault {
        name: "long-references-unknown",
        what: "character references with names of more than eight letters are text",
        can: TEXT,
        answer: |input| watched(input, WithoutReferences(|name| name.trim_end_matches(';').len() > 8)),
        departs: &[Document("<p>&CapitalDifferentialD;"), Document("<p a='&RightArrow;'>")],
        agrees: &[Document("<p>&amp;"), Document("<p>&Omicron;"), Document("<p>&notinaword;")],
    },
    Fault {
        name: "references-in-values-kept",
        what: "character references in attribute values are not decoded",
        can: TEXT,
        answer: |input| {
            watched(
                input,
                WithoutRows(|id| id.starts_with("attribute-value-") && id.ends_with("quoted-state/ampersand")),
            )
        },
        departs: &[Document("<p a=&amp;>"), Document("<p a='&lt;'>"), Document("<p a=\"&#x41;\">")],
        agrees: &[Document("<p>&amp;"), Document("<p a='&'>"), Document("<p a=&>")],
    },
    Fault {
        name: "identifiers-set-no-mode",
        what: "the identifiers of a doctype set no mode",
        can: TREES,
        answer: |input| {
            watched(
                input,
                WithoutConditions(|id| {
                    let rows = ["initial/quirks/p", "initial/quirks/system-", "initial/limited-quirks/"];
                    rows.iter().any(|rows| id.starts_with(rows))
                }),
            )
        },
        departs: &[
            Document("<!DOCTYPE html PUBLIC \"-//W3C//DTD HTML 3.2//EN\">"),
            Document("<!DOCTYPE html PUBLIC \"HTML\"><p><table>"),
            Document("<!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0 Frameset//EN\">"),
            Document("<!DOCTYPE html PUBLIC \"-//W3C//DTD HTML 4.01 Transitional//EN\" \"x\">"),
        ],
        agrees: &[
            Document("<!DOCTYPE html>"),
            Document("<p>"),
            Document("<!DOCTYPE x>"),
            Document("<!DOCTYPE html PUBLIC>"),
        ],
    },
    Fault {
        name: "elements-stay-in-tables",
        what: "text is taken out of tables, elements are not",
        can: TREES,
        answer: |input| watched(input, FostersText::default()),
        departs: &[Document("<table><p>"), Document("<table><tr><b>x"), Document("<table><select>")],
        agrees: &[Document("<table>x"), Document("<table><td><p>"), Document("<table><input type=hidden>")],
    },
    Fault {
        name: "three-formatting-elements",
        what: "a formatting element within three others is not put on the list",
        can: TREES,
        answer: |input| watched(input, FewFormatting::default()),
        departs: &[Document("<p><b><i><u><s><p>x"), Document("<p><a><b><i><em></p>x")],
        agrees: &[Document("<p><b><i><u><p>x"), Document("<p><b><i><u></u></i><s><p>x")],
    },
    Fault {
        name: "in-caption-missing",
        what: "the insertion mode \"in caption\" is \"in body\"",
        can: TEXT,
        answer: |input| {
            watched(input, WithoutRows(|id| id.starts_with("in-caption/") && id != "in-caption/anything-else"))
        },
        departs: &[
            Document("<table><caption><tr>"),
            Document("<table><caption></caption>x"),
            Document("<table><caption></table>x"),
        ],
        agrees: &[Document("<table><caption>x"), Document("<table><tr>"), Document("<table><caption><p></p>")],
    },
    Fault {
        name: "in-frameset-missing",
        what: "tags in a frameset are ignored",
        can: TREES,
        answer: |input| watched(input, WithoutRows(|id| id.starts_with("in-frameset/") && id.contains("-tag-"))),
        departs: &[
            Document("<frameset><frame>"),
            Document("<frameset></frameset><!--x-->"),
            Document("<frameset><frameset>"),
        ],
        agrees: &[Document("<frameset>x"), Document("<frameset><p>"), Document("<frameset><!--x-->")],
    },
    Fault {
        name: "one-adoption-round",
        what: "the adoption agency algorithm has one round",
        can: TREES,
        answer: |input| watched(input, OneRound::default()),
        departs: &[Document("<b><div><p>x</b>y"), Document("<a><div><div></a>x")],
        agrees: &[Document("<b></b>"), Document("<b><p></b>"), Document("<b><i></b>")],
    },
    Fault {
        name: "doctype-case-kept",
        what: "the name of a doctype keeps its case",
        can: TOKENS,
        answer: |input| watched(input, KeepsDoctypeCase::default()),
        departs: &[Document("<!DOCTYPE HTML>"), Document("<!DOCTYPE hTml>"), Document("<!DOCTYPE X>")],
        agrees: &[Document("<!DOCTYPE html>"), Document("<!doctype html>"), Document("<!DOCTYPE html PUBLIC \"A\">")],
    },
    Fault {
        name: "markers-dropped",
        what: "processing instructions with the target `marker` are dropped",
        can: TREES,
        answer: |input| {
            watched(
                input,
                WithoutTokens(|token, _| matches!(token, Token::ProcessingInstruction { target: b"marker", .. })),
            )
        },
        departs: &[Document("<?marker name=m?>"), Document("<p><?marker?>x")],
        agrees: &[Document("<?markers?>"), Document("<?Marker?>"), Document("<!--?marker?-->")],
    },
    Fault {
        name: "hyphenated-tags-ignored",
        what: "tags whose names have a hyphen are ignored",
        can: TREES,
        answer: |input| watched(input, WithoutTokens(is_hyphenated)),
        departs: &[Document("<x-y>"), Document("<p><x-y>z</x-y>"), Document("<math><annotation-xml>x")],
        agrees: &[Document("<p>"), Document("<x_y>"), Document("<p a-b>")],
    },
    Fault {
        name: "scripting-always",
        what: "the scripting flag is always on",
        can: TOKENS,
        answer: |input| {
            standard(&with_task(input, |task| {
                if let Task::Tree { scripting, .. } = task {
                    *scripting = true;
                }
            }))
        },
        departs: &[Document("<noscript><p>"), Document("<body><noscript><p>")],
        agrees: &[Document("<noscript>"), Document("<script><p>")],
    },
    Fault {
        name: "context-ignored",
        what: "every fragment is parsed as in a body",
        can: TREES,
        answer: |input| {
            standard(&with_task(input, |task| {
                if let Task::Tree { context: Some(context), .. } = task {
                    *context = Context { namespace: Namespace::Html, local_name: "body".to_owned() };
                }
            }))
        },
        departs: &[Fragment("tr", "<td>"), Fragment("textarea", "<b>"), Fragment("svg svg", "<a/>x")],
        agrees: &[Fragment("div", "<td>"), Fragment("p", "<b>x"), Document("<td>")],
    },
    Fault {
        name: "comments-stripped",
        what: "comments are stripped",
        can: TREES,
        answer: |input| standard(input).with_tree(|tree| trees::without(tree, |node| matches!(node, Node::Comment(_)))),
        departs: &[Document("<!--x-->"), Document("<p>x<!--y-->z"), Document("<!x>"), Document("</ x>")],
        agrees: &[Document("<p>"), Document("<?x?>"), Document("<!DOCTYPE html>")],
    },
    Fault {
        name: "depth-32",
        what: "elements are at most 32 deep; deeper ones are siblings",
        can: TREES,
        answer: |input| standard(input).with_tree(trees::flattened),
        departs: &[Document(
            "<b><b><b><b><b><b><b><b><b><b><b><b><b><b><b><b><b><b><b><b><b><b><b><b><b><b><b><b><b><b><b>x",
        )],
        agrees: &[Document("<b><b><b><b><b><b><b><b><b><b><b><b><b><b><b><b>x")],
    },
    Fault {
        name: "text-nodes-of-16",
        what: "text nodes have at most 16 bytes; longer text is several nodes",
        can: TREES,
        answer: |input| standard(input).with_tree(trees::split_texts),
        departs: &[Document("<p>12345678901234567"), Document("<p>ééééééééé")],
        agrees: &[Document("<p>1234567890123456"), Document("<!--12345678901234567-->")],
    },
    Fault {
        name: "template-children",
        what: "the contents of a template are its children",
        can: TREES,
        answer: |input| standard(input).with_tree(trees::with_template_children),
        departs: &[Document("<template>x"), Document("<template><template>x")],
        agrees: &[Document("<p>x"), Document("<svg><template>x")],
    },
    Fault {
        name: "white-space-dropped",
        what: "text that is only white space is dropped",
        can: TREES,
        answer: |input| {
            standard(input).with_tree(|tree| {
                trees::without(tree, |node| matches!(node, Node::Text(text) if text.trim_ascii().is_empty()))
            })
        },
        departs: &[Document("<p> <b>x"), Document("<pre>\n\n"), Document("<p>&#32;")],
        agrees: &[Document("<p> x "), Document("<p>\u{A0}"), Document(" <p>")],
    },
    Fault {
        name: "values-trimmed",
        what: "white space around attribute values is trimmed",
        can: TOKENS,
        answer: |input| trees::with_trimmed_values(standard(input)),
        departs: &[Document("<p a=' x '>"), Document("<p a=' '>"), Document("<p a=\"x\n\">")],
        agrees: &[Document("<p a='x y'>"), Document("<p a= x >"), Document("<p a='\u{A0}'>")],
    },
    Fault {
        name: "empty-values-dropped",
        what: "attributes with empty values are dropped",
        can: TOKENS,
        answer: |input| trees::without_empty_values(standard(input)),
        departs: &[Document("<p a>"), Document("<p a=''>"), Document("<p a=>")],
        agrees: &[Document("<p a=x>"), Document("<p a=' '>"), Document("<p a='&#32;'>")],
    },
    Fault {
        name: "last-attribute-wins",
        what: "of attributes with one name the last counts",
        can: TREES,
        answer: trees::last_attributes,
        departs: &[Document("<p a=1 a=2>"), Document("<p a=1 A=>"), Document("<p a=1 b=2 a=3>")],
        agrees: &[Document("<p a=1 b=2>"), Document("<p a=1 a=1>"), Document("<p a A>")],
    },
    Fault {
        name: "empty-heads-left-out",
        what: "a head without attributes and contents is left out",
        can: TREES,
        answer: |input| standard(input).with_tree(trees::without_empty_heads),
        departs: &[Document("<p>"), Document("<head></head>"), Document("")],
        agrees: &[Document("<head a>"), Document("<title>x</title>"), Fragment("div", "<p>")],
    },
    Fault {
        name: "attributes-sorted",
        what: "attributes are serialised in the order of their names",
        can: TEXT,
        answer: trees::serialised_with_sorted_attributes,
        departs: &[Markup("<p b a>"), Markup("<p a=1 c=2 b=3>")],
        agrees: &[Markup("<p a b>"), Document("<p b a>"), Markup("<p b=2>")],
    },
    Fault {
        name: "utf-8-guessed",
        what: "bytes beyond ASCII without a declared encoding are UTF-8 where they can be",
        can: ALL,
        answer: characters::utf_8_guessed,
        departs: &[Bytes("<p>é".as_bytes()), Bytes("<p a='漢'>".as_bytes())],
        agrees: &[
            Bytes(b"<p>x"),
            Bytes(b"<p>\xE9"),
            Bytes("<meta charset=windows-1251><p>é".as_bytes()),
            Bytes("\u{FEFF}<p>é".as_bytes()),
        ],
    },
    Fault {
        name: "columns-of-code-points",
        what: "the columns of parse errors count code points",
        can: TEXT,
        answer: |input| columns::counted_by_code_point(input, standard(input)),
        departs: &[Document("<!DOCTYPE html>😀</p>"), Document("<p>\n😀&#0;")],
        agrees: &[Document("<!DOCTYPE html>é</p>"), Document("</p>😀"), Document("😀\n</p>")],
    },
];
