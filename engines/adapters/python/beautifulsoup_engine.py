"""BeautifulSoup over Python's own html.parser, which has no tree construction: tags are nested as they come."""

import platform
import re

import bs4
import engine


def answer(question):
    if "html" not in question:
        return {"unsupported": "bytes"}
    soup = bs4.BeautifulSoup(question["html"], "html.parser", multi_valued_attributes=None)
    return {"nodes": engine.nodes(soup.contents, describe)}


def describe(node):
    match node:
        case bs4.Tag():
            attributes = engine.attributes_by_name("html", node.attrs.items())
            return engine.element("html", node.name, attributes, node.contents)
        case bs4.Doctype():
            return doctype(node)
        case bs4.Comment() | bs4.Declaration():
            return engine.comment(node)
        case bs4.element.ProcessingInstruction():
            return engine.processing_instruction(*node.partition(" ")[::2])
        case _:
            # CDATA sections are text to a DOM, too.
            return engine.text(node)


DOCTYPE = re.compile(
    r"""\s*(?P<name>\S*)(?:\s+(?P<keyword>PUBLIC|SYSTEM))?"""
    r"""(?:\s*(?:"([^"]*)"|'([^']*)'))?(?:\s*(?:"([^"]*)"|'([^']*)'))?""",
    re.ASCII | re.IGNORECASE,
)


def doctype(node):
    """BeautifulSoup keeps what stands after `<!DOCTYPE` as it is."""
    parts = DOCTYPE.match(node)
    first, second = parts[3] or parts[4], parts[5] or parts[6]
    if (parts["keyword"] or "").upper() == "SYSTEM":
        first, second = None, first
    return engine.doctype(parts["name"], first, second)


if __name__ == "__main__":
    engine.serve(
        {
            "engine": "beautifulsoup",
            "version": f"{bs4.__version__}, Python {platform.python_version()}",
            "language": "Python",
            "can": ["document", "surrogates"],
            "cannot": {
                "bytes": "the adapter asks BeautifulSoup with decoded text",
                "fragment": "html.parser knows no context",
                "scripting": "html.parser has no scripting flag",
                "namespaces": "html.parser knows none",
            },
        },
        answer,
    )
