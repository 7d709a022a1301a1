"use strict";
// The page of all results: loads the data of the engines that are asked for, filters, and draws. The filters are in
// the fragment of the address. Data is shown as text and never read as markup.

const index = JSON.parse(document.getElementById("index").textContent);
const form = document.getElementById("filters");
const status = document.getElementById("status");
const list = document.getElementById("list");
const more = document.getElementById("more");

/// How many rows are drawn at a time.
const STEP = 100;
/// Same lines kept next to a difference.
const CONTEXT = 6;
const PASSED = index.verdicts.indexOf("passed");
const UNSUPPORTED = index.verdicts.indexOf("unsupported");

// Data files call this function with their name.
const loaded = new Map();
function load(name) {
  if (!loaded.has(name)) {
    const entry = {};
    entry.promise = new Promise((resolve, reject) => {
      entry.resolve = resolve;
      const script = document.createElement("script");
      script.src = name + ".js";
      script.onerror = () => reject(new Error(`${name}.js is not there: the report is not complete`));
      document.head.append(script);
    });
    loaded.set(name, entry);
  }
  return loaded.get(name).promise;
}
window.crosscheck = (name, value) => loaded.get(name)?.resolve(value);

function element(name, className, ...children) {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.append(...children);
  return made;
}

// What stands for a character that does not show is between U+0001 and U+0002.
function shown(text, className) {
  const parts = text.split(/\u0001([^\u0002]*)\u0002/);
  return parts.map((part, at) => {
    const classes = [at % 2 ? "c" : "", className || ""].filter(Boolean).join(" ");
    return classes && part ? element("span", classes, part) : part;
  });
}
function plain(text) {
  return text.replace(/[\u0001\u0002]/g, "");
}

// The filters, as they are in the address.
const NAMES = ["engine", "suite", "verdict", "cause", "text", "check"];
function wanted() {
  const given = new URLSearchParams(location.hash.slice(1));
  return Object.fromEntries(NAMES.map((name) => [name, given.get(name) || ""]));
}
function go(filters) {
  const query = new URLSearchParams();
  for (const name of NAMES) {
    if (filters[name]) query.set(name, filters[name]);
  }
  location.replace("#" + query);
}

function options(select, entries, chosen) {
  const all = entries.map(([value, words]) => {
    const option = element("option", "", words);
    option.value = value;
    return option;
  });
  select.replaceChildren(...all);
  select.value = chosen;
  if (select.value !== chosen) {
    const option = element("option", "", chosen);
    option.value = chosen;
    select.append(option);
    select.value = chosen;
  }
}

const tables = new Map();
async function table(place) {
  if (!tables.has(place)) {
    const [engine, file, answers] = index.engines[place];
    const data = await load(file);
    const rows = [];
    for (const part of data.files) {
      for (const [line, hash, verdict, cause, unexpected, answer, description] of part.rows) {
        rows.push({ engine, part, line, hash, verdict: verdict ?? PASSED, cause: data.causes[cause], answer,
          unexpected: unexpected === 1, description: description || "", place });
      }
    }
    tables.set(place, { rows, chunks: data.chunks, answers });
  }
  return tables.get(place);
}

const isVerdict = {
  "": (row) => row.unexpected || (row.verdict !== PASSED && row.verdict !== UNSUPPORTED),
  any: () => true,
  unexpected: (row) => row.unexpected,
  known: (row) => !row.unexpected && row.verdict !== PASSED && row.verdict !== UNSUPPORTED,
};
function filter(rows, filters) {
  const verdict = isVerdict[filters.verdict] || ((row) => index.verdicts[row.verdict] === filters.verdict);
  const words = filters.text.toLowerCase().split(/\s+/).filter(Boolean);
  const text = (row) =>
    plain(`${row.part.file}:${row.line} ${row.hash} ${row.part.kind} ${row.description} ${row.cause ? row.cause[1] : ""}`)
      .toLowerCase();
  return rows.filter((row) => {
    if (filters.check && row.hash !== filters.check) return false;
    if (!verdict(row) || (filters.suite && row.part.suite !== filters.suite)) return false;
    if (filters.cause && (!row.cause || row.cause[0] !== filters.cause)) return false;
    if (!words.length) return true;
    const all = text(row);
    return words.every((word) => all.includes(word));
  });
}

