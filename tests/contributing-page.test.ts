import assert from "node:assert/strict";
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

const root = join(import.meta.dirname, "..");
const page = readFileSync(join(root, "CONTRIBUTING.md"), "utf8");
const [, section = ""] = /\n## Where things go\n([\s\S]*?)\n## /.exec(page) ?? [];
const rows = section.split("\n").filter((line) => /^\| (?!To add)/.test(line));
assert.notDeepEqual(rows, []);
// Blocks of a page and properties of a golden case are not declared in code.
const notDeclared = new Set(["console", "expect", "nearMiss"]);

for (const row of rows) {
  test(`CONTRIBUTING.md says where to put ${row.split("|")[1]?.trim()}`, () => {
    const texts = [...row.matchAll(/`([^`]+)`/g)].map(([, text = ""]) => text);
    const paths = texts.filter((text) => /^[\w.-]+(?:\/[\w.-]+)+$/.test(text) || existsSync(join(root, text)));
    const missing = paths.filter((path) => !existsSync(join(root, path)));
    assert.deepEqual(missing, []);

    const files = globSync(
      paths.map((path) => `${path}/**/*.ts`),
      { cwd: root },
    );
    const code = files.map((file) => readFileSync(join(root, file), "utf8")).join("\n");
    const names = texts.filter((text) => /^[A-Za-z]+$/.test(text) && !paths.includes(text) && !notDeclared.has(text));
    const undeclared = names.filter(
      (name) => !new RegExp(`^(?:export )?(?:async )?(?:const|function|interface|type) ${name}\\b`, "m").test(code),
    );
    assert.deepEqual(undeclared, []);
  });
}
