"""The engine protocol for parsers in Python: questions on stdin, answers on stdout, a line of JSON each."""

import json
import sys
from time import perf_counter


def serve(introduction, answer):
    """Reads questions and writes what `answer(question)` gives for each, until stdin ends."""
    for line in sys.stdin.buffer:
        question = json.loads(line)
        if "hello" in question:
            reply = {"hello": 1, **introduction}
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


PREFIXES = {
    "http://www.w3.org/1999/xhtml": "",
    "http://www.w3.org/2000/svg": "svg ",
    "http://www.w3.org/1998/Math/MathML": "math ",
    "http://www.w3.org/1999/xlink": "xlink ",
    "http://www.w3.org/XML/1998/namespace": "xml ",
    "http://www.w3.org/2000/xmlns/": "xmlns ",
}


FOREIGN_ATTRIBUTES = {
    name: name.replace(":", " ")
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
"""What the dump calls the attributes that have a namespace on SVG and MathML elements, for parsers whose API tells
names alone."""


class Node:
    """What a node says in the dump: a line, the attributes as the dump names them, and the nodes in it."""

    __slots__ = ("attributes", "children", "content", "line")

    def __init__(self, line, attributes=(), children=(), content=None):
        self.line = line
        self.attributes = attributes
        self.children = children
        self.content = content


def element(prefix, name, attributes, children, content=None):
    """An element; `prefix` is "", "svg " or "math ", and `content` a template's, as a list of nodes."""
    return Node(f"<{prefix}{name}>", attributes, children, content)


def doctype(name, public_id, system_id):
    ids = f' "{public_id or ""}" "{system_id or ""}"' if public_id or system_id else ""
    return Node(f"<!DOCTYPE {name or ''}{ids}>")


def text(data):
    return Node(f'"{data}"')


def comment(data):
    return Node(f"<!-- {data} -->")


def processing_instruction(target, data):
    return Node(f"<?{target} {data}?>")


def utf_16(attribute):
    return attribute[0].encode("utf-16-be", "surrogatepass")


def dump(roots, describe):
    """html5lib's dump of nodes, as `describe(node)` describes each. Deep trees are no reason to recurse."""
    lines = []
    levels = [(iter(roots), "| ")]
    while levels:
        nodes, indent = levels[-1]
        node = next(nodes, levels)
        if node is levels:
            levels.pop()
            continue
        node = describe(node)
        lines.append(indent + node.line)
        lines += [f'{indent}  {name}="{value}"' for name, value in sorted(node.attributes, key=utf_16)]
        # What is pushed last is written first.
        levels.append((iter(node.children), indent + "  "))
        if node.content is not None:
            lines.append(indent + "  content")
            levels.append((iter(node.content), indent + "    "))
    return "\n".join(lines)
