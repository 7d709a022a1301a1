"""justhtml, without the sanitiser it has in front by default."""

from importlib.metadata import version

import engine
from justhtml import JustHTML
from justhtml.parser.context import FragmentContext


def answer(question):
    if "html" not in question:
        return {"unsupported": "bytes"}
    context = None
    if question["context"] is not None:
        namespace, name = engine.context(question)
        context = FragmentContext(name, None if namespace == "html" else namespace)
    parsed = JustHTML(
        question["html"],
        sanitize=False,
        scripting_enabled=question["scripting"],
        fragment_context=context,
    )
    return {"nodes": engine.nodes(parsed.root.children, describe)}


def describe(node):
    match node.name:
        case "#text":
            return engine.text(node.data)
        case "#comment":
            return engine.comment(node.data)
        case "!doctype":
            doctype = node.data
            return engine.doctype(doctype.name, doctype.public_id, doctype.system_id)
        case "#processing-instruction":
            return engine.processing_instruction(*node.data.partition(" ")[::2])
    attributes = engine.attributes_by_name(node.namespace, node.attrs.items())
    content = node.template_content
    return engine.element(
        node.namespace, node.name, attributes, node.children, content and content.children
    )


if __name__ == "__main__":
    engine.serve(
        {
            "engine": "justhtml",
            "version": version("justhtml"),
            "language": "Python",
            "can": ["document", "fragment", "scripting", "surrogates"],
            "cannot": {"bytes": "the adapter asks justhtml with decoded text"},
        },
        answer,
    )