// The last of several calls draws.
let turn = 0;
let found = [];
async function show() {
  const mine = ++turn;
  const filters = wanted();
  const places = index.engines.flatMap(([name], place) => (!filters.engine || filters.engine === plain(name) ? [place] : []));
  status.textContent = "Loading…";
  let all;
  try {
    all = (await Promise.all(places.map(table))).map((table) => table.rows).flat();
  } catch (error) {
    status.textContent = error.message;
    return;
  }
  if (mine !== turn) return;
  fill(filters, all);
  found = filter(all, filters);
  found.sort((one, other) => other.unexpected - one.unexpected);
  list.replaceChildren();
  draw();
  const failing = filters.verdict ? "" : " that did not pass";
  status.textContent = `${found.length.toLocaleString("en")} of ${all.length.toLocaleString("en")} results${failing}`;
  if (filters.check && list.firstElementChild) {
    const again = { ...filters, check: "" };
    const back = element("button", "", "Show all with these filters");
    back.type = "button";
    back.onclick = () => go(again);
    status.append(" ", back);
    list.firstElementChild.open = true;
  }
}

function fill(filters, rows) {
  const fields = form.elements;
  options(fields.engine, [["", "all"], ...index.engines.map(([name]) => [plain(name), plain(name)])], filters.engine);
  options(fields.suite, [["", "all"], ...index.suites.map((name) => [name, plain(name)])], filters.suite);
  const verdicts = [["", "did not pass"], ["unexpected", "unexpected"], ["known", "known"], ["any", "any"]];
  options(fields.verdict, [...verdicts, ...index.verdicts.map((name) => [name, name])], filters.verdict);
  const counts = new Map();
  for (const row of filter(rows, { ...filters, cause: "", check: "" })) {
    if (!row.cause) continue;
    const entry = counts.get(row.cause[0]) || [plain(row.cause[1]), 0];
    entry[1] += 1;
    counts.set(row.cause[0], entry);
  }
  const causes = [...counts].sort((one, other) => other[1][1] - one[1][1]);
  const words = ([id, [title, count]]) => [id, `${count.toLocaleString("en")}  ${title.slice(0, 120)}`];
  options(fields.cause, [["", "all"], ...causes.map(words)], filters.cause);
  if (document.activeElement !== fields.text) fields.text.value = filters.text;
}

function draw() {
  const next = found.slice(list.childElementCount, list.childElementCount + STEP);
  list.append(...next.map(card));
  more.hidden = list.childElementCount >= found.length;
}

function card(row) {
  const tone = row.unexpected ? "bad" : row.verdict === PASSED ? "good" : "odd";
  const tag = element("span", `tag ${tone}`, index.verdicts[row.verdict]);
  if (row.unexpected) tag.append(row.verdict === PASSED ? " unexpectedly" : ", unexpected");
  const place = element("span", "place", ...shown(`${row.part.file}:${row.line}`));
  const engine = element("span", "engine", ...shown(row.engine));
  const kind = element("span", "kind", ...shown(row.part.kind));
  const cause = element("span", "rest", ...(row.cause ? shown(row.cause[1]) : []));
  const made = element("details", "card row-card", element("summary", "", tag, engine, kind, place, cause));
  made.addEventListener("toggle", () => {
    if (made.open && made.childElementCount === 1) detail(row, made);
  });
  return made;
}

async function text(name, chunks, number) {
  let chunk = chunks.length - 1;
  while (chunks[chunk] > number) chunk -= 1;
  return (await load(`${name}-${chunk}`))[number - chunks[chunk]];
}

async function detail(row, made) {
  const link = element("a", "", "Link to this result");
  const query = new URLSearchParams({ engine: plain(row.engine), verdict: "any", check: row.hash });
  link.href = "#" + query;
  const body = element("div", "");
  made.append(body);
  body.append(element("p", "", element("code", "hash", row.hash), " · ", link));
  if (row.description) body.append(element("p", "", ...shown(row.description)));
  if (row.answer !== undefined) {
    try {
      const { chunks, answers } = await table(row.place);
      const [check, answer, reason] = await text(answers, chunks, row.answer);
      const [input, mode, expected, leftOut] = await text("checks", index.checks, check);
      if (reason && !(row.cause && row.cause[1] === reason)) body.append(element("p", "", ...shown(reason)));
      const heading = element("h3", "", "Input ");
      if (mode) heading.append(element("small", "", ...shown(mode)));
      body.append(heading, lines(input.split("\n"), leftOut));
      body.append(...answered(expected, answer));
    } catch (error) {
      body.append(element("p", "bad", error.message));
    }
  }
  const [before, after] = row.part.command;
  body.append(element("h3", "", "Reproduce"));
  body.append(element("p", "command", element("code", "", before, row.hash, after)));
}

