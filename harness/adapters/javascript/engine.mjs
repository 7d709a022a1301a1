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
  if ("hello" in question) return { hello: 1, ...introduction };
  const start = performance.now();
  const answered = answer(question);
  return { id: question.id, ...answered, seconds: (performance.now() - start) / 1000 };
}

/** The context element of a question: its local name, and which of "html", "svg" and "math" it is of. */
export function context(question) {
  const words = question.context.split(" ");
  return words.length === 1 ? ["html", words[0]] : words;
}

const PREFIXES = {
  "http://www.w3.org/1999/xhtml": "",
  "http://www.w3.org/2000/svg": "svg ",
  "http://www.w3.org/1998/Math/MathML": "math ",
  "http://www.w3.org/1999/xlink": "xlink ",
  "http://www.w3.org/XML/1998/namespace": "xml ",
  "http://www.w3.org/2000/xmlns/": "xmlns ",
};

export const NAMESPACES = {
  html: "http://www.w3.org/1999/xhtml",
  svg: "http://www.w3.org/2000/svg",
  math: "http://www.w3.org/1998/Math/MathML",
};

// What a node says in the dump. Each is { line, attributes, children, content }; all but the line may be missing.
// `content` is a template's, as a list of nodes.

/** An element; `attributes` are [namespace or null, name without prefix, value] each. */
export function element(namespace, name, attributes, children, content) {
  return {
    line: `<${prefix(namespace)}${name}>`,
    attributes: attributes.map(([namespace, name, value]) => [prefix(namespace) + name, value]),
    children,
    content,
  };
}

export function doctype(name, publicId, systemId) {
  const ids = publicId || systemId ? ` "${publicId ?? ""}" "${systemId ?? ""}"` : "";
  return { line: `<!DOCTYPE ${name ?? ""}${ids}>` };
}

export const text = (data) => ({ line: `"${data}"` });
export const comment = (data) => ({ line: `<!-- ${data} -->` });
export const processingInstruction = (target, data) => ({ line: `<?${target} ${data}?>` });

function prefix(namespace) {
  // A namespace that HTML does not have would be a fault, and is to be seen.
  return namespace ? (PREFIXES[namespace] ?? `${namespace} `) : "";
}

/** html5lib's dump of nodes, as `describe(node)` describes each. Deep trees are no reason to recurse. */
export function dump(roots, describe) {
  const lines = [];
  const open = [[roots, 0, 0]];
  while (open.length > 0) {
    const level = open.at(-1);
    const [nodes, at, depth] = level;
    if (at === nodes.length) {
      open.pop();
      continue;
    }
    level[1] += 1;
    const { line, attributes = [], children = [], content } = describe(nodes[at]);
    const indent = "  ".repeat(depth);
    lines.push(`| ${indent}${line}`);
    attributes.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
    for (const [name, value] of attributes) lines.push(`| ${indent}  ${name}="${value}"`);
    // What is pushed last is written first.
    if (children.length > 0) open.push([children, 0, depth + 1]);
    if (content) {
      lines.push(`| ${indent}  content`);
      open.push([content, 0, depth + 2]);
    }
  }
  return lines.join("\n");
}
