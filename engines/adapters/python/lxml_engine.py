"""lxml's HTML parser, which is libxml2's: it tokenizes as HTML today, and builds trees of its own kind."""

from importlib.metadata import version

import engine
from lxml import etree


def answer(question):
    if "html" not in question:
        return {"unsupported": "bytes"}
    parser = etree.HTMLParser(huge_tree=True, default_doctype=False)
    root = etree.fromstring(question["html"], parser)
    # lxml has no document without an element in it.
    return {"nodes": [] if root is None else engine.nodes(document(root), describe)}


def document(root):
    """The children of the document of an element."""
    doctype = root.getroottree().docinfo.internalDTD
    if doctype is not None:
        yield doctype
    yield from reversed(list(root.itersiblings(preceding=True)))
    yield root
    yield from root.itersiblings()


def children(element):
    """lxml has no text nodes: a text is the element's, or trails one in it."""
    if element.text:
        yield element.text
    for child in element:
        yield child
        if child.tail:
            yield child.tail


def describe(node):
    if isinstance(node, str):
        return engine.text(node)
    if isinstance(node, etree.DTD):
        return engine.doctype(node.name, node.external_id, node.system_url)
    if node.tag is etree.Comment:
        return engine.comment(node.text)
    if node.tag is etree.ProcessingInstruction:
        return engine.processing_instruction(node.target, node.text or "")
    attributes = engine.attributes_by_name("html", node.items())
    return engine.element("html", node.tag, attributes, children(node))


if __name__ == "__main__":
    engine.serve(
        {
            "engine": "lxml",
            "version": f"{version('lxml')}, libxml2 {'.'.join(map(str, etree.LIBXML_VERSION))}",
            "language": "C",
            "can": ["document"],
            "cannot": {
                "bytes": "the adapter asks lxml with decoded text",
                "fragment": "libxml2 parses no fragments in a context",
                "scripting": "libxml2 has no scripting flag",
                "surrogates": "libxml2 takes UTF-8",
                "namespaces": "libxml2 puts elements of HTML documents into none",
                "depth": "libxml2 leaves out what is in elements deeper than 2048",
            },
            "depth": 2048,
        },
        answer,
    )
