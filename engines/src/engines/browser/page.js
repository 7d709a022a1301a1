// What a browser's page does: it answers questions of the engine protocol, a line each, with its lines.
"use strict";

globalThis.answerAll = (() => {
  // Elements and documents may have any property overridden by a form control or an image named like it, so properties
  // are read by the getters of their interfaces.
  const getter = (type, property) => {
    const { get } = Object.getOwnPropertyDescriptor(type.prototype, property);
    return (object) => get.call(object);
  };
  const nodeType = getter(Node, "nodeType");
  const firstChild = getter(Node, "firstChild");
  const nextSibling = getter(Node, "nextSibling");
  const localName = getter(Element, "localName");
  const namespaceURI = getter(Element, "namespaceURI");
  const attributes = getter(Element, "attributes");
  const content = getter(HTMLTemplateElement, "content");
  const readyState = getter(Document, "readyState");
  const { open, write, close } = Document.prototype;
  const { addEventListener } = EventTarget.prototype;

  const HTML = "http://www.w3.org/1999/xhtml";
  const namespaces = new Map([
    [HTML, "html"],
    ["http://www.w3.org/2000/svg", "svg"],
    ["http://www.w3.org/1998/Math/MathML", "math"],
  ]);
  const attributeNamespaces = new Map([
    [null, ""],
    ["http://www.w3.org/1999/xlink", "xlink"],
    ["http://www.w3.org/XML/1998/namespace", "xml"],
    ["http://www.w3.org/2000/xmlns/", "xmlns"],
  ]);

  // Blink and WebKit split texts at 65,536 code units, or a few before where these would part a grapheme cluster. Texts
  // that follow each other are not one otherwise: `<template for>` leaves such texts.
  const SPLIT = 65_000;

  const named = (names, uri) => {
    const name = names.get(uri);
    if (name === undefined) {
      throw new Error(`the HTML parser made a name in the namespace ${uri}`);
    }
    return name;
  };

  const attributesOf = (element) =>
    Array.from(attributes(element), (attribute) => [
      named(attributeNamespaces, attribute.namespaceURI),
      attribute.localName,
      attribute.value,
    ]);

  /** What is below `root`, in tree order: an array for each node, as the engine protocol has them. */
  function nodesBelow(root) {
    const nodes = [];
    // Where to go on: a node, or null after a last sibling, and its depth. Trees may be too deep for recursion.
    const places = [[firstChild(root), 0]];
    // How many nodes there were behind the last text, if that was split.
    let splitAt = -1;
    while (places.length > 0) {
      const [node, depth] = places.pop();
      if (node === null) continue;
      places.push([nextSibling(node), depth]);
      switch (nodeType(node)) {
        case Node.ELEMENT_NODE: {
          const namespace = named(namespaces, namespaceURI(node));
          const name = localName(node);
          nodes.push([depth, "element", namespace, name, attributesOf(node)]);
          places.push([firstChild(node), depth + 1]);
          if (namespace === "html" && name === "template") {
            nodes.push([depth + 1, "content"]);
            places.push([firstChild(content(node)), depth + 2]);
          }
          break;
        }
        case Node.TEXT_NODE: {
          // A text that goes on behind one that was split is the same text.
          const { data } = node;
          if (splitAt === nodes.length && nodes.at(-1)[0] === depth) nodes.at(-1)[2] += data;
          else nodes.push([depth, "text", data]);
          splitAt = data.length > SPLIT ? nodes.length : -1;
          break;
        }
        case Node.COMMENT_NODE:
          nodes.push([depth, "comment", node.data]);
          break;
        case Node.PROCESSING_INSTRUCTION_NODE:
          nodes.push([depth, "pi", node.target, node.data]);
          break;
        case Node.DOCUMENT_TYPE_NODE:
          nodes.push([depth, "doctype", node.name, node.publicId, node.systemId]);
          break;
        default:
          throw new Error(`the HTML parser made a node of type ${nodeType(node)}`);
      }
    }
    return nodes;
  }

  // A document without a window: scripting is off in it.
  const inert = document.implementation.createHTMLDocument();
  let frame = null;

  // The document of a frame: scripting is on in it. What its scripts would do, the page's policy does not let them.
  function liveDocument() {
    if (frame === null) {
      frame = document.createElement("iframe");
      frame.style.display = "none";
      document.body.append(frame);
    }
    return frame.contentDocument;
  }

  // Firefox waits for scripts from elsewhere even though the policy forbids them: what it was given is parsed a little
  // later.
  const parsed = (live) =>
    new Promise((resolve) => {
      addEventListener.call(live, "readystatechange", resolve, { once: true });
    });

  async function parseDocument(html, scripting) {
    if (!scripting) return new DOMParser().parseFromString(html, "text/html");
    const live = liveDocument();
    open.call(live);
    write.call(live, html);
    close.call(live);
    if (readyState(live) === "loading") await parsed(live);
    return live;
  }

  // Firefox parses every fragment with scripting on, whatever document it is of.
  const probe = inert.createElement("div");
  probe.innerHTML = "<noscript><b>";
  const fragmentsHaveScripting = nodeType(firstChild(firstChild(probe))) === Node.TEXT_NODE;

  function parseFragment(html, context, scripting) {
    const owner = scripting ? document : inert;
    const [prefix, name] = context.includes(" ") ? context.split(" ") : ["html", context];
    const [namespace] = Array.from(namespaces).find(([, known]) => known === prefix);
    const element = owner.createElementNS(namespace, name);
    if (namespace === HTML && (name === "script" || name === "style")) {
      // Firefox makes innerHTML of these their text, unparsed.
      const range = owner.createRange();
      range.selectNodeContents(element);
      return range.createContextualFragment(html);
    }
    element.innerHTML = html;
    return namespace === HTML && name === "template" ? content(element) : element;
  }

  async function answer({ id, html, context, scripting }) {
    if (context !== null) {
      if (fragmentsHaveScripting && !scripting && /noscript/i.test(context + html)) {
        return { id, unsupported: "scripting off: fragments are always parsed with scripting on" };
      }
      return { id, nodes: nodesBelow(parseFragment(html, context, scripting)) };
    }
    if (scripting && /shadowrootmode/i.test(html)) {
      return {
        id,
        unsupported: "shadow roots: a document with scripting is written into a frame, where templates declare them",
      };
    }
    return { id, nodes: nodesBelow(await parseDocument(html, scripting)) };
  }

  return async (questions) => {
    const answers = [];
    for (const line of questions.split("\n")) answers.push(JSON.stringify(await answer(JSON.parse(line))));
    // Nothing that was written into the frame is to go on there.
    if (frame !== null) await parseDocument("", true);
    return answers.join("\n");
  };
})();
