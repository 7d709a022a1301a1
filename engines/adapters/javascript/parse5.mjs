// parse5, with its default tree adapter, and its tokenizer.

import { readFileSync } from "node:fs";
import { defaultTreeAdapter, parse, parseFragment, Tokenizer, TokenizerMode } from "parse5";
import * as engine from "./engine.mjs";

const { version } = JSON.parse(readFileSync("node_modules/parse5/package.json", "utf8"));

engine.serve(
  {
    engine: "parse5",
    version,
    language: "JavaScript",
    can: ["document", "fragment", "scripting", "tokens", "errors", "mode", "surrogates"],
    cannot: {
      bytes: "parse5 takes decoded text",
      "tree-errors": "parse5 reports a few of tree construction alone, by names of its own, which are left out",
    },
  },
  (question) => {
    if (question.html === undefined) return { unsupported: "bytes" };
    const errors = [];
    const onParseError = (error) => errors.push(error);
    if (question.tokens) {
      const tokens = tokenize(question.html, question.tokens, onParseError);
      return { tokens, errors: report(errors) };
    }
    const options = { scriptingEnabled: question.scripting, onParseError };
    if (question.context === null) {
      const document = parse(question.html, options);
      const nodes = engine.nodes(document.childNodes, describe);
      return { nodes, errors: report(errors), mode: document.mode };
    }
    const [namespace, name] = engine.context(question);
    const element = defaultTreeAdapter.createElement(name, engine.NAMESPACES[namespace], []);
    const fragment = parseFragment(element, question.html, options);
    return { nodes: engine.nodes(fragment.childNodes, describe), errors: report(errors) };
  },
);

/** What parse5 calls errors of tree construction, for which the standard has no codes. */
const OF_TREE = new Set([
  "abandoned-head-element-child",
  "closing-of-element-with-open-child-elements",
  "disallowed-content-in-noscript-in-head",
  "end-tag-without-matching-open-element",
  "eof-in-element-that-can-contain-only-text",
  "misplaced-doctype",
  "misplaced-start-tag-for-head-element",
  "missing-doctype",
  "nested-noscript-in-head",
  "non-conforming-doctype",
  "open-elements-left-after-eof",
]);

function report(errors) {
  const ofTokenizer = errors.filter(({ code }) => !OF_TREE.has(code));
  return ofTokenizer.map(({ code, startLine, startCol }) => ({ code, line: startLine, col: startCol }));
}

function tokenize(html, { state, lastStartTag }, onParseError) {
  const modes = {
    "Data state": TokenizerMode.DATA,
    "PLAINTEXT state": TokenizerMode.PLAINTEXT,
    "RCDATA state": TokenizerMode.RCDATA,
    "RAWTEXT state": TokenizerMode.RAWTEXT,
    "Script data state": TokenizerMode.SCRIPT_DATA,
    "CDATA section state": TokenizerMode.CDATA_SECTION,
  };
  const tokens = [];
  const onCharacters = ({ chars }) => {
    if (tokens.at(-1)?.[0] === "Character") tokens.at(-1)[1] += chars;
    else tokens.push(["Character", chars]);
  };
  const tokenizer = new Tokenizer(
    {},
    {
      onComment: ({ data }) => tokens.push(["Comment", data]),
      onDoctype: ({ name, publicId, systemId, forceQuirks }) =>
        tokens.push(["DOCTYPE", name, publicId, systemId, !forceQuirks]),
      onStartTag: ({ tagName, attrs, selfClosing }) => {
        const attributes = Object.fromEntries(attrs.map(({ name, value }) => [name, value]));
        tokens.push(["StartTag", tagName, attributes, ...(selfClosing ? [true] : [])]);
      },
      onEndTag: ({ tagName }) => tokens.push(["EndTag", tagName]),
      onEof: () => {},
      onCharacter: onCharacters,
      onNullCharacter: onCharacters,
      onWhitespaceCharacter: onCharacters,
      onParseError,
    },
  );
  tokenizer.state = modes[state];
  // A tokenizer that starts in a CDATA section is in foreign content, as the standard engine has it.
  tokenizer.inForeignNode = state === "CDATA section state";
  if (lastStartTag !== null) tokenizer.lastStartTagName = lastStartTag;
  tokenizer.write(html, true);
  return tokens;
}

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
