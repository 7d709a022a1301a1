"""turbohtml."""

from importlib.metadata import version

import engine
import turbohtml


def answer(question):
    if "html" not in question:
        return {"unsupported": "bytes"}
    scripting = question["scripting"]
    if question["context"] is None:
        # Shadow roots are declared where a document is loaded from a network, which this is not.
        document = turbohtml.parse(
            question["html"], scripting=scripting, allow_declarative_shadow_roots=False
        )
        return {"nodes": below(document)}
    try:
        element = turbohtml.parse_fragment(
            question["html"], question["context"], scripting=scripting
        )
    except ValueError as error:
        return {"unsupported": f"context: {error}"}
    return {"nodes": below(element)}


def below(root):
    return engine.nodes(root.children, describe)


NAMESPACES = {
    turbohtml.Namespace.HTML: "html",
    turbohtml.Namespace.SVG: "svg",
    turbohtml.Namespace.MATHML: "math",
}


def describe(node):
    match node:
        case turbohtml.Doctype():
            return engine.doctype(node.name, node.public_id, node.system_id)
        case turbohtml.Comment():
            return engine.comment(node.data)
        case turbohtml.ProcessingInstruction():
            return engine.processing_instruction(node.target, node.data)
        case turbohtml.Text() | turbohtml.CData():
            return engine.text(node.data)
        case turbohtml.Element():
            return element(node)
        case _:
            raise TypeError(f"a node of type {type(node)}")


def element(node):
    namespace = NAMESPACES[node.namespace]
    # What `attrs` gives for `class` and its like is a list.
    values = [(name, node.attr(name)) for name in node.attrs]
    attributes = engine.attributes_by_name(namespace, values)
    children, content = node.children, None
    if namespace == "html" and node.tag == "template":
        [fragment] = children
        children, content = [], fragment.children
    return engine.element(namespace, node.tag, attributes, children, content)


if __name__ == "__main__":
    engine.serve(
        {
            "engine": "turbohtml",
            "version": version("turbohtml"),
            "language": "C",
            "can": ["document", "fragment", "scripting", "surrogates"],
            "cannot": {
                "bytes": "the adapter asks turbohtml with decoded text",
                "depth": "elements deeper than 512 become siblings",
            },
            "depth": 512,
        },
        answer,
    )
