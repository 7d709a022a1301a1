"""html5lib, with its default tree builder over ElementTree."""

from xml.etree import ElementTree

import engine
import html5lib

TREE_BUILDER = html5lib.getTreeBuilder("etree")


def answer(question):
    if "html" not in question:
        return {"unsupported": "bytes"}
    parser = html5lib.HTMLParser(tree=TREE_BUILDER, namespaceHTMLElements=True)
    scripting = question["scripting"]
    if question["context"] is None:
        parser.parse(question["html"], scripting=scripting)
        mode = parser.compatMode.replace(" ", "-")
        return {"nodes": below(parser.tree.document._element), "mode": mode}
    # html5lib takes a name; `svg path` is what its own tests give it, too.
    context = question["context"]
    fragment = parser.parseFragment(question["html"], container=context, scripting=scripting)
    return {"nodes": below(fragment)}


def below(root):
    return engine.nodes(children(root), describe)


def children(element):
    """ElementTree has no text nodes: a text is the element's, or trails one in it."""
    if element.text:
        yield element.text
    for child in element:
        yield child
        if child.tail:
            yield child.tail


def describe(node):
    if isinstance(node, str):
        return engine.text(node)
    if node.tag is ElementTree.Comment:
        return engine.comment(node.text)
    if node.tag == "<!DOCTYPE>":
        return engine.doctype(node.text, node.get("publicId"), node.get("systemId"))
    attributes = [
        (*split(name, engine.ATTRIBUTE_NAMESPACES, ""), value) for name, value in node.items()
    ]
    name = split(node.tag, engine.NAMESPACES, "html")
    return engine.element(*name, attributes, children(node))


def split(name, namespaces, otherwise):
    """The namespace and the local name of a name with its namespace in braces; other names are what they are."""
    namespace, brace, local_name = name[1:].partition("}")
    if name.startswith("{") and brace and namespace in namespaces:
        return namespaces[namespace], local_name
    return otherwise, name


if __name__ == "__main__":
    engine.serve(
        {
            "engine": "html5lib",
            "version": html5lib.__version__,
            "language": "Python",
            "can": ["document", "fragment", "scripting", "mode", "surrogates"],
            "cannot": {
                "bytes": "the adapter asks html5lib with decoded text",
                "errors": "html5lib's errors have names from before the standard had codes",
                "tokens": "html5lib's tokenizer is a private module of it",
            },
        },
        answer,
    )
