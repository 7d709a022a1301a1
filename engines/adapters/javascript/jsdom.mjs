// jsdom: a DOM around parse5.

import { readFileSync } from "node:fs";
import { JSDOM } from "jsdom";
import * as engine from "./engine.mjs";

const { version } = JSON.parse(readFileSync("node_modules/jsdom/package.json", "utf8"));

const { document, DOMParser } = new JSDOM("").window;
const parser = new DOMParser();

engine.serve(
  {
    engine: "jsdom",
    version,
    language: "JavaScript",
    can: ["document", "fragment", "surrogates"],
    cannot: {
      bytes: "the adapter asks jsdom with decoded text",
      mode: "a DOM tells quirks mode only, not limited quirks from none",
      scripting: "jsdom has the scripting flag only where it runs the scripts too",
    },
  },
  (question) => {
    if (question.html === undefined) return { unsupported: "bytes" };
    if (question.scripting) return { unsupported: "scripting" };
    if (question.context === null) {
      return { nodes: below(parser.parseFromString(question.html, "text/html")) };
    }
    const [namespace, name] = engine.context(question);
    const element = document.createElementNS(engine.NAMESPACES[namespace], name);
    element.innerHTML = question.html;
    return { nodes: below(element.content ?? element) };
  },
);

function below(parent) {
  return engine.nodes([...parent.childNodes], describe);
}

function describe(node) {
  switch (node.nodeType) {
    case 10:
      return engine.doctype(node.name, node.publicId, node.systemId);
    case 3:
      return engine.text(node.data);
    case 8:
      return engine.comment(node.data);
    case 7:
      return engine.processingInstruction(node.target, node.data);
    default: {
      const attributes = [...node.attributes].map(({ namespaceURI, localName, value }) => [
        namespaceURI,
        localName,
        value,
      ]);
      return engine.element(
        node.namespaceURI,
        node.localName,
        attributes,
        [...node.childNodes],
        // Other elements have a `content` of another kind.
        node.content?.childNodes && [...node.content.childNodes],
      );
    }
  }
}
