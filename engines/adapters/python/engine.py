"""The engine protocol for parsers in Python: questions on stdin, answers on stdout, a line of JSON each."""

import json
import sys
from time import perf_counter


def serve(introduction, answer):
    """Reads questions and writes what `answer(question)` gives for each, until stdin ends."""
    for line in sys.stdin.buffer:
        question = json.loads(line)
        if "hello" in question:
            reply = {"hello": 1, **introduction, "can": [*introduction["can"], "nodes"]}
        else:
            start = perf_counter()
            reply = {"id": question["id"], **answer(question)}
            reply["seconds"] = perf_counter() - start
        # ASCII alone, so that lone surrogates are the escapes they have to be.
        sys.stdout.buffer.write(json.dumps(reply).encode("ascii") + b"\n")
        sys.stdout.buffer.flush()


def context(question):
    """The context element of a question: which of "html", "svg" and "math" it is of, and its local name."""
    words = question["context"].split(" ")
    return ("html", *words) if len(words) == 1 else tuple(words)


NAMESPACES = {
    "http://www.w3.org/1999/xhtml": "html",
    "http://www.w3.org/2000/svg": "svg",
    "http://www.w3.org/1998/Math/MathML": "math",
}

ATTRIBUTE_NAMESPACES = {
    "http://www.w3.org/1999/xlink": "xlink",
    "http://www.w3.org/XML/1998/namespace": "xml",
    "http://www.w3.org/2000/xmlns/": "xmlns",
}

FOREIGN_ATTRIBUTES = {"xmlns": ["xmlns", "xmlns"]} | {
    name: name.split(":")
    for name in (
        "xlink:actuate",
        "xlink:arcrole",
        "xlink:href",
        "xlink:role",
        "xlink:show",
        "xlink:title",
        "xlink:type",
        "xml:lang",
        "xml:space",
        "xmlns:xlink",
    )
}
"""The namespaces and local names of the attributes that have a namespace on SVG and MathML elements."""


class Node:
    """What the protocol says of a node but for its depth, the nodes in it, and those in a template's contents."""

    __slots__ = ("children", "content", "node")

    def __init__(self, *node, children=(), content=None):
        self.node = node
        self.children = children
        self.content = content


def element(namespace, name, attributes, children, content=None):
    """An element; attributes are namespace, local name and value, and `content` a template's, as a list of nodes."""
    return Node("element", namespace, name, list(attributes), children=children, content=content)


def attributes_by_name(namespace, attributes):
    """The attributes of an element, of which the parser's API tells names and values alone."""
    foreign = {} if namespace == "html" else FOREIGN_ATTRIBUTES
    return [(*foreign.get(name, ("", name)), value or "") for name, value in attributes]


def doctype(name, public_id, system_id):
    return Node("doctype", name or "", public_id or "", system_id or "")


def text(data):
    return Node("text", data)


def comment(data):
    return Node("comment", data)


def processing_instruction(target, data):
    return Node("pi", target, data)


def nodes(roots, describe):
    """The nodes of a tree, as `describe(node)` describes each. Deep trees are no reason to recurse."""
    written = []
    levels = [(iter(roots), 0)]
    while levels:
        siblings, depth = levels[-1]
        node = next(siblings, levels)
        if node is levels:
            levels.pop()
            continue
        node = describe(node)
        written.append((depth, *node.node))
        # What is pushed last is written first.
        levels.append((iter(node.children), depth + 1))
        if node.content is not None:
            written.append((depth + 1, "content"))
            levels.append((iter(node.content), depth + 2))
    return written
