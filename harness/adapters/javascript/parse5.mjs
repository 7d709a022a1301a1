// parse5, with its default tree adapter.

import { readFileSync } from "node:fs";
import { defaultTreeAdapter, parse, parseFragment } from "parse5";
import * as engine from "./engine.mjs";

const { version } = JSON.parse(readFileSync("node_modules/parse5/package.json", "utf8"));

engine.serve(
  {
    engine: "parse5",
    version,
    language: "JavaScript",
    can: ["document", "fragment", "scripting", "mode", "surrogates"],
    cannot: { bytes: "parse5 takes decoded text" },
  },
  (question) => {
    if (question.html === undefined) return { unsupported: "bytes" };
    const options = { scriptingEnabled: question.scripting };
    if (question.context === null) {
      const document = parse(question.html, options);
      return { tree: engine.dump(document.childNodes, describe), mode: document.mode };
    }
    const [namespace, name] = engine.context(question);
    const element = defaultTreeAdapter.createElement(name, engine.NAMESPACES[namespace], []);
    const fragment = parseFragment(element, question.html, options);
    return { tree: engine.dump(fragment.childNodes, describe) };
  },
);

function describe(node) {
  switch (node.nodeName) {
    case "#documentType":
      return engine.doctype(node.name, node.publicId, node.systemId);
    case "#text":
      return engine.text(node.value);
    case "#comment":
      return engine.comment(node.data);
    default: {
      const attributes = node.attrs.map(({ namespace, name, value }) => [namespace, name, value]);
      return engine.element(
        node.namespaceURI,
        node.tagName,
        attributes,
        node.childNodes,
        node.content?.childNodes,
      );
    }
  }
}
