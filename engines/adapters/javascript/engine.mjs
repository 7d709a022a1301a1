// The engine protocol for parsers in JavaScript: questions on stdin, answers on stdout, a line of JSON each.

// Of what an engine says when it dies the last few lines are kept; the message is to be among them.
Error.stackTraceLimit = 3;

/** Reads questions and writes what `answer(question)` gives for each, until stdin ends. */
export function serve(introduction, answer) {
  let unfinished = [];
  process.stdin.on("data", (chunk) => {
    const answers = [];
    let start = 0;
    for (let end; (end = chunk.indexOf("\n", start)) >= 0; start = end + 1) {
      unfinished.push(chunk.subarray(start, end));
      const question = JSON.parse(Buffer.concat(unfinished).toString());
      unfinished = [];
      answers.push(JSON.stringify(reply(question, introduction, answer)) + "\n");
    }
    unfinished.push(chunk.subarray(start));
    // Those that came together are answered together: each write costs as much as a short answer.
    if (answers.length > 0) process.stdout.write(answers.join(""));
  });
}

function reply(question, introduction, answer) {
  if ("hello" in question) {
    return { hello: 1, ...introduction, can: [...introduction.can, "nodes"] };
  }
  const start = performance.now();
  const answered = answer(question);
  return { id: question.id, ...answered, seconds: (performance.now() - start) / 1000 };
}

/** The context element of a question: its local name, and which of "html", "svg" and "math" it is of. */
export function context(question) {
  const words = question.context.split(" ");
  return words.length === 1 ? ["html", words[0]] : words;
}

export const NAMESPACES = {
  html: "http://www.w3.org/1999/xhtml",
  svg: "http://www.w3.org/2000/svg",
  math: "http://www.w3.org/1998/Math/MathML",
};

const ATTRIBUTE_NAMESPACES = {
  xlink: "http://www.w3.org/1999/xlink",
  xml: "http://www.w3.org/XML/1998/namespace",
  xmlns: "http://www.w3.org/2000/xmlns/",
};

/** The name of a namespace and the local name. */
function named(namespaces, otherwise, namespace, name) {
  const found = Object.keys(namespaces).find((known) => namespaces[known] === namespace);
  // A namespace that HTML does not have would be a fault, and is to be seen.
  return found || !namespace ? [found ?? otherwise, name] : [otherwise, `${namespace} ${name}`];
}

// A node is { node, children, content }: what the protocol says of it but for its depth, the nodes in it, and those in a
// template's contents. The lists may be missing.

/** An element; `attributes` are [namespace or null, name without prefix, value] each. */
export function element(namespace, name, attributes, children, content) {
  const written = attributes.map(([namespace, name, value]) => [
    ...named(ATTRIBUTE_NAMESPACES, "", namespace, name),
    value,
  ]);
  return {
    node: ["element", ...named(NAMESPACES, "html", namespace, name), written],
    children,
    content,
  };
}

export const doctype = (name, publicId, systemId) => ({
  node: ["doctype", name ?? "", publicId ?? "", systemId ?? ""],
});
export const text = (data) => ({ node: ["text", data] });
export const comment = (data) => ({ node: ["comment", data] });
export const processingInstruction = (target, data) => ({ node: ["pi", target, data] });

/** The nodes of a tree, as `describe(node)` describes each. Deep trees are no reason to recurse. */
export function nodes(roots, describe) {
  const written = [];
  const open = [[roots, 0, 0]];
  while (open.length > 0) {
    const level = open.at(-1);
    const [siblings, at, depth] = level;
    if (at === siblings.length) {
      open.pop();
      continue;
    }
    level[1] += 1;
    const { node, children = [], content } = describe(siblings[at]);
    written.push([depth, ...node]);
    // What is pushed last is written first.
    if (children.length > 0) open.push([children, 0, depth + 1]);
    if (content) {
      written.push([depth + 1, "content"]);
      open.push([content, 0, depth + 2]);
    }
  }
  return written;
}