function lines(all, leftOut) {
  const made = element("div", "text", ...all.map((line) => element("div", "line", ...shown(line))));
  if (leftOut) made.append(element("div", "skipped", `${leftOut} more characters`));
  return made;
}

function answered(expected, answer) {
  if (typeof answer === "string") return [element("h3", "", "Actual"), lines(answer.split("\n"))];
  if (answer === null) return expected === null ? [] : [element("h3", "", "Expected"), lines(expected.split("\n"))];
  const rows = Array.isArray(answer) ? applied(expected.split("\n"), answer) : answer.rows;
  const titles = element("div", "row titles", element("div", "", "Expected"), element("div", "", "Actual"));
  const made = element("div", "sides", titles, ...rows.map(side));
  if (answer.left) made.append(element("div", "skipped odd", `${answer.left} more rows, too long to show here`));
  return [made];
}

// Rows of both sides: a number of lines that are left out, a line of both, or the lines of each.
function applied(expected, parts) {
  const rows = [];
  let at = 0;
  parts.forEach((part, place) => {
    if (typeof part === "number") {
      const before = place === 0 ? 0 : CONTEXT;
      const after = place === parts.length - 1 ? 0 : CONTEXT;
      const same = expected.slice(at, at + part).map((line) => [line]);
      if (part - before - after > 1) same.splice(before, part - before - after, part - before - after);
      rows.push(...same);
      at += part;
      return;
    }
    const [gone, lines] = part;
    for (let line = 0; line < Math.max(gone, lines.length); line += 1) {
      rows.push([line < gone ? expected[at + line] : null, line < lines.length ? lines[line] : null]);
    }
    at += gone;
  });
  return rows;
}

function side(row) {
  if (typeof row === "number") return element("div", "skipped", `${row} equal lines`);
  const cell = (children) => element("div", "", ...children);
  if (row.length === 1) return element("div", "row same", cell(shown(row[0])), cell(shown(row[0])));
  const [left, right] = row;
  if (left === null) return element("div", "row right", cell([]), cell(shown(right)));
  if (right === null) return element("div", "row left", cell(shown(left)), cell([]));
  let start = 0;
  while (start < left.length && start < right.length && left[start] === right[start]) start += 1;
  let end = 0;
  const least = Math.min(left.length, right.length) - start;
  while (end < least && left[left.length - 1 - end] === right[right.length - 1 - end]) end += 1;
  // A mark that would cut through what stands for a character begins before it.
  const marked = (line) => {
    const [from, to] = [start, line.length - end];
    const cuts = /\u0001[^\u0002]*$/.test(line.slice(0, from)) || /\u0001[^\u0002]*$/.test(line.slice(0, to));
    if (cuts) return shown(line, "d");
    return [...shown(line.slice(0, from)), ...shown(line.slice(from, to), "d"), ...shown(line.slice(to))];
  };
  return element("div", "row both", cell(marked(left)), cell(marked(right)));
}

function changed() {
  const fields = form.elements;
  const filters = Object.fromEntries(["engine", "suite", "verdict", "cause", "text"].map((name) => [name, fields[name].value]));
  const before = wanted();
  // The causes are those of the other filters.
  if (filters.engine !== before.engine || filters.verdict !== before.verdict) filters.cause = "";
  go(filters);
}
let waiting = 0;
form.addEventListener("change", changed);
form.elements.text.addEventListener("input", () => {
  clearTimeout(waiting);
  waiting = setTimeout(changed, 150);
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  changed();
});
more.addEventListener("click", () => {
  const last = list.lastElementChild;
  draw();
  last?.nextElementSibling?.querySelector("summary").focus();
});
window.addEventListener("hashchange", show);
show();
